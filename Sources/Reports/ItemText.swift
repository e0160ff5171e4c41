// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
package import StateLedger
package import Text
package import Wording

extension StagedItem {
    /// The drive and path.
    package var fullPath: String { "\(order.item.drive):\(order.item.path)" }

    /// The drive and path, safe to show.
    package var shownPlace: String { VisibleText.escaped(fullPath) }

    /// The size for people.
    package func shownSize(_ words: Words) -> String {
        order.item.size.map { words.size($0) } ?? "?"
    }

    /// The drive and path, as commands take them.
    package var typedPlace: String { "\(order.item.drive):\(order.item.path)" }

    /// Whether it is deleted and may be brought back, as far as is known here.
    package var canComeBack: Bool { state == .deleted && !isPurged && !isLasting }

    /// Where the deleted item lies now, in the drive's words.
    package var place: String? {
        guard state == .deleted, !isPurged else { return nil }
        return DeletionReceipt(text: receipt)?.place
    }

    /// Whether it is deleted for good.
    package var isLasting: Bool { order.method == DeletionMethod.permanent.rawValue }

    /// The bytes, 0 where they are not known.
    package var bytes: Int64 { order.item.size ?? 0 }
}

extension [StagedItem] {
    /// How many items there are in each state.
    package var counts: [ItemState: Int64] {
        reduce(into: [:]) { counts, item in counts[item.state, default: 0] += 1 }
    }

    /// The bytes of all.
    package var bytes: Int64 { reduce(0) { $0 + $1.bytes } }

    /// `3 files and folders, 2.9 MiB`.
    package var shownCount: Phrase { .itemsCount(n: count, size: bytes) }
}

/// What commands say of staged items, as JSON.
package enum StagedItemJSON {
    /// Drive, id, path, and the state.
    package static func brief(_ item: StagedItem) -> [String: JSONValue] {
        [
            "drive": .text(item.order.item.drive), "id": .text(item.order.item.id),
            "path": .text(item.order.item.path), "state": .text(item.state.rawValue),
        ]
    }

    /// The same with what became of it.
    package static func outcome(_ item: StagedItem) -> [String: JSONValue] {
        var members = brief(item)
        members["rule"] = JSONValue(item.order.rule)
        members["size"] = JSONValue(item.order.item.size)
        members.set("problem", item.problem)
        members.set("place", item.place)
        return members
    }

    /// Everything that `status` says.
    package static func full(_ item: StagedItem) -> [String: JSONValue] {
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
    package static func counts(_ items: [StagedItem]) -> JSONValue {
        let counts = items.counts
        return Self.counts { state in counts[state] ?? 0 }
    }

    /// The same, where `count` says how many.
    package static func counts(_ count: (ItemState) -> Int64) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for state in ItemState.allCases { members[state.rawValue] = .number(count(state)) }
        return .object(members)
    }
}

extension Words {
    /// Why an item is as it is, or where it went, as it is shown; nil where nothing is known.
    package func toldWhy(_ item: StagedItem) -> String? {
        (item.problem ?? item.place).map { told($0) }
    }

    /// The same, or else the rule by which it was staged.
    package func why(_ item: StagedItem) -> String { toldWhy(item) ?? item.order.rule ?? "" }
}

extension ItemState {
    /// What it is called in tables for people.
    package var name: Phrase {
        switch self {
        case .staged: .nameStaged
        case .executing: .nameExecuting
        case .deleted: .nameDeleted
        case .restored: .nameRestored
        case .failed: .nameFailed
        case .gaveUp: .nameGaveUp
        case .changed: .nameChanged
        case .gone: .nameGone
        case .held: .nameHeld
        case .deferred: .nameDeferred
        case .undone: .nameUndone
        case .cancelled: .nameCancelled
        }
    }

    /// What the state means, in a word or two.
    package var label: Phrase {
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

extension Phrase {
    /// What a line of the history is called in tables for people: what happened, or the state that
    /// an item came to.
    package static func event(_ word: String) -> Phrase {
        if let state = ItemState(rawValue: word) { return state.name }
        switch word {
        case "restoring": return .eventRestoring
        case "restore-failed": return .eventRestoreFailed
        case "purged": return .eventPurged
        case "decided": return .eventDecided
        case "decision-undone": return .eventDecisionUndone
        case "plan-saved": return .eventPlanSaved
        case "plan-used": return .eventPlanUsed
        case "ruling": return .eventRuling
        case "reviewed": return .eventReviewed
        case "review-undone": return .eventReviewUndone
        case "review-charged": return .eventReviewCharged
        case "quota-extended": return .eventQuotaExtended
        case "clock-reset": return .eventClockReset
        case "state-restored": return .eventStateRestored
        case "paused": return .eventPaused
        case "resumed": return .eventResumed
        case "called-different": return .eventCalledDifferent
        case "called-same": return .eventCalledSame
        case "restaged": return .eventRestaged
        case "renewed": return .eventRenewed
        default: return tierEvent(word) ?? .verbatim(VisibleText.escaped(word))
        }
    }

    /// The same of what has to do with tiers; nil for anything else.
    private static func tierEvent(_ word: String) -> Phrase? {
        switch word {
        case "counts-raised": .eventCountsRaised
        case "issuer-trusted": .eventIssuerTrusted
        case "policy-seen": .eventPolicySeen
        case "redemption-begun": .eventRedemptionBegun
        case "redemption-declined": .eventRedemptionDeclined
        case "redemption-finished": .eventRedemptionFinished
        case "redemption-pending": .eventRedemptionPending
        case "redemption-refused": .eventRedemptionRefused
        case "redemption-written": .eventRedemptionWritten
        case "tier-changed": .eventTierChanged
        default: nil
        }
    }
}
