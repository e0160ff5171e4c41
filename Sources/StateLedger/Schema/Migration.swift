// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// One step of the schema: from one version, the number of steps before it, to the next.
///
/// A step that was published never changes; what follows is a new step.
struct Migration: Sendable {
    /// Changes the schema, and what is stored if need be, inside a transaction.
    let body: @Sendable (Database) throws -> Void

    /// Every step, from an empty file to the present version.
    static let all = [
        Migration { db in try db.execute(sql: Schema.versionOne) },
        Migration { db in try db.execute(sql: Schema.versionTwo) },
        Migration { db in try db.execute(sql: Schema.versionThree) },
        Migration { db in try VersionFour.migrate(db) },
        Migration { db in try ItemStamps.migrate(db) },
        Migration { db in try EventCounts.migrate(db) },
        Migration { db in try TierTables.migrate(db) },
        Migration { db in try SharedDecisions.migrate(db) },
        Migration { db in try PhotoTables.migrate(db) },
        Migration { db in try GroupDecisions.migrate(db) },
    ]
}
