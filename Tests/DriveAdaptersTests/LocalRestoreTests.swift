// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLinux
import Glibc
import RuleEngine
import Testing

@testable import DriveAdapters

/// How deleted items come back, and when they do not.
@Suite struct LocalRestoreTests {
    private func restore(
        _ world: LocalDeletionWorld, _ order: DeletionOrder, _ outcome: DeletionOutcome
    ) async throws -> RestoreOutcome {
        try await world.restore([order], [outcome])[0]
    }

    @Test(
        "Folders that are gone are made again", arguments: DeletingDriveUnderTest.locals,
        [DeletionMethod.recycle, .quarantine])
    func missingParents(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try kind.makeLocalWorld()
        try world.putFile("/one/two/three/a", [1])
        let order = try await world.orders(["/one/two/three/a"], method)[0]
        let outcome = try await world.delete([order])[0]
        for path in ["/one/two/three", "/one/two", "/one"] { try world.remove(path) }
        #expect(try await restore(world, order, outcome).path == "/one/two/three/a")
        #expect(
            try await world.paths == ["/one", "/one/two", "/one/two/three", "/one/two/three/a"])
    }

    /// Rights, owner and times of a folder, and its extended attributes as far as they are asked
    /// for.
    private func attributes(_ path: String) throws -> FolderAttributes {
        try FolderAttributes(OpenFolder(KernelName(path), in: AT_FDCWD))
    }

    @Test(
        "Folders that are made again are what they were",
        arguments: [DeletionMethod.recycle, .quarantine])
    func sameParents(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/one/two/a", [1])
        try world.putFile("/one/two/b", [1])
        let folders = ["/one", "/one/two"].map { world.root + $0 }
        for (folder, mode) in zip(folders, [0o2750, 0o700]) {
            #expect(setxattr(folder, "user.mark", "x", 1, 0) == 0 || errno == ENOTSUP)
            try world.files.check(chmod(folder, mode_t(mode)))
            if geteuid() == 0 { try world.files.check(chown(folder, 65_534, 65_533)) }
            if geteuid() == 0 { try world.files.check(chmod(folder, mode_t(mode))) }
        }
        // An access control list by which one more account may enter, where there are such.
        let list: [UInt8] =
            [2, 0, 0, 0] + [1, 0, 7, 0, 255, 255, 255, 255] + [2, 0, 5, 0, 1, 0, 0, 0]
            + [4, 0, 0, 0, 255, 255, 255, 255] + [16, 0, 5, 0, 255, 255, 255, 255]
            + [32, 0, 0, 0, 255, 255, 255, 255]
        let name = "system.posix_acl_access"
        #expect(setxattr(folders[0], name, list, list.count, 0) == 0 || errno == ENOTSUP)
        for path in ["/one/two", "/one"] {
            try world.files.setTimes(path, accessed: 5_000, modified: 1_000)
        }
        let before = try folders.map(attributes)
        let orders = try await world.orders(["/one/two/a", "/one/two/b"], method)
        let outcomes = try await world.delete(orders)
        for path in ["/one/two", "/one"] { try world.remove(path) }
        #expect(try await world.restore(orders, outcomes).allSatisfy { $0.path != nil })
        for (folder, old) in zip(folders, before) {
            var now = try attributes(folder)
            // Whoever looks into a folder reads it.
            now.accessed = old.accessed
            now.extended?.sort { $0.name.lexicographicallyPrecedes($1.name) }
            var old = old
            old.extended?.sort { $0.name.lexicographicallyPrecedes($1.name) }
            #expect(now == old, "\(folder)")
        }
        #expect(world.names(world.root + "/one") == ["two"])
    }

    @Test("A folder of which too little is known is made for its owner alone")
    func unknownParents() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/one/two/a", [1])
        let order = try await world.orders(["/one/two/a"])[0]
        let receipt = try #require(try await world.delete([order])[0].receipt)
        let text = try #require(receipt.token)
        var token = try #require(DeletionToken(text))
        token.ancestry = nil
        for path in ["/one/two", "/one"] { try world.remove(path) }
        let old = DeletionReceipt(method: .recycle, place: receipt.place, token: token.text)
        let restored = try await world.local.restore(
            [RestoreOrder(item: order.item, receipt: old)]
        ) { false }
        #expect(restored.map(\.path) == ["/one/two/a"])
        for path in ["/one", "/one/two"] {
            #expect(try attributes(world.root + path).mode == 0o700)
        }
    }

    @Test("A folder whose owner or list cannot be given stays its owner's alone")
    func lostAttributes() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/one/a", [1])
        try world.files.check(chmod(world.root + "/one", 0o777))
        let order = try await world.orders(["/one/a"])[0]
        let outcome = try await world.delete([order])[0]
        try world.remove("/one")
        let token = try #require(outcome.receipt?.token.flatMap { DeletionToken($0) })
        let folder = try #require(token.ancestry?.attributes(height: 0))
        #expect(folder.mode == 0o777)
        for extended in [
            nil, [FolderAttributes.Extended(name: Array("system.none".utf8), value: [1])],
        ] {
            var odd = folder
            odd.extended = extended
            var token = token
            token.ancestry = Ancestry(odd.text)
            #expect(token.ancestry?.attributes(height: 0) == odd)
            let receipt = DeletionReceipt(method: .recycle, place: nil, token: token.text)
            let restore = RestoreOrder(item: order.item, receipt: receipt)
            #expect(try await world.local.restore([restore]) { false }.map(\.path) == ["/one/a"])
            #expect(try attributes(world.root + "/one").mode == 0o700)
            #expect(rename(world.root + "/one/a", world.trash + "/files/a") == 0)
            try world.remove("/one")
        }
    }

    @Test("What no receipt writes is no attribute of a folder")
    func oddAttributes() {
        for text in [
            "", "1ed", "1ed.0.0.0", "1ed.0.0.0.x", "10000.0.0.0.0", "1ed.0.0.0.0.61",
            "1ed.0.0.0.0.6=",
            "1ed.0.0.0.0.=61", "1ed.0.0.0.0.6g=61", "1ed.0.0.0.0.00=61", "1ed.100000000.0.0.0",
        ] {
            #expect(FolderAttributes(text) == nil, "\(text)")
        }
        for seconds in [-1, 0, 1, 1_700_000_000] as [Int64] {
            let time = FileTime(seconds: seconds, nanoseconds: 999_999_999)
            #expect(FileTime(nanosecondsSinceEpoch: time.nanosecondsSinceEpoch) == time)
        }
    }

    @Test("A newer file that took the number of an item is not the item")
    func sameNumber() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        let order = try await world.orders(["/a"])[0]
        let receipt = try #require(try await world.delete([order])[0].receipt)
        let oldTag = try #require(order.item.eTag.flatMap { FileTag(text: $0) })
        var token = try #require(receipt.token.flatMap { DeletionToken($0) })
        unlink(world.trash + "/files/a")
        unlink(world.trash + "/info/a.trashinfo")
        try await waitForTick()
        // Numbers are given again when it suits the file system; here the records are bent instead.
        for (size, isOld) in [(1, false), (2, true), (1, true)] {
            try world.putFile("/a", [UInt8](repeating: 2, count: size))
            var item = order.item
            let newTag = try #require(try await world.item("/a").eTag.flatMap { FileTag(text: $0) })
            var tag = oldTag
            tag.inode = newTag.inode
            if isOld { tag.modifiedNanoseconds = newTag.modifiedNanoseconds }
            item.eTag = tag.text
            token.inode = newTag.inode
            if token.born == nil, size == 1, isOld { continue }
            let bent = DeletionReceipt(method: .recycle, place: receipt.place, token: token.text)
            let restored = try await world.local.restore([RestoreOrder(item: item, receipt: bent)])
            {
                false
            }
            guard case .impossible = restored[0] else {
                return #expect(Bool(false), "\(size) \(isOld): \(restored)")
            }
            try world.remove("/a")
        }
    }

    @Test(
        "An item whose folder is moved away at that moment is not said to be back",
        arguments: DeletingDriveUnderTest.locals, [DeletionMethod.recycle, .quarantine])
    func folderMovedMeanwhile(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try kind.makeLocalWorld()
        for path in ["/sub/a", "/sub/b"] { try world.putFile(path, [1]) }
        let order = try await world.orders(["/sub/a"], method)[0]
        let outcome = try await world.delete([order])[0]
        var drive = world.local
        let isDone = Lock(false)
        drive.calls.fault = { [root = world.root] change, name in
            let places: Set<DiskCalls.Change> = [.move, .link]
            if name == "a", places.contains(change), !isDone.withLock({ $0 }) {
                isDone.withLock { $0 = true }
                rename(root + "/sub", root + "/moved")
            }
            return nil
        }
        let restore = RestoreOrder(item: order.item, receipt: outcome.receipt)
        #expect(try await drive.restore([restore]) { false } == [.failed(DeletionText.folderMoved)])
        #expect(try await world.paths == ["/moved", "/moved/b"])
        // It lies where it lay, with its note, and comes back to its own place next time.
        #expect(try await drive.restore([restore]) { false }.map(\.path) == ["/sub/a"])
        #expect(try await world.paths == ["/moved", "/moved/b", "/sub", "/sub/a"])
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
    }

    @Test("What the disk does not confirm is back all the same, and nothing is left of it")
    func unconfirmed() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let orders = try await world.orders(["/a", "/b"])
        let outcomes = try await world.delete(orders)
        var drive = world.local
        drive.calls.fault = { change, _ in change == .sync ? EIO : nil }
        let restored = try await drive.restore(
            zip(orders, outcomes).map { RestoreOrder(item: $0.item, receipt: $1.receipt) }
        ) { false }
        for (order, outcome) in zip(orders, restored) {
            guard case .restoredUnconfirmed(let path, let tag, let why) = outcome else {
                return #expect(Bool(false), "\(outcome)")
            }
            let now = try await world.item(order.item.path)
            #expect(path == now.path && tag == now.eTag)
            #expect(why == "the disk reports an error")
        }
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
    }

    @Test(
        "Nothing is brought back through a link, or where a file is in the way",
        arguments: DeletingDriveUnderTest.locals)
    func blockedParents(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeLocalWorld()
        let outside = try LocalWorld()
        try world.putFile("/one/two/a", [1])
        let order = try await world.orders(["/one/two/a"])[0]
        let outcome = try await world.delete([order])[0]
        for path in ["/one/two", "/one"] { try world.remove(path) }
        try world.files.link("/one", to: outside.root)
        guard case .failed(let clause) = try await restore(world, order, outcome) else {
            return #expect(Bool(false), "followed a link")
        }
        #expect(clause.contains("a symbolic link is in the way"))
        #expect(world.names(outside.root).isEmpty)
        try world.remove("/one")
        try world.putFile("/one", [1])
        guard case .failed = try await restore(world, order, outcome) else {
            return #expect(Bool(false), "went through a file")
        }
        try world.remove("/one")
        #expect(try await restore(world, order, outcome).path == "/one/two/a")
    }

    @Test("Folders that were made for an item that cannot come are taken away again")
    func uselessFolders() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/one/two/a", [1])
        let order = try await world.orders(["/one/two/a"])[0]
        let outcome = try await world.delete([order])[0]
        for path in ["/one/two", "/one"] { try world.remove(path) }
        var drive = world.local
        drive.calls.fault = { change, name in change == .move && name == "a" ? EIO : nil }
        let restored = try await drive.restore(
            [RestoreOrder(item: order.item, receipt: outcome.receipt)]
        ) { false }
        #expect(restored == [.failed("the disk reports an error")])
        #expect(try await world.paths.isEmpty)
        #expect(try await restore(world, order, outcome).path == "/one/two/a")
    }

    @Test("What was emptied from the trash is gone, and is said to be")
    func emptied() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let orders = try await world.orders(["/a", "/b"])
        let outcomes = try await world.delete(orders)
        unlink(world.trash + "/files/a")
        unlink(world.trash + "/info/a.trashinfo")
        let restored = try await world.restore(orders, outcomes)
        guard case .impossible(let clause) = restored[0] else {
            return #expect(Bool(false), "\(restored)")
        }
        #expect(clause.hasPrefix("it is no longer in the trash (\(world.trash));"))
        #expect(restored[1].path == "/b")
        // Without the whole trash folder a later attempt may do better: a disk may be missing.
        #expect(rename(world.trash, world.trash + ".away") == 0)
        guard case .failed = try await restore(world, orders[0], outcomes[0]) else {
            return #expect(Bool(false), "not failed")
        }
    }

    @Test("Something else that lies in the trash under the item's name stays there")
    func otherInTrash() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        try world.putFolder("/folder")
        let orders = try await world.orders(["/a", "/folder"])
        var outcomes = try await world.delete(orders)
        // Another file of the same number in the file system, as an emptied trash can bring about:
        // only its content and date tell, and when it was made.
        overwrite(world.trash + "/files/a", "other")
        outcomes[0] = .deleted(try bent(outcomes[0]) { $0.born = $0.born.map { $0 &- 1 } })
        // Another folder of the same number: only its note tells.
        overwrite(
            world.trash + "/info/folder.trashinfo",
            "[Trash Info]\nPath=/elsewhere/folder\nDeletionDate=2026-01-01T00:00:00\n")
        for outcome in try await world.restore(orders, outcomes) {
            guard case .impossible = outcome else { return #expect(Bool(false), "\(outcome)") }
        }
        #expect(world.trashNames.files == ["a", "folder"])
        #expect(try await world.paths.isEmpty)
    }

    /// The receipt of `outcome` with another token.
    private func bent(
        _ outcome: DeletionOutcome, _ change: (inout DeletionToken) -> Void
    ) throws -> DeletionReceipt {
        let receipt = try #require(outcome.receipt)
        var token = try #require(receipt.token.flatMap { DeletionToken($0) })
        change(&token)
        let method = try #require(DeletionMethod(rawValue: receipt.method))
        return DeletionReceipt(method: method, place: receipt.place, token: token.text)
    }

    @Test(
        "What was written to since comes back if it is the item beyond doubt",
        arguments: DeletingDriveUnderTest.locals, [DeletionMethod.recycle, .quarantine])
    func writtenSince(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try kind.makeLocalWorld()
        for path in ["/sub/a", "/sub/b"] { try world.putFile(path, [1]) }
        let orders = try await world.orders(["/sub/a", "/sub/b"], method)
        var outcomes = try await world.delete(orders)
        let folder =
            method == .recycle
            ? world.trash + "/files/" : world.root + "/.cleanrules/quarantine/plan-1/sub/"
        for name in ["a", "b"] { overwrite(folder + name, "later") }
        // Of the second nobody knows when it was made.
        outcomes[1] = .deleted(try bent(outcomes[1]) { $0.born = nil })
        let restores = zip(orders, outcomes).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        let restored = try await world.local.restore(restores) { false }
        let tag = try await world.item("/sub/a").eTag
        #expect(
            restored == [
                .restoredEdited(path: "/sub/a", tag: tag),
                .impossible(DeletionText.notTold(at: folder + "b")),
            ])
        #expect(world.bytes(world.root + "/sub/a") == Array("later".utf8))
        #expect(world.bytes(folder + "b") == Array("later".utf8))
        // Asked for again, it is back, as it is.
        #expect(
            try await world.local.restore([restores[0]]) { false }
                == [.restoredEdited(path: "/sub/a", tag: tag)])
    }

    @Test(
        "An item that was numbered anew is known by its place, size and date",
        arguments: [DeletionMethod.recycle, .quarantine])
    func renumbered(method: DeletionMethod) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        try world.putFolder("/folder")
        let orders = try await world.orders(["/a", "/folder"], method)
        var restores = zip(orders, try await world.delete(orders)).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        for index in restores.indices {
            let tag = try #require(restores[index].item.eTag)
            let inode = try #require(tag.split(separator: "-").first)
            restores[index].item.eTag = "f" + inode + tag.dropFirst(inode.utf8.count)
        }
        var other = restores[0]
        other.item.size = 2
        guard case .impossible = try await world.local.restore([other], shouldStop: { false })[0]
        else { return #expect(Bool(false), "not impossible") }
        let restored = try await world.local.restore(restores) { false }
        #expect(restored.map(\.path) == ["/a", "/folder"])
        #expect(try await restored[0] == .restored(path: "/a", tag: world.item("/a").eTag))
    }

    @Test("What was brought back by hand counts as back, and its old note goes")
    func byHand() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        let order = try await world.orders(["/a"])[0]
        let outcome = try await world.delete([order])[0]
        #expect(rename(world.trash + "/files/a", world.root + "/a") == 0)
        #expect(try await restore(world, order, outcome).path == "/a")
        #expect(world.trashNames.notes.isEmpty)
    }

    @Test("What was moved within the trash is found by its note")
    func renamedInTrash() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        let order = try await world.orders(["/a"])[0]
        let outcome = try await world.delete([order])[0]
        for (folder, end) in [("/files/", ""), ("/info/", ".trashinfo")] {
            #expect(
                rename(world.trash + folder + "a" + end, world.trash + folder + "z" + end) == 0)
        }
        #expect(try await restore(world, order, outcome).path == "/a")
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
    }

    @Test("Hard links in the trash are told apart by their notes")
    func hardLinks() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/one/a", [1])
        try world.putFolder("/two")
        try world.files.check(link(world.root + "/one/a", world.root + "/two/a"))
        let orders = try await world.orders(["/one/a", "/two/a"])
        let outcomes = try await world.delete(orders)
        #expect(
            try await world.local.reconcile(orders) == outcomes.map { .deleted($0.receipt) })
        let second = RestoreOrder(item: orders[1].item, receipt: nil)
        #expect(try await world.local.restore([second]) { false }.map(\.path) == ["/two/a"])
        #expect(world.trashNames.files.count == 1)
        #expect(try await restore(world, orders[0], outcomes[0]).path == "/one/a")
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
    }

    @Test("An interrupted return beside a taken place is found again")
    func besideAgain() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a.txt", [1])
        let order = try await world.orders(["/a.txt"])[0]
        let outcome = try await world.delete([order])[0]
        try world.putFile("/a.txt", [2])
        try world.putFile("/a (restored).txt", [3])
        let first = try await restore(world, order, outcome)
        #expect(first.path == "/a (restored 2).txt")
        #expect(try await restore(world, order, outcome) == first)
        #expect(
            try await world.paths == ["/a (restored 2).txt", "/a (restored).txt", "/a.txt"])
    }

    @Test("A folder that comes back with what lay in it is the old one")
    func folderFirst() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/one/two/a", [1])
        try world.files.check(chmod(world.root + "/one", 0o711))
        try world.files.check(chmod(world.root + "/one/two", 0o700))
        let orders = try await world.orders(["/one/two/a", "/one/two", "/one"])
        let outcomes = try await world.delete(orders)
        #expect(
            try await world.restore(orders, outcomes).map(\.path)
                == ["/one/two/a", "/one/two", "/one"])
        for (path, mode) in [("/one", 0o711), ("/one/two", 0o700)] {
            var status = stat()
            #expect(lstat(world.root + path, &status) == 0)
            #expect(Int(status.st_mode & 0o7777) == mode)
        }
    }

    @Test("A folder comes back into the folder that took its place")
    func mergedFolder() async throws {
        let world = try LocalDeletionWorld()
        try world.putFolder("/folder")
        let order = try await world.orders(["/folder"])[0]
        let outcome = try await world.delete([order])[0]
        try world.putFile("/folder/new", [1])
        #expect(try await restore(world, order, outcome).path == "/folder")
        #expect(try await world.paths == ["/folder", "/folder/new"])
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
        // If something was put into the one in the trash, nothing is lost of it.
        let second = try await world.orders(["/folder/new"])[0]
        try await #expect(world.delete([second])[0].isDeleted)
        let again = try await world.orders(["/folder"])[0]
        let gone = try await world.delete([again])[0]
        overwrite(world.trash + "/files/folder/late", "late")
        try world.putFolder("/folder")
        #expect(try await restore(world, again, gone).path == "/folder (restored)")
        #expect(world.bytes(world.root + "/folder (restored)/late") == Array("late".utf8))
    }

    @Test("Receipts that no drive wrote lead nowhere")
    func oddReceipts() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        let order = try await world.orders(["/a"], .quarantine)[0]
        let outcome = try await world.delete([order])[0]
        let token = try #require(outcome.receipt?.token)
        for odd in [
            "", "{", "{}", "[]", "null", token + " ", String(token.dropLast()),
            token.replacing("quarantine/plan-1", with: "quarantine/../.."),
            token.replacing("\"kind\":\"quarantine\"", with: "\"kind\":\"elsewhere\""),
            token.replacing("\"kind\":\"quarantine\"", with: "\"kind\":\"trash\""),
            token.replacing("\"name\":\"a\"", with: "\"name\":\"../a\""),
            token.replacing("\"name\":\"a\"", with: "\"name\":\"\""),
            token.replacing("\"name\":\"a\"", with: "\"name\":7"),
        ] {
            #expect(DeletionToken(odd) == nil, "\(odd)")
        }
        #expect(DeletionToken(token)?.text == token)
        // The item is found all the same, by its number.
        let receipt = DeletionReceipt(method: .quarantine, place: nil, token: "?")
        let restored = try await world.local.restore(
            [RestoreOrder(item: order.item, receipt: receipt)]
        ) { false }
        #expect(restored.map(\.path) == ["/a"])
    }

    @Test("Tokens hold whatever a name may be")
    func tokenNames() throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        let state = try EntryState.read(KernelName(world.root + "/a"), in: AT_FDCWD)
        for name in ["a\"b\\c", "\u{1}\n\t\u{7f}", "e\u{301}", "\u{1f4c1}", "{}", " "] {
            let token = DeletionToken(
                .trash, folder: Array("/t/\(name)".utf8), name: KernelName(name), state: state)
            let read = try #require(DeletionToken(token.text))
            #expect(read.name.utf8.elementsEqual(name.utf8))
            #expect(read.folder.utf8.elementsEqual("/t/\(name)".utf8))
            #expect(read.inode == state.inode && read.device == state.device)
        }
    }
}
