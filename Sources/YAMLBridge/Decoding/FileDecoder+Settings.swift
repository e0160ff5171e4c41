// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// The IANA name of a time zone.
    mutating func timeZone(_ slot: Slot?) -> String? {
        parsed(slot) { text throws(ValueError) -> String in
            guard RuleTimeZone(identifier: text) == nil else { return text }
            throw ValueError(
                .timeZoneUnknown,
                Message("'\(text.quotable)' is no time zone"),
                advice: Message("write its IANA name, as 'Europe/Berlin'"))
        }
    }

    /// What holds where a rule is silent.
    mutating func defaults(_ slot: Slot?) -> Defaults {
        guard let slot, let fields = fields(slot, DefaultsKey.self) else { return Defaults() }
        defaultMethod = word(fields[.method], DeletionMethod.self)
        return Defaults(
            undoWindow: undoWindow(fields[.undoWindow]), method: defaultMethod,
            unknown: word(fields[.unknown], UnknownOutcome.self))
    }

    /// What refuses a whole plan.
    mutating func limits(_ slot: Slot?) -> Limits {
        guard let slot, let fields = fields(slot, LimitsKey.self) else { return Limits() }
        return Limits(
            items: parsed(fields[.items], LimitGrammar.items),
            bytes: parsed(fields[.bytes], LimitGrammar.bytes),
            percent: parsed(fields[.percent], LimitGrammar.percent),
            listingDrop: parsed(fields[.listingDrop], LimitGrammar.percent))
    }

    /// Where the limits in `slot` stand, which were read before.
    func limitLocations(_ slot: Slot?) -> [LimitOutcome.Subject: SourceRange] {
        guard let slot else { return [:] }
        var places: [LimitOutcome.Subject: SourceRange] = [:]
        for entry in entries(of: tree.resolved(slot.value)) {
            guard let subject = entry.name.flatMap(LimitOutcome.Subject.init) else { continue }
            places[subject] = place(of: Slot(value: entry.value, key: entry.key))
        }
        return places
    }

    /// What one day may hold.
    mutating func quota(_ slot: Slot?) -> Quota {
        var quota = Quota()
        guard let slot, let fields = fields(slot, QuotaKey.self) else { return quota }
        quota.reviewsPerDay = parsed(fields[.reviews], QuotaGrammar.count)
        quota.deletesPerDay = parsed(fields[.deletes], QuotaGrammar.count)
        quota.bytesPerDay = parsed(fields[.bytes], QuotaGrammar.bytes)
        quota.warnAtPercent =
            parsed(fields[.warnAt], CountGrammar.percent) ?? quota.warnAtPercent
        quota.grace = parsed(fields[.grace], DurationGrammar.age) ?? quota.grace
        return quota
    }

    /// When, and how long a day, pictures are looked at.
    mutating func photos(_ slot: Slot?) -> PhotoSettings {
        var photos = PhotoSettings()
        guard let slot, let fields = fields(slot, PhotosKey.self) else { return photos }
        photos.secondsPerDay = parsed(fields[.aDay], TimeOfDayGrammar.secondsPerDay)
        guard let slot = fields[.within], let slots = list(slot) else { return photos }
        let minutes = slots.compactMap { parsed($0, TimeOfDayGrammar.minute) }
        guard minutes.count == slots.count else { return photos }
        guard minutes.count == 2, minutes[0] != minutes[1] else {
            reportShape(
                slot,
                Message(
                    "\(title(of: slot)) takes two times of day, from when and until when, as"
                        + " [22:00, 06:00]"))
            return photos
        }
        photos.window = PhotoSettings.Window(startMinute: minutes[0], endMinute: minutes[1])
        return photos
    }

    /// What turns deletions into reviews.
    mutating func review(_ slot: Slot?) -> ReviewSettings {
        var review = ReviewSettings()
        guard let slot, let fields = fields(slot, ReviewKey.self) else { return review }
        review.biggerThan = parsed(fields[.biggerThan], SizeGrammar.size)
        review.trial = count(fields[.trial])
        review.undoNoticeSeconds =
            parsed(fields[.undo], DurationGrammar.noticeSeconds) ?? review.undoNoticeSeconds
        return review
    }

    /// Where decisions lie that several devices share; `drives` are those of the file.
    mutating func sync(_ slot: Slot?, drives: [DriveDeclaration]) -> SyncSettings {
        var sync = SyncSettings()
        guard let slot, let fields = fields(slot, SyncKey.self) else { return sync }
        if let key = fields[.drive]?.key, fields[.folder] != nil {
            report(
                .keyMisplaced,
                Message("'sync' names a folder or a drive, not both; leave out one of them"),
                at: place(ofKey: key))
        }
        if let folder = fields[.folder] {
            sync.folder = text(folder)
            sync.location = place(of: folder)
        } else if let drive = fields[.drive] {
            sync.drive = oneDriveName(drive, drives)
            sync.location = place(of: drive)
        }
        return sync
    }

    /// The name of a OneDrive of the file.
    private mutating func oneDriveName(_ slot: Slot, _ drives: [DriveDeclaration]) -> String? {
        guard let name = driveName(slot) else { return nil }
        let cloud = drives.filter { $0.kind == .onedrive }.map(\.name)
        if names.drives == nil {
            report(
                .driveUnknown,
                Message(
                    "no drive is named '\(name.quotable)': the file declares none; write the OneDrive"
                        + " below 'drives'"),
                at: place(of: slot))
        }
        let found = drives.first { $0.name.utf8.elementsEqual(name.utf8) }
        guard let found, found.kind != .onedrive else { return name }
        let clause = Message(
            "decisions lie on a drive of kind '\("onedrive")', and '\(name.quotable)' is of kind"
                + " '\(found.kind.rawValue)'")
        let hint =
            cloud.first.map { Message("; '\($0.quotable)' is one") }
            ?? Message("; for a folder write '\("sync: {folder: PATH}")'")
        report(.valueMisplaced, clause + hint, at: place(of: slot))
        return nil
    }

    // MARK: Drives

    /// The drives that the file declares; where it declares some, no other may be named.
    mutating func drives(_ slot: Slot?) -> [DriveDeclaration] {
        guard let slot, let mapping = mapping(slot, Message("'\("drives")'")) else { return [] }
        let entries = entries(of: mapping)
        guard !entries.isEmpty else {
            report(
                .listEmpty,
                Message("'drives' declares at least one drive; without any leave it out"),
                at: place(of: slot))
            return []
        }
        names.drives = entries.compactMap(\.name)
        return entries.compactMap { drive($0) }
    }

    /// One drive under its name.
    private mutating func drive(_ entry: NamedEntry) -> DriveDeclaration? {
        let place = place(ofKey: entry.key)
        if let name = entry.name {
            do throws(ValueError) {
                try NameGrammar.checkDrive(name)
            } catch {
                if !Secrets.isSecret(name) {
                    let hint = hint(forName: name, NameGrammar.checkDrive)
                    report(error.code, error.clause + hint, at: place)
                }
            }
        } else {
            reportUnknown(entry, Message("'\("drives")'"), among: [])
        }
        let slot = Slot(value: entry.value, key: entry.key)
        let fields = self.fields(
            slot, DriveKey.self, excluding: { [tree] in Self.refusedDriveKeys(beside: $0, tree) })
        guard let fields else { return nil }
        let kind = word(
            required(.kind, in: fields), DriveKind.self, among: DriveKind.declarable)
        guard let kind else { return nil }
        let settings = settings(of: kind, fields)
        let canary = kind.optionalKeys.contains(.canary) ? canary(fields[.canary]) : nil
        guard let name = entry.name else { return nil }
        var drive = DriveDeclaration(name: name, kind: kind, settings: settings, location: place)
        drive.canary = canary
        return drive
    }

    /// The file by which is told that a drive is as it should be.
    private mutating func canary(_ slot: Slot?) -> Canary? {
        guard let slot, let fields = fields(slot, CanaryKey.self) else { return nil }
        let file = required(.file, in: fields)
        let path = parsed(file) { text throws(ValueError) -> String in
            let path = text.utf8.first == UInt8(ascii: "/") ? text : "/" + text
            try PathGrammar.check(path)
            return path
        }
        let digest = hash(required(.sha256, in: fields))
        guard let file, let path, let digest else { return nil }
        return Canary(file: path, sha256: digest.lowercased(), location: place(of: file))
    }

    /// The keys that a drive with these entries may not have besides, going by its kind.
    private static func refusedDriveKeys(
        beside entries: [NamedEntry], _ tree: MarkedTree
    ) -> Set<DriveKey> {
        let kind = entries.first { $0.name == DriveKey.kind.rawValue }
        guard let kind = kind.flatMap({ tree.text(of: $0.value) }).flatMap(DriveKind.init)
        else { return [] }
        return Set(DriveKey.allCases).subtracting(kind.requiredKeys)
            .subtracting(kind.optionalKeys)
    }

    /// The settings that a kind of drive takes.
    private mutating func settings(of kind: DriveKind, _ fields: Fields<DriveKey>)
        -> [String: String]
    {
        var settings: [String: String] = [:]
        for key in DriveKey.allCases where key != .kind {
            let isRequired = kind.requiredKeys.contains(key)
            guard isRequired || kind.optionalKeys.contains(key) else {
                reportForeign(key, kind, fields)
                continue
            }
            let slot = isRequired ? required(key, in: fields) : fields[key]
            guard let slot else { continue }
            settings[key.rawValue] =
                switch key {
                case .followSymlinks: notFollowing(slot)
                case .ifMatch: flag(slot).map { $0 ? "true" : "false" }
                case .canary: nil
                default: text(slot)
                }
        }
        return settings
    }

    /// A setting that belongs to another kind of drive.
    private mutating func reportForeign(
        _ key: DriveKey, _ kind: DriveKind, _ fields: Fields<DriveKey>
    ) {
        guard let node = fields[key]?.key else { return }
        report(
            .keyMisplaced, Message("a drive of kind '\(kind.rawValue)' has no '\(key.rawValue)'"),
            at: place(ofKey: node))
    }

    /// `follow_symlinks`, which may be written but is always false.
    private mutating func notFollowing(_ slot: Slot) -> String? {
        guard let follows = flag(slot, fitting: [false]) else { return nil }
        if follows {
            report(
                .valueMisplaced,
                Message("links are never followed; write 'follow_symlinks: false'"),
                at: place(of: slot))
        }
        return "false"
    }
}

extension DriveKind {
    /// The settings without which the drive cannot be reached.
    var requiredKeys: Set<DriveKey> {
        switch self {
        case .onedrive: [.account, .root]
        case .local: [.root]
        case .listing: [.file]
        case .memory, .dataset: []
        }
    }

    /// The settings that it may have beside those.
    var optionalKeys: Set<DriveKey> {
        switch self {
        case .onedrive:
            [
                .driveID, .nationalCloud, .clientID, .tenant, .graphURL, .loginURL, .ifMatch,
                .canary,
            ]
        case .local: [.followSymlinks, .canary]
        case .listing, .memory, .dataset: []
        }
    }
}
