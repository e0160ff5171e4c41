// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import RuleEngine
import Testing

@testable import DriveAdapters

/// What a fresh look says of items, whatever the service makes of the questions.
@Suite struct GraphRecheckTests {
    private func check(_ world: GraphWorld, _ item: ItemValues) async throws -> ItemCheck {
        try #require(try await world.graphDrive.recheck([item]).first)
    }

    private func changes(_ check: ItemCheck) -> Set<ItemChange>? {
        if case .changed(let changes, _) = check { changes } else { nil }
    }

    private func isUnchanged(_ check: ItemCheck) -> Bool {
        if case .unchanged = check { true } else { false }
    }

    private func isUnanswered(_ check: ItemCheck) -> Bool {
        if case .unanswered = check { true } else { false }
    }

    private static func refusal(_ name: String) -> SimulatedFault {
        .refused(SimulatedFailure(named: name) ?? SimulatedFailure(418, nil))
    }

    @Test(
        "An item that is as it was is unchanged, and all that rules ask comes with it",
        arguments: SimulatedDriveKind.allCases)
    func unchanged(kind: SimulatedDriveKind) async throws {
        let world = try GraphWorld(kind)
        try world.simulated.addFile("/Pictures/a b/1.jpg", "x") { facets in
            facets.taken = 1_600_000_000
            facets.imageWidth = 10
        }
        let item = try await world.recorded("/Pictures/a b/1.jpg")
        world.forget()
        guard case .unchanged(let now) = try await check(world, item) else {
            return #expect(Bool(false))
        }
        #expect(now == item && now.path == "/Pictures/a b/1.jpg" && now.drive == "d")
        #expect(now.quickXor != nil && now.taken != nil && now.owner != nil)
        // The item, the two folders above it, and the root.
        #expect(world.graph.log(.get).count == 4)
    }

    @Test("Folders are asked for once, however many items lie in them")
    func sharedFolders() async throws {
        let world = try GraphWorld()
        var items: [ItemValues] = []
        for number in 0..<30 {
            try world.putFile("/a/b/\(number)", [UInt8(number)])
            items.append(try await world.recorded("/a/b/\(number)"))
        }
        world.forget()
        let checks = try await world.graphDrive.recheck(items)
        #expect(checks.allSatisfy(isUnchanged) && checks.count == 30)
        #expect(world.graph.log(.get).count == 33)
        #expect(world.graph.log(.batch).count == 5)
    }

    @Test("What was edited, renamed or moved is changed, and so is what lies in a folder that was")
    func changed() async throws {
        let world = try GraphWorld()
        let drive = world.simulated
        for path in [
            "/a/edited", "/a/renamed", "/a/moved", "/old/in", "/top/sub/deep", "/a/touched",
        ] {
            try world.putFile(path, [1])
        }
        try world.putFolder("/other")
        var items: [ItemValues] = []
        for item in drive.truth() where !item.isFolder {
            items.append(try await world.recorded(item.path))
        }
        let names = items.map(\.path)
        try drive.edit("/a/edited", .bytes([1, 2]))
        try drive.move("/a/renamed", to: "/a/Renamed")
        try drive.move("/a/moved", to: "/other/moved")
        try drive.move("/old", to: "/new")
        try drive.move("/top/sub", to: "/other/sub")
        try drive.touch("/a/touched")
        var found: [String: Set<ItemChange>] = [:]
        for (name, check) in zip(names, try await world.graphDrive.recheck(items)) {
            found[name] = changes(check)
        }
        #expect(found["/a/edited"]?.isSuperset(of: [.size, .tag]) == true)
        #expect(found["/a/renamed"] == [.tag, .place])
        #expect(found["/a/moved"] == [.tag, .place])
        #expect(found["/old/in"] == [.place])
        #expect(found["/top/sub/deep"] == [.place])
        #expect(found["/a/touched"] == [.tag])
    }

    @Test("A drive that begins at a folder has its paths from there, whatever the case of its name")
    func root() async throws {
        let world = try GraphWorld(root: "/documents/Work")
        try world.putFile("/Documents/Work/sub/a", [1])
        let item = try await world.recorded("/Documents/Work/sub/a")
        #expect(item.path == "/sub/a")
        let check = try await check(world, item)
        #expect(isUnchanged(check))
        try world.simulated.move("/Documents/Work/sub", to: "/Documents/sub")
        let moved = try #require(try await world.graphDrive.recheck([item]).first)
        #expect(changes(moved) == [.place])
        #expect(try await self.check(world, item) == moved)
    }

    @Test("Without a tag, in the plan or now, nothing is the same")
    func noTag() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        var item = try await world.recorded("/a")
        world.graph.play(FaultRule([.get], .missingMembers(["eTag"]), count: nil))
        #expect(changes(try await check(world, item)) == [.tag])
        world.graph.play(FaultScript())
        item.eTag = nil
        #expect(changes(try await check(world, item)) == [.tag])
    }

    @Test("A folder is the same, whatever happens to what lies in it")
    func folder() async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let folder = try await world.recorded("/sub")
        try world.putFile("/sub/b", [1])
        try world.remove("/sub/a")
        #expect(isUnchanged(try await check(world, folder)))
        var other = folder
        other.cTag = "\"other\""
        #expect(isUnchanged(try await check(world, other)))
    }

    @Test(
        "Ids of consumers' drives come in other spellings, and mean the same",
        arguments: SimulatedFault.Spelling.allCases)
    func spelling(spelling: SimulatedFault.Spelling) async throws {
        let world = try GraphWorld(driveID: "0B5C1D2E3F4A5061")
        try world.putFile("/sub/a", [1])
        let item = try await world.recorded("/sub/a")
        world.graph.play(FaultRule([.get, .drive], .drivesSpelt(spelling), count: nil))
        let drive = world.restarted()
        guard case .unchanged(let now)? = try await drive.recheck([item]).first else {
            return #expect(Bool(false))
        }
        #expect(now.id == item.id)
        #expect(try await drive.identity().description == "onedrive:0b5c1d2e3f4a5061")
    }

    @Test("A name that comes in another spelling is another name, for rules ask about names")
    func encodedNames() async throws {
        let world = try GraphWorld()
        try world.putFile("/a b/c%20d #1", [1])
        let item = try await world.recorded("/a b/c%20d #1")
        world.graph.play(FaultRule([.get], .encodedNames, count: nil))
        guard case .changed(let changes, let now) = try await check(world, item) else {
            return #expect(Bool(false))
        }
        #expect(changes == [.place])
        #expect(now.path == "/a%20b/c%2520d%20%231")
    }

    // MARK: - What seems to be gone

    @Test("What is gone is asked for twice, in two ways")
    func gone() async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a b", [1])
        let item = try await world.recorded("/sub/a b")
        try world.simulated.delete("/sub/a b")
        world.forget()
        #expect(try await check(world, item).isGone)
        let asked = world.graph.log(.get).map(\.url)
        #expect(asked.filter { $0.contains("/items/") && !$0.contains("Deleted") }.count == 2)
        #expect(asked.filter { $0.contains("/root:/sub/a%20b:?") }.count == 1)
        #expect(world.traffic.notes.withLock { $0.backOffs.count } == 1)
    }

    @Test("A single 'not found' is not believed", arguments: ["not-found", "not-found-empty"])
    func transient(name: String) async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let item = try await world.recorded("/sub/a")
        for first in 1...3 {
            world.graph.play(FaultRule([.get], Self.refusal(name), first: first))
            #expect(isUnchanged(try await check(world, item)), "\(first)")
        }
    }

    @Test("What is found by its path is there, though its id is not found")
    func byPath() async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let item = try await world.recorded("/sub/a")
        let id = try #require(item.id?.split(separator: "!").last.map(String.init))
        world.graph.play(
            FaultRule([.get], Self.refusal("not-found"), count: nil, urlPart: id))
        #expect(isUnchanged(try await check(world, item)))
        try world.simulated.edit("/sub/a", .bytes([1, 2]))
        #expect(changes(try await check(world, item)) != nil)
    }

    @Test("Something else in its place does not bring it back")
    func replaced() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let item = try await world.recorded("/a")
        try world.remove("/a")
        try world.putFile("/a", [1])
        #expect(try await check(world, item).isGone)
    }

    @Test("A drive of which nothing is found is out of reach, not empty")
    func rootGone() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let item = try await world.recorded("/a")
        world.graph.play(FaultRule([.get], Self.refusal("not-found"), count: nil))
        #expect(isUnanswered(try await check(world, item)))
    }

    @Test(
        "Any other answer says nothing about the item",
        arguments: [
            "locked", "access-denied", "server-error", "gateway-timeout", "unavailable",
            "bad-gateway", "bandwidth", "throttled", "object-handle", "conflict", "out-of-space",
            "hidden-throttle",
        ])
    func unanswered(name: String) async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b"] { try world.putFile(path, [1]) }
        let items = [try await world.recorded("/a"), try await world.recorded("/b")]
        let id = try #require(items[0].id?.split(separator: "!").last.map(String.init))
        world.graph.play(FaultRule([.get], Self.refusal(name), count: nil, urlPart: id))
        let checks = try await world.graphDrive.recheck(items)
        #expect(isUnanswered(checks[0]) && isUnchanged(checks[1]), "\(checks)")
        // Nor does it where only the second question is answered so.
        try world.remove("/a")
        world.graph.play(
            FaultRule([.get], Self.refusal(name), count: nil, urlPart: "/root:/a:"))
        #expect(isUnanswered(try await check(world, items[0])))
    }

    @Test("A folder above that cannot be had leaves the question open")
    func folderMissing() async throws {
        let world = try GraphWorld()
        try world.putFile("/sub/a", [1])
        let item = try await world.recorded("/sub/a")
        let folder = try #require(world.simulated.item("/sub"))
        let id = try #require(folder.id.split(separator: "!").last.map(String.init))
        world.graph.play(FaultRule([.get], Self.refusal("not-found"), count: nil, urlPart: id))
        #expect(isUnanswered(try await check(world, item)))
        world.graph.play(FaultRule([.get], .foreignParents, count: nil))
        #expect(isUnanswered(try await check(world, item)))
    }

    @Test("Items without an id, or with a path that is none, cannot be asked for")
    func faulty() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let item = try await world.recorded("/a")
        for change in [
            { $0.id = nil }, { $0.id = "" }, { $0.id = ".." }, { $0.path = "a" },
            { $0.path = "/x/../a" }, { $0.drive = "e" }, { $0.path = "/.cleanrules/quarantine/a" },
        ] as [(inout ItemValues) -> Void] {
            var other = item
            change(&other)
            #expect(isUnanswered(try await check(world, other)))
        }
    }

    @Test("A service out of reach is the failure of the whole call")
    func offline() async throws {
        let world = try GraphWorld()
        try world.putFile("/a", [1])
        let item = try await world.recorded("/a")
        world.graph.play(FaultRule([], .dropped, count: nil))
        let error = try await #require(throws: DriveError.self) {
            try await world.graphDrive.recheck([item])
        }
        #expect(error.operation == .recheck && error.recourse == .retry(afterSeconds: 60))
        world.graph.play(FaultScript())
        world.graph.revokeAccessTokens()
        let refused = try await #require(throws: DriveError.self) {
            try await world.graphDrive.recheck([item])
        }
        #expect(refused.recourse == .signIn)
    }
}
