// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// The state file and its backups.
struct StateHealth {
    let file: StateFile
    /// The zone in which instants are shown.
    let zone: RuleTimeZone

    /// How long the newest backup may be behind the state, in seconds.
    private static let backupSecondsMax: Int64 = 2 * 86_400

    /// What is found, and the open state, if it can be used.
    func findings() async -> ([Finding], StateSession?) {
        let shown = VisibleText.escaped(file.path)
        guard file.exists else {
            return ([.none(.state, "absent", .doctorStateNone(path: shown))], nil)
        }
        let session: StateSession
        do throws(Failure) {
            session = try StateSession.existing(file, migrates: false)
        } catch {
            let what = error.phrase ?? .doctorStateBad(path: shown)
            return ([.attention(.state, "unusable", what, fix: .doctorFixState), backups], nil)
        }
        return ([await state(session, shown), backups], session)
    }

    private func state(_ session: StateSession, _ shown: String) async -> Finding {
        let version: Int64
        do throws(Failure) {
            try await session.asking { ledger async throws(LedgerError) in
                try await ledger.checkIntegrity()
            }
            version = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.schemaVersion()
            }
            let differences = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.replayDifferences()
            }
            if !differences.isEmpty {
                return .attention(
                    .state, "damaged", .doctorStateBad(path: shown), fix: .doctorFixState,
                    ["differences": Int64(differences.count)])
            }
        } catch {
            let what = error.phrase ?? .doctorStateBad(path: shown)
            return .attention(.state, "damaged", what, fix: .doctorFixState)
        }
        var status = stat()
        guard stat(file.path, &status) == 0 else {
            return .attention(
                .state, "damaged", .doctorStateBad(path: shown), fix: .doctorFixState)
        }
        let figures = ["bytes": Int64(status.st_size), "version": version]
        if status.st_mode & 0o077 != 0 {
            return .attention(
                .state, "open_to_others", .doctorStateOpen(path: shown),
                fix: .doctorFixType(text: "chmod go= " + ShellWord.quoted(file.path)), figures)
        }
        return .well(
            .state,
            .doctorState(path: shown, size: Int64(status.st_size), number: version), figures)
    }

    private var backups: Finding {
        let paths = (try? Ledger.backups(ofState: file.path)) ?? []
        guard let newest = paths.last, let made = Machine.changed(newest) else {
            return .none(.backups, "none", .doctorBackupsNone)
        }
        let time = LocalTimeText(timeZone: zone, now: SystemClock.now(), words: Host.words)
        let phrase = Phrase.doctorBackups(
            n: paths.count, when: time.phrase(Timestamp(secondsSinceEpoch: made)))
        let behind = (Machine.changed(file.path) ?? made) - made
        let figures = ["backups": Int64(paths.count), "seconds_behind": max(0, behind)]
        return behind > Self.backupSecondsMax
            ? .attention(.backups, "old", phrase, fix: .doctorFixBackups, figures)
            : .well(.backups, phrase, figures)
    }
}
