// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// How many files drives have less, or more, by what this program did.
struct FileCounts {
    private struct Drive: Hashable {
        let name: ExactText
        let identity: ExactText
    }

    private var changes: [Drive: Int64] = [:]

    /// Counts `change` files on the drive of that name, if it still is that one.
    mutating func add(_ change: Int64, drive: String, identity: String) {
        changes[Drive(name: ExactText(drive), identity: ExactText(identity)), default: 0] += change
    }

    /// Writes what was counted; no count falls below 0.
    func record(_ db: Database) throws {
        for (drive, change) in changes {
            try db.run(
                """
                UPDATE drive SET good_file_count = max(0, good_file_count + ?)
                WHERE name = ? AND identity = ? AND good_file_count IS NOT NULL
                """, [change.value, drive.name.text.value, drive.identity.text.value])
        }
    }
}
