// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What the deck and the plain review say, in the same words.
struct ReviewWords {
    /// In which language.
    let words: Words

    init(_ words: Words) { self.words = words }

    /// The size of an item, as far as it is known.
    func size(_ item: RecordedItem) -> String {
        item.size.map { words.size($0) } ?? words(.reviewSizeUnknown)
    }

    /// `3 items, 9.1 MiB`.
    func tally(_ tally: ReviewTally) -> Phrase { .reviewTally(n: tally.items, size: tally.bytes) }

    /// What sort of thing an item is: its ending, or that it is a folder.
    func sort(_ card: ReviewCard) -> String {
        if card.item.isFolder { return words(.reviewSortFolder) }
        let file = words(.reviewSortFile)
        guard let dot = card.name.lastIndex(of: "."), dot > card.name.startIndex else {
            return file
        }
        let ending = card.name[card.name.index(after: dot)...].uppercased()
        if ending == "JPG" { return "JPEG" }
        let isUsual = ending.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
        return isUsual && (1...5).contains(ending.utf8.count) ? ending : file
    }

    /// What a verdict made of an item.
    func done(_ act: ReviewAct, _ zone: RuleTimeZone) -> String {
        let phrase: Phrase =
            switch act.verdict {
            case .keep: .reviewDoneKeep
            case .pin: .reviewDonePin
            case .delete: .reviewDoneDelete
            case .later: .reviewDoneLater
            case .snooze:
                act.until.map { .reviewDoneUntil(date: Moment($0, zone, .date)) }
                    ?? .reviewDoneWhile
            }
        return words(phrase)
    }

    /// What was done to which item, as `Kept: a.jpg`.
    func step(_ act: ReviewAct, _ zone: RuleTimeZone) -> String {
        words(.reviewStep(what: done(act, zone), name: subject(act)))
    }

    /// What was taken back, as `Undone: kept: a.jpg`.
    func undone(_ act: ReviewAct, _ zone: RuleTimeZone) -> String {
        let done = done(act, zone)
        let what = done.prefix(1).lowercased() + done.dropFirst()
        return words(.reviewUndone(what: Phrase.reviewStep(what: what, name: subject(act))))
    }

    /// How many items a step over those cards decides.
    static func items(_ cards: [ReviewCard]) -> Int {
        cards.reduce(0) { $0 + max(1, $1.undecidedItems) }
    }

    /// What follows the path of a card that stands for several items; empty for one.
    func others(_ card: ReviewCard) -> String {
        let others = card.undecidedItems - 1
        if others <= 0 { return "" }
        return " "
            + words(
                card.entry.kind == .similar
                    ? .reviewOthersAlike(n: others) : .reviewOthers(n: others))
    }

    /// The path of the member of a group that stays.
    func staying(_ card: ReviewCard) -> String {
        card.members.indices.contains(card.leader)
            ? card.members[card.leader].item.path : card.item.path
    }

    /// A group in the overview: what stays, how many go, how far these are from it, and the rule.
    func group(_ card: ReviewCard) -> String {
        let goers = card.goers
        let path = VisibleText.escaped(staying(card))
        let others = card.members.count { $0.verdict != .delete } - goers.count - 1
        var parts = [
            words(
                others > 0
                    ? .reviewGroupsStay(n: others, path: path) : .reviewGroupsStays(path: path)),
            words(.reviewGroupsGo(n: goers.count, size: card.bytesWon)),
        ]
        if card.entry.kind == .duplicates {
            parts.append(words(.deckPairEqual))
        } else if let marks = goers.compactMap(\.likeness?.marks).max() {
            parts.append(
                words(
                    goers.count > 1
                        ? .reviewGroupsMarks(count: marks) : .deckPairLike(count: marks)))
        }
        if let rule = card.entry.reviewed.rule {
            parts.append(words(.reviewGroupsRule(rule: VisibleText.escaped(rule))))
        }
        return parts.joined(separator: ", ")
    }

    /// The sign of a verdict: what is said in colour is said by it as well.
    static func sign(_ verdict: ReviewVerdict) -> String {
        switch verdict {
        case .keep, .pin: "+"
        case .delete: "-"
        case .later, .snooze: "?"
        }
    }

    /// The item of a step, and how many others, or what became of these.
    func subject(_ act: ReviewAct) -> String {
        let name = VisibleText.escaped(
            act.path.parts(between: "/", omitsEmpty: true).last ?? act.path)
        if act.markedCount > 0 {
            return words(.reviewSubjectMarked(n: act.markedCount, name: name))
        }
        return act.itemCount > 1
            ? words(.reviewSubjectMore(n: act.itemCount - 1, name: name)) : name
    }

    /// `19 of 25 today`, or without a quota `19 today`.
    func quota(_ quota: ReviewQuota) -> Phrase {
        quota.limit.map { .reviewQuota(used: quota.used, limit: $0) }
            ?? .reviewQuotaFree(used: quota.used)
    }

    /// That no more reviews may be made today, and what may be done still.
    func stop(_ quota: ReviewQuota, _ zone: RuleTimeZone) -> String {
        words(
            .reviewStop(
                used: quota.used, limit: quota.limit ?? 0, time: Moment(quota.nextDay, zone)))
    }

    /// How to have more reviews, or whose bound it is.
    func more(_ quota: ReviewQuota) -> Phrase {
        quota.tier.map { .tierMost(name: $0) } ?? .reviewMoreToday(command: .quotaExtend)
    }

    /// What leads to more than a tier allows, unless that was put off.
    func invitation(_ quota: ReviewQuota) -> [Phrase] {
        guard quota.tier != nil, quota.invites else { return [] }
        return [
            .tierSee(command: .tierOffers), .tierHaveCode(command: .tierRedeem),
            .tierLater(command: .tierLater),
        ]
    }

    /// On which other device a card was decided and when; nil where it was here.
    func device(_ card: ReviewCard, _ zone: RuleTimeZone) -> String? {
        guard let device = card.device, let at = card.decidedAt else { return nil }
        return words(
            .reviewOnDevice(device: VisibleText.escaped(device), time: Moment(at, zone)))
    }

    /// How many of the pictures were looked at, where that is not all of them.
    func looks(_ looks: ReviewLooks?) -> String? {
        guard let looks, looks.left > 0 else { return nil }
        let phrase = Phrase.photosPlan(
            count: looks.looked, n: looks.eligible, left: looks.left, command: .photos)
        return words.sentence(phrase) + "."
    }

    /// That few reviews are left, when they are.
    func nearEnd(_ quota: ReviewQuota) -> String? {
        guard quota.isNearEnd, !quota.isUsedUp, let left = quota.left else { return nil }
        return words(.reviewNearEnd(n: left))
    }

    /// Which rule put a card up, and why it is not certain.
    func reason(_ card: ReviewCard, _ details: ReviewDetails?) -> String {
        var reason = VisibleText.guarded(details.map { words($0.reasonText) } ?? "")
        while reason.hasSuffix(".") { reason.removeLast() }
        if !reason.isEmpty { return reason }
        let why = card.entry.reason.rawValue
        guard let rule = card.entry.reviewed.rule else { return why }
        return words(.reviewRuleReason(rule: VisibleText.escaped(rule), why: why))
    }

    /// A condition with how it came out for the item.
    func condition(_ condition: ReviewCondition) -> String {
        let text =
            condition.isException ? words(.reviewUnless(text: condition.text)) : condition.text
        return condition.actual.map {
            words(.reviewActual(text: text, actual: VisibleText.escaped($0)))
        } ?? text
    }

    /// How a condition came out.
    func outcome(_ outcome: Truth) -> String {
        switch outcome {
        case .yes: words(.reviewOutcomeYes)
        case .no: words(.reviewOutcomeNo)
        case .unknown: words(.reviewOutcomeUnknown)
        }
    }

    /// Why nothing can be decided with this plan as it stands, or what one should know of it.
    static func planNotice(_ plan: LedgerPlan?, now: Timestamp) -> Phrase? {
        guard let plan else { return .reviewNoticeNone(command: .plan) }
        if plan.usedAt != nil { return .reviewNoticeUsed(command: .plan) }
        if plan.expires <= now { return .reviewNoticeExpired(command: .plan) }
        return nil
    }
}
