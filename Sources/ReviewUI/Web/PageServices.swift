// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
package import Wording

/// What the page shows and does that is not in a review session: the program supplies it.
package struct PageServices: Sendable {
    /// The program's version.
    package var version = ""
    /// Whether there may be a picture of an item; asked for each card, so it looks at names only.
    package var canPicture: @Sendable (RecordedItem) -> Bool = {
        !$0.isFolder && PictureIcon.mayHavePicture(name: $0.path)
    }
    /// A picture of an item, of at most so many pixels on its longer side; nil: there is none.
    ///
    /// JPEG, PNG, WebP and GIF are shown; nothing else is sent to a browser.
    package var picture: @Sendable (RecordedItem, Int) async -> Picture? = { _, _ in nil }
    /// The drives, as people know them: `photos (OneDrive ana@example.com)`.
    package var drives: @Sendable () async -> [String] = { [] }
    /// For how many days on end something was decided.
    package var streak: @Sendable () async -> Int64 = { 0 }
    /// What staging would do now.
    package var stagePreview: @Sendable () async throws(ReviewError) -> StagePreview = {
        StagePreview()
    }
    /// Stages so many items; throws `wrongCount` if it would be another number now.
    package var stage: @Sendable (Int64) async throws(ReviewError) -> StageResult = {
        (_) async throws(ReviewError) in
        throw ReviewError(.invalid, .refuseNotFromHere)
    }
    /// Takes back what waits for its deletion; how many items that were.
    package var cancel: @Sendable () async throws(ReviewError) -> Int64 = { 0 }
    /// What the page says of the program.
    package var about: @Sendable () async -> PageAbout = { PageAbout() }
    /// All that is stored, for the person to keep.
    package var export: @Sendable () async throws(ReviewError) -> PageExport = {
        () async throws(ReviewError) in
        throw ReviewError(.invalid, .refuseNotFromHere)
    }
    /// Where one stands with issuers, and what they offer, as a JSON document, in those words.
    package var tiers: @Sendable (Words) async throws(ReviewError) -> [UInt8] = { _ in
        Array("{\"standings\":[]}".utf8)
    }
    /// Redeems a code of an issuer where what it brings is what the person agreed to, by its digest; else
    /// it says what that would be.
    package var redeem: @Sendable (PageCodeRequest) async throws(ReviewError) -> PageCode = {
        (_) async throws(ReviewError) in
        throw ReviewError(.invalid, .refuseNotFromHere)
    }
    /// The settings that the page stored, a JSON object.
    package var settings: @Sendable () async throws(ReviewError) -> [UInt8] = {
        Array("{}".utf8)
    }
    /// Stores the settings of the page.
    package var saveSettings: @Sendable ([UInt8]) async throws(ReviewError) -> Void = { _ in }
    /// The statistics of so many days, as a JSON document.
    package var stats: @Sendable (Int) async throws(ReviewError) -> [UInt8] = { _ in
        Array("{}".utf8)
    }
    /// The chart of so many days, as SVG; narrow, where that is asked for; in those words.
    package var chart: @Sendable (Int, Bool, Words) async throws(ReviewError) -> [UInt8] = {
        (_, _, _) async throws(ReviewError) in
        throw ReviewError(.invalid, .refuseNotFromHere)
    }
    /// The picture of so many days to share, as SVG, in those words: numbers and dates, no names.
    package var share: @Sendable (Int, Words) async throws(ReviewError) -> [UInt8] = {
        (_, _) async throws(ReviewError) in
        throw ReviewError(.invalid, .refuseNotFromHere)
    }

    /// What signing in would bring, where it may be said now; from then on it was said.
    package var offer: @Sendable () async -> PageOffer? = { nil }
    /// Takes what a person said to the offer.
    package var answerOffer: @Sendable (PageOffer.Answer) async throws(ReviewError) -> Void = { _ in
    }
    /// Takes down that a step of the tour was seen, and whether the tour was over then.
    package var tour: @Sendable (Int, Bool) async -> Void = { _, _ in }
    /// What somebody is told who comes to the page after a while; from then on it was said.
    package var welcome: @Sendable () async -> Phrase? = { nil }
    /// The accounts of the drives that somebody signs in to.
    package var accounts: @Sendable () async -> [PageAccount] = { [] }

    /// Signing in to drives, and out of them.
    package var signIns = PageSignInServices()

    /// Services that have nothing.
    package init() {}
}

/// What staging would do.
package struct StagePreview: Sendable, Hashable {
    /// Why it cannot be staged, in sentences; empty if it can.
    package var refusals: [Phrase] = []
    /// When the plan was staged; nil if it was not, and then all below says what would happen.
    package var startedAt: Timestamp?
    /// What would be staged.
    package var items: Int64 = 0
    /// Of it the bytes that are known.
    package var bytes: Int64 = 0
    /// When the first deletion would be due.
    package var firstDue: Timestamp?
    /// How a deleted item comes back, a sentence for each drive.
    package var waysBack: [Phrase] = []
    /// What each rule deletes.
    package var rules: [StageShare] = []
    /// What waits for its deletion already.
    package var waiting = StageShare(rule: "", items: 0, bytes: 0)
    /// When the next of these is due.
    package var nextDue: Timestamp?

    /// Nothing would be staged.
    package init() {}
}

/// The part of a rule in what is staged.
package struct StageShare: Sendable, Hashable {
    /// The rule's id.
    package var rule: String
    /// Items.
    package var items: Int64
    /// Bytes, of those whose size is known.
    package var bytes: Int64

    /// The given part.
    package init(rule: String, items: Int64, bytes: Int64) {
        self.rule = rule
        self.items = items
        self.bytes = bytes
    }
}

/// What was staged.
package struct StageResult: Sendable, Hashable {
    /// Items that wait now.
    package var staged: Int64
    /// Items that were left out, such as those that changed meanwhile.
    package var skipped: Int64
    /// When the first of them is due.
    package var firstDue: Timestamp?
    /// When the last one is due.
    package var lastDue: Timestamp?

    /// The given result.
    package init(staged: Int64, skipped: Int64, firstDue: Timestamp?, lastDue: Timestamp?) {
        self.staged = staged
        self.skipped = skipped
        self.firstDue = firstDue
        self.lastDue = lastDue
    }
}

/// What the page says of the program: what is stored, and where.
package struct PageAbout: Sendable, Hashable {
    /// Where the state is.
    package var stateFile = ""
    /// Where pictures are kept for a while; nil: nowhere.
    package var cacheFolder: String?
    /// Where the rules are.
    package var rules = ""
    /// The command that exports all that is stored.
    package var exportCommand = "cleanrules export"
    /// The command that forgets it.
    package var forgetCommand = "cleanrules forget"

    /// Nothing is known.
    package init() {}
}

/// All that is stored, piece by piece.
package struct PageExport: Sendable {
    /// What the browser calls the file.
    package var fileName: String
    /// What it holds, as in `application/json`.
    package var mediaType: String
    /// The next bytes; nil at the end.
    package var next: @Sendable () async throws -> [UInt8]?

    /// The given export.
    package init(
        fileName: String, mediaType: String, next: @escaping @Sendable () async throws -> [UInt8]?
    ) {
        self.fileName = fileName
        self.mediaType = mediaType
        self.next = next
    }
}
