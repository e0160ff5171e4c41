// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// What is in an album of a OneDrive, with the program as it is installed.
@Suite("Albums of a OneDrive, from plan to deletion", .timeLimit(.minutes(60)))
struct AlbumCommandTests {
    private func home(protect: String = "") throws -> ScratchHome {
        try OneDriveHome.declaring(
            "cloud",
            """
            defaults: {undo_window: none}
            limits: {percent: unlimited}
            \(protect)
            rules:
              - {id: copies, duplicates: {same: content, keep: [shortest_path]}, then: delete}
              - {id: logs, match: {name: "*.log"}, then: delete}
            """)
    }

    /// A drive with two copies of each of three pictures, and a log.
    private func graph(
        _ kind: SimulatedDriveKind = .personal
    ) throws -> (graph: SimulatedGraph, drive: SimulatedDrive) {
        let (graph, drive) = OneDriveHome.service(kind)
        for number in 0..<3 {
            for folder in ["/a", "/copies"] {
                try drive.addFile("\(folder)/\(number).jpg", .bytes([UInt8(number), 1]))
            }
        }
        try drive.addFile("/x.log", .bytes([9]))
        return (graph, drive)
    }

    private func run(
        _ home: ScratchHome, _ environment: [String: String], _ words: String...
    ) async throws -> CommandRun {
        let run = try await ServedGraph.run(home, words, environment: environment)
        try #require([0, 5, 6].contains(run.status), "\(words): \(run.output) \(run.errors)")
        return run
    }

    private func deleted(_ plan: CommandRun) throws -> [String] {
        try plan.list("entries").filter { $0["verdict"] as? String == "delete" }
            .compactMap { $0["path"] as? String }.sorted()
    }

    @Test("of two copies the one in an album stays, and what was put into one while it waits too")
    func waiting() async throws {
        let home = try home()
        let (graph, drive) = try graph()
        try drive.setAlbum("Norway 2024", ["/copies/0.jpg"])
        try await ServedGraph.serving(graph) { environment in
            _ = try await run(home, environment, "login", "--device-code", "--no-browser")
            let plan = try await run(home, environment, "plan", "-q", "--format", "json")
            #expect(
                try deleted(plan) == ["/a/0.jpg", "/copies/1.jpg", "/copies/2.jpg", "/x.log"])
            let why = try await run(home, environment, "why", "/copies/0.jpg")
            #expect(
                why.output.contains("it is in the album ‘Norway 2024’")
                    || why.output.contains("Norway 2024"), "\(why.output)")
            let list = try await run(home, environment, "list")
            #expect(list.output.contains("\"album\":\"Norway 2024\""), "\(list.output)")
            _ = try await run(home, environment, "stage", "-q", "--yes", "--no-undo-window")
            // Of the log, which is no copy, no rule says that an album saves it.
            try drive.setAlbum("Sweden", ["/copies/1.jpg", "/x.log"])
            let execute = try await run(home, environment, "execute", "--yes")
            #expect(drive.item("/copies/1.jpg") != nil, "\(execute.output)")
            #expect(drive.item("/copies/0.jpg") != nil)
            #expect(drive.item("/copies/2.jpg") == nil, "\(execute.output)")
            #expect(drive.item("/a/0.jpg") == nil)
            #expect(drive.item("/x.log") == nil)
        }
    }

    @Test(
        "rules that say nothing of albums do not hinder those of the plan, nor lift what they protect"
    )
    func otherRules() async throws {
        let home = try home(protect: "protect: [{id: albums, match: {album: present}}]")
        let text = try String(contentsOfFile: home.path + "/rules.yaml", encoding: .utf8)
        try home.write(
            text.split(separator: "\n").filter {
                !$0.hasPrefix("protect:") && !$0.contains("copies")
            }
            .joined(separator: "\n"), to: "other.yaml")
        let (graph, drive) = try graph()
        try drive.addFile("/y.log", .bytes([8]))
        try await ServedGraph.serving(graph) { environment in
            _ = try await run(home, environment, "login", "--device-code", "--no-browser")
            _ = try await run(home, environment, "plan", "-q", "--summary")
            _ = try await run(home, environment, "stage", "-q", "--yes", "--no-undo-window")
            try drive.setAlbum("Logs", ["/x.log"])
            let execute = try await run(
                home, environment, "execute", "--yes", "--rules", "other.yaml")
            #expect(drive.item("/x.log") != nil, "\(execute.output)")
            #expect(drive.item("/y.log") == nil, "\(execute.output)")
        }
    }

    @Test(
        "a service that told of albums and does not now holds the drive until a person accepts it",
        arguments: [false, true])
    func silent(forgets: Bool) async throws {
        let home = try home()
        let (graph, drive) = try graph()
        try drive.setAlbum("Norway 2024", ["/copies/0.jpg"])
        try await ServedGraph.serving(graph) { environment in
            _ = try await run(home, environment, "login", "--device-code", "--no-browser")
            _ = try await run(home, environment, "sync", "-q")
            // That it told of them is known without its listing too.
            if forgets { _ = try await run(home, environment, "forget", "--cache-only") }
            graph.play(FaultRule([.bundles], .refused(SimulatedFailure(403, "no")), count: nil))
            let held = try await run(home, environment, "sync")
            #expect(held.status == 6, "\(held.output)")
            #expect(held.errors.contains("--accept-drive cloud"), "\(held.errors)")
            _ = try await run(home, environment, "plan", "-q", "--summary")
            let stage = try await run(
                home, environment, "stage", "-q", "--yes", "--no-undo-window")
            #expect(stage.status == 5, "\(stage.output)")
            _ = try await run(home, environment, "execute", "--yes")
            #expect(drive.item("/copies/0.jpg") != nil && drive.item("/x.log") != nil)
            graph.play(FaultScript())
            let well = try await run(home, environment, "sync", "-q")
            #expect(well.status == 0, "\(well.errors)")
        }
    }

    @Test("a protection by albums holds to the last moment, and protects all where nobody tells")
    func protected() async throws {
        let protect = "protect: [{id: albums, match: {album: present}}]"
        let home = try home(protect: protect)
        let (graph, drive) = try graph()
        try await ServedGraph.serving(graph) { environment in
            _ = try await run(home, environment, "login", "--device-code", "--no-browser")
            _ = try await run(home, environment, "plan", "-q", "--summary")
            _ = try await run(home, environment, "stage", "-q", "--yes", "--no-undo-window")
            try drive.setAlbum("Logs", ["/x.log"])
            let execute = try await run(home, environment, "execute", "--yes")
            #expect(drive.item("/x.log") != nil, "\(execute.output)")
            #expect(drive.item("/copies/2.jpg") == nil, "\(execute.output)")
        }
        let other = try self.home(protect: protect)
        let (business, library) = try self.graph(.business)
        try await ServedGraph.serving(business) { environment in
            _ = try await run(other, environment, "login", "--device-code", "--no-browser")
            let plan = try await run(other, environment, "plan", "-q", "--format", "json")
            #expect(try deleted(plan) == [])
            #expect(library.item("/x.log") != nil)
        }
    }
}
