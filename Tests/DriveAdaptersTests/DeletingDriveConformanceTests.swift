// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import RuleEngine
import Synchronization
import Testing
import TestSupport

/// What every drive promises of deletions, tried on each of them alike.
@Suite struct DeletingDriveConformanceTests {
    private static let methods = DeletionMethod.allCases
    private static let gentle: [DeletionMethod] = [.recycle, .quarantine]
    private static let hostileNames = [
        "line\nbreak", "\u{202e}gnp.exe", "caf\u{e9}", "cafe\u{301}", " ", "-rf", "100%25", "*",
        "a\\xFF", "tab\tand \"quotes\"", String(repeating: "n", count: 255), "a.trashinfo",
        String(repeating: "\u{1f4c1}", count: 62) + ".jpeg", ".hidden", "...", "a?b#c", "~",
    ]
    /// Such as the service takes; it does not tell cases and forms of letters apart.
    private static let hostileNamesOnline = [
        "\u{202e}gnp.exe", "caf\u{e9}", "na\u{ef}ve", "-rf", "100%25", "100%", "#1 + 1 = 2", "it's",
        "a&b;c,d@e$f!g(h)", String(repeating: "n", count: 255), "a.trashinfo", "%2e%2e", "[x]",
        String(repeating: "\u{1f4c1}", count: 62) + ".jpeg", ".hidden", "~", "null", "a=b'c''",
    ]

    @Test(
        "What is ordered goes, and nothing else", arguments: DeletingDriveUnderTest.allCases,
        methods)
    func delete(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.deletes(by: method) { return }
        let world = try kind.makeWorld()
        for path in ["/a", "/sub/b", "/sub/c", "/stays"] { try world.putFile(path, [1, 2, 3]) }
        let outcomes = try await world.delete(["/a", "/sub/b"], method)
        #expect(outcomes.map(\.isDeleted) == [true, true])
        #expect(outcomes.allSatisfy { $0.receipt?.method == method.rawValue })
        #expect(outcomes.allSatisfy { ($0.receipt?.place == nil) == (method == .permanent) })
        #expect(try await world.paths == ["/stays", "/sub", "/sub/c"])
    }

    @Test(
        "What was deleted comes back as it was", arguments: DeletingDriveUnderTest.allCases,
        gentle)
    func restore(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.restores(method) { return }
        let world = try kind.makeWorld()
        try world.putFile("/deep/down/a.jpg", [1, 2, 3])
        let orders = try await world.orders(["/deep/down/a.jpg"], method)
        let outcomes = try await world.delete(orders)
        #expect(try await world.paths == ["/deep", "/deep/down"])
        let restored = try await world.restore(orders, outcomes)
        // A move counts as a change, of all but the content.
        let item = try await world.item("/deep/down/a.jpg")
        #expect(restored == [.restored(path: "/deep/down/a.jpg", tag: item.eTag)])
        #expect(item.size == orders[0].item.size)
        if !kind.isGraph { #expect(item.modified == orders[0].item.modified) }
        let digest = try await world.deleting.verifiedSHA256(of: [item])
        #expect(
            digest == ["039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"])
        // Asked again, it says the same and changes nothing.
        #expect(try await world.restore(orders, outcomes) == restored)
        #expect(try await world.paths == ["/deep", "/deep/down", "/deep/down/a.jpg"])
    }

    @Test(
        "What is gone for good cannot be brought back", arguments: DeletingDriveUnderTest.allCases)
    func permanent(kind: DeletingDriveUnderTest) async throws {
        if !kind.deletes(by: .permanent) { return }
        let world = try kind.makeWorld()
        try world.putFile("/a", [1])
        let orders = try await world.orders(["/a"], .permanent)
        let restored = try await world.restore(orders, world.delete(orders))
        guard case .impossible = restored[0] else { return #expect(Bool(false), "\(restored)") }
        #expect(!world.deleting.reversal(of: .permanent).isPossible)
    }

    @Test(
        "An item whose place was taken comes back beside it",
        arguments: DeletingDriveUnderTest.allCases, gentle)
    func placeTaken(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.restores(method) { return }
        let world = try kind.makeWorld()
        var orders: [DeletionOrder] = []
        var outcomes: [DeletionOutcome] = []
        for number in 1...3 {
            try world.putFile("/sub/a.tar.gz", [UInt8(number)])
            orders += try await world.orders(["/sub/a.tar.gz"], method)
            outcomes += try await world.delete([orders[number - 1]])
        }
        try world.putFile("/sub/a.tar.gz", [9])
        let restored = try await world.restore(orders, outcomes)
        let paths = [
            "/sub/a.tar (restored).gz", "/sub/a.tar (restored 2).gz", "/sub/a.tar (restored 3).gz",
        ]
        #expect(restored.map(\.path) == paths)
        var items = try await world.items(paths + ["/sub/a.tar.gz"])
        for (item, outcome) in zip(items, restored) {
            #expect(outcome == .restored(path: item.path, tag: item.eTag))
        }
        let digests = try await world.deleting.verifiedSHA256(of: items)
        #expect(Set(digests).count == 4)
        items[0].size = 7
        #expect(try await world.deleting.verifiedSHA256(of: items)[0] == nil)
    }

    @Test(
        "What is not what the plan saw stays", arguments: DeletingDriveUnderTest.allCases, methods)
    func changed(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.deletes(by: method) { return }
        let world = try kind.makeWorld()
        let paths = ["/same-size", "/longer", "/typed", "/recreated"]
        for path in paths { try world.putFile(path, [1, 2]) }
        try world.putFile("/gone", [1])
        try world.putFolder("/folder")
        let orders = try await world.orders(paths + ["/folder", "/gone"], method)
        try await waitForTick()
        try world.putFile("/same-size", [1, 3])
        try world.putFile("/longer", [1, 2, 3])
        try world.remove("/typed")
        try world.putFolder("/typed")
        try world.remove("/recreated")
        try world.putFile("/recreated", [1, 2])
        try world.remove("/folder")
        try world.putFile("/folder", [])
        try world.remove("/gone")
        let outcomes = try await world.delete(orders)
        for (order, outcome) in zip(orders.dropLast(), outcomes) {
            // What was made anew has another id, and the old one is gone.
            let isAnew = !["/same-size", "/longer"].contains(order.item.path)
            #expect(
                kind.isGraph && isAnew ? outcome.isGone : outcome.change != nil,
                "\(order.item.path): \(outcome)")
        }
        #expect(outcomes.last?.isGone == true)
        #expect(try await world.paths == (paths + ["/folder"]).sorted())
    }

    @Test("Without a tag, size and date must be known", arguments: DeletingDriveUnderTest.allCases)
    func noTag(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        for path in ["/a", "/b", "/c", "/d"] { try world.putFile(path, [1, 2]) }
        if let memory = world as? MemoryWorld {
            for path in ["/a", "/b", "/c", "/d"] {
                var item = MemoryDrive.Item(path: path, content: [1, 2])
                item.values.modified = Timestamp(secondsSinceEpoch: 1_000)
                memory.memory.put(item)
            }
        }
        var orders = try await world.orders(["/a", "/b", "/c", "/d"])
        for index in orders.indices { orders[index].item.eTag = nil }
        orders[1].item.size = nil
        orders[2].item.modified = nil
        orders[3].item.modified = Timestamp(secondsSinceEpoch: 7)
        let outcomes = try await world.delete(orders)
        // Over a network nothing but the tag can bind a deletion to what was seen.
        #expect(outcomes.map(\.isDeleted) == [!kind.isGraph, false, false, false])
        #expect(outcomes.dropFirst().allSatisfy { $0.change != nil })
    }

    @Test("Orders for another drive are refused", arguments: DeletingDriveUnderTest.allCases)
    func otherDrive(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        try world.putFile("/a", [1])
        var orders = try await world.orders(["/a"])
        orders[0].item.drive = "e"
        #expect(try await world.delete(orders)[0].failure != nil)
        #expect(try await world.paths == ["/a"])
    }

    @Test(
        "Plans whose name is no name of a folder are refused",
        arguments: DeletingDriveUnderTest.allCases)
    func planNames(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        try world.putFile("/a", [1])
        var order = try await world.orders(["/a"], .quarantine)[0]
        let long = String(repeating: "a", count: 101)
        for plan in ["", ".", "..", "../x", "a/b", "a\u{0}", ".hidden", "a b", "\u{e9}", long] {
            order.plan = plan
            #expect(try await world.delete([order])[0].failure != nil, "\(plan)")
        }
        #expect(try await world.paths == ["/a"])
    }

    @Test("Only empty folders go", arguments: DeletingDriveUnderTest.allCases, methods)
    func folders(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.deletes(by: method) { return }
        let world = try kind.makeWorld()
        try world.putFile("/full/a", [1])
        try world.putFile("/goes/sub/b", [1])
        try world.putFolder("/empty")
        let orders = try await world.orders(
            ["/full", "/empty", "/goes/sub/b", "/goes/sub", "/goes"], method)
        let outcomes = try await world.delete(orders)
        #expect(outcomes[0] == .changed("the folder is not empty"))
        #expect(outcomes.dropFirst().allSatisfy { $0.isDeleted })
        #expect(try await world.paths == ["/full", "/full/a"])
        if !kind.restores(method) { return }
        // In whatever order they come back, all is as it was.
        let restored = try await world.restore(
            orders.dropFirst().reversed(), outcomes.dropFirst().reversed())
        #expect(restored.map(\.path) == ["/goes", "/goes/sub", "/goes/sub/b", "/empty"])
        #expect(
            try await world.paths == [
                "/empty", "/full", "/full/a", "/goes", "/goes/sub", "/goes/sub/b",
            ])
    }

    @Test("Hostile names go and come back", arguments: DeletingDriveUnderTest.allCases, gentle)
    func hostileNames(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.restores(method) { return }
        let world = try kind.makeWorld()
        let names = kind.isGraph ? Self.hostileNamesOnline : Self.hostileNames
        let paths = names.map { "/in here/" + $0 }
        for (number, path) in paths.enumerated() { try world.putFile(path, [UInt8(number)]) }
        let orders = try await world.orders(paths, method)
        let outcomes = try await world.delete(orders)
        #expect(outcomes.allSatisfy { $0.isDeleted }, "\(outcomes)")
        #expect(try await world.paths == ["/in here"])
        let restored = try await world.restore(orders, outcomes)
        for (order, outcome) in zip(orders, restored) {
            #expect(outcome.path?.utf8.elementsEqual(order.item.path.utf8) == true, "\(outcome)")
        }
        let digests = try await world.deleting.verifiedSHA256(of: world.items(paths))
        #expect(Set(digests).count == paths.count && !digests.contains(nil))
    }

    @Test("A caller who stops has the rest left alone", arguments: DeletingDriveUnderTest.allCases)
    func stopping(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        let paths = (0..<6).map { "/\($0)" }
        for path in paths { try world.putFile(path, [1]) }
        let orders = try await world.orders(paths, .quarantine)
        func limited(_ count: Int) -> @Sendable () -> Bool {
            let asked = Lock(0)
            return {
                asked.withLock { asked in
                    asked += 1
                    return asked > count
                }
            }
        }
        // A local drive asks before it makes an item ready, and again before it moves it.
        let asked = kind == .memory || kind.isGraph ? 4 : orders.count + 4
        let outcomes = try await world.deleting.delete(orders, shouldStop: limited(asked))
        #expect(outcomes.map(\.isDeleted) == [true, true, true, true, false, false])
        #expect(outcomes.suffix(2) == [.notAttempted, .notAttempted])
        #expect(try await world.paths == ["/4", "/5"])
        let restores = zip(orders, outcomes).prefix(4).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        let restored = try await world.deleting.restore(restores, shouldStop: limited(1))
        #expect(restored.map { $0 == .notAttempted } == [false, true, true, true])
        let rest = Array(restores.dropFirst())
        let purged = try await world.deleting.purge(rest, shouldStop: limited(2))
        #expect(purged == [.purged, .purged, .notAttempted])
        #expect(try await world.paths == ["/0", "/4", "/5"])
    }

    @Test("No orders are no work", arguments: DeletingDriveUnderTest.allCases)
    func nothing(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        let drive = world.deleting
        #expect(try await drive.delete([], shouldStop: { false }).isEmpty)
        #expect(try await drive.reconcile([]).isEmpty)
        #expect(try await drive.restore([], shouldStop: { false }).isEmpty)
        #expect(try await drive.purge([], shouldStop: { false }).isEmpty)
        #expect(try await drive.verifiedSHA256(of: []).isEmpty)
        #expect(drive.orderCountMax >= 1)
        #expect(drive.capabilities.canRestore)
    }

    // MARK: - Copies

    private func order(
        _ path: String, keeping members: [String], needed: Int = 1, comparesBytes: Bool = true,
        in world: any DeletingWorld
    ) async throws -> DeletionOrder {
        let demand = CompanionDemand(
            needed: needed, comparesBytes: comparesBytes, members: try await world.items(members))
        return DeletionOrder(
            item: try await world.item(path), method: .recycle, plan: "plan-1",
            companions: [demand])
    }

    @Test(
        "A copy goes only while the others stay", arguments: DeletingDriveUnderTest.allCases,
        [false, true])
    func companions(kind: DeletingDriveUnderTest, comparesBytes: Bool) async throws {
        let world = try kind.makeWorld()
        let content = DriveConformanceTests.bytes(600_000)
        for path in ["/a", "/b", "/c"] { try world.putFile("/sub" + path, content) }
        func order(_ path: String, _ others: [String]) async throws -> DeletionOrder {
            try await self.order(
                "/sub" + path, keeping: others.map { "/sub" + $0 }, needed: 2,
                comparesBytes: comparesBytes, in: world)
        }
        let orders = [
            try await order("/a", ["/b", "/c"]), try await order("/b", ["/a", "/c"]),
            try await order("/c", ["/a", "/b"]),
        ]
        let outcomes = try await world.delete(orders)
        #expect(outcomes.map(\.isDeleted) == [true, false, false])
        #expect(outcomes[1].change == "the copy '/sub/a' is gone")
        #expect(try await world.paths == ["/sub", "/sub/b", "/sub/c"])
    }

    @Test(
        "Two copies that count on each other do not both go",
        arguments: DeletingDriveUnderTest.allCases, [DeletionMethod.recycle, .permanent])
    func mutual(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.deletes(by: method) { return }
        let world = try kind.makeWorld()
        try world.putFile("/a", [1, 2, 3])
        try world.putFile("/b", [1, 2, 3])
        var orders = [
            try await order("/a", keeping: ["/b"], in: world),
            try await order("/b", keeping: ["/a"], in: world),
        ]
        for index in orders.indices { orders[index].method = method }
        let outcomes = try await world.delete(orders)
        #expect(outcomes.map(\.isDeleted) == [true, false])
        #expect(outcomes[1].change == "the copy '/a' is gone")
        #expect(try await world.paths == ["/b"])
    }

    @Test("A copy that is none any more saves the item", arguments: DeletingDriveUnderTest.allCases)
    func brokenCopies(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        let content = DriveConformanceTests.bytes(300_000)
        var differs = content
        differs[299_999] ^= 1
        for path in ["/a", "/gone", "/touched", "/replaced"] { try world.putFile(path, content) }
        try world.putFile("/differs", differs)
        try world.putFile("/longer", content + [0])
        let names = ["/gone", "/touched", "/replaced", "/differs", "/longer", "/a"]
        var orders: [DeletionOrder] = []
        for name in names {
            orders.append(try await order("/a", keeping: [name], in: world))
        }
        // Needed twice, but there only once.
        orders.append(
            try await order("/a", keeping: ["/touched", "/touched"], needed: 2, in: world))
        orders.append(try await order("/a", keeping: [], in: world))
        try await waitForTick()
        try world.remove("/gone")
        try world.putFile("/touched", content)
        try world.remove("/replaced")
        try world.putFile("/replaced", content)
        let outcomes = try await world.delete(orders)
        #expect(
            outcomes.map(\.change) == [
                "the copy '/gone' is gone", "the copy '/touched' has changed",
                kind.isGraph
                    ? "the copy '/replaced' is gone" : "the copy '/replaced' has changed",
                "the copy '/differs' differs from it",
                "the copy '/longer' differs from it",
                "the copy '/a' is no copy of its own, but the same data",
                "the copy '/touched' has changed", "fewer copies are known than have to stay",
            ])
        #expect(try await world.paths.contains("/a"))
    }

    @Test(
        "The same copy named twice is one copy", arguments: DeletingDriveUnderTest.allCases)
    func repeatedCopy(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        for path in ["/a", "/b", "/c"] { try world.putFile(path, [1]) }
        let twice = try await order("/a", keeping: ["/b", "/b"], needed: 2, in: world)
        #expect(try await world.delete([twice])[0].change != nil)
        let both = try await order("/a", keeping: ["/b", "/b", "/c"], needed: 2, in: world)
        #expect(try await world.delete([both])[0].isDeleted)
    }

    @Test("Copies on another drive do not count", arguments: DeletingDriveUnderTest.allCases)
    func foreignCopy(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        var one = try await order("/a", keeping: ["/b"], in: world)
        one.companions[0].members[0].drive = "e"
        #expect(try await world.delete([one])[0].change != nil)
    }

    @Test("Every demand has to be met", arguments: DeletingDriveUnderTest.allCases)
    func severalDemands(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        for path in ["/a", "/b", "/c"] { try world.putFile(path, [1]) }
        var both = try await order("/a", keeping: ["/b"], in: world)
        both.companions += try await order("/a", keeping: ["/c"], in: world).companions
        try world.remove("/c")
        #expect(try await world.delete([both])[0].change == "the copy '/c' is gone")
        both.companions.removeLast()
        both.companions += [CompanionDemand(needed: 0, comparesBytes: true, members: [])]
        #expect(try await world.delete([both])[0].isDeleted)
    }

    // MARK: - After an interruption

    @Test(
        "Orders that were never carried out are reported so",
        arguments: DeletingDriveUnderTest.allCases, methods)
    func reconcileUntouched(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.deletes(by: method) { return }
        let world = try kind.makeWorld()
        for path in ["/a", "/changed"] { try world.putFile(path, [1]) }
        try world.putFolder("/folder")
        let orders = try await world.orders(["/a", "/changed", "/folder"], method)
        try await waitForTick()
        try world.putFile("/changed", [1, 2])
        let answers = try await world.deleting.reconcile(orders)
        #expect(answers[0] == .unchanged)
        guard case .changed = answers[1] else { return #expect(Bool(false), "\(answers)") }
        #expect(answers[2] == .unchanged)
        #expect(try await world.paths == ["/a", "/changed", "/folder"])
    }

    @Test(
        "Orders that were carried out are found again", arguments: DeletingDriveUnderTest.allCases,
        methods)
    func reconcileDeleted(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        if !kind.deletes(by: method) { return }
        let world = try kind.makeWorld()
        for path in ["/a", "/sub/a", "/sub/b"] { try world.putFile(path, Array(path.utf8)) }
        try world.putFolder("/folder")
        let orders = try await world.orders(["/a", "/sub/a", "/folder", "/sub/b"], method)
        let outcomes = try await world.delete(orders)
        // Something new in an old place does not hide what was done.
        if method != .permanent { try world.putFile("/a", [1]) }
        let answers = try await world.deleting.reconcile(orders)
        #expect(answers == outcomes.map { .deleted($0.receipt) })
        if !kind.restores(method) { return }
        let restored = try await world.deleting.restore(
            orders.map { RestoreOrder(item: $0.item, receipt: nil) }, shouldStop: { false })
        #expect(
            restored.map(\.path) == ["/a (restored)", "/sub/a", "/folder", "/sub/b"])
    }

    @Test(
        "What somebody else removed leaves no receipt", arguments: DeletingDriveUnderTest.allCases)
    func reconcileGone(kind: DeletingDriveUnderTest) async throws {
        // Of an organisation's drive nobody can tell whether something lies in the bin.
        if kind == .graphBusiness { return }
        let world = try kind.makeWorld()
        try world.putFile("/sub/a", [1])
        let orders = try await world.orders(["/sub/a"])
        // What was to go to a OneDrive's bin and is not there went: the intent is ours. Where the
        // bin is all that tells, it was somebody else.
        func isWithoutReceipt(_ answer: Reconciliation) -> Bool {
            kind.isGraph ? answer == .deleted(nil) : answer.isGone
        }
        try world.remove("/sub/a")
        #expect(try await world.deleting.reconcile(orders).allSatisfy(isWithoutReceipt))
        try world.remove("/sub")
        #expect(try await world.deleting.reconcile(orders).allSatisfy(isWithoutReceipt))
    }

    // MARK: - Quarantine

    @Test("What is purged is gone for good", arguments: DeletingDriveUnderTest.allCases)
    func purge(kind: DeletingDriveUnderTest) async throws {
        if !kind.restores(.recycle) { return }
        let world = try kind.makeWorld()
        for path in ["/sub/a", "/sub/b", "/recycled"] { try world.putFile(path, [1]) }
        try world.putFolder("/folder")
        let orders = try await world.orders(["/sub/a", "/sub/b", "/folder"], .quarantine)
        let outcomes = try await world.delete(orders)
        let recycled = try await world.orders(["/recycled"])
        let bin = try await world.delete(recycled)
        let all = zip(orders + recycled, outcomes + bin).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        let drive = world.deleting
        let purged = try await drive.purge([all[0], all[2], all[3]]) { false }
        #expect(Array(purged.prefix(2)) == [.purged, .purged])
        guard case .failed = purged[2] else { return #expect(Bool(false), "\(purged)") }
        // Again: nothing is left to do.
        #expect(try await drive.purge([all[0]]) { false } == [.purged])
        let restored = try await drive.restore(all) { false }
        guard case .impossible = restored[0] else { return #expect(Bool(false), "\(restored)") }
        #expect(restored.dropFirst().map(\.path) == ["/sub/b", nil, "/recycled"])
        #expect(try await world.paths == ["/recycled", "/sub", "/sub/b"])
    }

    // MARK: - Digests

    @Test(
        "Digests are of items that are what they were", arguments: DeletingDriveUnderTest.allCases)
    func digests(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeWorld()
        try world.putFile("/abc", Array("abc".utf8))
        try world.putFile("/empty", [])
        try world.putFile("/million", [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        try world.putFile("/changed", [1])
        try world.putFolder("/folder")
        let items = try await world.items(["/abc", "/empty", "/million", "/changed", "/folder"])
        try await waitForTick()
        try world.putFile("/changed", [2])
        // FIPS 180-2, appendix B, and the digest of nothing.
        #expect(
            try await world.deleting.verifiedSHA256(of: items) == [
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", nil, nil,
            ])
    }

    // MARK: - At random

    @Test(
        "Whatever is done in whatever order, no content is lost",
        arguments: DeletingDriveUnderTest.allCases, 1...6)
    func property(kind: DeletingDriveUnderTest, seed: UInt64) async throws {
        if kind.isGraph && seed > 2 { return }
        let methods = Self.gentle.filter(kind.restores)
        var generator = SplitMix64(seed: seed)
        let world = try kind.makeWorld()
        let paths = (0..<12).map { "/\($0 % 3)/\($0 % 4).txt" }
        var contents: [String: [UInt8]] = [:]
        for (number, path) in paths.enumerated() {
            contents[path] = Array("content \(number)".utf8)
            try world.putFile(path, contents[path] ?? [])
        }
        var deleted: [(order: DeletionOrder, outcome: DeletionOutcome, content: [UInt8])] = []
        for _ in 0..<12 {
            let listed = try await world.paths.filter { contents[$0] != nil }
            if Bool.random(using: &generator), !listed.isEmpty {
                let chosen = listed.shuffled(using: &generator).prefix(4)
                let method = methods.randomElement(using: &generator) ?? .quarantine
                let orders = try await world.orders(Array(chosen), method)
                for (order, outcome) in zip(orders, try await world.delete(orders)) {
                    #expect(outcome.isDeleted)
                    deleted.append((order, outcome, contents[order.item.path] ?? []))
                    contents[order.item.path] = nil
                }
            } else {
                let chosen = deleted.shuffled(using: &generator).prefix(3)
                let restored = try await world.restore(
                    chosen.map(\.order), chosen.map(\.outcome))
                for (entry, outcome) in zip(chosen, restored) {
                    let path = try #require(outcome.path, "\(outcome)")
                    contents[path] = entry.content
                    deleted.removeAll { $0.order == entry.order }
                }
            }
            let items = try await world.items(contents.keys.sorted())
            let digests = try await world.deleting.verifiedSHA256(of: items)
            for (item, digest) in zip(items, digests) {
                let wanted = SHA256Stream()
                wanted.update(contents[item.path] ?? [])
                #expect(digest == wanted.finish())
            }
        }
    }
}
