// SPDX-License-Identifier: Apache-2.0

import Foundation
import PlanRunner
import Plans
import Reports
import RuleEngine
import Testing
import Text
import Wording
import Workflow

@testable import Commands

/// What is written of a plan: the same for the same input, in order, and safe to show.
@Suite("Plan output")
struct PlanOutputTests {
    private let rules = """
        version: 1
        timezone: UTC
        rules:
          - id: copies
            duplicates: {same: content, keep: [shortest_path]}
            then: delete
          - id: big
            match: {size: over 5kB}
            then: review
        """

    /// Names that terminals, spreadsheets and pages take badly, copies, and several drives.
    private let lines = [
        #"{"path":"/a.txt","size":3,"hashes":{"sha256":"aa"}}"#,
        #"{"path":"/a/b.txt","size":3,"hashes":{"sha256":"AA"}}"#,
        #"{"path":"/=1+1.txt","size":3,"hashes":{"sha256":"aa"}}"#,
        #"{"path":"/a-b.txt","size":9000,"etag":"\"1\""}"#,
        #"{"path":"/\u202egnp.exe","size":9000}"#,
        #"{"path":"/line\nbreak","size":9000}"#,
        #"{"path":"/é.txt","drive":"other","id":"2","size":9000}"#,
        #"{"path":"/😀.txt","drive":"other","id":"1","size":9000}"#,
        #"{"path":"/￿.txt","drive":"other","id":"3","size":9000}"#,
    ]

    private func header(_ lines: [String]) async throws -> PlanHeader {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let listing = folder.appendingPathComponent("listing.ndjson").path
        try lines.joined(separator: "\n").write(toFile: listing, atomically: true, encoding: .utf8)
        let loaded = try RulesLoader.load(Array(rules.utf8), name: "rules.yaml")
        let items = try await ItemLoader(rules: loaded, isQuiet: true).items(listing: listing)
        var header = try await PlanMaker(
            rules: loaded, now: Timestamp(secondsSinceEpoch: 1_768_478_400), isQuiet: true
        ).plan(over: items)
        // The listing's own place is no part of what is compared.
        header = PlanHeader(
            plan: header.plan, totals: header.totals, limits: header.limits,
            rulesDigest: header.rulesDigest, rulesName: header.rulesName, identities: [:],
            warnings: header.warnings)
        return header
    }

    private func text(_ write: (ByteSink) throws(OutputError) -> Void) throws -> String {
        let bytes = Collected()
        let sink = ByteSink(.closure { bytes.data.append(contentsOf: $0) })
        try write(sink)
        try sink.flush()
        return String(decoding: bytes.data, as: UTF8.self)
    }

    private final class Collected {
        var data: [UInt8] = []
    }

    @Test("the document is the same bytes in whatever order the items come")
    func orderOfItems() async throws {
        let first = try await header(lines)
        let second = try await header(lines.reversed())
        let documents = [first, second].map { header in
            String(
                decoding: PlanDocument(header: header, includesKept: true).bytes(), as: UTF8.self)
        }
        #expect(documents[0] == documents[1])
        #expect(documents[0].contains("\"id\": \"p-"))
    }

    @Test("the document is JSON with sorted keys, one entry a line, in plan order")
    func document() async throws {
        let header = try await header(lines)
        let document = String(
            decoding: PlanDocument(header: header, includesKept: true).bytes(), as: UTF8.self)
        let plan = try #require(
            try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any])
        let entries = try #require(plan["entries"] as? [[String: Any]])
        #expect(entries.count == lines.count)
        let order = entries.map { "\($0["drive"] ?? ""):\($0["path"] ?? "")" }
        #expect(
            order == [
                "listing:/=1+1.txt", "listing:/a-b.txt", "listing:/a.txt", "listing:/a/b.txt",
                "listing:/line\nbreak", "listing:/\u{202e}gnp.exe", "other:/é.txt",
                "other:/\u{ffff}.txt", "other:/😀.txt",
            ])
        let keys = document.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("\""), let end = line.dropFirst().firstIndex(of: "\""),
                line[end...].hasPrefix("\": ")
            else { return nil }
            return String(line[line.index(after: line.startIndex)..<end])
        }
        #expect(keys == keys.sorted())
        let copy = try #require(entries.first { $0["path"] as? String == "/=1+1.txt" })
        #expect(copy["verdict"] as? String == "delete")
        #expect(copy["group"] as? String == "listing:/=1+1.txt")
        let survivors = try #require(copy["survivors"] as? [[String: Any]])
        #expect(survivors.map { $0["path"] as? String } == ["/a.txt"])
    }

    @Test("no line of any format holds a control character or a direction override")
    func hiddenCharacters() async throws {
        let header = try await header(lines)
        for format in PlanFormat.allCases {
            let output = try text { sink throws(OutputError) in
                try PlanOutput(header: header, includesKept: true, gate: OutputGate()).write(
                    format, to: sink)
            }
            let hidden = output.unicodeScalars.filter { scalar in
                scalar.isHiddenOrControl && !"\n\r".unicodeScalars.contains(scalar)
            }
            #expect(hidden.isEmpty, "\(format)")
            #expect(!output.contains("line\nbreak"), "\(format)")
        }
    }

    @Test(
        "a cell that begins like a formula is taken for text",
        arguments: [
            ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""), ("@a", "\"'@a\""),
            ("|cmd", "\"'|cmd\""), ("%0", "\"'%0\""), (" =1", "\"' =1\""),
            ("\u{3000}\u{A0}-1", "\"'\u{3000}\u{A0}-1\""), ("＝1", "\"'＝1\""),
            ("＠a", "\"'＠a\""), ("−1", "\"'−1\""), ("'=1", "\"''=1\""), ("a;=1", "\"a;=1\""),
            ("it's", "it's"), ("/=1", "/=1"), ("a\\nb", "a\\\\nb"),
            ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "a\\nb"), ("plain", "plain"),
            ("a\"\u{301},b", "\"a\"\"\u{301},b\""), ("a,\u{301}b", "\"a,\u{301}b\""),
        ])
    func cells(text: String, cell: String) {
        #expect(PlanCSV.cell(text) == cell)
    }

    @Test(
        "what Markdown would make a link, a mention or a picture of is code",
        arguments: [
            ("https://evil.example/", "`https://evil.example/`"), ("@everyone", "`@everyone`"),
            ("[a](b)", "`[a](b)`"), ("<img src=x>", "`<img src=x>`"), ("a|b", "`a\\|b`"),
            ("a`b", "``a`b``"), ("`", "`` ` ``"), ("a``b`", "``` a``b` ```"), (" x ", "`  x  `"),
            ("a\\|b", "`a\\\\\\|b`"), ("a\nb", "`a\\nb`"), ("", ""),
            ("a|\u{301}b", "`a\\|\u{301}b`"),
            ("`\u{301}x", "`` `\u{301}x ``"),
        ])
    func markdownCells(text: String, cell: String) {
        #expect(MarkdownCode.cell(text) == cell)
    }

    @Test("a plan in Markdown holds names as code only")
    func markdown() async throws {
        let header = try await header([#"{"path":"/@me www.evil.example","size":9000}"#])
        let output = try text { sink throws(OutputError) in
            try PlanMarkdown(header: header, includesKept: true, words: .english).write(to: sink)
        }
        #expect(output.contains("| `/@me www.evil.example` |"), "\(output)")
    }

    @Test("a plan that was written is read back")
    func savedPlan() async throws {
        let header = try await header(lines)
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("plan-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try PlanOutput(header: header, includesKept: false, gate: OutputGate())
            .write(format: .json, output: path, isSummary: false)
        let saved = try PlanFile.read(path)
        #expect(saved.head.totals.delete.items == 2)
        #expect(saved.count == 8)
        #expect(saved.head.rulesDigest == header.rulesDigest)
        let shown = SavedPlanText(saved, .english).lines(listing: .review).joined(separator: "\n")
        #expect(shown.contains("/\\u202Egnp.exe"))
    }

    @Test("a rules file is never replaced by output, and a pipe stays a pipe")
    func outputFiles() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let rules = folder + "/rules.yaml"
        try "version: 1".write(toFile: rules, atomically: true, encoding: .utf8)
        #expect(throws: Failure.self) {
            try OutputFile.write(to: rules, past: OutputGate()) { sink throws(OutputError) in
                try sink.append("x")
            }
        }
        #expect(try String(contentsOfFile: rules, encoding: .utf8) == "version: 1")

        let plan = folder + "/plan.json"
        try "old".write(toFile: plan, atomically: true, encoding: .utf8)
        #expect(throws: Failure.self) {
            try OutputFile.write(to: plan, past: OutputGate()) { sink throws(OutputError) in
                try sink.append("half")
                throw OutputError(nil)
            }
        }
        #expect(try String(contentsOfFile: plan, encoding: .utf8) == "old")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == ["plan.json", "rules.yaml"], "no draft is left behind")
        try OutputFile.write(to: "/dev/null", past: OutputGate()) { sink throws(OutputError) in
            try sink.append("x")
        }
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
        #expect(type as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test("a listing cannot put items on another drive of the rules")
    func foreignItems() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let listing = folder + "/l.ndjson"
        let rules = "version: 1\nrules: []\ndrives:\n  one: {kind: listing, file: \(listing)}\n"
        let both = rules + "  two: {kind: local, root: \(folder)}\n"
        try #"{"path":"/a","drive":"two"}"#.write(
            toFile: listing, atomically: true, encoding: .utf8)
        let alone = try RulesLoader.load(Array(rules.utf8), name: "rules.yaml")
        #expect(try await ItemLoader(rules: alone, isQuiet: true).items().listing.count == 1)
        let loaded = try RulesLoader.load(Array(both.utf8), name: "rules.yaml")
        await #expect(throws: Failure.self) {
            _ = try await ItemLoader(rules: loaded, isQuiet: true).items()
        }
    }
}
