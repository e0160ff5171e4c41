// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEditing
import RuleEngine
import TestSupport
import Testing
import YAMLBridge

/// What holds of every edit of every file; seeds are the arguments, so a failure names its own.
@Suite("Properties of edits")
struct EditPropertyTests {
    private static func decoded(_ text: String) throws -> RuleFile {
        let source = RuleSource(file: "r.yaml", bytes: Array(text.utf8))
        let decoded = RuleEditor.decode([source]).rules
        return try #require(decoded.value, "\(decoded.diagnostics)\n\(text)")
    }

    /// Rules without their places.
    private static func bare(_ file: RuleFile) -> [Rule] {
        file.rules.map { rule in
            var rule = rule
            rule.location = nil
            return rule
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { String($0) }
    }

    private static func comments(_ text: String) -> [String] {
        lines(text).filter { $0.contains("# ") && !$0.contains("a # b") }
            .map { String($0[($0.firstIndex(of: "#") ?? $0.startIndex)...]) }
    }

    private static func edited(_ text: String, _ edit: RuleEdit) throws -> String? {
        do {
            return try EditTests.edited(text, edit)
        } catch let refusal as EditRefusal {
            // Nobody else may refuse what these files hold.
            #expect(
                refusal.message.contains("comments stand between the rules")
                    || refusal.message.contains("is named in a test")
                    || refusal.findings.contains { $0.code == .ruleUnknown },
                "\(refusal.message) \(refusal.findings.map(\.message))\n\(text)")
            return nil
        }
    }

    @Test("what is set is set, and all else is as it was", arguments: propertySeeds.prefix(100))
    func values(_ seed: UInt64) throws {
        let file = RandomFile(seed: seed)
        var random = SplitMix64(seed: seed &+ 1)
        let id = random.pick(file.ids)
        let before = try Self.decoded(file.text)
        var wanted = Self.bare(before)
        let index = try #require(wanted.firstIndex { $0.id == id })
        let edit: RuleEdit
        switch random.below(4) {
        case 0:
            let why = random.pick([
                "x", "a: b", "*.a", "- x", "it's \"so\" \\", "a #b", "~", "ä\u{2028}", "",
            ])
            edit = .set(id, path: ["why"], .text(why))
            wanted[index].why = why
        case 1:
            edit = .disable(id)
            wanted[index].isEnabled = false
        case 2:
            edit = .enable(id)
            wanted[index].isEnabled = true
        default:
            edit = .set(id, path: ["match"], PlainValue(argument: "{everything: true}"))
            wanted[index].match = .everything
        }
        guard let after = try Self.edited(file.text, edit) else { return }
        #expect(Self.bare(try Self.decoded(after)) == wanted, "\(file.text)\n→\n\(after)")
        // What belongs to a block that was replaced goes with it.
        if case .set(_, path: ["match"], _) = edit { return }
        #expect(Self.comments(after) == Self.comments(file.text), "\(file.text)\n→\n\(after)")
        let kept = Set(Self.lines(after))
        let lost = Self.lines(file.text).filter { !kept.contains($0) }
        #expect(lost.count <= 3, "\(lost)\n\(file.text)\n→\n\(after)")
    }

    @Test("disabled and enabled again, a file is as it was", arguments: propertySeeds.prefix(100))
    func disabledAndEnabled(_ seed: UInt64) throws {
        let file = RandomFile(seed: seed)
        var random = SplitMix64(seed: seed)
        let id = random.pick(file.ids)
        let rule = try Self.decoded(file.text).rules.first { $0.id == id }
        guard rule?.isEnabled == true else { return }
        let disabled = try #require(try Self.edited(file.text, .disable(id)))
        #expect(try Self.edited(disabled, .enable(id)) == file.text, "\(file.text)\n→\n\(disabled)")
    }

    @Test(
        "what is renamed has the other name, in tests as well", arguments: propertySeeds.prefix(100)
    )
    func names(_ seed: UInt64) throws {
        let file = RandomFile(seed: seed)
        var random = SplitMix64(seed: seed &+ 2)
        let id = random.pick(file.ids)
        let after = try #require(try Self.edited(file.text, .rename(id, to: "other")))
        let (old, new) = (try Self.decoded(file.text), try Self.decoded(after))
        #expect(new.rules.map(\.id) == old.rules.map { $0.id == id ? "other" : $0.id })
        #expect(
            new.tests.flatMap(\.items).map(\.by)
                == old.tests.flatMap(\.items).map { $0.by == id ? "other" : $0.by })
        #expect(Self.comments(after) == Self.comments(file.text))
    }

    @Test(
        "what is moved stands where it should, and no line is lost",
        arguments: propertySeeds.prefix(100))
    func moves(_ seed: UInt64) throws {
        let file = RandomFile(seed: seed)
        var random = SplitMix64(seed: seed &+ 3)
        let (id, other) = (random.pick(file.ids), random.pick(file.ids))
        guard id != other else { return }
        let isAfter = random.once(in: 2)
        let edit = RuleEdit.move(id, isAfter ? .after : .before, other)
        guard let after = try Self.edited(file.text, edit) else { return }
        var wanted = Self.bare(try Self.decoded(file.text))
        let from = try #require(wanted.firstIndex { $0.id == id })
        let rule = wanted.remove(at: from)
        let to = try #require(wanted.firstIndex { $0.id == other })
        wanted.insert(rule, at: isAfter ? to + 1 : to)
        #expect(Self.bare(try Self.decoded(after)) == wanted, "\(file.text)\n→\n\(after)")
        if !file.isFlow {
            #expect(
                Self.lines(after).sorted() == Self.lines(file.text).sorted(),
                "\(file.text)\n→\n\(after)")
        }
    }

    @Test(
        "what is removed goes with its comments, and nobody else's",
        arguments: propertySeeds.prefix(100))
    func removals(_ seed: UInt64) throws {
        let file = RandomFile(seed: seed)
        var random = SplitMix64(seed: seed &+ 4)
        let id = random.pick(file.ids)
        guard let after = try Self.edited(file.text, .remove(id)) else { return }
        let wanted = Self.bare(try Self.decoded(file.text)).filter { $0.id != id }
        #expect(Self.bare(try Self.decoded(after)) == wanted, "\(file.text)\n→\n\(after)")
        #expect(
            Self.comments(after) == Self.comments(file.text).filter { $0 != "# of \(id)" },
            "\(id)\n\(file.text)\n→\n\(after)")
    }

    @Test("what is added stands where it should", arguments: propertySeeds.prefix(100))
    func additions(_ seed: UInt64) throws {
        let file = RandomFile(seed: seed)
        var random = SplitMix64(seed: seed &+ 5)
        let rule =
            try random.once(in: 2)
            ? NewRule(yaml: "# of new\nid: new\n# of new\nmatch:\n  ext: n\nthen: keep\n")
            : NewRule([
                (["id"], .text("new")), (["match", "ext"], .text("n")), (["then"], .text("keep")),
            ])
        let other = random.pick(file.ids)
        let anchor: RuleEdit.Anchor? = random.once(in: 3) ? nil : .init(.before, other)
        let edit = RuleEdit.add(rule, isProtection: false, beside: anchor)
        let after = try #require(try Self.edited(file.text, edit))
        var wanted = try Self.decoded(file.text).rules.map(\.id)
        wanted.insert("new", at: anchor == nil ? wanted.count : wanted.firstIndex(of: other) ?? 0)
        #expect(try Self.decoded(after).rules.map(\.id) == wanted, "\(file.text)\n→\n\(after)")
        #expect(Self.comments(after).filter { $0 != "# of new" } == Self.comments(file.text))
    }

    @Test("in form, a file says the same, and stays as it is", arguments: propertySeeds.prefix(100))
    func form(_ seed: UInt64) throws {
        let file = RandomFile(seed: seed)
        let once = try FormatTests.formatted(file.text)
        #expect(try FormatTests.formatted(once) == once, "\(file.text)\n→\n\(once)")
        #expect(Self.bare(try Self.decoded(once)) == Self.bare(try Self.decoded(file.text)))
        #expect(Self.comments(once) == Self.comments(file.text))
    }
}
