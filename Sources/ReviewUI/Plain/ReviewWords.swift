// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// What the deck and the plain review say, in the same words.
enum ReviewWords {
    /// The size of an item, as far as it is known.
    static func size(_ item: RecordedItem) -> String {
        item.size.map { ByteCountText.short($0) } ?? "size unknown"
    }

    /// `3 items, 9.1 MiB`.
    static func tally(_ tally: ReviewTally) -> String {
        "\(tally.items) item\(tally.items == 1 ? "" : "s"), \(ByteCountText.short(tally.bytes))"
    }

    /// What sort of thing an item is: its ending, or that it is a folder.
    static func sort(_ card: ReviewCard) -> String {
        if card.item.isFolder { return "folder" }
        guard let dot = card.name.lastIndex(of: "."), dot > card.name.startIndex else {
            return "file"
        }
        let ending = card.name[card.name.index(after: dot)...].uppercased()
        if ending == "JPG" { return "JPEG" }
        let isUsual = ending.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
        return isUsual && (1...5).contains(ending.utf8.count) ? ending : "file"
    }

    /// `2021-03-14 18:22 +01:00`.
    static func instant(_ instant: Timestamp, _ zone: RuleTimeZone) -> String {
        let offset = zone.offset(at: instant.secondsSinceEpoch)
        let wall = Timestamp(secondsSinceEpoch: instant.secondsSinceEpoch + offset).description
        let minutes = abs(offset) / 60
        func pad(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        let sign = offset < 0 ? "-" : "+"
        return "\(wall.prefix(10)) \(wall.dropFirst(11).prefix(5))"
            + " \(sign)\(pad(minutes / 60)):\(pad(minutes % 60))"
    }

    /// `14 March 2021`.
    static func date(_ instant: Timestamp, _ zone: RuleTimeZone) -> String {
        let day = zone.day(at: instant)
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December",
        ]
        return "\(day.day) \(months[max(0, min(11, day.month - 1))]) \(day.year)"
    }

    /// What a verdict made of an item.
    static func done(_ act: ReviewAct, _ zone: RuleTimeZone) -> String {
        switch act.verdict {
        case .keep: "Kept"
        case .pin: "Kept for good"
        case .delete: "Marked for deletion"
        case .later: "Put off to the end"
        case .snooze: act.until.map { "Kept until \(date($0, zone))" } ?? "Kept for a while"
        }
    }

    /// What was taken back, as `Undone: kept: a.jpg`.
    static func undone(_ act: ReviewAct, _ zone: RuleTimeZone) -> String {
        let done = done(act, zone)
        return "Undone: \(done.prefix(1).lowercased())\(done.dropFirst()): \(subject(act))"
    }

    /// How many items a step over those cards decides.
    static func items(_ cards: [ReviewCard]) -> Int {
        cards.reduce(0) { $0 + max(1, $1.undecidedItems) }
    }

    /// What follows the path of a card that stands for several items; empty for one.
    static func others(_ card: ReviewCard) -> String {
        let others = card.undecidedItems - 1
        return others > 0 ? " and \(others) equal one\(others == 1 ? "" : "s")" : ""
    }

    /// The sign of a verdict: what is said in colour is said by it as well.
    static func sign(_ verdict: ReviewVerdict) -> String {
        switch verdict {
        case .keep, .pin: "+"
        case .delete: "-"
        case .later, .snooze: "?"
        }
    }

    /// The item of a step, and how many others.
    static func subject(_ act: ReviewAct) -> String {
        let name = act.path.split(separator: "/").last.map { String($0) } ?? act.path
        return act.itemCount > 1
            ? "\(VisibleName.escaped(name)) and \(act.itemCount - 1) more"
            : VisibleName.escaped(name)
    }

    /// `19 of 25 today`; nil without a quota.
    static func quota(_ quota: ReviewQuota) -> String {
        quota.limit.map { "\(quota.used) of \($0) today" } ?? "\(quota.used) today"
    }

    /// That no more reviews may be made today, and what may be done still.
    static func stop(_ quota: ReviewQuota, _ zone: RuleTimeZone) -> String {
        "That was all for today: \(quota.used) of \(quota.limit ?? 0) reviews are used. The count"
            + " starts again at \(instant(quota.nextDay, zone))."
    }

    /// How to have more reviews.
    static let moreToday = "'cleanrules quota extend 10' allows 10 more for this day."

    /// That few reviews are left, when they are.
    static func nearEnd(_ quota: ReviewQuota) -> String? {
        guard quota.isNearEnd, !quota.isUsedUp, let left = quota.left else { return nil }
        return "\(left) review\(left == 1 ? "" : "s") left today"
    }

    /// Which rule put a card up, and why it is not certain.
    static func reason(_ card: ReviewCard, _ details: ReviewDetails?) -> String {
        var reason = VisibleName.guarded(details?.reasonText ?? "")
        while reason.hasSuffix(".") { reason.removeLast() }
        if !reason.isEmpty { return reason }
        let rule = card.entry.reviewed.rule.map { "rule '\(VisibleName.escaped($0))': " } ?? ""
        return rule + card.entry.reason.rawValue
    }

    /// How a condition came out, as a sign.
    static func sign(_ outcome: Truth) -> String {
        switch outcome {
        case .yes: "yes"
        case .no: "no"
        case .unknown: "unknown"
        }
    }

    /// Why nothing can be decided with this plan as it stands, or what one should know of it.
    static func planNotice(_ plan: PlanRecord?, now: Timestamp) -> String? {
        guard let plan else {
            return "There is no plan to review yet. Make one: cleanrules plan"
        }
        if plan.usedAt != nil {
            return "This plan is staged already; what you decide here goes into the next 'stage'."
        }
        if plan.expires <= now {
            return
                "This plan has expired; decisions are kept, and 'cleanrules plan' makes a new one."
        }
        return nil
    }
}
