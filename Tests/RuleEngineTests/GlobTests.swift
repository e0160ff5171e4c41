// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Globs")
struct GlobTests {
    @Test(
        "names",
        arguments: [
            ("*.tmp", "a.tmp", true), ("*.tmp", "A.TMP", true), ("*.tmp", ".tmp", true),
            ("*.tmp", "tmp", false), ("a?c", "abc", true), ("a?c", "aéc", true),
            ("a?c", "ac", false),
            ("[a-c]x", "Bx", true), ("[!a-c]x", "bx", false), ("[!a-c]x", "dx", true),
            ("{a,b{c,d}}.txt", "bd.txt", true), ("{a,b{c,d}}.txt", "b.txt", false),
            ("{a,}x", "x", true), ("\\*", "*", true), ("\\*", "a", false), ("a**b", "axxb", true),
            ("straße", "STRAßE", true), ("straße", "strasse", false), ("σ", "ς", true),
            ("é*", "e\u{301}cole", true), ("K", "\u{212a}", true), ("[k]", "\u{212a}", true),
            ("[]a]", "a", nil), ("[]", "a", nil), ("{}", "a", nil), ("a{", "a", nil),
            ("a\\", "a", nil),
            ("[b-a]", "a", nil), ("a/b", "a", nil), ("[a\\]]", "]", true), ("]", "]", true),
            ("}", "}", true), (",", ",", true), ("[-a]", "-", true), ("[a-]", "-", true),
            ("[^a]", "^", true), ("longprefix-and-more*", "longprefix-and-more.txt", true),
            ("*-a-long-suffix.txt", "x-a-long-suffix.txt", true), ("a*b*c", "aXbXbc", true),
            ("*middle*", "in the MIDDLE of", true), ("ab*ba", "aba", false), ("?", "🏖", true),
            ("[A-z]", "_", true), ("[Z-a]", "A", true), ("", "", nil),
        ] as [(String, String, Bool?)])
    func names(glob: String, name: String, expected: Bool?) throws {
        guard let parsed = try? Glob(glob, style: .name) else {
            #expect(expected == nil)
            return
        }
        var world = World()
        world.items = [.file("/" + (name.isEmpty ? "-" : name))]
        world.file.rules = [
            Rule(id: "r", match: .test(FieldTest(.name, [.glob(parsed)])), action: .delete)
        ]
        let verdict = try world.outcomes().values.first?.verdict
        #expect(expected.map { $0 ? Verdict.delete : .keep } == verdict)
    }

    @Test(
        "paths",
        arguments: [
            ("/Photos/**", "/Photos/a", true), ("/Photos/**", "/Photos/a/b", true),
            ("/Photos/**", "/Photos", false), ("/Photos/**", "/photosx/a", false),
            ("/**/cache/*", "/cache/x", true), ("/**/cache/*", "/a/b/cache/x", true),
            ("/**/cache/*", "/cache/x/y", false), ("**/x", "/x", true), ("**/x", "/a/x", true),
            ("/a/**/b", "/a/b", true), ("/a/**/b", "/a/c/d/b", true), ("/a/**/b", "/a/bb", false),
            ("/a/*/b", "/a/b", false), ("/{a,b}/*", "/b/c", true), ("/**/**", "/a", true),
            ("/a/**/**", "/a/b", true), ("/a/**/**", "/a", false), ("/a/b*", "/a/bcd", true),
            ("**", "", nil), ("/", "", nil), ("/a/", "", nil), ("/a//b", "", nil), ("a/b", "", nil),
            ("/[a/b]", "", nil),
        ] as [(String, String, Bool?)])
    func paths(glob: String, path: String, expected: Bool?) throws {
        guard let parsed = try? Glob(glob, style: .path) else {
            #expect(expected == nil)
            return
        }
        var world = World()
        world.items = [.file(path)]
        world.file.rules = [
            Rule(id: "r", match: .test(FieldTest(.path, [.glob(parsed)])), action: .delete)
        ]
        let verdict = try world.outcome(path)?.verdict
        #expect(expected.map { $0 ? Verdict.delete : .keep } == verdict)
    }

    @Test(
        "in MIME types, owners and cameras no wildcard matches '/'",
        arguments: [
            ("video/*", "Video/MP4", true), ("*", "video/mp4", false), ("*/*", "video/mp4", true),
            ("video?mp4", "video/mp4", false), ("*mp4", "video/mp4", false),
        ])
    func texts(glob: String, mime: String, expected: Bool) throws {
        var world = World()
        var item = ItemValues.file("/a")
        item.mime = mime
        world.items = [item]
        let parsed = try Glob(glob, style: .text)
        world.file.rules = [
            Rule(id: "r", match: .test(FieldTest(.mime, [.glob(parsed)])), action: .delete)
        ]
        #expect(try world.outcome("/a")?.verdict == (expected ? .delete : .keep))
    }

    @Test("braces are expanded inside classes too")
    func bracesInClasses() throws {
        for (glob, names) in [
            ("[{a,b}]", ["a", "b"]), ("[{a-b,d}]x", ["ax", "bx", "dx"]),
            ("[\\{,]", ["{", ","]), ("{[a,[b}]", ["a", "b"]),
            // What is no 'a', or no 'b'.
            ("[!{a,b}]", ["a", "b", "c", "{", ","]),
        ] {
            var world = World()
            world.items = ["a", "b", "c", "{", ",", "ax", "bx", "dx"].map { .file("/\($0)") }
            let parsed = try Glob(glob, style: .name)
            world.file.rules = [
                Rule(id: "r", match: .test(FieldTest(.name, [.glob(parsed)])), action: .delete)
            ]
            let found = try world.outcomes().filter { $0.value.verdict == .delete }
            #expect(found.keys.sorted() == names.map { "main:/\($0)" }.sorted(), "\(glob)")
        }
        #expect(throws: ValueError.self) { try Glob("[{,a}]", style: .name) }
    }

    @Test("braces and nesting are bounded")
    func bounds() {
        let many = "{" + (0..<1_001).map(String.init).joined(separator: ",") + "}"
        #expect(throws: ValueError.self) { try Glob(many, style: .name) }
        let product = String(repeating: "{a,b}", count: 40)
        #expect(throws: ValueError.self) { try Glob(product, style: .name) }
        let deep = String(repeating: "{", count: 5_000) + String(repeating: "}", count: 5_000)
        #expect(throws: ValueError.self) { try Glob(deep, style: .name) }
    }
}
