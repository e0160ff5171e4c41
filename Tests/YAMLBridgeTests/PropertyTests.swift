// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport
import Testing

@testable import YAMLBridge

/// What must hold of any file, tried on many: seeds are the arguments, so a failure names its own.
@Suite("Properties")
struct PropertyTests {
    /// The fixture that holds every key.
    private func everything() throws -> String {
        String(decoding: try Fixture.bytes("valid-everything.yaml"), as: UTF8.self)
    }

    @Test("line ends and a byte-order mark change neither rules nor places")
    func lineEnds() throws {
        let text = try everything()
        let expected = try #require(decode(text).value)
        for variant in [
            text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r"), "\u{FEFF}" + text,
        ] {
            let file = try #require(decode(variant).value)
            #expect(file.rules.map(\.id) == expected.rules.map(\.id))
            #expect(file.rules.map(\.match) == expected.rules.map(\.match))
            #expect(
                file.rules.map { $0.location?.line } == expected.rules.map { $0.location?.line })
            #expect(
                file.rules.map { $0.location?.column } == expected.rules.map { $0.location?.column }
            )
        }
    }

    @Test("a byte changed anywhere never traps, and places lie in the file", arguments: 0..<300)
    func mutation(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var bytes = Array(try everything().utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                bytes[index] =
                    Array("[]{}:,-?&*!|>'\"%@`# \n\ta0".utf8).randomElement(using: &random) ?? 0
            case 1: bytes.remove(at: index)
            default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            }
        }
        let result = decode(bytes)
        let text = DiagnosticText(sources: [RuleSource(file: "rules.yaml", bytes: bytes)])
        for finding in result.diagnostics {
            let range = try #require(finding.range)
            #expect(range.bytes.upperBound <= bytes.count)
            #expect(range.line >= 1 && range.column >= 1)
            #expect(!text.text(finding).isEmpty)
        }
        #expect((result.value == nil) == result.hasErrors)
    }

    @Test("nodes lie within their parents, after their elder siblings", arguments: 0..<100)
    func nesting(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = Self.document(depth: 4, &random)
        let source = SourceText(file: "t", bytes: Array(text.utf8))
        let tree = try #require(TreeComposer.compose(source).tree, "\(text)")
        for node in tree.nodes {
            let children: [NodeID] =
                switch node.content {
                case .sequence(let elements, _): elements
                case .mapping(let entries, _): entries.flatMap { [$0.key, $0.value] }
                default: []
                }
            var end = node.range.lowerBound
            for child in children {
                #expect(tree[child].fullRange.lowerBound >= end, "\(text)")
                #expect(tree[child].fullRange.upperBound <= node.range.upperBound, "\(text)")
                end = tree[child].fullRange.upperBound
            }
        }
    }

    /// A document in flow style with anchors, aliases, quotes and comments.
    private static func document(depth: Int, _ random: inout SplitMix64) -> String {
        let space = [" ", "  ", "\n ", " # note\n "].randomElement(using: &random) ?? " "
        let anchor = Int.random(in: 0..<4, using: &random) == 0 ? "&n\(depth) " : ""
        guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else {
            return anchor
                + (["plain", "'a: b'", "\"c # d\"", "é🙂", "~"].randomElement(using: &random) ?? "")
        }
        let parts = (0..<Int.random(in: 0...3, using: &random)).map { index in
            (index, document(depth: depth - 1, &random))
        }
        if Bool.random(using: &random) {
            return anchor + "[" + parts.map(\.1).joined(separator: ",\(space)") + "]"
        }
        let entries = parts.map { "k\($0.0):\(space)\($0.1)" }
        return anchor + "{" + entries.joined(separator: ",\(space)") + "}"
    }
}
