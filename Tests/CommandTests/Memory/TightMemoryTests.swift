// SPDX-License-Identifier: Apache-2.0

import Testing

/// The program where there is little memory, and over files that ask for much.
@Suite("Tight memory", .serialized)
struct TightMemoryTests {
    /// Runs the program with that many KiB of addresses; what it says is on one stream.
    private func run(
        _ home: ScratchHome, limit: Int, _ arguments: String
    ) throws -> CommandRun {
        let program = try ScratchHome.program()
        return try home.shell("ulimit -v \(limit); exec '\(program)' \(arguments)")
    }

    @Test("ends a plan with a message, whatever the limit is")
    func limits() throws {
        let home = try ScratchHome()
        try home.write(TestRules.listing, to: "rules.yaml")
        #expect(try home.shell("seq -f '{\"path\":\"/d/%.0f.iso\"}' 120000 > l").status == 0)
        for limit in [180_000, 300_000, 420_000, 450_000, 520_000, 2_000_000] {
            let run = try run(home, limit: limit, "plan -q --summary --listing l")
            let what = "\(limit) KiB: \(run.status): \(run.errors)"
            #expect([0, 1].contains(run.status), "\(what)")
            #expect(run.status == 0 || run.errors.contains("memory"), "\(what)")
            if limit == 180_000 { #expect(run.errors.contains("to begin with"), "\(what)") }
            if limit == 2_000_000 { #expect(run.status == 0, "\(what)") }
        }
    }

    @Test("ends a look into a file that is longer than there is room for with a message")
    func sparse() throws {
        let home = try ScratchHome()
        #expect(try home.shell("truncate -s 900G long").status == 0)
        for command in ["import long --state new.db", "import - --state new.db < long"] {
            let run = try run(home, limit: 900_000, command)
            #expect(run.status == 1, "\(command): \(run.status): \(run.errors)")
            #expect(run.errors.contains("no memory for that"), "\(command): \(run.errors)")
        }
        #expect(!home.has("new.db"))
    }

    @Test("is no trouble for a packed listing that says the same over and over")
    func packed() throws {
        let home = try ScratchHome()
        try home.write(TestRules.listing, to: "rules.yaml")
        // Long lines, so that a debug build has few of them to read.
        let line = "{\"path\":\"/a\",\"mime\":\"\(String(repeating: "m", count: 4_000))\"}"
        try home.write(line + "\n", to: "line")
        let made = try home.shell(
            "yes \"$(cat line)\" | head -n 60000 | gzip -9 > bomb.gz")
        #expect(made.status == 0)
        let run = try run(
            home, limit: 900_000, "plan -q --summary --no-state --listing bomb.gz")
        #expect(run.status == 1, "\(run.status): \(run.errors)")
        #expect(run.errors.contains("unpacks to more than 200 times its size"), "\(run.errors)")
    }
}
