// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import Testing

@testable import DriveAdapters

/// The folder on a drive that holds what was moved aside.
@Suite struct LocalQuarantineTests {
    private func rights(_ path: String) throws -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw LocalWorld.Failure() }
        return status.st_mode & 0o7777
    }

    @Test("Items go to their path below the plan's name, for nobody else to see")
    func places() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/one/two/b"] { try world.putFile(path, Array(path.utf8)) }
        let receipts = try await world.delete(["/a", "/one/two/b"], .quarantine).map(\.receipt)
        let places = [
            "/.cleanrules/quarantine/plan-1/a", "/.cleanrules/quarantine/plan-1/one/two/b",
        ]
        #expect(receipts.map { $0?.place } == places)
        #expect(world.bytes(world.root + places[1]) == Array("/one/two/b".utf8))
        #expect(try rights(world.root + "/.cleanrules") == 0o700)
        #expect(try rights(world.root + "/.cleanrules/quarantine/plan-1/one") == 0o700)
        // No item of a listing, and none of a rule.
        #expect(try await world.paths == ["/one", "/one/two"])
        #expect(!FileManager.default.fileExists(atPath: world.trash))
    }

    @Test("A second item of one path is numbered", arguments: DeletingDriveUnderTest.locals)
    func clashes(kind: DeletingDriveUnderTest) async throws {
        let world = try kind.makeLocalWorld()
        var orders: [DeletionOrder] = []
        var outcomes: [DeletionOutcome] = []
        for number in 1...3 {
            try world.putFile("/a.txt", [UInt8(number)])
            orders += try await world.orders(["/a.txt"], .quarantine)
            outcomes += try await world.delete([orders[number - 1]])
        }
        let folder = world.root + "/.cleanrules/quarantine/plan-1"
        #expect(world.names(folder) == ["a.2.txt", "a.3.txt", "a.txt"])
        for index in orders.indices {
            #expect(
                try await world.local.reconcile([orders[index]])
                    == [.deleted(outcomes[index].receipt)])
        }
        #expect(try await world.restore([orders[1]], [outcomes[1]]).map(\.path) == ["/a.txt"])
        #expect(world.bytes(world.root + "/a.txt") == [2])
    }

    @Test(
        "A quarantine that is a link, a file or somebody else's is not used",
        arguments: ["top", "quarantine", "plan", "sub", "file", "owner"])
    func foreign(kind: String) async throws {
        let world = try LocalDeletionWorld()
        let outside = try LocalWorld()
        try world.putFile("/sub/a", [1])
        let order = try await world.orders(["/sub/a"], .quarantine)[0]
        let paths = [
            "top": "/.cleanrules", "quarantine": "/.cleanrules/quarantine",
            "plan": "/.cleanrules/quarantine/plan-1",
            "sub": "/.cleanrules/quarantine/plan-1/sub",
        ]
        if let path = paths[kind] {
            try world.putFile(path + "x", [])
            try world.files.link(path, to: outside.root)
        } else if kind == "file" {
            try world.putFile("/.cleanrules", [])
        } else {
            guard geteuid() == 0 else { return }
            try world.putFolder("/.cleanrules")
            try world.files.check(chown(world.root + "/.cleanrules", 65_534, 65_534))
        }
        let outcome = try await world.delete([order])[0]
        #expect(outcome.failure != nil, "\(outcome)")
        #expect(world.bytes(world.root + "/sub/a") == [1])
        #expect(world.names(outside.root).isEmpty)
    }

    @Test(
        "What lies on another file system than the quarantine stays",
        .enabled(if: TestMount.isPermitted, TestMount.reason))
    func otherFileSystem() async throws {
        let world = try LocalDeletionWorld { local in
            var options = local.options
            options.crossesMounts = true
            local = LocalDrive(name: "d", rootPath: local.rootPath, options: options)
        }
        try world.putFolder("/disk")
        let mount = try TestMount(tmpfs: world.root + "/disk")
        try world.putFile("/disk/a", [1])
        let outcomes = try await world.delete(["/disk/a"], .quarantine)
        #expect(outcomes == [.failed("it lies on another file system than /.cleanrules")])
        #expect(world.names(world.root) == ["disk"])
        // Its own trash takes it.
        #expect(try await world.delete(["/disk/a"])[0].isDeleted)
        #expect(world.names(world.root + "/disk") == [".Trash-\(geteuid())"])
        #expect(try await world.paths == ["/disk"])
        withExtendedLifetime(mount) {}
    }

    @Test("Folders of the quarantine that are not needed do not stay")
    func pruning() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/full/sub/a", [1])
        try world.putFile("/b", [1])
        // Refused at the last moment: the folder is not empty.
        let orders = try await world.orders(["/full/sub", "/b"], .quarantine)
        #expect(try await world.delete([orders[0]])[0].change != nil)
        #expect(!FileManager.default.fileExists(atPath: world.root + "/.cleanrules"))
        try world.putFolder("/.cleanrules/kept by hand")
        let outcomes = try await world.delete(orders)
        #expect(world.names(world.root + "/.cleanrules/quarantine/plan-1") == ["b"])
        #expect(try await world.restore([orders[1]], [outcomes[1]]).map(\.path) == ["/b"])
        #expect(world.names(world.root + "/.cleanrules") == ["kept by hand"])
    }

    @Test("Only what was moved there is purged")
    func purgeVerifies() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        try world.putFolder("/folder")
        let orders = try await world.orders(["/a", "/b", "/folder"], .quarantine)
        let outcomes = try await world.delete(orders)
        let place = world.root + "/.cleanrules/quarantine/plan-1"
        overwrite(place + "/a", "changed")
        // Made before the old one goes, which might lend it its number otherwise.
        overwrite(place + "/b.new", "other")
        rename(place + "/b.new", place + "/b")
        overwrite(place + "/folder/new", "new")
        let restores = zip(orders, outcomes).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        let purged = try await world.local.purge(restores) { false }
        #expect(
            purged == [
                .failed(DeletionText.editedInQuarantine),
                .failed("something else lies in quarantine under its name there"),
                .failed("the folder is not empty"),
            ])
        #expect(world.bytes(place + "/folder/new") == Array("new".utf8))
        #expect(world.bytes(place + "/a") == Array("changed".utf8))
        #expect(world.bytes(place + "/b") == Array("other".utf8))
    }

    @Test("What was edited in quarantine stays, whatever its date")
    func purgeForged() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let orders = try await world.orders(["/a", "/b"], .quarantine)
        let outcomes = try await world.delete(orders)
        try await waitForTick()
        try world.files.forge("/.cleanrules/quarantine/plan-1/a")
        let restores = zip(orders, outcomes).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        let purged = try await world.local.purge(restores) { false }
        #expect(purged == [.failed(DeletionText.editedInQuarantine), .purged])
        #expect(try await world.local.restore([restores[0]]) { false }.map(\.path) == ["/a"])
    }

    @Test("What takes the place of an item in quarantine at the last moment stays")
    func purgeSwapped() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", Array("old".utf8))
        let order = try await world.orders(["/a"], .quarantine)[0]
        let restore = RestoreOrder(
            item: order.item, receipt: try await world.delete([order])[0].receipt)
        let place = world.root + "/.cleanrules/quarantine/plan-1/"
        var drive = world.local
        drive.calls.fault = { change, name in
            if change == .move, name == "a" {
                rename(place + "a", place + "old")
                overwrite(place + "a", "new")
            }
            return nil
        }
        #expect(
            try await drive.purge([restore]) { false } == [.failed(DeletionText.otherInQuarantine)])
        #expect(world.bytes(place + "a") == Array("new".utf8))
        #expect(world.bytes(place + "old") == Array("old".utf8))
    }

    @Test("What a purge has set aside can still be brought back, and goes with the next")
    func purgeBrokenOff() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let orders = try await world.orders(["/a", "/b"], .quarantine)
        let outcomes = try await world.delete(orders)
        let restores = zip(orders, outcomes).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        var drive = world.local
        drive.calls.fault = { change, _ in change == .unlink ? EIO : nil }
        let failed = PurgeOutcome.failed("the disk reports an error")
        #expect(try await drive.purge(restores) { false } == [failed, failed])
        #expect(try await world.local.restore([restores[0]]) { false }.map(\.path) == ["/a"])
        #expect(try await world.local.purge([restores[1]]) { false } == [.purged])
        #expect(world.names(world.root) == ["a"])
    }

    @Test("What a purge has set aside and somebody wrote to since stays")
    func purgeBrokenOffAndEdited() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        let order = try await world.orders(["/a"], .quarantine)[0]
        let restore = RestoreOrder(
            item: order.item, receipt: try await world.delete([order])[0].receipt)
        var drive = world.local
        drive.calls.fault = { change, _ in change == .unlink ? EIO : nil }
        _ = try await drive.purge([restore]) { false }
        let place = world.root + "/.cleanrules/quarantine/plan-1"
        let aside = try #require(world.names(place).first)
        #expect(aside.hasPrefix(".cleanrules-"))
        overwrite(place + "/" + aside, "later")
        #expect(
            try await world.local.purge([restore]) { false }
                == [.failed(DeletionText.editedInQuarantine)])
        guard
            case .restoredEdited(path: "/a", _) = try await world.local.restore(
                [restore], shouldStop: { false })[0]
        else { return #expect(Bool(false), "not back") }
        #expect(world.bytes(world.root + "/a") == Array("later".utf8))
    }

    @Test("What lies in quarantine is found without a receipt")
    func withoutReceipt() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/sub/a", "/sub/b", "/c"] { try world.putFile(path, [1]) }
        let orders = try await world.orders(["/sub/a", "/sub/b", "/c"], .quarantine)
        #expect(try await world.delete(orders).allSatisfy { $0.isDeleted })
        let restores = orders.map { RestoreOrder(item: $0.item, receipt: nil) }
        let drive = world.local
        #expect(try await drive.purge([restores[0]]) { false } == [.purged])
        guard case .failed = try await drive.purge([restores[0]], shouldStop: { false })[0] else {
            return #expect(Bool(false), "purged again")
        }
        #expect(try await drive.restore([restores[1]]) { false }.map(\.path) == ["/sub/b"])
        #expect(world.names(world.root + "/.cleanrules/quarantine/plan-1") == ["c"])
    }
}
