// SPDX-License-Identifier: Apache-2.0

/// Keeps the pages of a drive's feed as they arrive, so that a listing can go on where it stopped
/// and the next one needs only what is new.
///
/// The pages form rounds: the first enumerates everything, each later one what has changed since.
/// What the drive holds follows from all pages in their order.
package protocol FeedStore: Sendable {
    /// What is kept for the drive; nil if nothing is.
    func state() async throws(DriveError) -> FeedState?

    /// A page of `generation`, from 0 in their order; nil if it is not kept.
    func page(_ number: Int, of generation: Int64) async throws(DriveError) -> FeedPage?

    /// Begins a full enumeration beside the pages that are kept; those of an earlier enumeration
    /// that was not finished are dropped. Its generation.
    func begin(_ start: FeedStart) async throws(DriveError) -> Int64

    /// Adds `page` to `generation`. A page that ends a round makes the generation complete, and in
    /// the same transaction all others are dropped.
    func append(_ page: FeedPage, to generation: Int64) async throws(DriveError)

    /// Drops everything that is kept.
    func removeAll() async throws(DriveError)
}

/// From what an enumeration begins.
package struct FeedStart: Sendable, Hashable {
    /// What tells the drive from others.
    package var identity: String
    /// What is asked for of each item; pages of another selection do not go together.
    package var selection: String
    /// When it began, in seconds since 1970.
    package var startedAt: Int64
    /// Whether it begins because the service has lost the thread: then plans of before are worth
    /// nothing from now on, even if this process dies before it has a listing.
    package var isResync: Bool

    /// A beginning.
    package init(identity: String, selection: String, startedAt: Int64, isResync: Bool = false) {
        self.identity = identity
        self.selection = selection
        self.startedAt = startedAt
        self.isResync = isResync
    }
}

/// What is kept of a feed.
package struct FeedState: Sendable, Hashable {
    /// An enumeration, as far as it has come.
    package struct Enumeration: Sendable, Hashable {
        /// Its number.
        package var generation: Int64
        /// From what it began.
        package var start: FeedStart
        /// How many pages are kept.
        package var pageCount: Int
        /// The link of the last page; nil while there is none.
        package var link: FeedLink?

        /// An enumeration.
        package init(generation: Int64, start: FeedStart, pageCount: Int, link: FeedLink?) {
            self.generation = generation
            self.start = start
            self.pageCount = pageCount
            self.link = link
        }
    }

    /// The newest one whose first round came to its end.
    package var complete: Enumeration?
    /// One that is on its way.
    package var unfinished: Enumeration?

    /// The given state.
    package init(complete: Enumeration? = nil, unfinished: Enumeration? = nil) {
        self.complete = complete
        self.unfinished = unfinished
    }
}

/// Where a feed goes on.
package enum FeedLink: Sendable, Hashable {
    /// At the next page of the round.
    case next(String)
    /// At the next round, whenever it is asked for.
    case delta(String)
}

/// One page of a feed, as it is kept.
package struct FeedPage: Sendable, Hashable {
    /// The JSON that the service sent, compressed.
    package var bytes: [UInt8]
    /// Where the feed goes on.
    package var link: FeedLink

    /// A page.
    package init(bytes: [UInt8], link: FeedLink) {
        self.bytes = bytes
        self.link = link
    }
}
