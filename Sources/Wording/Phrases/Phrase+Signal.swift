// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `the CI service could not be told`
    package static var integrationLost: Phrase { Phrase("integration:lost") }
    /// `the summary of the CI service could not be added to: GITHUB_STEP_SUMMARY names no file that is there`
    package static var integrationSummary: Phrase { Phrase("integration:summary") }
    /// `{n} are not tried any more`
    package static func notifyGivenUp(n: some BinaryInteger) -> Phrase {
        Phrase("notify:given-up", ["n": .count(Int64(clamping: n))])
    }
    /// `there was no time left`
    package static var notifyLate: Phrase { Phrase("notify:late") }
    /// `the mail server answered with '{text}'`
    package static func notifyMailReply(text: some PhrasePart) -> Phrase {
        Phrase("notify:mail-reply", ["text": text.phraseValue])
    }
    /// `that is no https address`
    package static var notifyNoAddress: Phrase { Phrase("notify:no-address") }
    /// `this machine's libcurl sends no mail`
    package static var notifyNoMail: Phrase { Phrase("notify:no-mail") }
    /// `the network cannot be used`
    package static var notifyNoNetwork: Phrase { Phrase("notify:no-network") }
    /// `{path} is not run: {why}`
    package static func notifyNoProgram(path: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("notify:no-program", ["path": path.phraseValue, "why": why.phraseValue])
    }
    /// `that is no mail server; 'smtps://HOST' and 'smtp://HOST' are, with a port or without`
    package static var notifyNoServer: Phrase { Phrase("notify:no-server") }
    /// `its '{name}' cannot be had: the variable is not set, or the file is not there or can be reached by other users`
    package static func notifyNoValue(name: some PhrasePart) -> Phrase {
        Phrase("notify:no-value", ["name": name.phraseValue])
    }
    /// `{path} took too long and was ended`
    package static func notifyProgramLate(path: some PhrasePart) -> Phrase {
        Phrase("notify:program-late", ["path": path.phraseValue])
    }
    /// `{path} ended with {text}`
    package static func notifyProgramStatus(path: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("notify:program-status", ["path": path.phraseValue, "text": text.phraseValue])
    }
    /// `{path} could not be started`
    package static func notifyProgramUnstarted(path: some PhrasePart) -> Phrase {
        Phrase("notify:program-unstarted", ["path": path.phraseValue])
    }
    /// `{what} could not be told: {why}; that is not tried again`
    package static func notifyRefused(what: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("notify:refused", ["what": what.phraseValue, "why": why.phraseValue])
    }
    /// `the report says why`
    package static var notifySeeReport: Phrase { Phrase("notify:see-report") }
    /// `{n} sent`
    package static func notifySent(n: some BinaryInteger) -> Phrase {
        Phrase("notify:sent", ["n": .count(Int64(clamping: n))])
    }
    /// `the service answered with {text}`
    package static func notifyStatus(text: some PhrasePart) -> Phrase {
        Phrase("notify:status", ["text": text.phraseValue])
    }
    /// `{what} could not be told: {why}; the next round tries again`
    package static func notifyUnsent(what: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("notify:unsent", ["what": what.phraseValue, "why": why.phraseValue])
    }
    /// `{size} free where the state lies`
    package static func runDisk(size: Int64) -> Phrase {
        Phrase("run:disk", ["size": .size(size)])
    }
    /// `{size} in its recycle bin`
    package static func runDriveBin(size: Int64) -> Phrase {
        Phrase("run:drive.bin", ["size": .size(size)])
    }
    /// `{drive}: {n} items listed`
    package static func runDriveCounted(n: some BinaryInteger, drive: some PhrasePart) -> Phrase {
        Phrase("run:drive.counted", ["n": .count(Int64(clamping: n)), "drive": drive.phraseValue])
    }
    /// `{drive}: it could not be listed: {why}`
    package static func runDriveFailed(drive: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("run:drive.failed", ["drive": drive.phraseValue, "why": why.phraseValue])
    }
    /// `{size} free`
    package static func runDriveFree(size: Int64) -> Phrase {
        Phrase("run:drive.free", ["size": .size(size)])
    }
    /// `last listed {when}`
    package static func runDriveLast(when: some PhrasePart) -> Phrase {
        Phrase("run:drive.last", ["when": when.phraseValue])
    }
    /// `{drive}: {n} items listed, {size}`
    package static func runDriveListed(n: some BinaryInteger, drive: some PhrasePart, size: Int64) -> Phrase {
        Phrase("run:drive.listed", ["n": .count(Int64(clamping: n)), "drive": drive.phraseValue, "size": .size(size)])
    }
    /// `{drive}: its folder is not there; connect or mount it`
    package static func runDriveMissing(drive: some PhrasePart) -> Phrase {
        Phrase("run:drive.missing", ["drive": drive.phraseValue])
    }
    /// `{drive}: it cannot be reached for now; a later round tries again`
    package static func runDriveOffline(drive: some PhrasePart) -> Phrase {
        Phrase("run:drive.offline", ["drive": drive.phraseValue])
    }
    /// `{drive}: nobody is signed in to it; '{command}' does that`
    package static func runDriveSignIn(drive: some PhrasePart, command: Hint) -> Phrase {
        Phrase("run:drive.sign-in", ["drive": drive.phraseValue, "command": .command(command)])
    }
    /// `{drive}: not asked in this round`
    package static func runDriveUnasked(drive: some PhrasePart) -> Phrase {
        Phrase("run:drive.unasked", ["drive": drive.phraseValue])
    }
    /// `What became of what was due`
    package static var runHandled: Phrase { Phrase("run:handled") }
    /// `disk`
    package static var runLabelDisk: Phrase { Phrase("run:label.disk") }
    /// `drive`
    package static var runLabelDrive: Phrase { Phrase("run:label.drive") }
    /// `messages`
    package static var runLabelNotices: Phrase { Phrase("run:label.notices") }
    /// `pictures`
    package static var runLabelPictures: Phrase { Phrase("run:label.pictures") }
    /// `quota`
    package static var runLabelQuota: Phrase { Phrase("run:label.quota") }
    /// `round`
    package static var runLabelRound: Phrase { Phrase("run:label.round") }
    /// `free again {when}`
    package static func runQuotaFree(when: some PhrasePart) -> Phrase {
        Phrase("run:quota.free", ["when": when.phraseValue])
    }
    /// `Staged in this round`
    package static var runStagedNow: Phrase { Phrase("run:staged-now") }
    /// `--log-format takes text or json`
    package static var usageLogFormat: Phrase { Phrase("usage:log-format") }
}
