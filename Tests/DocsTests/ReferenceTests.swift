// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import PhotoLooks
import PlanRunner
import Plans
import RuleEngine
import Samples
import Testing
import Workflow

@testable import YAMLBridge
@testable import Commands

@Suite("The page of commands")
struct CommandsPageTests {
    private static let page = Page(path: "docs/reference/commands.md")

    /// Commands and subcommands by their names, as `plan diff`.
    private static var commands: [(name: String, type: any ParsableCommand.Type)] {
        CleanRules.configuration.subcommands.flatMap { parent in
            let name = parent._commandName
            return [(name, parent)]
                + parent.configuration.subcommands.map { ("\(name) \($0._commandName)", $0) }
        }
    }

    @Test("has a section for each command, and no other")
    func sections() throws {
        let names = Self.commands.map(\.name)
        let sections = try Self.page.lines().filter { $0.hasPrefix("## `") }
        #expect(Set(sections) == Set(names.map { "## `\($0)`" }))
    }

    @Test("names the options and arguments that each command takes")
    func options() throws {
        for (name, command) in Self.commands {
            let cells = TableRows.firstCells(try Self.page.section("`\(name)`"))
            let documented = Set(cells.flatMap { TableRows.code($0) })
            let help = CleanRules.helpMessage(for: command, columns: 400)
            #expect(documented == Self.options(inHelp: help), "\(name)")
        }
    }

    /// `-o`, `--output`, and arguments in capitals.
    private static func options(inHelp help: String) -> Set<String> {
        var found: Set<String> = []
        for line in help.components(separatedBy: "\n") {
            if let match = line.prefixMatch(of: #/ {2}(?:(-\w), )?(--[a-z-]+)/#) {
                found.insert(String(match.2))
                if let short = match.1 { found.insert(String(short)) }
            } else if let match = line.prefixMatch(of: #/ {2}<([a-z-]+)>/#) {
                found.insert(match.1.uppercased())
            }
        }
        return found.subtracting(["--help", "-h", "--version"])
    }
}

@Suite("The page of exit codes")
struct ExitCodesPageTests {
    @Test("has a row for each status, and no other")
    func rows() throws {
        let lines = try Page(path: "docs/reference/exit-codes.md").lines()
        let found = lines.compactMap { $0.prefixMatch(of: #/\| (\d+) \|/#).flatMap { Int32($0.1) } }
        #expect(found == Ending.allCases.map(\.exitStatus).sorted())
    }
}

@Suite("The page on JSON")
struct JSONPageTests {
    private static let page = Page(path: "docs/reference/json.md")
    /// Keys that the demo has no use for.
    private static let isRare: Set<String> = [
        "also", "companion_of", "created", "ctag", "etag", "first_seen", "like", "reversible",
        "rule", "sha256", "taken_back",
    ]
    /// Keys that only a plan has with a state file, over folders of this machine, or over a drive from
    /// which copies are downloaded.
    private static let isOfState: Set<String> = [
        "changes", "cursor", "decisions", "held", "items", "listed", "looks", "part", "proof",
        "root",
    ]

    /// The demo's plan as JSON, with the items that stay.
    private func plan() async throws -> [String: Any] {
        let header = try await DemoDrive.plan()
        let bytes = PlanDocument(header: header, includesKept: true).bytes()
        let object = try JSONSerialization.jsonObject(with: Data(bytes))
        return try #require(object as? [String: Any])
    }

    private func documented(_ section: String) throws -> Set<String> {
        let cells = TableRows.firstCells(try Self.page.section(section))
        return Set(cells.flatMap { TableRows.code($0) })
    }

    private func keys(_ value: Any?) -> Set<String> {
        if let object = value as? [String: Any] { return Set(object.keys) }
        let list = value as? [[String: Any]] ?? []
        return list.reduce(into: []) { $0.formUnion($1.keys) }
    }

    @Test("names the keys that occur, and no other")
    func sections() async throws {
        let plan = try await plan()
        let state = Self.isOfState
        #expect(keys(plan) == (try documented("The document")).subtracting(state))
        #expect(keys(plan["drives"]) == (try documented("Drives")).subtracting(state))
        #expect(keys(plan["rules"]) == (try documented("Rules")))
        #expect(keys(plan["totals"]) == (try documented("Totals")))
        for (key, section) in [("entries", "Entries"), ("limits", "Limits")] {
            let (found, named) = (keys(plan[key]), try documented(section))
            #expect(found.subtracting(named) == [])
            #expect(named.subtracting(found).subtracting(Self.isRare) == [])
        }
    }

    @Test("names the keys within entries and totals")
    func nestedKeys() async throws {
        let plan = try await plan()
        let text = try Self.page.text()
        let entries = plan["entries"] as? [[String: Any]] ?? []
        let totals = plan["totals"] as? [String: Any] ?? [:]
        var inner = keys(totals["items"]).union(keys(totals["rules"]))
        for entry in entries {
            inner.formUnion(keys(entry["hash"]).union(keys(entry["survivors"])))
        }
        for key in inner { #expect(text.contains("`\(key)`"), "\(key)") }
    }

    @Test("names the format")
    func format() async throws {
        let plan = try await plan()
        let format = try #require(plan["format"] as? Int)
        #expect(try Self.page.section("The document").contains("| `format` | `\(format)` |"))
    }
}

@Suite("The page on the rule language")
struct RulesPageTests {
    private static let page = Page(path: "docs/reference/rules.md")

    /// All words that stand in code style, apart at blanks, commas and colons.
    private func words() throws -> Set<Substring> {
        let prose = try Self.page.prose().joined(separator: "\n")
        return Set(
            TableRows.code(prose).flatMap { code in
                (code + " ").split(whereSeparator: { " ,:{}[]()\n".contains($0) }).map {
                    Substring(String($0))
                }
            })
    }

    private func missing<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type
    ) throws -> [String] {
        let words = try words()
        return type.allCases.map(\.rawValue).filter { !words.contains(Substring($0)) }
    }

    @Test("has every key of the language")
    func keys() throws {
        #expect(try missing(FileKey.self) == [])
        #expect(try missing(DefaultsKey.self) == [])
        #expect(try missing(LimitsKey.self) == [])
        #expect(try missing(QuotaKey.self) == [])
        #expect(try missing(ReviewKey.self) == [])
        #expect(try missing(ProtectionKey.self) == [])
        #expect(try missing(RuleKey.self) == [])
        #expect(try missing(DuplicatesKey.self) == [])
        #expect(try missing(PreferenceKey.self) == [])
        #expect(try missing(SurplusKey.self) == [])
        #expect(try missing(SimilarKey.self) == [])
        #expect(try missing(GenerationsKey.self) == [])
        #expect(try missing(TestKey.self) == [])
        #expect(try missing(TestItemKey.self) == [])
        #expect(try missing(HashesKey.self) == [])
        #expect(try missing(CombinatorKey.self) == [])
        #expect(try missing(DriveKey.self) == [])
    }

    @Test("has every word of the language")
    func values() throws {
        #expect(try missing(Field.self) == [])
        #expect(try missing(ItemKind.self) == [])
        #expect(try missing(KeepOrder.self) == [])
        #expect(try missing(DuplicatePart.self) == [])
        #expect(try missing(GroupReach.self) == [])
        #expect(try missing(Verification.self) == [])
        #expect(try missing(SurplusDate.self) == [])
        #expect(try missing(SimilarKind.self) == [])
        #expect(try missing(PhotoLevel.self) == [])
        #expect(try missing(CompanionTreatment.self) == [])
        #expect(try missing(DeletionMethod.self) == [])
        #expect(try missing(UnknownOutcome.self) == [])
        #expect(try missing(ItemType.self) == [])
        #expect(try missing(Verdict.self) == [])
        #expect(try missing(Reason.self) == [])
        #expect(try missing(DriveKind.self) == [])
    }

    @Test("has the table of kinds as the program has it")
    func kinds() throws {
        let rows = try Self.page.section("Kinds")
        for (kind, extensions) in KindTable.extensions {
            #expect(rows.contains("| `\(kind.rawValue)` | \(extensions) |"), "\(kind)")
        }
    }
}
