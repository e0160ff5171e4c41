// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// How many files drives have less, or more, by what this program did.
struct FileCounts {
    private struct Place: Hashable {
        let identity: ExactText
        /// The folder of the machine that the file lies in, where the drive is a local one.
        let folder: ExactText?
    }

    private var changes: [Place: Int64] = [:]

    /// Counts `change` files at `path` of the drive of that `identity`.
    mutating func add(_ change: Int64, path: String, identity: String) {
        let folder = DriveIdentityText(identity).localRoot.map { root in
            ExactText(Self.folder(of: ItemAddress.path(path, below: root)))
        }
        changes[Place(identity: ExactText(identity), folder: folder), default: 0] += change
    }

    /// Writes what was counted, for every name and every root under which a file was listed; no
    /// count falls below 0.
    func record(_ db: Database) throws {
        if changes.isEmpty { return }
        for drive in try CatalogTable(db: db).drives("good_file_count IS NOT NULL") {
            let root = DriveIdentityText(drive.identity).localRoot
            let change = changes.reduce(0) { sum, one in
                Self.holds(one.key, drive.identity, root) ? sum + one.value : sum
            }
            if change == 0 { continue }
            try db.run(
                "UPDATE drive SET good_file_count = max(0, good_file_count + ?) WHERE name = ?",
                [change.value, drive.name.value])
        }
    }

    private static func holds(_ place: Place, _ identity: String, _ root: String?) -> Bool {
        if place.identity == ExactText(identity) { return true }
        guard let root, let folder = place.folder else { return false }
        return folder == ExactText(root) || root == "/"
            || folder.text.utf8.starts(with: (root + "/").utf8)
    }

    private static func folder(of path: String) -> String {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.utf8.startIndex
        return end == path.utf8.startIndex ? "/" : String(path[..<end])
    }
}
