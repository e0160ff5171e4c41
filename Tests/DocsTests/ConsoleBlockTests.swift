// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite("Console blocks in the documentation")
struct ConsoleBlockTests {
    @Test("show command lines that the program takes", arguments: Page.all)
    func parse(page: Page) throws {
        for block in try page.blocks() {
            for line in commandLines(block) {
                let words = ShellWords.split(line).dropFirst()
                #expect(throws: Never.self, "\(block.place): \(line)") {
                    _ = try CleanRules.parseAsRoot(Array(words))
                }
            }
        }
    }

    @Test("marked 'run' print what the program prints", arguments: Page.all)
    func run(page: Page) throws {
        let blocks = try page.blocks()
        let runs = blocks.filter { $0.language == "console" && $0.words.contains("run") }
        if runs.isEmpty { return }
        let folder = try ScratchFolder()
        for block in blocks {
            if let name = block.value("file") { try folder.write(block.text, to: name) }
        }
        for block in runs {
            for step in ConsoleStep.steps(of: block.lines) {
                let output = try folder.run(step.command)
                if !LinePattern.matches(step.expected, output) {
                    let shown = output.joined(separator: "\n")
                    Issue.record("\(block.place): $ \(step.command)\n\(shown)")
                }
            }
        }
    }

    /// The commands of the program in a block: after `$ ` in console blocks, and in shell blocks up
    /// to the first sign that means something to a shell.
    private func commandLines(_ block: Page.Block) -> [String] {
        switch block.language {
        case "console":
            // What a shell has to work out first is tried where the block is run.
            return block.lines.filter { $0.hasPrefix("$ cleanrules ") }.filter {
                !(block.words.contains("run") && $0.contains("$("))
            }.map { String($0.dropFirst(2)) }
        case "sh":
            return block.lines.filter { $0.hasPrefix("cleanrules ") }.map {
                String($0.prefix { !"|&;<>".contains($0) })
            }
        default: return []
        }
    }
}

/// A command with the lines it should print, empty ones left out.
struct ConsoleStep {
    var command: String
    var expected: [String] = []

    /// The steps of a console block.
    static func steps(of lines: [String]) -> [ConsoleStep] {
        var steps: [ConsoleStep] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                steps.append(ConsoleStep(command: String(line.dropFirst(2))))
            } else if !steps.isEmpty, !line.isEmpty {
                steps[steps.count - 1].expected.append(line)
            }
        }
        return steps
    }
}

/// Splits a command line into words as a shell does, as far as the documentation needs it.
enum ShellWords {
    static func split(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for sign in line {
            switch (quote, sign) {
            case (nil, " "):
                if let whole = word { words.append(whole) }
                word = nil
            case (nil, "\""), (nil, "'"):
                quote = sign
                word = word ?? ""
            case (let open?, sign) where open == sign: quote = nil
            default: word = (word ?? "") + String(sign)
            }
        }
        if let word { words.append(word) }
        return words
    }
}

/// Expected lines with holes: `…` on a line of its own is any number of lines, within a line any
/// text.
enum LinePattern {
    static func matches(_ expected: [String], _ lines: [String]) -> Bool {
        matches(expected[...], lines[...])
    }

    private static func matches(
        _ expected: ArraySlice<String>, _ lines: ArraySlice<String>
    ) -> Bool {
        guard let first = expected.first else { return lines.isEmpty }
        let rest = expected.dropFirst()
        if first == "…" {
            return (lines.startIndex...lines.endIndex).contains { matches(rest, lines[$0...]) }
        }
        guard let line = lines.first, matches(first, line) else { return false }
        return matches(rest, lines.dropFirst())
    }

    private static func matches(_ expected: String, _ line: String) -> Bool {
        if expected == line { return true }
        let parts = expected.components(separatedBy: "…")
        guard parts.count > 1, let head = parts.first, let tail = parts.last else { return false }
        guard line.hasPrefix(head), line.dropFirst(head.count).hasSuffix(tail) else { return false }
        var rest = line.dropFirst(head.count).dropLast(tail.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

/// A folder of its own in which commands run, with the program on the path.
final class ScratchFolder {
    private let url: URL
    private var lastStatus: Int32 = 0

    /// A new, empty folder.
    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-docs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file into the folder.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    /// What `command` prints on both outputs: its lines without blanks at the end, empty ones left
    /// out.
    func run(_ command: String) throws -> [String] {
        let run = try ChildProgram.run(
            "/bin/sh", ["-c", command.replacingOccurrences(of: "$?", with: "\(lastStatus)")],
            environment: [
                "PATH": try Self.programFolder().path + ":/usr/bin:/bin", "HOME": url.path,
                "LC_ALL": "C.UTF-8", "TZ": "UTC",
            ], folder: url.path, isOneOutput: true)
        lastStatus = run.status
        var lines = run.output
            .split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }).map { line in
                String(line.reversed().drop { $0 == " " }.reversed())
            }
        lines.removeAll { $0.isEmpty }
        return lines
    }

    /// The folder of the built program: that of the test bundle.
    private static func programFolder() throws -> URL {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let places = [own, CommandLine.arguments.first ?? ""].map {
            URL(fileURLWithPath: $0).deletingLastPathComponent()
        }
        let found = places.first { place in
            let program = place.appendingPathComponent("cleanrules").path
            return FileManager.default.isExecutableFile(atPath: program)
        }
        return try #require(found, "the program lies beside the test bundle")
    }
}
