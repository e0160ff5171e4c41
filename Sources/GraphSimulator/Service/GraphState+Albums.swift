// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// Albums, which only consumers' drives have.
extension GraphState {
    /// `GET …/bundles`, a page at a time.
    func bundles(_ number: Int, _ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        guard call.method == .get else { throw .methodNotAllowed }
        let drive = drives[number]
        guard drive.kind.isPersonal else {
            throw GraphProblem(400, "invalidRequest", "Bundles are not supported here")
        }
        let start = call.parameter("$skiptoken").flatMap { Int($0) } ?? 0
        let end = min(drive.albums.count, start + max(1, drive.settings.pageItemCount))
        var json: GraphJSON = ["@odata.context": .string(context("drive/bundles"))]
        if end < drive.albums.count {
            json.set(
                "@odata.nextLink",
                .string(
                    "\(addresses.graph)/v1.0/drives/\(drive.ids.driveID)/bundles?$skiptoken=\(end)")
            )
        }
        let page = drive.albums[min(start, drive.albums.count)..<end].map { album in
            let instant = InstantText.text(milliseconds: album.time)
            let bundle: GraphJSON = [
                "childCount": .integer(Int64(album.members.count)), "album": [:],
            ]
            return [
                "id": .string(album.id), "name": .string(album.name), "size": .integer(0),
                "eTag": .string("\"{\(album.id)},1\""), "createdDateTime": .string(instant),
                "lastModifiedDateTime": .string(instant), "bundle": bundle,
            ] as GraphJSON
        }
        json.set("value", .array(page))
        return SimulatedAnswer(200, json: json)
    }

    /// The album that the call names in place of an item.
    func album(_ number: Int, _ call: GraphCall) -> DriveState.Album? {
        guard let item = call.path.item, item.names.isEmpty, let id = item.id else { return nil }
        return drives[number].albums.first { $0.id == id }
    }

    /// What is in an album: the items as they are in their folders, those that are gone left out.
    func members(
        of album: DriveState.Album, _ number: Int, _ call: GraphCall
    ) -> SimulatedAnswer {
        let drive = drives[number]
        let live = album.members.filter {
            drive.nodes[Int($0)].stage == .live && drive.isVisible(Int($0))
        }
        let asked = call.parameter("$top").flatMap { Int($0) } ?? drive.settings.pageItemCount
        let count = max(1, min(asked, drive.settings.pageItemCountMax))
        let start = call.parameter("$skiptoken").flatMap { Int($0) } ?? 0
        let end = min(live.count, start + count)
        var json = JSONWriter()
        json.raw("{\"@odata.context\":")
        json.text(context("drives('\(drive.ids.driveID)')/items/children"))
        if end < live.count {
            json.key("@odata.nextLink")
            var link = "\(addresses.graph)/v1.0/drives/\(drive.ids.driveID)/items/"
            link += PercentText.encoded(album.id) + "/children?$top=\(asked)"
            if let select = call.parameter("$select") {
                link += "&$select=\(PercentText.encoded(select))"
            }
            json.text(link + "&$skiptoken=\(end)")
        }
        json.key("value")
        json.raw("[")
        let writer = writer(number, call.parameter("$select"), now: call.now)
        for member in live[min(start, live.count)..<end] {
            writer.write(Int(member), of: drive, .child, to: &json)
        }
        json.raw("]}")
        return SimulatedAnswer(200, headers: [SimulatedAnswer.jsonType], body: json.bytes)
    }
}
