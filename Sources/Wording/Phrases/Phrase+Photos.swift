// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `{drive}: {names}`
    package static func checkPhotosName(drive: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("check:photos.name", ["drive": drive.phraseValue, "names": names.phraseValue])
    }
    /// `no name stands for several pictures of one folder`
    package static var checkPhotosNone: Phrase { Phrase("check:photos.none") }
    /// `{n} names stand for several pictures of one folder: each of their files is on its own`
    package static func checkPhotosSome(n: some BinaryInteger) -> Phrase {
        Phrase("check:photos.some", ["n": .count(Int64(clamping: n))])
    }
    /// `about {span} more at {rate} a second`
    package static func photosAhead(span: some PhrasePart, rate: some PhrasePart) -> Phrase {
        Phrase("photos:ahead", ["span": span.phraseValue, "rate": rate.phraseValue])
    }
    /// `about {n} more days at {rate} a second, {span} a day`
    package static func photosAheadDays(n: some BinaryInteger, rate: some PhrasePart, span: some PhrasePart) -> Phrase {
        Phrase("photos:ahead.days", ["n": .count(Int64(clamping: n)), "rate": rate.phraseValue, "span": span.phraseValue])
    }
    /// `as of {when}`
    package static func photosAsOf(when: some PhrasePart) -> Phrase {
        Phrase("photos:as-of", ["when": when.phraseValue])
    }
    /// `another drive lies there now, or none`
    package static var photosAway: Phrase { Phrase("photos:away") }
    /// `picture`
    package static var photosColumnItem: Phrase { Phrase("photos:column.item") }
    /// `why it is unreadable`
    package static var photosColumnProblem: Phrase { Phrase("photos:column.problem") }
    /// `{n} contradict what the drive says`
    package static func photosContradicting(n: some BinaryInteger) -> Phrase {
        Phrase("photos:contradicting", ["n": .count(Int64(clamping: n))])
    }
    /// `what the rules let be looked at in one day is used up; with --for it goes on`
    package static var photosDay: Phrase { Phrase("photos:day") }
    /// `not looked at: listings are no pictures`
    package static var photosElsewhere: Phrase { Phrase("photos:elsewhere") }
    /// `What was seen of pictures is forgotten; what you called different stays.`
    package static var photosForgotten: Phrase { Phrase("photos:forgotten") }
    /// `{count} of {n} looked at`
    package static func photosLine(count: some BinaryInteger, n: some BinaryInteger) -> Phrase {
        Phrase("photos:line", ["count": .count(Int64(clamping: count)), "n": .count(Int64(clamping: n))])
    }
    /// `not all drives were listed yet: they are listed first`
    package static var photosListing: Phrase { Phrase("photos:listing") }
    /// `{n} out of reach now`
    package static func photosMissed(n: some BinaryInteger) -> Phrase {
        Phrase("photos:missed", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} now`
    package static func photosNew(n: some BinaryInteger) -> Phrase {
        Phrase("photos:new", ["n": .count(Int64(clamping: n))])
    }
    /// `the program 'cleanrules-pictures', which opens pictures, is not there, so no picture was looked at`
    package static var photosNoWorker: Phrase { Phrase("photos:no-worker") }
    /// `no pictures were listed`
    package static var photosNone: Phrase { Phrase("photos:none") }
    /// `some pictures could not be looked at now`
    package static var photosPartial: Phrase { Phrase("photos:partial") }
    /// `pictures: {count} of {n} looked at; what the other {left} show is unknown, and what is unknown stays ({command})`
    package static func photosPlan(count: some BinaryInteger, n: some BinaryInteger, left: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("photos:plan", ["count": .count(Int64(clamping: count)), "n": .count(Int64(clamping: n)), "left": .count(Int64(clamping: left)), "command": .command(command)])
    }
    /// `pictures: all {count} looked at`
    package static func photosPlanAll(count: some BinaryInteger) -> Phrase {
        Phrase("photos:plan.all", ["count": .count(Int64(clamping: count))])
    }
    /// `similar pictures: {n} groups among the {count} looked at`
    package static func photosPlanGroups(n: some BinaryInteger, count: some BinaryInteger) -> Phrase {
        Phrase("photos:plan.groups", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count))])
    }
    /// `Looking at pictures on '{drive}'`
    package static func photosProgress(drive: some PhrasePart) -> Phrase {
        Phrase("photos:progress", ["drive": drive.phraseValue])
    }
    /// `every picture that was looked at could be read`
    package static var photosReadable: Phrase { Phrase("photos:readable") }
    /// `the time is up; the next call goes on from here`
    package static var photosStopped: Phrase { Phrase("photos:stopped") }
    /// `{n} unreadable ({command})`
    package static func photosUnreadable(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("photos:unreadable", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `the rules let pictures be looked at from {begin} on only; with --for it is done now`
    package static func photosWindow(begin: some PhrasePart) -> Phrase {
        Phrase("photos:window", ["begin": begin.phraseValue])
    }
}
