// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

/// Items by the ids that they have in the list of their library.
@Suite("Items of a list")
struct ListItemTests {
    private func path(_ drive: SimulatedDrive, _ id: String, select: String? = nil) -> String {
        "/drives/\(drive.id)/list/items/\(id)/driveItem"
            + (select.map { "?$select=\($0)" } ?? "")
    }

    @Test(
        "are those of the drive, and tell which they are where that is asked for",
        arguments: [SimulatedDriveKind.business, .library])
    func items(kind: SimulatedDriveKind) async throws {
        let drive = SimulatedGraph().addAccount(kind)
        try drive.addFile("/A/film.bin", "content")
        let client = Client(drive)
        for item in drive.truth() {
            let listed = try #require(item.listItemID)
            let whole = try await client.get(path(drive, listed))
            let own = try await client.get("/drives/\(drive.id)/items/\(item.id)")
            #expect(whole == own)
            #expect(whole["sharepointIds"] == nil)
            let json = try await client.get(
                path(drive, listed.uppercased(), select: "id,sharepointIds"))
            #expect(json["id"]?.text == item.id)
            #expect(json.at("sharepointIds.listItemUniqueId")?.text == listed)
            #expect(json.at("sharepointIds.siteId")?.text == drive.library.site)
            #expect(json.at("sharepointIds.webId")?.text == drive.library.web)
            #expect(json.at("sharepointIds.listId")?.text == drive.library.list)
        }
        #expect(drive.graph.log(.listItem).count == 4)
    }

    @Test("are not found where there are none")
    func missing() async throws {
        let graph = SimulatedGraph()
        let (drive, other) = (graph.addAccount(.business), graph.addAccount(.business))
        try drive.addFile("/film.bin", "content")
        try other.addFile("/film.bin", "content")
        let own = try #require(drive.item("/film.bin")?.listItemID)
        let foreign = try #require(other.item("/film.bin")?.listItemID)
        #expect(own != foreign)
        let client = Client(drive)
        for id in [foreign, "00000000-0000-4000-8000-000000000000", "x", "%00"] {
            #expect(try await client.send(.get, path(drive, id)).status == 404, "\(id)")
        }
        #expect(try await client.send(.delete, path(drive, own)).status == 405)
        try drive.delete("/film.bin")
        #expect(try await client.send(.get, path(drive, own)).status == 404)
        let personal = SimulatedGraph().addAccount(.personal)
        try personal.addFile("/film.bin", "content")
        #expect(personal.item("/film.bin")?.listItemID == nil)
        #expect(try await Client(personal).send(.get, path(personal, own)).status == 404)
    }

    @Test("lag behind as items do, and may be mistaken for others")
    func faults() async throws {
        let drive = SimulatedGraph().addAccount(.business)
        try drive.addFile("/film.bin", "content")
        try drive.addFile("/other.bin", "content")
        let item = try #require(drive.item("/film.bin"))
        let listed = try #require(item.listItemID)
        let client = Client(drive)
        drive.graph.play(FaultRule([.listItem], .lagging(seconds: 60)))
        #expect(try await client.send(.get, path(drive, listed)).status == 404)
        #expect(
            try await client.send(.get, "/drives/\(drive.id)/items/\(item.id)").status == 404)
        drive.graph.time.advance(seconds: 61)
        #expect(try await client.get(path(drive, listed))["name"]?.text == "film.bin")
        drive.graph.play(FaultRule([.listItem], .otherItem))
        #expect(try await client.get(path(drive, listed))["name"]?.text == "other.bin")
    }
}
