// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// One thing that happens to a staged item, as the history keeps it.
struct StagedChange: Hashable, Sendable {
    /// What kind of thing it is.
    enum Kind: Hashable, Sendable {
        /// Its state changes.
        case becomes(ItemState)
        /// A restore is begun.
        case restoring
        /// A restore did not bring it back.
        case restoreFailed
        /// It was removed from quarantine for good.
        case purged
    }

    /// What happens.
    var kind: Kind
    /// When, by the system clock.
    var at: Timestamp
    /// Why, one clause.
    var cause: String?
    /// Which attempt begins, for `executing`; how many there were, for `staged`.
    var attempt: Int?
    /// The day it counts for, for `executing` and `deferred`.
    var day: String?
    /// What the drive answered, for `deleted`.
    var receipt: String?
    /// When it is tried again, for `failed`.
    var retryAt: Timestamp?
    /// Where it lies now, for `restored`, if not at its own path.
    var path: String?

    /// A change without particulars.
    init(_ kind: Kind, at: Timestamp, cause: String? = nil) {
        self.kind = kind
        self.at = at
        self.cause = cause
    }

    /// The word for it in the history.
    var event: String {
        switch kind {
        case .becomes(let state): state.rawValue
        case .restoring: "restoring"
        case .restoreFailed: "restore-failed"
        case .purged: "purged"
        }
    }

    /// The particulars as JSON; nil if there are none.
    var detail: String? {
        if attempt == nil, day == nil, receipt == nil, retryAt == nil, path == nil { return nil }
        var object = JSONObject()
        object.add("attempt", attempt.map(Int64.init))
        object.add("day", day)
        object.add("receipt", receipt)
        object.add("retryAt", retryAt?.secondsSinceEpoch)
        object.add("path", path)
        return object.text
    }
}

extension StagedChange {
    /// The change that a line of the history tells of; nil if it tells of none.
    init?(_ entry: HistoryEntry) throws(JSONReader.Malformed) {
        switch entry.event {
        case "restoring": self.init(.restoring, at: entry.at, cause: entry.cause)
        case "restore-failed": self.init(.restoreFailed, at: entry.at, cause: entry.cause)
        case "purged": self.init(.purged, at: entry.at, cause: entry.cause)
        default:
            guard let state = entry.to, state.rawValue == entry.event else { return nil }
            self.init(.becomes(state), at: entry.at, cause: entry.cause)
        }
        guard let detail = entry.detail else { return }
        var read = self
        var reader = JSONReader(detail)
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "attempt": read.attempt = Int(try reader.integer())
            case "day": read.day = try reader.string()
            case "receipt": read.receipt = try reader.string()
            case "retryAt":
                read.retryAt = try reader.instant()
            case "path": read.path = try reader.string()
            default: try reader.skip()
            }
        }
        try reader.end()
        self = read
    }
}
