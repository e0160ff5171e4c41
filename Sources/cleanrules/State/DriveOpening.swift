// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

/// What the state file keeps of how a drive was opened.
enum DriveSettings {
    /// The root of a local drive, without links.
    static let root = "root"
    /// Where the root came from, if not from the rules.
    static let given = "given"
    /// The root came from the command line.
    static let folder = "folder"
    /// Whether other file systems below the root are part of the drive.
    static let crossesFileSystems = "cross_file_systems"
    /// The file of a drive of kind listing.
    static let file = "file"
}

/// Opens drives as the state file knows them, so far as the rules in force still mean the same.
struct DriveOpening: Sendable {
    /// The rules in force; nil where nothing is deleted, and so they need not be asked.
    let rules: LoadedRules?

    /// Where the pages of drives are kept that tell what has changed.
    let feedStore: @Sendable (String) -> any FeedStore

    /// The drive that `known` speaks of.
    func drive(_ known: LedgerDrive) async throws(DriveError) -> any DeletingDrive {
        if known.kind == DriveKind.onedrive.rawValue { return try await oneDrive(known) }
        guard known.kind == DriveKind.local.rawValue, let root = known.settings[DriveSettings.root]
        else {
            throw refusal("it is of kind \(known.kind), from which this version deletes nothing")
        }
        // A folder that was given by hand is for rules that declare no drives.
        let isGiven = known.settings[DriveSettings.given] == DriveSettings.folder
        if !isGiven || rules?.file.drives.isEmpty == false {
            try checkDeclaration(of: known.name, root: root)
        }
        return LocalDrive(
            name: known.name, rootPath: root,
            options: .forThisUser(
                crossesMounts: known.settings[DriveSettings.crossesFileSystems] == "true"))
    }

    /// A OneDrive as the rules declare it now; without rules, as it was declared when listed.
    private func oneDrive(_ known: LedgerDrive) async throws(DriveError) -> any DeletingDrive {
        var declaration = DriveDeclaration(
            name: known.name, kind: .onedrive, settings: known.settings, location: nil)
        if let rules {
            let declared = rules.file.drives.first {
                $0.name.utf8.elementsEqual(known.name.utf8)
            }
            guard let declared else { throw refusal("the rules do not declare it any more") }
            guard declared.kind == .onedrive else {
                throw refusal("the rules declare it with kind \(declared.kind.rawValue) now")
            }
            // Paths are those below the root, so that another root means other items.
            if (declared.settings["root"] ?? "/") != (known.settings["root"] ?? "/") {
                throw refusal("the rules declare it with another root now; plan anew")
            }
            declaration = declared
        }
        do throws(Failure) {
            let drive = try await OneDriveOpening.shared.drive(
                declaration, feedStore: feedStore(known.name))
            drive.presume(known.settings)
            return drive
        } catch {
            var refusal = refusal(error.message ?? "it cannot be opened")
            if error.status == .signIn { refusal.recourse = .signIn }
            if error.status == .offline { refusal.recourse = .retry(afterSeconds: 60) }
            throw refusal
        }
    }

    /// The rules must declare the drive where it was when it was listed.
    private func checkDeclaration(of name: String, root: String) throws(DriveError) {
        guard let rules else { return }
        let declared = rules.file.drives.first { $0.name.utf8.elementsEqual(name.utf8) }
        guard let declared else {
            throw refusal("the rules do not declare it any more")
        }
        guard declared.kind == .local, let place = rules.root(of: declared) else {
            throw refusal("the rules declare it with kind \(declared.kind.rawValue) now")
        }
        let whole = MachinePath.canonical(place) ?? place
        if !whole.utf8.elementsEqual(root.utf8) {
            throw refusal("the rules declare it elsewhere now, at '\(whole)'")
        }
    }

    private func refusal(_ message: String) -> DriveError {
        DriveError(operation: .open, message: message)
    }
}

extension LoadedRules {
    /// The root that the declaration of a local drive names, seen from the rules file.
    func root(of drive: DriveDeclaration) -> String? {
        drive.settings["root"].map { MachinePath.resolve($0, from: folder) }
    }
}

extension LocalDrive.Options {
    /// How this program opens local drives.
    static func forThisUser(
        crossesMounts: Bool, stateFile: String? = nil
    ) -> LocalDrive.Options {
        var options = LocalDrive.Options()
        options.crossesMounts = crossesMounts
        options.homeTrash = homeTrash(environment: Environment.all)
        options.ownFolders = StateFile.ownFolder.map { [$0] } ?? []
        options.ownFile = stateFile
        return options
    }
}
