// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine
import Testing

@testable import DriveAdapters

/// Trees that are deeper, and paths that are longer, than one call to the kernel takes.
@Suite struct LocalDepthTests {
    /// Makes `depth` folders called `name` one in the other, and a file in the last.
    private func makeChain(_ world: LocalWorld, depth: Int, name: String) throws {
        var folder = open(world.root, O_RDONLY | O_DIRECTORY)
        for _ in 0..<depth {
            try world.check(mkdirat(folder, name, 0o755))
            let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
            close(folder)
            folder = next
            if folder < 0 { throw LocalWorld.Failure() }
        }
        let file = openat(folder, "end", O_WRONLY | O_CREAT, 0o644)
        if file < 0 { throw LocalWorld.Failure() }
        write(file, "abc", 3)
        close(file)
        close(folder)
    }

    @Test("Items 1,000 components deep are listed, compared and hashed", arguments: [false, true])
    func deepest(avoidsOpenat2: Bool) async throws {
        let world = try LocalWorld(avoidsOpenat2: avoidsOpenat2, inMemory: true)
        try makeChain(world, depth: 999, name: "0123456")
        try world.putFile("/copy", Array("abc".utf8))
        let (listing, completeness, _) = try await world.drive.listed()
        #expect(completeness == .complete)
        #expect(listing.count == 1_001)
        let found = try await world.drive.contentClasses(
            of: listing.groupsBySize, in: listing, progress: nil)
        #expect(found.classCount == 1)
        #expect(found.problems.isEmpty)
        let end = try #require((0..<listing.count).first { listing.names[$0].string == "end" })
        let checks = try await world.drive.recheck([listing.values(end)])
        guard case .unchanged = checks[0] else { return #expect(Bool(false), "\(checks[0])") }
    }

    @Test("A tree of 10,500 levels ends in a reason, not in a crash")
    func bottomless() async throws {
        let world = try LocalWorld(inMemory: true)
        try makeChain(world, depth: 10_500, name: "d")
        try world.putFile("/seen", [1])
        let (listing, completeness, _) = try await world.drive.listed()
        guard case .partial(let problems) = completeness else { return #expect(Bool(false)) }
        #expect(problems.count == 1)
        #expect(problems.kept[0].path.utf8.count == 2_000)
        #expect(problems.kept[0].reason.contains("1000 folders deep"))
        #expect(listing.count == 1_001)
        #expect(listing.row("/seen") != nil)
    }

    @Test("Paths longer than a listing takes end in a reason")
    func longest() async throws {
        let world = try LocalWorld(inMemory: true)
        try makeChain(world, depth: 200, name: String(repeating: "n", count: 200))
        let (listing, completeness, _) = try await world.drive.listed()
        guard case .partial(let problems) = completeness else { return #expect(Bool(false)) }
        #expect(problems.kept[0].reason.contains("longer than 32768 bytes"))
        #expect(listing.count == 32_768 / 201)
    }
}
