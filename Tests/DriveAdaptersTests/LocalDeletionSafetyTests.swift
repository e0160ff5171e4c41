// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import POSIX
import RuleEngine
import Testing

@testable import DriveAdapters

/// What changes on the disk while items are deleted, and what is never touched for that.
@Suite struct LocalDeletionSafetyTests {
    private static let methods = DeletionMethod.allCases

    /// A world whose drive runs `body` with its root just before the first change of that kind to
    /// something of that name.
    private func world(
        _ kind: DeletingDriveUnderTest, before change: DiskCalls.Change, _ name: String,
        _ body: @escaping @Sendable (_ root: String) -> Void
    ) throws -> LocalDeletionWorld {
        let root = Lock("")
        let isDone = Lock(false)
        let world = try LocalDeletionWorld(avoidsOpenat2: kind == .localStepwise) { local in
            local.calls.avoidsNoReplace = kind == .localReplacing || kind == .localWithoutLinks
            local.calls.avoidsLinks = kind == .localWithoutLinks
            local.calls.fault = { asked, changed in
                guard asked == change, changed == name, !isDone.withLock({ $0 }) else { return nil }
                isDone.withLock { $0 = true }
                body(root.withLock { $0 })
                return nil
            }
        }
        root.withLock { $0 = world.root }
        return world
    }

    // MARK: - Between plan and execution

    @Test(
        "Nothing is reached through a link that took a folder's place",
        arguments: DeletingDriveUnderTest.locals, methods)
    func linkedParent(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try kind.makeLocalWorld()
        try world.putFile("/one/two/a", [1])
        let orders = try await world.orders(["/one/two/a"], method)
        // The very same folder, only under another name and linked to.
        rename(world.root + "/one", world.root + "/other")
        try world.files.link("/one", to: "other")
        let outcomes = try await world.delete(orders)
        #expect(outcomes == [.changed("a folder on the way to it is a symbolic link")])
        #expect(try await world.paths == ["/one", "/other", "/other/two", "/other/two/a"])
        guard case .changed = try await world.local.reconcile(orders)[0] else {
            return #expect(Bool(false), "not changed")
        }
        #expect(try await world.local.verifiedSHA256(of: orders.map(\.item)) == [nil])
    }

    @Test(
        "A link in an item's place is not the item, whatever it leads to",
        arguments: DeletingDriveUnderTest.locals, methods)
    func linkedItem(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try kind.makeLocalWorld()
        try world.putFile("/a", [1])
        try world.putFolder("/folder")
        let orders = try await world.orders(["/a", "/folder"], method)
        for name in ["/a", "/folder"] {
            rename(world.root + name, world.root + name + ".moved")
            try world.files.link(name, to: String(name.dropFirst()) + ".moved")
        }
        #expect(try await world.delete(orders).allSatisfy { $0.change != nil })
        #expect(try await world.paths == ["/a", "/a.moved", "/folder", "/folder.moved"])
    }

    @Test(
        "An item whose folder was renamed is gone, not searched for",
        arguments: DeletingDriveUnderTest.locals)
    func renamedParent(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeLocalWorld()
        try world.putFile("/sub/a", [1])
        let orders = try await world.orders(["/sub/a"])
        rename(world.root + "/sub", world.root + "/keep")
        #expect(try await world.delete(orders).allSatisfy(\.isGone))
        // A file where the folder was.
        try world.putFile("/sub", [1])
        #expect(try await world.delete(orders).allSatisfy(\.isGone))
        #expect(try await world.paths == ["/keep", "/keep/a", "/sub"])
    }

    @Test(
        "The same bytes in a new file are another file", arguments: DeletingDriveUnderTest.locals,
        methods)
    func replaced(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try kind.makeLocalWorld()
        try world.putFile("/a", [1, 2])
        try world.files.setTimes("/a", accessed: 5, modified: 5)
        let orders = try await world.orders(["/a"], method)
        try world.putFile("/new", [1, 2])
        try world.files.setTimes("/new", accessed: 5, modified: 5)
        rename(world.root + "/new", world.root + "/a")
        #expect(try await world.delete(orders) == [.changed("another item stands in its place")])
        #expect(try await world.paths == ["/a"])
    }

    @Test("A file whose date alone was changed stays", arguments: methods)
    func touched(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1, 2])
        let orders = try await world.orders(["/a"], method)
        try world.files.setTimes("/a", accessed: 5, modified: 5)
        #expect(try await world.delete(orders) == [.changed("it was modified")])
    }

    @Test("An edit that keeps size and date is seen all the same", arguments: methods)
    func forged(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1, 2]) }
        let orders = try await world.orders(["/a", "/b"], method)
        try await waitForTick()
        try world.files.forge("/a")
        let outcomes = try await world.delete(orders)
        #expect(outcomes[0] == .changed(DeletionText.touched))
        #expect(outcomes[1].isDeleted)
        #expect(world.bytes(world.root + "/a") == [0xee, 0xee])
        guard case .changed(let changes, _) = try await world.local.recheck([orders[0].item])[0]
        else { return #expect(Bool(false), "not changed") }
        #expect(changes == [.tag])
        // After an attempt it cannot be told from what that attempt did.
        let item = world.local.expectation(afterAttempt: orders[0].item)
        guard case .unchanged = try await world.local.recheck([item])[0] else {
            return #expect(Bool(false), "changed")
        }
    }

    @Test(
        "An edit between the look and the move that keeps size and date is seen",
        arguments: methods)
    func forgedMeanwhile(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        for path in ["/first", "/a"] { try world.putFile(path, [1, 2]) }
        var orders = try await world.orders(["/first", "/a"], method)
        // As earlier versions wrote them: what the tag does not tell, the first look does.
        for index in orders.indices {
            orders[index].item = world.local.expectation(afterAttempt: orders[index].item)
        }
        try await waitForTick()
        var drive = world.local
        drive.calls.fault = { [files = world.files] change, name in
            if change == .move, name == "first" { try? files.forge("/a") }
            return nil
        }
        let outcomes = try await drive.delete(orders) { false }
        #expect(outcomes[0].isDeleted)
        #expect(outcomes[1] == .changed(DeletionText.touched))
        #expect(world.bytes(world.root + "/a") == [0xee, 0xee])
    }

    @Test("Tags of earlier versions are understood", arguments: methods)
    func oldTags(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1, 2])
        var order = try await world.orders(["/a"], method)[0]
        let tag = try #require(order.item.eTag)
        order.item.eTag = String(tag.prefix { $0 != ";" })
        #expect(order.item.eTag != tag)
        guard case .unchanged = try await world.local.recheck([order.item])[0] else {
            return #expect(Bool(false), "changed")
        }
        #expect(try await world.delete([order])[0].isDeleted)
    }

    @Test("All names of a file can go, at once or one after the other", arguments: methods)
    func hardLinks(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1, 2])
        let names = ["/b", "/c", "/d"]
        for name in names { try world.files.files(link: "/a", name) }
        let orders = try await world.orders(["/a"] + names, method)
        var outcomes = try await world.delete(Array(orders[..<2]))
        #expect(outcomes.map(\.isDeleted) == [true, true])
        // The next batch, which is looked at before.
        for check in try await world.local.recheck(orders[2...].map(\.item)) {
            guard case .unchanged = check else { return #expect(Bool(false), "\(check)") }
        }
        outcomes = try await world.delete([orders[2]])
        #expect(outcomes[0].isDeleted)
        // Whatever somebody else does to it in between is seen.
        try await waitForTick()
        try world.files.check(chmod(world.root + "/d", 0o600))
        #expect(try await world.delete([orders[3]]) == [.changed(DeletionText.touched)])
    }

    @Test("A file that this program uses itself is not deleted", arguments: methods)
    func ownFile(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/state"] { try world.putFile(path, [1, 2]) }
        try world.files.files(link: "/state", "/hard")
        let orders = try await world.orders(["/a", "/hard"], method)
        var options = world.local.options
        options.ownFiles = [world.root + "/state"]
        let drive = LocalDrive(name: "d", rootPath: world.root, options: options)
        let outcomes = try await drive.delete(orders) { false }
        #expect(outcomes[0].isDeleted)
        #expect(outcomes[1] == .failed(DeletionText.ownFile))
    }

    @Test("Tags of other drives, and paths that lead out, are refused")
    func oddOrders() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/sub/a", [1])
        try world.putFile("/.cleanrules/quarantine/p/x", [1])
        let item = try await world.item("/sub/a")
        var order = DeletionOrder(item: item, method: .recycle, plan: "p")
        order.item.eTag = "\"{1234},5\""
        #expect(try await world.delete([order])[0].change == "its tag is none of this drive")
        order.item.eTag = item.eTag
        for path in [
            "/sub/../sub/a", "/./sub/a", "//sub/a", "/sub//a", "/sub/a/", "sub/a", "", "/", "/..",
            "/sub/a\u{0}", "/.cleanrules/quarantine/p/x", "/.cleanrules",
            "/" + String(repeating: "x", count: 256), String(repeating: "/x", count: 100_000),
        ] {
            order.item.path = path
            let outcome = try await world.delete([order])[0]
            #expect(outcome == .failed("not a path of this drive"), "\(path.prefix(40))")
        }
        #expect(try await world.paths == ["/sub", "/sub/a"])
        #expect(world.bytes(world.root + "/.cleanrules/quarantine/p/x") == [1])
    }

    @Test("A name that is not text cannot be asked for")
    func oddName() async throws {
        let world = try LocalDeletionWorld()
        try world.files.putFile(inRoot: [0x61, 0xff])
        let orders = try await world.orders(["/a\\xFF"])
        let clause = "a name that is not UTF-8 cannot be asked for"
        #expect(try await world.delete(orders) == [.failed(clause)])
        #expect(try await world.local.reconcile(orders) == [.unanswered(clause)])
    }

    @Test("A root that is not there is an error of the whole call")
    func missingRoot() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        let orders = try await world.orders(["/a"])
        let drive = LocalDrive(name: "d", rootPath: world.root + "/none")
        let error = await #expect(throws: DriveError.self) {
            try await drive.delete(orders) { false }
        }
        #expect(error?.operation == .delete && error?.status == Int(ENOENT))
        await #expect(throws: DriveError.self) { try await drive.reconcile(orders) }
        await #expect(throws: DriveError.self) { try await drive.restore([]) { false } }
        await #expect(throws: DriveError.self) { try await drive.purge([]) { false } }
    }

    // MARK: - At the very moment

    @Test(
        "A file that is put in the item's place at the last moment stays",
        arguments: DeletingDriveUnderTest.locals, methods)
    func swapped(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try world(kind, before: .move, "a") { root in
            rename(root + "/a", root + "/old")
            overwrite(root + "/a", "new")
        }
        try world.putFile("/a", Array("old".utf8))
        let outcomes = try await world.delete(["/a"], method)
        #expect(outcomes == [.changed("another item took its place while it was moved")])
        #expect(world.bytes(world.root + "/a") == Array("new".utf8))
        #expect(world.bytes(world.root + "/old") == Array("old".utf8))
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
        #expect(world.names(world.root) == ["a", "old"])
    }

    @Test(
        "A file that is written at the last moment stays",
        arguments: DeletingDriveUnderTest.locals, methods)
    func written(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try world(kind, before: .move, "a") { root in
            truncate(root + "/a", 77)
        }
        try world.putFile("/a", Array("old".utf8))
        #expect(try await world.delete(["/a"], method)[0].change != nil)
        #expect(world.bytes(world.root + "/a")?.count == 77)
        #expect(world.names(world.root) == ["a"])
    }

    @Test(
        "A link that is put in the item's place at the last moment stays",
        arguments: DeletingDriveUnderTest.locals, methods)
    func swappedForLink(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try world(kind, before: .move, "a") { root in
            rename(root + "/a", root + "/old")
            symlink("old", root + "/a")
        }
        try world.putFile("/a", [1])
        #expect(try await world.delete(["/a"], method)[0].change != nil)
        #expect(try await world.paths == ["/a", "/old"])
        #expect(world.trashNames.files.isEmpty)
    }

    @Test(
        "A folder that is filled at the last moment stays",
        arguments: DeletingDriveUnderTest.locals, methods)
    func filled(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try world(kind, before: .move, "folder") { root in
            overwrite(root + "/folder/new", "")
        }
        try world.putFolder("/folder")
        #expect(try await world.delete(["/folder"], method)[0].change != nil)
        #expect(try await world.paths == ["/folder", "/folder/new"])
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
    }

    @Test("What cannot be moved back is kept, with its note")
    func cannotBeMovedBack() async throws {
        let moves = Lock(0)
        let world = try LocalDeletionWorld { local in
            local.calls.fault = { change, _ in
                guard change == .move else { return nil }
                return moves.withLock { moves in
                    moves += 1
                    return moves == 2 ? EIO : nil
                }
            }
        }
        try world.putFile("/a", Array("old".utf8))
        let order = try await world.orders(["/a"])[0]
        let root = world.root
        var drive = world.local
        let fault = drive.calls.fault
        drive.calls.fault = { change, name in
            if change == .move, moves.withLock({ $0 }) == 0 {
                rename(root + "/a", root + "/old")
                overwrite(root + "/a", "new")
            }
            return fault?(change, name)
        }
        let outcome = try await drive.delete([order]) { false }[0]
        #expect(outcome.change?.contains("lies in the trash (\(world.trash))") == true)
        #expect(world.bytes(world.trash + "/files/a") == Array("new".utf8))
        #expect(world.trashNames.notes == ["a"])
    }

    @Test(
        "A trash that becomes a link at the last moment is not followed",
        arguments: DeletingDriveUnderTest.locals)
    func swappedTrash(kind: DeletingDriveUnderTest) async throws {
        let place = Lock("")
        let world = try world(kind, before: .move, "b") { _ in
            let trash = place.withLock { $0 }
            rename(trash + "/files", trash + "/aside")
            symlink("outside", trash + "/files")
        }
        place.withLock { $0 = world.trash }
        try world.home.putFolder("/share/Trash/outside")
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let outcomes = try await world.delete(["/a", "/b"])
        #expect(outcomes.map(\.isDeleted) == [true, true])
        // They went where the folder is that was checked.
        #expect(world.names(world.trash + "/aside") == ["a", "b"])
        #expect(world.names(world.trash + "/outside").isEmpty)
    }

    @Test(
        "Nothing that is in the trash already is replaced",
        arguments: DeletingDriveUnderTest.locals)
    func takenInTrash(kind: DeletingDriveUnderTest) async throws {
        let place = Lock("")
        let world = try world(kind, before: .sync, "") { _ in
            overwrite(place.withLock { $0 } + "/files/a", "other")
        }
        place.withLock { $0 = world.trash }
        try world.putFile("/a", [1])
        #expect(try await world.delete(["/a"]) == [.failed("'a' is in the way")])
        #expect(world.bytes(world.trash + "/files/a") == Array("other".utf8))
        #expect(world.trashNames.notes.isEmpty)
        #expect(try await world.paths == ["/a"])
    }

    @Test(
        "A file that comes to stand in an item's old place is not replaced",
        arguments: DeletingDriveUnderTest.locals, [DeletionMethod.recycle, .quarantine])
    func takenOnReturn(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try kind.makeLocalWorld()
        try world.putFile("/a", Array("old".utf8))
        let order = try await world.orders(["/a"], method)[0]
        let receipt = try await world.delete([order])[0].receipt
        var drive = world.local
        let isDone = Lock(false)
        drive.calls.fault = { [root = world.root] change, name in
            let places: Set<DiskCalls.Change> = [.move, .link, .createFile]
            if name == "a", places.contains(change), !isDone.withLock({ $0 }) {
                isDone.withLock { $0 = true }
                overwrite(root + "/a", "new")
            }
            return nil
        }
        let restored = try await drive.restore(
            [RestoreOrder(item: order.item, receipt: receipt)]
        ) { false }
        #expect(restored.map(\.path) == ["/a (restored)"])
        #expect(world.bytes(world.root + "/a") == Array("new".utf8))
        #expect(world.bytes(world.root + "/a (restored)") == Array("old".utf8))
    }

    @Test("A trash that is taken away at the last moment is no reason to call an item gone")
    func removedTrash() async throws {
        let place = Lock("")
        let world = try world(.local, before: .move, "a") { _ in
            rmdir(place.withLock { $0 } + "/files")
        }
        place.withLock { $0 = world.trash }
        try world.putFile("/a", [1])
        #expect(
            try await world.delete(["/a"])[0].failure?.contains("was removed meanwhile") == true)
        #expect(try await world.paths == ["/a"])
        #expect(try await world.delete(["/a"])[0].isDeleted)
    }

    @Test(
        "An item that is moved away with its folder before its turn is left alone",
        arguments: DeletingDriveUnderTest.locals)
    func parentMovedMeanwhile(kind: DeletingDriveUnderTest) async throws {
        let world = try world(kind, before: .sync, "") { root in
            rename(root + "/sub", root + "/rescued")
        }
        try world.putFile("/sub/a", [1])
        #expect(try await world.delete(["/sub/a"]).allSatisfy(\.isGone))
        #expect(try await world.paths == ["/rescued", "/rescued/a"])
        #expect(world.trashNames.notes.isEmpty)
    }

    @Test(
        "An item that is moved away with its folder at the last moment stays with it",
        arguments: DeletingDriveUnderTest.locals, methods)
    func parentMovedAtOnce(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try world(kind, before: .move, "b") { root in
            rename(root + "/sub", root + "/protected")
        }
        for path in ["/sub/a", "/sub/b", "/sub/c"] { try world.putFile(path, Array(path.utf8)) }
        let outcomes = try await world.delete(["/sub/a", "/sub/b", "/sub/c"], method)
        #expect(outcomes[0].isDeleted)
        #expect(outcomes[1] == .changed(DeletionText.folderMoved))
        #expect(outcomes[2].isGone)
        #expect(try await world.paths == ["/protected", "/protected/b", "/protected/c"])
        #expect(world.names(world.root + "/protected") == ["b", "c"])
        #expect(world.trashNames.files.count == (method == .recycle ? 1 : 0))
        #expect(world.trashNames.notes.count == (method == .recycle ? 1 : 0))
    }

    @Test(
        "A folder that came in place of the one that was looked at is another",
        arguments: methods)
    func parentReplaced(method: DeletionMethod) async throws {
        let world = try world(.local, before: .move, "first") { root in
            rename(root + "/sub", root + "/old")
            mkdir(root + "/sub", 0o755)
            rename(root + "/old/a", root + "/sub/a")
        }
        for path in ["/first", "/sub/a"] { try world.putFile(path, [1]) }
        var orders = try await world.orders(["/first", "/sub/a"], method)
        orders[1].item = world.local.expectation(afterAttempt: orders[1].item)
        let outcomes = try await world.delete(orders)
        #expect(outcomes[0].isDeleted)
        #expect(outcomes[1] == .changed(DeletionText.folderReplaced))
        #expect(try await world.paths == ["/old", "/sub", "/sub/a"])
    }

    @Test("A copy that goes while the item stands aside to be removed for good brings it back")
    func copyGoesAtLast() async throws {
        let name = Lock("")
        let world = try LocalDeletionWorld()
        for path in ["/a", "/copy"] { try world.putFile(path, [1, 2, 3]) }
        let order = try await order("/a", keeping: ["/copy"], method: .permanent, in: world)
        try await waitForTick()
        var drive = world.local
        drive.calls.fault = { [root = world.root] change, changed in
            // The folder's date is given back between the move and the last look.
            if change == .move { name.withLock { $0 = changed } }
            if change == .attributes, name.withLock({ $0 }) == "a" {
                rename(root + "/copy", root + "/renamed")
            }
            return nil
        }
        #expect(try await drive.delete([order]) { false } == [.changed(DeletionText.copiesMissing)])
        #expect(world.bytes(world.root + "/a") == [1, 2, 3])
        #expect(world.names(world.root) == ["a", "renamed"])
    }

    @Test("A folder keeps its date when something is taken out of it", arguments: methods)
    func folderDates(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        for path in ["/sub/a", "/sub/b"] { try world.putFile(path, [1]) }
        try world.putFolder("/sub/empty")
        try world.files.setTimes("/sub", accessed: 5, modified: 1_000)
        let before = try await world.item("/sub").modified
        let orders = try await world.orders(["/sub/a", "/sub/b", "/sub/empty"], method)
        let outcomes = try await world.delete(orders)
        #expect(outcomes.allSatisfy { $0.isDeleted })
        #expect(try await world.item("/sub").modified == before)
        if method == .permanent { return }
        #expect(try await world.restore(orders, outcomes).allSatisfy { $0.path != nil })
        #expect(try await world.item("/sub").modified == before)
    }

    @Test("What keeps a name from being looked for does not mean that it is taken")
    func unknownNames() throws {
        let world = try LocalWorld()
        let folder = try OpenFolder(KernelName(world.root), in: AT_FDCWD)
        let long = KernelName(String(repeating: "x", count: 300))
        #expect(throws: SystemError(code: ENAMETOOLONG)) { try folder.holds(long) }
        var names = NumberedNames()
        #expect(throws: SystemError(code: EIO)) {
            try names.free(KernelName("a"), in: folder.state.key, byteMax: 255) {
                _ throws(SystemError) in throw SystemError(code: EIO)
            }
        }
    }

    @Test("An item without a tag is still that which was looked at first", arguments: methods)
    func replacedWithoutTag(method: DeletionMethod) async throws {
        let world = try world(.local, before: .move, "first") { root in
            rename(root + "/new", root + "/a")
        }
        for path in ["/first", "/a", "/new"] {
            try world.putFile(path, [1])
            try world.files.setTimes(path, accessed: 5, modified: 5)
        }
        var orders = try await world.orders(["/first", "/a"], method)
        orders[1].item.eTag = nil
        let outcomes = try await world.delete(orders)
        #expect(outcomes[0].isDeleted)
        #expect(outcomes[1] == .changed("it was modified"))
    }

    // MARK: - Copies

    private func order(
        _ path: String, keeping members: [String], method: DeletionMethod = .recycle,
        comparesBytes: Bool = true, in world: LocalDeletionWorld
    ) async throws -> DeletionOrder {
        let demand = CompanionDemand(
            needed: 1, comparesBytes: comparesBytes, members: try await world.items(members))
        return DeletionOrder(
            item: try await world.item(path), method: method, plan: "p", companions: [demand])
    }

    @Test("A hard link of an item is no copy of it", arguments: [false, true])
    func hardLink(comparesBytes: Bool) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1, 2, 3])
        try world.files.check(link(world.root + "/a", world.root + "/b"))
        let order = try await order(
            "/a", keeping: ["/b"], comparesBytes: comparesBytes, in: world)
        #expect(
            try await world.delete([order])[0].change
                == "the copy '/b' is no copy of its own, but the same data")
        // Two names of one copy are one copy.
        try world.putFile("/copy", [1, 2, 3])
        try world.files.check(link(world.root + "/copy", world.root + "/copy2"))
        var second = try await self.order("/a", keeping: ["/copy", "/copy2"], in: world)
        second.companions[0].needed = 2
        #expect(try await world.delete([second])[0].change != nil)
        second.companions[0].needed = 1
        #expect(try await world.delete([second])[0].isDeleted)
    }

    @Test(
        "A file that is seen through a second mount is no copy of itself",
        .enabled(if: TestMount.isPermitted, TestMount.reason))
    func bindMountedCopy() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/real/a", [1])
        try world.putFolder("/bind")
        let item = try await world.item("/real/a")
        let mount = try TestMount(showing: world.root + "/real", at: world.root + "/bind")
        var copy = item
        copy.path = "/bind/a"
        copy.id = "/bind/a"
        let demand = CompanionDemand(needed: 1, comparesBytes: true, members: [copy])
        let order = DeletionOrder(item: item, method: .recycle, plan: "p", companions: [demand])
        var options = world.local.options
        for crosses in [false, true] {
            options.crossesMounts = crosses
            for avoids in [false, true] {
                var drive = LocalDrive(name: "d", rootPath: world.root, options: options)
                drive.avoidsOpenat2 = avoids
                let outcome = try await drive.delete([order]) { false }[0]
                #expect(outcome.change?.hasPrefix("the copy '/bind/a'") == true, "\(outcome)")
            }
        }
        withExtendedLifetime(mount) {}
    }

    @Test("A copy that is changed and given its old date is found out by its bytes")
    func forgedDate() async throws {
        let world = try world(.local, before: .sync, "") { root in
            var status = stat()
            guard stat(root + "/copy", &status) == 0 else { return }
            overwrite(root + "/copy", "999")
            let times = [status.st_atim, status.st_mtim]
            utimensat(AT_FDCWD, root + "/copy", times, 0)
        }
        for path in ["/a", "/copy"] { try world.putFile(path, [1, 2, 3]) }
        let order = try await order("/a", keeping: ["/copy"], in: world)
        #expect(try await world.delete([order])[0].change == "the copy '/copy' differs from it")
        #expect(try await world.paths == ["/a", "/copy"])
    }

    @Test(
        "Files that change while they are compared are neither equal nor different",
        arguments: ["written", "replaced", "gone", "link", "untouched"])
    func changedWhileCompared(kind: String) throws {
        let world = try LocalDeletionWorld()
        let content = DriveConformanceTests.bytes(600_000)
        for path in ["/a", "/b"] {
            try world.putFile(path, content)
            try world.files.setTimes(path, accessed: 5, modified: 5)
        }
        let folder = try OpenFolder(KernelName(world.root), in: AT_FDCWD)
        func side(_ name: String) throws -> ByteComparison.Side {
            let state = try EntryState.read(KernelName(name), in: folder.number)
            return ByteComparison.Side(folder: folder, name: KernelName(name), state: state)
        }
        for (changed, other) in [("a", "b"), ("b", "a")] {
            let left = try side("a")
            let right = try side("b")
            var count = 0
            var comparison = ByteComparison()
            comparison.interruption = { [root = world.root] in
                count += 1
                let path = root + "/" + changed
                guard count == 3 else { return }
                switch kind {
                case "written":
                    // The same bytes, and the same date afterwards.
                    truncate(path, 600_000)
                    let times = [timespec(tv_sec: 5, tv_nsec: 0), timespec(tv_sec: 5, tv_nsec: 5)]
                    utimensat(AT_FDCWD, path, times, 0)
                case "replaced":
                    rename(path, path + ".old")
                    link(root + "/" + other, path)
                case "gone": rename(path, path + ".old")
                case "link":
                    rename(path, path + ".old")
                    symlink(path + ".old", path)
                default: return
                }
            }
            let outcome = comparison.compare(left, right)
            #expect(count == 3)
            if kind == "untouched" {
                guard case .equal = outcome else { return #expect(Bool(false), "\(outcome)") }
            } else {
                guard case .changed = outcome else { return #expect(Bool(false), "\(outcome)") }
            }
            // A move over what is there now; nothing where there is no old file.
            rename(world.root + "/" + changed + ".old", world.root + "/" + changed)
            if kind == "untouched" { return }
        }
        // What has changed before is not read at all.
        let left = try side("a")
        let right = try side("b")
        truncate(world.root + "/b", 7)
        guard case .changed = ByteComparison().compare(left, right) else {
            return #expect(Bool(false), "not changed")
        }
    }

    @Test("A copy that goes away after it was compared saves the item", arguments: methods)
    func copyGoesMeanwhile(method: DeletionMethod) async throws {
        // Something else in the batch has to reach the disk, so that there is a moment.
        let world = try world(.local, before: .move, "first") { root in
            rename(root + "/copy", root + "/renamed")
        }
        for path in ["/a", "/copy", "/first"] { try world.putFile(path, [1, 2, 3]) }
        let orders = [
            try await world.orders(["/first"], method)[0],
            try await order("/a", keeping: ["/copy"], method: method, in: world),
        ]
        let outcomes = try await world.delete(orders)
        #expect(outcomes[0].isDeleted)
        #expect(outcomes[1].change == "the copy '/copy' is gone")
    }

    @Test("Another copy does as well when the first has gone meanwhile")
    func otherCopy() async throws {
        let world = try world(.local, before: .move, "first") { root in
            rename(root + "/copy", root + "/renamed")
        }
        for path in ["/a", "/copy", "/copy2", "/first"] { try world.putFile(path, [1, 2, 3]) }
        let orders = [
            try await world.orders(["/first"])[0],
            try await order("/a", keeping: ["/copy", "/copy2"], in: world),
        ]
        #expect(try await world.delete(orders).map(\.isDeleted) == [true, true])
    }

    @Test("Hard links of a copy may go; the copy is compared again")
    func linkOfCopyGoes() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/copy"] { try world.putFile(path, [1, 2, 3]) }
        try world.files.check(link(world.root + "/copy", world.root + "/copy2"))
        let orders = [
            try await world.orders(["/copy2"], .permanent)[0],
            try await order("/a", keeping: ["/copy"], in: world),
        ]
        #expect(try await world.delete(orders).map(\.isDeleted) == [true, true])
        #expect(try await world.paths == ["/copy"])
    }

    @Test("Folders and links are no copies of a file")
    func oddCopies() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        try world.putFolder("/folder")
        try world.files.link("/link", to: "a")
        for member in ["/folder", "/link"] {
            let order = try await order("/a", keeping: [member], in: world)
            #expect(try await world.delete([order])[0].change != nil, "\(member)")
        }
    }

    // MARK: - What the system forbids

    @Test(
        "A mount point is never deleted", .enabled(if: TestMount.isPermitted, TestMount.reason),
        arguments: methods)
    func mountPoint(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        try world.putFolder("/folder")
        try world.putFile("/file", [1])
        try world.putFile("/other", [1])
        let orders = try await world.orders(["/folder", "/file"], method)
        let first = try TestMount(tmpfs: world.root + "/folder")
        let second = try TestMount(showing: world.root + "/other", at: world.root + "/file")
        let outcomes = try await world.delete(orders)
        #expect(outcomes == Array(repeating: .failed("something is mounted on it"), count: 2))
        withExtendedLifetime((first, second)) {}
    }

    @Test(
        "An item behind a new mount point is not the item",
        .enabled(if: TestMount.isPermitted, TestMount.reason),
        arguments: DeletingDriveUnderTest.locals)
    func behindMountPoint(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeLocalWorld()
        try world.putFile("/sub/a", [1])
        let orders = try await world.orders(["/sub/a"])
        let mount = try TestMount(showing: world.root + "/sub", at: world.root + "/sub")
        let outcomes = try await world.delete(orders)
        #expect(outcomes == [.changed("a folder on the way to it is a mount point")])
        withExtendedLifetime(mount) {}
    }

    @Test("A file that may not be changed stays", arguments: methods)
    func immutable(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        guard runProgram("/usr/bin/chattr", ["+i", world.root + "/a"]).isDone else { return }
        let outcomes = try await world.delete(["/a"], method)
        #expect(outcomes == [.failed("permission denied")])
        #expect(try await world.paths == ["/a"])
        #expect(world.trashNames.notes.isEmpty)
        runProgram("/usr/bin/chattr", ["-i", world.root + "/a"])
    }

    /// In a process of its own, since it gives up its rights for good.
    @Test(
        "What belongs to somebody else is not deleted, and a copy that is unreadable not trusted",
        .enabled(if: geteuid() == 0, "only root can become somebody else"))
    func otherAccount() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/shut/a", "/open/b", "/open/c", "/hidden/d"] { try world.putFile(path, [1]) }
        try world.files.check(chmod(world.root, 0o755))
        try world.files.check(chmod(world.root + "/open", 0o777))
        try world.files.check(chmod(world.root + "/open/c", 0))
        try world.files.check(chmod(world.home.root, 0o777))
        var items = try await world.items(["/shut/a", "/open/b", "/open/c", "/hidden/d"])
        try world.files.check(chmod(world.root + "/hidden", 0))
        items[0].owner = nil
        let tags = items.map { $0.eTag ?? "" }
        await #expect(processExitsWith: .success) {
            [root = world.root as String, trash = world.trash as String, tags = tags as [String]] in
            if geteuid() == 0 { try #require(setuid(65_534) == 0) }
            var options = LocalDrive.Options()
            options.homeTrash = trash
            let drive = LocalDrive(name: "d", rootPath: root, options: options)
            func order(_ index: Int, _ path: String, keeping: Int? = nil) -> DeletionOrder {
                var item = ItemValues(path: path)
                item.eTag = tags[index]
                var order = DeletionOrder(item: item, method: .recycle, plan: "p")
                if let keeping {
                    var copy = ItemValues(path: "/open/c")
                    copy.eTag = tags[keeping]
                    order.companions = [
                        CompanionDemand(needed: 1, comparesBytes: true, members: [copy])
                    ]
                }
                return order
            }
            let outcomes = try await drive.delete(
                [
                    order(0, "/shut/a"), order(3, "/hidden/d"),
                    order(1, "/open/b", keeping: 2), order(1, "/open/b"),
                ]
            ) { false }
            try #require(outcomes[0] == .failed("permission denied"))
            try #require(outcomes[1] == .failed("permission denied"))
            try #require(
                outcomes[2]
                    == .failed("the copy '/open/c' cannot be compared: permission denied"))
            try #require(outcomes[3].isDeleted)
        }
        try world.files.check(chmod(world.root + "/hidden", 0o755))
        #expect(world.trashNames.files == ["b"])
        #expect(world.trashNames.notes == ["b"])
    }
}
