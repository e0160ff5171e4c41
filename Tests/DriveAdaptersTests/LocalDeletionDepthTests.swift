// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine
import Testing

@testable import DriveAdapters

/// Items that lie very deep, and very many of them.
@Suite struct LocalDeletionDepthTests {
    /// Makes `depth` folders called `name` one in the other, and a file in the last.
    private func makeChain(_ world: LocalDeletionWorld, depth: Int, name: String) throws {
        var folder = open(world.root, O_RDONLY | O_DIRECTORY)
        for _ in 0..<depth {
            try world.files.check(mkdirat(folder, name, 0o755))
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

    @Test(
        "Items 400 folders deep go and come back, and so do their folders",
        arguments: [DeletingDriveUnderTest.local, .localStepwise],
        [DeletionMethod.recycle, .quarantine])
    func deep(kind: DeletingDriveUnderTest, method: DeletionMethod) async throws {
        let world = try kind.makeLocalWorld(inMemory: true)
        try makeChain(world, depth: 400, name: "0123456789")
        try world.putFile("/copy", Array("abc".utf8))
        let listing = try await world.drive.listed().listing
        let items = (0..<listing.count).map(listing.values).filter { $0.path != "/copy" }
            .sorted { $0.path.utf8.count > $1.path.utf8.count }.prefix(20)
        #expect(items[0].path.utf8.count == 4_404)
        var orders = items.map { DeletionOrder(item: $0, method: method, plan: "p") }
        orders[0].companions = [
            CompanionDemand(
                needed: 1, comparesBytes: true, members: [try await world.item("/copy")])
        ]
        let digests = try await world.local.verifiedSHA256(of: [items[0]])
        #expect(digests[0] != nil)
        // The file alone, and its folders in one batch after it.
        let first = try await world.delete([orders[0]])
        let rest = try await world.delete(Array(orders.dropFirst()))
        #expect((first + rest).allSatisfy { $0.isDeleted })
        #expect(try await world.paths.count == 1 + 400 - 19)
        // The folders of the file are made anew.
        #expect(try await world.restore([orders[0]], first).map(\.path) == [items[0].path])
        let again = world.local.expectation(afterAttempt: items[0])
        #expect(try await world.local.verifiedSHA256(of: [again]) == digests)
    }

    @Test("Thousands of items whose names the trash has already are no trouble")
    func many() async throws {
        let world = try LocalDeletionWorld(inMemory: true)
        let count = 1_500
        for round in 1...2 {
            for number in 0..<count { try world.putFile("/many/\(number).jpg", [UInt8(round)]) }
            let listing = try await world.drive.listed().listing
            let orders = (0..<listing.count).filter { !listing.isFolder($0) }.map {
                DeletionOrder(item: listing.values($0), method: .recycle, plan: "p")
            }
            for start in stride(from: 0, to: count, by: 500) {
                let outcomes = try await world.delete(Array(orders[start..<start + 500]))
                #expect(outcomes.allSatisfy { $0.isDeleted })
            }
        }
        #expect(world.trashNames.files.count == 2 * count)
        #expect(world.trashNames.notes.count == 2 * count)
        #expect(world.bytes(world.trash + "/files/17.jpg") == [1])
        #expect(world.bytes(world.trash + "/files/17.2.jpg") == [2])
        #expect(try await world.paths == ["/many"])
    }
}
