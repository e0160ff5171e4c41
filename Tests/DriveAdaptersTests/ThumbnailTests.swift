// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import RuleEngine
import Testing

@testable import DriveAdapters

/// The small pictures of many items of a OneDrive at once.
@Suite("Small pictures of many items")
struct ThumbnailTests {
    /// A drive with pictures in two folders, and each as a plan would record it.
    private func world(
        _ kind: SimulatedDriveKind, _ counts: [Int] = [30, 2]
    ) async throws -> (world: GraphWorld, items: [ItemValues]) {
        let world = try GraphWorld(kind)
        var items: [ItemValues] = []
        for (folder, count) in counts.enumerated() {
            for number in 0..<count {
                let path = "/f\(folder)/\(number).jpg"
                try world.simulated.addFile(path, .text("\(folder) \(number)")) { facets in
                    facets.imageWidth = 4_000
                    facets.imageHeight = 3_000
                }
                items.append(try await world.recorded(path))
            }
        }
        try world.simulated.addFile("/f0/notes.txt", "x")
        items.append(try await world.recorded("/f0/notes.txt"))
        world.graph.clearLog()
        return (world, items)
    }

    private func addresses(_ places: [ThumbnailPlace]) -> [String] {
        places.compactMap { if case .address(let url) = $0 { url } else { nil } }
    }

    @Test("of a personal account come with their folder, the others in one batch")
    func personal() async throws {
        let (world, items) = try await world(.personal)
        let places = try await world.graphDrive.thumbnailPlaces(of: items, longestSide: 256)
        #expect(Set(addresses(places)).count == 32)
        #expect(places.last == ThumbnailPlace.none)
        #expect(world.graph.log.count { $0.kind == .children } == 1)
        #expect(world.graph.log.count { $0.kind == .batch } == 1)
        #expect(world.graph.log.count { $0.kind == .thumbnails } == 2)
        guard
            case .thumbnail(let bytes, _) = try await world.graphDrive.thumbnail(
                at: addresses(places)[0])
        else {
            Issue.record("no picture")
            return
        }
        // IHDR: the width that was asked for.
        #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == 256)
    }

    @Test("of a business account come twenty to a batch")
    func business() async throws {
        let (world, items) = try await world(.business)
        let places = try await world.graphDrive.thumbnailPlaces(of: items, longestSide: 256)
        #expect(Set(addresses(places)).count == 32)
        #expect(world.graph.log.count { $0.kind == .children } == 0)
        #expect(world.graph.log.count { $0.kind == .batch } == 2)
        #expect(world.graph.log.count { $0.kind == .thumbnails } == 33)
    }

    @Test("of a large folder are asked for page by page, each page once")
    func pages() async throws {
        let (world, items) = try await world(.personal, [450])
        var found = 0
        for start in stride(from: 0, to: 450, by: 50) {
            let portion = Array(items[start..<start + 50])
            let places = try await world.graphDrive.thumbnailPlaces(of: portion, longestSide: 256)
            found += addresses(places).count
        }
        #expect(found == 450)
        #expect(world.graph.log.count { $0.kind == .children } == 3)
        #expect(world.graph.log.count { $0.kind == .thumbnails } == 0)
    }

    @Test("that come with no folder are asked for one by one, and the folder is not asked again")
    func refused() async throws {
        let (world, items) = try await world(.personal)
        let failure = SimulatedFailure(400, "badArgument")
        world.graph.play(FaultRule([.children], .refused(failure), count: nil))
        for _ in 0..<2 {
            let places = try await world.graphDrive.thumbnailPlaces(of: items, longestSide: 256)
            #expect(Set(addresses(places)).count == 32)
        }
        #expect(world.graph.log.count { $0.kind == .children } == 1)
    }

    @Test("of what has changed since it was listed are told as such, with its folder")
    func changed() async throws {
        let (world, items) = try await world(.personal)
        try world.simulated.edit("/f0/3.jpg", "another picture")
        let places = try await world.graphDrive.thumbnailPlaces(of: items, longestSide: 256)
        #expect(places.indices.filter { places[$0] == .changed } == [3])
    }

    @Test(
        "that the service has to make first come with the next question, and are unknown till then",
        arguments: [1, 100])
    func made(times: Int) async throws {
        let (world, items) = try await world(.business, [1])
        let failure = SimulatedFailure(504, "UnknownError")
        world.graph.play(FaultRule([.thumbnails], .refused(failure), count: times))
        let places = try await world.graphDrive.thumbnailPlaces(
            of: [items[0]], longestSide: 256)
        if times == 1 {
            #expect(addresses(places).count == 1)
        } else if case .later = places[0] {
        } else {
            Issue.record("\(places)")
        }
    }

    @Test("of items that are gone are none, and the drive knows that they are not as listed")
    func gone() async throws {
        let (world, items) = try await world(.business, [2])
        let listed = try await world.graphDrive.areAsListed(items, trustsFeed: false)
        #expect(listed == [true, true, true])
        try world.remove("/f0/0.jpg")
        try world.simulated.edit("/f0/1.jpg", "another")
        let places = try await world.graphDrive.thumbnailPlaces(of: items, longestSide: 256)
        #expect(places[0] == ThumbnailPlace.none)
        #expect(
            try await world.graphDrive.areAsListed(items, trustsFeed: false)
                == [false, false, true])
    }

    @Test("what the feed tells of changes is enough where it begins at the listing")
    func feed() async throws {
        let (world, items) = try await world(.personal, [30])
        _ = try await world.graphDrive.list(progress: nil)
        try world.simulated.edit("/f0/7.jpg", "another")
        world.graph.clearLog()
        let same = try await world.graphDrive.areAsListed(items, trustsFeed: true)
        #expect(same.indices.filter { !same[$0] } == [7])
        #expect(world.graph.log.count { $0.kind == .delta } == 1)
        #expect(world.graph.log.count { $0.kind == .get } == 0)
    }
}
