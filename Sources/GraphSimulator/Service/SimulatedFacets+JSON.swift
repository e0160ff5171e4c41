// SPDX-License-Identifier: Apache-2.0

extension SimulatedFacets {
    /// The members that few items have, as a drive of `kind` tells them.
    func members(of kind: SimulatedDriveKind) -> [(ItemSelection.Member, GraphJSON)] {
        var members: [(ItemSelection.Member, GraphJSON)] = []
        if kind.isPersonal, let description {
            members.append((.description, .string(description)))
        }
        if let image = image(of: kind) { members.append((.image, image)) }
        if kind.isPersonal, let location {
            var value: GraphJSON = .object([])
            value.set("altitude", location.altitude.map { .number($0) })
            value.set("latitude", .number(location.latitude))
            value.set("longitude", .number(location.longitude))
            members.append((.location, value))
        }
        if let photo = photo(of: kind) { members.append((.photo, photo)) }
        if kind.isPersonal, let video {
            let value: GraphJSON = [
                "bitrate": 12_000_000, "duration": .integer(video.duration), "fourCC": "H264",
                "frameRate": .number(30), "height": .integer(video.height),
                "width": .integer(video.width),
            ]
            members.append((.video, value))
        }
        if let special { members.append(special.member) }
        if let sharedScope { members.append((.shared, ["scope": .string(sharedScope)])) }
        if let malware { members.append((.malware, ["description": .string(malware)])) }
        if let specialFolder {
            members.append((.specialFolder, ["name": .string(specialFolder)]))
        }
        return members
    }

    /// Whether there is a picture of it.
    var isPicture: Bool { imageWidth != nil || taken != nil || video != nil }

    private func image(of kind: SimulatedDriveKind) -> GraphJSON? {
        guard imageWidth != nil || imageHeight != nil else { return nil }
        // SharePoint says that it is a picture, and no more.
        var value: GraphJSON = .object([])
        if kind.isPersonal {
            value.set("height", imageHeight.map { .integer($0) })
            value.set("width", imageWidth.map { .integer($0) })
        }
        return value
    }

    private func photo(of kind: SimulatedDriveKind) -> GraphJSON? {
        guard taken != nil || cameraMake != nil || cameraModel != nil else { return nil }
        var value: GraphJSON = .object([])
        if kind.isPersonal {
            value.set("cameraMake", cameraMake.map { .string($0) })
            value.set("cameraModel", cameraModel.map { .string($0) })
        }
        let instant = taken.map { InstantText.text(milliseconds: DriveState.milliseconds($0)) }
        value.set("takenDateTime", instant.map { .string($0) })
        return value
    }
}

extension SimulatedFacets.Special {
    /// The member that tells it.
    fileprivate var member: (ItemSelection.Member, GraphJSON) {
        switch self {
        case .package(let type): return (.package, ["type": .string(type)])
        case .album(let count):
            return (.bundle, ["childCount": .integer(Int64(count)), "album": [:]])
        case .shortcut(let driveID, let itemID, let size, let isFolder):
            var value: GraphJSON = [
                "id": .string(itemID), "size": .integer(size),
                "parentReference": [
                    "driveId": .string(driveID), "driveType": "documentLibrary",
                ],
            ]
            if isFolder {
                value.set("folder", ["childCount": 12])
            } else {
                value.set("file", ["mimeType": "application/octet-stream"])
            }
            return (.remoteItem, value)
        }
    }
}

extension DriveState.Owner {
    /// The owner as an identity.
    var json: GraphJSON {
        var value: GraphJSON = .object([])
        value.set("email", address.map { .string($0) })
        value.set("id", .string(id))
        value.set("displayName", .string(name))
        return value
    }
}

extension SimulatedFacets.Person {
    /// The person as an identity.
    var json: GraphJSON {
        var value: GraphJSON = .object([])
        value.set("email", address.map { .string($0) })
        value.set("displayName", .string(name))
        return value
    }
}
