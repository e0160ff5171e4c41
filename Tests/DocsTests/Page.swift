// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The checkout that the tests were built from.
enum Checkout {
    /// Its top folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The paths of all files below `folder` with one of `extensions`, as seen from the top.
    static func files(below folder: String, _ extensions: Set<String>) -> [String] {
        let start = root.appendingPathComponent(folder)
        let names = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String }
        return (names ?? []).filter { extensions.contains(($0 as NSString).pathExtension) }
            .map { folder + "/" + $0 }.sorted()
    }

    /// The text of the file at `path`, seen from the top.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Whether pages are to be written anew instead of compared.
    static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD"] == "1" }

    /// Compares `text` with the file at `path`; with `RECORD=1`, writes it and fails.
    static func compare(_ text: String, with path: String) throws {
        let old = try? Self.text(path)
        if old == text { return }
        if isRecording {
            try Data(text.utf8).write(to: root.appendingPathComponent(path))
            Issue.record("\(path) was written anew; look at the difference and run again")
        } else {
            Issue.record("\(path) is not current; run again with RECORD=1")
        }
    }
}

/// A page of the documentation.
struct Page: CustomTestStringConvertible {
    /// The path from the top of the checkout.
    let path: String

    var testDescription: String { path }

    /// All pages.
    static let all: [Page] = {
        let tops = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
        return (tops + Checkout.files(below: "docs", ["md"])).map(Page.init)
    }()

    /// A block between two fences.
    struct Block: CustomTestStringConvertible {
        /// Where its first fence stands.
        let place: String
        /// The language, and the words after it.
        let language: String
        let words: [String]
        /// The lines between the fences.
        let lines: [String]

        var testDescription: String { place }

        /// What is between the fences, each line with its end.
        var text: String { lines.map { $0 + "\n" }.joined() }

        /// The value of the word `key=value`.
        func value(_ key: String) -> String? {
            words.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
        }
    }

    /// The text of the page.
    func text() throws -> String { try Checkout.text(path) }

    /// The lines of the page.
    func lines() throws -> [String] {
        try text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// All fenced blocks.
    func blocks() throws -> [Block] {
        var blocks: [Block] = []
        var start: (number: Int, info: [String])?
        var content: [String] = []
        for (index, line) in try lines().enumerated() {
            if let open = start {
                if line != "```" {
                    content.append(line)
                    continue
                }
                blocks.append(
                    Block(
                        place: "\(path):\(open.number)", language: open.info.first ?? "",
                        words: Array(open.info.dropFirst()), lines: content))
                start = nil
            } else if line.hasPrefix("```") {
                start = (index + 1, line.dropFirst(3).split(separator: " ").map(String.init))
                content = []
            }
        }
        #expect(start == nil, "\(path): a fence is never closed")
        return blocks
    }

    /// The lines outside of fenced blocks.
    func prose() throws -> [String] {
        var isInside = false
        return try lines().filter { line in
            if line.hasPrefix("```") {
                isInside.toggle()
                return false
            }
            return !isInside
        }
    }

    /// The lines under the heading `heading` of two signs, up to the next one.
    func section(_ heading: String) throws -> [String] {
        let lines = try lines()
        guard let start = lines.firstIndex(of: "## " + heading) else { return [] }
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }
}

/// Rows of Markdown tables.
enum TableRows {
    /// The first cell of each row among `lines` that has words in code style in it.
    static func firstCells(_ lines: [String]) -> [String] {
        lines.filter { $0.hasPrefix("| ") }
            .compactMap { $0.dropFirst(2).components(separatedBy: " | ").first }
            .filter { $0.contains("`") }
    }

    /// The words in code style in `text`.
    static func code(_ text: String) -> [String] {
        text.matches(of: #/`([^`]+)`/#).map { String($0.1) }
    }
}
