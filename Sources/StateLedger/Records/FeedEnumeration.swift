// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// An enumeration of a drive that tells what has changed, as far as its pages are kept.
package struct FeedEnumeration: Sendable, Hashable {
    /// Its number, of which no other enumeration has one.
    package var generation: Int64
    /// What tells the drive from others.
    package var identity: String
    /// What was asked for of each item.
    package var selection: String
    /// When it began.
    package var startedAt: Timestamp
    /// Whether its first round came to an end.
    package var isComplete: Bool
    /// How many pages are kept.
    package var pageCount: Int
    /// Where it goes on; nil while there is no page.
    package var link: FeedPageLink?
}

/// Where a feed goes on after a page.
package struct FeedPageLink: Sendable, Hashable {
    /// The address.
    package var url: String
    /// Whether the page was the last of its round.
    package var endsRound: Bool

    /// The address `url`.
    package init(url: String, endsRound: Bool) {
        self.url = url
        self.endsRound = endsRound
    }
}
