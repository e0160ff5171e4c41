// SPDX-License-Identifier: Apache-2.0

package import Wording

/// What became of a file of decisions.
package struct DecisionsOutcome: Sendable, Hashable {
    /// What it comes to.
    package enum Summary: Sendable, Hashable {
        /// All is as the file says.
        case done
        /// A line is wrong, and nothing was decided.
        case badFile
        /// A protection refused all that was to be decided.
        case refused
        /// Some is decided, some is not.
        case partial
        /// The day's reviews were used up before anything was done.
        case quota
        /// The state or the rules cannot be read or written.
        case failed(ReviewError)
    }

    /// Decided now.
    package var decided = 0
    /// Decided so before.
    package var alreadySo = 0
    /// Refused, by a protection or because no copy would be left.
    package var refused = 0
    /// Left for another day, for the day's reviews are used up.
    package var overQuota = 0
    /// Not decided for another reason.
    package var failed = 0
    /// What is to be said of lines, in their order.
    package var messages: [Phrase] = []
    /// Why it stopped, where something broke; nil else.
    package var error: ReviewError?
    /// Whether the file was wrong, so that nothing was decided.
    package var isBadFile = false

    /// Nothing yet.
    package init() {}

    /// What it comes to.
    package var summary: Summary {
        if isBadFile { return .badFile }
        let isSomeDone = decided + alreadySo > 0
        if let error { return isSomeDone && decided > 0 ? .partial : .failed(error) }
        if refused + overQuota + failed == 0 { return .done }
        if isSomeDone { return .partial }
        if overQuota > 0, refused + failed == 0 { return .quota }
        return refused > 0 && overQuota + failed == 0 ? .refused : .partial
    }

    /// What it comes to in a sentence.
    package var sentence: Phrase {
        if isBadFile { return .fileBad }
        var parts: [Phrase] = [.fileDecided(n: decided)]
        if alreadySo > 0 { parts.append(.fileAlready(n: alreadySo)) }
        if refused > 0 { parts.append(.fileRefused(n: refused)) }
        if overQuota > 0 { parts.append(.fileQuota(n: overQuota)) }
        if failed > 0 { parts.append(.fileFailed(n: failed)) }
        return .series(parts, separator: ", ")
    }
}
