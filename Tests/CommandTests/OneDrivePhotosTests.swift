// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// `cleanrules photos` over a OneDrive, by the small pictures that the service makes.
@Suite("Looking at the pictures of a OneDrive", .timeLimit(.minutes(60)))
struct OneDrivePhotosTests {
    private static let fixtures = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("PictureFixtures/looks")

    private func home(_ keep: String = "most_pixels") throws -> ScratchHome {
        try OneDriveHome.declaring(
            "cloud",
            """
            rules:
              - {id: copies, similar: {as: copies, keep: [\(keep)]}, then: review}
            """)
    }

    /// A drive with `count` copies of one picture, each another file, and a text. The service gives
    /// pictures as they are.
    private func graph(
        _ kind: SimulatedDriveKind, count: Int = 6
    ) throws -> (graph: SimulatedGraph, drive: SimulatedDrive) {
        let (graph, drive) = OneDriveHome.service(kind)
        let file = Self.fixtures.appendingPathComponent("hills-1.jpg")
        let picture = [UInt8](try Data(contentsOf: file))
        for number in 0..<count {
            // What lies behind the picture is none of it.
            try drive.addFile(
                "/Camera/\(number).jpg", .bytes(picture + [UInt8](repeating: 7, count: number))
            ) { facets in
                facets.imageWidth = 320
                facets.imageHeight = 240
            }
        }
        try drive.addFile("/notes.txt", .bytes([3]))
        return (graph, drive)
    }

    private func run(
        _ home: ScratchHome, _ environment: [String: String], _ words: String...
    ) async throws -> CommandRun {
        try await ServedGraph.run(home, words, environment: environment)
    }

    private func signIn(_ home: ScratchHome, _ environment: [String: String]) async throws {
        let login = try await run(home, environment, "login", "--device-code", "--no-browser")
        try #require(login.status == 0, "\(login.errors)")
        let sync = try await run(home, environment, "sync", "-q")
        try #require(sync.status == 0, "\(sync.errors)")
    }

    private func counts(_ run: CommandRun) throws -> [String: Int] {
        let drive = try #require(try run.list("drives").first)
        return drive.compactMapValues { $0 as? Int }
    }

    @Test(
        "finds copies, asks nothing the second time, and never sends the token elsewhere",
        arguments: [SimulatedDriveKind.personal, .business])
    func twice(kind: SimulatedDriveKind) async throws {
        let home = try home()
        let (graph, _) = try graph(kind)
        try await ServedGraph.serving(graph) { environment in
            try await signIn(home, environment)
            graph.clearLog()
            let first = try await run(home, environment, "photos", "--format", "json")
            #expect(first.status == 0, "\(first.errors)")
            #expect(try counts(first)["looked"] == 6)
            #expect(graph.log(.download).count == 6)
            #expect(graph.log(.download).allSatisfy { !$0.hadToken })
            // A personal folder tells all of its pictures at once.
            #expect(graph.log(.thumbnails).count == (kind == .personal ? 0 : 6))
            // Once for all of them: whether anything has changed meanwhile.
            #expect(graph.log(.delta).count == 1)
            graph.clearLog()
            let second = try await run(home, environment, "photos", "--format", "json")
            #expect(second.status == 0, "\(second.errors)")
            #expect(graph.log.isEmpty, "\(graph.log.map(\.url))")
            let plan = try await run(home, environment, "plan", "-q", "--format", "json")
            let entries = try plan.list("entries").filter { $0["verdict"] as? String == "review" }
            #expect(entries.count == 5)
            #expect(entries.allSatisfy { $0["like"] != nil })
        }
    }

    @Test("keeps nothing of a picture that has changed since it was listed")
    func changed() async throws {
        let home = try home()
        let (graph, drive) = try graph(.business)
        try await ServedGraph.serving(graph) { environment in
            try await signIn(home, environment)
            try drive.edit("/Camera/2.jpg", .bytes([UInt8](repeating: 9, count: 999)))
            let photos = try await run(home, environment, "photos", "--format", "json")
            #expect(photos.status == 6)
            #expect(try counts(photos)["looked"] == 5)
            #expect(photos.errors.contains("/Camera/2.jpg"), "\(photos.errors)")
            let after = try await run(home, environment, "sync", "-q")
            #expect(after.status == 0)
            let again = try await run(home, environment, "photos", "--format", "json")
            #expect(try counts(again)["looked"] == 6)
        }
    }

    @Test("asks once more a month after the service had no picture, and then never again")
    func none() async throws {
        let home = try home()
        let (graph, drive) = try graph(.business)
        // The service makes none of what says no size.
        try drive.addFile("/Camera/odd.jpg", .bytes([1, 2, 3]))
        try await ServedGraph.serving(graph) { environment in
            try await signIn(home, environment)
            for (later, asked) in [(0, 7), (86_400, 0), (32 * 86_400, 1), (80 * 86_400, 0)] {
                graph.clearLog()
                let photos = try await ServedGraph.waiting {
                    try home.run("photos", "-q", environment: environment, later: later)
                }
                #expect(photos.status == 0, "\(photos.errors)")
                #expect(graph.log(.thumbnails).count == asked, "\(later)")
            }
            let list = try await run(home, environment, "photos", "--unreadable")
            #expect(list.output.contains("/Camera/odd.jpg"), "\(list.output)")
            #expect(list.output.contains("still has no small picture"), "\(list.output)")
        }
    }

    @Test(
        "asks for larger pictures only of what is alike, and only where a rule prefers the sharpest"
    )
    func larger() async throws {
        let home = try home("sharpest, most_pixels")
        let (graph, drive) = try graph(.personal, count: 0)
        try addScenes([1, 1, 2], to: drive)
        try await ServedGraph.serving(graph) { environment in
            try await signIn(home, environment)
            graph.clearLog()
            let photos = try await run(home, environment, "photos", "--format", "json")
            #expect(photos.status == 0, "\(photos.errors)")
            let large = graph.log(.download).filter { $0.url.contains("/large/") }
            let small = graph.log(.download).filter { $0.url.contains("/c256x256/") }
            #expect(small.count == 3 && large.count == 2, "\(graph.log(.download).map(\.url))")
            graph.clearLog()
            _ = try await run(home, environment, "photos", "-q")
            #expect(graph.log.isEmpty, "\(graph.log.map(\.url))")
        }
    }

    /// Puts a large picture into a folder for each of `seeds`; those of one seed are alike.
    private func addScenes(_ seeds: [UInt64], to drive: SimulatedDrive) throws {
        for (number, seed) in seeds.enumerated() {
            let picture = TestBitmap.scene(width: 200, height: 150, seed: seed)
            try drive.addFile(
                "/Camera/\(number).bmp", .bytes(picture + [UInt8](repeating: 7, count: number))
            ) { facets in
                facets.imageWidth = 4_000
                facets.imageHeight = 3_000
            }
        }
    }

    @Test(
        "asks for larger pictures all the same where another one has changed or is not to be had",
        arguments: [true, false])
    func largerBesideMissed(hasChanged: Bool) async throws {
        let home = try home("sharpest, most_pixels")
        let (graph, drive) = try graph(.business, count: 0)
        try addScenes([1, 1, 2, 3], to: drive)
        let odd = try #require(drive.item("/Camera/3.bmp"))
        try await ServedGraph.serving(graph) { environment in
            try await signIn(home, environment)
            if hasChanged {
                try drive.edit(odd.id, .bytes([UInt8](repeating: 9, count: 999)))
            } else {
                let late = SimulatedFailure(504, "UnknownError")
                graph.play(
                    FaultRule([.thumbnails], .refused(late), count: nil, urlPart: odd.id))
            }
            graph.clearLog()
            let photos = try await run(home, environment, "photos", "--format", "json")
            #expect(photos.status == 6, "\(photos.errors)")
            #expect(photos.errors.contains("/Camera/3.bmp"), "\(photos.errors)")
            let found = try counts(photos)
            #expect(found["looked"] == 3 && found["missed"] == 1, "\(found)")
            let urls = graph.log(.download).map(\.url)
            #expect(urls.count { $0.contains("/large/") } == 2, "\(urls)")
        }
    }

    @Test("goes on after throttling and faults, and says what is left")
    func faults() async throws {
        let home = try home()
        let (graph, _) = try graph(.business)
        try await ServedGraph.serving(graph) { environment in
            try await signIn(home, environment)
            let wait = SimulatedFailure(429, "activityLimitReached", retryAfter: .seconds(1))
            let late = SimulatedFailure(504, "UnknownError")
            graph.play(
                FaultRule([.thumbnails], .refused(wait)),
                FaultRule([.thumbnails], .refused(late), first: 3),
                FaultRule([.download], .dropped, first: 2),
                FaultRule([.download], .refused(SimulatedFailure(404, "itemNotFound")), first: 4))
            let photos = try await run(home, environment, "photos", "--format", "json")
            #expect(photos.status == 0, "\(photos.errors)")
            let found = try counts(photos)
            #expect(found["looked"] == 6 && found["unreadable"] == 1, "\(found)")
            // Nothing at all: it is said, and nothing is noted of any picture.
            let other = try self.home()
            try await signIn(other, environment)
            let gone = SimulatedFailure(503, "serviceNotAvailable", retryAfter: .seconds(4_000))
            graph.play(FaultRule([.batch], .refused(gone), count: nil))
            let stopped = try await run(other, environment, "photos", "--format", "json")
            #expect(stopped.status == 6, "\(stopped.errors)")
            #expect(try counts(stopped)["looked"] == 0)
            graph.play(FaultScript())
            let after = try await run(other, environment, "photos", "--format", "json")
            #expect(try counts(after)["looked"] == 6)
        }
    }
}
