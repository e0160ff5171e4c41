// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import TestSupport
import Testing

@testable import DriveAdapters

/// Where thrown away files go, and what is written about them.
@Suite struct LocalTrashTests {
    private let account = geteuid()

    /// The lines of the note called `name`.
    private func note(_ name: String, in trash: String, _ world: LocalDeletionWorld) -> [String] {
        let bytes = world.bytes(trash + "/info/" + name + ".trashinfo") ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func rights(_ path: String) throws -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw LocalWorld.Failure() }
        return status.st_mode & 0o7777
    }

    @Test("The trash of the home folder is made, private, and holds file and note")
    func homeTrash() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/sub/100% sch\u{f6}n\n.txt", [1, 2])
        let before = Date(timeIntervalSinceNow: -1)
        let outcome = try await world.delete(["/sub/100% sch\u{f6}n\n.txt"])[0]
        #expect(outcome.receipt?.place == "the trash (\(world.trash))")
        for folder in ["", "/files", "/info"] { #expect(try rights(world.trash + folder) == 0o700) }
        #expect(try rights(world.home.root + "/share") == 0o700)
        #expect(world.bytes(world.trash + "/files/100% sch\u{f6}n\n.txt") == [1, 2])
        let lines = note("100% sch\u{f6}n\n.txt", in: world.trash, world)
        #expect(lines.count == 3)
        #expect(lines[0] == "[Trash Info]")
        #expect(lines[1] == "Path=\(world.root)/sub/100%25%20sch%C3%B6n%0A.txt")
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "'DeletionDate='yyyy-MM-dd'T'HH:mm:ss"
        let date = try #require(format.date(from: lines[2]), "\(lines)")
        #expect(date >= before && date <= Date(timeIntervalSinceNow: 1))
        #expect(try rights(world.trash + "/info/100% sch\u{f6}n\n.txt.trashinfo") == 0o600)
    }

    @Test("Items of one name are numbered before their extension", arguments: [false, true])
    func clashes(avoidsNoReplace: Bool) async throws {
        let world = try LocalDeletionWorld { $0.calls.avoidsNoReplace = avoidsNoReplace }
        let paths = (1...5).map { "/\($0)/a.b.txt" } + ["/1/plain", "/2/plain", "/1/.b", "/2/.b"]
        for path in paths { try world.putFile(path, Array(path.utf8)) }
        let orders = try await world.orders(paths)
        let outcomes = try await world.delete(orders)
        let names = [
            ".b", ".b.2", "a.b.2.txt", "a.b.3.txt", "a.b.4.txt", "a.b.5.txt", "a.b.txt", "plain",
            "plain.2",
        ]
        #expect(world.trashNames.files == names)
        #expect(world.trashNames.notes == names)
        #expect(world.bytes(world.trash + "/files/a.b.3.txt") == Array("/3/a.b.txt".utf8))
        #expect(note("a.b.3.txt", in: world.trash, world)[1] == "Path=\(world.root)/3/a.b.txt")
        #expect(try await world.restore(orders, outcomes).map(\.path) == paths)
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
    }

    @Test("A name that a file or a note alone has is not used")
    func halfTaken() async throws {
        let world = try LocalDeletionWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        try world.home.putFile("/share/Trash/files/a", [7])
        try world.home.putFile("/share/Trash/info/b.trashinfo", [7])
        #expect(try await world.delete(["/a", "/b"]).map(\.isDeleted) == [true, true])
        #expect(world.trashNames.files == ["a", "a.2", "b.2"])
        #expect(world.trashNames.notes == ["a.2", "b", "b.2"])
        #expect(world.bytes(world.trash + "/files/a") == [7])
        #expect(world.bytes(world.trash + "/info/b.trashinfo") == [7])
    }

    @Test("Names that are too long with their number or note are cut between characters")
    func longNames() async throws {
        let world = try LocalDeletionWorld()
        let names = [
            String(repeating: "x", count: 255), String(repeating: "e\u{301}", count: 83) + ".jpg",
            String(repeating: "\u{1f469}\u{200d}\u{1f680}", count: 22) + ".jpeg",
            "a." + String(repeating: "y", count: 253),
        ]
        let paths = names.flatMap { ["/1/" + $0, "/2/" + $0] }
        for path in paths { try world.putFile(path, Array(path.utf8)) }
        let orders = try await world.orders(paths)
        let outcomes = try await world.delete(orders)
        #expect(outcomes.allSatisfy { $0.isDeleted }, "\(outcomes)")
        let held = world.trashNames.files
        #expect(held.count == paths.count && held.allSatisfy { $0.utf8.count <= 245 })
        #expect(held == world.trashNames.notes)
        #expect(held.filter { $0.hasSuffix(".jpg") }.count == 2)
        #expect(held.contains { $0.hasSuffix("\u{1f469}\u{200d}\u{1f680}.2.jpeg") })
        #expect(try await world.restore(orders, outcomes).map(\.path) == paths)
    }

    @Test("A great many items of one name are thrown away one after the other")
    func manyClashes() async throws {
        let world = try LocalDeletionWorld(inMemory: true)
        // What is there already is made by hand, the last hundreds by the drive. The notes are whole
        // ones, of other items: one without a text would count as begun and given up after a
        // minute, however long the rest of this takes.
        let present = 100_000
        let note = TrashNote.text(path: Array("/elsewhere/x.txt".utf8), date: [])
        try world.home.putFile("/share/Trash/files/x.txt", [])
        try world.home.putFile("/share/Trash/info/x.txt.trashinfo", note)
        for number in 2...present {
            let name = world.trash + "/info/x.\(number).txt.trashinfo"
            try world.files.check(link(world.trash + "/info/x.txt.trashinfo", name))
        }
        let paths = (0..<300).map { "/\($0)/x.txt" }
        for path in paths { try world.putFile(path, [1]) }
        let asked = Lock(0)
        var drive = world.local
        drive.calls.fault = { change, _ in
            if change == .createFile { asked.withLock { $0 += 1 } }
            return nil
        }
        let orders = try await world.orders(paths)
        for batch in 0..<3 {
            let part = Array(orders[(batch * 100)..<((batch + 1) * 100)])
            let outcomes = try await drive.delete(part) { false }
            #expect(outcomes.allSatisfy { $0.isDeleted })
        }
        // Each note was made at the first attempt.
        #expect(asked.withLock { $0 } == 300)
        #expect(world.bytes(world.trash + "/files/x.\(present + 300).txt") == [1])
    }

    @Test("Finding a free name takes few questions")
    func freeNames() throws {
        var names = NumberedNames()
        let name = KernelName("x.txt")
        let folder = FileKey(device: 1, inode: 1)
        func form(_ number: Int) -> KernelName {
            NumberedNames.name(name, number: number, byteMax: 245)
        }
        var taken = Set((1...100_000).map(form))
        var asked = 0
        for number in 0..<100 {
            let free = try names.free(name, in: folder, byteMax: 245) { candidate in
                asked += 1
                return taken.contains(candidate)
            }
            #expect(free == form(100_001 + number))
            free.map { _ = taken.insert($0) }
        }
        #expect(asked < 250)
        // With gaps, some free name is found.
        taken = Set((1...1_000).filter { $0 % 3 != 0 }.map(form))
        let other = try names.free(name, in: FileKey(device: 1, inode: 2), byteMax: 245) {
            taken.contains($0)
        }
        #expect(other.map { !taken.contains($0) } == true)
    }

    @Test("A numbered name is known as such")
    func forms() {
        let name = KernelName("a.txt")
        for form in ["a.txt", "a.2.txt", "a.100001.txt"] {
            #expect(NumberedNames.isForm(KernelName(form), of: name, byteMax: 245), "\(form)")
        }
        for other in [
            "a.1.txt", "a.02.txt", "a.txt.2", "ab.txt", "a.2.", ".txt", "2.txt", "a.-2.txt",
        ] {
            #expect(!NumberedNames.isForm(KernelName(other), of: name, byteMax: 245), "\(other)")
        }
        let long = KernelName(String(repeating: "x", count: 250))
        let cut = KernelName(String(repeating: "x", count: 243) + ".2")
        #expect(NumberedNames.isForm(cut, of: long, byteMax: 245))
    }

    // MARK: - Other file systems

    @Test(
        "What lies on another file system goes into the trash at its top",
        .enabled(if: TestMount.isPermitted, TestMount.reason), arguments: [false, true])
    func topTrash(rootIsTop: Bool) async throws {
        let disk = try LocalWorld()
        let mount = try TestMount(tmpfs: disk.root)
        try disk.putFolder("/sub")
        let world = try LocalDeletionWorld()
        let root = rootIsTop ? disk.root : disk.root + "/sub"
        let drive = LocalDrive(name: "d", rootPath: root, options: world.local.options)
        try disk.putFile("/sub/deep er/a", [1])
        let other = MountedDrive(files: disk, local: drive)
        let path = rootIsTop ? "/sub/deep er/a" : "/deep er/a"
        let orders = try await other.orders([path])
        let outcomes = try await other.delete(orders)
        let trash = disk.root + "/.Trash-\(account)"
        #expect(outcomes[0].receipt?.place == "the trash (\(trash))")
        #expect(note("a", in: trash, world)[1] == "Path=sub/deep%20er/a")
        #expect(try rights(trash) == 0o700)
        #expect(!FileManager.default.fileExists(atPath: world.trash))
        // No item of a listing.
        #expect(try await other.paths == (rootIsTop ? ["/sub", "/sub/deep er"] : ["/deep er"]))
        #expect(try await drive.reconcile(orders) == [.deleted(outcomes[0].receipt)])
        #expect(try await other.restore(orders, outcomes).map(\.path) == [path])
        #expect(world.names(trash + "/info").isEmpty)
        withExtendedLifetime(mount) {}
    }

    @Test(
        "The administrator's trash is used if it is sticky and no link",
        .enabled(if: TestMount.isPermitted, TestMount.reason),
        arguments: ["sticky", "open", "link"])
    func sharedTrash(kind: String) async throws {
        let disk = try LocalWorld()
        let mount = try TestMount(tmpfs: disk.root)
        let drive = LocalDrive(name: "d", rootPath: disk.root)
        let other = MountedDrive(files: disk, local: drive)
        try disk.putFile("/a", [1])
        try disk.putFolder(kind == "link" ? "/elsewhere" : "/.Trash")
        let folder = disk.root + (kind == "link" ? "/elsewhere" : "/.Trash")
        try disk.check(chmod(folder, kind == "open" ? 0o777 : 0o1777))
        if kind == "link" { try disk.link("/.Trash", to: "elsewhere") }
        let receipt = try await other.delete(["/a"])[0].receipt
        let place = kind == "sticky" ? "/.Trash/\(account)" : "/.Trash-\(account)"
        #expect(receipt?.place == "the trash (\(disk.root + place))")
        let item = ItemValues(path: "/a")
        #expect(!FileManager.default.fileExists(atPath: folder + "/\(account)") || kind == "sticky")
        let restored = try await drive.restore([RestoreOrder(item: item, receipt: receipt)]) {
            false
        }
        // Without a tag there is no telling what the item was.
        guard case .impossible = restored[0] else { return #expect(Bool(false), "\(restored)") }
        withExtendedLifetime(mount) {}
    }

    @Test(
        "A second mount of the same folders is another place to the kernel",
        .enabled(if: TestMount.isPermitted, TestMount.reason))
    func bindMount() async throws {
        let world = try LocalDeletionWorld()
        try world.putFolder("/bind")
        try world.putFile("/real/file", [1])
        let mount = try TestMount(showing: world.root + "/real", at: world.root + "/bind")
        let drive = LocalDrive(
            name: "d", rootPath: world.root + "/bind", options: world.local.options)
        let bound = MountedDrive(files: world.files, local: drive)
        let receipt = try await bound.delete(["/file"])[0].receipt
        #expect(receipt?.place == "the trash (\(world.root)/bind/.Trash-\(account))")
        withExtendedLifetime(mount) {}
    }

    @Test(
        "A trash that the kernel cannot move into is passed over, for the whole batch at once",
        .enabled(if: TestMount.isPermitted, TestMount.reason))
    func outOfReach() async throws {
        let disk = try LocalWorld()
        let mount = try TestMount(tmpfs: disk.root)
        let paths = (0..<5).map { "/sub/\($0)" }
        for path in paths { try disk.putFile(path, [1]) }
        var options = LocalDrive.Options()
        options.homeTrash = disk.root + "/home/Trash"
        var drive = LocalDrive(name: "d", rootPath: disk.root + "/sub", options: options)
        let seen = Lock((moves: 0, syncs: 0))
        drive.calls.fault = { change, _ in
            seen.withLock { seen in
                if change == .sync { seen.syncs += 1 }
                guard change == .move else { return nil }
                seen.moves += 1
                return seen.moves <= 5 ? EXDEV : nil
            }
        }
        let other = MountedDrive(files: disk, local: drive)
        let receipts = try await other.delete(paths.map { String($0.dropFirst(4)) }).map(\.receipt)
        let place = "the trash (\(disk.root)/.Trash-\(account))"
        #expect(receipts.map { $0?.place } == paths.map { _ in place })
        #expect(seen.withLock { $0.moves } == 10 && seen.withLock { $0.syncs } == 3)
        let info = try FileManager.default.contentsOfDirectory(
            atPath: disk.root + "/home/Trash/info")
        #expect(info.isEmpty)
        withExtendedLifetime(mount) {}
    }

    @Test(
        "When the second attempt cannot be brought to the disk, the first is taken back too",
        .enabled(if: TestMount.isPermitted, TestMount.reason))
    func outOfReachAndBroken() async throws {
        let disk = try LocalWorld()
        let mount = try TestMount(tmpfs: disk.root)
        for path in ["/sub/a", "/sub/b"] { try disk.putFile(path, [1]) }
        var options = LocalDrive.Options()
        options.homeTrash = disk.root + "/home/Trash"
        var drive = LocalDrive(name: "d", rootPath: disk.root + "/sub", options: options)
        let seen = Lock((moves: 0, syncs: 0))
        drive.calls.fault = { change, name in
            seen.withLock { seen in
                if change == .sync { seen.syncs += 1 }
                if change == .sync, seen.syncs == 2 { return EIO }
                guard change == .move, name == "b" else { return nil }
                seen.moves += 1
                return seen.moves == 1 ? EXDEV : nil
            }
        }
        let other = MountedDrive(files: disk, local: drive)
        let outcomes = try await other.delete(["/a", "/b"])
        let clause = "the disk reports an error"
        #expect(outcomes == [.failed(clause), .failed(clause)])
        #expect(try await other.paths == ["/a", "/b"])
        withExtendedLifetime(mount) {}
    }

    // MARK: - Trash that cannot be used

    @Test(
        "A trash that is a link, or belongs to somebody else, is not used",
        .enabled(if: TestMount.isPermitted, TestMount.reason),
        arguments: ["Trash", "files", "info", "owner"])
    func foreignTrash(kind: String) async throws {
        let disk = try LocalWorld()
        let mount = try TestMount(tmpfs: disk.root)
        let base = "/home/Trash"
        let trash = disk.root + base
        try disk.putFile("/drive/a", [1])
        try disk.putFolder("/elsewhere/files")
        try disk.putFolder("/elsewhere/info")
        try disk.putFolder(kind == "Trash" ? "/home" : base)
        switch kind {
        case "Trash": try disk.link(base, to: "../elsewhere")
        case "files", "info": try disk.link(base + "/" + kind, to: "../../elsewhere/" + kind)
        default: try disk.check(chown(trash, 65_534, 65_534))
        }
        // Nor is that at the top, which would be next.
        try disk.link("/.Trash-\(account)", to: "elsewhere")
        var options = LocalDrive.Options()
        options.homeTrash = trash
        let drive = LocalDrive(name: "d", rootPath: disk.root + "/drive", options: options)
        let other = MountedDrive(files: disk, local: drive)
        let outcome = try await other.delete(["/a"])[0]
        #expect(outcome.failure?.hasPrefix("its file system has no trash") == true, "\(outcome)")
        #expect(try await other.paths == ["/a"])
        for folder in ["/files", "/info"] {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: disk.root + "/elsewhere" + folder)
            #expect(names.isEmpty)
        }
        withExtendedLifetime(mount) {}
    }

    @Test(
        "Where the note cannot be written, nothing is moved",
        .enabled(if: TestMount.isPermitted, TestMount.reason))
    func fullDisk() async throws {
        let disk = try LocalWorld()
        let mount = try TestMount(tmpfs: disk.root, size: "256k")
        for path in ["/a", "/b"] { try disk.putFile(path, [1]) }
        let drive = LocalDrive(name: "d", rootPath: disk.root)
        let other = MountedDrive(files: disk, local: drive)
        let orders = try await other.orders(["/a", "/b"])
        // The trash itself is there already.
        try disk.putFile("/warm", [1])
        #expect(try await other.delete(["/warm"])[0].isDeleted)
        var size = 1 << 17
        while size > 0 {
            do { try disk.putFile("/filler-\(size)", [UInt8](repeating: 1, count: size)) } catch {
                size /= 2
            }
            if size < 4_096, (try? disk.putFile("/filler-end", [1])) == nil { break }
            if FileManager.default.fileExists(atPath: disk.root + "/filler-\(size)") {
                rename(
                    disk.root + "/filler-\(size)",
                    disk.root + "/kept-\(UInt64.random(in: 0 ... .max))")
            }
        }
        let outcomes = try await other.delete(orders)
        #expect(
            outcomes
                == Array(
                    repeating: .failed("the trash takes no note of it: the disk is full"), count: 2)
        )
        #expect(try await other.paths.filter { $0.utf8.count == 2 } == ["/a", "/b"])
        let notes = try FileManager.default.contentsOfDirectory(
            atPath: disk.root + "/.Trash-\(account)/info")
        #expect(notes == ["warm.trashinfo"])
        withExtendedLifetime(mount) {}
    }

    @Test(
        "On a read-only file system nothing is deleted",
        .enabled(if: TestMount.isPermitted, TestMount.reason),
        arguments: DeletionMethod.allCases)
    func readOnly(method: DeletionMethod) async throws {
        let disk = try LocalWorld()
        let mount = try TestMount(tmpfs: disk.root)
        try disk.putFile("/a", [1])
        try disk.putFolder("/folder")
        let drive = LocalDrive(name: "d", rootPath: disk.root)
        let other = MountedDrive(files: disk, local: drive)
        let orders = try await other.orders(["/a", "/folder"], method)
        try mount.setReadOnly(true)
        for outcome in try await other.delete(orders) {
            #expect(outcome.failure?.contains("the file system is read-only") == true, "\(outcome)")
        }
        #expect(try await drive.reconcile(orders) == [.unchanged, .unchanged])
        try mount.setReadOnly(false)
        #expect(try await other.delete(orders).allSatisfy { $0.isDeleted })
        withExtendedLifetime(mount) {}
    }

    // MARK: - Others who read it

    @Test(
        "The trash reads as other programs write it",
        .enabled(if: InstalledProgram.isExpected("/usr/bin/gio"), "gio is not installed"))
    func gioTrash() async throws {
        // gio throws away through the same specification: what it wrote is found and brought back.
        let world = try LocalDeletionWorld()
        try world.putFile("/sub/from gio.txt", [1, 2, 3])
        let item = try await world.item("/sub/from gio.txt")
        try world.files.check(mkdir(world.home.root + "/share", 0o700))
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_DATA_HOME"] = world.home.root + "/share"
        environment["HOME"] = world.home.root
        let result = runProgram(
            "/usr/bin/gio", ["trash", world.root + "/sub/from gio.txt"], environment: environment)
        guard result.isDone, world.trashNames.files == ["from gio.txt"] else { return }
        let order = DeletionOrder(item: item, method: .recycle, plan: "p")
        guard case .deleted(let receipt?) = try await world.local.reconcile([order])[0] else {
            return #expect(Bool(false), "not found")
        }
        let restored = try await world.local.restore([RestoreOrder(item: item, receipt: receipt)]) {
            false
        }
        #expect(restored.map(\.path) == ["/sub/from gio.txt"])
        #expect(world.trashNames.notes.isEmpty)
    }
}

/// A local drive in a folder that is looked after elsewhere.
struct MountedDrive: DeletingWorld {
    let files: LocalWorld
    let local: LocalDrive
    var drive: any Drive { local }
    var deleting: any DeletingDrive { local }
    func putFile(_ path: String, _ content: [UInt8]) throws { try files.putFile(path, content) }
    func putFolder(_ path: String) throws { try files.putFolder(path) }
    func remove(_ path: String) throws { try files.remove(path) }
}
