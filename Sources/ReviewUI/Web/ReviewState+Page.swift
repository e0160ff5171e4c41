// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text

extension ReviewState {
    /// The members that the page gets, besides those of the server.
    var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = [
            ("plan", plan?.json ?? .null), ("remaining", .number(remaining)),
            ("put_off", .number(putOff)), ("groups", .number(groups)), ("total", .number(total)),
            ("marked", marked.json),
            ("kept", kept.json), ("by_rules", byRules.json), ("quota", quota.json),
            ("undo", undo?.page ?? .null), ("can_redo", .bool(canRedo)),
            ("seen", .number(seenDecision)), ("looks", looks?.json ?? .null),
        ]
        if hearsDevices { members.append(("devices", .bool(true))) }
        return members
    }
}

extension ReviewLooks {
    fileprivate var json: JSONValue {
        .object([("eligible", .number(eligible)), ("looked", .number(looked))])
    }
}

extension LedgerPlan {
    fileprivate var json: JSONValue {
        .object([
            ("id", .text(id)), ("created", .instant(created)), ("expires", .instant(expires)),
            ("used_at", .instant(usedAt)), ("deletes", .number(deleteCount)),
            ("delete_bytes", .number(deleteBytes)), ("reviews", .number(reviewCount)),
            ("review_bytes", .number(reviewBytes)), ("exceeded_limits", .texts(exceededLimits)),
        ])
    }
}

extension ReviewTally {
    fileprivate var json: JSONValue {
        .object([("items", .number(items)), ("bytes", .number(bytes))])
    }
}

extension ReviewQuota {
    fileprivate var json: JSONValue {
        .object([
            ("used", .number(used)), ("limit", .number(limit)), ("warn_at", .number(warnAt)),
            ("left", .number(left)), ("day", .text(day)), ("next_day", .instant(nextDay)),
            ("used_up", .bool(isUsedUp)), ("near_end", .bool(isNearEnd)), ("tier", .text(tier)),
            ("invites", .bool(invites)), ("warns", .bool(warns)),
        ])
    }
}

extension ReviewAct {
    /// The step as the page gets it.
    var page: JSONValue {
        .object([
            ("number", .number(number)), ("verdict", .text(verdict.rawValue)),
            ("drive", .text(drive)), ("path", .text(path)),
            ("name", .text(path.parts(between: "/", omitsEmpty: true).last ?? path)),
            ("items", .number(itemCount)), ("marked", .number(markedCount)), ("at", .instant(at)),
            ("day", .text(day)),
            ("source", .text(source)), ("charge", .number(charge)), ("blind", .bool(isBlind)),
            ("until", .instant(until)), ("undone_at", .instant(undoneAt)),
        ])
    }
}
