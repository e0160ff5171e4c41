// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
package import RuleEngine

extension GraphDrive {
    /// How often a drive is asked for that is refused: for half a minute after a sign-in the
    /// service may not know yet who may see what.
    private static let refusalCountMax = 4

    /// Always `.onedrive`.
    package var kind: DriveKind { .onedrive }

    /// What the service's last answer said of its clock.
    package var clockReading: DriveClockReading? {
        client.traffic.clockReading.map { reading in
            DriveClockReading(
                there: Timestamp(secondsSinceEpoch: Int64(reading.service)),
                here: Timestamp(secondsSinceEpoch: Int64(reading.machine)))
        }
    }

    /// What a OneDrive supplies.
    package var capabilities: DriveCapabilities {
        let fields = Field.allCases.filter {
            Vocabulary.description(of: $0).suppliers.contains(.onedrive)
        }
        return DriveCapabilities(
            fields: Set(fields), canRestore: true, hashAlgorithms: [.quickXor, .sha1, .sha256])
    }

    /// The drive's id. What is said of deletions fits the drive once it was asked for.
    package func identity() async throws(DriveError) -> DriveIdentity {
        DriveIdentity(kind: .onedrive, value: try await info(for: .open).comparableID)
    }

    /// What the service said of the drive when it was asked for; a drive of an organisation may have
    /// no bound, and then tells no total.
    package func space() async -> DriveSpace? {
        guard let info = try? await info() else { return nil }
        let total = info.totalBytes.flatMap { $0 > 0 ? $0 : nil }
        var free: Int64?
        if let total, let used = info.usedBytes { free = max(0, total - max(0, used)) }
        let space = DriveSpace(freeBytes: free, totalBytes: total, binBytes: info.deletedBytes)
        return space == DriveSpace() ? nil : space
    }

    /// What the service says of the drive, in the words of drives.
    func info(for operation: DriveOperation) async throws(DriveError) -> GraphDriveInfo {
        do throws(GraphFailure) {
            return try await info()
        } catch {
            throw error.driveError(operation)
        }
    }

    /// What the service says of the drive; asked for once.
    func info() async throws(GraphFailure) -> GraphDriveInfo {
        if let info = known.withLock({ $0.info }) { return info }
        var response = try await client.send(GraphRequest(.get, settings.place.path))
        var attempt = 0
        while response.status == 403, attempt < GraphDrive.refusalCountMax {
            attempt += 1
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                break
            }
            response = try await client.send(GraphRequest(.get, settings.place.path))
        }
        guard response.status == 200 else { throw refusal(response) }
        guard let info = GraphDriveInfo(response.body) else {
            throw GraphFailure(status: 200, message: GraphText.noDrive)
        }
        known.withLock { $0.info = info }
        return info
    }

    /// Why there is no drive.
    private func refusal(_ response: GraphResponse) -> GraphFailure {
        var failure = GraphFailure(response)
        let says = response.error.message?.lowercased() ?? ""
        switch response.status {
        case 404 where says.contains("mysite"): failure.message = GraphText.noOneDrive
        case 404: failure.message = GraphText.driveNotFound(response)
        case 423: failure.message = GraphText.siteLocked(response)
        case 403: failure.message = GraphText.driveRefused(response)
        case 400 where says.contains("spo license"): failure.message = GraphText.noLicence
        default: break
        }
        return failure
    }
}

extension GraphPlace {
    /// The path of the drive below the version of the service.
    var path: String {
        switch self {
        case .mine: "/me/drive"
        case .drive(let id): "/drives/" + GraphAddress.segment(id: id)
        case .user(let id): "/users/\(GraphAddress.segment(id: id))/drive"
        }
    }
}

extension GraphDriveInfo {
    /// What `body` says of a drive; nil if it says nothing of one.
    init?(_ body: [UInt8]) {
        var id: String?
        var type: String?
        var webURL: String?
        var quota: [String: Int64] = [:]
        let isRead: Void? = unsafe JSONReader.value(of: body) { (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                switch key {
                case "id": id = try unsafe reader.textIfAny(&place, depth: 1)
                case "driveType": type = try unsafe reader.textIfAny(&place, depth: 1)
                case "webUrl": webURL = try unsafe reader.textIfAny(&place, depth: 1)
                case "quota" where unsafe place[0] == UInt8(ascii: "{"):
                    try unsafe reader.members(&place, depth: 1) {
                        (key, reader, place) throws(JSONFault) in
                        quota[key] = try unsafe reader.numberIfAny(&place, depth: 2)
                    }
                default: try unsafe reader.skipValue(&place, depth: 1)
                }
            }
        }
        guard isRead != nil, let id, GraphAddress.segment(id.utf8) != nil else { return nil }
        self.init(
            id: id, comparableID: GraphID.comparable(drive: id), type: type ?? "",
            webURL: webURL, usedBytes: quota["used"], totalBytes: quota["total"],
            deletedBytes: quota["deleted"])
    }

    /// The page of the recycle bin, where it can be told from that of the drive.
    var recycleBinPage: String? {
        guard !isPersonal, let webURL, webURL.hasPrefix("https://"), webURL.utf8.count <= 2_000,
            webURL.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x27 }),
            !webURL.contains("?"), !webURL.contains("#")
        else { return nil }
        var parts = webURL.split(separator: "/", omittingEmptySubsequences: false)
        while parts.last?.isEmpty == true { parts.removeLast() }
        // The last part is the library; what is above it is the site.
        if parts.count > 3 { parts.removeLast() }
        return parts.joined(separator: "/") + "/_layouts/15/RecycleBin.aspx"
    }

    /// Which recycle bin it has.
    var recycleBin: Reversal.Place {
        type == "documentLibrary" ? .siteRecycleBin : .recycleBin
    }

    /// Where the recycle bin is, for people: "in …".
    var recycleBinPlace: String {
        let name =
            type == "documentLibrary"
            ? String(clause: "the recycle bin of the site")
            : String(clause: "the recycle bin of the OneDrive")
        return recycleBinPage.map { "\(name) (\($0))" } ?? name
    }
}
