// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// The most rounds that are under way at once.
    private static let atOnceMax: Int64 = 32
    /// The most entries of a list.
    private static let entriesMax = 50_000

    /// The fleet that the file describes; what is wrong is reported.
    mutating func fleet() -> FleetFile {
        var fleet = FleetFile()
        guard let root = tree.root else {
            let place = source.range(source.start..<source.start)
            _ = required(.version, in: Fields<FleetKey>(place: place, slots: [:]))
            return fleet
        }
        guard let fields = fields(Slot(value: root), FleetKey.self) else { return fleet }
        fleet.hasSource = fields[.source] != nil
        parsed(required(.version, in: fields), VersionGrammar.check)
        fleet.rules = required(.rules, in: fields).flatMap { entry($0) }
        fleet.work = required(.work, in: fields).flatMap { entry($0) }
        readService(fields[.graph], into: &fleet)
        if fields[.source] == nil {
            readDrives(fields, into: &fleet)
        } else {
            readSource(fields, into: &fleet)
        }
        fleet.atOnce = count(fields[.atOnce], atLeast: 1, atMost: Self.atOnceMax) ?? fleet.atOnce
        // A plan alone deletes nothing.
        let caps = fields[.source] == nil ? required(.caps, in: fields) : fields[.caps]
        if let caps { readCaps(caps, into: &fleet) }
        readWaves(fields[.waves], into: &fleet)
        return fleet
    }

    // MARK: Source

    private mutating func readSource(_ fields: Fields<FleetKey>, into fleet: inout FleetFile) {
        if let slot = fields[.source], let source = self.fields(slot, FleetSourceKey.self) {
            let kind = word(required(.kind, in: source), FleetFile.Source.Kind.self)
            let place: FleetSourceKey = kind == .state ? .profiles : .files
            let files = required(place, in: source).flatMap { entry($0) }
            if let kind, let files { fleet.source = FleetFile.Source(kind: kind, files: files) }
            fleet.source?.libraries = libraries(source[.libraries], of: kind)
            if kind == .state {
                misplace(.files, in: source, .listings)
            } else if kind != nil {
                misplace(.profiles, in: source, .state)
            }
        }
        // Lines of a dataset say of which library they are, and states which drive they are of, but not
        // what that is called here.
        let kind = fleet.source?.kind
        let inventory =
            kind == .dataset || kind == .state
            ? required(.inventory, in: fields) : fields[.inventory]
        fleet.inventory = inventory.flatMap { entry($0) }
        fleet.acrossOwners =
            word(fields[.acrossOwners], FleetFile.AcrossOwners.self) ?? fleet.acrossOwners
        fleet.lines = word(fields[.lines], FleetFile.Lines.self)
        for key in [FleetKey.users, .sites, .drives] {
            guard let slot = fields[key] else { continue }
            report(
                .keyMisplaced,
                Message(
                    "'\(key.rawValue)' are asked of the service; the drives of a fleet with a"
                        + " 'source' are those that it tells of"), at: place(of: slot))
        }
    }

    private mutating func libraries(
        _ slot: Slot?, of kind: FleetFile.Source.Kind?
    ) -> FleetFile.Source.Libraries? {
        guard let slot else { return nil }
        if let kind, kind != .dataset { misplace("libraries", slot, .dataset) }
        return word(slot, FleetFile.Source.Libraries.self)
    }

    /// Reports `key` where it stands in `source`, for it is of sources of `kind`.
    private mutating func misplace(
        _ key: FleetSourceKey, in source: Fields<FleetSourceKey>, _ kind: FleetFile.Source.Kind
    ) {
        if let slot = source[key] { misplace(key.rawValue, slot, kind) }
    }

    private mutating func misplace(
        _ key: String, _ slot: Slot, _ kind: FleetFile.Source.Kind
    ) {
        report(
            .keyMisplaced, Message("'\(key)' is of sources of kind '\(kind.rawValue)'"),
            at: place(of: slot))
    }

    // MARK: Who

    private mutating func readDrives(_ fields: Fields<FleetKey>, into fleet: inout FleetFile) {
        if let slot = fields[.users], let users = self.fields(slot, FleetUsersKey.self) {
            fleet.users.list = entries(users[.list], folding: true)
            fleet.users.file = users[.file].flatMap { entry($0) }
            fleet.users.groups = entries(users[.group], folding: true)
            fleet.users.query = users[.query].flatMap { entry($0) }
            fleet.users.except = entries(users[.except], folding: true)
        }
        fleet.sites = entries(fields[.sites], folding: true)
        fleet.drives = entries(fields[.drives], folding: false)
        if fields[.users] == nil, fields[.sites] == nil, fields[.drives] == nil {
            report(
                .keyMissing,
                Message("a fleet needs drives: 'users', 'sites' or 'drives'"), at: fields.place)
        }
        for key in [FleetKey.inventory, .acrossOwners, .lines] {
            guard let slot = fields[key] else { continue }
            report(
                .keyMisplaced, Message("'\(key.rawValue)' is of fleets with a 'source'"),
                at: place(of: slot))
        }
    }

    /// A text that is not empty.
    private mutating func entry(_ slot: Slot) -> FleetFile.Entry? {
        guard let text = text(slot) else { return nil }
        if text.allSatisfy(\.isWhitespace) {
            report(.keyMissing, Message("\(title(of: slot)) is empty"), at: place(of: slot))
            return nil
        }
        return FleetFile.Entry(text: text, place: place(of: slot))
    }

    /// One text or a list of some, none of them twice; `folding`: letters are the same in any case.
    private mutating func entries(_ slot: Slot?, folding: Bool) -> [FleetFile.Entry] {
        guard let slot else { return [] }
        let slots = oneOrMore(slot)
        if slots.count > Self.entriesMax {
            report(
                .numberTooLarge,
                Message("\(title(of: slot)) has at most \(Self.entriesMax) entries"),
                at: place(of: slot))
            return []
        }
        var seen: Set<ExactText> = []
        var found: [FleetFile.Entry] = []
        for slot in slots {
            guard let entry = entry(slot) else { continue }
            let text = folding ? entry.text.lowercased() : entry.text
            if seen.insert(ExactText(text: text)).inserted {
                found.append(entry)
            } else {
                report(
                    .keyDuplicate, Message("'\(entry.text.quotable)' stands here twice"),
                    at: entry.place)
            }
        }
        return found
    }

    // MARK: Service

    private mutating func readService(_ slot: Slot?, into fleet: inout FleetFile) {
        guard let slot, let fields = fields(slot, FleetGraphKey.self) else { return }
        fleet.hasService = true
        let others: Set<FleetGraphKey> = [.licences, .share, .workingHours]
        for key in FleetGraphKey.allCases where !others.contains(key) {
            if let entry = fields[key].flatMap({ entry($0) }) {
                fleet.service[key.rawValue] = entry.text
            }
        }
        fleet.licences = count(fields[.licences], atLeast: 1) ?? fleet.licences
        fleet.share = share(fields[.share]) ?? fleet.share
        fleet.workingHours = workingHours(fields[.workingHours], atMost: fleet.share)
    }

    /// A percentage from 1 to 100.
    mutating func share(_ slot: Slot?) -> Int64? {
        guard let slot, let share = percentage(slot) else { return nil }
        if share > 0 { return share }
        report(
            .numberTooSmall, Message("\(title(of: slot)) is at least \(1)"), at: place(of: slot))
        return nil
    }

    /// A percentage up to 100.
    mutating func percentage(_ slot: Slot) -> Int64? {
        guard let value = parsed(slot, CountGrammar.percent) else { return nil }
        if value <= 100 { return value }
        report(
            .numberTooLarge, Message("\(title(of: slot)) is at most \(100)"), at: place(of: slot))
        return nil
    }

    // MARK: Caps

    private mutating func readCaps(_ slot: Slot, into fleet: inout FleetFile) {
        guard let fields = fields(slot, FleetCapsKey.self) else { return }
        if let slot = fields[.drive], let cap = self.fields(slot, FleetDriveCapKey.self) {
            fleet.perDrive.items = count(cap[.items])
            fleet.perDrive.bytes = parsed(cap[.bytes], SizeGrammar.size)
            warnOfNothing(cap[.items], fleet.perDrive.items)
            warnOfNothing(cap[.bytes], fleet.perDrive.bytes)
        }
        if let slot = required(.day, in: fields), let cap = self.fields(slot, FleetDayCapKey.self) {
            fleet.perDay.items = required(.items, in: cap).flatMap { count($0) }
            fleet.perDay.bytes = parsed(cap[.bytes], SizeGrammar.size)
            fleet.drivesPerDay = count(cap[.drives])
            warnOfNothing(cap[.items], fleet.perDay.items)
            warnOfNothing(cap[.bytes], fleet.perDay.bytes)
            warnOfNothing(cap[.drives], fleet.drivesPerDay)
        }
        if let slot = fields[.wave] { readWaveCap(slot, into: &fleet) }
        if let slot = fields[.stopWhen], let stop = self.fields(slot, FleetStopKey.self) {
            readStops(stop, into: &fleet)
        }
    }

    /// Says that a cap that is 0 lets nothing go, which may have been meant for a while, or as no cap at all.
    private mutating func warnOfNothing(_ slot: Slot?, _ value: Int64?) {
        guard let slot, value == 0 else { return }
        warn(
            .numberTooSmall,
            Message(
                "\(title(of: slot)) is 0, and nothing is ever deleted by it; for a while"
                    + " 'cleanrules fleet pause' does that, and a cap that is not needed is left"
                    + " out"), at: place(of: slot))
    }

    private mutating func readWaveCap(_ slot: Slot, into fleet: inout FleetFile) {
        if !fleet.hasSource {
            report(
                .keyMisplaced, Message("'\("wave")' is of fleets with a 'source'"),
                at: place(of: slot))
            return
        }
        guard let cap = fields(slot, FleetWaveCapKey.self) else { return }
        // A wave of which nothing may be staged would hold up all others.
        fleet.perWave.items = count(cap[.items], atLeast: 1)
        if let slot = cap[.bytes], let bytes = parsed(slot, SizeGrammar.size) {
            fleet.perWave.bytes = bytes
            if bytes < 1 {
                report(
                    .numberTooSmall, Message("\(title(of: slot)) is at least \(1)"),
                    at: place(of: slot))
            }
        }
        if cap[.items] == nil, cap[.bytes] == nil {
            report(
                .keyMissing, Message("'\("wave")' needs '\("items")' or '\("bytes")'"),
                at: place(of: slot))
        }
    }

    private mutating func readStops(_ stop: Fields<FleetStopKey>, into fleet: inout FleetFile) {
        guard fleet.hasSource else {
            fleet.failedMax =
                required(.failed, in: stop).flatMap { percentage($0) } ?? fleet.failedMax
            for key in [FleetStopKey.changed, .undone] {
                guard let slot = stop[key] else { continue }
                report(
                    .keyMisplaced, Message("'\(key.rawValue)' is of fleets with a 'source'"),
                    at: place(of: slot))
            }
            return
        }
        let usual = fleet.stopWhen
        fleet.stopWhen.changed = stop[.changed].flatMap { percentage($0) } ?? usual.changed
        fleet.stopWhen.failed = stop[.failed].flatMap { percentage($0) } ?? usual.failed
        fleet.stopWhen.undone = stop[.undone].flatMap { percentage($0) } ?? usual.undone
    }
}
