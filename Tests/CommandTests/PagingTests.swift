// SPDX-License-Identifier: Apache-2.0

import Testing

/// Long lists, page by page.
@Suite("Pages")
struct PagingTests {
    /// A home in which seven items wait.
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for number in 1...7 { try home.writeOld("\(number)", to: "d/old/\(number).iso") }
        try home.write(TestRules.old(), to: "rules.yaml")
        #expect(try home.run("plan", "-q", "--summary", "--rules", "rules.yaml").status == 0)
        #expect(try home.run("stage", "-q", "--yes", "--no-undo-window").status == 0)
        return home
    }

    @Test("of the history are the last lines first, and lead to all others")
    func history() throws {
        let home = try home()
        let whole = try home.run("history", "-q").output.split(separator: "\n")
        try #require(whole.count >= 8)
        var found: [Substring] = []
        var arguments = ["history", "--limit", "3"]
        while true {
            let run = try home.run(arguments)
            let lines = run.output.split(separator: "\n")
            found = lines.filter { !$0.hasPrefix("…") }.suffix(3) + found
            let hints = run.errors.split(separator: "\n")
            guard let hint = hints.first(where: { $0.contains("--before") }) else { break }
            let left = whole.count - found.count
            #expect(lines.first == "… \(left) earlier line\(left == 1 ? "" : "s")")
            let words = try #require(hint.split(separator: "  ").last).split(separator: " ")
            arguments = words.dropFirst().map(String.init)
            try #require(arguments.first == "history" && found.count < whole.count)
        }
        // A page lines its columns up for itself.
        func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }
        #expect(found.map(words) == whole.map(words))
        #expect(try home.run("history", "--limit", "0").status == 64)
        #expect(try home.run("history", "--limit", "2", "--all").status == 64)
        let machine = try home.run("history", "--format", "ndjson", "--limit", "2").output
        #expect(machine.split(separator: "\n").count == 2)
    }

    @Test("of what waits are as long as is asked for, and lead on")
    func status() throws {
        let home = try home()
        let first = try home.run("status", "--limit", "3").output
        #expect(first.contains("/old/3.iso") && !first.contains("/old/4.iso"), "\(first)")
        #expect(first.contains("… 4 more (--skip 3 shows the next of them, --limit 7 all)"))
        let second = try home.run("status", "--limit", "3", "--skip", "3").output
        #expect(second.contains("… 3 before") && second.contains("… 1 more"), "\(second)")
        #expect(second.contains("/old/4.iso") && !second.contains("/old/3.iso"))
        let last = try home.run("status", "--skip", "6").output
        #expect(last.contains("/old/7.iso") && !last.contains(" more ("), "\(last)")
        #expect(try home.run("status", "--skip", "9").output.contains("No item is left after"))
        let list = try home.run("status", "--format", "json", "--limit", "2", "--skip", "1")
        #expect(try list.list("items").compactMap { $0["number"] as? Int } == [2, 3])
        #expect(try home.run("status", "--skip", "-1").status == 64)
    }

    @Test("colour comes where it is wanted, and nowhere else")
    func colour() throws {
        let home = try home()
        let escape = "\u{1b}["
        #expect(!(try home.run("status")).output.contains(escape))
        let always = try home.run(
            ["status", "--color", "always"], environment: ["NO_COLOR": "1"]
        ).output
        #expect(always.contains(escape + "33mstaged"), "\(always)")
        let first = try home.run("--color=always", "status").output
        #expect(first.contains(escape + "33mstaged"), "\(first)")
        let csv = try home.run("status", "--format", "csv", "--color", "always").output
        #expect(!csv.contains(escape))
        let wrong = try home.run("status", "--color", "sometimes")
        #expect(wrong.status == 64 && wrong.errors.contains("auto, always or never"))
        #expect(try home.runOnTerminal("status", typing: "").output.contains(escape + "33m"))
        let never = try home.runOnTerminal("status --color never", typing: "").output
        #expect(!never.contains(escape))
        let error = try home.run("why", "--color", "always", "/x").errors
        #expect(error.contains(escape + "31merror:"), "\(error)")
    }

    @Test("times are shown with their zone")
    func zone() throws {
        let home = try home()
        let history = try home.run("history", environment: ["TZ": "Asia/Kolkata"]).output
        let staged = history.split(separator: "\n").filter { $0.contains("staged") }
        #expect(!staged.isEmpty && staged.allSatisfy { $0.contains(" UTC ") }, "\(history)")
        try home.write(
            try home.text("rules.yaml").replacing("timezone: UTC", with: "timezone: Asia/Kolkata"),
            to: "rules.yaml")
        #expect(try home.run("history").output.contains(" +05:30 "))
    }
}
