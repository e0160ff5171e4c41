// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// What was decided over saved pages of a OneDrive, once somebody has signed in to it.
@Suite("Decisions over saved pages, after the sign-in", .timeLimit(.minutes(60)))
struct CarriedReviewTests {
    /// The saved pages that show `items` as they are now.
    private func pages(
        _ drive: SimulatedDrive, _ files: [(path: String, content: SimulatedContent)]
    ) throws -> String {
        try files.map { path, content in
            let item = try #require(drive.item(path))
            let hash = try #require(content.quickXorHash)
            return "{\"value\":[{\"id\":\"\(item.id)\",\"name\":\"\(path.dropFirst())\","
                + "\"size\":\(content.size),\"file\":{\"hashes\":{\"quickXorHash\":\"\(hash)\"}},"
                + "\"parentReference\":{\"driveId\":\"\(drive.id)\",\"path\":\"/drive/root:\"}}]}\n"
        }.joined()
    }

    @Test("a rule never deletes what was kept there and has changed since: a card asks, once")
    func conflict() async throws {
        let home = try ScratchHome()
        func declare(_ drive: String) throws {
            try home.write(
                """
                version: 1
                timezone: UTC
                drives:
                  photos: {\(drive)}
                limits: {percent: unlimited}
                rules:
                  - {id: images, match: {name: "*.iso"}, then: delete}
                """, to: "rules.yaml")
        }
        try declare("kind: listing, file: pages.ndjson")
        let (graph, drive) = OneDriveHome.service()
        let files = ["a", "b", "c"].map { name in
            (path: "/\(name).iso", content: SimulatedContent.text("old \(name)"))
        }
        for file in files { try drive.addFile(file.path, file.content) }
        try home.write(try pages(drive, files), to: "pages.ndjson")
        try await ServedGraph.serving(graph) { environment in
            func run(_ words: String...) async throws -> CommandRun {
                try await ServedGraph.run(home, words, environment: environment)
            }
            func verdicts() async throws -> [String: String] {
                let plan = try await run("plan", "-q", "--format", "json")
                #expect(plan.status == 0, "\(plan.errors)")
                return Dictionary(
                    try plan.list("entries").map { entry in
                        let (verdict, reason) = (entry["verdict"] ?? "", entry["reason"] ?? "")
                        return ("\(entry["path"] ?? "")", "\(verdict) \(reason)")
                    }, uniquingKeysWith: { $1 })
            }
            let before = try await run("plan", "-q")
            #expect(before.status == 0, "\(before.errors)")
            #expect(try await run("keep", "/a.iso", "/b.iso").status == 0)
            try declare("kind: onedrive, account: \(OneDriveHome.address), root: /")
            let login = try await run("login", "--device-code", "--no-browser")
            try #require(login.status == 0, "\(login.errors)")
            try drive.edit("/a.iso", .text("something else by now"))
            var found = try await verdicts()
            #expect(found["/a.iso"] == "review decided-before")
            #expect(found["/b.iso"] == nil || found["/b.iso"] == "keep person-kept")
            #expect(found["/c.iso"] == "delete rule")
            let why = try await run("why", "/a.iso")
            #expect(why.output.contains("before it changed"), "\(why.output)")
            let card = try await ServedGraph.waiting {
                try home.run(
                    ["review", "--plain"], typing: "dq\n", environment: environment)
            }
            #expect(card.output.contains("a.iso"), "\(card.output) \(card.errors)")
            #expect(card.output.contains("keep until the content changes"), "\(card.output)")
            found = try await verdicts()
            #expect(found["/a.iso"] == "delete person-deleted", "it was decided anew")
        }
    }
}
