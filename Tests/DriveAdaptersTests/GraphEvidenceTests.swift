// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import RuleEngine
import Testing

@testable import DriveAdapters

/// What counts as proof that an item is gone, and what does not.
@Suite struct GraphEvidenceTests {
    private func check(_ world: GraphWorld, _ item: ItemValues) async throws -> ItemCheck {
        try #require(try await world.graphDrive.recheck([item]).first)
    }

    private func ground(_ check: ItemCheck) -> Absence.Ground? {
        guard case .gone(let proof) = check else { return nil }
        return proof.ground
    }

    @Test(
        "However often replicas say 'not found', that is no proof",
        arguments: [SimulatedDriveKind.personal, .personalLegacy, .business])
    func lag(kind: SimulatedDriveKind) async throws {
        for method in [DeletionMethod.recycle, .quarantine] {
            let world = try GraphWorld(kind)
            try world.putFile("/sub/a", [1])
            let order = try await world.order("/sub/a", method)
            world.graph.play(FaultRule([.get], .lagging(seconds: 1_000)))
            guard case .missing = try await check(world, order.item) else {
                return #expect(Bool(false), "a look")
            }
            #expect(try await OutcomeKind(world.delete(order)) == .postponed)
            guard case .missing = try await world.restarted().reconcile([order])[0] else {
                return #expect(Bool(false), "a reconciliation")
            }
            world.graph.time.advance(seconds: 1_001)
            #expect(try await world.restarted().reconcile([order]) == [.unchanged])
        }
    }

    @Test(
        "A deletion that a lagging replica answers with 'not found' deletes nothing",
        arguments: [SimulatedDriveKind.personal, .business],
        [DeletionMethod.recycle, .quarantine])
    func deletion(kind: SimulatedDriveKind, method: DeletionMethod) async throws {
        let world = try GraphWorld(kind)
        try world.putFile("/sub/a", [1])
        let order = try await world.order("/sub/a", method)
        world.graph.play(FaultRule([.delete, .patch], .lagging(seconds: 1_000)))
        #expect(try await OutcomeKind(world.delete(order)) == .missing)
        #expect(world.truePaths == ["/sub", "/sub/a"])
    }

    @Test("What is seen in the bin is proved to be gone")
    func bin() async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let item = try await world.recorded("/sub/a")
        try world.simulated.delete("/sub/a")
        #expect(try await ground(check(world, item)) == .inBin)
    }

    @Test(
        "What the feed says to be deleted is gone, and the next listing is told as well",
        arguments: [SimulatedDriveKind.personal, .business])
    func tombstone(kind: SimulatedDriveKind) async throws {
        let world = try GraphWorld(kind)
        for path in ["/sub/a", "/sub/b", "/c"] { try world.putFile(path, [1]) }
        let item = try await world.recorded("/sub/a")
        _ = try await world.graphDrive.list(progress: nil)
        let before = try await world.graphDrive.feedStore.state()
        try world.remove("/sub/a")
        world.forget()
        #expect(try await ground(check(world, item)) == .tombstone)
        #expect(world.graph.log(.delta).count == 1)
        #expect(world.graph.log(.children).isEmpty)
        #expect(try await world.graphDrive.feedStore.state() == before)
        var listed = try await world.graphDrive.list(progress: nil)
        var builder = ListingBuilder()
        swap(&builder, &listed.builder)
        let listing = builder.finish()
        #expect((0..<listing.count).map(listing.path).sorted() == ["/c", "/sub", "/sub/b"])
    }

    @Test("What the feed says to be there is not gone, whatever else is said")
    func mentioned() async throws {
        let world = try GraphWorld(.business)
        try world.putFile("/sub/a", [1])
        try world.putFolder("/other")
        let item = try await world.recorded("/sub/a")
        _ = try await world.graphDrive.list(progress: nil)
        // Moved away, so that its folder does not have it, and not found by its id.
        try world.simulated.move("/sub/a", to: "/other/a")
        world.graph.play(FaultRule([.get], .lagging(seconds: 1_000)))
        guard case .missing = try await check(world, item) else {
            return #expect(Bool(false))
        }
    }

    @Test(
        "What its folder does not list is gone; where the folder is gone too, the next one tells",
        arguments: ["/one/two/a", "/one/two", "/one"])
    func unlisted(removed: String) async throws {
        let world = try GraphWorld(.business)
        try world.putFile("/one/two/a", [1])
        try world.putFile("/b", [1])
        let item = try await world.recorded("/one/two/a")
        try world.simulated.delete(removed)
        #expect(try await ground(check(world, item)) == .unlisted)
    }

    @Test("A folder that cannot be listed to its end proves nothing")
    func brokenListing() async throws {
        let world = try GraphWorld(.business)
        try world.putFile("/sub/a", [1])
        let item = try await world.recorded("/sub/a")
        try world.simulated.delete("/sub/a")
        for fault in [
            SimulatedFault.refusal("server-error"), .garbage(status: 200), .linkLoop,
            .refusal("not-found"),
        ] {
            world.graph.play(FaultRule([.children], fault, count: nil))
            guard case .missing = try await check(world, item) else {
                return #expect(Bool(false), "\(fault)")
            }
        }
    }

    @Test("Only 204 says that a deletion was carried out")
    func success() {
        for status in [200, 202, 301, 404, 410, 500] {
            let response = GraphResponse(status: status, headers: [], body: [])
            #expect(Absence(deletion: response) == nil)
        }
        let response = GraphResponse(status: 204, headers: [], body: [])
        #expect(Absence(deletion: response)?.ground == .success)
    }

    @Test(
        "What waits in quarantine is purged once that is proved, not when it is not found",
        arguments: [SimulatedDriveKind.personal, .business])
    func purge(kind: SimulatedDriveKind) async throws {
        let world = try GraphWorld(kind)
        try world.putFile("/sub/a", [1])
        let order = try await world.order("/sub/a", .quarantine)
        let receipt = try #require(try await world.delete(order).receipt)
        let id = try #require(order.item.id)
        let purge = RestoreOrder(item: order.item, receipt: receipt)
        world.graph.play(FaultRule([.get], .lagging(seconds: 1_000)))
        let lagging = try await world.graphDrive.purge([purge]) { false }
        guard case .failed = lagging[0] else { return #expect(Bool(false), "\(lagging)") }
        #expect(world.simulated.item(id) != nil)
        world.graph.time.advance(seconds: 1_001)
        try world.simulated.delete(id)
        world.simulated.purge(id: id)
        #expect(try await world.graphDrive.purge([purge]) { false } == [.purged])
    }
}
