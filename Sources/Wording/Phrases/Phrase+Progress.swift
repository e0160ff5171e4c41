// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `Applying the rules`
    package static var progressApplying: Phrase { Phrase("progress:applying") }
    /// `Backing up the state`
    package static var progressBackingUp: Phrase { Phrase("progress:backing-up") }
    /// `Bringing back`
    package static var progressBringingBack: Phrase { Phrase("progress:bringing-back") }
    /// `Bringing the state back`
    package static var progressBringingStateBack: Phrase { Phrase("progress:bringing-state-back") }
    /// `{size} of {amount} read`
    package static func progressBytesOf(size: Int64, amount: Int64) -> Phrase {
        Phrase("progress:bytes.of", ["size": .size(size), "amount": .size(amount)])
    }
    /// `Checking the plan`
    package static var progressCheckingPlan: Phrase { Phrase("progress:checking-plan") }
    /// `Comparing files on '{drive}'`
    package static func progressComparing(drive: some PhrasePart) -> Phrase {
        Phrase("progress:comparing", ["drive": drive.phraseValue])
    }
    /// `Deleting`
    package static var progressDeleting: Phrase { Phrase("progress:deleting") }
    /// `Exporting`
    package static var progressExporting: Phrase { Phrase("progress:exporting") }
    /// `Hashing files on '{drive}'`
    package static func progressHashing(drive: some PhrasePart) -> Phrase {
        Phrase("progress:hashing", ["drive": drive.phraseValue])
    }
    /// `Importing`
    package static var progressImporting: Phrase { Phrase("progress:importing") }
    /// `{n} items`
    package static func progressItems(n: some BinaryInteger) -> Phrase {
        Phrase("progress:items", ["n": .count(Int64(clamping: n))])
    }
    /// `{count} of {n} items`
    package static func progressItemsOf(n: some BinaryInteger, count: some BinaryInteger) -> Phrase {
        Phrase("progress:items.of", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count))])
    }
    /// `about {span} left`
    package static func progressLeft(span: some PhrasePart) -> Phrase {
        Phrase("progress:left", ["span": span.phraseValue])
    }
    /// `{what}: {text}`
    package static func progressLine(what: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("progress:line", ["what": what.phraseValue, "text": text.phraseValue])
    }
    /// `Listing '{drive}'`
    package static func progressListing(drive: some PhrasePart) -> Phrase {
        Phrase("progress:listing", ["drive": drive.phraseValue])
    }
    /// `{text} a second`
    package static func progressRate(text: some PhrasePart) -> Phrase {
        Phrase("progress:rate", ["text": text.phraseValue])
    }
    /// `Reading '{drive}'`
    package static func progressReading(drive: some PhrasePart) -> Phrase {
        Phrase("progress:reading", ["drive": drive.phraseValue])
    }
    /// `Reading the state`
    package static var progressReadingState: Phrase { Phrase("progress:reading-state") }
    /// `Replaying the history`
    package static var progressReplaying: Phrase { Phrase("progress:replaying") }
    /// `Saving the listing of '{drive}'`
    package static func progressSavingListing(drive: some PhrasePart) -> Phrase {
        Phrase("progress:saving-listing", ["drive": drive.phraseValue])
    }
    /// `Saving the plan`
    package static var progressSavingPlan: Phrase { Phrase("progress:saving-plan") }
    /// `Staging`
    package static var progressStaging: Phrase { Phrase("progress:staging") }
    /// `Stopping after this item … (once more to stop at once)`
    package static var progressStopping: Phrase { Phrase("progress:stopping") }
    /// `Taking back`
    package static var progressTakingBack: Phrase { Phrase("progress:taking-back") }
    /// `Waiting until {when}.`
    package static func progressWaiting(when: some PhrasePart) -> Phrase {
        Phrase("progress:waiting", ["when": when.phraseValue])
    }
    /// `Waiting for {n} items: {span}`
    package static func progressWaitingItems(n: some BinaryInteger, span: some PhrasePart) -> Phrase {
        Phrase("progress:waiting.items", ["n": .count(Int64(clamping: n)), "span": span.phraseValue])
    }
    /// `Writing '{path}'`
    package static func progressWriting(path: some PhrasePart) -> Phrase {
        Phrase("progress:writing", ["path": path.phraseValue])
    }
}
