// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

extension GraphDrive: ListItemDrive {
    /// Asks for each by its id in the list, in batches, and once for the folders above all of them.
    package func look(atListItems ids: [String]) async throws(DriveError) -> [ListItemLook] {
        let info = try await info(for: .recheck)
        do throws(GraphFailure) {
            try await refreshAlbums(info)
            return try await looks(ids, info)
        } catch {
            throw error.driveError(.recheck)
        }
    }

    private func looks(
        _ ids: [String], _ info: GraphDriveInfo
    ) async throws(GraphFailure) -> [ListItemLook] {
        var looks = ids.map { _ in ListItemLook.unanswered(GraphText.idUnknown) }
        let asked = ids.indices.filter { DatasetGUID.text(ids[$0]) == ids[$0] }
        let answers = try await client.answers(
            to: asked.map { index in
                GraphRequest(
                    .get,
                    GraphAddress.listItem(ids[index], on: info.path) + GraphListItem.selection)
            })
        if let refusal = Self.refusal(of: answers) { throw GraphFailure(refusal) }
        var seen: [(index: Int, item: GraphListItem)] = []
        for (index, answer) in zip(asked, answers) {
            switch GraphListItem.read(answer, id: ids[index], info) {
            case .success(let item): seen.append((index, item))
            case .failure(let other): looks[index] = other.look
            }
        }
        var look = GraphLook(self, info)
        let findings = try await look.place(seen.map(\.item.state))
        for ((index, item), finding) in zip(seen, findings) {
            looks[index] = self.look(item, finding)
        }
        return looks
    }

    /// The first of `answers` where all of them say that nobody may ask that: it is told as it
    /// stands, for somebody has to grant it.
    private static func refusal(of answers: [BatchAnswer]) -> GraphResponse? {
        var first: GraphResponse?
        for answer in answers {
            guard case .response(let response) = answer, response.status == 403 else { return nil }
            first = first ?? response
        }
        return first
    }

    /// What `item` is, where the folders above it show what `finding` says.
    private func look(_ item: GraphListItem, _ finding: GraphLook.Finding) -> ListItemLook {
        switch finding {
        case .there(let sighting):
            guard sighting.obstacleAbove == nil, isBelowRoot(sighting.path) else { return .odd }
            var now = item.state.values
            now.drive = name
            now.id = item.state.id
            now.path = path(below: sighting.path)
            now.albums = albums(ofItem: item.state.id)
            return fault(of: now) == nil ? .there(now, changed: item.changed) : .odd
        case .gone, .missing: return .missing
        case .unanswered(let reason): return .unanswered(reason)
        }
    }

    /// Whether `path` lies below the folder that is the top.
    private func isBelowRoot(_ path: GraphItemPath) -> Bool {
        guard let root = GraphItemPath(settings.root)?.components else { return false }
        return path.components.count > root.count
            && zip(root, path.components).allSatisfy { GraphName.isSimilar($0, $1) }
    }
}

/// An item that was asked for by its id in the list of its library.
struct GraphListItem {
    /// The item.
    var state: GraphItemState
    /// When the service says that it was changed last.
    var changed: Timestamp?

    /// What is asked for: what is asked for of every item, and which one of the list it is.
    static let selection = GraphAddress.itemSelection + ",sharepointIds"

    /// What else an answer may say.
    struct Other: Error {
        let look: ListItemLook

        init(_ look: ListItemLook) { self.look = look }
    }

    /// What `answer` says of the item that the list knows by `id`. Whatever does not say that it is
    /// this one, and lies on this drive, is not taken for it.
    static func read(
        _ answer: BatchAnswer, id: String, _ info: GraphDriveInfo
    ) -> Result<GraphListItem, Other> {
        switch GraphLook.reply(answer, id: nil) {
        case .missing: return .failure(Other(.missing))
        case .neither(let reason): return .failure(Other(.unanswered(reason)))
        case .state(let state):
            guard case .response(let response) = answer, let told = Told(response.body) else {
                return .failure(Other(.unanswered(GraphText.incomplete)))
            }
            guard let unique = told.listItem.flatMap({ DatasetGUID.text($0) }), unique == id else {
                return .failure(Other(.unanswered(GraphText.foreignItem)))
            }
            guard let drive = state.driveID, GraphID.comparable(drive: drive) == info.comparableID,
                state.values.type == .file, state.facets.contains(.file), state.obstacle == nil,
                state.values.eTag?.isEmpty == false
            else { return .failure(Other(.odd)) }
            return .success(GraphListItem(state: state, changed: told.changed))
        }
    }

    /// What an answer says besides what is read of every item.
    private struct Told {
        var listItem: String?
        var changed: Timestamp?

        /// What `body` says; nil where it is no JSON object.
        init?(_ body: [UInt8]) {
            var (listItem, changed): (String?, String?)
            let isRead: Void? = unsafe JSONReader.value(of: body) {
                (reader, place) throws(JSONFault) in
                try unsafe reader.members(&place, depth: 0) {
                    (key, reader, place) throws(JSONFault) in
                    switch key {
                    case "lastModifiedDateTime":
                        changed = try unsafe reader.textIfAny(&place, depth: 1)
                    case "sharepointIds" where unsafe place[0] == UInt8(ascii: "{"):
                        try unsafe reader.members(&place, depth: 1) {
                            (key, reader, place) throws(JSONFault) in
                            let text = try unsafe reader.textIfAny(&place, depth: 2)
                            if key == "listItemUniqueId" { listItem = text }
                        }
                    default: try unsafe reader.skipValue(&place, depth: 1)
                    }
                }
            }
            if isRead == nil { return nil }
            self.listItem = listItem
            self.changed = changed.flatMap { try? Timestamp.parse($0) }
        }
    }
}
