// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing

@Suite("Events of the way of a person")
struct EventTests {
    private func event(_ name: String, _ day: String = "2026-01-15", n: Int64 = 1) -> EventCount {
        EventCount(day: day, name: name, context: "first-plan", count: n)
    }

    @Test("are counted by day, and told in their order")
    func counts() async throws {
        let ledger = try Ledger.inMemory(now: at(0))
        for _ in 0..<3 { try await ledger.count([event("hint-shown")]) }
        try await ledger.count([event("hint-later"), event("hint-shown", "2026-01-16", n: 5)])
        let all = try await ledger.events(from: "2026-01-01", to: "2026-12-31")
        #expect(all.map(\.name) == ["hint-later", "hint-shown", "hint-shown"])
        #expect(all.map(\.count) == [1, 3, 5])
        #expect(try await ledger.events(from: "2026-01-16", to: "2026-01-16").count == 1)
    }

    @Test(
        "hold words and numbers, and nothing that could name anything",
        arguments: [
            "", "Hint", "/a/b.jpg", "ana@example.com", "a b", "é",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ])
    func words(_ text: String) async throws {
        let ledger = try Ledger.inMemory(now: at(0))
        let error = await failure { () throws(LedgerError) in
            try await ledger.count([event("hint-shown"), event(text)])
        }
        #expect(error?.kind == .failed)
        if !text.isEmpty {
            var other = event("hint-shown")
            other.variant = text
            let second = await failure { [other] () throws(LedgerError) in
                try await ledger.count([other])
            }
            #expect(second?.kind == .failed)
        }
        #expect(try await ledger.events(from: "2000-01-01", to: "2099-01-01").isEmpty)
    }

    @Test("tell of an issuer by its name, and of one with a name that is none by a word for it")
    func issuers() async throws {
        let ledger = try Ledger.inMemory(now: at(0))
        let long = String(repeating: "a", count: 64)
        let names = ["school", long, long + "a", "Example School", ""]
        for _ in 0..<2 {
            try await ledger.countOnce(.offerShown, of: names, day: "2026-01-15")
        }
        let found = try await ledger.events(from: "2026-01-15", to: "2026-01-15")
        #expect(found.count == names.count && found.allSatisfy { $0.count == 1 })
        #expect(Set(found.map(\.context)) == Set(names.map(EventCount.context(of:))))
        #expect(EventCount.context(of: long) == long)
        #expect(EventCount.context(of: "Example School").hasPrefix("issuer-"))
    }

    @Test("go after 400 days, and are of no more kinds a day than anybody could look at")
    func bounds() async throws {
        let ledger = try Ledger.inMemory(now: at(0))
        try await ledger.count([event("old", "2024-12-10"), event("kept", "2024-12-12")])
        try await ledger.count([event("new", "2026-01-16")])
        let left = try await ledger.events(from: "2000-01-01", to: "2099-01-01")
        #expect(left.map(\.name) == ["kept", "new"])
        try await ledger.count((0..<600).map { event("e\($0)", "2026-02-01") })
        try await ledger.count([event("e0", "2026-02-01")])
        let day = try await ledger.events(from: "2026-02-01", to: "2026-02-01")
        #expect(day.count == 500)
        #expect(day.first { $0.name == "e0" }?.count == 2)
    }
}
