// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import StateLedger
import Testing
import Wording

/// Files of decisions that are longer than one transaction.
@Suite("Many decisions from a file")
struct ReviewBatchTests {
    private static let lines = 2_500
    /// What whole batches come to: what stays, then what goes by the thousand.
    private static let whole = [0, 834, 1_834, lines]

    /// A home with a plan over a listing, and a decision about every item of it.
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        let paths = (0..<Self.lines).map { "/Pictures/\($0 % 7)/\($0).jpg" }
        try home.write(
            paths.map { #"{"path": "\#($0)", "size": 1}"# }.joined(separator: "\n"),
            to: "listing.ndjson")
        try home.write(
            paths.enumerated().map { number, path in
                #"{"path": "\#(path)", "verdict": "\#(number % 3 == 0 ? "keep" : "delete")"}"#
            }.joined(separator: "\n"), to: "decisions.ndjson")
        try home.write(
            """
            version: 1
            timezone: UTC
            drives: {d: {kind: listing, file: listing.ndjson}}
            rules:
              - {id: look, match: {everything: true}, then: review}
            """, to: "rules.yaml")
        let plan = try home.run("plan", "-q", "--summary", "--state", "planned.sqlite")
        try #require(plan.status == 0, "\(plan.errors)")
        return home
    }

    private func decide(
        _ home: ScratchHome, _ state: String, _ environment: [String: String] = [:]
    ) throws -> CommandRun {
        try home.run(
            "review", "--decisions", "decisions.ndjson", "-q", "--state", state,
            environment: environment)
    }

    /// How many steps stand in `state`, and about how many items something was decided.
    private func recorded(
        _ home: ScratchHome, _ state: String
    ) async throws -> (steps: Int, items: Int, decisions: Int) {
        let ledger = try Ledger.openExisting(
            path: home.path + "/" + state,
            now: Timestamp(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)))
        let steps = try await ledger.reviewActs().count
        let history = try await ledger.history(
            since: nil, path: nil, afterSequence: 0, most: 1_000_000
        ).count { $0.event == "decided" }
        let items = try await ledger.decisions().count
        await ledger.close()
        return (steps, items, history)
    }

    @Test("A kill leaves whole batches, and the same file then decides the rest once")
    func killed() async throws {
        let home = try home()
        func copy(_ name: String) throws {
            try FileManager.default.copyItem(
                atPath: home.path + "/planned.sqlite", toPath: home.path + "/" + name)
        }
        try copy("calm.sqlite")
        let calm = try decide(home, "calm.sqlite", Interposer.counting(home.path + "/count"))
        try #require(calm.status == 0, "\(calm.errors)")
        let calls: Int = try #require(Int(try home.text("count")))
        var left: [Int] = []
        for part in 1...7 {
            let state = "killed-\(part).sqlite"
            try copy(state)
            let strike = Interposer.Strike(call: calls * part / 8)
            let run = try decide(
                home, state, Interposer.striking(strike, home.path + "/count"))
            try #require(run.isKilled, "\(strike): \(run.status), \(run.errors)")
            let cut = try await recorded(home, state)
            #expect(Self.whole.contains(cut.steps), "\(strike): \(cut)")
            #expect(cut.items == cut.steps && cut.decisions == cut.steps, "\(strike): \(cut)")
            left.append(cut.steps)
            let again = try decide(home, state)
            #expect(again.status == 0, "\(strike): \(again.errors)")
            let words = Words.english
            let parts = [
                "\(words.number(Self.lines - cut.steps)) decided",
                cut.steps > 0 ? "\(words.number(cut.steps)) decided so before" : nil,
            ]
            #expect(
                again.output == parts.compactMap(\.self).joined(separator: ", ") + "\n",
                "\(strike)")
            let end = try await recorded(home, state)
            #expect(end == (Self.lines, Self.lines, Self.lines), "\(strike): \(end)")
        }
        #expect(left.contains { $0 > 0 && $0 < Self.lines }, "killed in the middle: \(left)")
    }
}
