// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text
internal import Wording
internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine

/// A drive that a command is about.
struct ScopedDrive: Sendable {
    /// The drive.
    let drive: any Drive
    /// How it was opened, for the state file; see `DriveSettings`.
    let settings: [String: String]
    /// The folder of the drive that the command is about; nil for the whole drive.
    var part: String?
    /// The file by which is told that it is as it should be.
    var canary: Canary?

    /// Where a local drive lies on this machine, without links.
    var root: String? { settings[DriveSettings.root] }
}

/// Which drives a command is about: what the rules declare, a folder, or a listing file.
struct DriveScope: Sendable {
    let rules: LoadedRules
    /// Whether local drives go on into other file systems that are mounted below their root.
    let crossesFileSystems: Bool
    /// The program's own files, which are no items wherever they lie.
    let ownFiles: [String]
    /// Where the pages of drives are kept that tell what has changed.
    var feedStore: @Sendable (String) -> any FeedStore = { _ in MemoryFeedStore() }
    /// Whether everything is listed, even where a drive could tell what has changed.
    var listsFully = false
    /// Takes down which drives could not be opened.
    var journal: DriveJournal?

    /// The drives of the rules, or what stands for them; what cannot be opened goes to `missed`,
    /// which may end it.
    func drives(
        folder: String?, listing: String?, _ missed: inout MissedDrives
    ) async throws(Failure) -> [ScopedDrive] {
        if let listing { return [drive(listing: listing)] }
        try refuseOverlaps()
        if let folder { return [try drive(folder: folder)] }
        return try await declaredDrives(&missed)
    }

    /// A listing file, which stands for all drives of the rules.
    private func drive(listing path: String) -> ScopedDrive {
        ScopedDrive(
            drive: ListingDrive(name: rules.file.drives.first?.name ?? "listing", path: path),
            settings: [DriveSettings.file: path])
    }

    /// The local drive that the folder is the root of, or lies on, as the rules declare it.
    ///
    /// Rules are never applied to a folder that they were not written for; those that declare no
    /// drives were written for any.
    private func drive(folder: String) throws(Failure) -> ScopedDrive {
        guard FileBytes.isFolder(folder) else {
            throw Failure(.failed, Message("'\(VisibleText.escaped(folder))' is not a folder"))
        }
        let whole = MachinePath.canonical(folder) ?? folder
        if rules.file.drives.isEmpty { return local("local", whole, isGiven: true) }
        try refuseOverlaps()
        let roots = rules.file.drives.compactMap { drive in
            drive.kind == .local ? rules.root(of: drive).map { (name: drive.name, path: $0) } : nil
        }
        // By device and inode: links and mounts may lead to the same folder by another path.
        let places = roots.map { ($0, FolderIdentity(path: $0.path)) }
        var path = whole
        var below: [String] = []
        while true {
            let here = FolderIdentity(path: path)
            if let here, let (found, _) = places.first(where: { $0.1 == here }) {
                var drive = local(found.name, found.path, isGiven: false)
                drive.canary = rules.file.drives.first { $0.name == found.name }?.canary
                if !below.isEmpty { drive.part = "/" + below.joined(separator: "/") }
                return drive
            }
            guard path != "/", let slash = path.lastIndex(of: "/") else { break }
            below.insert(String(path[path.index(after: slash)...]), at: 0)
            path = MachinePath.folder(of: path)
        }
        throw notDeclared(whole, roots)
    }

    private func notDeclared(
        _ folder: String, _ roots: [(name: String, path: String)]
    ) -> Failure {
        let shown = VisibleText.escaped(folder)
        let known = roots.map { name, path in
            Message("'\(name)' at '\(VisibleText.escaped(MachinePath.canonical(path) ?? path))'")
        }
        let declared =
            known.isEmpty
            ? Message("it declares no local drive")
            : Message("it declares \(Message.series(known, separator: ", "))")
        return Failure(
            .refused,
            Message(
                "'\(shown)' lies on no local drive of"
                    + " '\(VisibleText.escaped(rules.name))' (\(declared)), and rules are"
                    + " not applied to a folder that they were not written for; name a"
                    + " folder of these drives, name the folder's own rules with --rules,"
                    + " declare it under 'drives:', or write rules for it with 'cleanrules"
                    + " init \(ShellWord.quoted(folder))'"))
    }

    private func declaredDrives(
        _ missed: inout MissedDrives
    ) async throws(Failure) -> [ScopedDrive] {
        if rules.file.drives.isEmpty {
            throw Failure(
                .invalidRules,
                Message(
                    "'\(VisibleText.escaped(rules.name))' declares no drives; add 'drives:', name a"
                        + " folder, or give a listing with --listing"))
        }
        var drives: [ScopedDrive] = []
        for drive in rules.file.drives {
            do throws(Failure) {
                drives.append(try await DriveKinds.of(drive.kind).listed(self, drive))
            } catch {
                journal?.take(drive.name, drive.kind, at: rules.root(of: drive), error)
                try missed.take(drive.name, error)
            }
        }
        return drives
    }

    /// One file on two drives would be its own copy, and a protection of one drive would not hold
    /// for the other. A mount can show a folder at a second path, so that paths alone do not tell.
    private func refuseOverlaps() throws(Failure) {
        let roots = rules.file.drives.compactMap { drive in
            drive.kind == .local
                ? rules.root(of: drive).map { (drive.name, MachinePath.canonical($0) ?? $0) } : nil
        }
        try refuseSharedPaths(roots)
        let places = roots.compactMap { name, root in
            FolderPlace(path: root, crossesMounts: crossesFileSystems).map { (name, root, $0) }
        }
        for (index, one) in places.enumerated() {
            guard let other = places[(index + 1)...].first(where: { $0.2.overlaps(one.2) }) else {
                continue
            }
            throw Failure(
                .invalidRules,
                Message(
                    "drives '\(one.0)' and '\(other.0)' reach the same files:"
                        + " '\(VisibleText.escaped(one.1))' and"
                        + " '\(VisibleText.escaped(other.1))' are one folder, or one is"
                        + " part of the other, seen through a mount; keep one of them, and"
                        + " bind rules to its folders with 'in'"))
        }
    }

    private func refuseSharedPaths(_ roots: [(String, String)]) throws(Failure) {
        for (name, root) in roots {
            let inner = roots.first { other, path in
                let isInside = root == "/" || path == root || path.hasPrefix(root + "/")
                return isInside && !other.utf8.elementsEqual(name.utf8)
            }
            guard let inner else { continue }
            throw Failure(
                .invalidRules,
                Message(
                    "drives '\(name)' and '\(inner.0)' reach the same files:"
                        + " '\(VisibleText.escaped(inner.1))' lies in"
                        + " '\(VisibleText.escaped(root))'; keep one of them, and bind"
                        + " rules to its folders with 'in'"))
        }
    }

    /// A local drive as the rules declare it.
    func local(_ drive: DriveDeclaration) throws(Failure) -> ScopedDrive {
        guard let root = rules.root(of: drive) else {
            throw Failure(.invalidRules, Message("drive '\(drive.name)' needs a 'root'"))
        }
        var scoped = local(drive.name, root, isGiven: false)
        scoped.canary = drive.canary
        return scoped
    }

    /// A drive that a listing file stands for.
    func listing(_ drive: DriveDeclaration) throws(Failure) -> ScopedDrive {
        guard let file = drive.settings["file"] else {
            throw Failure(.invalidRules, Message("drive '\(drive.name)' needs a 'file'"))
        }
        let path = MachinePath.resolve(file, from: rules.folder)
        return ScopedDrive(
            drive: ListingDrive(name: drive.name, path: path), settings: [DriveSettings.file: path])
    }

    /// A OneDrive as the rules declare it.
    func oneDrive(_ drive: DriveDeclaration) async throws(Failure) -> ScopedDrive {
        ScopedDrive(
            drive: try await OneDriveOpening.shared.drive(
                drive, feedStore: feedStore(drive.name), listsFully: listsFully,
                tellsAlbums: rules.file.goesByAlbums),
            settings: drive.settings, canary: drive.canary)
    }

    private func local(_ name: String, _ root: String, isGiven: Bool) -> ScopedDrive {
        // The user named the root, so a link that it is itself is followed, once.
        let whole = MachinePath.canonical(root) ?? root
        var settings = [DriveSettings.root: whole, DriveMarks.declared: root]
        if isGiven { settings[DriveSettings.given] = DriveSettings.folder }
        if crossesFileSystems { settings[DriveSettings.crossesFileSystems] = "true" }
        return ScopedDrive(
            drive: LocalDrive(
                name: name, rootPath: whole,
                options: .forThisUser(
                    crossesMounts: crossesFileSystems, ownFiles: ownFiles)),
            settings: settings)
    }
}
