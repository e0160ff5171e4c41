// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Pages")
struct PageTests {
    @Test("have links that lead somewhere", arguments: Page.all)
    func links(page: Page) throws {
        let folder = (page.path as NSString).deletingLastPathComponent
        let prose = try page.prose().joined(separator: "\n")
        for match in prose.matches(of: #/\]\(([^)\s]+)\)/#) {
            let link = String(match.1)
            if link.contains("://") { continue }
            let parts = link.components(separatedBy: "#")
            let target = parts[0].isEmpty ? page.path : Self.join(folder, parts[0])
            let url = Checkout.root.appendingPathComponent(target)
            guard FileManager.default.fileExists(atPath: url.path) else {
                Issue.record("\(page.path): nothing is at \(link)")
                continue
            }
            guard parts.count > 1 else { continue }
            let anchors = try Page(path: target).prose().compactMap(Self.anchor)
            #expect(anchors.contains(parts[1]), "\(page.path): no heading for \(link)")
        }
    }

    @Test("stay short where they promise to")
    func lengths() throws {
        #expect(try Page(path: "README.md").lines().count <= 201)
        #expect(try Page(path: "CONTRIBUTING.md").lines().count <= 151)
        for page in Page.all where page.path.hasPrefix("docs/adr/") {
            #expect(try page.lines().count <= 61, "\(page.path)")
        }
    }

    @Test("on decisions say context, decision, consequences and what would change our mind")
    func decisions() throws {
        for page in Page.all where page.path.hasPrefix("docs/adr/") {
            #expect(
                try page.lines().filter { $0.hasPrefix("## ") } == [
                    "## Context", "## Decision", "## Consequences",
                    "## What would change our mind",
                ], "\(page.path)")
        }
    }

    @Test(
        "name tests of each invariant that are there",
        arguments: [("docs/design/execution.md", 11), ("docs/design/onedrive.md", 13)])
    func invariants(page: String, count: Int) throws {
        let rows = try Page(path: page).lines().filter { $0.hasPrefix("| **") }
        #expect(rows.count == count)
        let sources = try Checkout.files(below: "Tests", ["swift"]).map(Checkout.text).joined()
        for row in rows {
            let names = row.matches(of: #/"([^"]+)"/#).map { String($0.1) }
            #expect(names.count >= 2, "\(row)")
            for name in names {
                #expect(sources.contains("\"\(name)\""), "no test says: \(name)")
            }
        }
    }

    @Test("say of foreign files what a test holds, line by line")
    func security() throws {
        let rows = try Page(path: "SECURITY.md")
            .section("What a file from somebody else can do to you")
            .filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count >= 16)
        let sources = try Checkout.files(below: "Tests", ["swift"]).map(Checkout.text).joined()
        for row in rows {
            let cells = row.components(separatedBy: " | ")
            let names = (cells.last ?? "").matches(of: #/"([^"]+)"/#).map { String($0.1) }
            #expect(cells.count == 2 && row.hasPrefix("| **") && !names.isEmpty, "\(row)")
            for name in names {
                #expect(sources.contains("\"\(name)\""), "no test says: \(name)")
            }
        }
    }

    @Test("begin with one heading and hold no tabs and no blanks at line ends", arguments: Page.all)
    func form(page: Page) throws {
        let lines = try page.lines()
        #expect(lines.first?.hasPrefix("# ") == true)
        #expect(try page.prose().count { $0.hasPrefix("# ") } == 1)
        for (index, line) in lines.enumerated() {
            #expect(!line.contains("\t") && !line.hasSuffix(" "), "\(page.path):\(index + 1)")
        }
    }

    /// `path` as seen from `folder`, without `..`.
    private static func join(_ folder: String, _ path: String) -> String {
        var parts = folder.split(separator: "/").map(String.init)
        for part in path.split(separator: "/").map(String.init) {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// The anchor of a heading, as code hosts make it.
    private static func anchor(_ line: String) -> String? {
        guard line.hasPrefix("#") else { return nil }
        let title = line.drop { $0 == "#" }.dropFirst().lowercased()
        return String(
            title.compactMap { sign -> Character? in
                if sign == " " { return "-" }
                return sign.isLetter || sign.isNumber || sign == "-" || sign == "_" ? sign : nil
            })
    }
}
