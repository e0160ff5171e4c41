// SPDX-License-Identifier: Apache-2.0

import RuleEditing
import RuleEngine
import TestSupport
import Testing
import YAMLBridge

/// Files that nobody would write, edited by scripts that nobody would type.
@Suite("Edits of hostile files")
struct HostileEditTests {
    private static func edit(_ ids: [String], _ random: inout SplitMix64) throws -> RuleEdit {
        let (id, other) = (random.pick(ids), random.pick(ids))
        switch random.below(9) {
        case 0: return .disable(id)
        case 1: return .enable(id)
        case 2: return .remove(id)
        case 3: return .rename(id, to: random.pick(["new", "null", other]))
        case 4: return .move(id, random.pick([.before, .after]), other)
        case 5: return .set(id, path: ["match", "ext"], PlainValue(argument: "[a, 'b']"))
        case 6: return .set(id, path: ["match", "any", "0", "name"], .text("*\u{2028}\n"))
        case 7: return .unset(id, path: [random.pick(["why", "match", "then"])])
        default:
            let rule = try NewRule(yaml: "id: added\n# so\nmatch: {ext: a}\nthen: keep\n")
            return .add(rule, isProtection: random.once(in: 2), beside: .init(.after, id))
        }
    }

    /// A file with some bytes that are others.
    private static func file(_ seed: UInt64, _ random: inout SplitMix64) -> [UInt8] {
        var bytes = Array(RandomFile(seed: seed).text.utf8)
        for _ in 0..<random.below(4) {
            let index = random.below(bytes.count)
            switch random.below(3) {
            case 0: bytes[index] = random.pick(Array("[]{}:,-?&*!|>'\"%@`# \n\r\ta0".utf8))
            case 1: bytes.remove(at: index)
            default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
            }
        }
        return bytes
    }

    @Test("are refused, or leave rules without an error", arguments: propertySeeds.prefix(100))
    func scripts(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 77)
        var source = RuleSource(file: "r.yaml", bytes: Self.file(seed, &random))
        for _ in 0..<5 {
            guard let ids = RulesDocument(source)?.ids, !ids.isEmpty else { break }
            guard let edited = try? RuleEditor.edited([source], Self.edit(ids, &random)) else {
                continue
            }
            #expect(edited.decoded.rules.value != nil)
            source = edited.sources[0]
        }
        _ = RuleLinter.findings(in: [source])
        if let once = try? RuleFormatter.formatted(source) {
            let twice = try RuleFormatter.formatted(RuleSource(file: "r.yaml", bytes: once))
            #expect(twice == once, "\(String(decoding: once, as: UTF8.self))")
        }
    }
}
