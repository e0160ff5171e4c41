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

    @Test(
        "what is said once or twice not to be there is asked for again",
        arguments: [SimulatedRequestKind.bundles, .children])
    func phantom(kind: SimulatedRequestKind) async throws {
        let (world, drive) = try world()
        try world.simulated.setAlbum("A", ["/p/0.jpg"])
        world.graph.play(
            FaultRule([kind], .refused(SimulatedFailure(404, "itemNotFound")), count: 2))
        #expect(try await listed(drive).albums["/p/0.jpg"] == .some(["A"]))
    }

    @Test("where it told of albums, it is no evidence that it tells of none any more")
    func silent() async throws {
        let (world, first) = try world()
        try world.simulated.setAlbum("A", ["/p/0.jpg"])
        let item = try await world.recorded("/p/0.jpg")
        _ = try await first.list(progress: nil)
        #expect(first.remembered[DriveMemory.albums] == DriveMemory.told)
        // As a later process has it, which knows what the state file kept.
        let later = drive(world)
        later.presume(first.remembered)
        for status in [403, 404, 501] {
            world.graph.play(
                FaultRule([.bundles], .refused(SimulatedFailure(status, "no")), count: nil))
            await #expect(throws: DriveError.self, "\(status)") {
                _ = try await later.recheck([item])
            }
        }
        let other = drive(world)
        guard case .unchanged(let now)? = try await other.recheck([item]).first else {
            Issue.record("it is unchanged")
            return
        }
        #expect(now.albums == nil)
        _ = try await other.list(progress: nil)
        #expect(other.remembered[DriveMemory.albums] == DriveMemory.untold)
        world.graph.play(FaultScript())
        #expect(try await later.recheck([item]).count == 1)
    }

    @Test("an album without a name is one, and too many of them are no listing")
    func limits() async throws {
        let (world, first) = try world()
        try world.simulated.setAlbum("", ["/p/0.jpg"])
        #expect(try await listed(first).albums["/p/0.jpg"] == .some(["?"]))
        for number in 0..<2_000 { try world.simulated.setAlbum("A\(number)", ["/p/1.jpg"]) }
        await #expect(throws: DriveError.self) { _ = try await drive(world).list(progress: nil) }
    }

    @Test(
        "what is in another album than the rules were asked about stays", arguments: [false, true])
    func order(wasIn: Bool) async throws {
        let (world, first) = try world()
        let drive = drive(world)
        if wasIn { try world.simulated.setAlbum("A", ["/p/0.jpg"]) }
        _ = try await drive.list(progress: nil)
        func order(_ path: String, _ albums: [String]) async throws -> DeletionOrder {
            var order = try await world.order(path)
            order.albums = albums
            return order
        }
        let orders = [
            try await order("/p/0.jpg", wasIn ? ["A"] : []), try await order("/p/1.jpg", []),
            try await order("/p/2.jpg", []),
        ]
        try world.simulated.setAlbum("A", wasIn ? [] : ["/p/0.jpg"])
        try world.simulated.setAlbum("B", ["/p/1.jpg"])
        world.graph.clearLog()
        // A process of its own: nothing was read a moment ago.
        let outcomes = try await first.delete(orders, shouldStop: { false })
        #expect(outcomes.map { OutcomeKind($0) } == [.changed, .changed, .deleted])
        #expect(world.graph.log(.bundles).count == 1)
        #expect(world.truePaths.contains("/p/0.jpg") && world.truePaths.contains("/p/1.jpg"))
        #expect(!world.truePaths.contains("/p/2.jpg"))
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
