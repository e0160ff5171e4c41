// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import RuleEngine
import Testing

@testable import DriveAdapters

/// How it is proved that a copy stays when an item goes, and how contents are read for that.
@Suite struct GraphCopyTests {
    private static let content: [UInt8] = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    /// A world with a file and its copy, and the order to delete the one while the other stays.
    private func world(
        _ content: SimulatedContent = .bytes(content), copy: SimulatedContent? = nil,
        hashes: Set<SimulatedFacets.Hash> = [.quickXor]
    ) async throws -> (world: GraphWorld, order: DeletionOrder) {
        let world = try GraphWorld()
        try world.simulated.addFile("/a", content) { $0.hashes = hashes }
        try world.simulated.addFile("/sub/copy", copy ?? content) { $0.hashes = hashes }
        let order = try await world.order("/a", keeping: ["/sub/copy"])
        world.forget()
        return (world, order)
    }

    @Test("The SHA-256 that the service gives of both is proof")
    func announced() async throws {
        let (world, order) = try await world(hashes: [.quickXor, .sha256])
        #expect(try await world.delete(order).isDeleted)
        #expect(world.graph.log(.content).isEmpty && world.graph.log(.download).isEmpty)
        let (other, second) = try await self.world(
            .text("one"), copy: .text("two"), hashes: [.sha256])
        #expect(try await other.delete(second).change == "the copy '/sub/copy' differs from it")
    }

    @Test("Without it both are read, without a token and as the address stands")
    func read() async throws {
        let (world, order) = try await world()
        #expect(try await world.delete(order).isDeleted)
        let downloads = world.graph.log(.download)
        #expect(downloads.count == 2 && downloads.allSatisfy { $0.status == 200 })
        #expect(downloads.allSatisfy { !$0.hadToken && $0.header("Accept") == "*/*" })
        #expect(downloads.allSatisfy { $0.header("Range") == nil })
        // Looked at before and after they were read, then deleted.
        #expect(world.graph.log.map(\.kind).filter { $0 == .batch }.count == 5)
    }

    @Test("Equal QuickXorHashes prove nothing: constant bytes all have the same")
    func collision() async throws {
        let (world, order) = try await world(
            .bytes(Array(repeating: 0x61, count: 320)),
            copy: .bytes(Array(repeating: 0x62, count: 320)))
        #expect(order.item.quickXor == order.companions[0].members[0].quickXor)
        #expect(try await world.delete(order).change == "the copy '/sub/copy' differs from it")
        #expect(world.truePaths.contains("/a"))
    }

    @Test("Different hashes or sizes are proof enough that it is no copy")
    func differs() async throws {
        for copy in [SimulatedContent.text("other"), .text("twice as long")] {
            let (world, order) = try await world(.text("first"), copy: copy)
            #expect(try await world.delete(order).change == "the copy '/sub/copy' differs from it")
            #expect(world.graph.log(.content).isEmpty)
        }
    }

    @Test("Empty files are equal, and nothing is read of them")
    func empty() async throws {
        let (world, order) = try await world(.bytes([]))
        #expect(try await world.delete(order).isDeleted)
        #expect(world.graph.log(.content).isEmpty)
    }

    @Test("A survivor is read once for all its copies")
    func once() async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b", "/c", "/copy"] { try world.putFile(path, Self.content) }
        var orders: [DeletionOrder] = []
        for path in ["/a", "/b", "/c"] {
            orders.append(try await world.order(path, keeping: ["/copy"]))
        }
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(outcomes.allSatisfy { $0.isDeleted })
        #expect(world.graph.log(.download).count == 4)
    }

    @Test("A survivor is read once however many calls its copies take")
    func onceForAllCalls() async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b", "/copy"] { try world.putFile(path, Self.content) }
        for path in ["/a", "/b"] {
            let order = try await world.order(path, keeping: ["/copy"])
            #expect(try await world.delete(order).isDeleted)
        }
        #expect(world.graph.log(.download).count == 3)
    }

    @Test("Where the service gives the SHA-256 of one of both, the other alone is read")
    func oneAnnounced() async throws {
        for announced in ["/a", "/copy"] {
            let world = try GraphWorld()
            for path in ["/a", "/copy"] {
                try world.simulated.addFile(path, .bytes(Self.content)) {
                    $0.hashes = path == announced ? [.quickXor, .sha256] : [.quickXor]
                }
            }
            let order = try await world.order("/a", keeping: ["/copy"])
            #expect(try await world.delete(order).isDeleted)
            #expect(world.graph.log(.download).count == 1)
        }
    }

    @Test("Where a survivor cannot be read, nobody tries again for each copy, nor reads the copies")
    func unreadableOnce() async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b", "/c", "/copy"] { try world.putFile(path, Self.content) }
        var orders: [DeletionOrder] = []
        for path in ["/a", "/b", "/c"] {
            orders.append(try await world.order(path, keeping: ["/copy"]))
        }
        let copy = try #require(world.simulated.item("/copy")?.id)
        world.graph.play(
            FaultRule(
                [.content], .refusal("method-not-allowed"), count: nil,
                urlPart: String(copy.suffix(8))))
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(outcomes.allSatisfy { OutcomeKind($0) == .failed }, "\(outcomes)")
        #expect(world.graph.log(.content).count == 1 && world.graph.log(.download).isEmpty)
    }

    @Test("What is read is measured: all bytes of each content, and the time that it took")
    func measured() async throws {
        let (world, order) = try await world()
        let last = Lock(ContentReading())
        world.graphDrive.watchReading { reading in last.withLock { $0 = reading } }
        #expect(try await world.delete(order).isDeleted)
        let reading = last.withLock { $0 }
        #expect(reading.bytes == Int64(2 * Self.content.count) && reading.elapsed > .zero)
    }

    @Test("What changes while it is read is no proof, and no copy either")
    func changesMeanwhile() async throws {
        for path in ["/a", "/sub/copy"] {
            let (world, order) = try await world()
            let isEdited = Lock(false)
            let outcomes = try await world.graphDrive.delete([order]) {
                // Asked for the first time before the look, then while contents are read.
                let reads = !world.graph.log(.download).isEmpty
                if reads,
                    isEdited.withLock({ isEdited in
                        defer { isEdited = true }
                        return !isEdited
                    })
                {
                    try? world.simulated.touch(path)
                }
                return false
            }
            #expect(OutcomeKind(outcomes[0]) == .changed, "\(outcomes)")
            #expect(world.truePaths.contains("/a"))
        }
    }

    @Test("A copy that nobody can ask for after contents were read leaves the item waiting")
    func unansweredAfterwards() async throws {
        let (world, order) = try await world()
        let copy = try #require(world.simulated.item("/sub/copy")?.id)
        let outcomes = try await world.graphDrive.delete([order]) {
            if !world.graph.log(.download).isEmpty {
                world.graph.play(
                    FaultRule(
                        [.get], .refusal("method-not-allowed"), count: nil,
                        urlPart: String(copy.suffix(8))))
            }
            return false
        }
        #expect(OutcomeKind(outcomes[0]) == .postponed, "\(outcomes)")
        #expect(world.truePaths.contains("/a"))
    }

    @Test("A caller who stops while contents are read has nothing deleted")
    func stopped() async throws {
        let (world, order) = try await world()
        let outcomes = try await world.graphDrive.delete([order]) {
            !world.graph.log(.content).isEmpty
        }
        #expect(outcomes == [.notAttempted] && world.truePaths.contains("/a"))
    }

    @Test("Copies in one batch that count on each other are judged one after the other")
    func chains() async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b", "/c"] { try world.putFile(path, Self.content) }
        // The first counts on the second, which counts on the third.
        let orders = [
            try await world.order("/a", keeping: ["/b"]),
            try await world.order("/b", keeping: ["/c"]),
            try await world.order("/c", keeping: ["/a"]),
        ]
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(outcomes.map(OutcomeKind.init) == [.deleted, .deleted, .changed])
        #expect(world.truePaths == ["/c"])
    }

    @Test("A copy that was to go and stayed still counts")
    func staysAfterAll() async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b"] { try world.putFile(path, Self.content) }
        try world.simulated.setLocked("/a", true)
        let orders = [
            try await world.order("/a", keeping: ["/b"]),
            try await world.order("/b", keeping: ["/a"]),
        ]
        let outcomes = try await world.graphDrive.delete(orders) { false }
        #expect(outcomes.map(OutcomeKind.init) == [.failed, .deleted])
        #expect(world.truePaths == ["/a"])
    }

    @Test("A copy that cannot be asked for leaves the item waiting")
    func unanswered() async throws {
        let (world, order) = try await world()
        let copy = try #require(order.companions[0].members[0].id?.split(separator: "!").last)
        for name in ["locked", "server-error"] {
            let failure = try #require(SimulatedFailure(named: name))
            world.graph.play(
                FaultRule([.get], .refused(failure), count: nil, urlPart: String(copy)))
            #expect(OutcomeKind(try await world.delete(order)) == .postponed)
        }
        #expect(world.truePaths.contains("/a"))
    }

    // MARK: - Reading

    static let troubles: [(SimulatedFault, first: Int, count: Int, isRead: Bool)] = [
        (.truncated(byteCount: 400), 1, 1, true), (.truncated(byteCount: 0), 1, 1, true),
        (.truncated(byteCount: 400), 1, 5, true), (.dropped, 1, 2, true),
        (.refused(SimulatedFailure(401, nil)), 1, 1, true),
        (.refused(SimulatedFailure(404, nil)), 2, 1, true),
        (.refused(SimulatedFailure(429, nil, retryAfter: .seconds(3))), 1, 2, true),
        (.refused(SimulatedFailure(503, nil)), 1, 2, true),
        (.refused(SimulatedFailure(500, nil)), 1, 1, true),
        (.refused(SimulatedFailure(416, nil)), 1, 1, false),
        (.refused(SimulatedFailure(401, nil)), 1, 9, false),
        (.refused(SimulatedFailure(403, nil)), 1, 1, false),
        (.refused(SimulatedFailure(302, nil)), 1, 1, false),
        (.dropped, 1, 99, false), (.truncated(byteCount: 0), 1, 99, false),
        (.refused(SimulatedFailure(503, nil)), 1, 99, false),
    ]

    @Test(
        "A transfer that breaks goes on where it broke, and some trouble passes",
        arguments: troubles)
    func trouble(fault: SimulatedFault, first: Int, count: Int, isRead: Bool) async throws {
        let (world, order) = try await world()
        world.graph.play(FaultRule([.download], fault, first: first, count: count))
        let outcome = try await world.delete(order)
        #expect(outcome.isDeleted == isRead, "\(outcome)")
        if !isRead {
            #expect(outcome.failure != nil && world.truePaths.contains("/a"), "\(outcome)")
        }
        if case .truncated(400) = fault {
            let ranges = world.graph.log(.download).map { $0.header("Range") }
            #expect(ranges.contains("bytes=400-"))
        }
    }

    @Test(
        "A content that has no address, or none that is safe, is not read",
        arguments: [403, 404, 500, 200, 204])
    func noAddress(status: Int) async throws {
        let (world, order) = try await world()
        world.graph.play(
            FaultRule([.content], .refused(SimulatedFailure(status, nil)), count: nil))
        #expect(!(try await world.delete(order).isDeleted))
        #expect(world.graph.log(.download).isEmpty && world.truePaths.contains("/a"))
    }

    /// A drive with a file of `size` bytes whose content `script` gives, and its digest.
    private func digest(
        size: Int = 5,
        fault: @escaping @Sendable (HTTPRequest, Int) -> TestServer.Outcome? = { _, _ in nil },
        _ script: @escaping @Sendable (TestCall) -> TestAnswer
    ) async throws -> (digest: String?, test: TestClient) {
        let test = try TestClient(
            TestServer(fault: fault) { call in
                let item =
                    "{\"id\":\"I\",\"name\":\"a\",\"eTag\":\"\\\"1\\\"\",\"file\":{},\"size\":\(size),"
                    + "\"parentReference\":{\"id\":\"R\"}}"
                switch call.plainPath {
                case "/me/drive":
                    return TestAnswer(200, "{\"id\":\"D\",\"driveType\":\"business\"}")
                case "/drives/D/items/I": return TestAnswer(200, item)
                case "/drives/D/items/R":
                    return TestAnswer(200, "{\"id\":\"R\",\"name\":\"root\",\"root\":{}}")
                default: return script(call)
                }
            })
        let drive = GraphDrive(
            name: "d", settings: GraphDriveSettings(place: .mine), client: test.client,
            feedStore: MemoryFeedStore(), now: { 0 })
        var item = ItemValues(path: "/a")
        item.id = "I"
        item.eTag = "\"1\""
        return (try await drive.verifiedSHA256(of: [item])[0], test)
    }

    private static let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    @Test("An address is used byte for byte, and never with a token")
    func address() async throws {
        let url = "https://files.example/a%2fb?b=2&a=1&tempauth=x%3D"
        let (digest, test) = try await digest { call in
            call.path == "/drives/D/items/I/content"
                ? TestAnswer(302, headers: ["Location": url]) : TestAnswer(200, "hello")
        }
        #expect(digest == Self.hello)
        let sent = try #require(test.server.requests.first { $0.url.contains("files.example") })
        #expect(sent.url == url && sent.header("authorization") == nil)
        #expect(sent.header("accept") == "*/*" && !sent.isIdempotent)
    }

    @Test(
        "An address that is not safe is not used",
        arguments: [
            "http://files.example/a", "ftp://files.example/a", "//files.example/a", "/a", "",
            "https://u:p@files.example/a", "http://127.0.0.1/a", "https://files.example/a b",
            "https://files.example/\r\nX: y", "file:///etc/passwd",
        ])
    func unsafeAddress(url: String) async throws {
        let (digest, test) = try await digest { call in
            call.path == "/drives/D/items/I/content"
                ? TestAnswer(302, headers: ["Location": url]) : TestAnswer(200, "hello")
        }
        #expect(digest == nil)
        #expect(test.server.requests.allSatisfy { $0.url.hasPrefix("https://graph.example/") })
    }

    @Test("A content that comes at once is taken, one that is not as listed is not")
    func sizes() async throws {
        #expect(try await digest { _ in TestAnswer(200, "hello") }.digest == Self.hello)
        for (size, body) in [(5, "hell"), (5, "hello!"), (5, ""), (4, "hello")] {
            let direct = try await digest(size: size) { _ in TestAnswer(200, body) }
            let linked = try await digest(size: size) { call in
                call.path.hasSuffix("/content")
                    ? TestAnswer(302, headers: ["Location": "https://files.example/a"])
                    : TestAnswer(200, body)
            }
            #expect(direct.digest == nil && linked.digest == nil)
        }
    }

    @Test("What is infected is not read", arguments: [true, false])
    func infected(isAtOnce: Bool) async throws {
        let (digest, _) = try await digest { call in
            let isContent = call.path.hasSuffix("/content")
            let headers = isContent == isAtOnce ? ["X-Virus-Infected": "true"] : [:]
            return isContent
                ? TestAnswer(
                    302,
                    headers: headers.merging(["Location": "https://files.example/a"]) { $1 })
                : TestAnswer(200, "hello", headers: headers)
        }
        #expect(digest == nil)
    }

    @Test(
        "A service that goes on somewhere else than asked is not taken to go on",
        arguments: [
            (200, nil), (206, nil), (206, "bytes 0-4/5"), (206, "bytes 2-4/6"), (416, nil),
        ] as [(Int, String?)])
    func ignoredRange(status: Int, range: String?) async throws {
        let address = "https://files.example/a"
        let count = Lock(0)
        let (digest, test) = try await digest(
            fault: { request, _ in
                guard request.url == address else { return nil }
                return count.withLock { count in
                    count += 1
                    return count == 1 ? .partial("he") : nil
                }
            },
            { call in
                if call.path != address { return TestAnswer(302, headers: ["Location": address]) }
                if call.headers["Range"] == nil { return TestAnswer(200, "hello") }
                return TestAnswer(
                    status, "hello", headers: range.map { ["Content-Range": $0] } ?? [:])
            })
        #expect(digest == Self.hello)
        let ranges = test.server.requests.filter { $0.url == address }.map { $0.header("Range") }
        #expect(ranges == [nil, "bytes=2-", nil])
    }

    @Test("A service that goes on where it broke is taken to")
    func resumed() async throws {
        let address = "https://files.example/a"
        let (digest, test) = try await digest(
            fault: { request, _ in
                request.url == address && request.header("Range") == nil ? .partial("he") : nil
            },
            { call in
                call.path != address
                    ? TestAnswer(302, headers: ["Location": address])
                    : TestAnswer(206, "llo", headers: ["Content-Range": "bytes 2-4/5"])
            })
        #expect(digest == Self.hello)
        #expect(test.server.requests.filter { $0.url == address }.count == 2)
    }

    @Test("A duplicate is no duplicate where its content is not what the drive lists")
    func notAsListed() async throws {
        let (world, order) = try await world()
        world.graph.play(
            FaultRule([.download], .garbage(status: 200), count: nil))
        let outcome = try await world.delete(order)
        let why = "its content is not what the drive lists"
        // The one that stays is read first.
        #expect(
            outcome.change == "the copy '/sub/copy' cannot be compared: \(why)", "\(outcome)")
        #expect(world.truePaths.contains("/a"))
        let (other, second) = try await self.world()
        other.graph.play(FaultRule([.download], .garbage(status: 200), first: 2, count: nil))
        #expect(try await other.delete(second).change == why)
        #expect(other.truePaths.contains("/a"))
    }

    @Test("Contents can be compared and hashed by reading them")
    func contents() async throws {
        let world = try GraphWorld()
        for path in ["/a", "/b"] { try world.putFile(path, Self.content) }
        try world.putFile("/c", Self.content.reversed())
        try world.putFile("/gone", Self.content)
        let listing = try await world.graphDrive.listed().listing
        try world.remove("/gone")
        let compared = try await world.graphDrive.contentClasses(
            of: listing.groupsBySize, in: listing, progress: nil)
        #expect(listing.classes(compared) == [["/a", "/b"]])
        #expect(compared.problems.kept.map(\.path) == ["/gone"])
        let rows = try ["/a", "/c"].map { try #require(listing.row($0)) }
        let hashes = try await world.graphDrive.contentHashes(
            of: rows, algorithms: [.sha256, .quickXor], in: listing, progress: nil)
        #expect(hashes.text(.quickXor, at: 0) == listing.item("/a")?.quickXor)
        let verified = try await world.graphDrive.verifiedSHA256(
            of: [try #require(listing.item("/c"))])
        #expect(hashes.text(.sha256, at: 1) == verified[0])
    }
}
