// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import RuleEngine
import Testing

@testable import DriveAdapters

/// What a OneDrive tells of albums.
@Suite("Albums of a OneDrive")
struct GraphAlbumTests {
    private func world(_ kind: SimulatedDriveKind = .personal) throws -> (GraphWorld, GraphDrive) {
        let world = try GraphWorld(kind)
        for number in 0..<6 { try world.putFile("/p/\(number).jpg", [UInt8(number)]) }
        return (world, drive(world))
    }

    /// A drive that knows nothing yet, and tells of albums.
    private func drive(_ world: GraphWorld) -> GraphDrive {
        var settings = world.graphDrive.settings
        settings.tellsAlbums = true
        return GraphDrive(
            name: "d", settings: settings, client: world.client, feedStore: MemoryFeedStore(),
            now: { 1_793_697_322 })
    }

    /// The albums of each item by the last digit of its name, and what was noted.
    private func listed(_ drive: GraphDrive) async throws -> (
        albums: [String: [String]?], notes: Int
    ) {
        let listed = try await drive.list(progress: nil)
        let notes = listed.notes.count { $0.text == GraphText.albumsUntold }
        let listing = listed.builder.finish()
        var found: [String: [String]?] = [:]
        for row in 0..<listing.count {
            found[listing.path(row)] = .some(listing.albums(row))
        }
        return (found, notes)
    }

    @Test("every item says which it is in, over pages of albums and of what is in them")
    func names() async throws {
        let (world, drive) = try world()
        world.simulated.settings.pageItemCount = 2
        world.simulated.settings.pageItemCountMax = 2
        for number in 0..<45 {
            try world.simulated.setAlbum("A\(number)", ["/p/\(number % 3).jpg"])
        }
        try world.simulated.setAlbum("All", (0..<6).map { "/p/\($0).jpg" })
        let found = try await listed(drive)
        #expect(found.notes == 0)
        for number in 0..<6 {
            var expected = (0..<45).filter { $0 % 3 == number }.map { "A\($0)" } + ["All"]
            expected.sort()
            #expect(found.albums["/p/\(number).jpg"] == .some(expected))
        }
        // A folder is in none, and that is known.
        #expect(found.albums["/p"] == .some([]))
    }

    @Test("of no album at all it is known that there is none, by one request")
    func none() async throws {
        let (world, drive) = try world()
        world.graph.clearLog()
        #expect(try await listed(drive).albums["/p/0.jpg"] == .some([]))
        #expect(world.graph.log(.bundles).count == 1)
        // Where nobody asks, nothing is asked for.
        world.graph.clearLog()
        #expect(try await listed(world.graphDrive).albums["/p/0.jpg"] == .some(nil))
        #expect(world.graph.log(.bundles).isEmpty)
    }

    @Test("an account of work is not asked, and a service without such a list leaves them unknown")
    func untold() async throws {
        let (business, drive) = try world(.business)
        #expect(try await listed(drive).albums["/p/0.jpg"] == .some(nil))
        #expect(business.graph.log(.bundles).isEmpty)
        let (personal, other) = try world()
        try personal.simulated.setAlbum("A", ["/p/0.jpg"])
        for status in [400, 403, 404, 405, 501] {
            personal.graph.play(
                FaultRule([.bundles], .refused(SimulatedFailure(status, "no")), count: nil))
            let found = try await listed(self.drive(personal))
            #expect(found.albums["/p/0.jpg"] == .some(nil), "\(status)")
            #expect(found.notes == 1, "\(status)")
        }
        personal.graph.play(FaultScript())
        #expect(try await listed(other).albums["/p/0.jpg"] == .some(["A"]))
    }

    @Test(
        "what cannot be read is not taken for nothing: there is no listing",
        arguments: [SimulatedRequestKind.bundles, .children])
    func unread(kind: SimulatedRequestKind) async throws {
        let (world, _) = try world()
        try world.simulated.setAlbum("A", ["/p/0.jpg"])
        for status in [500, 503, 418] + (kind == .children ? [404, 403] : []) {
            world.graph.play(
                FaultRule([kind], .refused(SimulatedFailure(status, "no")), count: nil))
            await #expect(throws: DriveError.self, "\(status)") {
                _ = try await drive(world).list(progress: nil)
            }
        }
    }

    @Test("an album that is said once not to be there is asked for again")
    func phantom() async throws {
        let (world, drive) = try world()
        try world.simulated.setAlbum("A", ["/p/0.jpg"])
        world.graph.play(
            FaultRule([.children], .refused(SimulatedFailure(404, "itemNotFound")), count: 2))
        #expect(try await listed(drive).albums["/p/0.jpg"] == .some(["A"]))
    }

    @Test("are read again for what is about to go, unless that was a moment ago")
    func fresh() async throws {
        let (world, drive) = try world()
        _ = try await drive.list(progress: nil)
        var item = try await world.recorded("/p/0.jpg")
        item.albums = []
        func albums(_ drive: GraphDrive) async throws -> [String]? {
            let check = try #require(try await drive.recheck([item]).first)
            guard case .unchanged(let now) = check else { return ["changed"] }
            return now.albums
        }
        try world.simulated.setAlbum("A", ["/p/0.jpg"])
        world.graph.clearLog()
        #expect(try await albums(drive) == [])
        #expect(world.graph.log(.bundles).isEmpty)
        // As a later process does, which deletes what this one planned.
        let later = self.drive(world)
        #expect(try await albums(later) == ["A"])
        #expect(try await albums(later) == ["A"])
        #expect(world.graph.log(.bundles).count == 1)
        // What cannot be asked for now leaves everything where it is.
        world.graph.play(
            FaultRule([.bundles], .refused(SimulatedFailure(503, "no")), count: nil))
        await #expect(throws: DriveError.self) { _ = try await albums(self.drive(world)) }
    }
}
