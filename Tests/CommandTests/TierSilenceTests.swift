// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Whoever has no policy hears of none, whatever of the documents they follow.
@Suite("A machine without a policy", .timeLimit(.minutes(60)))
struct TierSilenceTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The README and the guides, but for the one about policies.
    static let pages: [String] = {
        let guides =
            (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/docs/guide")) ?? []
        return ["README.md"]
            + guides.filter { $0.hasSuffix(".md") && $0 != "tiers.md" }.sorted().map {
                "docs/guide/" + $0
            }
    }()

    /// What asks a service, shows a page until it is told to end, or changes the machine.
    private static let leftOut = [
        " login ", " --web", " schedule install", " schedule remove", "/var/lib/", " logout ",
    ]

    /// The commands of a page, in their order.
    private static func commands(_ page: String) throws -> [String] {
        let text = try String(contentsOfFile: root.path + "/" + page, encoding: .utf8)
        var (found, isInside): ([String], Bool) = ([], false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside = !isInside && ["```sh", "```console"].contains { line.hasPrefix($0) }
                continue
            }
            let typed = line.drop { $0 == " " || $0 == "$" }
            if isInside, typed.hasPrefix("cleanrules ") { found.append(String(typed)) }
        }
        return found.filter { command in !leftOut.contains { command.contains($0) } }
    }

    @Test("is told of none by anything that the documents have it do", arguments: pages)
    func silent(page: String) throws {
        let home = try ScratchHome()
        for folder in ["d", "tidy", "Downloads"] {
            for name in ["a", "b"] { try home.writeOld("old \(name)", to: "\(folder)/\(name).iso") }
        }
        for name in ["rules.yaml", "tidy.yaml", "practice.yaml"] {
            try home.write(TestRules.old(), to: name)
        }
        let program = try ScratchHome.program()
        for command in try Self.commands(page) {
            let run = try home.shell(
                "'\(program)'" + command.dropFirst("cleanrules".count) + " < /dev/null")
            let words = (run.output + run.errors).lowercased().split { !$0.isLetter }
            for word in ["tier", "tiers", "issuer", "policy"] {
                #expect(
                    !words.contains(Substring(word)), "\(command): \(run.output)\(run.errors)")
            }
        }
    }

    @Test("has commands to follow")
    func count() throws {
        let count = try Self.pages.reduce(0) { try $0 + Self.commands($1).count }
        #expect(count > 80)
    }
}
