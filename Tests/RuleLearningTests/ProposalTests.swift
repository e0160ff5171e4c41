// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEditing
import RuleEngine
import Testing
import YAMLBridge

@testable import RuleLearning

/// What is proposed from what one person decided.
@Suite("Proposals from decisions")
struct ProposalTests {
    private static let now: Int64 = 1_790_000_000

    /// A file that was `days` old when it was decided about, in the order of `place`.
    private static func item(
        _ path: String, _ label: DecidedItem.Label, days: Int? = 300, place: Int,
        drive: String = "d", rule: String? = nil
    ) -> DecidedItem {
        let at = now + Int64(place) * 3_600
        var values = ItemValues(path: path)
        values.drive = drive
        values.modified = days.map { Timestamp(secondsSinceEpoch: at - Int64($0) * 86_400) }
        values.size = 1_000_000
        return DecidedItem(values, label, at: Timestamp(secondsSinceEpoch: at), rule: rule)
    }

    private static func proposals(
        _ items: [DecidedItem], _ rules: String = "rules: []"
    ) throws -> [Proposal] {
        RuleProposer.suggestions(from: items, rules: try file(rules), timeZone: .utc).proposals
    }

    private static func file(_ rules: String) throws -> RuleFile {
        let source = RuleSource(file: "rules.yaml", bytes: Array("version: 1\n\(rules)\n".utf8))
        return try #require(RuleEditor.decode([source]).rules.value)
    }

    /// 50 old screenshots of which two are kept, 20 young ones and 40 pictures that are.
    private static let screenshots: [DecidedItem] = (0..<110).map { place in
        switch place % 11 {
        case 0..<5:
            item(
                "/Camera Roll/Screenshot_\(place).png", place == 4 || place == 70 ? .keep : .delete,
                place: place)
        case 5, 6: item("/Camera Roll/Screenshot_\(place).png", .keep, days: 20, place: place)
        default: item("/Camera Roll/IMG_\(place).jpg", .keep, place: place)
        }
    }

    @Test("a rule says what was deleted, and what was kept all the same")
    func rule() throws {
        let proposals = try Self.proposals(Self.screenshots)
        let proposal = try #require(proposals.first)
        #expect(proposals.count == 1)
        #expect(proposal.id == "old-screenshot")
        #expect(
            proposal.why.description
                == "you deleted 48 of 50 files in '/Camera Roll', named 'Screenshot*', older than 6mo"
        )
        #expect(proposal.support == Agreement(right: 48, wrong: 2))
        #expect(
            proposal.contradictions.map(\.values.path).sorted() == [
                "/Camera Roll/Screenshot_4.png", "/Camera Roll/Screenshot_70.png",
            ])
        #expect(proposal.setsTrial)
        #expect(proposal.heldOut.count + proposal.learned.count == proposal.support.count)
        let element = try #require(try proposal.element(\.description))
        #expect(
            element.lines == [
                "- id: old-screenshot",
                "  why: you deleted 48 of 50 files in '/Camera Roll', named 'Screenshot*', older than 6mo",
                "  match:", "    path: /Camera Roll/**", "    name: Screenshot*",
                "    age: over 6mo", "  then: delete",
            ])
    }

    @Test("what was kept later speaks against what was learned")
    func heldOut() throws {
        let changed = Self.screenshots.enumerated().map { place, item in
            var item = item
            if place >= 80 { item.label = .keep }
            return item
        }
        #expect(try Self.proposals(changed).isEmpty)
    }

    @Test("what is wanted since some time is learned by itself, and names what it contradicts")
    func drift() throws {
        let items = (0..<240).map { place -> DecidedItem in
            let isFilm = place % 2 == 0
            let path = isFilm ? "/Films/film \(place).mkv" : "/Papers/letter \(place).pdf"
            return Self.item(path, isFilm && place >= 120 ? .delete : .keep, place: place)
        }
        let proposals = try Self.proposals(items)
        let proposal = try #require(proposals.first)
        #expect(proposals.count == 1)
        #expect(proposal.since == items[120].at)
        #expect(proposal.support == Agreement(right: 60, wrong: 0))
        #expect(proposal.contradictions.count == 60)
        #expect(proposal.why.description.hasPrefix("since 2026-"))
    }

    @Test("few decisions propose nothing, and say how many are missing")
    func few() throws {
        let few = Array(Self.screenshots.prefix(10))
        let found = RuleProposer.suggestions(
            from: few, rules: try Self.file("rules: []"), timeZone: .utc)
        #expect(found.proposals.isEmpty)
        #expect(found.missing == LearningTerms.decisionsMin - 10)
        #expect(found.heldOutFrom == nil)
    }

    @Test("what the rules delete already is not proposed")
    func covered() throws {
        let rules = "rules: [{id: s, match: {name: \"Screenshot*\", age: over 90d}, then: delete}]"
        #expect(try Self.proposals(Self.screenshots, rules).filter { $0.kind == .rule }.isEmpty)
    }

    @Test("rules that put such items up get the conditions as an exception")
    func aside() throws {
        let rules = """
            review: {trial: 5}
            rules: [{id: look, match: {kind: image}, unless: {size: over 1GB}, then: review}]
            """
        let proposal = try #require(
            try Self.proposals(Self.screenshots, rules).first { $0.kind == .rule })
        #expect(proposal.aside == ["look"])
        #expect(!proposal.setsTrial)
        let source = RuleSource(file: "r", bytes: Array("version: 1\n\(rules)\n".utf8))
        let change = try ProposedChange.make(proposal, in: [source], timeZone: .utc, \.description)
        let text = String(decoding: change.edited.sources[0].bytes, as: UTF8.self)
        #expect(
            text.contains(
                "unless: {any: [{size: over 1GB}, {path: /Camera Roll/**, name: Screenshot*, age: over 6mo}]}"
            ), "\(text)")
    }

    @Test("no rule that deletes goes by age and size alone")
    func sort() throws {
        let items = (0..<120).map { place in
            Self.item(
                "/f\(place % 7)/\(Self.word(place)).x\(place)", place % 2 == 0 ? .delete : .keep,
                days: place % 2 == 0 ? 900 : 3, place: place)
        }
        #expect(try Self.proposals(items).filter { $0.kind == .rule }.isEmpty)
    }

    private static func word(_ number: Int) -> String {
        String(
            String.UnicodeScalarView(
                (0..<6).map { place in
                    Unicode.Scalar(
                        UInt8(97 + (number * 7 + place * place * 5 + number / (place + 1)) % 26))
                }))
    }

    @Test("what has no date meets no age")
    func dates() throws {
        let items = Self.screenshots.map { item in
            var item = item
            if item.label == .delete { item.values.modified = nil }
            return item
        }
        for proposal in try Self.proposals(items) where proposal.kind == .rule {
            #expect(!proposal.literals.contains { $0.place == 4 })
        }
    }

    @Test("a rule that asked, and whose items all went, deletes")
    func promotion() throws {
        let rules = "review: {trial: 5}\nrules: [{id: logs, match: {ext: log}, then: review}]"
        let items = (0..<30).map { Self.item("/a/\($0).log", .delete, place: $0, rule: "logs") }
        let proposals = try Self.proposals(items, rules)
        #expect(proposals.map(\.kind) == [.promotion])
        #expect(proposals[0].why.description == "you deleted 30 of 30 files that 'logs' put up")
        let source = RuleSource(file: "r", bytes: Array("version: 1\n\(rules)\n".utf8))
        let change = try ProposedChange.make(
            proposals[0], in: [source], timeZone: .utc, \.description)
        #expect(change.edited.decoded.rules.value?.rules[0].action == .delete)
        #expect(change.test?.items.map(\.expect) == [.delete])
    }

    private static let contradicted: [DecidedItem] = (0..<60).map { place in
        place % 3 == 0
            ? item("/Downloads/Work/plan \(place).iso", .keep, place: place, rule: "old")
            : item("/Downloads/Films/film \(place).iso", .delete, place: place, rule: "old")
    }

    @Test("a rule whose items are kept again and again gets an exception")
    func exception() throws {
        let rules = "rules: [{id: old, match: {ext: iso}, then: delete}]"
        let proposals = try Self.proposals(Self.contradicted, rules)
        let proposal = try #require(proposals.first)
        #expect(proposals.map(\.kind) == [.exception])
        #expect(proposal.rule == "old")
        #expect(proposal.literals.count == 1)
        #expect(proposal.support == Agreement(right: 20, wrong: 0))
        let source = RuleSource(file: "r", bytes: Array("version: 1\n\(rules)\n".utf8))
        let change = try ProposedChange.make(proposal, in: [source], timeZone: .utc, \.description)
        let file = try #require(change.edited.decoded.rules.value)
        #expect(try RuleTestRunner.run(file, timeZone: .utc).allSatisfy(\.isMet))
        #expect(file.tests.flatMap(\.items).map(\.expect) == [.keep, .delete])
    }

    @Test("what several rules take, and is kept, gets a protection")
    func protection() throws {
        let items = (0..<90).map { place -> DecidedItem in
            let ext = place % 2 == 0 ? "iso" : "zip"
            return place % 5 == 0
                ? Self.item("/Downloads/Work/plan \(place).\(ext)", .keep, place: place)
                : Self.item("/Downloads/Films/film \(place).\(ext)", .delete, place: place)
        }
        let rules = """
            rules:
            - {id: isos, match: {ext: iso}, then: delete}
            - {id: zips, match: {ext: zip}, then: delete}
            """
        let proposals = try Self.proposals(items, rules)
        let exceptions = proposals.filter { $0.kind == .exception }
        let protections = proposals.filter { $0.kind == .protection }
        #expect(exceptions.count + protections.count > 0)
        for proposal in protections { #expect(proposal.label == .keep) }
    }

    @Test("where there are several drives, a rule names the one that it was learned on")
    func drives() throws {
        let items = Self.screenshots + [Self.item("/x.txt", .keep, place: 3, drive: "e")]
        let proposal = try #require(try Self.proposals(items).first { $0.kind == .rule })
        #expect(proposal.drive == "d")
        #expect(try proposal.element(\.description)?.lines.contains("  in: d") == true)
    }

    @Test("of two decisions about one item the later one counts")
    func latest() {
        let one = Self.item("/a", .delete, place: 1), other = Self.item("/a", .keep, place: 2)
        #expect([other, one].inOrder == [other])
        let same = DecidedItem(one.values, .keep, at: one.at)
        #expect([same, one].inOrder == [same])
    }
}
