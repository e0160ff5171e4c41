// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Why each item has its verdict, in sentences for a person; each sentence is made once.
///
/// A sentence that names a file which stays has three parts: before the file's name, after it if
/// it is the only one, and after it if there are more.
final class HTMLReportReasons {
    private let plan: Plan
    private let groups: GroupIndex
    private var numberOfKey: [Key: Int] = [:]
    private var stayingOfRow: [GroupKey: Int] = [:]

    /// The sentences, by number.
    private(set) var sentences: [[String]] = []
    /// What stays of each group that was asked for: how many, and the first few rows.
    private(set) var staying: [(total: Int, rows: [Int])] = []
    /// How many of the files that stay are named.
    static let stayingMax = 5

    /// What tells sentences apart.
    private struct Key: Hashable {
        let reason: Reason
        let rule: Int?
        let isSizeUnknown: Bool
        let hasStaying: Bool
    }

    /// A member of a rule's group.
    private struct GroupKey: Hashable {
        let rule: Int
        let row: Int
    }

    init(_ plan: Plan) {
        self.plan = plan
        groups = GroupIndex(plan)
    }

    /// The number of the sentence for `row`.
    func sentenceNumber(_ row: Int) -> Int {
        let key = Key(
            reason: plan.reason(row), rule: plan.ruleNumber(row),
            isSizeUnknown: plan.listing.size[row] == Missing.number,
            hasStaying: stayingNumber(row) != nil)
        if let known = numberOfKey[key] { return known }
        sentences.append(sentence(key))
        numberOfKey[key] = sentences.count - 1
        return sentences.count - 1
    }

    /// The number of what stays of the group that decided `row`; nil where no group did, or where
    /// nothing of it is sure to stay. O(members of the group) once for all of them.
    func stayingNumber(_ row: Int) -> Int? {
        guard plan.reason(row) == .duplicate || plan.reason(row) == .surplus,
            let rule = plan.ruleNumber(row)
        else { return nil }
        if let known = stayingOfRow[GroupKey(rule: rule, row: row)] {
            return known < 0 ? nil : known
        }
        let members = groups.group(of: row, ruleNumber: rule)
        var kept = members.filter { plan.verdict($0) == .keep }
        if plan.reason(row) == .surplus {
            kept.sort { plan.listing.modified[$0] > plan.listing.modified[$1] }
        }
        var number = -1
        if !kept.isEmpty {
            number = staying.count
            staying.append((total: kept.count, rows: Array(kept.prefix(Self.stayingMax))))
        }
        for member in members { stayingOfRow[GroupKey(rule: rule, row: member)] = number }
        return number < 0 ? nil : number
    }

    /// The whole sentence for `row`.
    func text(_ row: Int) -> String {
        let parts = sentences[sentenceNumber(row)]
        guard parts.count == 3, let number = stayingNumber(row) else { return parts[0] }
        let (total, rows) = staying[number]
        let place = place(of: rows[0], seenFrom: row)
        if total == 1 { return parts[0] + place + parts[1] }
        return parts[0] + place + " and \(grouped(Int64(total - 1))) more" + parts[2]
    }

    /// The name alone in the same folder, the path on the same drive, else the drive as well.
    private func place(of other: Int, seenFrom row: Int) -> String {
        let listing = plan.listing
        if listing.folder[other] == listing.folder[row] { return listing.names[other].string }
        let path = listing.path(other)
        return listing.drive(other) == listing.drive(row)
            ? path : "\(listing.driveName(other)): \(path)"
    }

    private func sentence(_ key: Key) -> [String] {
        let rule = key.rule.map { plan.rules[$0] }
        let name = rule.map { "rule '\($0.id)'" } ?? "a rule"
        switch key.reason {
        case .unmatched: return ["No rule speaks of it."]
        case .protected: return [(rule?.why).map { "Protected: \($0)." } ?? "Protected."]
        case .keptByRule: return [(rule?.why).map { "Kept: \($0)." } ?? "Kept by \(name)."]
        case .rule: return ["Matches \(name)" + ((rule?.why).map { ": \($0)." } ?? ".")]
        case .unknown: return [unknown(rule, name)]
        case .duplicate: return duplicate(rule, name, hasStaying: key.hasStaying)
        case .surplus: return surplus(rule, name, hasStaying: key.hasStaying)
        case .survivorUnderReview:
            return ["Too few of the newer ones are sure to stay, so a person decides."]
        case .lastCopy: return ["No other copy is sure to stay, so a person decides."]
        case .personKept: return ["A person decided to keep it."]
        case .personDeleted: return ["A person decided to delete it."]
        case .snoozed: return ["A person put it off until later."]
        case .biggerThan: return [biggerThan(name, isSizeUnknown: key.isSizeUnknown)]
        case .trial:
            return ["\(capitalised(name)) is new, so a person looks at its first deletions."]
        case .outside: return ["The plan covers a folder that it does not lie in."]
        case .folderNotEmpty:
            return ["\(capitalised(name)) would take the folder, but something in it stays."]
        }
    }

    private func unknown(_ rule: Rule?, _ name: String) -> String {
        rule?.action == .review
            ? "\(capitalised(name)) may want a look: something it asks about is not known here."
            : "Something that \(name) asks about is not known here, so a person decides."
    }

    private func duplicate(_ rule: Rule?, _ name: String, hasStaying: Bool) -> [String] {
        var what = "Copy of "
        if case .duplicates(let selection)? = rule?.selection,
            case .parts(let parts) = selection.key
        {
            what = "Same " + joined(parts.map(\.words)) + " as "
        }
        guard hasStaying else { return ["One of several that \(name) holds for the same."] }
        return [what, ", which stays.", ", which stay."]
    }

    private func surplus(_ rule: Rule?, _ name: String, hasStaying: Bool) -> [String] {
        guard hasStaying, case .surplus(let selection)? = rule?.selection else {
            return ["More than \(name) keeps."]
        }
        let what =
            selection.keep == 1 ? "Not the newest; " : "Beyond the newest \(selection.keep); "
        return [what, " stays.", " stay."]
    }

    private func biggerThan(_ name: String, isSizeUnknown: Bool) -> String {
        if isSizeUnknown {
            return "\(capitalised(name)) would delete it, but nobody knows how large it is."
        }
        let most = plan.input.ruleFile.review.biggerThan.map { ByteCountText.short($0) } ?? ""
        return "\(capitalised(name)) would delete it, but it is larger than review.bigger_than"
            + " (\(most))."
    }

    private func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private func joined(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension DuplicatePart {
    /// The part in words.
    fileprivate var words: String {
        switch self {
        case .name: "name"
        case .size: "size"
        case .ext: "extension"
        case .taken: "time of taking"
        case .modified: "time of change"
        case .width: "width"
        case .height: "height"
        }
    }
}

/// What would happen to each item, and which other rules name it; each wording is made once.
final class HTMLReportHandling {
    private let plan: Plan
    private var numberOfKey: [Key: Int] = [:]

    /// The wordings by number: what would happen, and the other rules.
    private(set) var wordings: [(what: String, also: String)] = []

    private struct Key: Hashable {
        let verdict: Verdict
        let rule: Int?
        let applied: [Int]
    }

    init(_ plan: Plan) {
        self.plan = plan
    }

    /// The number of the wording for `row`.
    func number(_ row: Int) -> Int {
        let key = Key(
            verdict: plan.verdict(row), rule: plan.ruleNumber(row), applied: plan.appliedRules(row))
        if let known = numberOfKey[key] { return known }
        let others = key.applied.filter { $0 != key.rule }.map { plan.rules[$0].id }
        wordings.append((what: what(row, key.verdict), also: others.joined(separator: ", ")))
        numberOfKey[key] = wordings.count - 1
        return wordings.count - 1
    }

    private func what(_ row: Int, _ verdict: Verdict) -> String {
        switch verdict {
        case .keep: return "It stays."
        case .review: return "A person decides; nothing happens until then."
        case .delete:
            let place =
                switch plan.method(row) {
                case .recycle: "It goes to the recycle bin"
                case .quarantine: "It is moved aside on the same drive"
                case .permanent: "It is deleted for good"
                }
            switch plan.undoWindow(row) {
            case .none: return "\(place) without an undo window."
            case .wait(let age): return "\(place) after an undo window of \(age.words)."
            }
        }
    }
}

extension Age {
    /// The length of time in words: `7 days`.
    fileprivate var words: String {
        let name =
            switch unit {
            case .minute: "minute"
            case .hour: "hour"
            case .day: "day"
            case .week: "week"
            case .month: "month"
            case .year: "year"
            }
        return "\(grouped(amount)) \(name)\(amount == 1 ? "" : "s")"
    }
}
