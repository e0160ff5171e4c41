// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `No other device has written anything there yet.`
    package static var devicesAlone: Phrase { Phrase("devices:alone") }
    /// `the log of this device in {place} changed each time that it was to be written; the next sync tries again`
    package static func devicesBusy(place: some PhrasePart) -> Phrase {
        Phrase("devices:busy", ["place": place.phraseValue])
    }
    /// `the decisions on drive '{drive}' cannot be read: {why}`
    package static func devicesCannotRead(drive: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("devices:cannotRead", ["drive": drive.phraseValue, "why": why.phraseValue])
    }
    /// `the decisions cannot be written to drive '{drive}': {why}`
    package static func devicesCannotWrite(drive: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("devices:cannotWrite", ["drive": drive.phraseValue, "why": why.phraseValue])
    }
    /// `device`
    package static var devicesColumnDevice: Phrase { Phrase("devices:column.device") }
    /// `decided last`
    package static var devicesColumnLast: Phrase { Phrase("devices:column.last") }
    /// `read`
    package static var devicesColumnRead: Phrase { Phrase("devices:column.read") }
    /// `the decisions of {device} cannot be read from line {line} on ({why}); what stands before counts, and the rest when {device} has synced again`
    package static func devicesDamaged(device: some PhrasePart, line: Int, why: some PhrasePart) -> Phrase {
        Phrase("devices:damaged", ["device": device.phraseValue, "line": .text(String(line)), "why": why.phraseValue])
    }
    /// `on {device}`
    package static func devicesDecided(device: some PhrasePart) -> Phrase {
        Phrase("devices:decided", ["device": device.phraseValue])
    }
    /// `decisions are shared, and were brought together`
    package static var devicesDeed: Phrase { Phrase("devices:deed") }
    /// `decisions were not brought together with those of other devices: {why}`
    package static func devicesFailed(why: some PhrasePart) -> Phrase {
        Phrase("devices:failed", ["why": why.phraseValue])
    }
    /// `the log by which this device shared its decisions, {path}: other devices still read it; remove it there if they are not to`
    package static func devicesForget(path: some PhrasePart) -> Phrase {
        Phrase("devices:forget", ["path": path.phraseValue])
    }
    /// `Nothing waits for {names} any more. Should anything new be read from there, it counts as ever.`
    package static func devicesGone(names: some PhrasePart) -> Phrase {
        Phrase("devices:gone", ["names": names.phraseValue])
    }
    /// `nothing waits for {names} any more`
    package static func devicesGoneDeed(names: some PhrasePart) -> Phrase {
        Phrase("devices:goneDeed", ["names": names.phraseValue])
    }
    /// `{n} decisions taken over from {device}.`
    package static func devicesHeard(n: some BinaryInteger, device: some PhrasePart) -> Phrase {
        Phrase("devices:heard", ["n": .count(Int64(clamping: n)), "device": device.phraseValue])
    }
    /// `decisions`
    package static var devicesLabel: Phrase { Phrase("devices:label") }
    /// `{n} decisions about local folders are not shared: the same path on another device is another file.`
    package static func devicesLocal(n: some BinaryInteger) -> Phrase {
        Phrase("devices:local", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items are marked for deletion on another device only, and stay until you stage a plan of your own: {command}`
    package static func devicesMarksLeft(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("devices:marksLeft", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `the decisions cannot be written to drive '{drive}': {why}; where the sign-in may only read, '{command}' asks for what is needed (Files.ReadWrite)`
    package static func devicesMayNotWrite(drive: some PhrasePart, why: some PhrasePart, command: Hint) -> Phrase {
        Phrase("devices:mayNotWrite", ["drive": drive.phraseValue, "why": why.phraseValue, "command": .command(command)])
    }
    /// `the decisions of {device} are not there any more; what was read before counts, and until they are there again nothing goes that is shared`
    package static func devicesMissing(device: some PhrasePart) -> Phrase {
        Phrase("devices:missing", ["device": device.phraseValue])
    }
    /// `no other device is known here`
    package static var devicesNone: Phrase { Phrase("devices:none") }
    /// `drive '{drive}' is not the OneDrive of who has signed in, and whoever else writes there would write your decisions; 'sync' takes a drive of your own`
    package static func devicesNotOwn(drive: some PhrasePart) -> Phrase {
        Phrase("devices:notOwn", ["drive": drive.phraseValue])
    }
    /// `Decisions are not shared from here any more. What this device has told the others stays in {place}.`
    package static func devicesOff(place: some PhrasePart) -> Phrase {
        Phrase("devices:off", ["place": place.phraseValue])
    }
    /// `decisions are not shared any more`
    package static var devicesOffDeed: Phrase { Phrase("devices:offDeed") }
    /// `this device goes on under a new id: its state is older than what it had told the others, or a copy of it is in use elsewhere; nothing is lost`
    package static var devicesRenewed: Phrase { Phrase("devices:renewed") }
    /// `the decisions of {device} are others than those that were read before, so nothing new is taken from them; {device} begins another log when it syncs`
    package static func devicesRewritten(device: some PhrasePart) -> Phrase {
        Phrase("devices:rewritten", ["device": device.phraseValue])
    }
    /// `{n} lines written for other devices.`
    package static func devicesSent(n: some BinaryInteger) -> Phrase {
        Phrase("devices:sent", ["n": .count(Int64(clamping: n))])
    }
    /// `several devices are meant by '{device}'; name one by its id: {names}`
    package static func devicesSeveral(device: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("devices:several", ["device": device.phraseValue, "names": names.phraseValue])
    }
    /// `decided on {device}`
    package static func devicesSource(device: some PhrasePart) -> Phrase {
        Phrase("devices:source", ["device": device.phraseValue])
    }
    /// `shared with {names}, brought together {when}`
    package static func devicesStatus(names: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("devices:status", ["names": names.phraseValue, "when": when.phraseValue])
    }
    /// `shared, written {when}; no other device has written any yet`
    package static func devicesStatusAlone(when: some PhrasePart) -> Phrase {
        Phrase("devices:status.alone", ["when": when.phraseValue])
    }
    /// `shared, but not brought together yet`
    package static var devicesStatusNever: Phrase { Phrase("devices:status.never") }
    /// `Decisions are shared in {place}, by the name '{name}'.`
    package static func devicesSynced(place: some PhrasePart, name: some PhrasePart) -> Phrase {
        Phrase("devices:synced", ["place": place.phraseValue, "name": name.phraseValue])
    }
    /// `{n} items that waited for their deletion wait no more.`
    package static func devicesTakenBack(n: some BinaryInteger) -> Phrase {
        Phrase("devices:takenBack", ["n": .count(Int64(clamping: n))])
    }
    /// `the decisions cannot be written to drive '{drive}': the log of this device has {size}, more than the service takes at once; name a folder by 'sync.folder' instead`
    package static func devicesTooLarge(drive: some PhrasePart, size: Int64) -> Phrase {
        Phrase("devices:tooLarge", ["drive": drive.phraseValue, "size": .size(size)])
    }
    /// `in {place} lie logs of more than {limit} other devices, or too many other files, so that not all are read, and nothing goes that is shared; remove what is of devices that are gone, and name these with --forget`
    package static func devicesTooMany(place: some PhrasePart, limit: some BinaryInteger) -> Phrase {
        Phrase("devices:tooMany", ["place": place.phraseValue, "limit": .count(Int64(clamping: limit))])
    }
    /// `no other device is called '{device}'; known are {names}`
    package static func devicesUnknown(device: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("devices:unknown", ["device": device.phraseValue, "names": names.phraseValue])
    }
    /// `Decisions are not shared from here.`
    package static var devicesWasOff: Phrase { Phrase("devices:wasOff") }
    /// `the decisions of {device} are an older copy than what was read before; nothing is lost, and {device} writes them anew when it syncs`
    package static func devicesWentBack(device: some PhrasePart) -> Phrase {
        Phrase("devices:wentBack", ["device": device.phraseValue])
    }
}
