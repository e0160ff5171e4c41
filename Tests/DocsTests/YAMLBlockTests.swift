// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import YAMLBridge

@Suite("YAML blocks in the documentation")
struct YAMLBlockTests {
    /// Included files of examples are not there; everything else must be right.
    private static let isExampleOnly: Set<DiagnosticCode> = [.includeUnreadable]

    @Test("decode, or give just the error that they announce", arguments: Page.all)
    func decode(page: Page) throws {
        for block in try page.blocks() where block.language == "yaml" {
            if block.value("fragment") == "fleet" {
                let bytes = Array(block.text.utf8)
                let findings = FleetFileDecoder.decode(bytes, file: "fleet.yaml").diagnostics
                #expect(findings.map(\.message) == [], "\(block.place)")
                continue
            }
            if block.value("fragment") == "policy" {
                let bytes = Array(block.text.utf8)
                let findings = PolicyFileDecoder.decode(bytes, file: "policy.yaml").diagnostics
                #expect(findings.map(\.message) == [], "\(block.place)")
                continue
            }
            guard let decoded = YAMLBlock(block: block).decode() else {
                Issue.record("\(block.place): no such kind of fragment")
                continue
            }
            let findings = decoded.rules.diagnostics
            if let code = block.value("error") {
                #expect(Set(findings.map(\.code.rawValue)) == [code], "\(block.place)")
            } else {
                let rest = findings.filter { !Self.isExampleOnly.contains($0.code) }
                #expect(rest.map(\.message) == [], "\(block.place)")
            }
        }
    }

    @Test("bring tests that pass", arguments: Page.all)
    func runTests(page: Page) throws {
        let zone = try #require(RuleTimeZone(identifier: "UTC"))
        for block in try page.blocks() where block.language == "yaml" {
            guard block.value("fragment") == nil,
                let file = YAMLBlock(block: block).decode()?.rules.value
            else { continue }
            for result in try RuleTestRunner.run(file, timeZone: zone) {
                for finding in result.findings {
                    #expect(
                        finding.isMet,
                        "\(block.place): \(finding.item.item.path) is \(finding.verdict)")
                }
            }
        }
    }

    @Test("rules.example.yaml decodes, passes its tests and covers all its rules")
    func example() throws {
        let text = try Checkout.text("rules.example.yaml")
        let decoded = RuleFileDecoder.decode(Array(text.utf8), file: "rules.example.yaml") {
            path, _ in throw Unexpected(path: path)
        }
        #expect(decoded.rules.diagnostics.map(\.message) == [])
        let file = try #require(decoded.rules.value)
        let zone = try #require(RuleTimeZone(identifier: file.timeZone ?? "UTC"))
        let results = try RuleTestRunner.run(file, timeZone: zone)
        #expect(results.filter { !$0.isMet }.map(\.test.name) == [])
        #expect(RuleTestRunner.uncoveredRules(file, results) == [])
    }

    /// A file that should not have been asked for.
    private struct Unexpected: Error {
        let path: String
    }
}
