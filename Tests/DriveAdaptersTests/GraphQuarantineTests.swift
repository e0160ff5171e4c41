// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import RuleEngine
import Testing

@testable import DriveAdapters

/// How items go into quarantine, come back from it, and leave it for good.
@Suite struct GraphQuarantineTests {
    private static let folder = "/.cleanrules/quarantine/plan-1"

    private func outcome(
        _ world: GraphWorld, _ order: DeletionOrder
    ) async throws -> DeletionOutcome {
        try #require(try await world.graphDrive.delete([order]) { false }.first)
    }

    private func world(_ kind: SimulatedDriveKind = .business) async throws -> (
        world: GraphWorld, order: DeletionOrder
    ) {
        let world = try GraphWorld(kind)
        try world.putFile("/sub/a.txt", [1, 2])
        return (world, try await world.order("/sub/a.txt", .quarantine))
    }

    @Test("An item moves under its own name, with its tag and without replacing anything")
    func moved() async throws {
        let (world, order) = try await world()
        world.forget()
        let outcome = try await outcome(world, order)
        let there = try #require(world.simulated.item(Self.folder + "/a.txt"))
        #expect(there.id == order.item.id)
        #expect(outcome.receipt?.place == Self.folder + "/a.txt")
        let sent = try #require(world.graph.log(.patch).first)
        #expect(sent.header("If-Match") == order.item.eTag && sent.isInBatch)
        let body = String(decoding: sent.body ?? [], as: UTF8.self)
        #expect(body.contains("\"@microsoft.graph.conflictBehavior\":\"fail\""))
        #expect(sent.url.hasSuffix("?@microsoft.graph.conflictBehavior=fail"))
        #expect(world.graph.log(.delete).isEmpty && world.truePaths == ["/sub"])
    }

    @Test(
        "An item that moved while the sign-in was refused is found where it is",
        arguments: [SimulatedRequestKind.patch, .batch], 1...8)
    func signIn(kind: SimulatedRequestKind, first: Int) async throws {
        let (world, order) = try await world()
        let signIn = SimulatedFailure(401, nil)
        world.graph.play(FaultRule([kind], .failedAfterEffect(signIn), first: first))
        // Nothing at all was touched where it throws.
        let isDeleted = (try? await outcome(world, order))?.isDeleted ?? false
        #expect(isDeleted == (world.simulated.item(Self.folder + "/a.txt") != nil))
    }

    @Test("Items of one name get numbers")
    func numbers() async throws {
        let world = try GraphWorld()
        var orders: [DeletionOrder] = []
        for folder in ["/x", "/y", "/z"] {
            try world.putFile(folder + "/a.tar.gz", Array(folder.utf8))
            orders.append(try await world.order(folder + "/a.tar.gz", .quarantine))
        }
        let outcomes = try await world.graphDrive.delete(orders) { false }
        let names = outcomes.compactMap { $0.receipt?.place?.split(separator: "/").last }
        #expect(Set(names) == ["a.tar.gz", "a.tar.2.gz", "a.tar.3.gz"])
        let restored = try await world.restore(orders, outcomes)
        #expect(restored.map(\.path) == ["/x/a.tar.gz", "/y/a.tar.gz", "/z/a.tar.gz"])
    }

    @Test("The folder is that of the whole drive, whatever folder is the top")
    func root() async throws {
        let world = try GraphWorld(root: "/Documents")
        try world.putFile("/Documents/sub/a", [1])
        let order = try await world.order("/Documents/sub/a", .quarantine)
        let outcome = try await outcome(world, order)
        #expect(world.simulated.item(Self.folder + "/a") != nil)
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/sub/a"])
        #expect(world.truePaths == ["/Documents", "/Documents/sub", "/Documents/sub/a"])
    }

    @Test(
        "Folders are made once, however the service answers to it",
        arguments: [
            SimulatedFault.droppedAfterEffect, .garbage(status: 200), .garbage(status: 201),
            .truncated(byteCount: 10), .failedAfterEffect(SimulatedFailure(504, nil)),
            .failedAfterEffect(SimulatedFailure(409, "nameAlreadyExists")),
            .failedAfterEffect(SimulatedFailure(200, nil)),
        ])
    func folders(fault: SimulatedFault) async throws {
        let (world, order) = try await world()
        world.graph.play(FaultRule([.create], fault, count: nil))
        #expect(try await outcome(world, order).isDeleted)
        let folders = world.simulated.truth().filter(\.isFolder).map(\.path)
        #expect(
            folders.filter { $0.hasPrefix("/.cleanrules") } == [
                "/.cleanrules", "/.cleanrules/quarantine", Self.folder,
            ])
        #expect(world.graph.log(.create).count == 3)
    }

    @Test(
        "Without the folder nothing moves",
        arguments: [
            SimulatedFault.refused(SimulatedFailure(403, "accessDenied")),
            .refused(SimulatedFailure(507, "quotaLimitReached")),
            .refused(SimulatedFailure(500, nil)),
        ])
    func noFolder(fault: SimulatedFault) async throws {
        let (world, order) = try await world()
        world.graph.play(FaultRule([.create], fault, count: nil))
        #expect(try await outcome(world, order).failure?.contains("no folder can be made") == true)
        #expect(world.truePaths == ["/sub", "/sub/a.txt"])
    }

    @Test("Something else of that name is in the way")
    func fileInTheWay() async throws {
        let (world, order) = try await world()
        try world.putFile("/.cleanrules", [1])
        #expect(try await outcome(world, order).failure?.contains("'.cleanrules'") == true)
        #expect(world.simulated.item("/sub/a.txt") != nil)
    }

    static let moves: [(SimulatedFault, OutcomeKind, isMoved: Bool)] = [
        (.refused(SimulatedFailure(404, "itemNotFound")), .failed, false),
        (.refused(SimulatedFailure(412, "resourceModified")), .failed, false),
        (.refused(SimulatedFailure(423, "resourceLocked")), .failed, false),
        (.refused(SimulatedFailure(403, "accessDenied")), .failed, false),
        (
            .refused(SimulatedFailure(403, "accessDenied", inner: ["throttledRequest"])),
            .postponed, false
        ),
        (.refused(SimulatedFailure(429, nil)), .postponed, false),
        (.refused(SimulatedFailure(400, "malformedEntityTag")), .failed, false),
        (.refused(SimulatedFailure(409, "nameAlreadyExists")), .failed, false),
        (.refused(SimulatedFailure(409, "conflict")), .failed, false),
        (.refused(SimulatedFailure(405, nil)), .failed, false),
        (.refused(SimulatedFailure(507, nil)), .failed, false),
        // It may arrive yet.
        (.refused(SimulatedFailure(504, nil)), .unanswered, false),
        (.refused(SimulatedFailure(503, nil)), .unanswered, false),
        (.refused(SimulatedFailure(200, nil)), .unanswered, false),
        (.failedAfterEffect(SimulatedFailure(504, nil)), .deleted, true),
        (.failedAfterEffect(SimulatedFailure(500, nil)), .deleted, true),
        (.failedAfterEffect(SimulatedFailure(423, nil)), .failed, true),
        (.failedAfterEffect(SimulatedFailure(200, nil)), .deleted, true),
        (.failedAfterEffect(SimulatedFailure(404, nil)), .deleted, true),
        (.missingMembers(["parentReference"]), .deleted, true),
    ]

    @Test("Whatever is answered to a move, what is said of it is true", arguments: moves)
    func answers(fault: SimulatedFault, wanted: OutcomeKind, isMoved: Bool) async throws {
        let (world, order) = try await world(.personal)
        world.graph.play(FaultRule([.patch], fault, count: nil))
        let outcome = try await outcome(world, order)
        #expect(OutcomeKind(outcome) == wanted, "\(outcome)")
        #expect((world.simulated.item("/sub/a.txt") == nil) == isMoved)
        world.graph.play(FaultScript())
        let answers = try await world.restarted().reconcile([order])
        if isMoved {
            guard case .deleted(let receipt?) = answers[0] else { return #expect(Bool(false)) }
            if wanted == .deleted { #expect(receipt == outcome.receipt) }
            let restored = try await world.restarted().restore(
                [RestoreOrder(item: order.item, receipt: receipt)]) { false }
            #expect(restored.map(\.path) == ["/sub/a.txt"])
        } else {
            #expect(answers == [.unchanged])
        }
    }

    // MARK: - Back

    @Test("A folder that is gone is made anew, and what is in the way stays")
    func back() async throws {
        let (world, order) = try await world()
        let outcome = try await outcome(world, order)
        try world.simulated.delete("/sub")
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/sub/a.txt"])
        // It is back, and stays so when asked again.
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/sub/a.txt"])
        #expect(world.simulated.item("/sub/a.txt")?.id == order.item.id)
    }

    @Test("What people took out of quarantine themselves is back where they put it")
    func takenOut() async throws {
        let (world, order) = try await world()
        let outcome = try await outcome(world, order)
        try world.simulated.move(Self.folder + "/a.txt", to: "/mine.txt")
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/mine.txt"])
        let purged = try await world.graphDrive.purge(
            [RestoreOrder(item: order.item, receipt: outcome.receipt)]) { false }
        #expect(purged == [.failed("it was taken out of quarantine")])
        #expect(world.truePaths == ["/mine.txt", "/sub"])
    }

    @Test(
        "A move back whose answer is lost is found out",
        arguments: [
            (SimulatedFault.failedAfterEffect(SimulatedFailure(504, nil)), true),
            (.droppedAfterEffect, true), (.garbage(status: 200), true), (.dropped, false),
            (.refused(SimulatedFailure(423, nil)), false),
            (.refused(SimulatedFailure(504, nil)), false),
            (.refused(SimulatedFailure(429, nil)), false),
            (.refused(SimulatedFailure(403, nil)), false),
            (.refused(SimulatedFailure(404, nil)), false),
        ])
    func lostBack(fault: SimulatedFault, isBack: Bool) async throws {
        let (world, order) = try await world()
        let outcome = try await outcome(world, order)
        world.graph.play(FaultRule([.patch], fault, count: nil))
        let restored = try await world.restore([order], [outcome])
        if isBack {
            #expect(restored.map(\.path) == ["/sub/a.txt"])
        } else {
            // Without an answer it may be on its way still.
            let isOpen = fault == .dropped || fault == .refused(SimulatedFailure(504, nil))
            switch restored[0] {
            case .unanswered where isOpen: break
            case .failed where !isOpen: break
            default: Issue.record("\(restored)")
            }
        }
        world.graph.play(FaultScript())
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/sub/a.txt"])
        #expect(world.truePaths == ["/sub", "/sub/a.txt"])
    }

    @Test("A tag that changed meanwhile does not keep an item in quarantine")
    func touched() async throws {
        let (world, order) = try await world()
        let outcome = try await outcome(world, order)
        world.graph.play(FaultRule([.patch], .refused(SimulatedFailure(412, nil))))
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/sub/a.txt"])
    }

    @Test("An empty folder whose place is taken by a folder is served by that")
    func substitute() async throws {
        let world = try GraphWorld()
        try world.putFolder("/sub")
        let order = try await world.order("/sub", .quarantine)
        let outcome = try await outcome(world, order)
        try world.putFolder("/sub")
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/sub"])
        try world.remove("/sub")
        try world.putFile("/sub", [1])
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/sub (restored)"])
    }

    @Test("Receipts that are none, or of another drive, bring nothing back")
    func receipts() async throws {
        let (world, order) = try await world()
        let outcome = try await outcome(world, order)
        var receipt = try #require(outcome.receipt)
        let token = try #require(receipt.token.flatMap(GraphReceipt.init))
        #expect(GraphReceipt(token.text) == token && token.kind == .quarantine)
        var other = token
        other.drive = "b!other"
        receipt.token = other.text
        let restored = try await world.graphDrive.restore(
            [RestoreOrder(item: order.item, receipt: receipt)]) { false }
        #expect(restored == [.impossible("it was deleted from another drive")])
        for text in [
            "", "{}", "[]", "{\"kind\":\"quarantine\",\"drive\":\"d\",\"id\":\"i\",\"name\":\"n\"}",
            "{\"kind\":\"x\",\"drive\":\"d\",\"id\":\"i\",\"name\":\"n\"}",
            "{\"kind\":\"recycle\",\"drive\":\"d\",\"id\":\"\",\"name\":\"n\"}",
            "{\"kind\":\"recycle\",\"drive\":\"d\",\"id\":7,\"name\":\"n\"}",
        ] {
            #expect(GraphReceipt(text) == nil, "\(text)")
        }
    }

    // MARK: - For good

    private func purge(_ world: GraphWorld, _ order: RestoreOrder) async throws -> PurgeOutcome {
        try #require(try await world.restarted().purge([order]) { false }.first)
    }

    @Test("What is purged goes into the bin, bound to what it is")
    func purge() async throws {
        let (world, order) = try await world(.personal)
        let receipt = try await outcome(world, order).receipt
        let restore = RestoreOrder(item: order.item, receipt: receipt)
        let tag = world.simulated.item(Self.folder + "/a.txt")?.eTag
        #expect(try await purge(world, restore) == .purged)
        #expect(world.graph.log(.delete).first?.header("If-Match") == tag)
        #expect(world.binnedPaths == [Self.folder + "/a.txt"])
        // Gone already.
        #expect(try await purge(world, restore) == .purged)
        #expect(world.graph.log(.delete).count == 1)
    }

    @Test(
        "A purge whose answer is lost is found out, and one that is refused leaves things",
        arguments: [
            (SimulatedFault.failedAfterEffect(SimulatedFailure(504, nil)), true),
            (.droppedAfterEffect, true), (.dropped, false),
            (.refused(SimulatedFailure(404, nil)), false),
            (.refused(SimulatedFailure(412, nil)), false),
            (.refused(SimulatedFailure(423, nil)), false),
            (.refused(SimulatedFailure(503, nil)), false),
            (.refused(SimulatedFailure(429, nil)), false),
            (.refused(SimulatedFailure(400, "malformedEntityTag")), false),
        ])
    func purgeLost(fault: SimulatedFault, isGone: Bool) async throws {
        let (world, order) = try await world()
        let receipt = try await outcome(world, order).receipt
        world.graph.play(FaultRule([.delete], fault, count: nil))
        let purged = try await purge(world, RestoreOrder(item: order.item, receipt: receipt))
        #expect((purged == .purged) == isGone, "\(purged)")
        #expect((world.simulated.item(Self.folder + "/a.txt") == nil) == isGone)
        #expect(world.graph.log(.delete).count == 1)
    }

    @Test("What is not in quarantine is never purged")
    func notInQuarantine() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let item = try await world.recorded("/a")
        let token = GraphReceipt(
            kind: .quarantine, drive: try await world.graphDrive.info().comparableID,
            id: item.id ?? "", name: "a", folder: world.simulated.rootID)
        for receipt in [
            nil, DeletionReceipt(method: .quarantine, token: token.text),
            DeletionReceipt(method: .quarantine), DeletionReceipt(method: .recycle),
        ] {
            let purged = try await purge(world, RestoreOrder(item: item, receipt: receipt))
            guard case .failed = purged else { return #expect(Bool(false), "\(purged)") }
        }
        #expect(
            try await purge(
                world, RestoreOrder(item: item, receipt: DeletionReceipt(method: .permanent)))
                == .purged)
        #expect(world.truePaths == ["/a"] && world.graph.log(.delete).isEmpty)
    }

    @Test(
        "What was edited in quarantine stays, whatever the service tells of it",
        arguments: [SimulatedDriveKind.personal, .personalLegacy, .business])
    func editedInQuarantine(kind: SimulatedDriveKind) async throws {
        for hidden in [[], ["file.hashes"], ["file.hashes", "cTag"]] {
            for isEdited in [false, true] {
                let world = try GraphWorld(kind)
                try world.putFile("/a", [1])
                world.graph.play(
                    FaultRule([.get, .batch], .missingMembers(hidden), count: nil))
                let order = try await world.order("/a", .quarantine)
                let outcome = try await outcome(world, order)
                #expect(outcome.isDeleted, "\(outcome)")
                world.graph.time.advance(seconds: 60)
                // As many bytes as before.
                if isEdited { try world.simulated.edit(Self.folder + "/a", .bytes([2])) }
                let restore = RestoreOrder(item: order.item, receipt: outcome.receipt)
                let purged = try await purge(world, restore)
                if isEdited {
                    #expect(purged == .failed(DeletionText.editedInQuarantine), "\(hidden)")
                } else {
                    #expect(purged == .purged, "\(hidden)")
                }
                #expect((world.simulated.item(Self.folder + "/a") != nil) == isEdited)
            }
        }
    }

    @Test(
        "A folder that was filled in quarantine stays, and so does what was moved to another plan")
    func changedInQuarantine() async throws {
        let world = try GraphWorld()
        try world.putFolder("/sub")
        try world.putFile("/a", [1])
        let orders = [
            try await world.order("/sub", .quarantine), try await world.order("/a", .quarantine),
        ]
        let outcomes = try await world.graphDrive.delete(orders) { false }
        try world.putFile(Self.folder + "/sub/new", [1])
        try world.putFolder("/.cleanrules/quarantine/plan-2")
        try world.simulated.move(Self.folder + "/a", to: "/.cleanrules/quarantine/plan-2/a")
        let restores = zip(orders, outcomes).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        let purged = try await world.graphDrive.purge(restores) { false }
        #expect(
            purged == [
                .failed("the folder is not empty"), .failed("it was taken out of quarantine"),
            ])
        #expect(world.graph.log(.delete).isEmpty)
    }

    @Test("What nobody knows to have put there is not purged, for its days are counted otherwise")
    func unknownPlace() async throws {
        let (world, order) = try await world()
        _ = try await outcome(world, order)
        for receipt in [nil, DeletionReceipt(method: .quarantine)] {
            let purged = try await purge(world, RestoreOrder(item: order.item, receipt: receipt))
            #expect(purged == .failed("it was taken out of quarantine"))
        }
        #expect(world.graph.log(.delete).isEmpty)
        #expect(world.simulated.item(Self.folder + "/a.txt") != nil)
    }
}
