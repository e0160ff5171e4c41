// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
package import Wording

/// What the first plan over a OneDrive that was signed in to says of what it took over from saved
/// pages.
package enum MigrationNote {
    /// The setting that names the drives of which it was said.
    private static let setting = "carried-over"

    /// The line, where `header` is the first plan of `session` that takes something over from saved
    /// pages of its drives; from then on nil.
    package static func first(
        _ header: PlanHeader, _ session: StateSession
    ) async throws(Failure) -> Phrase? {
        guard let carried = header.decisions?.carriedOver,
            carried.holding + carried.conflicts + carried.notFound > 0
        else { return nil }
        let drives = Set(
            header.identities.values.filter { $0.hasPrefix(DriveKind.onedrive.rawValue + ":") })
        let known = try await session.asking { ledger async throws(LedgerError) in
            Set((try await ledger.setting(setting) ?? "").split(separator: "\n").map(String.init))
        }
        if drives.isSubset(of: known) { return nil }
        let all = known.union(drives).sorted().joined(separator: "\n")
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store(all, setting: setting)
        }
        await session.count(.migrated)
        return .planMigrated(
            text: Phrase.series(try await parts(carried, session), separator: " · "))
    }

    private static func parts(
        _ carried: (holding: Int, conflicts: Int, notFound: Int), _ session: StateSession
    ) async throws(Failure) -> [Phrase] {
        var parts: [Phrase] = [.planMigratedDecisions(n: carried.holding)]
        if carried.conflicts > 0 { parts.append(.planMigratedConflicts(n: carried.conflicts)) }
        if carried.notFound > 0 { parts.append(.planMigratedUnplaced(n: carried.notFound)) }
        // They are counted by days and not by drives, so a sign-in changes nothing about them.
        let zone = await session.timeZone(nil)
        if let streak = try? await StatsReport.made(session, zone, days: 7).streak.current,
            streak > 0
        {
            parts.append(.planMigratedStreak(n: streak))
        }
        return parts + [.planMigratedStatistics]
    }
}
