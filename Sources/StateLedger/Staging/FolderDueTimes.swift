// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// When each of some orders is due: a folder not before the last of what is staged below it.
struct FolderDueTimes {
    /// The due times, one an order.
    let dueTimes: [Timestamp]

    /// A folder, by its drive and the bytes of its path.
    private struct Place: Hashable {
        let drive: ExactText
        let path: ExactText
    }

    /// Looks at all `orders`. O(number of orders × depth of their paths).
    init(_ orders: [StagingOrder]) {
        var latest: [Place: Timestamp] = [:]
        for order in orders where order.item.isFolder { latest[Self.place(order.item)] = order.due }
        if latest.isEmpty {
            dueTimes = orders.map(\.due)
            return
        }
        for order in orders {
            let drive = ExactText(order.item.drive)
            for folder in Self.folders(above: order.item.path) {
                let place = Place(drive: drive, path: folder)
                if let due = latest[place], due < order.due { latest[place] = order.due }
            }
        }
        dueTimes = orders.map { order in
            let below = order.item.isFolder ? latest[Self.place(order.item)] : nil
            return max(order.due, below ?? order.due)
        }
    }

    private static func place(_ item: RecordedItem) -> Place {
        Place(drive: ExactText(item.drive), path: ExactText(item.path))
    }

    /// `/a/b/c`: `/a/b`, then `/a`.
    private static func folders(above path: String) -> [ExactText] {
        var folders: [ExactText] = []
        var rest = path.utf8[...]
        while let slash = rest.lastIndex(of: UInt8(ascii: "/")), slash > rest.startIndex {
            rest = rest[..<slash]
            folders.append(ExactText(String(Substring(rest))))
        }
        return folders
    }
}
