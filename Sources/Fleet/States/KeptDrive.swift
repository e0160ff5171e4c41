// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// A drive as a state knows it, as far as a fleet has to.
struct KeptDrive: Sendable, Hashable, Codable {
    /// Why its listing is not taken.
    enum Obstacle: String, Sendable, Hashable, Codable {
        /// None is kept.
        case unlisted
        /// What there is on it was asked for, and not to the end.
        case unfinished
    }

    /// Its name in the state.
    let name: String
    /// Its kind, as rules write it.
    let kind: String
    /// What tells it from others.
    let identity: String
    /// When it was listed last.
    let listed: Timestamp
    /// What stands against taking its listing; nil: nothing.
    let obstacle: Obstacle?
    /// How many of its items wait for their deletion by the state.
    let waiting: Int64

    /// What the state says.
    init(_ drive: KeptListings.Drive) {
        let record = drive.record
        name = record.name
        kind = record.kind
        identity = record.identity
        listed = record.syncedAt
        waiting = drive.waitingCount
        obstacle = drive.isUnfinished ? .unfinished : drive.hasListing ? nil : .unlisted
    }

    /// The storage that holds its items.
    var volume: [UInt8] { Array(DriveIdentityText(identity).volume.utf8) }

    /// The storage that holds the items of the OneDrive of that id.
    static func volume(ofDrive id: String) -> [UInt8] {
        Array((DriveKind.onedrive.rawValue + ":" + GraphID.comparable(drive: id)).utf8)
    }
}

/// A drive whose listing is taken from a state.
struct TakenDrive: Sendable, Hashable, Codable {
    /// What the fleet calls it.
    let name: String
    /// What the state knows of it.
    let drive: KeptDrive
}
