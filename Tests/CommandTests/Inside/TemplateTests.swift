// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import RuleEngine
import Testing
import Wording
import YAMLBridge

@testable import Samples
@testable import Commands

@Suite struct TemplateTests {
    @Test("every template is valid, and not even warned about", arguments: RuleTemplate.allCases)
    func isValid(template: RuleTemplate) throws {
        let file = try decode(template.text(root: "~/Pictures & more"))
        #expect(file.drives.map(\.kind) == [.local])
        #expect(file.drives.first?.settings["root"] == "~/Pictures & more")
        let drives = file.drives.map { ListedDrive(name: $0.name, kind: $0.kind) }
        #expect(SupplyCheck.diagnostics(file, drives: drives) == [])
    }

    /// The entry of a line without its comment; nil for one that is a comment.
    private func entry(_ line: Substring) -> String? {
        if line.drop(while: { $0 == " " }).hasPrefix("#") { return nil }
        let end = line.ranges(of: " # ").last?.lowerBound ?? line.endIndex
        return String(line[..<end])
    }

    /// What the comments of a template say, a text for each line.
    private func comments(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").compactMap { line in
                line.ranges(of: "# ").last.map { String(line[$0.upperBound...]) }
            })
    }

    @Test(
        "comments are in the language of the person, all of them, and the rules as they were",
        arguments: RuleTemplate.allCases, [Language.german, .french, .spanish])
    func comments(template: RuleTemplate, language: Language) throws {
        for root in ["/data", "/a # any of these", "/home/ana/Größe"] {
            let english = template.text(root: root)
            let own = TemplateComments(Words(language)).said(english)
            let lines = own.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(
                lines.compactMap(entry)
                    == english.split(separator: "\n", omittingEmptySubsequences: false)
                    .compactMap(entry))
            // What ends with a quote is the root.
            let left = comments(own).intersection(comments(english)).filter { !$0.hasSuffix("\"") }
            #expect(left.isEmpty, "\(left)")
            #expect(TemplateComments(.english).said(english) == english)
            let widest = english.split(separator: "\n").map(\.count).max() ?? 0
            #expect(lines.allSatisfy { $0.count <= max(100, widest) })
            try expectTestsToBeMet(decode(own))
        }
    }

    @Test("everything that the catalogue has for templates stands in one of them")
    func phrases() {
        let all = RuleTemplate.allCases.map { template in
            template.text(root: "/").split(separator: "\n")
                .map { $0.drop { $0 == " " || $0 == "#" } }.joined(separator: " ")
        }.joined(separator: " ")
        for phrase in TemplateComments.phrases {
            #expect(all.contains(Words.english(phrase)), "\(phrase)")
        }
    }

    @Test("a template's own tests are met and cover every rule", arguments: RuleTemplate.allCases)
    func testsAreMet(template: RuleTemplate) throws {
        try expectTestsToBeMet(decode(template.text(root: "/data")))
    }

    @Test("a template is safe as it stands", arguments: RuleTemplate.allCases)
    func isSafe(template: RuleTemplate) throws {
        let file = try decode(template.text(root: "/data"))
        #expect(!file.protections.isEmpty)
        #expect(file.defaults.method == .recycle)
        #expect(file.rules.allSatisfy { ($0.method ?? .recycle) == .recycle })
        #expect(file.rules.allSatisfy { $0.undoWindow != .some(.none) })
        #expect((file.protections + file.rules).allSatisfy { $0.why != nil })
    }

    @Test(
        "a folder's name stays what it is, whatever it holds",
        arguments: [
            "/home/ana/Photos", "C:\\Photos", "say \"hi\": # no comment", "'single'", "a\nb\tc",
            "\u{202E}odd\u{1F}", "größe 🧰", "%&*!|>{}[],?-", "~", "null", "",
        ])
    func rootIsQuoted(root: String) throws {
        let file = try decode(RuleTemplate.minimal.text(root: root))
        #expect(file.drives.first?.settings["root"] == root)
    }

    @Test(
        "a drive is called like its folder, or like what the template is for",
        arguments: [
            ("/home/ana/Downloads", "downloads"), ("/srv/My old_files.d", "my-old-files-d"),
            ("/mnt/2019", "2019"), ("/home/ana/Téléchargements", "photos"), ("/", "photos"),
            ("/x/null", "photos"), ("/x/...", "photos"), ("/x/a:b", "photos"),
            ("/x/" + String(repeating: "a", count: 65), "photos"),
        ])
    func driveNames(root: String, name: String) throws {
        let file = try decode(RuleTemplate.photos.text(root: root))
        #expect(file.drives.map(\.name) == [name])
    }

    @Test("the example file is valid, its tests are met and cover every rule")
    func example() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../rules.example.yaml")
        let file = try decode(String(decoding: Data(contentsOf: path), as: UTF8.self))
        let drives = file.drives.map { ListedDrive(name: $0.name, kind: $0.kind) }
        #expect(
            SupplyCheck.diagnostics(file, drives: drives).filter { $0.severity == .error } == [])
        try expectTestsToBeMet(file)
    }

    private func decode(_ text: String) throws -> RuleFile {
        let decoded = RuleFileDecoder.decode(Array(text.utf8), file: "rules.yaml") { path, _ in
            throw ListingError(Message("nothing is included, not even \(path)"))
        }
        let findings = decoded.rules.diagnostics.map {
            "\($0.range?.line ?? 0):\($0.range?.column ?? 0): \($0.message)"
        }
        #expect(findings == [])
        return try #require(decoded.rules.value)
    }

    private func expectTestsToBeMet(_ file: RuleFile) throws {
        let zone = file.timeZone.flatMap { RuleTimeZone(identifier: $0) } ?? .utc
        let results = try RuleTestRunner.run(file, timeZone: zone)
        for result in results {
            for finding in result.findings where !finding.isMet {
                Issue.record(
                    """
                    \(result.test.name): \(finding.item.item.path) is \(finding.verdict) by \
                    \(finding.rule ?? "nobody") (\(finding.reason.rawValue))
                    """)
            }
        }
        #expect(!results.isEmpty)
        #expect(RuleTestRunner.uncoveredRules(file, results) == [])
    }
}
