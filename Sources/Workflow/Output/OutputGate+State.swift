// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger

extension OutputGate {
    /// Also keeps what the state of `session` speaks of: the drives that it knows, and the rules of
    /// its newest plan.
    package mutating func keep(_ session: StateSession) async throws(Failure) {
        keep(session.file)
        let (drives, plan) = try await session.asking { ledger async throws(LedgerError) in
            (try await ledger.drives(), try await ledger.newestPlan())
        }
        for drive in drives {
            if let root = drive.settings[DriveSettings.root], drive.kind == DriveKind.local.rawValue
            {
                keep(drive: drive.name, at: root)
            }
            if let file = drive.settings[DriveSettings.file] { keep(listing: file) }
        }
        guard let path = plan?.rulesPath else { return }
        keep(rulesAt: path)
        if let rules = try? RulesLoader.loadQuietly(path) { keep(rules) }
    }
}
