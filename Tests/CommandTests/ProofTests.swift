// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import Testing

/// What is said of the contents that have to be downloaded before copies on a OneDrive go.
@Suite("A proof by bytes", .timeLimit(.minutes(60)))
struct ProofTests {
    private static let size: Int64 = 3 << 19

    /// A home whose rules delete copies of a OneDrive at once, proved as `verify` says.
    private func home(verify: String = "bytes") throws -> ScratchHome {
        try OneDriveHome.declaring(
            "photos",
            """
            limits: {percent: unlimited, items: unlimited}
            rules:
              - id: copies
                duplicates: {same: content, keep: [{in: "/keep/**"}], verify: \(verify)}
                then: delete
                undo_window: none
            """)
    }

    /// A service whose drive has a file with two copies that nothing but their bytes prove, a pair
    /// whose SHA-256 the service lists, and a pair of which it lists one.
    private func graph() throws -> (graph: SimulatedGraph, drive: SimulatedDrive) {
        let (graph, drive) = OneDriveHome.service()
        for path in ["/keep/film", "/x/film 1", "/x/film 2"] {
            try drive.addFile(path, .generated(size: Self.size, seed: 1))
        }
        for path in ["/keep/letter", "/x/letter"] {
            try drive.addFile(path, .text("Dear Sam")) { $0.hashes = [.quickXor, .sha256] }
        }
        try drive.addFile("/keep/list", .text("Milk")) { $0.hashes = [.quickXor, .sha256] }
        try drive.addFile("/x/list", .text("Milk"))
        return (graph, drive)
    }

    private func run(
        _ home: ScratchHome, _ command: String, _ environment: [String: String]
    ) async throws -> CommandRun {
        try await ServedGraph.run(home, line: command, environment: environment)
    }

    @Test("is announced by plan and stage, reads no more, and the next one knows how fast")
    func announced() async throws {
        let home = try home()
        let (graph, drive) = try graph()
        try await ServedGraph.serving(graph) { environment in
            _ = try await run(home, "login --device-code --no-browser", environment)
            let plan = try await run(home, "plan -q", environment)
            let says =
                "photos: to prove 4 deletions of copies by their bytes, 4 files (4.5 MiB) are"
                + " downloaded right before; how long that takes was not measured yet; 1 of them"
                + " costs nothing, for the drive lists its SHA-256"
            #expect(plan.output.contains(says), "\(plan.output)")
            #expect(plan.output.contains("'verify: hash' in a rule downloads nothing"))
            let document = try await run(home, "plan -q --format json", environment)
            let proof = try #require(try document.list("proof").first)
            #expect(proof["download_bytes"] as? Int64 == 3 * Self.size + 4)
            let staged = try await run(
                home, "stage --yes --no-undo-window --format json", environment)
            #expect(staged.errors.contains(says), "\(staged.errors)")
            #expect(try staged.list("proof").first?["files"] as? Int == 4)
            #expect(graph.log(.download).isEmpty)
            _ = try await run(home, "execute --yes -q", environment)
            // The file that stays is read once for both of its copies.
            #expect(graph.log(.download).count == 4)
            for path in ["/x/film 1", "/x/film 2", "/x/letter", "/x/list"] {
                #expect(drive.item(path) == nil, "\(path)")
            }
            try drive.addFile("/x/film 3", .generated(size: Self.size, seed: 1))
            let next = try await run(home, "plan -q", environment)
            #expect(next.output.contains("2 files (3.0 MiB) are downloaded right before, which"))
            #expect(next.output.contains(" a second of the last time"), "\(next.output)")
        }
    }

    @Test("is none where the rule goes by the hashes that the drive lists")
    func byHash() async throws {
        let home = try home(verify: "hash")
        let (graph, drive) = try graph()
        try await ServedGraph.serving(graph) { environment in
            _ = try await run(home, "login --device-code --no-browser", environment)
            let plan = try await run(home, "plan -q", environment)
            #expect(!plan.output.contains("downloaded"), "\(plan.output)")
            _ = try await run(home, "stage --yes -q --no-undo-window", environment)
            _ = try await run(home, "execute --yes -q", environment)
            #expect(graph.log(.download).isEmpty && drive.item("/x/film 1") == nil)
        }
    }
}
