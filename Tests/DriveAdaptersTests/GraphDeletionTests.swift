// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import RuleEngine
import Testing

@testable import DriveAdapters

/// What comes of a deletion, whatever the service answers to it.
@Suite struct GraphDeletionTests {
    /// One way to say no, and what follows.
    struct Refusal: Sendable, CustomTestStringConvertible {
        var failure: SimulatedFailure
        var wanted: OutcomeKind
        var words = ""
        /// How often the deletion is sent if the service always says so.
        var count = 1

        var testDescription: String { "\(failure.status) \(failure.code ?? "-")" }

        init(
            _ name: String, _ wanted: OutcomeKind, _ words: String = "", count: Int = 1
        ) {
            failure = SimulatedFailure(named: name) ?? SimulatedFailure(599, name)
            self.wanted = wanted
            self.words = words
            self.count = count
        }

        init(_ failure: SimulatedFailure, _ wanted: OutcomeKind, _ words: String = "") {
            self.failure = failure
            self.wanted = wanted
            self.words = words
        }
    }

    static let refusals: [Refusal] = [
        Refusal("not-found", .failed, "by one way", count: 3),
        Refusal("not-found-empty", .failed, "by one way", count: 3),
        Refusal("tag-mismatch", .failed, "if_match: false"),
        Refusal("precondition-failed", .failed, "if_match: false"),
        Refusal("malformed-tag", .failed, "does not take the item's tag"),
        Refusal(SimulatedFailure(412, "malformedEntityTag"), .failed, "tag"),
        Refusal("locked", .failed, "it is locked"),
        Refusal("lock-mismatch", .failed, "it is locked"),
        Refusal(SimulatedFailure(403, "accessDenied", inner: ["lockMismatch"]), .failed, "locked"),
        Refusal("access-denied", .failed, "may not be changed"),
        Refusal("held", .failed, "may be on hold"),
        Refusal(SimulatedFailure(403, "serviceReadOnly"), .failed, "servicereadonly"),
        Refusal("hidden-throttle", .postponed, "asks to wait", count: 5),
        Refusal("name-exists", .failed, "409"), Refusal("conflict", .failed, "409"),
        Refusal("throttled", .postponed, "asks to wait", count: 5),
        Refusal("throttled-silently", .postponed, "asks to wait", count: 5),
        Refusal("unauthenticated", .postponed, "sign in again"),
        Refusal("claims-challenge", .postponed, "sign in again"),
        Refusal("payment", .failed, "402"), Refusal("bad-request", .failed, "400"),
        Refusal("method-not-allowed", .failed, "405"), Refusal("not-supported", .failed, "501"),
        Refusal(SimulatedFailure(422, "semantic"), .failed, "422"),
        Refusal(SimulatedFailure(424, "failedDependency"), .failed, "424"),
        Refusal(SimulatedFailure(413, "totalAffectedItemCountExceeded"), .failed, "413"),
        Refusal(SimulatedFailure(410, "resyncRequired"), .failed, "410"),
        Refusal("out-of-space", .failed, "507"), Refusal("server-error", .unanswered, "500"),
        Refusal("bad-gateway", .unanswered, "502"),
        Refusal("unavailable", .unanswered, "too busy", count: 5),
        Refusal("unavailable-empty", .unanswered, "too busy", count: 5),
        Refusal("gateway-timeout", .unanswered, "504"),
        Refusal("bandwidth", .unanswered, "too busy", count: 5),
        Refusal(SimulatedFailure(302, nil), .unanswered, "302"),
        Refusal(SimulatedFailure(202, nil), .unanswered, "202"),
        Refusal(SimulatedFailure(408, nil), .unanswered, "408"),
    ]

    private func outcome(
        _ world: GraphWorld, _ order: DeletionOrder
    ) async throws -> DeletionOutcome {
        try #require(try await world.graphDrive.delete([order]) { false }.first)
    }

    @Test(
        "A deletion that is refused is not forced, nor said to have had no effect where nobody knows",
        arguments: refusals)
    func refused(refusal: Refusal) async throws {
        for kind in [SimulatedDriveKind.personal, .business] {
            let world = try GraphWorld(kind)
            try world.putFile("/sub/a", [1])
            let order = try await world.order("/sub/a")
            world.forget()
            world.graph.play(
                FaultRule([.delete], .refused(refusal.failure), count: nil, place: .batch))
            let outcome = try await outcome(world, order)
            #expect(OutcomeKind(outcome) == refusal.wanted, "\(outcome)")
            #expect(outcome.words.contains(refusal.words), "\(outcome)")
            #expect(world.graph.log(.delete).count == refusal.count)
            #expect(world.truePaths == ["/sub", "/sub/a"])
        }
    }

    @Test("What is refused once goes at the next attempt", arguments: refusals)
    func refusedOnce(refusal: Refusal) async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let order = try await world.order("/sub/a")
        world.graph.play(FaultRule([.delete], .refused(refusal.failure)))
        // What is refused for its number, or not found, is tried again at once.
        if refusal.count == 1 {
            #expect(try await OutcomeKind(outcome(world, order)) == refusal.wanted)
        }
        #expect(try await outcome(world, order).isDeleted)
        #expect(world.binnedPaths == ["/sub/a"])
    }

    @Test(
        "What was done and not answered is found out, and never asked for again",
        arguments: [
            "server-error", "bad-gateway", "unavailable", "gateway-timeout", "bandwidth",
            "unavailable-empty",
        ])
    func lostAnswer(name: String) async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let order = try await world.order("/a")
        world.forget()
        let failure = try #require(SimulatedFailure(named: name))
        world.graph.play(FaultRule([.delete], .failedAfterEffect(failure), count: nil))
        let outcome = try await outcome(world, order)
        #expect(outcome.isDeleted)
        #expect(world.graph.log(.delete).count == 1)
        // As if it had been answered: the receipt brings it back.
        world.graph.play(FaultScript())
        #expect(try await world.restore([order], [outcome]).map(\.path) == ["/a"])
    }

    /// Ways to say no that are no word about the item.
    static let denials = [
        "not-found", "tag-mismatch", "precondition-failed", "unauthenticated", "claims-challenge",
        "throttled", "hidden-throttle", "throttled-silently",
    ]

    @Test(
        "What went and was answered with a no is found in the bin, and is ours",
        arguments: denials, [FaultRule.Place.batch, .direct])
    func deniedAfterEffect(name: String, place: FaultRule.Place) async throws {
        let failure = try #require(SimulatedFailure(named: name))
        // What is done as a whole, and answered with a no, is a batch.
        let kinds: Set<SimulatedRequestKind> = place == .direct ? [.batch] : [.delete]
        for kind in [SimulatedDriveKind.personal, .personalLegacy, .business] {
            let world = try GraphWorld(kind)
            try world.putFile("/a", [1])
            let order = try await world.order("/a")
            _ = try await world.graphDrive.info()
            world.forget()
            // Before it come the look at the item and the one at the folder above.
            let first = place == .direct ? 3 : 1
            world.graph.play(
                FaultRule(kinds, .failedAfterEffect(failure), first: first, place: place))
            let outcome = try await outcome(world, order)
            #expect(world.graph.faultCounts == [1] && world.truePaths.isEmpty)
            // Of an organisation's drive nobody tells whether it lies in the bin.
            let isTold = kind != .business
            let wanted: Set<OutcomeKind> = isTold ? [.deleted] : [.gone, .deleted, .unanswered]
            #expect(wanted.contains(OutcomeKind(outcome)), "\(kind): \(outcome)")
            #expect(world.graph.log(.delete).count <= 2)
            world.graph.play(FaultScript())
            if isTold {
                #expect(try await world.restore([order], [outcome]).map(\.path) == ["/a"])
            }
        }
    }

    @Test("and where nobody can be asked any more, nobody knows", arguments: denials.prefix(5))
    func deniedAndSilent(name: String) async throws {
        let failure = try #require(SimulatedFailure(named: name))
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let order = try await world.order("/a")
        _ = try await world.graphDrive.info()
        world.graph.play(
            FaultScript([
                FaultRule([.delete], .failedAfterEffect(failure), count: nil),
                FaultRule([.batch], .dropped, first: 4, count: nil),
            ]))
        let outcome = try await outcome(world, order)
        #expect(OutcomeKind(outcome) == .unanswered, "\(outcome)")
        world.graph.play(FaultScript())
        guard case .deleted(_?) = try await world.restarted().reconcile([order]).first else {
            Issue.record("it lies in the bin, and nobody finds it")
            return
        }
    }

    @Test(
        "What another edited and deleted meanwhile lies in the bin, and is not ours",
        arguments: ["not-found", "tag-mismatch", "gateway-timeout", "unauthenticated"])
    func deletedByAnother(name: String) async throws {
        let failure = try #require(SimulatedFailure(named: name))
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let order = try await world.order("/a")
        let simulated = world.simulated
        world.graph.play(
            FaultRule([.delete], .failedAfterEffect(failure), count: nil))
        let asked = Lock(false)
        // Between the look of the runner and the deletion.
        _ = try await world.graphDrive.recheck([order.item])
        let outcomes = try await world.graphDrive.delete([order]) {
            asked.withLock { $0 = true }
            try? simulated.edit("/a", .bytes([1, 2, 3]))
            try? simulated.delete("/a")
            return false
        }
        #expect(asked.withLock { $0 })
        #expect([.gone, .changed].contains(OutcomeKind(outcomes[0])), "\(outcomes)")
        guard case .gone? = try await world.restarted().reconcile([order]).first else {
            Issue.record("what another deleted is told as ours")
            return
        }
    }

    @Test(
        "What went and was answered with 'not found' is looked for in the bin",
        arguments: [SimulatedDriveKind.personal, .personalLegacy, .business])
    func missingAfterEffect(kind: SimulatedDriveKind) async throws {
        // How often the bin does not find it.
        for missCount in 0...2 {
            let world = try GraphWorld(kind)
            try world.putFile("/a", [1])
            let order = try await world.order("/a")
            world.forget()
            let failure = try #require(SimulatedFailure(named: "not-found"))
            world.graph.play(
                FaultScript([
                    FaultRule([.delete], .failedAfterEffect(failure), count: nil),
                    FaultRule([.get], .refused(failure), count: missCount, urlPart: "Deleted"),
                ]))
            let outcome = try await outcome(world, order)
            // Of an organisation's drive nobody tells whether it lies in the bin.
            let isOurs = kind != .business && missCount < 2
            #expect(OutcomeKind(outcome) == (isOurs ? .deleted : .gone), "\(outcome)")
            #expect(world.graph.log(.delete).count == 1)
            if !isOurs { continue }
            world.graph.play(FaultScript())
            #expect(try await world.restore([order], [outcome]).map(\.path) == ["/a"])
        }
    }

    @Test(
        "and while nobody can be asked, nobody knows",
        arguments: [DeletionMethod.recycle, .quarantine])
    func missingAndUnanswered(method: DeletionMethod) async throws {
        var kinds: Set<OutcomeKind> = []
        for first in 1...40 {
            let world = try GraphWorld()
            try world.putFile("/a", [1])
            let order = try await world.order("/a", method)
            _ = try await world.graphDrive.info()
            let failure = try #require(SimulatedFailure(named: "not-found"))
            world.graph.play(
                FaultScript([
                    FaultRule([.delete, .patch], .failedAfterEffect(failure), count: nil),
                    FaultRule([.get, .batch], .dropped, first: first, count: nil),
                ]))
            guard let outcome = try? await outcome(world, order) else { continue }
            kinds.insert(OutcomeKind(outcome))
            if world.truePaths == ["/a"] { continue }
            #expect(
                [.deleted, .missing, .unanswered].contains(OutcomeKind(outcome)),
                "\(first): \(outcome)")
            world.graph.play(FaultScript())
            let answer = try await world.restarted().reconcile([order])
            guard case .deleted(let receipt?)? = answer.first else {
                Issue.record("\(first): \(answer)")
                continue
            }
            #expect(receipt.method == method.rawValue)
            if outcome.isDeleted { break }
        }
        #expect(kinds.isSuperset(of: [.unanswered, .deleted]))
    }

    static let travels: [(SimulatedFault, isDone: Bool)] = [
        (.dropped, false), (.droppedAfterEffect, true), (.truncated(byteCount: 20), true),
        (.garbage(status: 200), true), (.garbage(status: 502), true), (.garbage(status: 301), true),
        (.missingResponses(count: 1), true), (.missingResponses(count: 20), true),
        (.refused(SimulatedFailure(500, nil)), false),
        (.refused(SimulatedFailure(400, nil)), false),
        (.failedAfterEffect(SimulatedFailure(504, nil)), true),
    ]

    @Test("What became of a batch whose answer is lost is asked item by item", arguments: travels)
    func lostBatch(fault: SimulatedFault, isDone: Bool) async throws {
        let world = try GraphWorld()
        for number in 0..<5 { try world.putFile("/\(number)", [UInt8(number)]) }
        var orders: [DeletionOrder] = []
        for number in 0..<5 { orders.append(try await world.order("/\(number)")) }
        _ = try await world.graphDrive.info()
        world.forget()
        // The second batch is that of the deletions; before it comes that of the folder above.
        world.graph.play(FaultRule([.batch], fault, first: 3))
        let outcomes = try await world.graphDrive.delete(orders) { false }
        // What is there still may be on its way out, as far as anybody can know.
        #expect(
            outcomes.allSatisfy { OutcomeKind($0) == (isDone ? .deleted : .unanswered) },
            "\(outcomes)")
        #expect(
            world.graph.log(.delete).count == (world.graph.faultCounts == [1] && !isDone ? 0 : 5))
        #expect(world.truePaths.count == (isDone ? 0 : 5))
    }

    @Test("A batch that is refused as a whole, or never arrived, leaves everything as it was")
    func refusedBatch() async throws {
        let fault = SimulatedFault.refused(SimulatedFailure(429, nil))
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let order = try await world.order("/a")
        world.graph.play(FaultRule([.batch], fault, first: 3, count: nil))
        await #expect(throws: DriveError.self) { try await world.delete([order]) }
        #expect(world.truePaths == ["/a"])
    }

    @Test("What happened to others does not hide behind what cannot be asked")
    func laterTrouble() async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1, 2]) }
        // The second order waits for the first, since it counts on its item.
        let orders = [try await world.order("/a"), try await world.order("/b", keeping: ["/a"])]
        world.graph.play(FaultRule([.batch], .dropped, first: 4, count: nil))
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(outcomes.map(OutcomeKind.init) == [.deleted, .postponed])
        #expect(world.truePaths == ["/b"])
    }

    @Test("Where nobody can be asked afterwards, nobody knows")
    func unanswered() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let order = try await world.order("/a")
        for fault in [SimulatedFault.dropped, .droppedAfterEffect] {
            world.graph.play(
                FaultRule([.batch], fault, first: 3), FaultRule([.batch], .dropped, count: nil))
            // The rules count apart: the third batch is the first rule's, all later the second's.
            world.graph.play(
                FaultScript([
                    FaultRule([.batch], fault, first: 3, count: 1),
                    FaultRule([.batch], .dropped, first: 4, count: nil),
                ]))
            let outcome = try await outcome(world, order)
            #expect(OutcomeKind(outcome) == .unanswered, "\(outcome)")
            world.graph.play(FaultScript())
            let answer = try await world.restarted().reconcile([order])
            if fault == .dropped {
                #expect(answer == [.unchanged])
            } else {
                guard case .deleted(_?) = answer[0] else { return #expect(Bool(false)) }
            }
        }
    }

    // MARK: - What is sent

    @Test("The tag of the plan goes along, byte for byte", arguments: SimulatedDriveKind.allCases)
    func ifMatch(kind: SimulatedDriveKind) async throws {
        let world = try GraphWorld(kind)
        try world.putFile("/a", [1])
        let order = try await world.order("/a")
        world.forget()
        #expect(try await outcome(world, order).isDeleted)
        let sent = try #require(world.graph.log(.delete).first)
        #expect(sent.header("If-Match") == order.item.eTag)
        #expect(sent.isInBatch && sent.method == .delete)
        #expect(kind == .personalLegacy || order.item.eTag?.hasPrefix("\"") == true)
    }

    @Test("A tag that came without quotes is quoted only where the service wants that")
    func quotes() async throws {
        let world = try GraphWorld(.personalLegacy)
        for path in ["/a", "/b", "/c"] { try world.putFile(path, [1]) }
        var orders: [DeletionOrder] = []
        for path in ["/a", "/b", "/c"] { orders.append(try await world.order(path)) }
        world.forget()
        let failure = try #require(SimulatedFailure(named: "malformed-tag"))
        world.graph.play(FaultRule([.delete], .refused(failure), count: 2))
        let outcomes = try await world.graphDrive.delete(Array(orders.prefix(2))) { false }
        #expect(outcomes.allSatisfy { $0.isDeleted }, "\(outcomes)")
        #expect(try await outcome(world, orders[2]).isDeleted)
        let tags = world.graph.log(.delete).map { $0.header("If-Match")?.hasPrefix("\"") }
        #expect(tags == [false, false, true, true, true])
    }

    @Test("Without the header, an item is compared just before")
    func withoutIfMatch() async throws {
        let world = try GraphWorld(sendsIfMatch: false)
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let orders = [try await world.order("/a"), try await world.order("/b")]
        world.forget()
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(outcomes.map(\.isDeleted) == [true, true])
        #expect(world.graph.log(.delete).allSatisfy { $0.header("If-Match") == nil })
        let kinds = world.graph.log.map(\.kind).filter { $0 == .get || $0 == .delete }
        #expect(kinds == [.get, .get, .delete, .get, .get, .delete])
    }

    @Test("What changes between the look and the deletion stays")
    func race() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let order = try await world.order("/a")
        let failure = SimulatedFailure(412, "resourceModified")
        // The look saw the old state; the service knows better.
        world.graph.play(FaultRule([.delete], .refused(failure)))
        let simulated = world.simulated
        let asked = Lock(0)
        let outcomes = try await world.graphDrive.delete([order]) {
            asked.withLock { $0 += 1 }
            return false
        }
        #expect(OutcomeKind(outcomes[0]) == .failed)
        try simulated.edit("/a", .bytes([2]))
        #expect(try await OutcomeKind(outcome(world, order)) == .changed)
        #expect(world.truePaths == ["/a"])
    }

    @Test("A tag that cannot be sent is not sent")
    func hostileTag() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        var order = try await world.order("/a")
        for tag in ["", "\"a\r\nX: y\"", "\"\u{e9}\"", "a b"] {
            order.item.eTag = tag
            world.forget()
            #expect(try await OutcomeKind(outcome(world, order)) == .failed)
            #expect(world.graph.log.isEmpty || !world.graph.log.contains { $0.kind == .delete })
        }
    }

    @Test("Deletions go together, at most as many as a batch takes")
    func batches() async throws {
        let world = try GraphWorld()
        var orders: [DeletionOrder] = []
        for number in 0..<20 {
            try world.putFile("/\(number)", [UInt8(number)])
            orders.append(try await world.order("/\(number)"))
        }
        world.forget()
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(outcomes.allSatisfy { $0.isDeleted } && world.graphDrive.orderCountMax == 20)
        // The items, the root, the deletions.
        #expect(world.graph.log(.batch).count == 3)
        #expect(world.graph.log(.delete).count == 20)
    }

    @Test("Permanent deletion is for accounts that know it, and compared just before")
    func permanent() async throws {
        let world = try GraphWorld(.business)
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let orders = [
            try await world.order("/a", .permanent), try await world.order("/b", .permanent),
        ]
        world.forget()
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(
            outcomes.map(\.receipt) == [DeletionReceipt(method: .permanent), outcomes[1].receipt])
        let sent = world.graph.log(.permanentDelete)
        #expect(sent.count == 2 && sent.allSatisfy { !$0.isInBatch && $0.body == [] })
        #expect(sent[0].header("If-Match") == orders[0].item.eTag)
        #expect(world.truePaths.isEmpty && world.binnedPaths.isEmpty)
        let personal = try GraphWorld()
        try personal.putFile("/a", [1])
        let order = try await personal.order("/a", .permanent)
        for _ in 0..<2 {
            let outcome = try await outcome(personal, order)
            #expect(outcome.failure == "this kind of account has no permanent deletion")
        }
        #expect(personal.graph.log(.permanentDelete).count == 1)
        #expect(personal.truePaths == ["/a"])
    }

    @Test(
        "A permanent deletion whose answer is lost is found out",
        arguments: [
            (SimulatedFault.droppedAfterEffect, OutcomeKind.deleted), (.dropped, .unanswered),
            (.failedAfterEffect(SimulatedFailure(504, nil)), .deleted),
            (.refused(SimulatedFailure(404, nil)), .failed),
            (.refused(SimulatedFailure(412, nil)), .failed),
            (.refused(SimulatedFailure(423, nil)), .failed),
            (.refused(SimulatedFailure(429, nil)), .postponed),
        ])
    func permanentLost(fault: SimulatedFault, wanted: OutcomeKind) async throws {
        let world = try GraphWorld(.business)
        for path in ["/first", "/a"] { try world.putFile(path, [1]) }
        let first = try await world.order("/first")
        let order = try await world.order("/a", .permanent)
        world.graph.play(FaultRule([.permanentDelete], fault, count: nil))
        let outcomes = try await world.graphDrive.delete([first, order]) { false }
        #expect(outcomes[0].isDeleted && OutcomeKind(outcomes[1]) == wanted, "\(outcomes)")
        #expect(world.truePaths == (wanted == .deleted ? [] : ["/a"]))
    }

    // MARK: - Folders

    @Test("A folder that the service still lists as full is asked for in detail")
    func staleFolder() async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let orders = [try await world.order("/sub/a"), try await world.order("/sub")]
        #expect(try await outcome(world, orders[0]).isDeleted)
        // Once stale, then right.
        world.graph.play(FaultRule([.children], .staleListing))
        #expect(try await outcome(world, orders[1]).isDeleted)
        #expect(world.truePaths.isEmpty)
    }

    @Test("A folder that stays full of what is gone waits, and one that is full is changed")
    func fullFolder() async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let order = try await world.order("/sub")
        #expect(try await outcome(world, order) == .changed("the folder is not empty"))
        try world.simulated.delete("/sub/a")
        world.graph.play(FaultRule([.children], .staleListing, count: nil))
        #expect(try await OutcomeKind(outcome(world, order)) == .failed)
        #expect(world.truePaths == ["/sub"])
    }

    @Test(
        "A folder of which nobody can say that it is empty stays",
        arguments: [
            SimulatedFault.refused(
                SimulatedFailure(400, "invalidRequest", "ObjectHandle is Invalid")),
            .refused(SimulatedFailure(404, nil)), .refused(SimulatedFailure(504, nil)),
            .garbage(status: 200), .linkLoop,
            .foreignLink(origin: "https://evil.example"),
        ])
    func unclearFolder(fault: SimulatedFault) async throws {
        let world = try GraphWorld()
        try world.putFolder("/sub")
        try world.putFile("/other", [1])
        if case .foreignLink = fault {
            world.simulated.settings.pageItemCount = 1
            world.simulated.settings.pageItemCountMax = 1
            for name in ["a", "b"] { try world.putFile("/sub/" + name, [1]) }
        }
        let orders = [try await world.order("/sub"), try await world.order("/other")]
        world.graph.play(FaultRule([.children], fault, count: nil))
        let outcomes = try await world.graphDrive.delete(orders) { false }
        let isBusy =
            fault == .refused(SimulatedFailure(504, nil)) || fault == .garbage(status: 200)
        #expect(OutcomeKind(outcomes[0]) == (isBusy ? .postponed : .failed), "\(outcomes)")
        #expect(outcomes[1].isDeleted && world.truePaths.contains("/sub"))
        #expect(!world.graph.log.contains { $0.isForeign })
    }

    @Test("An empty page that is not the last does not make a folder empty")
    func emptyPage() async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let order = try await world.order("/sub")
        world.graph.play(FaultRule([.children], .emptyPage))
        #expect(try await outcome(world, order) == .changed("the folder is not empty"))
    }

    @Test("A folder with a lock in it, or on hold, stays")
    func heldFolder() async throws {
        let world = try GraphWorld(.business)
        try world.putFolder("/sub")
        try world.simulated.setHeld("/sub", true)
        let order = try await world.order("/sub")
        #expect(try await outcome(world, order).failure?.contains("retention policy") == true)
    }
}
