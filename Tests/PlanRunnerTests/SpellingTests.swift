// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// A personal OneDrive of which a test says how it spells the ids of its items today, and which
/// goes on listing what was deleted.
private final class SpellingDrive: DeletingDrive {
    private let items: Lock<[(id: String, path: String)]>

    init(_ items: [(id: String, path: String)]) { self.items = Lock(items) }

    let hasLostThreadNow = Lock(false)
    var hasLostThread: Bool { hasLostThreadNow.withLock { $0 } }

    /// From now on, `items` are there.
    func holds(_ items: [(id: String, path: String)]) { self.items.withLock { $0 = items } }

    let name = "main"
    let kind = DriveKind.onedrive
    let capabilities = DriveCapabilities(fields: [], canRestore: false, hashAlgorithms: [])
    let listingLagSeconds: Int64 = 3_600
    let orderCountMax = 20

    func reversal(of method: DeletionMethod) -> Reversal {
        Reversal(isPossible: false, place: .nowhere)
    }

    func identity() async throws(DriveError) -> DriveIdentity {
        DriveIdentity(kind: .onedrive, value: "0a1b2c3d4e5f6071")
    }

    func list(progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing {
        var builder = ListingBuilder()
        do throws(ListingError) {
            let drive = try builder.drive(named: name, kind: kind)
            for (id, path) in items.withLock({ $0 }) {
                var values = ItemValues(path: path)
                (values.id, values.size, values.eTag) = (id, 1, "1")
                try builder.append(values, drive: drive)
            }
        } catch {
            throw DriveError(operation: .list, message: error.message)
        }
        return DriveListing(builder: builder, completeness: .complete)
    }

    func recheck(_ items: [ItemValues]) async throws(DriveError) -> [ItemCheck] {
        items.map { .unchanged($0) }
    }

    func contentClasses(
        of groups: [[Int]], in listing: Listing, progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentComparison {
        ContentComparison(classes: ContentClasses(rowCount: listing.count))
    }

    func contentHashes(
        of rows: [Int], algorithms: Set<HashAlgorithm>, in listing: Listing,
        progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentHashes {
        ContentHashes(rows: rows, algorithms: algorithms)
    }

    func delete(
        _ orders: [DeletionOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [DeletionOutcome] {
        orders.map { _ in .deleted(DeletionReceipt(method: .recycle)) }
    }

    func reconcile(_ orders: [DeletionOrder]) async throws(DriveError) -> [Reconciliation] { [] }

    func restore(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [RestoreOutcome] { [] }

    func purge(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [PurgeOutcome] { [] }

    func verifiedSHA256(of items: [ItemValues]) async throws(DriveError) -> [String?] {
        items.map { _ in nil }
    }
}

@Suite("Items whose ids the drive spells now one way and now another")
struct SpellingTests {
    private static let spellings = [
        "0A1B2C3D4E5F6071!S1", "a1b2c3d4e5f6071!s1", "A1B2C3D4E5F6071%21s1",
    ]
    private static let rules = RuleFile([.delete("files", .name("*.tmp"))])

    private func world(_ drive: SpellingDrive) throws -> RunnerWorld {
        try RunnerWorld(Self.rules, drives: [drive])
    }

    /// Lists the drive as a command does.
    private func listing(
        _ world: RunnerWorld, _ drive: SpellingDrive
    ) async throws -> (listing: Listing, changes: ListingChanges?) {
        var synced = try await world.runner().sync(
            drive, settings: [:], limit: nil, progress: nil)
        return (synced.builder.take().finish(), synced.changes)
    }

    private func ids(_ listing: Listing) -> [String] { (0..<listing.count).map(listing.id) }

    @Test("keep the spelling that was seen first, and are no new items")
    func firstSpelling() async throws {
        let drive = SpellingDrive([(Self.spellings[0], "/a"), ("A1B2C3D4E5F6071!7", "/b")])
        let world = try world(drive)
        _ = try await listing(world, drive)
        world.now += day
        for spelling in Self.spellings {
            drive.holds([
                ("a1B2c3d4e5f6071!7", "/b"), ("A1B2C3D4E5F6071!8", "/d"), (spelling, "/c"),
            ])
            let (found, changes) = try await listing(world, drive)
            #expect(
                ids(found) == ["A1B2C3D4E5F6071!7", "A1B2C3D4E5F6071!8", Self.spellings[0]])
            #expect(changes?.removed == 0)
            #expect(
                (0..<3).map { found.values($0).firstSeen?.secondsSinceEpoch }
                    == [world.now - day, world.now, world.now - day])
        }
    }

    @Test("other items whose ids look alike stay apart")
    func otherIDs() async throws {
        let drive = SpellingDrive([("01ABC", "/a"), ("b!QQ", "/b"), ("zz!1", "/c")])
        let world = try world(drive)
        _ = try await listing(world, drive)
        drive.holds([("01abc", "/a"), ("b!qq", "/b"), ("ZZ!1", "/c")])
        let (found, changes) = try await listing(world, drive)
        // The second is an id of a personal drive by its form.
        #expect(ids(found) == ["01abc", "b!QQ", "ZZ!1"])
        #expect(changes?.removed == 2)
    }

    @Test("are the ones that wait or were decided about, even after a listing without them")
    func afterGap() async throws {
        let drive = SpellingDrive([
            (Self.spellings[0], "/a.tmp"), ("0A1B2C3D4E5F6071!7", "/b.tmp"),
        ])
        let world = try world(drive)
        try await world.stage(try await world.plan(over: try await listing(world, drive).listing))
        var kept = RecordedItem(
            drive: "main", id: "0A1B2C3D4E5F6071!7", path: "/b.tmp", type: .file)
        kept.size = 1
        let identity = try await drive.identity().description
        let takenBack = try await world.ledger.decide(
            [
                DecisionRecord(
                    item: kept, driveIdentity: identity, verdict: .keep, until: nil,
                    decidedAt: world.instant, day: world.today, source: "command")
            ], at: world.instant)
        #expect(takenBack.map(\.order.item.path) == ["/b.tmp"])
        drive.holds([])
        _ = try await listing(world, drive)
        drive.holds([(Self.spellings[1], "/a.tmp"), ("a1b2c3d4e5f6071!7", "/b.tmp")])
        let (found, _) = try await listing(world, drive)
        #expect(ids(found) == [Self.spellings[0], "0A1B2C3D4E5F6071!7"])
        // So the decision holds for the next plan, too.
        try await world.plan(over: found)
        let decisions = try await world.ledger.decisions().map {
            PastDecision(drive: $0.item.drive, id: $0.item.id, path: "/", verdict: $0.verdict)
        }
        #expect(PastDecision.rows(decisions, in: found, now: world.instant) == [1: .keep])
    }

    @Test("are not proposed again for an hour after they went, in whichever spelling")
    func lagging() async throws {
        for spelling in Self.spellings {
            let drive = SpellingDrive([(Self.spellings[0], "/a.tmp")])
            let world = try world(drive)
            try await world.stage(
                try await world.plan(over: try await listing(world, drive).listing))
            world.now += day
            try await world.execute()
            #expect(try await world.state("/a.tmp") == .deleted)
            drive.holds([(spelling, "/a.tmp")])
            #expect(try await listing(world, drive).listing.count == 0)
            world.now += 3_601
            #expect(try await listing(world, drive).listing.count == 1)
        }
    }

    @Test("are kept if a person wanted that, whatever the spelling of the plan")
    func wishes() async throws {
        let drive = SpellingDrive([(Self.spellings[0], "/a.tmp")])
        let world = try world(drive)
        let found = try await listing(world, drive).listing
        try await world.stage(try await world.plan(over: found))
        let identity = try await drive.identity().description
        let item = RecordedItem(drive: "main", id: Self.spellings[2], path: "/x", type: .file)
        _ = try await world.ledger.decide(
            [
                DecisionRecord(
                    item: item, driveIdentity: identity, verdict: .pin, until: nil,
                    decidedAt: world.instant, day: world.today, source: "command")
            ], at: world.instant)
        world.now += day
        // It is one item by whatever spelling, so that the decision took it back at once.
        let report = try await world.execute()
        #expect(report.items.isEmpty)
        #expect(try await world.state("/a.tmp") == .undone)
    }

    @Test("nothing of a plan is staged once the service has lost the thread since")
    func lostThread() async throws {
        for isLost in [false, true] {
            let drive = SpellingDrive([(Self.spellings[0], "/a.tmp")])
            let world = try world(drive)
            let plan = try await world.plan(over: try await listing(world, drive).listing)
            drive.hasLostThreadNow.withLock { $0 = isLost }
            _ = try await listing(world, drive)
            if isLost {
                let error = await #expect(throws: RunnerError.self) { try await world.stage(plan) }
                #expect(error?.message.contains("listed anew") == true)
                #expect(try await world.states().isEmpty)
            } else {
                try await world.stage(plan)
            }
        }
    }
}
