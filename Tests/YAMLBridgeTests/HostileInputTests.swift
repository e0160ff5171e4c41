// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import TestSupport
import Testing

@testable import YAMLBridge

/// Input made to cost time or memory; each ends in findings, with no more nodes than are allowed.
@Suite("Hostile input")
struct HostileInputTests {
    /// One MiB, the largest file.
    private static let limit = 1 << 20

    /// Texts that fill a whole file.
    static let fillings = ["[", "{a: ", "- ", "&a ", "a: {a: 1}\n", "\u{2028}"]

    /// Texts that fill a sixteenth of it.
    static let shortFillings = [
        "{", "? ", "[\n", "\"", "'\n", "a", "a\n ", "&a ", "*a ", "- *a\n", ":",
        ": ", "!", "!a ", "%a b\n", "%TAG !a! b\n", "#", "\n", "\r", "\r\n", "\t", " ", "---\n",
        "--- a\n", "...\n", "a: \n", "a: {a: 1}\n", ",", "@", "|\n", ">", "]", "}", "[a,",
        "\u{FEFF}",
        "\u{85}", "\u{2028}", "é", "<<: ", "- - -\n", "? a\n",
    ]

    @Test("one MiB of anything gives an error", arguments: fillings)
    func filling(_ piece: String) {
        let count = Self.limit / piece.utf8.count
        let result = decode(Array(String(repeating: piece, count: count).utf8))
        #expect(result.hasErrors)
    }

    @Test("much of anything gives an error", arguments: shortFillings)
    func shortFilling(_ piece: String) {
        let count = Self.limit / 16 / piece.utf8.count
        let result = decode(Array(String(repeating: piece, count: count).utf8))
        #expect(result.hasErrors)
    }

    @Test("bombs stop at the bound, wherever the aliases stand")
    func bombs() throws {
        var text = "version: 1\nrules: []\nx-a: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...30 {
            let uses = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "x-\(level): &a\(level) [\(uses)]\n"
        }
        let finding = try #require(decode(text).diagnostics.first)
        #expect(finding.code == .yamlTooLarge)
        #expect(finding.range?.line == 7)
        let merges = (1...40).map { "x-\($0): &m\($0) {<<: [*m\($0 - 1), *m\($0 - 1)]}\n" }
        let merged = "version: 1\nrules: []\nx-0: &m0 {k: 1}\n" + merges.joined()
        #expect(decode(merged).diagnostics.map(\.code) == [.yamlTooLarge])
    }

    @Test("exactly 100,000 nodes are allowed, one more is not")
    func nodeBound() throws {
        // root, version, 1, rules, [], x-a and its list make seven.
        func file(_ count: Int) -> String {
            "version: 1\nrules: []\nx-a: [" + String(repeating: "a,", count: count) + "]\n"
        }
        #expect(decode(file(99_993)).diagnostics == [])
        let finding = try #require(decode(file(99_994)).diagnostics.first)
        #expect(finding.code == .yamlTooLarge)
        #expect(finding.range?.column == 7 + 2 * 99_993)
    }

    @Test("exactly 100 levels are allowed, the root included; aliases count as what they name")
    func depthBound() {
        func file(_ depth: Int) -> String {
            "version: 1\nrules: []\nx-a: " + String(repeating: "[", count: depth)
                + String(repeating: "]", count: depth) + "\n"
        }
        #expect(decode(file(99)).diagnostics == [])
        #expect(decode(file(100)).diagnostics.map(\.code) == [.yamlTooDeep])
        let half = String(repeating: "[", count: 50) + "x" + String(repeating: "]", count: 50)
        let uses = String(repeating: "[", count: 50) + "*a" + String(repeating: "]", count: 50)
        let text = "version: 1\nrules: []\nx-a: &a \(half)\nx-b: \(uses)\n"
        #expect(decode(text).diagnostics.map(\.code) == [.yamlTooDeep])
    }

    @Test("recursive aliases are errors, whatever is made of them")
    func recursion() {
        for text in ["&a [*a]", "&a {<<: *a}", "&a {x-b: [{c: *a}]}", "&a {*a : 1}"] {
            #expect(decode(text).diagnostics.contains { $0.code == .yamlAliasRecursive })
        }
        let rules =
            "version: 1\nrules: &r\n  - *r\n  - {id: a, match: &m {all: [*m]}, then: keep}\n"
        #expect(
            decode(rules).diagnostics.map(\.code) == [.yamlAliasRecursive, .yamlAliasRecursive])
    }

    @Test("long chains of definitions are walked without recursion")
    func chains() {
        let count = 10_000
        let chain = (0..<count).map { "  d\($0): {is: d\(($0 + 1) % count)}\n" }.joined()
        let result = decode("version: 1\nrules: []\ndefine:\n" + chain)
        #expect(Set(result.diagnostics.map(\.code)) == [.definitionCycle, .definitionTooDeep])
    }

    @Test("encodings other than UTF-8 are refused at their first byte")
    func encodings() {
        let text = "version: 1\nrules: []\n"
        let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [[0xFF, 0xFE] + wide, [0xFE, 0xFF, 0, 0x76], [0, 0, 0xFE, 0xFF]] {
            #expect(decode(bytes).diagnostics.map(\.code) == [.fileEncoding])
        }
        #expect(decode(wide).diagnostics.map(\.code) == [.fileCharacter])
        for bad in [
            [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
        ] {
            let result = decode(Array("a: ü".utf8) + bad.map(UInt8.init))
            #expect(result.diagnostics.map(\.code) == [.fileEncoding])
            #expect(result.diagnostics.first?.range?.column == 5)
        }
    }

    @Test("very many findings on one line stay cheap, and their text short")
    func manyFindings() {
        let keys = (0..<30_000).map { "k\($0): é" }.joined(separator: ", ")
        let bytes = Array("{\(keys)}".utf8)
        let result = decode(bytes)
        #expect(result.diagnostics.count == 30_002)
        let text = DiagnosticText(sources: [RuleSource(file: "rules.yaml", bytes: bytes)])
        for finding in result.diagnostics.suffix(50) {
            #expect(text.text(finding).utf8.count < 1_000)
        }
    }

    @Test("what the fuzzer keeps is decoded without a trap")
    func corpus() throws {
        let folder = Fixture.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fuzz/YAMLFuzz/corpus")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
            let result = decode(bytes)
            #expect((result.value == nil) == result.hasErrors, "\(file)")
        }
    }

    @Test("any bytes end in findings", arguments: 0..<200)
    func noise(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("[]{}:,-?&*!|>'\"%@`#~ \n\tab01<xé".utf8)
        let count = Int.random(in: 0..<400, using: &random)
        let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
        #expect(decode(bytes).hasErrors)
    }
}
