// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Names and arguments, as a person meets them.
@Suite("Names and arguments")
struct NameTests {
    private func home(_ names: String...) throws -> ScratchHome {
        let home = try ScratchHome()
        for name in names { try home.writeOld("old", to: "d/" + name) }
        try home.write(TestRules.old(), to: "rules.yaml")
        return home
    }

    @Test("no two names look the same, in any format")
    func unambiguous() throws {
        let home = try home("a\nb.iso", "a\\nb.iso", "\\u202Ex.iso", "\u{202E}x.iso", "c\nd.iso")
        for format in ["table", "csv", "markdown", "html"] {
            let run = try home.run("plan", "--no-state", "--all", "--format", format)
            #expect(run.status == 0, "\(run.errors)")
            for name in ["/a\\nb.iso", "/a\\\\nb.iso", "/\\\\u202Ex.iso", "/\\u202Ex.iso"] {
                // The page keeps folders and names apart, and doubles backslashes in its data.
                let shown = format == "html" ? String(name.dropFirst()) : name
                #expect(run.output.contains(shown), "\(format): \(name)")
            }
        }
        for (name, shown) in [
            ("a\nb.iso", "/a\\nb.iso"), ("a\\nb.iso", "/a\\\\nb.iso"), ("c\nd.iso", "/c\\nd.iso"),
            // As it is shown it is found, too, where nothing is called so.
            ("c\\nd.iso", "/c\\nd.iso"), ("a\\\\nb.iso", "/a\\\\nb.iso"),
        ] {
            let why = try home.run("why", "/" + name)
            #expect(why.output.hasPrefix(shown + " → delete"), "\(why.output) \(why.errors)")
        }
    }

    @Test(
        "what was typed commands no terminal and looks like no line of its own",
        arguments: [
            ["plan", "--\u{1B}[2J"], ["plan", "-\u{1B}"], ["plan", "--x\nError: fine"],
            ["plan", "--format", "\u{1B}]0;x\u{7}"], ["plan", "--format", "a\nError: fine"],
            ["plan", "a", "b\u{1B}c\nError: fine"], ["plan", "--now", "\u{1B}c\nError: fine"],
            ["plan", "--include-root", "\u{202E}\u{1B}"], ["pl\u{1B}an\nError: fine"],
            ["run", "--report", "p\u{1B}df\nError: fine", "x"],
            ["keep", "x", "--for\u{1B}"], ["snooze", "x", "--for", "1\u{1B}\nError: fine"],
            ["snooze", "x", "--until", "\u{1B}\nError: fine"],
            ["init", "no\u{1B}where\nerror: fine"],
            ["init", "--template", "\u{1B}\nError: fine"], ["check", "\u{1B}\nerror: fine"],
            ["test", "rules.yaml", "--rule", "\u{1B}\nerror: fine"],
            ["why", "\u{1B}\nerror: fine"], ["show", "\u{1B}\nerror: fine"],
            ["status", "--profile", "\u{1B}\nerror: fine"], ["undo", "\u{1B}\nerror: fine"],
            ["restore", "--rule", "\u{1B}\nerror: fine"], ["keep", "\u{1B}\nerror: fine"],
            ["login", "\u{1B}\nerror: fine"], ["review", "--rule", "\u{1B}\nerror: fine"],
            ["import", "\u{1B}\nerror: fine"], ["completions", "\u{1B}\nError: fine"],
            ["history", "--item", "\u{1B}\nerror: fine"], ["forget", "--confirm", "\u{1B}\nx"],
            ["sync", "--accept-drive", "\u{1B}\nerror: fine"], ["stats", "--\u{1B}"],
            ["quota", "extend", "\u{1B}\nError: fine"], ["help", "\u{1B}\nError: fine"],
        ])
    func arguments(arguments: [String]) throws {
        let home = try home("a.iso")
        try home.run("plan", "-q")
        let run = try home.run(arguments)
        let printed = run.output + run.errors
        for scalar in printed.unicodeScalars where scalar != "\n" {
            #expect(
                scalar.properties.generalCategory != .control && scalar != "\u{202E}",
                "\(arguments): \(printed.debugDescription)")
        }
        let lines = printed.split(separator: "\n")
        #expect(!lines.contains { $0.hasSuffix("rror: fine") && $0.count < 13 }, "\(printed)")
    }

    @Test("a usage error shows what was typed, and keeps the parser's own lines")
    func usage() throws {
        let home = try home()
        let option = try home.run("plan", "--x\\n\u{1B}")
        #expect(option.status == 64)
        #expect(option.errors.hasPrefix("Error: Unknown option '--x\\\\n\\u001B'"))
        #expect(option.errors.contains("\nUsage: cleanrules plan"))
        let list = try home.run("plan", "--format", "x")
        #expect(list.errors.contains("\n"), "\(list.errors)")
        #expect(!list.errors.contains("\\n"), "\(list.errors)")
    }

    @Test("why finds an item by its name, and lists several")
    func why() throws {
        let home = try home("old/setup.iso", "new/setup.iso", "old/one.iso", "up.iso")
        let one = try home.run("why", "one.iso")
        #expect(one.status == 0 && one.output.hasPrefix("/old/one.iso → delete"))
        let tail = try home.run("why", "new/setup.iso")
        #expect(tail.status == 0 && tail.output.hasPrefix("/new/setup.iso → delete"))
        let up = try home.run("why", "up.iso")
        #expect(up.output.hasPrefix("/up.iso → delete"), "a name is whole, no end of one")
        let several = try home.run("why", "setup.iso")
        #expect(several.status == 1 && several.output.isEmpty)
        #expect(several.errors.contains("d:/new/setup.iso\n"))
        #expect(several.errors.contains("d:/old/setup.iso\n"))
        #expect(several.errors.contains("2 items are called 'setup.iso'"))
        for place in ["d:/new/setup.iso", "/new/setup.iso", "d/new/setup.iso"] {
            let named = try home.run("why", place)
            #expect(named.output.hasPrefix("/new/setup.iso → delete"), "\(named.errors)")
        }
        #expect(try home.run("why", "etup.iso").status == 1)
    }

    @Test("check and test read standard input")
    func standardInput() throws {
        let home = try home("a.iso")
        try home.remove("rules.yaml")
        try home.write("version: 1\nrules: []\n", to: "more.yaml")
        let good = "include: [more.yaml]\n" + TestRules.old()
        let fine = try home.run(["check", "-"], typing: good)
        #expect(fine.status == 0 && fine.output.hasPrefix("standard input: 1 rule,"))
        let wrong = try home.run(["check", "-"], typing: "version: 1\nrulez: []\n")
        #expect(wrong.status == 3)
        #expect(wrong.errors.contains("standard input:2:1: error: unknown key"))
        #expect(try home.run(["test", "-"], typing: good).status == 0)
        #expect(try home.run(["test", "--rules", "-"], typing: "x: y").status == 3)
        #expect(try home.run("check", "./-").status == 1, "which is a file's name")
    }
}
