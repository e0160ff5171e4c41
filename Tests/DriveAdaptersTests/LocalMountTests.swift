// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import TestSupport
import Testing

@testable import DriveAdapters

/// File systems mounted below the root; only where this process may mount any.
@Suite struct LocalMountTests {
    /// A world with a file system of its own at `/disk` and `/real` shown again at `/bind`.
    private final class MountedWorld {
        let world: LocalWorld
        private var mounted: [String] = []

        init?(avoidsOpenat2: Bool, crossesMounts: Bool) throws {
            if geteuid() != 0 { return nil }
            world = try LocalWorld(avoidsOpenat2: avoidsOpenat2) { local in
                var options = LocalDrive.Options()
                options.crossesMounts = crossesMounts
                var crossing = LocalDrive(name: "d", rootPath: local.rootPath, options: options)
                crossing.avoidsOpenat2 = avoidsOpenat2
                local = crossing
            }
            try world.putFile("/real/file", Array("same".utf8))
            for folder in ["/disk", "/bind"] { try world.putFolder(folder) }
            guard mount(["-t", "tmpfs", "-o", "size=1m", "none"], at: "/disk"),
                mount(["--bind", world.root + "/real"], at: "/bind")
            else { return nil }
            try world.putFile("/disk/file", Array("same".utf8))
            try world.putFile("/disk/.Trash-0/files/x", [1])
            try world.putFile("/disk/sub/.Trash-0/x", [1])
        }

        deinit {
            for path in mounted { _ = run("/bin/umount", [path]) }
        }

        private func mount(_ arguments: [String], at path: String) -> Bool {
            guard run("/bin/mount", arguments + [world.root + path]) else { return false }
            mounted.append(world.root + path)
            return true
        }

        private func run(_ program: String, _ arguments: [String]) -> Bool {
            (try? ChildProgram.run(program, arguments))?.isDone == true
        }
    }

    @Test("Folders are known for one, or for parts of each other, whatever leads there")
    func places() throws {
        let world = try LocalWorld()
        for path in ["/a/b/c", "/other", "/a space"] { try world.putFolder(path) }
        try world.link("/link", to: "a/b")
        func place(_ path: String, crosses: Bool = false) throws -> FolderPlace {
            try #require(FolderPlace(path: world.root + path, crossesMounts: crosses))
        }
        func overlap(_ one: String, _ other: String, crosses: Bool = false) throws -> Bool {
            let pair = (try place(one, crosses: crosses), try place(other, crosses: crosses))
            let result = pair.0.overlaps(pair.1)
            #expect(result == pair.1.overlaps(pair.0))
            return result
        }
        for (one, other) in [("/a", "/a"), ("/a", "/a/b/c"), ("/link", "/a"), ("", "/other")] {
            #expect(try overlap(one, other), "\(one) \(other)")
        }
        for (one, other) in [("/a", "/other"), ("/link", "/other"), ("/a/b", "/a space")] {
            #expect(try !overlap(one, other), "\(one) \(other)")
        }
        #expect(FolderPlace(path: world.root + "/none", crossesMounts: false) == nil)
        guard TestMount.isPermitted else { return }
        try world.putFolder("/shown")
        let first = try TestMount(showing: world.root + "/a/b", at: world.root + "/a space")
        // The same folder, a part of it, and what it is a part of, by ancestors and by the mounts.
        for other in ["/a/b", "/a/b/c", "/a", "/link"] {
            #expect(try overlap("/a space", other), "\(other)")
            #expect(try overlap("/a space/c", other), "\(other)")
        }
        #expect(try !overlap("/a space", "/other"))
        // What is mounted below a root is part of it where mounts are crossed.
        try world.putFolder("/other/disk")
        let second = try TestMount(tmpfs: world.root + "/shown")
        let third = try TestMount(showing: world.root + "/shown", at: world.root + "/other/disk")
        #expect(try !overlap("/other", "/shown"))
        #expect(try overlap("/other", "/shown", crosses: true))
        withExtendedLifetime((first, second, third)) {}
    }

    @Test(
        "Mounted file systems are listed as folders that are never empty", arguments: [false, true])
    func notEntered(avoidsOpenat2: Bool) async throws {
        guard
            let mounted = try MountedWorld(avoidsOpenat2: avoidsOpenat2, crossesMounts: false)
        else { return }
        let (listing, completeness, notes) = try await mounted.world.drive.listed()
        #expect(completeness == .complete)
        #expect(listing.paths == ["/bind", "/disk", "/real", "/real/file"])
        #expect(notes.map(\.path) == ["/bind", "/disk"])
        for path in ["/bind", "/disk"] {
            let row = try #require(listing.row(path))
            #expect(listing.itemFlags(row) == [.folder, .neverEmpty, .undeletable])
        }
    }

    @Test("Where it is wished, each other file system is listed once", arguments: [false, true])
    func entered(avoidsOpenat2: Bool) async throws {
        guard let mounted = try MountedWorld(avoidsOpenat2: avoidsOpenat2, crossesMounts: true)
        else { return }
        let drive = mounted.world.drive
        let (listing, completeness, notes) = try await drive.listed()
        #expect(completeness == .complete)
        #expect(
            listing.paths == [
                "/bind", "/disk", "/disk/file", "/disk/sub", "/disk/sub/.Trash-0",
                "/disk/sub/.Trash-0/x", "/real", "/real/file",
            ])
        #expect(notes.map(\.path) == ["/bind"])
        let row = try #require(listing.row("/disk"))
        #expect(listing.itemFlags(row) == [.folder, .neverEmpty, .undeletable])
        #expect(listing.item("/disk/file")?.eTag?.contains("@") == true)
        let found = try await drive.contentClasses(
            of: listing.groupsBySize, in: listing, progress: nil)
        #expect(listing.classes(found) == [["/disk/file", "/real/file"]])
        let checks = try await drive.recheck((0..<listing.count).map(listing.values))
        for check in checks {
            guard case .unchanged = check else { return #expect(Bool(false), "\(check)") }
        }
    }
}
