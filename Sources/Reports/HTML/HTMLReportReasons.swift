// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
package import RuleEngine
package import Wording

/// Why each item has its verdict, in sentences for a person; each sentence is made once.
///
/// A sentence that names a file which stays has a form for when it is the only one, and one for each
/// plural of how many more stay; `{path}` and `{rest}` stand in them for the name and the number.
package final class HTMLReportReasons {
    private let plan: Plan
    private let words: Words
    private let groups: GroupIndex
    private var numberOfKey: [Key: Int] = [:]
    private var stayingOfRow: [GroupKey: Int] = [:]

    private var phrases: [Sentence] = []

    /// The sentences by number, each in its forms: alone, with one more, and with several.
    package var sentences: [[String]] {
        phrases.map { sentence in
            switch sentence {
            case .whole(let phrase): [words(phrase)]
            case .naming(let phrase):
                [words(phrase("{path}", nil))]
                    + [1, 2].map { words(phrase("{path}", (count: $0, text: "{rest}"))) }
            }
        }
    }
    /// What stays of each group that was asked for: how many, and the first few rows.
    private(set) var staying: [(total: Int, rows: [Int])] = []
    /// How many of the files that stay are named.
    package static let stayingMax = 5

    /// Why an item has its verdict.
    private enum Sentence {
        case whole(Phrase)
        /// One that names a file which stays and, if there are, how many others.
        case naming((_ path: String, _ others: (count: Int, text: String)?) -> Phrase)
    }

    /// What tells sentences apart.
    private struct Key: Hashable {
        let reason: Reason
        let rule: Int?
        let isSizeUnknown: Bool
        let hasStaying: Bool
        let isPart: Bool
        /// How the item looks like the one that stays; of those figures that few sentences differ in.
        var figures: Figures?
    }

    /// How two pictures look alike, in whole numbers.
    private struct Figures: Hashable {
        let marks: Int
        let correlationHundredths: Int

        /// A correlation below 1 is never told as 1.
        init(_ pair: PhotoPair) {
            marks = pair.marks
            correlationHundredths = Int(min(max(pair.correlation, 0), 1) * 100)
        }
    }

    /// A member of a rule's group.
    private struct GroupKey: Hashable {
        let rule: Int
        let row: Int
    }

    /// The reasons of `plan` in the language of `words`.
    package init(_ plan: Plan, _ words: Words = .english) {
        self.plan = plan
        self.words = words
        groups = GroupIndex(plan)
    }

    /// The number of the sentence for `row`.
    func sentenceNumber(_ row: Int) -> Int {
        let key = Key(
            reason: plan.reason(row), rule: plan.ruleNumber(row),
            isSizeUnknown: plan.listing.size[row] == Missing.number,
            hasStaying: stayingNumber(row) != nil,
            isPart: plan.reason(row) == .similar && plan.companionMain(row) != nil,
            figures: figures(row))
        if let known = numberOfKey[key] { return known }
        phrases.append(sentence(key))
        numberOfKey[key] = phrases.count - 1
        return phrases.count - 1
    }

    private func figures(_ row: Int) -> Figures? {
        guard [.similar, .similarUnproved].contains(plan.reason(row)),
            let rule = plan.ruleNumber(row)
        else { return nil }
        return plan.likeness(row, ruleNumber: rule).map { Figures($0.pair) }
    }

    /// The number of what stays of the group that decided `row`; nil where no group did, or where
    /// nothing of it is sure to stay. O(members of the group) once for all of them.
    func stayingNumber(_ row: Int) -> Int? {
        guard [.duplicate, .surplus, .similar, .similarUnproved].contains(plan.reason(row)),
            let rule = plan.ruleNumber(row)
        else { return nil }
        if let known = stayingOfRow[GroupKey(rule: rule, row: row)] {
            return known < 0 ? nil : known
        }
        let members = groups.group(of: row, ruleNumber: rule)
        var kept = members.filter { plan.verdict($0) == .keep }
        if [.similar, .similarUnproved].contains(plan.reason(row)),
            let leader = plan.leader(of: row, ruleNumber: rule)
        {
            kept = kept.filter { $0 == leader } + kept.filter { $0 != leader }
        }
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
    package func text(_ row: Int) -> String {
        switch phrases[sentenceNumber(row)] {
        case .whole(let phrase): return words(phrase)
        case .naming(let phrase):
            guard let number = stayingNumber(row) else { return "" }
            let (total, rows) = staying[number]
            let others = total - 1
            return words(
                phrase(
                    place(of: rows[0], seenFrom: row),
                    others == 0 ? nil : (count: others, text: words.number(others))))
        }
    }

    /// The name alone in the same folder, the path on the same drive, else the drive as well.
    private func place(of other: Int, seenFrom row: Int) -> String {
        let listing = plan.listing
        if listing.folder[other] == listing.folder[row] { return listing.names[other].string }
        let path = listing.path(other)
        return listing.drive(other) == listing.drive(row)
            ? path : "\(listing.driveName(other)): \(path)"
    }

    private func sentence(_ key: Key) -> Sentence {
        let rule = key.rule.map { plan.rules[$0] }
        let who: Phrase = rule.map { .limitRule(rule: $0.id) } ?? .reportRuleSome
        let start: Phrase = rule.map { .reportStart(rule: $0.id) } ?? .reportStartSome
        let why = rule?.why
        switch key.reason {
        case .unmatched: return .whole(.reportWhyUnmatched)
        case .protected:
            return .whole(why.map { .reportWhyProtectedFor(why: $0) } ?? .reportWhyProtected)
        case .keptByRule:
            return .whole(why.map { .reportWhyKeptFor(why: $0) } ?? .reportWhyKept(who: who))
        case .rule:
            return .whole(
                why.map { .reportWhyMatchesFor(who: who, why: $0) } ?? .reportWhyMatches(who: who))
        case .unknown:
            return .whole(
                rule?.action == .review
                    ? .reportWhyMaybe(who: start) : .reportWhyUnknown(who: who))
        case .duplicate: return duplicate(rule, who, hasStaying: key.hasStaying)
        case .surplus: return surplus(rule, who, hasStaying: key.hasStaying)
        case .similar where key.isPart: return .whole(.reportCompanion)
        case .similar: return similar(who, key)
        case .similarUnproved:
            let unproved = Phrase.reportSimilarUnproved(who: start)
            guard key.hasStaying, case .naming(let alike) = similar(who, key) else {
                return .whole(unproved)
            }
            return .naming { path, others in
                .series([alike(path, others), unproved], separator: " ")
            }
        case .companionKept: return .whole(.reportCompanionKept)
        case .decidedBefore: return .whole(.reportDecidedBefore(who: start))
        case .survivorUnderReview: return .whole(.reportWhySurvivor)
        case .lastCopy: return .whole(.reportWhyLastCopy)
        case .personKept: return .whole(.reportWhyPersonKept)
        case .personDeleted: return .whole(.reportWhyPersonDeleted)
        case .snoozed: return .whole(.reportWhySnoozed)
        case .biggerThan: return .whole(biggerThan(start, isSizeUnknown: key.isSizeUnknown))
        case .trial: return .whole(.reportWhyTrial(who: start))
        case .outside: return .whole(.reportWhyOutside)
        case .folderNotEmpty: return .whole(.reportWhyNotEmpty(who: start))
        }
    }

    private func duplicate(_ rule: Rule?, _ who: Phrase, hasStaying: Bool) -> Sentence {
        guard hasStaying else { return .whole(.reportCopyUnsure(who: who)) }
        if case .duplicates(let selection)? = rule?.selection,
            case .parts(let parts) = selection.key
        {
            let shared = joined(parts.map(\.phrase))
            return .naming { path, others in
                others.map {
                    .reportSameMore(n: $0.count, parts: shared, path: path, rest: $0.text)
                }
                    ?? .reportSame(parts: shared, path: path)
            }
        }
        return .naming { path, others in
            others.map { .reportCopyMore(n: $0.count, path: path, rest: $0.text) }
                ?? .reportCopy(path: path)
        }
    }

    private func similar(_ who: Phrase, _ key: Key) -> Sentence {
        guard key.hasStaying else { return .whole(.reportSimilarUnsure(who: who)) }
        let figures = key.figures.map { figures in
            Phrase.reportSimilarFigures(
                marks: String(figures.marks),
                correlation: LikenessText.decimal(
                    Double(figures.correlationHundredths) / 100, digits: 2))
        }
        return .naming { path, others in
            let alike: Phrase =
                others.map { .reportSimilarMore(n: $0.count, path: path, rest: $0.text) }
                ?? .reportSimilar(path: path)
            return figures.map { .series([alike, $0], separator: " ") } ?? alike
        }
    }

    private func surplus(_ rule: Rule?, _ who: Phrase, hasStaying: Bool) -> Sentence {
        guard hasStaying, case .surplus(let selection)? = rule?.selection else {
            return .whole(.reportSurplusUnsure(who: who))
        }
        if selection.generations != nil {
            return .naming { path, others in
                others.map {
                    .reportSurplusGenerationsMore(
                        n: $0.count, who: who, path: path, rest: $0.text)
                } ?? .reportSurplusGenerations(who: who, path: path)
            }
        }
        let kept = selection.keep
        if kept == 1 {
            return .naming { path, others in
                others.map { .reportSurplusNewestMore(n: $0.count, path: path, rest: $0.text) }
                    ?? .reportSurplusNewest(path: path)
            }
        }
        return .naming { path, others in
            others.map { .reportSurplusMore(n: $0.count, kept: kept, path: path, rest: $0.text) }
                ?? .reportSurplus(kept: kept, path: path)
        }
    }

    private func biggerThan(_ start: Phrase, isSizeUnknown: Bool) -> Phrase {
        guard !isSizeUnknown, let most = plan.input.ruleFile.review.biggerThan else {
            return .reportWhySizeUnknown(who: start)
        }
        return .reportWhyBigger(who: start, size: most)
    }

    /// The phrases as a list in words.
    private func joined(_ phrases: [Phrase]) -> Phrase {
        guard let last = phrases.last, phrases.count > 1 else {
            return .series(phrases, separator: "")
        }
        return .reportList(
            a: Phrase.series(Array(phrases.dropLast()), separator: ", "), b: last)
    }
}

extension DuplicatePart {
    /// The part in words.
    fileprivate var phrase: Phrase {
        switch self {
        case .name: .reportPartName
        case .size: .reportPartSize
        case .ext: .reportPartExt
        case .taken: .reportPartTaken
        case .modified: .reportPartModified
        case .width: .reportPartWidth
        case .height: .reportPartHeight
        }
    }
}
