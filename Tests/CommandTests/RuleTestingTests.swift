// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Tests of rules: recorded, looked through for gaps, and run again.
@Suite("Commands that test rules", .timeLimit(.minutes(60)))
struct RuleTestingTests {
    private static let rules = """
        version: 1
        rules:
          # Installers.
          - id: old
            match: {ext: [iso, dmg], modified_age: over 90d}
            then: delete
          - id: copies
            duplicates: {same: [name, size], across: drive, keep: [shortest_path]}
            then: review

        """
    private static let listing = """
        {"path":"/a.iso","size":4000,"modified":"2025-01-01T00:00:00Z","owner":"Ada"}
        {"path":"/b.txt","size":7,"modified":"2025-01-01T00:00:00Z"}
        {"path":"/x/c.txt","size":9}
        {"path":"/x/y/c.txt","size":9}
        {"path":"/z/a.iso","size":5}

        """
    private static let now = ["--now", "2026-01-15T12:00:00Z", "--listing", "l.ndjson"]

    private static func home(_ text: String = rules) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(text, to: "r.yaml")
        try home.write(listing, to: "l.ndjson")
        return home
    }

    @Test("turn an item of a listing into a test, with its company where it hangs on that")
    func recorded() throws {
        let home = try Self.home()
        let words = ["test", "r.yaml", "--record", "listing:/a.iso"] + Self.now
        let dry = try home.run(words + ["--dry-run"])
        #expect(dry.status == 0, "\(dry.errors)")
        #expect(try home.text("r.yaml") == Self.rules)
        let run = try home.run(["rules"] + words)
        #expect(run.status == 0, "\(run.errors)")
        #expect(dry.output == run.output)
        let test = """

            tests:
              - name: "/a.iso: delete, old"
                now: 2026-01-15T12:00:00Z
                items:
                  - {path: /a.iso, size: 4KB, modified: "2025-01-01T00:00:00Z", expect: delete, by: old}

            """
        #expect(try home.text("r.yaml") == Self.rules + test)
        let copy = try home.run(["test", "r.yaml", "--record", "/x/y/c.txt"] + Self.now)
        #expect(copy.status == 0, "\(copy.errors)")
        #expect(
            try home.text("r.yaml").hasSuffix(
                """
                      - {path: /x/y/c.txt, size: 9B, expect: review, by: copies}
                      - {path: /x/c.txt, size: 9B, expect: keep}

                """))
        let tested = try home.run("test", "r.yaml")
        #expect(tested.status == 0, "\(tested.output)")
        #expect(tested.output.contains("2 passed, 0 failed"))
        let several = try home.run(["test", "r.yaml", "--record", "a.iso"] + Self.now)
        #expect(several.status == 1 && several.errors.contains("names 2 items"))
        let none = try home.run(["test", "r.yaml", "--record", "/nowhere"] + Self.now)
        #expect(none.status == 1)
        #expect(try home.run("test", "r.yaml", "--record", "/a.iso", "--watch").status == 64)
        #expect(try home.run("test", "r.yaml", "--dry-run").status == 64)
        #expect(try home.run("test", "r.yaml", "--record", "/a.iso").status == 1)
    }

    private static let tested = """
        version: 1
        rules:
          - {id: old, match: {ext: [iso, dmg], age: over 90d}, then: delete}
        tests:
          - now: 2026-01-15T12:00:00Z
            items:
              - {path: /a.iso, age: 120d, expect: delete}
              - {path: /b.iso, age: 89d, expect: keep}

        """

    @Test("name what no test shows, with its place, and end with 1")
    func gaps() throws {
        let home = try Self.home(Self.tested)
        #expect(try home.run("test", "r.yaml").status == 0)
        let covered = try home.run("test", "r.yaml", "--coverage")
        #expect(covered.status == 1, "\(covered.output)")
        #expect(
            covered.output.contains(
                "r.yaml:3:23: no verdict of any test hangs on 'ext: [iso, dmg]' in 'old'\n"))
        #expect(!covered.output.contains("near miss"))
        let mutated = try home.run("test", "r.yaml", "--mutate")
        #expect(mutated.status == 1)
        #expect(mutated.errors.contains("leave gaps"))
        #expect(
            mutated.output.contains("r.yaml:3:23: no test notices that 'ext: [iso, dmg]' is gone"))
        #expect(mutated.output.contains("r.yaml:3:34: no test notices that 'dmg' is gone [value]"))
        let json = try home.run("test", "r.yaml", "--mutate", "--coverage", "--format", "json")
        #expect(json.status == 1)
        let mutation = try #require(try json.json()["mutation"] as? [String: Any])
        let unnoticed = try #require(mutation["unnoticed"] as? [[String: Any]])
        #expect(unnoticed.map { $0["kind"] as? String } == ["test", "value"])
        #expect(unnoticed.allSatisfy { $0["line"] as? Int == 3 && $0["in"] as? String == "old" })
        let coverage = try #require(try json.json()["coverage"] as? [String: Any])
        #expect(coverage["whole"] as? Bool == false)
        let plain = try home.run("test", "r.yaml", "--format", "json").json()
        #expect(plain["mutation"] is NSNull && plain["coverage"] is NSNull)
        let more = """
                  - {path: /c.txt, age: 120d, expect: keep}
                  - {path: /d.dmg, age: 120d, expect: delete}

            """
        try home.write(Self.tested + more, to: "r.yaml")
        let whole = try home.run("test", "r.yaml", "--mutate", "--coverage")
        #expect(whole.status == 0, "\(whole.output)")
        #expect(whole.output.contains("every rule has an item that it takes"))
        try home.write(
            Self.tested + more.replacing("expect: keep", with: "expect: delete"), to: "r.yaml")
        #expect(try home.run("test", "r.yaml", "--mutate").status == 3)
    }

    @Test("run again when the rules change, and wait for what is half written")
    func watched() throws {
        let home = try Self.home(Self.tested)
        let program = try home.start(["test", "r.yaml", "--watch"])
        func wait(_ isMet: (String) -> Bool) throws -> Bool {
            for _ in 0..<600 {
                if isMet(try program.outputSoFar()) { return true }
                usleep(100_000)
            }
            return false
        }
        #expect(try wait { $0.contains("1 passed, 0 failed") })
        try home.write("", to: "r.yaml")
        try FileManager.default.removeItem(atPath: home.path + "/r.yaml")
        usleep(500_000)
        try home.write(Self.tested.replacing("120d", with: "20d"), to: "r.yaml")
        #expect(try wait { $0.contains("0 passed, 1 failed") })
        try home.write(Self.tested, to: "r.yaml")
        #expect(try wait { $0.components(separatedBy: "1 passed").count == 3 })
        kill(program.process.processIdentifier, SIGINT)
        let run = try program.finish()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.components(separatedBy: "passed").count == 4)
        #expect(!run.errors.contains("cannot read"))
    }

    @Test("change no standard input, keep what is noted on a file, and take old drafts away")
    func files() throws {
        let home = try Self.home()
        let input = try home.run("rules", "disable", "old", "--rules", "-")
        #expect(input.status == 5)
        #expect(input.errors.contains("standard input cannot be changed"))
        let stale = ".cleanrules-draft-1zzz"
        for name in [stale, ".cleanrules-draft-2", ".cleanrules-1f"] {
            try home.write("x", to: name)
        }
        #expect(
            try home.shell("touch -d 2020-01-01 \(stale) .cleanrules-1f").status == 0)
        // Where the file system takes none, there is none to keep.
        let note = "python3 -c \"import os; os.setxattr('r.yaml', 'user.note', b'noted')\""
        let isNoted = try home.shell(note).status == 0
        #expect(try home.run("rules", "disable", "old", "--rules", "r.yaml").status == 0)
        if isNoted {
            let read = "python3 -c \"import os; print(os.getxattr('r.yaml', 'user.note'))\""
            #expect(try home.shell(read).output == "b'noted'\n")
        }
        let left = home.tree(".").filter { $0.hasPrefix(".cleanrules-") }
        #expect(left.sorted() == [".cleanrules-1f", ".cleanrules-draft-2"])
    }
}
