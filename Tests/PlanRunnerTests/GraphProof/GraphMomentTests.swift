// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Another device acts between two steps of a run, at each of them in turn.
@Suite(
    "What people do at any moment of a run on a OneDrive",
    .tags(.onlyWhatWasPlanned, .protections, .anyAnswer))
struct GraphMomentTests {
    /// What people do to a file that is about to go.
    enum Deed: String, CaseIterable, CustomTestStringConvertible {
        case edit
        case rename
        case protect

        var testDescription: String { rawValue }

        /// Does it to the item with that id.
        func act(on id: String, _ drive: SimulatedDrive) throws {
            switch self {
            case .edit: try drive.edit(id, .text("written a moment ago"))
            case .rename: try drive.rename(id, to: "mine.txt")
            case .protect: try drive.move(id, to: "/safe/mine.txt")
            }
        }
    }

    /// Lets `work` be done before the `number`th step of what `world` does next: before and after
    /// each request.
    private func at(_ number: Int, of world: GraphWorld, _ work: @escaping @Sendable () -> Void) {
        let count = Lock(0)
        world.wire.watch { _, _, _ in
            let isNow = count.withLock { count in
                defer { count += 1 }
                return count == number
            }
            if isNow { work() }
            return nil
        }
    }

    /// The steps of `errand`, from a calm run.
    private func steps(
        of errand: GraphErrand, _ remains: GraphRemains, in tree: LocalTree, _ sampleCount: Int,
        _ name: String
    ) async throws -> [Int] {
        let world = try remains.world(at: tree.base + "/calm")
        world.wire.watch(nil)
        try await errand.run(world)
        return ProofScale.sample(Array(0..<2 * world.wire.count), sampleCount, name)
    }

    @Test(
        "What they take in hand before it went stays as they left it", arguments: Deed.allCases,
        [SimulatedDriveKind.personal, .business])
    func inHand(deed: Deed, kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let remains = try await GraphErrand.execution.prepare(kind, in: tree)
        let paths = ["/a.tmp", "/docs/b.tmp", "/one.q", "/x2", "/box/inner/d.tmp"]
        let name = "\(deed) \(kind)"
        let all = try await steps(of: .execution, remains, in: tree, 6, name)
        for (index, step) in all.enumerated() {
            let path = paths[index % paths.count]
            let what: Comment = "\(name) of \(path) at step \(step); \(ProofScale.note)"
            let world = try remains.world(at: tree.base + "/run")
            let account = world.account
            let id = try #require(account.item(path)?.id)
            let isDone = Lock(false)
            at(step, of: world) {
                // What went before cannot be taken in hand any more.
                guard account.item(id)?.path == path else { return }
                let isActed = (try? deed.act(on: id, account)) != nil
                isDone.withLock { $0 = isActed }
            }
            try await world.execute()
            world.wire.watch(nil)
            try await world.finish()
            let state = try await world.world.state(path)
            if isDone.withLock({ $0 }) {
                let left = account.item(id)
                #expect(left != nil && left?.path.hasPrefix("/.cleanrules/") == false, what)
                if deed == .edit {
                    #expect(left.map { account.content($0.id) } == .text("written a moment ago"))
                }
                #expect(state == .changed || state == .cancelled, what)
            } else {
                #expect(state == .deleted, what)
            }
            try await world.checkTruth(what, GraphWorld.Expectations(others: GraphTrial.others))
        }
    }

    @Test(
        "What they take out of quarantine is theirs", arguments: [false, true],
        [SimulatedDriveKind.personal, .business])
    func takenOut(isBack: Bool, kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let remains = try await GraphErrand.purging.prepare(kind, in: tree)
        let name = "\(isBack) \(kind)"
        for step in try await steps(of: .purging, remains, in: tree, 8, name) {
            let what: Comment = "\(name) at step \(step); \(ProofScale.note)"
            let world = try remains.world(at: tree.base + "/run")
            let account = world.account
            let id = try await world.world.item("/one.q").order.item.id
            let target = isBack ? "/one.q" : "/docs/mine.q"
            let isDone = Lock(false)
            at(step, of: world) {
                let isActed = (try? account.move(id, to: target)) != nil
                isDone.withLock { $0 = isActed }
            }
            try await world.execute()
            world.wire.watch(nil)
            try await world.finish()
            let isPurged = try await world.world.item("/one.q").isPurged
            if isDone.withLock({ $0 }) {
                #expect(account.item(id)?.path == target, what)
                #expect(!isPurged, what)
            } else {
                #expect(isPurged && account.item(id) == nil, what)
            }
        }
    }

    @Test(
        "Where they put something meanwhile, what comes back lies beside it",
        arguments: [SimulatedDriveKind.personal, .business])
    func placeTaken(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let remains = try await GraphErrand.restoring.prepare(kind, in: tree)
        let path = kind == .personal ? "/a.tmp" : "/one.q"
        for step in try await steps(of: .restoring, remains, in: tree, 12, "\(kind)") {
            let what: Comment = "\(kind) at step \(step); \(ProofScale.note)"
            let world = try remains.world(at: tree.base + "/run")
            let account = world.account
            let id = try await world.world.item(path).order.item.id
            let theirs = Lock<String?>(nil)
            at(step, of: world) {
                let made = try? account.addFile(path, .text("theirs"))
                theirs.withLock { $0 = made }
            }
            try await world.restoreAll()
            world.wire.watch(nil)
            try await world.restoreAll()
            let item = try await world.world.item(path)
            let place = try #require(account.item(id)?.path, what)
            #expect(item.state == .restored && (item.restoredPath ?? path) == place, what)
            #expect(!place.hasPrefix("/.cleanrules/"), what)
            if let made = theirs.withLock({ $0 }) {
                #expect(account.item(made)?.path == path && place != path, what)
                #expect(account.content(made) == .text("theirs"), what)
            } else {
                #expect(place == path, what)
            }
            try await world.checkTruth(what, GraphWorld.Expectations(others: GraphTrial.others))
        }
    }

    @Test(
        "What they do with an item whose way back nobody lived to hear of is respected",
        arguments: ["/docs/elsewhere.tmp", "", "bin"], ["/a.tmp", "/one.q"])
    func unheard(target: String, path: String) async throws {
        let tree = try LocalTree()
        let what: Comment = "\(path) to '\(target)'"
        let world = try await GraphErrand.restoring.prepare(.personal, in: tree)
            .world(at: tree.base + "/run")
        let id = try await world.world.item(path).order.item.id
        let left = Lock<GraphRemains?>(nil)
        world.wire.watch { place, _, request in
            if place == .after, request.asks(.patch, id) || request.asks(.post, id) {
                left.withLock { $0 = $0 ?? GraphRemains(of: world, to: tree.base + "/left") }
            }
            return nil
        }
        try await world.restoreAll()
        world.wire.watch(nil)
        let remains = try #require(left.withLock { $0 }, what)
        let next = try remains.world(at: tree.base + "/next")
        #expect(try await next.world.state(path) == .deleted, what)
        switch target {
        case "bin": try next.account.delete(id)
        case "": try next.account.edit(id, .text("changed since"))
        default: try next.account.move(id, to: target)
        }
        next.graph.clearLog()
        try await next.restoreAll()
        let item = try await next.world.item(path)
        let place = next.account.item(id)?.path
        // Only what is in the bin comes back from there.
        let isLost = target == "bin" && path == "/one.q"
        #expect(item.state == (isLost ? .deleted : .restored), what)
        #expect(place == (isLost ? nil : target.hasPrefix("/") ? target : path), what)
        if !isLost { #expect((item.restoredPath ?? path) == place, what) }
        if target != "bin" {
            #expect(!next.graph.log(.restore).contains { $0.url.contains(id.suffix(8)) }, what)
        }
        try await next.checkTruth(what, GraphWorld.Expectations(others: GraphTrial.others))
    }

    @Test(
        "What comes into quarantine anew waits its days anew",
        arguments: [SimulatedDriveKind.personal, .personalLegacy, .business])
    func anew(kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let world = try GraphWorld(
            RuleFile([.delete("aside", .name("*.q"), method: .quarantine)]),
            over: GraphWorld.graph(kind), statePath: tree.base + "/state")
        let account = world.account
        let id = try account.addFile("/one.q", .text("q"))
        world.pass(day)
        try await world.stageAll()
        world.pass(day + hour)
        // The move never reaches the service, the process dies, and somebody deletes the file.
        let left = Lock<GraphRemains?>(nil)
        world.wire.watch { place, _, request in
            if place == .before, request.asks(.patch, id) {
                left.withLock { $0 = GraphRemains(of: world, to: tree.base + "/left") }
            }
            return nil
        }
        try await world.execute()
        let remains = try #require(left.withLock { $0 })
        let next = try remains.world(at: tree.base + "/next")
        try next.account.delete(id)
        try await next.execute()
        #expect(try await next.world.state("/one.q") == .deleted)
        // It comes back, and goes into quarantine a month later.
        try next.account.restore(id: id)
        next.pass(29 * day)
        try await next.stageAll()
        next.pass(day + hour)
        try await next.execute()
        #expect(next.quarantined.values.contains(id))
        next.pass(2 * day)
        try await next.execute()
        #expect(next.quarantined.values.contains(id))
        next.pass(29 * day)
        try await next.execute()
        #expect(next.account.item(id) == nil)
        #expect(try await next.world.item("/one.q").isPurged)
    }
}
