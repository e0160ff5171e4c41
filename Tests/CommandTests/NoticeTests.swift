// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a round tells others, whatever becomes of it.
@Suite("Messages of rounds", .timeLimit(.minutes(60)))
struct NoticeTests {
    private func home(_ receiver: NoticeReceiver) throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write("a-key-of-some-length\n", to: "key.notify")
        chmod(home.path + "/key.notify", 0o600)
        let service = "http://127.0.0.1:\(receiver.port)"
        try home.write(
            TestRules.old(
                window: "1h",
                extra: """
                    notify:
                      - {to: webhook, url: "\(service)/hook", key: "file:key.notify"}
                      - {to: heartbeat, url: "\(service)/beat"}
                    """), to: "rules.yaml")
        return home
    }

    private static let round = [
        "run", "--stage", "-q", "--rules", "rules.yaml", "--state", "own/s.sqlite", "--report",
        "json", "r.json",
    ]

    private func report(_ home: ScratchHome) -> [String: Any]? {
        let text = (try? home.text("r.json")) ?? ""
        return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    }

    @Test("are sent also where the state cannot be opened")
    func noState() throws {
        let receiver = try NoticeReceiver()
        let home = try home(receiver)
        try home.write("no database at all, and longer than its head", to: "own/s.sqlite")
        let run = try home.run(Self.round)
        #expect(run.status == 1, "\(run.errors)")
        #expect(receiver.calls.map(\.path) == ["/hook", "/beat/fail"])
        #expect((report(home)?["notices"] as? [String: Any])?["sent"] as? Int == 2)
        // There is nowhere to keep what cannot be sent, and that is said.
        receiver.mood = .refuses
        #expect(try home.run(Self.round).status == 1)
        let notices = report(home)?["notices"] as? [String: Any]
        #expect(notices?["given_up"] as? Int == 1, "\(notices ?? [:])")
        #expect((notices?["unsent"] as? [Any])?.count == 2)
    }

    @Test("that are lost with a round that is killed are made up for by the next one")
    func killed() throws {
        let receiver = try NoticeReceiver()
        let counter = "count"
        let counted = try home(receiver)
        let first = try counted.run(
            Self.round, environment: try Interposer.counting(counted.path + "/" + counter))
        #expect(first.status == 0, "\(first.errors)")
        let count = try #require(Int(try counted.text(counter)))
        var untold = 0
        // All that is done is done before these.
        for part in 0..<12 {
            let home = try home(receiver)
            let callsBefore = receiver.calls.count
            let strike = Interposer.Strike(call: count - count * part / 24)
            let killed = try home.run(
                Self.round, environment: try Interposer.striking(strike, home.path + "/count"))
            guard killed.isKilled else { continue }
            let calls = receiver.calls.dropFirst(callsBefore).map(\.path)
            guard calls.contains("/beat/start") else { continue }
            let isTold = report(home)?["exit"] as? Int == 0 && calls.last == "/beat"
            if !isTold { untold += 1 }
            let next = try home.run(Self.round)
            let isNamed = report(home)?["unfinished_round"] is String
            #expect(isNamed || isTold, "\(strike): \(calls) \(next.errors)")
            #expect(receiver.calls.dropFirst(callsBefore).contains { $0.path == "/hook" })
        }
        #expect(untold > 0, "none was killed before it had told")
    }
}
