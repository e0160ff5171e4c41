// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// All that lies in the folder in which an item should lie; or, where that folder is gone, in the
/// lowest one above it that is there.
struct GraphListedPlace {
    private let ids: Set<String>

    fileprivate init(_ items: [GraphItemState]) {
        ids = Set(items.map { GraphID.comparable(item: $0.id) })
    }

    /// Whether the item with that id lies in it.
    func holds(_ id: String) -> Bool { ids.contains(GraphID.comparable(item: id)) }
}

extension GraphLook {
    /// Lists the place of the item at `path` to the end; nil where it cannot be had, for which the
    /// service is not to be believed then.
    mutating func listedPlace(of path: GraphItemPath) async -> GraphListedPlace? {
        do throws(GraphFailure) {
            return try await listing(ofPlace: path)
        } catch {
            return nil
        }
    }

    private mutating func listing(
        ofPlace path: GraphItemPath
    ) async throws(GraphFailure) -> GraphListedPlace? {
        var depth = path.components.count - 1
        if depth < 0 { return nil }
        var folder: String?
        while folder == nil {
            let found = GraphItemPath(Array(path.components[..<depth]))
            switch try await self.folder(at: found) {
            case .there(let id): folder = id
            // What is found by no path may still be listed in the folder above.
            case .missing where depth > 0: depth -= 1
            case .missing, .unclear: return nil
            }
        }
        let children = GraphChildren(client: client, info: info)
        while let id = folder {
            let items = try await children.list(id)
            if depth == path.components.count - 1 { return GraphListedPlace(items) }
            let name = path.components[depth]
            let next = items.first { GraphName.isSimilar(Array($0.name.utf8), name) }
            guard let next else { return GraphListedPlace(items) }
            guard next.facets.contains(.folder) else { return GraphListedPlace(items) }
            folder = next.id
            depth += 1
        }
        return nil
    }

    private enum FoundFolder {
        case there(String)
        case missing
        case unclear
    }

    /// The folder at `path` from the root of the drive.
    private mutating func folder(
        at path: GraphItemPath
    ) async throws(GraphFailure) -> FoundFolder {
        let isRoot = path.components.isEmpty
        let address =
            isRoot ? info.path + "/root" : GraphAddress.item(at: path, on: info.path)
        guard let address else { return .unclear }
        let response = try await client.send(
            GraphRequest(.get, address + GraphAddress.folderSelection))
        switch GraphLook.reply(.response(response), id: nil) {
        case .missing: return .missing
        case .neither: return .unclear
        case .state(let state):
            if isRoot { return state.facets.contains(.root) ? .there(state.id) : .unclear }
            // A path may lead to another item, which its own folders tell.
            guard state.facets.contains(.folder),
                case .there(let sighting)? = try await place([state]).first,
                sighting.path.components.count == path.components.count,
                zip(sighting.path.components, path.components).allSatisfy({
                    GraphName.isSimilar($0, $1)
                })
            else { return .unclear }
            return .there(state.id)
        }
    }
}
