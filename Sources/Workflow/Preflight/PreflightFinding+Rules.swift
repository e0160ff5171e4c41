// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
internal import Text
internal import Wording

/// What each thing that is looked at means.
extension PreflightFinding {
    /// What speaks against work on `drive` by how somebody stands with its account.
    static func account(
        _ standing: AccountStanding, of drive: String, for work: Preflight.Work, isPersonal: Bool
    ) -> [PreflightFinding] {
        let fix = Phrase.preflightFixSignIn(command: .login(drive: drive, arguments: ""))
        func found(_ code: String, _ what: Phrase, _ fix: Phrase) -> [PreflightFinding] {
            [
                PreflightFinding(
                    check: .account, code: code, drive: drive, what: what, fix: fix,
                    status: .signIn)
            ]
        }
        switch standing {
        case .application: return []
        case .unusable: return found("unusable", .doctorSignInUnknown, fix)
        case .absent: return found("absent", .doctorSignInNone, fix)
        case .expired: return found("expired", .doctorSignInExpired, fix)
        case .signedIn(let account):
            if !SignInScopes.allowDeletion(account.scopes) {
                return found("no_deletion", .preflightNoChange, fix)
            }
            guard work == .restoring, isPersonal, !SignInScopes.allowRestore(account.scopes) else {
                return []
            }
            return found(
                "no_restore", .preflightNoRestore,
                .preflightFixSignIn(command: .login(drive: drive, arguments: " --restore")))
        }
    }

    /// What a drive that could not be asked had to say.
    static func unreachable(_ error: DriveError, of drive: String) -> PreflightFinding {
        let failure = Failure(error)
        let what = Phrase.told(VisibleText.escaped(error.message))
        switch failure.status {
        case .signIn:
            return PreflightFinding(
                check: .account, code: "refused", drive: drive, what: what, status: .signIn)
        case .offline:
            return PreflightFinding(
                check: .network, code: "unreachable", drive: drive, what: what,
                fix: .preflightFixNetwork, status: .offline)
        default:
            return PreflightFinding(
                check: .drive, code: "unusable", drive: drive, what: what, status: .partial)
        }
    }

    /// That the clock of a drive and this machine's differ by more than may be, if they do: plans,
    /// undo windows and deletions go by this machine's.
    static func clock(of drive: any Drive) -> PreflightFinding? {
        guard let reading = drive.clockReading else { return nil }
        return clock(there: reading.there, here: reading.here, of: drive.name)
    }

    /// The same for two instants that were read at once.
    static func clock(
        there: Timestamp, here: Timestamp, of drive: String
    ) -> PreflightFinding? {
        let seconds = there.secondsSinceEpoch - here.secondsSinceEpoch
        guard abs(seconds) > Runner.clockDifferenceMax else { return nil }
        return PreflightFinding(
            check: .clock, code: "differs", drive: drive,
            what: .preflightClock(
                time: Moment(there, .machine, .wall), date: Moment(here, .machine, .wall)),
            fix: .preflightFixClock, figures: ["seconds": seconds])
    }

    /// What the room on a OneDrive means for `bytes` that come back, or go into its recycle bin.
    static func room(
        _ space: DriveSpace?, of drive: String, for work: Preflight.Work, bytes: Int64,
        isPersonal: Bool
    ) -> [PreflightFinding] {
        guard let space else { return [] }
        var found: [PreflightFinding] = []
        if let free = space.freeBytes, let total = space.totalBytes {
            let figures = ["free_bytes": free, "total_bytes": total]
            if work == .restoring, bytes > free {
                found.append(
                    PreflightFinding(
                        check: .quota, code: "no_room", drive: drive,
                        what: .preflightNoRoom(size: bytes, amount: free),
                        fix: .preflightFixNoRoom, figures: figures))
            } else if work != .restoring, free == 0 {
                found.append(
                    PreflightFinding(
                        check: .quota, code: "full", drive: drive,
                        what: .preflightFull(size: total), fix: .preflightFixFull,
                        figures: figures))
            }
        }
        // A personal recycle bin holds a tenth of the drive; what is over that may go within days.
        if work != .restoring, isPersonal, let bin = space.binBytes, let total = space.totalBytes,
            bin.addingReportingOverflow(bytes).partialValue > total / binPart
        {
            found.append(
                PreflightFinding(
                    check: .bin, code: "full", drive: drive,
                    what: .preflightBin(size: bin + bytes, most: total / binPart),
                    fix: .preflightFixBin,
                    figures: ["bin_bytes": bin, "bytes": bytes, "total_bytes": total]))
        }
        return found
    }

    /// What the room on a drive means that somebody has just signed in to.
    package static func room(_ facts: DriveFacts, of drive: String) -> [PreflightFinding] {
        guard let total = facts.totalByteCount, total > 0, let used = facts.usedByteCount else {
            return []
        }
        let space = DriveSpace(freeBytes: max(0, total - max(0, used)), totalBytes: total)
        return room(space, of: drive, for: .deleting, bytes: 0, isPersonal: false)
    }

    /// The part of a personal drive that its recycle bin may fill, as a divisor.
    private static let binPart: Int64 = 10

    /// What speaks against work on the local drive at `root`.
    static func local(
        _ drive: String, at root: String, for work: Preflight.Work
    ) -> [PreflightFinding] {
        let shown = VisibleText.escaped(root)
        guard FileBytes.isFolder(root) else {
            return [
                PreflightFinding(
                    check: .drive, code: "missing", drive: drive,
                    what: .doctorDriveMissing(path: shown), fix: .doctorFixDriveMissing,
                    status: .partial)
            ]
        }
        guard MachinePath.mayWrite(root) else {
            return [
                PreflightFinding(
                    check: .drive, code: "read_only", drive: drive,
                    what: .doctorDriveReadOnly(path: shown), fix: .doctorFixDriveReadOnly)
            ]
        }
        return disk(at: root, .doctorDiskDrive, of: drive)
    }

    /// That a file system has too little room for what has to be written there, if so.
    static func disk(at path: String, _ what: Phrase, of drive: String?) -> [PreflightFinding] {
        guard let free = DiskRoom.lack(at: path) else { return [] }
        return [
            PreflightFinding(
                check: .disk, code: "full", drive: drive,
                what: .doctorDisk(size: free, what: what, path: VisibleText.escaped(path)),
                fix: .doctorFixDisk, figures: ["free_bytes": free])
        ]
    }
}
