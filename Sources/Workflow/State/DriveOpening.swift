// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
internal import PlanRunner
package import RuleEngine
package import StateLedger
internal import Wording
internal import YAMLBridge

/// What the state file keeps of how a drive was opened.
package enum DriveSettings {
    /// The root of a local drive, without links.
    package static let root = "root"
    /// Where the root came from, if not from the rules.
    package static let given = "given"
    /// The root came from the command line.
    package static let folder = "folder"
    /// Whether other file systems below the root are part of the drive.
    package static let crossesFileSystems = "cross_file_systems"
    /// The file of a drive of kind listing.
    package static let file = "file"
}

/// Opens drives as the state file knows them, so far as the rules in force still mean the same.
package struct DriveOpening: Sendable {
    /// The rules in force; nil where nothing is deleted, and so they need not be asked.
    package let rules: LoadedRules?

    /// The program's own files, which are no items wherever they lie.
    let ownFiles: @Sendable () async throws(LedgerError) -> [String]

    /// Where the pages of drives are kept that tell what has changed.
    package let feedStore: @Sendable (String) -> any FeedStore

    /// Opens drives by `rules`, beside the program's own files, with their feeds in `feedStore`.
    package init(
        rules: LoadedRules?,
        ownFiles: @escaping @Sendable () async throws(LedgerError) -> [String],
        feedStore: @escaping @Sendable (String) -> any FeedStore
    ) {
        self.rules = rules
        self.ownFiles = ownFiles
        self.feedStore = feedStore
    }

    /// The drive that `known` speaks of, with its name and its root: where the rules give it another
    /// name, or another root, items that were staged before are still there where they were.
    package func drive(_ known: LedgerDrive) async throws(DriveError) -> any DeletingDrive {
        guard let open = DriveKinds.named(known.kind)?.known else { throw cannotDelete(known) }
        return try await open(self, known)
    }

    private func cannotDelete(_ known: LedgerDrive) -> DriveError {
        refusal(
            String(clause: "it is of kind \(known.kind), from which this version deletes nothing"))
    }

    /// A local drive with the root that it had.
    func local(_ known: LedgerDrive) async throws(DriveError) -> any DeletingDrive {
        guard let root = known.settings[DriveSettings.root] else { throw cannotDelete(known) }
        if localSeats(of: known, root: root).isEmpty {
            throw refusal(obstacle(to: known.name))
        }
        let own: [String]
        do throws(LedgerError) {
            own = try await ownFiles()
        } catch {
            throw refusal(error.message)
        }
        return LocalDrive(
            name: known.name, rootPath: root,
            options: .forThisUser(
                crossesMounts: known.settings[DriveSettings.crossesFileSystems] == "true",
                ownFiles: own))
    }

    /// Where the rules have `known`: in one place as a rule, in several where they declare parts of
    /// it, in none where they do not declare it any more.
    func seats(of known: LedgerDrive) async -> [DriveSeat] {
        guard let kind = DriveKinds.named(known.kind) else { return [DriveSeat(name: known.name)] }
        return await kind.seats(self, known)
    }

    // MARK: Canaries

    /// What its canary says against the drive that the rules call `name`: the one of now, wherever
    /// items lie that were staged before.
    func canaryDoubt(ofDrive name: String) async -> CanaryDoubt? {
        let declared = rules?.file.drives.first { $0.name.utf8.elementsEqual(name.utf8) }
        guard let declared, let canary = declared.canary else { return nil }
        do throws(DriveError) {
            return await CanaryDoubt.of(canary, on: try await drive(declared))
        } catch {
            return CanaryDoubt(canary, unseen: error.message)
        }
    }

    /// A drive as the rules declare it.
    private func drive(_ declared: DriveDeclaration) async throws(DriveError) -> any Drive {
        guard let rules else { throw refusal(obstacle(to: declared.name)) }
        // It may have been listed across file systems; what is on the way to the canary is no item.
        let scope = DriveScope(
            rules: rules, crossesFileSystems: true, ownFiles: [], feedStore: feedStore)
        do throws(Failure) {
            return try await DriveKinds.of(declared.kind).listed(scope, declared).drive
        } catch {
            throw refusal(
                error.phrase.map { Words.english($0) } ?? String(clause: "it cannot be opened"))
        }
    }

    // MARK: Local drives

    /// Where the rules have a local drive.
    func localSeats(of known: LedgerDrive) -> [DriveSeat] {
        guard let root = known.settings[DriveSettings.root] else {
            return [DriveSeat(name: known.name)]
        }
        return localSeats(of: known, root: root)
    }

    private func localSeats(of known: LedgerDrive, root: String) -> [DriveSeat] {
        let isGiven = known.settings[DriveSettings.given] == DriveSettings.folder
        guard let rules else { return [DriveSeat(name: known.name)] }
        // A folder that was given by hand is for rules that declare no drives.
        if rules.file.drives.isEmpty { return isGiven ? [DriveSeat(name: known.name)] : [] }
        let seats = rules.file.drives.compactMap { declared -> DriveSeat? in
            guard declared.kind == .local, let place = rules.root(of: declared) else { return nil }
            let whole = MachinePath.canonical(place) ?? place
            let overlaps =
                MachinePath.isAtOrBelow(root, whole) || MachinePath.isAtOrBelow(whole, root)
            return overlaps ? DriveSeat(name: declared.name, before: root, now: whole) : nil
        }
        return seats
    }

    /// Why the rules speak of no drive where the one called `name` was.
    private func obstacle(to name: String) -> String {
        let declared = rules?.file.drives.first { $0.name.utf8.elementsEqual(name.utf8) }
        guard let declared else { return String(clause: "the rules do not declare it any more") }
        guard declared.kind == .local, let place = rules?.root(of: declared) else {
            return String(clause: "the rules declare it with kind \(declared.kind.rawValue) now")
        }
        let whole = MachinePath.canonical(place) ?? place
        return String(clause: "the rules declare it elsewhere now, at '\(whole)'")
    }

    // MARK: OneDrives

    /// Where the rules have a OneDrive.
    func oneDriveSeats(of known: LedgerDrive) async -> [DriveSeat] {
        guard let rules, !rules.file.drives.isEmpty else { return [DriveSeat(name: known.name)] }
        let before = Self.oneDriveRoot(known.settings)
        return await declarations(of: known, rules).map { declared in
            DriveSeat(
                name: declared.name, before: before, now: Self.oneDriveRoot(declared.settings))
        }
    }

    private static func oneDriveRoot(_ settings: [String: String]) -> String {
        var root = settings[DriveSettings.root] ?? "/"
        while root.utf8.count > 1, root.hasSuffix("/") { root.removeLast() }
        return root
    }

    /// What the rules declare of `known`: what has its name and says the same of whose drive it is,
    /// else whatever turns out to be the same drive.
    private func declarations(
        of known: LedgerDrive, _ rules: LoadedRules
    ) async -> [DriveDeclaration] {
        let oneDrives = rules.file.drives.filter { $0.kind == .onedrive }
        let named = oneDrives.first { declared in
            declared.name.utf8.elementsEqual(known.name.utf8)
                && ["account", "drive_id", "national_cloud"].allSatisfy {
                    declared.settings[$0] == known.settings[$0]
                }
        }
        if let named { return [named] }
        var found: [DriveDeclaration] = []
        for declared in oneDrives {
            guard
                let drive = try? await OneDriveOpening.shared.drive(
                    declared, feedStore: feedStore(declared.name)),
                let identity = try? await drive.identity().description,
                identity.utf8.elementsEqual(known.identity.utf8)
            else { continue }
            found.append(declared)
        }
        return found
    }

    /// A OneDrive as the rules declare it now, with the root that it had; without rules, as it was
    /// declared when listed.
    func oneDrive(_ known: LedgerDrive) async throws(DriveError) -> any DeletingDrive {
        var declaration = DriveDeclaration(
            name: known.name, kind: .onedrive, settings: known.settings, location: nil)
        if let rules, !rules.file.drives.isEmpty {
            guard let declared = await declarations(of: known, rules).first else {
                let named = rules.file.drives.first { $0.name.utf8.elementsEqual(known.name.utf8) }
                if let named, named.kind != .onedrive {
                    throw refusal(
                        String(clause: "the rules declare it with kind \(named.kind.rawValue) now"))
                }
                throw refusal(String(clause: "the rules do not declare it any more"))
            }
            declaration.settings = declared.settings
            declaration.settings[DriveSettings.root] = known.settings[DriveSettings.root]
        }
        do throws(Failure) {
            let drive = try await OneDriveOpening.shared.drive(
                declaration, feedStore: feedStore(known.name),
                tellsAlbums: rules?.file.goesByAlbums == true
                    || known.settings[DriveMemory.albums] == DriveMemory.told)
            drive.presume(known.settings)
            return drive
        } catch {
            var refusal = refusal(
                error.phrase.map { Words.english($0) } ?? String(clause: "it cannot be opened"))
            if error.status == .signIn { refusal.recourse = .signIn }
            if error.status == .offline { refusal.recourse = .retry(afterSeconds: 60) }
            throw refusal
        }
    }

    private func refusal(_ message: String) -> DriveError {
        DriveError(operation: .open, message: message)
    }
}

extension LoadedRules {
    /// The files that the rules were read from, includes among them.
    package var ownFiles: [String] { sources.map(\.file) }

    /// These, and the folder in which devices share what people decide: none of it is an item.
    package var ownPlaces: [String] { ownFiles + (syncFolder.map { [$0] } ?? []) }

    /// The folder by which devices share what people decide; nil where they say none.
    package var syncFolder: String? {
        file.sync.folder.map { MachinePath.resolve($0, from: folder) }
    }

    /// The OneDrive by which devices share what people decide; nil where they say none.
    package var syncDrive: DriveDeclaration? {
        file.sync.drive.flatMap { name in
            file.drives.first { $0.name.utf8.elementsEqual(name.utf8) }
        }
    }

    /// The root that the declaration of a local drive names, seen from the rules file.
    package func root(of drive: DriveDeclaration) -> String? {
        drive.settings["root"].map { MachinePath.resolve($0, from: folder) }
    }
}

extension LocalDrive.Options {
    /// How this program opens local drives.
    package static func forThisUser(
        crossesMounts: Bool, ownFiles: [String]
    ) -> LocalDrive.Options {
        var options = LocalDrive.Options()
        options.crossesMounts = crossesMounts
        options.homeTrash = homeTrash(environment: Environment.all)
        options.ownFolders = StateFile.ownFolder.map { [$0] } ?? []
        options.ownFolders += trashes(environment: Environment.all)
        options.ownFiles = ownFiles
        options.stateSigns = StateSigns(
            applicationID: StateCompanions.applicationID, suffixes: StateCompanions.suffixes,
            infixes: StateCompanions.infixes)
        return options
    }
}
