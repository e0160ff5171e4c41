// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Who comes back to a review after a week is told what they have done, once.
@Suite("Welcome back", .timeLimit(.minutes(60)))
struct WelcomeTests {
    private static let day = 86_400

    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            drives: {d: {kind: local, root: d}}
            rules:
              - {id: old, match: {name: "*.iso"}, then: review}
            """, to: "rules.yaml")
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        return home
    }

    /// A review of so many seconds later, in which `input` is typed.
    private func review(
        _ home: ScratchHome, later seconds: Int, _ input: String = "q\n", _ more: String = ""
    ) throws -> String {
        let run = try home.runOnTerminal(
            "review --plain \(more)", typing: input, later: seconds)
        #expect(run.status == 0, "\(run.output)")
        return run.output
    }

    private static let greeting = "Welcome back: 1 item reviewed since"

    @Test("with figures, after seven days, once, and not where nobody was away")
    func comes() throws {
        let home = try home()
        #expect(try home.run("plan", "-q").status == 0)
        #expect(!(try review(home, later: 0, "k\nq\n").contains("Welcome back")))
        #expect(!(try review(home, later: 6 * Self.day).contains("Welcome back")))
        // A look was a visit, and so the seven days begin anew.
        #expect(!(try review(home, later: 12 * Self.day).contains("Welcome back")))
        let back = try review(home, later: 20 * Self.day)
        #expect(back.contains(Self.greeting), "\(back)")
        #expect(!(try review(home, later: 20 * Self.day + 60).contains("Welcome back")))
        // A clock that was set back, and is right again.
        #expect(!(try review(home, later: 2 * Self.day).contains("Welcome back")))
        #expect(!(try review(home, later: 21 * Self.day).contains("Welcome back")))
        #expect(!(try review(home, later: 40 * Self.day, "q\n", "-q").contains("Welcome back")))
    }

    @Test("what timers do is no visit")
    func timers() throws {
        let home = try home()
        #expect(try home.run("plan", "-q").status == 0)
        _ = try review(home, later: 0, "k\nq\n")
        for day in 1...8 {
            #expect(try home.round("-q", later: day * Self.day).status == 0)
        }
        #expect(try review(home, later: 9 * Self.day).contains(Self.greeting))
    }
}
