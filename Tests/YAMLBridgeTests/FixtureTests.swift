// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import YAMLBridge

@Suite("Fixtures")
struct FixtureTests {
    @Test("finds what the fixture's comments expect, and nothing else", arguments: Fixture.all)
    func findings(_ fixture: Fixture) throws {
        let decoded = try fixture.decode()
        let found = decoded.rules.diagnostics.map(Expectation.init)
        let expected = decoded.sources.flatMap(Expectation.all(in:))
        #expect(
            found.sorted() == expected.map(\.0).sorted(),
            "\(DiagnosticText(sources: decoded.sources).all(decoded.rules.diagnostics))")
        for (expectation, message) in expected {
            guard let message else { continue }
            let texts = decoded.rules.diagnostics
                .filter { Expectation($0) == expectation }.map(\.message)
            #expect(texts.contains { $0.contains(message) }, "\(expectation): \(texts)")
        }
        #expect(decoded.rules.hasErrors == (decoded.rules.value == nil))
    }

    @Test("findings stand in the order of their places", arguments: Fixture.all)
    func order(_ fixture: Fixture) throws {
        let decoded = try fixture.decode()
        let files = decoded.sources.map(\.file)
        let places = decoded.rules.diagnostics.map { finding in
            (
                files.firstIndex(of: finding.range?.file ?? "") ?? -1,
                finding.range?.bytes.lowerBound ?? -1
            )
        }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    }

    /// Codes that no rules file alone can raise.
    static let foundElsewhere: Set<DiagnosticCode> = [
        .fieldNotSupplied, .contentNotCompared, .includeOutside,
    ]

    @Test("every code that a file can raise has a fixture")
    func coverage() throws {
        var seen: Set<DiagnosticCode> = []
        for fixture in Fixture.all {
            seen.formUnion(try fixture.decode().rules.diagnostics.map(\.code))
        }
        let missing = Set(DiagnosticCode.allCases).subtracting(seen)
        #expect(missing == Self.foundElsewhere, "\(missing.map(\.rawValue).sorted())")
    }

    @Test("codes are kebab-case words, no two alike")
    func codes() {
        for code in DiagnosticCode.allCases {
            #expect(code.rawValue.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)+/#) != nil)
        }
        #expect(Set(DiagnosticCode.allCases.map(\.rawValue)).count == DiagnosticCode.allCases.count)
    }

    @Test("messages are one clause without a full stop", arguments: Fixture.all)
    func phrasing(_ fixture: Fixture) throws {
        for finding in try fixture.decode().rules.diagnostics {
            #expect(!finding.message.hasSuffix("."), "\(finding.message)")
            #expect(!finding.message.contains("\n"))
            #expect(finding.message.unicodeScalars.count < 400, "\(finding.message)")
        }
    }
}

extension DiagnosticText {
    /// All findings as text, for failures.
    func all(_ findings: [Diagnostic]) -> String {
        findings.map(text).joined(separator: "\n")
    }
}
