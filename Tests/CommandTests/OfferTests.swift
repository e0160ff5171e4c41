// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What is said next has to be about what is there, and about this day.
@Suite("What is offered next", .timeLimit(.minutes(60)))
struct OfferTests {
    private static let days = 20

    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        try home.write(TestRules.old(), to: "rules.yaml")
        return home
    }

    @Test(
        "a plan for another day is not offered, and is none when that day comes")
    func otherDay() throws {
        let home = try home()
        let then = Date().addingTimeInterval(Double(Self.days) * 86_400)
        let now = then.ISO8601Format()
        let plan = try home.run("plan", "--rules", "rules.yaml", "--now", now)
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(!plan.errors.contains("cleanrules stage"), "\(plan.errors)")
        #expect(plan.errors.contains("--now \(now)"), "\(plan.errors)")
        let status = try home.run("status")
        #expect(!status.errors.contains("cleanrules stage"), "\(status.errors)")
        let stage = ["stage", "--yes", "--no-undo-window"]
        #expect(try home.run(stage).status == 5)
        let late = try home.run(stage, later: Self.days * 86_400 + 60)
        #expect(late.status == 5, "\(late.output)")
        #expect(late.errors.contains("expired"), "\(late.errors)")
        #expect(try home.run("plan", "--rules", "rules.yaml").errors.contains("cleanrules stage"))
    }

    @Test("what came back by another name is not mistaken for what has taken its place")
    func otherName() throws {
        let home = try home()
        try home.run("plan", "-q", "--rules", "rules.yaml")
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        #expect(try home.run("execute", "--yes").errors.contains("cleanrules restore d:/a.iso"))
        try home.write("new", to: "d/a.iso")
        let back = try home.run("restore", "--all", "--yes")
        #expect(back.status == 0, "\(back.errors)")
        #expect(home.tree("d").count == 2)
        #expect(!back.errors.contains("cleanrules keep"), "\(back.errors)")
    }
}
