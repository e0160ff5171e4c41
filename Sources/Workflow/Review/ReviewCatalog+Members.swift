// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import ReviewUI
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What is told of the members of a group beside each other, and why one of them stays.
extension ReviewCatalog {
    /// What can be said of the members of `card`, in their order.
    func members(_ card: ReviewCard, _ record: LedgerPlan) async -> [MemberDetails] {
        let catalog = await catalog(of: record)
        guard let plan = catalog.plan else { return card.members.map { _ in MemberDetails() } }
        let rows = card.members.map { catalog.row($0.item) }
        let reasons = StayingReasons(
            plan, preferences: preferences(of: card.entry.reviewed.rule),
            others: zip(card.members, rows).compactMap { $0.id == nil ? nil : $1 })
        return zip(card.members, rows).map { member, row in
            guard let row else { return MemberDetails() }
            let values = plan.listing.values(row)
            var details = MemberDetails()
            details.taken = values.taken
            details.width = values.width.map { Int($0) }
            details.height = values.height.map { Int($0) }
            details.camera = values.camera
            details.isShared = values.shared
            details.sharpness = values.photo?.look?.sharpness
            details.isFree = plan.verdict(row) == .keep && plan.reason(row) == .unmatched
            if member.id == nil { details.stays = reasons.reason(of: row) }
            details.parts = plan.shotParts(of: row).map { plan.listing.names[$0].string }
            return details
        }
    }

    private func preferences(of rule: String?) -> [KeepPreference] {
        switch rules.file.rules.first(where: { $0.id == rule })?.selection {
        case .duplicates(let selection)?: selection.preferences
        case .similar(let selection)?: selection.preferences
        case .surplus?, nil: []
        }
    }
}

/// Says in a few words why a member of a group stays.
struct StayingReasons {
    private let plan: Plan
    private let preferences: [KeepPreference]
    private let others: [Int]

    /// The reasons of members beside which those in the rows `others` are under review, where these
    /// preferences decide.
    init(_ plan: Plan, preferences: [KeepPreference], others: [Int]) {
        self.plan = plan
        self.preferences = preferences
        self.others = others
    }

    /// Why the member in `row` stays: what keeps it whatever its group is, else the preference that
    /// sets it apart from those that do not stay.
    func reason(of row: Int) -> Phrase? {
        switch plan.reason(row) {
        case .protected, .outside: return .staysProtected
        case .keptByRule:
            return plan.rule(row).map { .staysByRule(rule: VisibleText.escaped($0.id)) }
        case .personKept, .snoozed: return .staysDecided
        default: break
        }
        let albums = plan.listing.albums(row) ?? []
        if !albums.isEmpty { return .staysAlbum(names: Phrase.names(albums)) }
        for preference in preferences {
            if others.contains(where: { isAhead(row, $0, preference) }) {
                return words(preference, row)
            }
        }
        return nil
    }

    /// Whether `preference` alone places `row` before `other`.
    private func isAhead(_ row: Int, _ other: Int, _ preference: KeepPreference) -> Bool {
        let listing = plan.listing
        switch preference {
        case .order(let order):
            guard let mine = rank(row, order) else { return false }
            guard let theirs = rank(other, order) else { return true }
            return mine < theirs
        case .drive(let name):
            return listing.driveName(row).utf8.elementsEqual(name.utf8)
                && !listing.driveName(other).utf8.elementsEqual(name.utf8)
        case .inside(let glob):
            return meets(row, .path, glob) && !meets(other, .path, glob)
        case .named(let glob):
            return meets(row, .name, glob) && !meets(other, .name, glob)
        }
    }

    /// Whether the item of `row` meets the pattern, judged as a rule would.
    private func meets(_ row: Int, _ field: Field, _ glob: Glob) -> Bool {
        var values = plan.listing.values(row)
        values.drive = plan.listing.driveName(row)
        let rule = Rule(
            id: "p", match: .test(FieldTest(field, [.glob(glob)])), action: .delete)
        let check = StandingCheck(
            ruleFile: RuleFile(rules: [rule]), drives: plan.listing.drives, now: plan.input.now,
            timeZone: plan.input.timeZone)
        return (try? check.standings(of: [values]))?.first?.verdict == .delete
    }

    /// The smaller, the earlier; nil for a value that is missing, which comes last.
    private func rank(_ row: Int, _ order: KeepOrder) -> Int64? {
        let values = plan.listing.values(row)
        func count(_ text: String) -> Int64 { Int64(text.unicodeScalars.count) }
        let depth = Int64(values.path.utf8.count { $0 == UInt8(ascii: "/") })
        let name = values.path.parts(between: "/", omitsEmpty: true).last ?? values.path
        return switch order {
        case .oldest: values.created?.secondsSinceEpoch
        case .newest: values.created.map { -$0.secondsSinceEpoch }
        case .oldestTaken: values.taken?.secondsSinceEpoch
        case .newestTaken: values.taken.map { -$0.secondsSinceEpoch }
        case .oldestModified: values.modified?.secondsSinceEpoch
        case .newestModified: values.modified.map { -$0.secondsSinceEpoch }
        case .shortestPath: count(values.path)
        case .longestPath: -count(values.path)
        case .shortestName: count(name)
        case .shallowest: depth
        case .deepest: -depth
        case .largest: values.size.map { -$0 }
        case .smallest: values.size
        case .sharpest: values.photo?.look?.sharpness.map { -Int64($0) }
        case .brightest: values.photo?.look?.brightness.map { -Int64($0) }
        case .mostPixels: Self.pixels(values).map { -$0 }
        }
    }

    private func words(_ preference: KeepPreference, _ row: Int) -> Phrase {
        switch preference {
        case .inside(let glob): .staysIn(folder: VisibleText.escaped(Self.folder(glob.text)))
        case .named(let glob): .staysNamed(name: VisibleText.escaped(glob.text))
        case .drive(let name): .staysOnDrive(drive: VisibleText.escaped(name))
        case .order(let order): words(order, row)
        }
    }

    /// The folder that a pattern is about, where it ends with everything below one.
    private static func folder(_ pattern: String) -> String {
        pattern.hasSuffix("/**") ? String(pattern.dropLast(3)) : pattern
    }

    private func words(_ order: KeepOrder, _ row: Int) -> Phrase {
        let size = plan.listing.values(row).size ?? 0
        return switch order {
        case .oldest: .staysOldest
        case .newest: .staysNewest
        case .oldestTaken: .staysOldestTaken
        case .newestTaken: .staysNewestTaken
        case .oldestModified: .staysOldestModified
        case .newestModified: .staysNewestModified
        case .shortestPath: .staysShortestPath
        case .longestPath: .staysLongestPath
        case .shortestName: .staysShortestName
        case .shallowest: .staysShallowest
        case .deepest: .staysDeepest
        case .largest: .staysLargest(size: size)
        case .smallest: .staysSmallest(size: size)
        case .sharpest: .staysSharpest(count: others.count + 1)
        case .brightest: .staysBrightest(count: others.count + 1)
        case .mostPixels:
            .staysPixels(value: Self.megapixels(plan.listing.values(row)))
        }
    }

    private static func pixels(_ values: ItemValues) -> Int64? {
        guard let width = values.width, let height = values.height, width > 0, height > 0 else {
            return nil
        }
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        return overflows ? nil : count
    }

    /// Millions of pixels, with a tenth where there are fewer than ten.
    private static func megapixels(_ values: ItemValues) -> String {
        let tenths = ((pixels(values) ?? 0) + 50_000) / 100_000
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    }
}
