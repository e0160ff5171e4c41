// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import Testing

@testable import DriveAdapters

/// What a walk lists, and what it leaves alone.
@Suite struct LocalWalkTests {
    private func partial(_ completeness: Completeness) -> [DriveProblem] {
        guard case .partial(let problems) = completeness else { return [] }
        return problems.kept
    }

    @Test("Dates, owner, type and tag come from the file")
    func metadata() async throws {
        let world = try LocalWorld()
        try world.putFile("/Photo.JPG", [1])
        try world.setTimes("/Photo.JPG", accessed: 1_600_000_000, modified: 1_500_000_000)
        let item = try #require(try await world.drive.listed().listing.item("/Photo.JPG"))
        #expect(item.modified == Timestamp(secondsSinceEpoch: 1_500_000_000))
        #expect(item.accessed == Timestamp(secondsSinceEpoch: 1_600_000_000))
        let now = Timestamp(secondsSinceEpoch: Int64(time(nil)))
        if let created = item.created {
            #expect(created > Timestamp(secondsSinceEpoch: 1_700_000_000) && created <= now)
        }
        #expect(item.mime == "image/jpeg")
        #expect(item.owner == NSUserName())
        #expect(item.link == nil)
        #expect(item.shared == nil)
        #expect(item.eTag?.contains("-14d1120d7b160005;") == true)
    }

    @Test("Times before 1970 are rounded down and years before 1601 are missing")
    func earlyTimes() async throws {
        let world = try LocalWorld()
        for (path, seconds) in [("/early", -1), ("/ancient", -11_644_473_601)] {
            try world.putFile(path, [1])
            try world.setTimes(path, accessed: 0, modified: seconds)
        }
        let listing = try await world.drive.listed().listing
        #expect(listing.item("/early")?.modified == Timestamp(secondsSinceEpoch: -1))
        // A file system that cannot keep such a time keeps its own earliest.
        let kept = try #require(listing.item("/ancient"))
        if let modified = kept.modified { #expect(modified.secondsSinceEpoch > -11_644_473_601) }
    }

    @Test("Symbolic links are items of their own and are never followed")
    func symbolicLinks() async throws {
        let outside = try LocalWorld()
        try outside.putFile("/secret/file", [1])
        let world = try LocalWorld()
        try world.putFile("/real/file", [1])
        try world.link("/loop", to: ".")
        try world.link("/real/up", to: "..")
        try world.link("/dangling", to: "/nowhere/at/all")
        try world.link("/out", to: outside.root)
        try world.link("/file", to: "real/file")
        let (listing, completeness, _) = try await world.drive.listed()
        #expect(completeness == .complete)
        let paths = ["/dangling", "/file", "/loop", "/out", "/real", "/real/file", "/real/up"]
        #expect(listing.paths == paths)
        for path in ["/dangling", "/file", "/loop", "/out", "/real/up"] {
            let row = try #require(listing.row(path))
            #expect(listing.itemFlags(row) == .undeletable)
            #expect(listing.values(row).size == nil)
        }
    }

    @Test("Pipes and sockets are listed but never opened", .timeLimit(.minutes(60)))
    func pipes() async throws {
        let world = try LocalWorld()
        try world.check(mkfifo(world.root + "/pipe", 0o644))
        try world.check(mknod(world.root + "/socket", S_IFSOCK | 0o644, 0))
        let (listing, completeness, _) = try await world.drive.listed()
        #expect(completeness == .complete)
        #expect(listing.paths == ["/pipe", "/socket"])
        let found = try await world.drive.contentClasses(
            of: [[0, 1]], in: listing, progress: nil)
        #expect(listing.classes(found).isEmpty)
        let hashes = try await world.drive.contentHashes(
            of: [0, 1], algorithms: [.sha1], in: listing, progress: nil)
        #expect(hashes.text(.sha1, at: 0) == nil)
    }

    @Test("Hard links share a link, other files have none")
    func hardLinks() async throws {
        let world = try LocalWorld()
        try world.putFile("/a", [1, 2])
        try world.putFile("/folder/other", [1, 2])
        try world.check(Glibc.link(world.root + "/a", world.root + "/folder/b"))
        let listing = try await world.drive.listed().listing
        let link = try #require(listing.item("/a")?.link)
        #expect(listing.item("/folder/b")?.link == link)
        #expect(listing.item("/folder/other")?.link == nil)
        #expect(listing.item("/folder")?.link == nil)
    }

    @Test("A folder that cannot be read makes the listing partial, by name")
    func unreadable() async throws {
        let world = try LocalWorld { local in
            local.fault = { String(decoding: $0, as: UTF8.self) == "shut/inner" ? EACCES : nil }
        }
        try world.putFile("/shut/inner/hidden", [1])
        try world.putFile("/shut/seen", [1])
        try world.putFile("/other/seen", [1])
        let (listing, completeness, _) = try await world.drive.listed()
        #expect(
            partial(completeness)
                == [DriveProblem(path: "/shut/inner", reason: "permission denied")])
        #expect(
            listing.paths == ["/other", "/other/seen", "/shut", "/shut/inner", "/shut/seen"])
        let row = try #require(listing.row("/shut/inner"))
        #expect(listing.itemFlags(row).isSuperset(of: [.folder, .neverEmpty, .undeletable]))
    }

    /// In a process of its own, since it gives up its rights for good.
    @Test("What belongs to somebody else is read as far as it may be")
    func otherAccount() async throws {
        let world = try LocalWorld()
        for path in ["/a", "/b", "/shut/inside", "/secret"] { try world.putFile(path, [1, 2, 3]) }
        // Whatever mask other tests have set for a moment.
        for path in ["/a", "/b"] { try world.check(chmod(world.root + path, 0o644)) }
        try world.check(chmod(world.root, 0o755))
        try world.check(chmod(world.root + "/shut", 0))
        try world.check(chmod(world.root + "/secret", 0))
        await #expect(processExitsWith: .success) { [root = world.root as String] in
            if geteuid() == 0 { try #require(setuid(65_534) == 0) }
            let drive = LocalDrive(name: "d", rootPath: root)
            let (listing, completeness, _) = try await drive.listed()
            let shut = DriveProblem(path: "/shut", reason: "permission denied")
            try #require(completeness == .partial(DriveProblems([shut])))
            try #require(listing.paths == ["/a", "/b", "/secret", "/shut"])
            let found = try await drive.contentClasses(
                of: listing.groupsBySize, in: listing, progress: nil)
            try #require(listing.classes(found) == [["/a", "/b"]])
            let secret = DriveProblem(path: "/secret", reason: "permission denied")
            try #require(found.problems == DriveProblems([secret]))
        }
        try world.check(chmod(world.root + "/shut", 0o755))
    }

    @Test("A root that cannot be read is a partial listing, a missing one an error")
    func unreadableRoot() async throws {
        let world = try LocalWorld { $0.fault = { $0.isEmpty ? EIO : nil } }
        let (_, completeness, _) = try await world.drive.listed()
        #expect(partial(completeness).map(\.path) == ["/"])
        let missing = LocalDrive(name: "d", rootPath: world.root + "/none")
        let error = await #expect(throws: DriveError.self) { try await missing.listed() }
        #expect(error?.status == Int(ENOENT))
        #expect(error?.operation == .list)
    }

    @Test("A root that is a symbolic link is refused, not followed")
    func linkedRoot() async throws {
        let world = try LocalWorld()
        try world.putFolder("/real")
        try world.link("/link", to: "real")
        for path in ["/link", "/link/"] {
            let drive = LocalDrive(name: "d", rootPath: world.root + path)
            await #expect(throws: DriveError.self) { try await drive.listed() }
        }
    }

    @Test("A folder that goes away during the walk was never there")
    func vanishing() async throws {
        let root = Lock("")
        let world = try LocalWorld { local in
            local.fault = { path in
                if path == Array("gone".utf8) { rmdir(root.withLock { $0 } + "/gone") }
                return nil
            }
        }
        root.withLock { $0 = world.root }
        try world.putFolder("/gone")
        try world.putFile("/stays", [1])
        let (listing, completeness, _) = try await world.drive.listed()
        #expect(completeness == .complete)
        #expect(listing.paths == ["/stays"])
    }

    @Test("A folder swapped for a link during the walk is not entered", arguments: [false, true])
    func swapped(avoidsOpenat2: Bool) async throws {
        let outside = try LocalWorld()
        try outside.putFile("/secret", [1])
        let root = Lock("")
        let world = try LocalWorld(avoidsOpenat2: avoidsOpenat2) { local in
            local.fault = { [target = outside.root] path in
                if path == Array("folder".utf8) {
                    let place = root.withLock { $0 } + "/folder"
                    rename(place, place + ".aside")
                    symlink(target, place)
                }
                return nil
            }
        }
        root.withLock { $0 = world.root }
        try world.putFolder("/folder")
        let (listing, _, _) = try await world.drive.listed()
        #expect(!listing.paths.contains("/folder/secret"))
        let row = try #require(listing.row("/folder"))
        #expect(listing.itemFlags(row) == .undeletable)
    }

    @Test("Trash folders at the top hold no items")
    func trash() async throws {
        let world = try LocalWorld { local in
            local = LocalDrive(name: "d", rootPath: local.rootPath)
        }
        for folder in [
            "/.Trash", "/.Trash-0", "/.Trash-1000", "/.Trash-x", "/.Trash-", "/sub/.Trash-1000",
            "/share/Trash",
        ] { try world.putFile(folder + "/files/x", [1]) }
        var options = LocalDrive.Options()
        options.homeTrash = world.root + "/share/Trash"
        let drive = LocalDrive(name: "d", rootPath: world.root + "//", options: options)
        let listing = try await drive.listed().listing
        #expect(
            listing.paths.filter { $0.hasSuffix("/x") } == [
                "/.Trash-/files/x", "/.Trash-x/files/x", "/sub/.Trash-1000/files/x",
            ])
        let parent = try #require(listing.row("/share"))
        #expect(listing.itemFlags(parent) == [.folder, .neverEmpty, .undeletable])
        #expect(listing.row("/share/Trash") == nil)
    }

    @Test("What an interrupted deletion left under a name of its own goes by no rule")
    func aside() async throws {
        let world = try LocalWorld()
        for path in ["/sub/.cleanrules-f7c24a", "/sub/.cleanrules-folder/x", "/.cleanrules-notes"] {
            try world.putFile(path, [1])
        }
        let listed = try await world.drive.listed()
        let listing = listed.listing
        #expect(
            Set(listing.paths) == [
                "/sub", "/sub/.cleanrules-f7c24a", "/sub/.cleanrules-folder", "/.cleanrules-notes",
            ])
        for path in ["/sub/.cleanrules-f7c24a", "/sub/.cleanrules-folder"] {
            let row = try #require(listing.row(path))
            #expect(listing.itemFlags(row) == .undeletable)
        }
        let own = try #require(listing.row("/.cleanrules-notes"))
        #expect(listing.itemFlags(own) == [])
    }

    @Test("What the program keeps of itself is no item")
    func ownFiles() async throws {
        let world = try LocalWorld(inMemory: true)
        for path in [
            "/share/state/x", "/share/other", "/desk/my.sqlite", "/desk/my.sqlite-wal",
            "/desk/my.sqlite.run", "/desk/your.sqlite", "/else/my.sqlite", "/desk/my.sqlite3",
            "/rules/own.yaml", "/rules/other.yaml",
        ] { try world.putFile(path, [1]) }
        // Whatever leads to it, it is the same file.
        try world.files(link: "/desk/my.sqlite", "/else/hard")
        try world.link("/else/soft.yaml", to: "../rules/own.yaml")
        var options = LocalDrive.Options()
        options.ownFolders = [world.root + "/share/state", world.root + "/none"]
        options.ownFiles = ["", "-wal", "-shm", ".run"].map { world.root + "/desk/my.sqlite" + $0 }
        options.ownFiles += [world.root + "/else/soft.yaml", world.root + "/none/x"]
        let drive = LocalDrive(name: "d", rootPath: world.root, options: options)
        // Made only after the options were.
        try world.putFile("/desk/my.sqlite-shm", [1])
        let listing = try await drive.listed().listing
        #expect(
            Set(listing.paths) == [
                "/share", "/share/other", "/desk", "/desk/your.sqlite", "/else", "/else/my.sqlite",
                "/desk/my.sqlite3", "/rules", "/rules/other.yaml",
            ])
        for holder in ["/share", "/desk"] {
            let row = try #require(listing.row(holder))
            #expect(listing.itemFlags(row) == [.folder, .neverEmpty, .undeletable])
        }
    }

    @Test("The user's trash is found as its specification says")
    func homeTrash() {
        let find = LocalDrive.Options.homeTrash(environment:)
        #expect(find(["HOME": "/home/ada"]) == "/home/ada/.local/share/Trash")
        #expect(find(["HOME": "/home/ada", "XDG_DATA_HOME": "/data"]) == "/data/Trash")
        #expect(find(["HOME": "/h", "XDG_DATA_HOME": "relative"]) == "/h/.local/share/Trash")
        #expect(find([:]) == nil)
    }

    @Test("A folder of many batches is listed whole, each name once")
    func manyEntries() async throws {
        let world = try LocalWorld(inMemory: true)
        try world.putFolder("/many")
        let count = 5_000
        for number in 0..<count { try world.putFile("/many/\(number)", []) }
        let listing = try await world.drive.listed().listing
        #expect(listing.count == count + 1)
        #expect(Set(listing.paths).count == count + 1)
    }

    @Test("Folders are read over and over, whatever they hold", arguments: [0, 1, 2, 4_000])
    func readAgain(count: Int) throws {
        let world = try LocalWorld(inMemory: true)
        let names = (0..<count).map { "a name of some length, so that batches end: \($0)" }
        for name in names { try world.putFile("/" + name, []) }
        var reader = DirectoryReader()
        for round in 0..<20 {
            let folder = try OpenFolder(KernelName(world.root), in: AT_FDCWD, isRead: true)
            // Each with a reader of its own, which goes with it.
            let index = try FolderIndex(folder.descriptor)
            #expect(Set(index.names.values.joined().map(\.text)) == Set(names), "\(round)")
            // And all with one.
            #expect(lseek(folder.number, 0, SEEK_SET) == 0)
            var isMore = try reader.readFirst(folder.descriptor)
            var found: Set<String> = []
            while isMore {
                while let entry = reader.nextEntry() { found.insert(entry.name.string) }
                isMore = try reader.readNext(folder.descriptor)
            }
            #expect(found == Set(names), "\(round)")
        }
    }

    @Test("A mount point is listed and never entered")
    func mountPoint() async throws {
        // Every Linux has some of these below /dev; where none is mounted there is nothing to try.
        var status = stat()
        guard stat("/dev", &status) == 0 else { return }
        let device = status.st_dev
        guard stat("/dev/shm", &status) == 0, status.st_dev != device else { return }
        let drive = LocalDrive(name: "d", rootPath: "/dev")
        let (listing, _, notes) = try await drive.listed()
        let row = try #require(listing.row("/shm"))
        #expect(listing.itemFlags(row) == [.folder, .neverEmpty, .undeletable])
        #expect(!listing.paths.contains { $0.hasPrefix("/shm/") })
        #expect(notes.contains { $0.path == "/shm" })
        let null = try #require(listing.row("/null"))
        #expect(listing.itemFlags(null) == .undeletable)
    }

    @Test("A cancelled walk throws")
    func cancelled() async throws {
        let world = try LocalWorld()
        try world.putFile("/a", [1])
        let drive = world.local
        let task = Task { () -> Bool in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(DriveError) {
                _ = try await drive.list(progress: nil)
                return false
            } catch {
                return error.underlying is CancellationError
            }
        }
        #expect(await task.value)
    }
}
