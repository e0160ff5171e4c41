// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Testing
import YAMLBridge

/// A rules file under `Cases`, with the findings that its own comments expect.
///
/// A comment `# expected-error@+1:12 {{size-unit-missing}}` expects that code in the next line at
/// column 12; `@-1` and `@7` work as well, and a second `{{…}}` must occur in the message. What is
/// found and not expected fails, as does what is expected and not found. `# pad-to: N` makes the
/// file N bytes long.
struct Fixture: CustomTestStringConvertible {
    /// The name of the file below `Cases`.
    let name: String

    var testDescription: String { name }

    /// The folder of the fixtures.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Cases")

    /// All fixtures that are not included by others.
    static let all: [Fixture] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.sorted().map(Fixture.init)
    }()

    /// The bytes of a file below `Cases`, padded if it asks for that.
    static func bytes(_ name: String) throws -> [UInt8] {
        var bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
        let text = String(decoding: bytes, as: UTF8.self)
        if let match = text.firstMatch(of: #/# pad-to: (\d+)/#), let count = Int(match.1) {
            bytes += Array(repeating: UInt8(ascii: "#"), count: max(0, count - bytes.count))
        }
        return bytes
    }

    /// What decoding the fixture finds.
    func decode() throws -> DecodedRuleFile {
        RuleFileDecoder.decode(try Self.bytes(name), file: name) { path, _ in
            try Self.bytes(path)
        }
    }
}

/// One finding, as far as a fixture speaks of it.
struct Expectation: Hashable, Comparable, CustomStringConvertible {
    var file: String
    var line: Int
    var column: Int
    var severity: String
    var code: String

    var description: String { "\(file):\(line):\(column): \(severity): \(code)" }

    static func < (left: Expectation, right: Expectation) -> Bool {
        (left.file, left.line, left.column, left.code)
            < (right.file, right.line, right.column, right.code)
    }
}

extension Expectation {
    /// The finding as an expectation.
    init(_ finding: Diagnostic) {
        file = finding.range?.file ?? ""
        line = finding.range?.line ?? 0
        column = finding.range?.column ?? 0
        severity = finding.severity.rawValue
        code = finding.code.rawValue
    }

    /// What the comments of `source` expect, with the texts that messages must hold.
    static func all(in source: RuleSource) -> [(Expectation, message: String?)] {
        let pattern =
            #/
            \# \s expected-(error|warning) @ ([+\-]?\d+) : (\d+) \s
            \{\{ ([a-z0-9\-]+) \}\} (?: \s \{\{ (.*?) \}\} )?
            /#
        let lines = String(decoding: source.bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0.isNewline }
        return lines.enumerated().flatMap { index, line in
            line.matches(of: pattern).map { match in
                let offset = Int(match.2) ?? 0
                let isRelative = match.2.hasPrefix("+") || match.2.hasPrefix("-")
                let expectation = Expectation(
                    file: source.file, line: isRelative ? index + 1 + offset : offset,
                    column: Int(match.3) ?? 0, severity: String(match.1), code: String(match.4))
                return (expectation, message: match.5.map(String.init))
            }
        }
    }
}
