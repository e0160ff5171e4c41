// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import RuleEngine
import Testing

@testable import DriveAdapters

/// How items come back from the recycle bin, where they do.
@Suite struct GraphRestoreTests {
    private func world(
        _ kind: SimulatedDriveKind = .personal,
        scopes: Set<String> = ["User.Read", "Files.ReadWrite.All"],
        method: DeletionMethod = .recycle
    ) async throws -> (world: GraphWorld, order: DeletionOrder, outcome: DeletionOutcome) {
        let world = try GraphWorld(kind, scopes: scopes)
        try world.putFile("/sub/a.txt", [1, 2])
        let order = try await world.order("/sub/a.txt", method)
        let outcome = try await world.delete(order)
        #expect(outcome.isDeleted)
        world.forget()
        return (world, order, outcome)
    }

    private func restore(
        _ world: GraphWorld, _ order: DeletionOrder, _ receipt: DeletionReceipt?
    ) async throws -> RestoreOutcome {
        let restored = try await world.restarted().restore(
            [RestoreOrder(item: order.item, receipt: receipt)]) { false }
        return try #require(restored.first)
    }

    private func impossible(_ outcome: RestoreOutcome) -> String? {
        if case .impossible(let clause) = outcome { clause } else { nil }
    }

    private func unanswered(_ outcome: RestoreOutcome) -> String? {
        if case .unanswered(let clause) = outcome { clause } else { nil }
    }

    private func failed(_ outcome: RestoreOutcome) -> String? {
        if case .failed(let clause) = outcome { clause } else { nil }
    }

    @Test("What is known of an item is enough to bring it back", arguments: [false, true])
    func back(hasReceipt: Bool) async throws {
        let (world, order, outcome) = try await world()
        #expect(outcome.receipt?.place == "the recycle bin of the OneDrive")
        let restored = try await restore(world, order, hasReceipt ? outcome.receipt : nil)
        #expect(restored.path == "/sub/a.txt")
        #expect(world.simulated.item("/sub/a.txt")?.id == order.item.id)
        let sent = try #require(world.graph.log(.restore).first)
        #expect(sent.url.contains("/v1.0/me/drive/items/") && sent.body == Array("{}".utf8))
        // Again: nothing is asked for that is there.
        #expect(try await restore(world, order, outcome.receipt) == restored)
        #expect(world.graph.log(.restore).count == 1)
    }

    @Test("What people brought back themselves is where they put it")
    func backByHand() async throws {
        let (world, order, outcome) = try await world()
        try world.simulated.restore(id: order.item.id ?? "")
        try world.simulated.move("/sub/a.txt", to: "/b.txt")
        #expect(try await restore(world, order, outcome.receipt).path == "/b.txt")
        #expect(world.graph.log(.restore).isEmpty)
    }

    @Test("An organisation's bin is for people")
    func business() async throws {
        let (world, order, outcome) = try await world(.business)
        world.graphDrive.known.withLock {
            $0.info?.webURL = "https://contoso-my.example/personal/adele/Documents"
        }
        let restored = try await world.restore([order], [outcome])[0]
        let words = try #require(impossible(restored))
        let page = "https://contoso-my.example/personal/adele/_layouts/15/RecycleBin.aspx"
        #expect(words.contains("by hand") && words.contains(page))
        #expect(world.graph.log(.restore).isEmpty)
        #expect(world.binnedPaths == ["/sub/a.txt"])
    }

    @Test("A sign-in that may not restore is told what it lacks")
    func permission() async throws {
        let (world, order, outcome) = try await world(scopes: ["User.Read", "Files.ReadWrite"])
        let words = try #require(
            impossible(try await restore(world, order, outcome.receipt)))
        #expect(words.contains("Files.ReadWrite.All"))
    }

    @Test("What is no longer in the bin cannot be brought back, and that is asked twice")
    func purged() async throws {
        let (world, order, outcome) = try await world()
        world.simulated.emptyBin()
        let words = try #require(
            impossible(try await restore(world, order, outcome.receipt)))
        #expect(words.contains("no longer in the recycle bin"))
        let (other, second, receipt) = try await self.world()
        let failure = SimulatedFailure(404, "itemNotFound")
        // The service finds nothing twice, though it is there.
        other.graph.play(FaultRule([.restore], .refused(failure), count: 2))
        #expect(try await restore(other, second, receipt.receipt).path == "/sub/a.txt")
    }

    @Test("A folder that is gone is made anew")
    func folderGone() async throws {
        let (world, order, outcome) = try await world()
        try world.simulated.delete("/sub")
        #expect(try await restore(world, order, outcome.receipt).path == "/sub/a.txt")
        #expect(world.simulated.item("/sub/a.txt")?.id == order.item.id)
    }

    @Test("A folder that came back by its own is where its items go")
    func foldersFirst() async throws {
        let world = try GraphWorld()
        try world.putFile("/x/y/a", [1])
        let paths = ["/x/y/a", "/x/y", "/x"]
        var orders: [DeletionOrder] = []
        for path in paths { orders.append(try await world.order(path)) }
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(outcomes.allSatisfy { $0.isDeleted })
        #expect(try await world.restore(orders, outcomes).map(\.path) == paths)
        #expect(world.truePaths == ["/x", "/x/y", "/x/y/a"])
        #expect(world.simulated.item("/x")?.id == orders[2].item.id)
    }

    @Test("A name that is taken gives way to another")
    func nameTaken() async throws {
        let (world, order, outcome) = try await world()
        try world.putFile("/sub/a.txt", [9])
        try world.putFile("/sub/a (restored).txt", [9])
        #expect(
            try await restore(world, order, outcome.receipt).path == "/sub/a (restored 2).txt")
        #expect(world.truePaths.count == 4)
    }

    static let refusals: [(SimulatedFailure, isImpossible: Bool)] = [
        (SimulatedFailure(403, "accessDenied"), true), (SimulatedFailure(405, nil), true),
        (SimulatedFailure(501, "notSupported"), true),
        (SimulatedFailure(400, "notSupported"), true),
        (SimulatedFailure(423, nil), false), (SimulatedFailure(429, nil), false),
        (SimulatedFailure(507, nil), false), (SimulatedFailure(500, nil), false),
        (SimulatedFailure(503, nil), false), (SimulatedFailure(504, nil), false),
        (SimulatedFailure(404, nil), false), (SimulatedFailure(400, "invalidRequest"), false),
        (SimulatedFailure(409, "conflict"), false), (SimulatedFailure(409, nil), false),
        (SimulatedFailure(302, nil), false), (SimulatedFailure(200, nil), false),
        (SimulatedFailure(401, nil), false),
        (SimulatedFailure(403, "accessDenied", inner: ["throttledRequest"]), false),
    ]

    @Test("A refusal says whether trying again may help", arguments: refusals)
    func refused(failure: SimulatedFailure, isImpossible: Bool) async throws {
        let (world, order, outcome) = try await world()
        world.graph.play(FaultRule([.restore], .refused(failure), count: nil))
        let restored = try await restore(world, order, outcome.receipt)
        #expect((impossible(restored) != nil) == isImpossible, "\(restored)")
        #expect((failed(restored) != nil) != isImpossible, "\(restored)")
        #expect(world.binnedPaths == ["/sub/a.txt"])
        world.graph.play(FaultScript())
        #expect(try await restore(world, order, outcome.receipt).path == "/sub/a.txt")
    }

    @Test(
        "What came back without an answer is found out",
        arguments: [
            SimulatedFault.droppedAfterEffect, .failedAfterEffect(SimulatedFailure(504, nil)),
            .failedAfterEffect(SimulatedFailure(404, nil)), .garbage(status: 200),
            .failedAfterEffect(SimulatedFailure(200, nil)),
        ])
    func lost(fault: SimulatedFault) async throws {
        let (world, order, outcome) = try await world()
        world.graph.play(FaultRule([.restore], fault, count: nil))
        #expect(try await restore(world, order, outcome.receipt).path == "/sub/a.txt")
        #expect(world.graph.log(.restore).count == 1)
    }

    @Test(
        "What may be back and cannot be looked at is neither back nor lost",
        arguments: [DeletionMethod.recycle, .quarantine])
    func arrivalUnseen(method: DeletionMethod) async throws {
        var unansweredCount = 0
        for first in 1...40 {
            let (world, order, outcome) = try await world(method: method)
            world.graph.play(
                FaultScript([
                    FaultRule([.restore, .patch], .droppedAfterEffect, count: nil),
                    FaultRule([.get, .batch], .dropped, first: first, count: nil),
                ]))
            let drive = world.restarted()
            let receipt = outcome.receipt
            guard
                let restored = try? await drive.restore(
                    [RestoreOrder(item: order.item, receipt: receipt)], shouldStop: { false }
                ).first
            else { continue }
            // So late that nothing was dropped any more.
            if restored.path != nil { break }
            let isBack = world.truePaths.contains("/sub/a.txt")
            if unanswered(restored) != nil { unansweredCount += 1 }
            // Of what was cut off on its way out nobody knows that it did not arrive.
            let isCut = world.graph.log(.restore).isEmpty && world.graph.log(.patch).isEmpty
            let isUnknown = unanswered(restored) != nil
            #expect(isBack ? isUnknown : failed(restored) != nil || isUnknown && isCut)
            if !isBack { continue }
            let again = RestoreOrder(item: order.item, receipt: receipt, mayBeBack: true)
            // It may be back still, as long as nobody can be asked.
            let open = try await drive.restore([again]) { false }
            #expect(unanswered(try #require(open.first)) != nil, "\(first): \(open)")
            world.graph.play(FaultScript())
            let found = try await drive.restore([again]) { false }
            #expect(found.map(\.path) == ["/sub/a.txt"])
        }
        #expect(unansweredCount > 0)
    }

    @Test("Where nobody can be asked nothing is claimed")
    func offline() async throws {
        let (world, order, outcome) = try await world()
        _ = try await world.graphDrive.info()
        world.graph.play(FaultRule([], .dropped, count: nil))
        let restored = try await world.graphDrive.restore(
            [RestoreOrder(item: order.item, receipt: outcome.receipt)]) { false }
        #expect(failed(restored[0]) != nil)
        #expect(world.binnedPaths == ["/sub/a.txt"])
    }

    @Test("What is there with another content is not said to be back")
    func otherContent() async throws {
        let (world, order, outcome) = try await world()
        try world.simulated.restore(id: #require(order.item.id))
        try world.simulated.edit("/sub/a.txt", .bytes([1, 2, 3]))
        let why = try #require(impossible(try await restore(world, order, outcome.receipt)))
        #expect(why.contains("/sub/a.txt") && why.contains("another content"))
    }

    @Test("A refusal that is not believed leaves open what nobody can be asked for")
    func unsureRefusal() async throws {
        let (world, order, outcome) = try await world()
        let signIn = SimulatedFailure(401, nil)
        let broken = SimulatedFailure(500, nil)
        world.graph.play(
            FaultRule([.restore], .failedAfterEffect(signIn), count: nil),
            FaultRule([.get], .refused(broken), first: 2, count: nil, urlPart: "Deleted"))
        #expect(unanswered(try await restore(world, order, outcome.receipt)) != nil)
        world.graph.play(FaultScript())
        #expect(try await restore(world, order, outcome.receipt).path == "/sub/a.txt")
    }

    // MARK: - After a crash

    @Test("Of a consumer's bin the service tells whether an item lies in it")
    func reconcile() async throws {
        let (world, order, outcome) = try await world()
        let drive = world.restarted()
        #expect(try await drive.reconcile([order]) == [.deleted(outcome.receipt)])
        world.graph.play(
            FaultRule([.get], .refused(SimulatedFailure(500, nil)), count: nil, urlPart: "Deleted"))
        #expect(try await drive.reconcile([order]) == [.deleted(outcome.receipt)])
        world.graph.play(FaultScript())
        world.simulated.emptyBin()
        #expect(try await drive.reconcile([order]) == [.deleted(nil)])
    }

    @Test("Without an answer, what became of an item stays open")
    func reconcileUnanswered() async throws {
        let (world, order, _) = try await world()
        let drive = world.restarted()
        for name in ["server-error", "locked", "access-denied"] {
            let failure = try #require(SimulatedFailure(named: name))
            world.graph.play(
                FaultRule([.get], .refused(failure), count: nil, urlPart: "/items/"))
            let answers = try await drive.reconcile([order])
            guard case .unanswered = answers[0] else { return #expect(Bool(false), "\(answers)") }
        }
        world.graph.play(FaultRule([.batch], .dropped, count: nil))
        await #expect(throws: DriveError.self) { try await drive.reconcile([order]) }
        var faulty = order
        faulty.item.id = nil
        world.graph.play(FaultScript())
        guard case .unanswered = try await drive.reconcile([faulty])[0] else {
            return #expect(Bool(false))
        }
    }

    @Test("What was renamed or edited since was not deleted")
    func reconcileChanged() async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let orders = [try await world.order("/a"), try await world.order("/b", .quarantine)]
        try world.simulated.edit("/a", .bytes([1, 2]))
        try world.simulated.move("/b", to: "/c")
        let answers = try await world.graphDrive.reconcile(orders)
        #expect(
            answers == [
                .changed("its size has changed"),
                .changed("it was moved or renamed, or a folder above it was"),
            ])
    }
}
