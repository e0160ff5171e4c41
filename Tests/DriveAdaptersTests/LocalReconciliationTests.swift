// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import Testing

@testable import DriveAdapters

/// What is put right after a process that did not live to the end, and what is left alone.
@Suite struct LocalReconciliationTests {
    private func note(_ path: String) -> String {
        String(
            decoding: TrashNote.text(path: Array(path.utf8), date: TrashNote.now()),
            as: UTF8.self)
    }

    @Test("Notes of items that never left go; those of others stay")
    func orphans() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a.txt", "/warm"] { try world.putFile(path, [1]) }
        #expect(try await world.delete(["/warm"])[0].isDeleted)
        let info = world.trash + "/info/"
        let own = note(world.root + "/a.txt")
        overwrite(info + "a.txt.trashinfo", own)
        overwrite(info + "a.2.txt.trashinfo", "")
        overwrite(info + "a.3.txt.trashinfo", String(own.prefix(30)))
        overwrite(info + "under any name.trashinfo", own)
        // Not this item's, though as empty as one that was begun; or not without its file.
        overwrite(info + "b.txt.trashinfo", "")
        overwrite(info + "a.4.txt.trashinfo", note(world.root + "/sub/a.txt"))
        overwrite(info + "a.5.txt.trashinfo", own)
        overwrite(world.trash + "/files/a.5.txt", "thrown away before")
        overwrite(info + "a.6.txt", own)
        let orders = try await world.orders(["/a.txt"])
        #expect(try await world.local.reconcile(orders) == [.unchanged])
        #expect(
            world.names(info) == [
                "a.4.txt.trashinfo", "a.5.txt.trashinfo", "a.6.txt", "b.txt.trashinfo",
                "warm.trashinfo",
            ])
        #expect(world.trashNames.files == ["a.5.txt", "warm"])
    }

    @Test("An item that was set aside to be removed for good is brought back")
    func setAside() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/sub/a", "/sub/b"] { try world.putFile(path, [1]) }
        let orders = try await world.orders(["/sub/a", "/sub/b"], .permanent)
        for order in orders {
            let inode = try #require(order.item.eTag?.split(separator: "-").first)
            #expect(
                rename(
                    world.root + order.item.path, world.root + "/sub/.cleanrules-\(inode)") == 0)
        }
        try world.putFile("/sub/b", [2])
        let answers = try await world.local.reconcile(orders)
        #expect(answers[0] == .unchanged)
        guard case .changed(let clause) = answers[1] else {
            return #expect(Bool(false), "\(answers)")
        }
        #expect(clause.contains("it lies beside it as '.cleanrules-"))
        #expect(world.bytes(world.root + "/sub/a") == [1])
        #expect(world.bytes(world.root + "/sub/b") == [2])
        #expect(world.names(world.root + "/sub").count == 3)
    }

    @Test("What somebody threw away by another way is not taken for this item")
    func notOurs() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/warm"] { try world.putFile(path, [1]) }
        #expect(try await world.delete(["/warm"])[0].isDeleted)
        let orders = try await world.orders(["/a"])
        // The very file, but from another path, as after a move by hand.
        #expect(rename(world.root + "/a", world.trash + "/files/a") == 0)
        overwrite(world.trash + "/info/a.trashinfo", note(world.root + "/moved/a"))
        #expect(try await world.local.reconcile(orders)[0].isGone)
        // Changed in the trash: no longer what the plan saw.
        overwrite(world.trash + "/info/a.trashinfo", note(world.root + "/a"))
        guard case .deleted(.some) = try await world.local.reconcile(orders)[0] else {
            return #expect(Bool(false), "not found")
        }
        overwrite(world.trash + "/files/a", "changed")
        // And left there: a person may have thrown it away.
        let place = "'\(world.trash)/files/a'"
        #expect(
            try await world.local.reconcile(orders) == [
                .changed(DeletionText.liesIn(DeletionText.modified, place))
            ])
        #expect(world.bytes(world.trash + "/files/a") == Array("changed".utf8))
        #expect(world.trashNames.notes.sorted() == ["a", "warm"])
    }

    @Test("What was thrown away from the same path before is not taken for a swapped file")
    func earlierFromThere() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        #expect(try await world.delete(["/a"])[0].isDeleted)
        try await waitForTick()
        try world.putFile("/a", [2, 2])
        let orders = try await world.orders(["/a"])
        try world.remove("/a")
        #expect(try await world.local.reconcile(orders)[0].isGone)
        #expect(world.trashNames.files == ["a"])
        // A folder that was filled as it went is named, with where it lies.
        try world.putFolder("/folder")
        let folder = try await world.orders(["/folder"])
        #expect(try await world.delete(folder)[0].isDeleted)
        overwrite(world.trash + "/files/folder/late", "late")
        let place = "'\(world.trash)/files/folder'"
        #expect(
            try await world.local.reconcile(folder) == [
                .changed(DeletionText.liesIn(DeletionText.filledMeanwhile, place))
            ])
        #expect(world.bytes(world.trash + "/files/folder/late") == Array("late".utf8))
    }

    @Test("Folders that were made for the quarantine and not used go")
    func emptyQuarantine() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/sub/a", [1])
        let orders = try await world.orders(["/sub/a"], .quarantine)
        try world.putFolder("/.cleanrules/quarantine/plan-1/sub")
        #expect(try await world.local.reconcile(orders) == [.unchanged])
        #expect(world.names(world.root) == ["sub"])
    }

    @Test("Looking changes nothing where nothing was left half done")
    func changesNothing() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/b", "/c"] { try world.putFile(path, [1]) }
        let orders =
            try await world.orders(["/a"]) + world.orders(["/b"], .quarantine)
            + world.orders(["/c"], .permanent)
        #expect(try await world.delete([orders[1]])[0].isDeleted)
        var drive = world.local
        let changes = Lock<[String]>([])
        drive.calls.fault = { change, name in
            if change != .sync, change != .removeFolder {
                changes.withLock { $0.append("\(change) \(name)") }
            }
            return nil
        }
        let answers = try await drive.reconcile(orders)
        #expect(answers[0] == .unchanged && answers[2] == .unchanged)
        #expect(changes.withLock { $0 }.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: world.trash))
    }

    // MARK: - Notes

    @Test("A note tells the path that it was written for, whatever that holds")
    func notes() {
        for path in [
            "/a", "relative/b", "/\u{e9} \n%25?#;=+&", "/e\u{301}", "/\u{1f4c1}", "/a//b", "/%",
            "/%zz",
        ] {
            let text = TrashNote.text(
                path: Array(path.utf8), date: Array("2026-01-31T08:05:00".utf8))
            #expect(TrashNote.path(in: text) == Array(path.utf8), "\(path)")
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
            #expect(lines.count == 3 && lines[0] == "[Trash Info]")
            #expect(lines[2] == "DeletionDate=2026-01-31T08:05:00")
            #expect(text.allSatisfy { $0 < 0x80 })
            for count in 0..<text.count - 34 {
                #expect(TrashNote.isBegun(Array(text.prefix(count)), path: Array(path.utf8)))
            }
            #expect(!TrashNote.isBegun(text, path: Array(path.utf8)))
            #expect(!TrashNote.isBegun(Array("[Trash Infos".utf8), path: Array(path.utf8)))
        }
        for text in ["", "[Trash Info]", "Path", "[Trash Info]\nDeletionDate=2026"] {
            #expect(TrashNote.path(in: Array(text.utf8)) == nil)
        }
        // What other programs write, and what is broken.
        let text = "[Trash Info]\r\nX=1\nPath=%2fa%2Fb%c3%a9%4\nPath=/second\n"
        #expect(TrashNote.path(in: Array(text.utf8)) == Array("/a/b\u{e9}%4".utf8))
    }
}
