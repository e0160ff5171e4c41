// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine
internal import Text

/// Finds folders by their paths from the root of the drive, and makes those that are missing.
struct GraphFolders {
    let client: GraphClient
    let info: GraphDriveInfo

    /// A folder by its id, or why there is none.
    enum Found {
        case folder(String)
        /// Something stands in the way; one clause, and the status with which the service refused to
        /// make it.
        case none(String, status: Int? = nil)
    }

    /// The folder at `path`, made where it is missing.
    func ensure(_ path: GraphItemPath) async throws(GraphFailure) -> Found {
        var id = try await root()
        for name in path.components {
            switch try await ensure(name, in: id) {
            case .folder(let found): id = found
            case .none(let reason, let status):
                let text = String(decoding: name, as: UTF8.self)
                return .none(GraphText.noFolder(text, reason), status: status)
            }
        }
        return .folder(id)
    }

    private func root() async throws(GraphFailure) -> String {
        let response = try await client.send(
            GraphRequest(.get, info.path + "/root" + GraphAddress.folderSelection))
        guard response.status == 200 else { throw GraphFailure(response) }
        guard let state = GraphItemReader.item(response.body), state.facets.contains(.root) else {
            throw GraphFailure(status: 200, message: GraphText.incomplete)
        }
        return state.id
    }

    // MARK: - One folder

    private func ensure(
        _ name: [UInt8], in parent: String
    ) async throws(GraphFailure) -> Found {
        guard let address = GraphAddress.child(name, of: parent, on: info.path) else {
            return .none(DeletionText.notAPath)
        }
        let response = try await client.send(
            GraphRequest(.get, address + GraphAddress.folderSelection))
        switch response.status {
        case 200:
            // A request by path may be answered with another item.
            if let state = GraphItemReader.item(response.body), isChild(state, name, parent) {
                return judge(state)
            }
            return try await make(name, in: parent)
        case 404: return try await make(name, in: parent)
        default: throw GraphFailure(response)
        }
    }

    private func make(
        _ name: [UInt8], in parent: String
    ) async throws(GraphFailure) -> Found {
        let text = String(decoding: name, as: UTF8.self)
        let body = JSONValue.object([
            ("name", .text(text)), ("folder", .object([])),
            ("@microsoft.graph.conflictBehavior", .text("fail")),
        ]).line(.controlsAndDelete)
        var reason = GraphText.incomplete
        var status: Int?
        do throws(GraphFailure) {
            let response = try await client.send(
                GraphRequest(
                    .post, GraphAddress.item(parent, on: info.path) + "/children",
                    body: Array(body.utf8), cost: 2))
            if response.isSuccess, let state = GraphItemReader.item(response.body),
                isChild(state, name, parent)
            {
                return judge(state)
            }
            if !response.isSuccess {
                reason = GraphText.answer(response)
                status = response.status
            }
        } catch {
            if !error.mayHaveTakenEffect { throw error }
            reason = error.message
        }
        // Made, but the answer does not say so; or by somebody else in the meantime.
        for attempt in 1...2 {
            if let found = try await listed(name, in: parent) { return found }
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                break
            }
        }
        return .none(reason, status: status)
    }

    /// What is called `name` in a folder, by its listing; nil if nothing is.
    private func listed(
        _ name: [UInt8], in parent: String
    ) async throws(GraphFailure) -> Found? {
        let children = try await GraphChildren(client: client, info: info).list(parent)
        return children.first { isChild($0, name, parent) }.map(judge)
    }

    private func isChild(_ state: GraphItemState, _ name: [UInt8], _ parent: String) -> Bool {
        let isThere = state.parentID.map { GraphID.isSame(item: $0, parent) } ?? true
        return isThere && GraphName.isSimilar(Array(state.name.utf8), name)
            && !state.facets.contains(.deleted)
    }

    private func judge(_ state: GraphItemState) -> Found {
        let odd: GraphFacets = [.package, .remoteItem, .bundle, .vault, .file]
        guard state.facets.contains(.folder), state.facets.isDisjoint(with: odd) else {
            return .none(GraphText.nameOfFile)
        }
        return .folder(state.id)
    }
}
