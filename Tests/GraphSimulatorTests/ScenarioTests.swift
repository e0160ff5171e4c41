// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import RuleEngine
import Testing

/// What simulators start with.
@Suite("Scenarios")
struct ScenarioTests {
    @Test("begin with drives that can be read", arguments: SimulatedScenario.allCases)
    func all(scenario: SimulatedScenario) async throws {
        let graph = SimulatedGraph()
        let drive = try scenario.set(up: graph)
        let client = Client(drive)
        var replay = FeedReplay()
        replay.replace(with: try await client.pages("/me/drive/root/delta").items)
        var expected = drive.truePaths
        expected["/Personal Vault/passport.jpg"] = nil
        #expect(replay.paths == expected)
    }

    @Test("are the same for the same seed, and others for another one")
    func seeds() throws {
        func ids(_ seed: UInt64) throws -> [String] {
            let graph = SimulatedGraph(options: SimulatorOptions(seed: seed))
            return try SimulatedScenario.tenant.set(up: graph).truth().map(\.id)
        }
        #expect(try ids(1) == ids(1))
        #expect(try Set(ids(1)).isDisjoint(with: ids(2)))
    }

    @Test("hold a hundred thousand files, page by page")
    func many() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        try drive.addGeneratedFiles(100_000)
        let client = Client(drive)
        let path = "/me/drive/root/delta?$top=1000&$select=id"
        #expect(try await client.get(path)["value"]?.elements?.count == 1_000)
        drive.settings.pageItemCountMax = 200_000
        let page = try await client.send(.get, "/me/drive/root/delta?$top=200000&$select=id")
        // One in the type of each item, two in members of the page. The items are the top, the
        // folder for the files, a thousand folders in it, and the files.
        #expect(page.body.count { $0 == UInt8(ascii: "@") } == 100_000 + 1_002 + 2)
    }

    @Test("take items as they are described")
    func loading() async throws {
        var folder = ItemValues(path: "/Photos", type: .folder)
        folder.created = Timestamp(secondsSinceEpoch: 1_000_000)
        folder.modified = Timestamp(secondsSinceEpoch: 2_000_000)
        var photo = ItemValues(path: "/Photos/a.jpg")
        photo.size = 1_234
        photo.created = Timestamp(secondsSinceEpoch: 1_600_000_000)
        photo.modified = Timestamp(secondsSinceEpoch: 1_700_000_000)
        photo.taken = Timestamp(secondsSinceEpoch: 1_500_000_000)
        photo.sha256 = "ab12"
        photo.quickXor = "given="
        photo.owner = "Nora Hale"
        photo.ownerAddress = "nora@hale.example"
        photo.width = 40
        photo.height = 30
        photo.camera = "Canon EOS 80D"
        photo.shared = true
        var copy = photo
        copy.path = "/Other/b.jpg"
        var bare = ItemValues(path: "/bare.bin")
        bare.shared = false
        let drive = SimulatedGraph().addAccount(.personal)
        try drive.load([photo, copy, bare, folder])
        let client = Client(drive)
        let json = try await client.get("/me/drive/root:/Photos/a.jpg")
        #expect(json["size"] == 1_234)
        #expect(json.at("fileSystemInfo.createdDateTime") == "2020-09-13T12:26:40Z")
        #expect(json.at("fileSystemInfo.lastModifiedDateTime") == "2023-11-14T22:13:20Z")
        #expect(json.at("photo.takenDateTime") == "2017-07-14T02:40:00Z")
        #expect(json.at("photo.cameraMake") == "Canon")
        #expect(json.at("photo.cameraModel") == "EOS 80D")
        #expect(json.at("createdBy.user.email") == "nora@hale.example")
        #expect(json.at("file.hashes") == ["quickXorHash": "given=", "sha256Hash": "AB12"])
        #expect(json["image"] == ["height": 30, "width": 40])
        #expect(json["shared"] == ["scope": "users"])
        #expect(drive.content("/Photos/a.jpg") == drive.content("/Other/b.jpg"))
        #expect(drive.item("/Photos")?.fileModified == 2_000_000)
        let none = try await client.get("/me/drive/root:/bare.bin")
        #expect(none["size"] == nil && none.at("file.hashes") == [:])
        #expect(none["createdDateTime"] == "0001-01-01T00:00:00Z")
    }

    @Test("refuse what no drive could hold")
    func mistakes() throws {
        let drive = SimulatedGraph().addAccount(.personal)
        try drive.addFile("/a.txt", "x")
        #expect(throws: SimulatorError.self) { try drive.addFile("/A.TXT", "x") }
        #expect(throws: SimulatorError.self) { try drive.addFile("/a.txt/b", "x") }
        #expect(throws: SimulatorError.self) { try drive.addFile("/a|b", "x") }
        #expect(throws: SimulatorError.self) { try drive.addFile("/", "x") }
        #expect(throws: SimulatorError.self) { try drive.delete("/none") }
        #expect(throws: SimulatorError.self) { try drive.move("/a.txt", to: "/none/a.txt") }
        #expect(throws: SimulatorError.self) { try drive.load(folder: "/nowhere/at all") }
        #expect(throws: SimulatorError.self) { try drive.rename("/a.txt", to: "b|") }
        #expect(drive.truth().count == 1)
        try drive.rename("/a.txt", to: "b.txt")
        #expect(drive.truth().map(\.path) == ["/b.txt"])
    }
}
