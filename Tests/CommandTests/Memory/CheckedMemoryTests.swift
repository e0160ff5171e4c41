// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// The program as it ships, with an allocator that finds memory which is freed twice, used after it
/// was freed, or written to behind its end. Optimized code is where such faults are.
@Suite("Memory under a checking allocator", .serialized)
struct CheckedMemoryTests {
    // MARK: The allocator itself

    @Test(
        "is found in a program that does one thing wrong with it",
        arguments: ["twice", "twice-later", "write", "follow", "overflow", "inside"],
        // Small blocks wait in a queue once they are freed; large ones have pages of their own.
        [40, 1_000, 70_000])
    func faults(fault: String, size: Int) throws {
        let run = try broken(fault, size)
        #expect(run.status == 128 + SIGABRT || run.status == 128 + SIGSEGV, "\(run.status)")
        #expect(run.errors.contains("allocator: "), "\(run.errors)")
        if fault.hasPrefix("twice"), size < 16_384 {
            #expect(run.errors.contains("freed twice: block of \(size) bytes"), "\(run.errors)")
        }
        if fault == "write", size < 16_384 {
            #expect(run.errors.contains("written to after it was freed"), "\(run.errors)")
        }
    }

    @Test("is not found wrong in a program that does nothing wrong", arguments: [40, 70_000])
    func noFault(size: Int) throws {
        let run = try broken("none", size)
        #expect(run.status == 0 && run.output == "done\n", "\(run)")
        #expect(!run.errors.contains("allocator: "), "\(run.errors)")
    }

    private static let faulty = Result { try CompiledC.program("faults") }

    private func broken(_ fault: String, _ size: Int) throws -> CommandRun {
        let home = try ScratchHome()
        let environment = try CheckedAllocator(home).environment()
        let variables = environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        return try home.shell("\(variables) exec '\(try Self.faulty.get())' \(fault) \(size)")
    }

    // MARK: The program

    /// Runs commands one after another, each of which ends with one of its statuses.
    private func go(
        _ home: ScratchHome, _ commands: [(String, Set<Int32>)],
        _ others: [String: String] = [:]
    ) async throws {
        let allocator = CheckedAllocator(home)
        let environment = try allocator.environment(others)
        for (command, statuses) in commands {
            let before = try allocator.counts().programs
            let words = command.split(separator: " ").map(String.init)
            let run = try await ServedGraph.run(home, words, environment: environment)
            try allocator.check(run, command, before: before)
            #expect(statuses.contains(run.status), "\(command): \(run.status): \(run.errors)")
        }
        let counts = try allocator.counts()
        #expect(counts.blocks > 10_000 && counts.paged > 100, "\(counts)")
        #expect(counts.freedBytes > 1 << 20, "\(counts)")
    }

    /// A home with folders of old files, of which some are copies of one another.
    private func filled() throws -> ScratchHome {
        let home = try ScratchHome()
        for folder in 0..<12 {
            for file in 0..<25 {
                let text = "content \(file % 5) \(String(repeating: "x", count: 300 * (file % 4)))"
                try home.writeOld(text, to: "d/f\(folder)/g\(file % 3)/n\(folder)-\(file).iso")
            }
        }
        let copies = """
              - id: copies
                duplicates: {same: [content], keep: [oldest]}
                match: {name: "*.iso"}
                then: review
            """
        try home.write(TestRules.old() + "\n" + copies + "\n", to: "rules.yaml")
        return home
    }

    @Test("is used right from plan to deletion and back over a folder")
    func folder() async throws {
        let home = try filled()
        try await go(
            home,
            [
                ("check", [0]), ("sync -q", [0]), ("plan -q", [0]), ("plan -q -o p.json", [0]),
                ("show p.json", [0]), ("review --plain", [0, 1, 5]), ("stage -q --yes", [5]),
                ("stage -q --yes --no-undo-window", [0]), ("status", [0]), ("undo --all", [0]),
                ("plan -q --summary", [0]), ("stage -q --yes --no-undo-window", [0]),
                ("execute -q --yes", [0]), ("why /f0/g0/n0-0.iso", [0, 1]),
                ("restore --all --yes", [0]), ("sync -q", [0]), ("keep /f1/g1/n1-1.iso", [0]),
                ("plan -q --offline", [0]), ("decisions", [0]), ("history --verify", [0]),
                ("export -o e.json", [0]), ("import e.json --state other.db", [0]),
                ("state check", [0]), ("stats", [0]), ("quota", [0]),
                ("run -q --rules rules.yaml --stage", [0, 5]),
            ])
        #expect(home.tree().count { $0.hasSuffix(".iso") } == 300, "all came back")
    }

    @Test("is used right when what was killed is recovered, and the trash is searched")
    func recovery() async throws {
        let home = try filled()
        let ways: [(String, Set<Int32>)] = [
            ("plan -q --summary", [0]), ("stage -q --yes --no-undo-window", [0]),
        ]
        try await go(home, ways)
        let counter = home.path + "/count"
        var killCount = 0
        for call in [120, 260, 400, 700] {
            let strike = Interposer.Strike(call: call)
            let killed = try await ServedGraph.run(
                home, ["execute", "-q", "--yes"],
                environment: try Interposer.striking(strike, counter))
            #expect(killed.isKilled || killed.status == 0, "\(killed.errors)")
            if killed.isKilled { killCount += 1 }
        }
        #expect(killCount >= 2, "there is something to recover")
        try await go(
            home, [("execute -q --yes", [0]), ("status", [0]), ("history --verify", [0])])
        for name in home.tree(".local/share/Trash/info").prefix(20) {
            try home.remove(".local/share/Trash/info/" + name)
        }
        try await go(home, [("restore --all --yes", [0, 1, 6]), ("history --verify", [0])])
    }

    @Test("is used right over listings, by several threads, packed, broken or repeated")
    func listings() async throws {
        let home = try ScratchHome()
        try home.write(TestRules.listing, to: "rules.yaml")
        let lines = (0..<30_000).map { number in
            "{\"path\":\"/f\(number % 700)/n\(number % 25_000).iso\",\"size\":\(number % 900),"
                + "\"owner\":\"o\(number % 9)\",\"id\":\"i\(number % 25_000)\"}"
        }
        try home.write(lines.joined(separator: "\n"), to: "plain.ndjson")
        try home.write(lines.joined(separator: "\n") + "\n{\"path\":", to: "broken.ndjson")
        let items = (0..<9_000).map { number in
            "{\"id\":\"i\(number)\",\"name\":\"n\\u00e4\(number).iso\",\"file\":{},"
                + "\"parentReference\":{\"id\":\"r\"}}"
        }
        try home.write(
            "{\"value\":[{\"id\":\"r\",\"root\":{}},\n\(items.joined(separator: ",\n"))]}",
            to: "page.json")
        #expect(try home.shell("gzip -k plain.ndjson").status == 0)
        let plan = "plan -q --summary --no-state --listing "
        try await go(
            home,
            [
                (plan + "plain.ndjson", [0]), (plan + "plain.ndjson.gz", [0]),
                (plan + "page.json", [0]), (plan + "broken.ndjson", [1]),
                ("plan -q --listing plain.ndjson", [0]), ("plan -q --listing page.json", [0]),
            ])
    }

    @Test("is used right from plan to deletion and back on a OneDrive")
    func oneDrive() async throws {
        let home = try ScratchHome()
        let address = OneDriveHome.address
        let (graph, drive) = OneDriveHome.service()
        for number in 0..<40 {
            try drive.addFile("/f\(number % 4)/n\(number).iso", .bytes([UInt8(number)]))
        }
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              photos: {kind: onedrive, account: \(address), root: /}
            limits: {percent: unlimited}
            rules:
              - {id: images, match: {name: "*.iso"}, then: delete, undo_window: none}
            """, to: "rules.yaml")
        try await ServedGraph.serving(graph) { environment in
            try await go(
                home,
                [
                    ("login --device-code --no-browser", [0]), ("drives", [0]), ("sync -q", [0]),
                    ("plan -q --summary", [0]), ("stage -q --yes --no-undo-window", [0]),
                    ("execute -q --yes", [0]), ("restore --all --yes", [0]), ("sync -q", [0]),
                    ("history --verify", [0]),
                ], environment)
        }
        #expect(drive.truth().count { !$0.isFolder } == 40, "all came back")
    }
}
