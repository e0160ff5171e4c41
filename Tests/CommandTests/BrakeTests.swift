// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The emergency brake: `pause`, `resume`, and the file that an administrator touches.
@Suite("The brake")
struct BrakeTests {
    private func staged(_ count: Int = 2) throws -> ScratchHome {
        let home = try ScratchHome()
        for number in 0..<count { try home.writeOld("old", to: "d/\(number).iso") }
        try home.write(TestRules.old(window: "1d"), to: "rules.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes").status == 0)
        return home
    }

    private static let later: Int = 2 * 86_400
    fileprivate static let state = ".local/state/cleanrules/default/state.sqlite"

    /// Ways to put the brake on, each with the way to take it off.
    enum Kind: CaseIterable {
        case person, file

        func on(_ home: ScratchHome) throws {
            switch self {
            case .person:
                let run = try home.run("pause", "--why", "moving \u{202E}disks")
                #expect(run.status == 0 && run.output.contains("2 items wait"), "\(run.output)")
            case .file: try home.write("", to: BrakeTests.state + ".paused")
            }
        }

        func off(_ home: ScratchHome) throws {
            if self == .person {
                #expect(try home.run("resume").status == 0)
            } else {
                #expect(try home.run("resume").status == 5)
                try home.remove(BrakeTests.state + ".paused")
                #expect(try home.run("resume").status == 0)
            }
        }
    }

    @Test(
        "holds every deletion, keeps the windows, and lets all else go on",
        arguments: Kind.allCases)
    func holds(kind: Kind) throws {
        let home = try staged()
        try kind.on(home)
        for command in [
            ["execute", "--yes"], ["execute", "--yes", "-q", "--format", "json"],
            ["run", "-q", "--rules", "rules.yaml"], ["run", "--stage", "--rules", "rules.yaml"],
            ["run", "--execute-only", "--rules", "rules.yaml"],
        ] {
            let run = try home.run(command, later: Self.later)
            #expect(run.status == 5, "\(command): \(run.status) \(run.output) \(run.errors)")
            #expect(home.tree() == ["0.iso", "1.iso"])
            let said = run.output + run.errors
            #expect(said.lowercased().contains("paused"), "\(command): \(said)")
            #expect(!said.contains("\u{202E}"))
        }
        let status = try home.run("status", "--format", "json")
        #expect(try status.json()["brake"] != nil && status.errors.contains("nothing is deleted"))
        let doctor = try home.run("doctor", "--rules", "rules.yaml")
        #expect(doctor.status == 6 && doctor.output.contains("nothing is deleted"))
        for command in [["undo", "/0.iso"], ["history", "--verify"]] {
            let run = try home.run(command, later: Self.later)
            #expect(run.status == 0, "\(command): \(run.output) \(run.errors)")
        }
        try kind.off(home)
        #expect(try home.run("history", "--verify").status == 0)
        let run = try home.run(["execute", "--yes"], later: Self.later)
        #expect(run.status == 0 && home.tree() == ["0.iso"], "\(run.errors)")
    }

    @Test("is on once: who pauses again changes nothing, and who resumes where nothing is, neither")
    func twice() throws {
        let home = try staged()
        #expect(try home.run("pause", "--why", "first").status == 0)
        #expect(try home.run("pause", "--why", "second").status == 0)
        let run = try home.run("execute", "--yes")
        #expect(run.errors.contains("first") && !run.errors.contains("second"), "\(run.errors)")
        #expect(try home.run("resume").output.contains("Resumed"))
        #expect(try home.run("resume").output.contains("Nothing was paused"))
        let history = try home.run("history", "--format", "json").output
        #expect(history.components(separatedBy: "\"paused\"").count == 2)
        #expect(history.components(separatedBy: "\"resumed\"").count == 2)
    }

    @Test("is a file beside the link that leads to the state, too; hints lead to that state")
    func linked() throws {
        let home = try staged()
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/l.db", withDestinationPath: Self.state)
        try home.write("", to: "l.db.paused")
        let run = try home.run(["execute", "--yes", "--state", "l.db"], later: Self.later)
        #expect(run.status == 5 && home.tree() == ["0.iso", "1.iso"], "\(run.errors)")
        #expect(try home.run("resume", "--state", "l.db").status == 5)
        try home.remove("l.db.paused")
        let pause = try home.run("pause", "--state", "l.db")
        #expect(pause.output.contains("cleanrules resume --state"), "\(pause.output)")
    }

    @Test("stays on in a state that is taken over")
    func imported() throws {
        let home = try staged()
        #expect(try home.run("pause").status == 0)
        #expect(try home.run("export", "-o", "x.json").status == 0)
        try home.remove(".local/state/cleanrules")
        #expect(try home.run("import", "x.json").status == 0)
        let run = try home.run(["execute", "--yes"], later: Self.later)
        #expect(run.status == 5, "\(run.output) \(run.errors)")
        #expect(home.tree() == ["0.iso", "1.iso"])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("is what the report of a round begins with", arguments: Kind.allCases)
    func report(kind: Kind) throws {
        let home = try staged()
        try kind.on(home)
        let run = try home.run(
            ["run", "-q", "--rules", "rules.yaml", "--report", "json", "r.json"],
            later: Self.later)
        #expect(run.status == 5, "\(run.errors)")
        let json = try JSONSerialization.jsonObject(with: Data(home.text("r.json").utf8))
        let report = try #require(json as? [String: Any])
        #expect(report["exit"] as? Int == 5)
        let summary = try #require(report["summary"] as? String)
        #expect(summary.hasPrefix("Paused: nothing is deleted"), "\(summary)")
    }
}
