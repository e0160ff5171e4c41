// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import RuleEngine
import Testing

@testable import DriveAdapters

@Suite("The feed of a drive is read to its end")
struct FeedRunTests {
    private typealias Item = FeedItem
    private static let week: Int64 = 7 * 86_400

    @Test("page by page, and then only what has changed")
    func incremental() async throws {
        let store = MemoryFeedStore()
        func world(_ now: Int64, listsFully: Bool = false) throws -> FeedWorld {
            try FeedWorld(store: store, now: now, listsFully: listsFully) { path, _ in
                switch path {
                case "/p?skip=2": FeedWorld.page([], next: "/p?skip=3")
                case "/p?skip=3": FeedWorld.page([Item.file("g", "y", "A")], delta: "/p?token=1")
                case "/p?token=1":
                    FeedWorld.page([Item.root(), Item.gone("g")], next: "/p?token=1&skip=2")
                case "/p?token=1&skip=2":
                    FeedWorld.page([Item.file("h", "z", "R")], delta: "/p?token=2")
                case "/p?token=2": FeedWorld.page([], delta: "/p?token=3")
                default:
                    FeedWorld.page(
                        [Item.root(), Item.folder("A", "a", "R"), Item.file("f", "x", "A")],
                        next: "/p?skip=2")
                }
            }
        }
        var one = try world(1_000_000)
        #expect(try await one.paths() == ["/a", "/a/x", "/a/y"])
        // An empty page in the middle is not the end.
        #expect(one.asked == ["all", "/p?skip=2", "/p?skip=3"])
        one = try world(1_000_001)
        #expect(try await one.paths() == ["/a", "/a/x", "/z"])
        #expect(one.asked == ["/p?token=1", "/p?token=1&skip=2"])
        one = try world(1_000_002)
        #expect(try await one.paths() == ["/a", "/a/x", "/z"])
        #expect(one.asked == ["/p?token=2"])
        one = try world(1_000_003, listsFully: true)
        #expect(try await one.paths() == ["/a", "/a/x", "/a/y"])
        #expect(one.asked.first == "all")
        // Some deletions are never told: once a week everything is listed anew.
        one = try world(1_000_003 + Self.week)
        #expect(try await one.paths() == ["/a", "/a/x", "/a/y"])
        #expect(one.asked.first == "all")
    }

    @Test("from the page where it stopped, wherever that was", arguments: 0..<4)
    func resumed(stop: Int) async throws {
        let store = MemoryFeedStore()
        func world(stop: Int?) throws -> FeedWorld {
            try FeedWorld(store: store) { path, _ in
                if path.contains("token=1") { return FeedWorld.page([], delta: "/p?token=2") }
                let page = path.firstMatch(of: /page=(\d)/).flatMap { Int($0.1) } ?? 0
                if page == stop { return .failure(HTTPError(.broken, "the connection broke")) }
                let items = page == 0 ? [Item.root()] : [Item.file("f\(page)", "n\(page)", "R")]
                return page == 3
                    ? FeedWorld.page(items, delta: "/p?token=1")
                    : FeedWorld.page(items, next: "/p?page=\(page + 1)")
            }
        }
        let broken = try world(stop: stop)
        await #expect(throws: DriveError.self) { try await broken.paths() }
        let later = try world(stop: nil)
        #expect(try await later.paths() == ["/n1", "/n2", "/n3"])
        // What came while the first pages were read comes with one more round.
        #expect(later.asked.count == 4 - stop + (stop == 0 ? 0 : 1))
        #expect(later.asked.first == (stop == 0 ? "all" : "/p?page=\(stop)"))
    }

    @Test("from the page after which it was told to stop, whichever that was", arguments: 0..<4)
    func stopped(after count: Int) async throws {
        let store = MemoryFeedStore()
        let read = Lock(0)
        func world(_ stopsListing: @escaping @Sendable () -> Bool) throws -> FeedWorld {
            try FeedWorld(store: store, stopsListing: stopsListing) { path, _ in
                read.withLock { $0 += 1 }
                if path.contains("token=1") { return FeedWorld.page([], delta: "/p?token=2") }
                let page = path.firstMatch(of: /page=(\d)/).flatMap { Int($0.1) } ?? 0
                let items = page == 0 ? [Item.root()] : [Item.file("f\(page)", "n\(page)", "R")]
                return page == 4
                    ? FeedWorld.page(items, delta: "/p?token=1")
                    : FeedWorld.page(items, next: "/p?page=\(page + 1)")
            }
        }
        let first = try world { read.withLock { $0 } >= count }
        let error = await #expect(throws: DriveError.self) { try await first.paths() }
        #expect(error?.underlying is CancellationError)
        #expect(first.asked.count == count, "the page in hand is the last one")
        let later = try world { false }
        #expect(try await later.paths() == ["/n1", "/n2", "/n3", "/n4"])
        #expect(later.asked.first == (count == 0 ? "all" : "/p?page=\(count)"))
    }

    @Test(
        "and begun anew where the service has lost the thread",
        arguments: [
            (410, "resyncRequired", "/p?fresh=1", "/p?fresh=1"),
            (410, "resyncChangesApplyDifferences", nil, "all"),
            (410, "resyncChangesUploadDifferences", "/p?broken=1", "all"),
            (400, "invalidRequest", nil, "all"), (404, "itemNotFound", nil, "all"),
            (403, "SyncStateNotFound", nil, "all"),
        ] as [(Int, String, String?, String)])
    func lost(status: Int, code: String, location: String?, last: String) async throws {
        let store = MemoryFeedStore()
        let first = try FeedWorld(store: store) { _, _ in
            FeedWorld.page([Item.root(), Item.file("f", "old", "R")], delta: "/p?token=1")
        }
        #expect(try await first.paths() == ["/old"])
        let second = try FeedWorld(store: store) { path, _ in
            switch path {
            case "/p?token=1": FeedWorld.failure(status, code, location: location)
            case "/p?broken=1": FeedWorld.failure(500, "generalException")
            default: FeedWorld.page([Item.root(), Item.file("g", "new", "R")], delta: "/p?token=2")
            }
        }
        #expect(try await second.paths() == ["/new"])
        #expect(second.asked.last == last)
    }

    @Test("of which plans of before hear even if it is another process that ends it")
    func lostBeforeDeath() async throws {
        let store = MemoryFeedStore()
        func world(_ isBroken: Bool, isLost: Bool) throws -> FeedWorld {
            try FeedWorld(store: store) { path, _ in
                switch path {
                case "/p?token=1" where isLost: FeedWorld.failure(410, "resyncRequired")
                case "/p?page=2" where isBroken:
                    .failure(HTTPError(.broken, "the connection broke"))
                case "/p?page=2", "/p?token=1": FeedWorld.page([], delta: "/p?token=1")
                default: FeedWorld.page([Item.root()], next: "/p?page=2")
                }
            }
        }
        // The first enumeration has nothing to lose, however often it is interrupted.
        let first = try world(true, isLost: false)
        await #expect(throws: DriveError.self) { try await first.paths() }
        let resumed = try world(false, isLost: false)
        _ = try await resumed.paths()
        #expect(!first.drive.hasLostThread && !resumed.drive.hasLostThread)
        let dying = try world(true, isLost: true)
        await #expect(throws: DriveError.self) { try await dying.paths() }
        let later = try world(false, isLost: false)
        _ = try await later.paths()
        #expect(later.asked.first == "/p?page=2")
        #expect(later.drive.hasLostThread)
        let usual = try world(false, isLost: false)
        _ = try await usual.paths()
        #expect(!usual.drive.hasLostThread)
    }

    @Test("but not for ever", arguments: [410, 400])
    func endlessly(status: Int) async throws {
        let world = try FeedWorld { path, number in
            path.hasPrefix("/p") || status == 410
                ? FeedWorld.failure(status, "resyncRequired")
                : FeedWorld.page([Item.root()], next: "/p?page=2")
        }
        await #expect(throws: DriveError.self) { try await world.paths() }
        #expect(world.asked.count <= 10)
    }

    @Test("never from a link that means now for ever")
    func latest() async throws {
        let store = MemoryFeedStore()
        for _ in 0..<2 {
            let world = try FeedWorld(store: store) { _, _ in
                FeedWorld.page([Item.root()], delta: "/p?token=latest")
            }
            #expect(try await world.paths() == [])
            #expect(world.asked == ["all"])
        }
    }

    @Test(
        "or is no listing at all",
        arguments: [
            #"{"value":[],"@odata.nextLink":"https://evil.test/v1.0/p"}"#,
            #"{"value":[],"@odata.deltaLink":"https://graph.test.evil.test/v1.0/p"}"#,
            #"{"value":[],"@odata.nextLink":"http://graph.test/v1.0/p"}"#,
            #"{"value":[]}"#, #"{"value":[],"@odata.nextLink":7}"#, #"{"value":{}}"#, "", "<html>",
            #"{"value":[{"id":"x"}"#,
        ])
    func unusable(body: String) async throws {
        let store = MemoryFeedStore()
        let world = try FeedWorld(store: store) { _, _ in .success(FeedWorld.response(200, body)) }
        await #expect(throws: DriveError.self) { try await world.paths() }
        #expect(world.asked.allSatisfy { $0 == "all" })
        let state = try await store.state()
        #expect(state?.complete == nil)
    }

    @Test("in no circle")
    func circle() async throws {
        let world = try FeedWorld { path, _ in
            FeedWorld.page([Item.root()], next: path == "/p?page=1" ? "/p?page=2" : "/p?page=1")
        }
        await #expect(throws: DriveError.self) { try await world.paths() }
        #expect(world.asked.count == 3)
    }

    @Test("with another look at pages that came in parts, or not at all", arguments: 1...3)
    func again(failures: Int) async throws {
        let world = try FeedWorld { path, number in
            if path.contains("page=2"), number < 2 + failures {
                return number % 2 == 0
                    ? .success(FeedWorld.response(200, #"{"value":[{"id":"f","na"#))
                    : FeedWorld.failure(404, "itemNotFound")
            }
            return path.contains("page=2")
                ? FeedWorld.page([Item.file("f", "x", "R")], delta: "/p?token=1")
                : FeedWorld.page([Item.root()], next: "/p?page=2")
        }
        if failures < 3 {
            #expect(try await world.paths() == ["/x"])
            #expect(world.traffic.backOffCount == failures)
        } else {
            await #expect(throws: DriveError.self) { try await world.paths() }
        }
    }

    @Test("with pages that were kept, unless they are damaged")
    func damaged() async throws {
        let store = MemoryFeedStore()
        let generation = try await store.begin(
            FeedStart(identity: "D1", selection: FeedRun.selection, startedAt: 999_999))
        try await store.append(
            FeedPage(bytes: [1, 2, 3], link: .delta(FeedWorld.host + "/p?token=1")),
            to: generation)
        let world = try FeedWorld(store: store) { _, _ in
            FeedWorld.page([Item.root(), Item.file("f", "x", "R")], delta: "/p?token=1")
        }
        #expect(try await world.paths() == ["/x"])
        #expect(world.asked == ["all"])
    }

    @Test("not with those of another drive, or of another selection", arguments: [true, false])
    func others(isOtherDrive: Bool) async throws {
        let store = MemoryFeedStore()
        let generation = try await store.begin(
            FeedStart(
                identity: isOtherDrive ? "D2" : "D1",
                selection: isOtherDrive ? FeedRun.selection : "id", startedAt: 999_999))
        let bytes = try #require(FeedCompression.packed(feedPage([Item.root()], delta: "d")))
        try await store.append(
            FeedPage(bytes: bytes, link: .delta(FeedWorld.host + "/p?token=1")), to: generation)
        let world = try FeedWorld(store: store) { _, _ in
            FeedWorld.page([Item.root(), Item.file("f", "x", "R")], delta: "/p?token=1")
        }
        #expect(try await world.paths() == ["/x"])
        #expect(world.asked == ["all"])
    }

    @Test("but not for ever where nothing comes", arguments: [49, 50, 1_000_000])
    func emptyPages(count: Int) async throws {
        let world = try FeedWorld { path, _ in
            let page = path.firstMatch(of: /page=(\d+)/).flatMap { Int($0.1) } ?? 0
            if page == 0 { return FeedWorld.page([Item.root()], next: "/p?page=1") }
            return page <= count
                ? FeedWorld.page([], next: "/p?page=\(page + 1)")
                : FeedWorld.page([Item.file("f", "x", "R")], delta: "/p?token=1")
        }
        if count < FeedRun.emptyPageCountMax {
            #expect(try await world.paths() == ["/x"])
            return
        }
        let error = await #expect(throws: DriveError.self) { try await world.paths() }
        #expect(error?.message.contains("50 pages") == true)
        #expect(error?.recourse == .retry(afterSeconds: 60))
        #expect(world.asked.count == 51)
    }

    @Test("with the root asked for where the feed does not name it")
    func rootless() async throws {
        let world = try FeedWorld { path, _ in
            path.hasPrefix("/drives/D1/root?")
                ? .success(FeedWorld.response(200, Item.root()))
                : FeedWorld.page([Item.file("f", "x", "R")], delta: "/p?token=1")
        }
        #expect(try await world.paths() == ["/x"])
    }

    @Test("Pages come back from their compressed form as they were, or not at all")
    func compression() throws {
        for bytes in [[], [7], Array(repeating: 65, count: 100_000)] as [[UInt8]] {
            let packed = try #require(FeedCompression.packed(bytes))
            #expect(FeedCompression.unpacked(packed) == bytes)
            for cut in [0, 7, packed.count - 1] {
                #expect(FeedCompression.unpacked(Array(packed.prefix(cut))) == nil)
            }
        }
        #expect(FeedCompression.unpacked(Array(repeating: 0xff, count: 40)) == nil)
    }
}
