// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What a round stands on: the rules, the state, and what is left of the round before.
extension Round {
    /// Finds and reads the rules.
    mutating func readRules() throws(Failure) -> LoadedRules {
        let found = try RulesLoader.find(request.rules, folder: request.folder, .unattended)
        gate.keep(rulesAt: found.path)
        report.rules = found.path
        var loaded = try RulesLoader.load(found)
        if let drives = request.drives { loaded = try loaded.declaring(drives) }
        rules = loaded
        report.rules = loaded.absolutePath
        report.timeZone = try? loaded.timeZone
        if request.folder == nil {
            report.declared = loaded.file.drives.map { ($0.name, $0.kind.rawValue) }
        }
        gate.keep(loaded)
        if let folder = request.folder, loaded.file.drives.isEmpty {
            gate.keep(drive: "local", at: folder)
        }
        return loaded
    }

    /// Opens the state; from now on it is known what no output is written over.
    mutating func openState(_ rules: LoadedRules) async throws(Failure) -> StateSession {
        let session = try StateSession.opened(request.state, clock: request.clock)
        // Whoever says which drives there are is the fleet itself.
        if request.drives == nil, request.extent != .dryRun {
            try await FleetMark.refuse(.execute, in: session)
        }
        try await gate.keep(session)
        gate.isWhole = true
        self.session = session
        return session
    }

    /// Runs the tests of the rules, which all have to be met.
    mutating func testRules(_ rules: LoadedRules) throws(Failure) {
        let tests = try RulesTests.results(rules)
        Host.take(tests.findings)
        report.tests = (tests.count { $0.isMet }, tests.count { !$0.isMet })
        Host.tell(
            WorkflowEvent(
                .rulesLoaded, .info,
                [
                    "rules": .text(rules.absolutePath), "digest": .text(rules.digest),
                    "tests": .number(tests.count),
                ]))
        try RulesTests.demandPassing(rules)
    }

    /// Says what an earlier round left, or the clock makes doubtful; the mark for this round.
    mutating func checkLastRound(
        _ session: StateSession, _ rules: LoadedRules
    ) async throws(Failure) -> RoundMarker {
        let zone = try rules.timeZone
        try await ClockCheck.warn(session, zone)
        let marker = RoundMarker(session: session)
        report.unfinished = try await marker.unfinished()
        if let begun = report.unfinished {
            let time = LocalTimeText(timeZone: zone, now: report.begun, words: Host.words)
            Host.warn(.runUnfinished(when: time.phrase(begun)))
        }
        return marker
    }
}
