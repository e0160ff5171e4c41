// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
internal import RuleEngine
internal import Text

/// A folder of the program's own on a OneDrive, with files that several devices read and each of which
/// one device writes: `/.cleanrules` and a name, from the root of the drive, whatever folder is the
/// top of its listing. No listing shows what lies there.
///
/// A file is replaced only if it is still what was read, by its tag, and made only if there is none of
/// its name. Requests are repeated as all others to the service are.
package struct GraphShelf: Sendable {
    private let drive: GraphDrive
    private let path: GraphItemPath

    /// The folder `name` on `drive`.
    package init(on drive: GraphDrive, name: String) {
        self.drive = drive
        path = GraphItemPath([Array(".cleanrules".utf8), Array(name.utf8)])
    }

    /// The path of the folder, from the root of the drive.
    package var folder: String { path.text }

    /// Whether the drive is that of whoever signed in, so that nobody else decides who writes there.
    package func isOwn() async throws(DriveError) -> Bool {
        let info = try await drive.info(for: .open)
        if info.type == "documentLibrary" { return false }
        guard case .drive = drive.settings.place else { return true }
        return try await answered(.open) { () async throws(GraphFailure) in
            let response = try await drive.client.send(
                GraphRequest(.get, GraphPlace.mine.path))
            guard response.status == 200, let mine = GraphDriveInfo(response.body) else {
                // An application that acts by itself has no drive of its own.
                if (400...404).contains(response.status) { return false }
                throw GraphFailure(response)
            }
            return mine.comparableID == info.comparableID
        }
    }

    // MARK: - Reading

    /// The files that lie there, at most `countMax` of them that are looked at, and whether that is
    /// all. None where there is no folder, which says nothing about what had lain in it.
    package func files(
        countMax: Int
    ) async throws(DriveError) -> (files: [ShelvedFile], isWhole: Bool) {
        let info = try await drive.info(for: .list)
        return try await answered(.list) { () async throws(GraphFailure) in
            guard let folder = try await find(info) else { return (files: [], isWhole: true) }
            let children = try await GraphChildren(client: drive.client, info: info).list(
                folder, countMax: countMax, selection: GraphAddress.itemSelection)
            let files: [ShelvedFile] = children.prefix(countMax).compactMap { child in
                let odd: GraphFacets = [.package, .remoteItem, .bundle, .folder, .deleted]
                guard child.facets.contains(.file), child.facets.isDisjoint(with: odd),
                    let tag = child.values.eTag, !tag.isEmpty
                else { return nil }
                return ShelvedFile(name: child.name, id: child.id, tag: tag)
            }
            return (files: files, isWhole: children.count <= countMax)
        }
    }

    /// The content of `file` as it is now; nil where it is not found. Throws where it has more than
    /// `byteCountMax` bytes.
    package func contents(
        of file: ShelvedFile, byteCountMax: Int
    ) async throws(DriveError) -> [UInt8]? {
        let info = try await drive.info(for: .list)
        return try await answered(.list, file.name) { () async throws(GraphFailure) in
            // An address that is new may be refused once.
            for isLast in [false, true] {
                let address = GraphAddress.item(file.id, on: info.path) + "/content"
                let response = try await drive.client.send(GraphRequest(.get, address))
                if response.status == 404 { return nil }
                if response.status == 200 { return response.body }
                guard [301, 302, 303, 307, 308].contains(response.status) else {
                    throw GraphFailure(response)
                }
                guard let url = response.header("Location"), drive.client.mayFetch(url) else {
                    throw GraphFailure(message: GraphText.contentAddress)
                }
                let content = try await fetch(url, byteCountMax)
                if content.status == 200 { return content.body }
                if ![401, 404, 410].contains(content.status) { throw GraphFailure(content) }
                if isLast { return nil }
            }
            return nil
        }
    }

    /// What lies at the pre-authenticated address `url`, which must not see a token.
    private func fetch(
        _ url: String, _ byteCountMax: Int
    ) async throws(GraphFailure) -> GraphResponse {
        let request = HTTPRequest(
            .get, url, headers: [HTTPField("Accept", "*/*")],
            responseByteCountMax: max(byteCountMax, 1 << 16))
        do throws(HTTPError) {
            let response = try unsafe await drive.client.downloads.send(
                request, cost: 1, count: 1, receiver: nil)
            return GraphResponse(
                status: response.status, headers: response.headers, body: response.body)
        } catch {
            throw GraphFailure(error)
        }
    }

    // MARK: - Writing

    /// Puts `bytes` in the place of `file`, as it was listed; where that is nil, into a new file
    /// `name`. False where something else lies there by now: nothing is changed then.
    package func write(
        _ bytes: [UInt8], to name: String, over file: ShelvedFile?
    ) async throws(DriveError) -> Bool {
        let info = try await drive.info(for: .open)
        return try await answered(.open) { () async throws(GraphFailure) in
            guard let file else { return try await make(name, bytes, info) }
            return try await replace(file, bytes, info)
        }
    }

    private func replace(
        _ file: ShelvedFile, _ bytes: [UInt8], _ info: GraphDriveInfo
    ) async throws(GraphFailure) -> Bool {
        let address = GraphAddress.item(file.id, on: info.path)
        if !drive.settings.sendsIfMatch {
            let response = try await drive.client.send(
                GraphRequest(.get, address + GraphAddress.itemSelection))
            if response.status == 404 { return false }
            guard response.status == 200 else { throw GraphFailure(response) }
            if GraphItemReader.item(response.body)?.values.eTag != file.tag { return false }
        }
        var condition = drive.condition(file.tag)
        var response = try await put(address + "/content", bytes, condition)
        if response.status == 400, drive.mayBeQuoted(condition) {
            condition = drive.condition(file.tag)
            response = try await put(address + "/content", bytes, condition)
        }
        switch response.status {
        // Once it had another tag, or was removed, it has to be read anew.
        case 404, 409, 412: return false
        case _ where response.isSuccess: return true
        default: throw GraphFailure(response)
        }
    }

    private func make(
        _ name: String, _ bytes: [UInt8], _ info: GraphDriveInfo
    ) async throws(GraphFailure) -> Bool {
        let folder = try await ensure(info)
        guard let address = GraphAddress.child(Array(name.utf8), of: folder, on: info.path) else {
            throw GraphFailure(message: DeletionText.notAPath)
        }
        let response = try await put(
            address + "/content?@microsoft.graph.conflictBehavior=fail", bytes, [])
        switch response.status {
        // By now somebody has made it, or the folder is gone that was just there.
        case 404, 409, 412: return false
        case _ where response.isSuccess: return true
        default: throw GraphFailure(response)
        }
    }

    /// Sends a content. It is as good to send it twice as once: the second time it has another tag, or
    /// the name is taken.
    private func put(
        _ path: String, _ bytes: [UInt8], _ condition: [HTTPField]
    ) async throws(GraphFailure) -> GraphResponse {
        let request = HTTPRequest(
            .put, drive.client.address.description + path,
            headers: condition + [HTTPField("Content-Type", "application/octet-stream")],
            body: bytes, isIdempotent: true)
        return try await drive.client.exchange(request, cost: 2, count: 1)
    }

    // MARK: - The folder

    /// The id of the folder; nil where it is not found.
    private func find(_ info: GraphDriveInfo) async throws(GraphFailure) -> String? {
        guard let address = GraphAddress.item(at: path, on: info.path) else { return nil }
        let response = try await drive.client.send(
            GraphRequest(.get, address + GraphAddress.folderSelection))
        if response.status == 404 { return nil }
        guard response.status == 200 else { throw GraphFailure(response) }
        guard let item = GraphItemReader.item(response.body) else {
            throw GraphFailure(status: 200, message: GraphText.incomplete)
        }
        // A request by path may be answered with another item.
        let name = path.components.last ?? []
        guard GraphName.isSimilar(Array(item.name.utf8), name) else {
            throw GraphFailure(status: 200, message: GraphText.foreignItem)
        }
        let odd: GraphFacets = [.package, .remoteItem, .bundle, .vault, .file]
        guard item.facets.contains(.folder), item.facets.isDisjoint(with: odd) else {
            throw GraphFailure(
                message: GraphText.noFolder(
                    String(decoding: name, as: UTF8.self), GraphText.nameOfFile))
        }
        return item.id
    }

    /// The id of the folder, which is made where it is missing.
    private func ensure(_ info: GraphDriveInfo) async throws(GraphFailure) -> String {
        switch try await GraphFolders(client: drive.client, info: info).ensure(path) {
        case .folder(let id): return id
        case .none(let reason, let status): throw GraphFailure(status: status, message: reason)
        }
    }

    /// What `body` gives, with its failure in the words of drives.
    private func answered<Value>(
        _ operation: DriveOperation, _ item: String? = nil,
        _ body: () async throws(GraphFailure) -> Value
    ) async throws(DriveError) -> Value {
        do throws(GraphFailure) {
            return try await body()
        } catch {
            throw error.driveError(operation, item: item)
        }
    }
}
