// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import DriveAdapters

/// What a fresh look says of items that are no plain files any more, or lie among such.
@Suite struct GraphOddItemTests {
    /// A service with one file in one folder, both with the given members besides.
    private func drive(
        item: String = "\"file\":{},\"size\":1", folder: String = "\"folder\":{}",
        parent: String = "F", root: String = "\"root\":{},\"folder\":{}"
    ) throws -> GraphDrive {
        let test = try TestClient(
            TestServer { call in
                let drive = "\"parentReference\":{\"driveId\":\"D\""
                switch call.plainPath {
                case "/me/drive":
                    return TestAnswer(200, "{\"id\":\"D\",\"driveType\":\"business\"}")
                case "/drives/D/items/I":
                    return TestAnswer(
                        200,
                        "{\"id\":\"I\",\"name\":\"a\",\"eTag\":\"\\\"1\\\"\",\(item),"
                            + "\(drive),\"id\":\"\(parent)\"}}")
                case "/drives/D/items/F":
                    return TestAnswer(
                        200, "{\"id\":\"F\",\"name\":\"sub\",\(folder),\(drive),\"id\":\"R\"}}")
                case "/drives/D/items/R", "/drives/D/root":
                    return TestAnswer(200, "{\"id\":\"R\",\"name\":\"root\",\(root)}")
                default: return .error(404, "itemNotFound")
                }
            })
        return GraphDrive(
            name: "d", settings: GraphDriveSettings(place: .mine), client: test.client,
            feedStore: MemoryFeedStore(), now: { 0 })
    }

    private var item: ItemValues {
        var item = ItemValues(path: "/sub/a")
        item.id = "I"
        item.eTag = "\"1\""
        return item
    }

    private func check(_ drive: GraphDrive) async throws -> ItemCheck {
        try #require(try await drive.recheck([item]).first)
    }

    @Test("The plain file is unchanged")
    func plain() async throws {
        guard case .unchanged = try await check(drive()) else { return #expect(Bool(false)) }
    }

    @Test(
        "What is no plain file any more is changed",
        arguments: [
            "\"file\":{},\"size\":1,\"malware\":{}", "\"package\":{\"type\":\"oneNote\"}",
            "\"file\":{},\"size\":1,\"remoteItem\":{\"id\":\"x\"}", "\"bundle\":{},\"folder\":{}",
            "\"folder\":{},\"specialFolder\":{\"name\":\"vault\"}", "\"size\":1",
            "\"folder\":{},\"specialFolder\":{\"name\":\"documents\"}", "\"root\":{},\"folder\":{}",
        ])
    func odd(members: String) async throws {
        guard case .changed(let changes, _) = try await check(drive(item: members)) else {
            return #expect(Bool(false))
        }
        #expect(changes.contains(.type))
    }

    @Test(
        "What lies in something odd is changed",
        arguments: [
            "\"folder\":{},\"specialFolder\":{\"name\":\"vault\"}", "\"package\":{}",
            "\"folder\":{},\"remoteItem\":{\"id\":\"x\"}", "\"folder\":{},\"bundle\":{}",
            "\"file\":{}",
        ])
    func oddFolder(members: String) async throws {
        guard case .changed(let changes, _) = try await check(drive(folder: members)) else {
            return #expect(Bool(false))
        }
        #expect(changes == [.place])
    }

    @Test("A special folder of the service is a folder like any other to what lies in it")
    func specialFolder() async throws {
        let drive = try drive(folder: "\"folder\":{},\"specialFolder\":{\"name\":\"documents\"}")
        guard case .unchanged = try await check(drive) else { return #expect(Bool(false)) }
    }

    @Test("Folders that lead nowhere, or round and round, leave the question open")
    func circles() async throws {
        for drive in [
            try drive(parent: "I"), try drive(root: "\"folder\":{}"), try drive(parent: "X"),
        ] {
            guard case .unanswered = try await check(drive) else { return #expect(Bool(false)) }
        }
    }

    @Test("A request by path that is answered with another item finds nothing")
    func wrongItem() async throws {
        let test = try TestClient(
            TestServer { call in
                switch call.plainPath {
                case "/me/drive":
                    return TestAnswer(200, "{\"id\":\"D\",\"driveType\":\"business\"}")
                case "/drives/D/root":
                    return TestAnswer(200, "{\"id\":\"R\",\"name\":\"root\",\"root\":{}}")
                case "/drives/D/root:/sub/a:":
                    return TestAnswer(200, "{\"id\":\"X\",\"name\":\"v2.0.0\",\"file\":{}}")
                default: return .error(404, "itemNotFound")
                }
            })
        let drive = GraphDrive(
            name: "d", settings: GraphDriveSettings(place: .mine), client: test.client,
            feedStore: MemoryFeedStore(), now: { 0 })
        // Nor does it prove anything.
        guard case .missing = try await check(drive) else { return #expect(Bool(false)) }
    }

    @Test("An answer about another item says nothing")
    func foreignAnswer() async throws {
        let test = try TestClient(
            TestServer { call in
                call.plainPath == "/me/drive"
                    ? TestAnswer(200, "{\"id\":\"D\",\"driveType\":\"business\"}")
                    : TestAnswer(200, "{\"id\":\"i\",\"name\":\"a\",\"file\":{},\"root\":{}}")
            })
        let drive = GraphDrive(
            name: "d", settings: GraphDriveSettings(place: .mine), client: test.client,
            feedStore: MemoryFeedStore(), now: { 0 })
        guard case .unanswered = try await check(drive) else { return #expect(Bool(false)) }
    }

    // MARK: - The drive itself

    private func drive(
        _ place: GraphPlace = .mine, _ script: @escaping @Sendable (TestCall) -> TestAnswer
    ) throws -> (drive: GraphDrive, test: TestClient) {
        let test = try TestClient(TestServer(script: script))
        let drive = GraphDrive(
            name: "d", settings: GraphDriveSettings(place: place), client: test.client,
            feedStore: MemoryFeedStore(), now: { 0 })
        return (drive, test)
    }

    @Test(
        "A drive is asked for where it is, once",
        arguments: [
            (GraphPlace.mine, "/me/drive"), (.drive("b!a_-x"), "/drives/b!a_-x"),
            (.user("pat@contoso.example"), "/users/pat%40contoso.example/drive"),
        ])
    func places(place: GraphPlace, path: String) async throws {
        let (drive, test) = try drive(place) { _ in
            TestAnswer(
                200,
                "{\"id\":\"B5C1D2E3F4A506\",\"driveType\":\"personal\",\"webUrl\":\"https://x\","
                    + "\"quota\":{\"used\":5,\"total\":7,\"deleted\":2,\"state\":\"normal\"}}")
        }
        #expect(try await drive.identity().description == "onedrive:00b5c1d2e3f4a506")
        let info = try await drive.info()
        #expect(info.usedBytes == 5 && info.totalBytes == 7 && info.deletedBytes == 2)
        #expect(test.server.seen.map(\.path) == [path])
    }

    @Test("Right after a sign-in a refusal is not the last word")
    func refusedAtFirst() async throws {
        let count = Lock(0)
        let (mine, _) = try drive { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number < 3
                ? .error(403, "accessDenied")
                : TestAnswer(200, "{\"id\":\"D\",\"driveType\":\"business\"}")
        }
        #expect(try await mine.identity().value == "000000000000000d")
        let (other, test) = try drive { _ in .error(403, "accessDenied") }
        let error = try await #require(throws: DriveError.self) { try await other.identity() }
        #expect(error.status == 403 && error.message.contains("may not use the drive"))
        #expect(test.server.seen.count == 5)
    }

    @Test(
        "What stands in the way is said",
        arguments: [
            (404, "ResourceNotFound", "User's mysite not found.", "has no OneDrive"),
            (404, "itemNotFound", "no", "the drive is not there"),
            (423, "notAllowed", "no", "locked by an administrator"),
            (400, "BadRequest", "Tenant does not have a SPO license.", "no licence"),
            (500, "generalException", "no", "answered 500"),
        ])
    func noDrive(status: Int, code: String, message: String, words: String) async throws {
        let (drive, _) = try drive { _ in .error(status, code, message: message) }
        let error = try await #require(throws: DriveError.self) { try await drive.identity() }
        #expect(error.message.contains(words) && error.operation == .open, "\(error.message)")
    }

    @Test("An answer that describes no drive is none", arguments: ["", "[]", "{}", "{\"id\":7}"])
    func unreadable(body: String) async throws {
        let (drive, _) = try drive { _ in TestAnswer(200, body) }
        await #expect(throws: DriveError.self) { try await drive.identity() }
    }

    @Test("Before the drive was asked nothing is promised, afterwards what its kind can do")
    func reversals() async throws {
        func drive(_ type: String, _ page: String) throws -> GraphDrive {
            try self.drive { _ in
                TestAnswer(
                    200, "{\"id\":\"D\",\"driveType\":\"\(type)\",\"webUrl\":\"\(page)\"}")
            }.drive
        }
        let personal = try drive("personal", "https://onedrive.live.example?cid=D")
        #expect(!personal.reversal(of: .recycle).isPossible)
        #expect(!personal.reversal(of: .recycle).isKnown)
        _ = try await personal.identity()
        #expect(
            personal.reversal(of: .recycle)
                == Reversal(isPossible: true, days: 30, place: .recycleBin))
        #expect(personal.reversal(of: .quarantine).isPossible)
        #expect(personal.reversal(of: .quarantine).days == 30)
        #expect(!personal.reversal(of: .permanent).isPossible)
        #expect(personal.reversal(of: .permanent).obstacle != nil)
        #expect(personal.reversal(of: .recycle).obstacle == nil)
        let business = try drive(
            "business", "https://contoso-my.example/personal/adele_contoso/Documents")
        _ = try await business.identity()
        #expect(business.reversal(of: .permanent).obstacle == nil)
        var expected = Reversal(isPossible: false, days: 93, place: .recycleBin)
        expected.page =
            "https://contoso-my.example/personal/adele_contoso/_layouts/15/RecycleBin.aspx"
        #expect(business.reversal(of: .recycle) == expected)
        let library = try drive("documentLibrary", "javascript:alert(1)")
        _ = try await library.identity()
        #expect(library.reversal(of: .recycle).place == .siteRecycleBin)
    }
}
