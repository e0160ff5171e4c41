// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Instants have one form for people, with its zone, and one for machines.
@Suite("Times as they are shown", .timeLimit(.minutes(60)))
struct ShownTimeTests {
    @Test("are those of the rules' zone in tables, and UTC to the second in machine formats")
    func forms() throws {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        let rules = TestRules.old(window: "1h").replacingOccurrences(
            of: "timezone: UTC", with: "timezone: Asia/Kolkata")
        try home.write(rules, to: "rules.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("snooze", "/a.iso", "--for", "3d").status == 0)
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("keep", "/a.iso").status == 0)
        let tables = [
            ["show"], ["decisions"], ["why", "/a.iso", "-q", "--offline"], ["status"], ["history"],
        ]
        for arguments in tables {
            let run = try home.run(arguments)
            #expect(run.status == 0, "\(arguments): \(run.errors)")
            #expect(run.output.contains(#/\d{4}-\d\d-\d\d \d\d:\d\d \+05:30/#), "\(run.output)")
            // What an item says of itself is shown as rules write it.
            if arguments.first == "why" { continue }
            #expect(!run.output.contains(#/\d\dT\d\d:\d\d/#), "\(run.output)")
        }
        // Of what lies below no plan, too: when the drive was listed last, and the backup.
        try home.remove("d")
        for arguments in [["run", "--rules", "rules.yaml"], ["doctor", "--rules", "rules.yaml"]] {
            let run = try home.run(arguments)
            #expect(run.output.contains(" +05:30"), "\(run.output)")
            #expect(!run.output.contains(#/\d\d:\d\d UTC/#), "\(run.output)")
        }
        let machine = try home.run("decisions", "--format", "json").output
        #expect(machine.contains(#/\d\dT\d\d:\d\d:\d\dZ/#) && !machine.contains("+05:30"))
    }
}
