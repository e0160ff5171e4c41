// SPDX-License-Identifier: Apache-2.0

import Foundation
import DriveAdapters
import PlanRunner
import Reports
import RuleEngine
import StateLedger
import Testing
import Text
import Wording
import Workflow

/// Rounds as a caller goes through them that is no command, several at once in one process.
@Suite("Rounds in one process")
struct RoundTests {
    /// A host that keeps what it hears.
    private final class Listener: WorkflowHost, ProgressDisplay {
        let words = Words.english
        let shouldStop = false
        private let heard = Lock<(lines: [String], events: [WorkflowEvent])>(([], []))

        var lines: [String] { heard.withLock { $0.lines } }
        var codes: [WorkflowEvent.Code] { heard.withLock { $0.events.map(\.code) } }
        /// What the events say of whose profile, rules or drive they are.
        var names: Set<String> {
            heard.withLock { heard in
                Set(
                    heard.events.flatMap { event in
                        ["profile", "drive", "rules"].compactMap { event.text($0) }
                    })
            }
        }

        func note(_ text: String) { heard.withLock { $0.lines.append(text) } }
        func note(_ phrase: Phrase) { note(words(phrase)) }
        func hasDone(_ deed: Phrase) {}
        func lead(toRules path: String) {}
        func take(_ findings: [Finding]) {}
        func tell(_ event: WorkflowEvent) { heard.withLock { $0.events.append(event) } }
        func display(
            _ progress: @escaping @Sendable () -> ProgressText
        ) -> any ProgressDisplay { self }
        func stop() {}
    }

    /// What the tests give their rounds for the present.
    private static let begin = SystemClock.now().secondsSinceEpoch

    /// A home with three files that go after an hour.
    private func home(_ name: String) throws -> ScratchHome {
        let home = try ScratchHome()
        for file in ["a", "b", "c"] {
            try home.writeOld("old \(name) \(file)", to: "d/\(file).iso")
        }
        try home.write(
            TestRules.old(window: "1h", method: "quarantine")
                .replacingOccurrences(of: "  d: {", with: "  \(name): {"), to: "rules.yaml")
        return home
    }

    private func request(
        _ home: ScratchHome, _ name: String, _ extent: RoundExtent = .whole(stages: true),
        host: Listener = Listener(), later: Int64 = 0
    ) throws -> RoundRequest {
        let state = try StateFile.locate(path: home.path + "/state.sqlite", profile: name)
        var request = RoundRequest(state: state, extent: extent, id: "r-\(name)")
        request.rules = home.path + "/rules.yaml"
        request.host = host
        let now = Timestamp(secondsSinceEpoch: Self.begin + later)
        request.clock = WorkflowClock { now }
        return request
    }

    @Test("go side by side, each with a state, a clock and a host of its own")
    func sideBySide() async throws {
        let (one, other) = (try home("one"), try home("other"))
        let hosts = (Listener(), Listener())
        let first = try request(one, "one", host: hosts.0)
        let second = try request(other, "other", host: hosts.1)
        async let staged = Round.report(of: first)
        async let alsoStaged = Round.report(of: second)
        for report in await [staged, alsoStaged] {
            #expect(report.status == .done, "\(String(describing: report.end?.message))")
            #expect(report.staged?.outcome.staged == 3)
            #expect(report.execution == nil || report.execution?.report.count(.deleted) == 0)
        }
        #expect(hosts.0.names == ["one", one.path + "/rules.yaml"])
        #expect(hosts.1.names == ["other", other.path + "/rules.yaml"])
        for host in [hosts.0, hosts.1] {
            #expect(host.codes.first == .roundStarted && host.codes.last == .roundEnded)
            #expect(host.codes.contains(.staged))
        }
        // The undo window is over for one of them: it is by its own clock.
        let due = try request(one, "one", later: 7_200)
        let early = try request(other, "other", later: 60)
        async let deleted = Round.report(of: due)
        async let waiting = Round.report(of: early)
        #expect(await deleted.execution?.report.count(.deleted) == 3)
        #expect(await waiting.execution?.report.count(.deleted) ?? 0 == 0)
        #expect(!one.has("d/a.iso") && other.has("d/a.iso"))
    }

    @Test("delete within their limits, and nothing under a brake or after a stop")
    func limits() async throws {
        let home = try home("d")
        _ = await Round.report(of: try request(home, "d"))
        var braked = try request(home, "d", .executionOnly, later: 7_200)
        let since = Timestamp(secondsSinceEpoch: Self.begin)
        braked.brake = { .person(since: since, why: "the whole fleet") }
        let held = await Round.report(of: braked)
        #expect(held.status == .refused && held.execution?.report.count(.deleted) == 0)
        var stopped = try request(home, "d", .executionOnly, later: 7_200)
        stopped.stop = { .terminated }
        let ended = await Round.report(of: stopped)
        #expect(ended.status == .terminated && home.has("d/a.iso"))
        var limited = try request(home, "d", .executionOnly, later: 7_200)
        limited.limits = RoundLimits(items: 2)
        let report = await Round.report(of: limited)
        #expect(report.execution?.report.count(.deleted) == 2 && report.left == 1)
        let rest = await Round.report(of: try request(home, "d", later: 7_300))
        #expect(rest.execution?.report.count(.deleted) == 1)
    }

    @Test("delete within their limits what brings most, where they are told to")
    func most() async throws {
        let home = try home("d")
        try home.writeOld(String(repeating: "large ", count: 100), to: "d/large.iso")
        _ = await Round.report(of: try request(home, "d"))
        var limited = try request(home, "d", .executionOnly, later: 7_200)
        limited.limits = RoundLimits(items: 1, choice: .mostFirst(holdsLast: false))
        let report = await Round.report(of: limited)
        #expect(report.execution?.report.count(.deleted) == 1 && report.left == 3)
        #expect(!home.has("d/large.iso") && home.has("d/a.iso"))
    }

    @Test("say in their report what ended them early, and leave the state to the next")
    func early() async throws {
        let home = try home("d")
        try home.write("version: 1\nrules: {}\n", to: "rules.yaml")
        let host = Listener()
        let report = await Round.report(of: try request(home, "d", host: host))
        #expect(report.end?.status == .invalidRules && report.status == .invalidRules)
        #expect(!host.lines.isEmpty, "what is wrong with the rules is said to its host")
        try home.write(TestRules.old(window: "1h"), to: "rules.yaml")
        let next = await Round.report(of: try request(home, "d", .dryRun))
        #expect(next.status == .done && next.unfinished == nil)
        #expect(next.plan?.totals.delete.items == 3 && next.staged == nil)
    }
}

extension WorkflowEvent {
    /// The text under `key` of what belongs to it.
    fileprivate func text(_ key: String) -> String? {
        guard case .text(let text)? = data[key] else { return nil }
        return text
    }
}
