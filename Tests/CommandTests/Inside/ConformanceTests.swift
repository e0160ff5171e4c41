// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import PlanRunner
import RuleEngine
import Testing
import Workflow
import YAMLBridge

@testable import Commands

/// Rules, a listing, an instant, and what an implementation written apart from this one made of
/// them; any evaluator of the language can be run against the folder `Conformance`.
@Suite("Conformance")
struct ConformanceTests {
    private static let folders: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root)
        return (names ?? []).sorted()
    }()

    private static var root: String {
        Bundle.module.resourcePath.map { $0 + "/Conformance" } ?? "Conformance"
    }

    /// One line of what is expected.
    private struct Line: Decodable, Hashable {
        let drive: String
        let id: String
        let path: String
        let verdict: String
        let rule: String?
        let reason: String
    }

    @Test("there are cases")
    func casesExist() {
        #expect(Self.folders.count >= 80)
    }

    @Test("cases come out as expected", arguments: folders)
    func verdicts(folder: String) async throws {
        let path = "\(Self.root)/\(folder)"
        let expected = try? String(contentsOfFile: path + "/expected.ndjson", encoding: .utf8)
        guard let expected else { return try await brokenLine(path) }
        var listed: [Line] = []
        for line in expected.split(separator: "\n") {
            listed.append(try JSONDecoder().decode(Line.self, from: Data(line.utf8)))
        }
        let plan = try await plan(path)
        let found = plan.orderedRows().map { row in
            Line(
                drive: plan.listing.driveName(row), id: plan.listing.id(row),
                path: plan.listing.path(row), verdict: plan.verdict(row).rawValue,
                rule: plan.rule(row)?.id, reason: plan.reason(row).rawValue)
        }
        #expect(found.count == listed.count)
        for (one, other) in zip(found, listed) { #expect(one == other) }
    }

    /// A listing with one broken line: the error names it.
    private func brokenLine(_ path: String) async throws {
        let line = try text(path + "/expect.txt")
        do {
            _ = try ListingReader(defaultDrive: "listing").read(.file(path + "/listing.ndjson"))
            Issue.record("the listing is broken in line \(line), but was read")
        } catch {
            #expect(error.line.map(String.init) == line)
        }
    }

    private func plan(_ path: String) async throws -> Plan {
        let rules = try RulesLoader.load(path + "/rules.yaml")
        let items = try await ItemLoader(rules: rules, isQuiet: true)
            .items(listing: path + "/listing.ndjson")
        let now = try #require(try Timestamp.parse(try text(path + "/now.txt")))
        return try await PlanMaker(rules: rules, now: now, isQuiet: true).plan(over: items).plan
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
