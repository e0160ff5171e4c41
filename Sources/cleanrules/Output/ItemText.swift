// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension StagedItem {
    /// The drive and path.
    var fullPath: String { "\(order.item.drive):\(order.item.path)" }

    /// The drive and path, safe to show.
    var shownPlace: String { VisibleText.escaped(fullPath) }

    /// The size for people.
    var shownSize: String { order.item.size.map { Console.words.size($0) } ?? "?" }

    /// The drive and path, as commands take them.
    var typedPlace: String { "\(order.item.drive):\(order.item.path)" }

    /// Whether it is deleted and may be brought back, as far as is known here.
    var canComeBack: Bool { state == .deleted && !isPurged && !isLasting }

    /// Where the deleted item lies now, in the drive's words.
    var place: String? {
        guard state == .deleted, !isPurged else { return nil }
        return DeletionReceipt(text: receipt)?.place
    }

    /// Whether it is deleted for good.
    var isLasting: Bool { order.method == DeletionMethod.permanent.rawValue }

    /// The bytes, 0 where they are not known.
    var bytes: Int64 { order.item.size ?? 0 }
}

extension [StagedItem] {
    /// How many items there are in each state.
    var counts: [ItemState: Int64] {
        reduce(into: [:]) { counts, item in counts[item.state, default: 0] += 1 }
    }

    /// The bytes of all.
    var bytes: Int64 { reduce(0) { $0 + $1.bytes } }

    /// `3 files and folders, 2.9 MiB`.
    var shownCount: Phrase { .itemsCount(n: count, size: bytes) }
}

/// What commands say of staged items, as JSON.
enum StagedItemJSON {
    /// Drive, id, path, and the state.
    static func brief(_ item: StagedItem) -> [String: JSONValue] {
        [
            "drive": .text(item.order.item.drive), "id": .text(item.order.item.id),
            "path": .text(item.order.item.path), "state": .text(item.state.rawValue),
        ]
    }

    /// The same with what became of it.
    static func outcome(_ item: StagedItem) -> [String: JSONValue] {
        var members = brief(item)
        members["rule"] = JSONValue(item.order.rule)
        members["size"] = JSONValue(item.order.item.size)
        members.set("problem", item.problem)
        members.set("place", item.place)
        return members
    }

    /// Everything that `status` says.
    static func full(_ item: StagedItem) -> [String: JSONValue] {
        var members = outcome(item)
        members["number"] = .number(item.number)
        members["due"] = JSONValue(item.order.due)
        members["plan"] = .text(item.plan)
        members["staged_at"] = JSONValue(item.stagedAt)
        members["method"] = .text(item.order.method)
        members["attempt"] = .number(Int64(item.attempt))
        members.set("retry_at", item.retryAt)
        members.set("restored_path", item.restoredPath)
        return members
    }

    /// How many items there are in each state, states without any included.
    static func counts(_ items: [StagedItem]) -> JSONValue {
        let counts = items.counts
        var members: [String: JSONValue] = [:]
        for state in ItemState.allCases {
            members[state.rawValue] = .number(counts[state] ?? 0)
        }
        return .object(members)
    }
}

extension ItemState {
    /// What the state means, in a word or two.
    var label: Phrase {
        switch self {
        case .staged: .stateStaged
        case .executing: .stateExecuting
        case .deleted: .stateDeleted
        case .restored: .stateRestored
        case .failed: .stateFailed
        case .gaveUp: .stateGaveUp
        case .changed: .stateChanged
        case .gone: .stateGone
        case .held: .stateHeld
        case .deferred: .stateDeferred
        case .undone: .stateUndone
        case .cancelled: .stateCancelled
        }
    }
}
