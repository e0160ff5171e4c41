// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Fleet

/// Which files a pattern of a fleet file means.
@Suite("Names of listing files")
struct FilePatternTests {
    @Test(
        "are like a pattern where each '*' stands for anything",
        arguments: [
            ("a.ndjson", "*.ndjson", true), ("a.ndjson.gz", "*.ndjson", false),
            ("a.ndjson.gz", "*.ndjson*", true), ("ab", "a*b", true), ("axxbxb", "a*b", true),
            ("axxbx", "a*b", false), ("", "*", true), ("a", "**", true), ("a", "", false),
            (".a", "*", false), (".a", ".*", true), ("é1", "é*", true), ("a?b", "a?b", true),
            ("axb", "a?b", false), ("aab", "*ab", true),
        ])
    func matching(_ name: String, _ pattern: String, _ isLike: Bool) {
        #expect(FilePattern.matches(Array(name.utf8), Array(pattern.utf8)) == isLike)
    }

    @Test("are found in any folder that a pattern means, in the order of their bytes")
    func finding() throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-pattern-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for name in [
            "b/1.x", "a/2.x", "a/10.x", "a/1.y", ".c/1.x", "d", "e/f/g/3.z", "4.z", "h/g/g/5.w",
        ] {
            let file = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        func found(_ pattern: String) throws -> [String] {
            try FilePattern(pattern, from: root.path).paths().map {
                String($0.dropFirst(root.path.count + 1))
            }
        }
        #expect(try found("*/*.x") == ["a/10.x", "a/2.x", "b/1.x"])
        #expect(try found("a/1.y") == ["a/1.y"])
        #expect(try found("a/1.z") == [])
        #expect(try found("nowhere/*") == [])
        #expect(try found("*") == ["4.z", "a", "b", "d", "e", "h"])
        #expect(try found("h/**/g/**/*.w") == ["h/g/g/5.w"])
        #expect(try found("**/*.x") == ["a/10.x", "a/2.x", "b/1.x"])
        #expect(try found("**/*.z") == ["4.z", "e/f/g/3.z"])
        #expect(try found("e/**/g/**/*.z") == ["e/f/g/3.z"])
        #expect(try found("**/**/3.z") == ["e/f/g/3.z"])
        #expect(try found("a/**/f/*") == [])
        // A link to a folder above would have no end.
        let link = root.appendingPathComponent("e/up").path
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: root.path)
        #expect(try found("**/*.z") == ["4.z", "e/f/g/3.z"])
        #expect(
            try FilePattern(root.path + "/b/*", from: "/").paths() == [root.path + "/b/1.x"])
    }
}
