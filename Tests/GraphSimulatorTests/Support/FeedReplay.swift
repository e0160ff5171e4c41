// SPDX-License-Identifier: Apache-2.0

import GraphSimulator

/// What a client knows that reads the feed: by id, the last word wins.
struct FeedReplay {
    private(set) var items: [String: GraphJSON] = [:]

    /// Takes the items of a round in their order.
    mutating func take(_ round: [GraphJSON]) {
        for item in round {
            guard let id = item["id"]?.text else { continue }
            items[id] = item["deleted"] == nil ? item : nil
        }
    }

    /// Begins anew with the items of a whole enumeration.
    mutating func replace(with round: [GraphJSON]) {
        items = [:]
        take(round)
    }

    /// The paths with id, size and tag, as the parents give them; what has no way up is gone.
    var paths: [String: String] {
        var paths: [String: String] = [:]
        for (id, item) in items where item["root"] == nil {
            guard let path = path(of: id) else { continue }
            let size = item["size"]?.integer ?? -1
            let tag = item["eTag"]?.text ?? ""
            paths[path] = item["folder"] == nil ? "\(id) \(size) \(tag)" : "\(id) \(tag)"
        }
        return paths
    }

    private func path(of id: String) -> String? {
        var names: [String] = []
        var next = id
        while let item = items[next], names.count < 100 {
            if item["root"] != nil { return "/" + names.reversed().joined(separator: "/") }
            guard let name = item["name"]?.text,
                let parent = item["parentReference"]?["id"]?.text
            else { return nil }
            names.append(name)
            next = parent
        }
        return nil
    }
}

extension SimulatedDrive {
    /// The paths with id, size and tag as they really are.
    var truePaths: [String: String] {
        Dictionary(
            truth().map { item in
                (
                    item.path,
                    item.isFolder
                        ? "\(item.id) \(item.eTag)" : "\(item.id) \(item.size) \(item.eTag)"
                )
            }
        ) { first, _ in first }
    }
}
