// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import RuleEngine
import Testing

@testable import DriveAdapters

/// Files that are looked for by the ids that the list of their library has for them.
@Suite struct GraphListItemTests {
    private func listed(_ world: GraphWorld, _ path: String) throws -> String {
        try #require(world.simulated.item(path)?.listItemID)
    }

    private func look(_ world: GraphWorld, _ id: String) async throws -> ListItemLook {
        try #require(try await world.graphDrive.look(atListItems: [id]).first)
    }

    private func isUnanswered(_ look: ListItemLook) -> Bool {
        if case .unanswered = look { true } else { false }
    }

    @Test("What is there is told as a look by its own id tells it, with its own id and place")
    func there() async throws {
        let world = try GraphWorld(.business)
        try world.simulated.addFile("/a b/c/film.bin", "content") { facets in
            facets.fileModified = 1_600_000_000
            facets.modified = 1_700_000_000
        }
        let item = try await world.recorded("/a b/c/film.bin")
        guard
            case .there(let now, let changed) = try await look(
                world, listed(world, "/a b/c/film.bin"))
        else { return #expect(Bool(false)) }
        #expect(now == item && now.id == world.simulated.item("/a b/c/film.bin")?.id)
        #expect(now.path == "/a b/c/film.bin" && now.eTag != nil && now.quickXor != nil)
        #expect(now.modified?.secondsSinceEpoch == 1_600_000_000)
        #expect(changed?.secondsSinceEpoch == 1_700_000_000)
    }

    @Test("Many are asked for in batches, in their order, and the folders above them once")
    func batches() async throws {
        let world = try GraphWorld(.business)
        var ids: [String] = []
        for number in 0..<45 {
            try world.putFile("/a/b/\(number)", [UInt8(number)])
            ids.append(try listed(world, "/a/b/\(number)"))
        }
        world.forget()
        let looks = try await world.graphDrive.look(atListItems: ids)
        let paths = looks.map { look in
            if case .there(let now, _) = look { now.path } else { "" }
        }
        #expect(paths == (0..<45).map { "/a/b/\($0)" })
        let asked = world.graph.log(.listItem).map(\.isInBatch)
        #expect(asked == Array(repeating: true, count: 45))
        // The two folders, and the root.
        #expect(world.graph.log(.get).count == 3)
        let none = try await world.graphDrive.look(atListItems: [])
        #expect(none.isEmpty)
    }

    @Test("A service that asks to wait is asked again, as with other looks")
    func throttled() async throws {
        let world = try GraphWorld(.business)
        try world.putFile("/a", [1])
        let id = try listed(world, "/a")
        world.graph.play(FaultRule([.listItem], .refusal("throttled"), count: 2))
        guard case .there = try await look(world, id) else { return #expect(Bool(false)) }
        world.graph.play(FaultRule([.listItem], .refusal("unavailable"), count: nil))
        #expect(isUnanswered(try await look(world, id)))
    }

    @Test("What the list does not have is missing, which proves nothing")
    func missing() async throws {
        let world = try GraphWorld(.business)
        try world.putFile("/a", [1])
        let other = world.graph.addAccount(.business, address: "bea@contoso.example")
        try other.addFile("/a", .bytes([1]))
        let (own, foreign) = (
            try listed(world, "/a"), try #require(other.item("/a")?.listItemID)
        )
        for id in [foreign, "00000000-0000-4000-8000-000000000000"] {
            #expect(try await look(world, id) == .missing)
        }
        try world.simulated.delete("/a")
        #expect(try await look(world, own) == .missing)
        #expect(isUnanswered(try await look(world, "../items")))
        #expect(isUnanswered(try await look(world, own.uppercased())))
    }

    @Test("What is no file of the drive that could be deleted is odd")
    func odd() async throws {
        let world = try GraphWorld(.business)
        try world.putFolder("/folder")
        try world.simulated.addSpecial("/notes", .package(type: "oneNote"))
        try world.putFile("/.cleanrules/quarantine/p-1/a", [1])
        try world.simulated.addFile("/bad.bin", "bad") { $0.malware = "EICAR" }
        for path in ["/folder", "/notes", "/.cleanrules/quarantine/p-1/a", "/bad.bin"] {
            #expect(try await look(world, listed(world, path)) == .odd, "\(path)")
        }
        let below = try GraphWorld(.business, root: "/Work")
        try below.putFile("/Work/in", [1])
        try below.putFile("/out", [1])
        guard case .there(let now, _) = try await look(below, listed(below, "/Work/in")) else {
            return #expect(Bool(false))
        }
        #expect(now.path == "/in")
        #expect(try await look(below, listed(below, "/out")) == .odd)
    }

    @Test(
        "An answer that does not say that it is of that file, and of this drive, is taken for none",
        arguments: [
            (SimulatedFault.otherItem, false), (.missingMembers(["sharepointIds"]), false),
            (.missingMembers(["sharepointIds.listItemUniqueId"]), false), (.emptyBody, false),
            (.foreignParents, true), (.missingMembers(["parentReference.driveId"]), true),
            (.missingMembers(["file"]), true), (.missingMembers(["eTag"]), true),
        ])
    func others(fault: SimulatedFault, isOdd: Bool) async throws {
        let world = try GraphWorld(.business)
        try world.putFile("/a", [1])
        try world.putFile("/b", [2])
        world.graph.play(FaultRule([.listItem], fault, count: nil))
        let look = try await look(world, listed(world, "/a"))
        #expect(isOdd ? look == .odd : isUnanswered(look), "\(look)")
    }

    @Test("Where nobody may ask, that is told as it stands")
    func refused() async throws {
        let world = try GraphWorld(.business)
        try world.putFile("/a", [1])
        try world.putFile("/b", [2])
        let ids = [try listed(world, "/a"), try listed(world, "/b")]
        world.graph.play(FaultRule([.listItem], .refusal("access-denied"), count: nil))
        await #expect(throws: DriveError.self) {
            _ = try await world.graphDrive.look(atListItems: ids)
        }
        world.graph.play(FaultRule([.listItem], .refusal("access-denied"), count: 1))
        let looks = try await world.graphDrive.look(atListItems: ids)
        #expect(looks.count(where: isUnanswered) == 1 && looks.count == 2)
    }
}
