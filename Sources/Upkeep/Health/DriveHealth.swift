// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// The drives of the rules: whether each is there, and is the one that it was.
struct DriveHealth {
    let rules: LoadedRules?
    let session: StateSession?

    func findings() async -> [Finding] {
        let known = (try? await session?.ledger.drives()) ?? []
        var found: [Finding] = []
        for drive in rules?.file.drives ?? [] where drive.kind == .local {
            let before = known.first { $0.name.utf8.elementsEqual(drive.name.utf8) }
            found.append(await finding(drive, before))
        }
        return found
    }

    private func finding(_ drive: DriveDeclaration, _ known: LedgerDrive?) async -> Finding {
        let root = rules?.root(of: drive) ?? "/"
        let whole = MachinePath.canonical(root) ?? root
        let (name, shown) = (VisibleText.escaped(drive.name), VisibleText.escaped(whole))
        guard FileBytes.isFolder(whole) else {
            return .attention(
                .drive, "missing", .doctorDriveMissing(path: shown), fix: .doctorFixDriveMissing,
                of: name)
        }
        let local = LocalDrive(
            name: drive.name, rootPath: whole,
            options: .forThisUser(crossesMounts: false, ownFiles: []))
        guard let identity = try? await local.identity() else {
            return .attention(
                .drive, "unreadable", .doctorDriveUnreadable(path: shown),
                fix: .doctorFixDriveMissing, of: name)
        }
        let settings = [DriveSettings.root: whole, DriveMarks.declared: root]
        if let known, known.isReplaced(by: identity, settings) {
            return .attention(
                .drive, "replaced", .doctorDriveReplaced(path: shown),
                fix: .doctorFixDriveReplaced(
                    command: .syncAgain(
                        arguments: " --accept-drive " + ShellWord.quoted(drive.name))),
                of: name)
        }
        if let canary = drive.canary, let doubt = await CanaryDoubt.of(canary, on: local) {
            return .attention(
                .drive, "canary", .doctorDriveCanary(path: shown, why: doubt.phrase),
                fix: doubt.isUnseen ? .doctorFixDriveCanaryUnseen : .doctorFixDriveCanary, of: name)
        }
        let trash = VisibleText.escaped(local.folderOfChanges())
        guard MachinePath.mayWrite(whole) else {
            return .attention(
                .drive, "read_only", .doctorDriveReadOnly(path: shown),
                fix: .doctorFixDriveReadOnly, of: name)
        }
        return .well(
            .drive, .doctorDrive(path: shown, name: trash), of: name,
            ["files": known?.fileCount ?? 0])
    }
}

/// Room for the state, and on each drive; the trash is on the file system of its drive.
struct DiskHealth {
    let file: StateFile
    let rules: LoadedRules?

    func findings() -> [Finding] {
        var folder = MachinePath.folder(of: file.path)
        while folder != "/", folder != ".", !FileBytes.isFolder(folder) {
            folder = MachinePath.folder(of: folder)
        }
        var found = [finding(folder, nil, for: .doctorDiskState)]
        for drive in rules?.file.drives ?? [] where drive.kind == .local {
            guard let root = rules?.root(of: drive), FileBytes.isFolder(root) else { continue }
            let name = VisibleText.escaped(drive.name)
            found.append(finding(root, name, for: .doctorDiskDrive))
        }
        return found
    }

    private func finding(_ folder: String, _ subject: String?, for what: Phrase) -> Finding {
        let shown = VisibleText.escaped(folder)
        guard let room = DriveSpace.ofFileSystem(at: folder), let free = room.freeBytes,
            let all = room.totalBytes
        else {
            return .attention(
                .disk, "unknown", .doctorDiskUnknown(path: shown), fix: .doctorFixDriveMissing,
                of: subject)
        }
        let figures = ["free_bytes": free, "bytes": all]
        let phrase = Phrase.doctorDisk(size: free, what: what, path: shown)
        return free < DiskRoom.bytesMin
            ? .attention(.disk, "full", phrase, fix: .doctorFixDisk, of: subject, figures)
            : .well(.disk, phrase, of: subject, figures)
    }
}

/// The sign-ins of OneDrives, as this machine keeps them: nobody is asked.
struct SignInHealth {
    let rules: LoadedRules?

    func findings() async -> [Finding] {
        let drives = (rules?.file.drives ?? []).filter { $0.kind == .onedrive }
        guard !drives.isEmpty else { return [] }
        let vault = try? await AccountPlaces.vault()
        var found: [Finding] = []
        for drive in drives { found.append(await finding(drive, vault)) }
        return found
    }

    private func finding(_ drive: DriveDeclaration, _ vault: TokenVault?) async -> Finding {
        let name = VisibleText.escaped(drive.name)
        let fix = Phrase.doctorFixSignIn(command: .login(drive: drive.name, arguments: ""))
        return switch await AccountStanding.of(drive, in: vault) {
        case .application:
            .well(.signIn, .doctorSignInItself, code: "application", of: name)
        case .unusable:
            .attention(.signIn, "unusable", .doctorSignInUnknown, fix: fix, of: name)
        case .absent: .attention(.signIn, "absent", .doctorSignInNone, fix: fix, of: name)
        case .signedIn: .well(.signIn, .doctorSignIn, of: name)
        case .expired:
            .attention(.signIn, "expired", .doctorSignInExpired, fix: fix, of: name)
        }
    }
}
