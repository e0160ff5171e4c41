// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import RuleEngine
import Testing
import Wording
import YAMLBridge

@testable import Commands

@Suite("The page of diagnostics")
struct DiagnosticsPageTests {
    private static let path = "docs/reference/diagnostics.md"

    /// One entry: the lines below `### `code``.
    private struct Entry {
        let code: String
        let lines: [String]
    }

    private func entries() throws -> [Entry] {
        var entries: [Entry] = []
        for part in try Checkout.text(Self.path).components(separatedBy: "\n### `").dropFirst() {
            let lines = part.components(separatedBy: "\n")
            entries.append(
                Entry(
                    code: String((lines.first ?? "").dropLast()), lines: Array(lines.dropFirst())))
        }
        return entries
    }

    @Test("has one entry for each code, and no other")
    func codes() throws {
        let found = try entries().map(\.code)
        #expect(Set(found) == Set(DiagnosticCode.allCases.map(\.rawValue)))
        #expect(found.count == Set(found).count)
    }

    @Test("says of each code what the source says, and how to mend it")
    func meanings() throws {
        let source = try Checkout.text("Sources/RuleEngine/Diagnostics/DiagnosticCode.swift")
        let entries = try entries()
        for match in source.matches(of: #/\/\/\/ ([^\n]+)\n +case \w+ = "([a-z0-9-]+)"/#) {
            guard let entry = entries.first(where: { $0.code == String(match.2) }) else { continue }
            #expect(entry.lines.contains { $0.contains(match.1) }, "\(entry.code)")
            #expect(entry.lines.contains { $0.hasPrefix("*Fix:* ") }, "\(entry.code)")
        }
    }

    @Test("quotes what the program says")
    func messages() throws {
        let examples = try examples()
        var page = try Checkout.text(Self.path)
        for entry in try entries() {
            let finding = try #require(examples[entry.code], "\(entry.code) has no example")
            #expect(finding.code.rawValue == entry.code)
            let quote = "> `\(finding.severity.rawValue): \(finding.message)`"
            if entry.lines.contains(quote) { continue }
            guard let old = entry.lines.first(where: { $0.hasPrefix("> `") }) else {
                Issue.record("\(entry.code) quotes no message")
                continue
            }
            page = page.replacingOccurrences(of: old, with: quote)
        }
        try Checkout.compare(page, with: Self.path)
    }

    @Test("leaves no English in other languages", arguments: [Language.german, .french, .spanish])
    func languages(language: Language) throws {
        let clauses = Catalogue.clauses(in: language)
        let english = Self.words(clauses.keys).subtracting(Self.words(clauses.values))
        #expect(english.count > 150)
        for (code, finding) in try examples() {
            for clause in [finding.clause] + finding.remarks {
                // What others said, and what a person wrote, stays as it is.
                let said = Words(language)(clause.mappingTexts { _ in "1" })
                #expect(Self.words([said]).isDisjoint(with: english), "\(code): \(said)")
                #expect(said != clause.description, "\(code): \(said)")
            }
        }
    }

    /// The words of more than five letters outside of quotes.
    private static func words(_ texts: some Collection<String>) -> Set<String> {
        texts.reduce(into: []) { words, text in
            let bare = text.replacing(#/„[^“]*“|«[^»]*»|'[^']*'/#, with: " ")
            words.formUnion(bare.matches(of: #/[\p{L}]{6,}/#).map { $0.0.lowercased() })
        }
    }

    /// A finding for each code: from the block of its entry, or from what no block can show.
    private func examples() throws -> [String: Diagnostic] {
        var examples = try Self.others()
        for block in try Page(path: Self.path).blocks() {
            guard let code = block.value("error"),
                let decoded = YAMLBlock(block: block).decode()
            else { continue }
            examples[code] = decoded.rules.diagnostics.first
        }
        return examples
    }

    /// Findings in files that are too large, not text, or several.
    private static func others() throws -> [String: Diagnostic] {
        let base = Array("version: 1\nrules: []\n".utf8)
        let aliases = zip("abcde", "bcdef").map { above, name in
            let uses = Array(repeating: "*\(above)", count: 10).joined(separator: ",")
            return "x-\(name): &\(name) [\(uses)]\n"
        }
        let bomb = "x-a: &a [1,1,1,1,1,1,1,1,1,1]\n" + aliases.joined()
        let brackets = ["[", "]"].map { String(repeating: $0, count: 101) }
        let deep = "x-deep: " + brackets.joined()
        let chain = (1...101).map { "  d\($0): {is: d\($0 - 1)}\n" }
        let chained = "define:\n  d0: {name: a}\n" + chain.joined()
        let double = (1...16).map { "  d\($0): {any: [{is: d\($0 - 1)}, {is: d\($0 - 1)}]}\n" }
        let doubled = "define:\n  d0: {name: a}\n" + double.joined()
        var examples = [
            "file-too-large": first(base + Array(repeating: UInt8(ascii: "#"), count: 1 << 20)),
            "file-encoding": first(base + Array("x-note: \"".utf8) + [0xff]),
            "file-character": first(base + Array("x-note: \"".utf8) + [0]),
            "yaml-too-deep": first(base + Array(deep.utf8)),
            "definition-too-deep": first(base + Array(chained.utf8)),
            "definition-too-large": first(base + Array(doubled.utf8)),
            "yaml-too-large": first(base + Array(bomb.utf8)),
            "definition-duplicate": first(
                base + Array("include: [more.yaml]\ndefine: {picture: {kind: image}}\n".utf8),
                included: "version: 1\ndefine: {picture: {ext: jpg}}\n"),
            "include-too-many": first(
                base + Array("include:\n".utf8)
                    + Array((0..<100).map { "  - i\($0).yaml\n" }.joined().utf8),
                included: "version: 1\n"),
        ]
        let protection = Rule(
            id: "shared", itemType: nil, match: .test(FieldTest(.shared, [.flag(true)])),
            action: .protect)
        examples["field-not-supplied"] =
            SupplyCheck.diagnostics(
                RuleFile(protections: [protection]),
                drives: [ListedDrive(name: "desk", kind: .local)]
            ).first
        examples["content-not-compared"] = try unlikeHashes().findings.first
        return examples.compactMapValues { $0 }
    }

    /// A plan over files whose hashes are of several algorithms.
    private static func unlikeHashes() throws -> Plan {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "pages", kind: .listing)
        for (path, xor, sha256) in [
            ("/a", "x", nil), ("/b", "x", nil), ("/c", nil, "aa"), ("/d", nil, nil),
        ] as [(String, String?, String?)] {
            var item = ItemValues(path: path)
            (item.size, item.quickXor, item.sha256) = (1, xor, sha256)
            try builder.append(item, drive: drive)
        }
        let copies = Rule(
            id: "copies", selection: .duplicates(DuplicateSelection(key: .content)),
            action: .delete)
        return try Planner(
            PlanInput(
                listing: builder.finish(), ruleFile: RuleFile(rules: [copies]),
                now: Timestamp(secondsSinceEpoch: 0), timeZone: .utc)
        ).plan()
    }

    private static func first(_ bytes: [UInt8], included: String = "") -> Diagnostic? {
        RuleFileDecoder.decode(bytes, file: "rules.yaml") { _, _ in Array(included.utf8) }
            .rules.diagnostics.first
    }
}
