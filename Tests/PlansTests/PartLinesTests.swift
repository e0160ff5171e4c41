// SPDX-License-Identifier: Apache-2.0

import Plans
import RuleEngine
import TestSupport
import Testing

@Suite("Lines of plans in parts")
struct PartLinesTests {
    private static let drives = ["ada", "bob", "é", "e\u{301}"]

    private static func items(_ random: inout SplitMix64) -> [ItemValues] {
        (0..<(20 + random.below(60))).map { number in
            var item = ItemValues(
                path: random.pick(["/", "/a/", "/q\"é/"])
                    + random.pick(["x", "y.tmp", "\u{202e}z"])
                    + "\(random.below(9))")
            item.drive = random.pick(drives)
            item.id = random.once(in: 3) ? nil : "id \(number)"
            item.size = random.pick([1, 50, 50])
            item.modified = random.pick([Int64?.none, 1_700_000_000, 951_782_400]).map {
                Timestamp(secondsSinceEpoch: $0)
            }
            item.created = random.pick([Int64?.none, 1_600_000_000]).map {
                Timestamp(secondsSinceEpoch: $0)
            }
            item.quickXor = random.pick([nil, "AAECAwQFBgcICQoLDA0ODxAREhM=", "od\"d"])
            item.sha1 = random.once(in: 3) ? String(repeating: "0A", count: 20) : nil
            item.sha256 = random.once(in: 3) ? String(repeating: "fe", count: 32) : nil
            item.eTag = random.once(in: 2) ? "\"{tag},\(number)\"" : nil
            item.cTag = random.once(in: 2) ? "c" : nil
            return item
        }
    }

    private static func input(_ items: [ItemValues], _ file: RuleFile) throws -> PlanInput {
        var builder = ListingBuilder()
        for item in items {
            let drive = try builder.drive(named: item.drive ?? "", kind: .onedrive)
            try builder.append(item, drive: drive)
        }
        return PlanInput(
            listing: builder.finish(), ruleFile: file,
            now: Timestamp(secondsSinceEpoch: 1_768_478_400), timeZone: .utc)
    }

    private static func rules(_ random: inout SplitMix64) -> RuleFile {
        func copies(_ id: String, _ key: DuplicateKey, _ copies: Int, _ action: Action) -> Rule {
            Rule(
                id: id,
                selection: .duplicates(
                    DuplicateSelection(
                        key: key, reach: .drives, copies: copies,
                        verification: random.pick([.hash, .bytes]))), action: action)
        }
        var file = RuleFile()
        file.rules = [
            Rule(id: "tmp", match: .name("*.tmp*"), action: .delete),
            copies("copies", .content, 1 + random.below(2), .delete),
            copies("doubles", .parts([.size]), 3, random.pick([.delete, .review])),
            Rule(
                id: "many", selection: .surplus(SurplusSelection(keep: 2, reach: .drive)),
                action: .delete),
        ]
        file.rules.shuffle(using: &random)
        return file
    }

    /// All lines, those of items that stay as well; written of gathered items, or from where they stand.
    private static func lines(_ plan: Plan, isForLines: Bool = false) -> [UInt8] {
        var head = PlanHead(
            now: plan.input.now, expires: plan.input.now, timeZone: "UTC", tool: "test",
            rulesDigest: "abc", rulesName: "rules.yaml")
        head.drives = plan.listing.drives.map { drive in
            PlanHead.Drive(
                name: drive.name, kind: drive.kind, identity: "x", files: 0, folders: 0, bytes: 0)
        }
        var source = PlanSource(
            plan: plan, head: head, ruleDigests: plan.rules.map { "digest of \($0.id)" })
        source.includesKept = true
        source.isForLines = isForLines
        for drive in plan.listing.drives {
            source.reversible[drive.name] = [.recycle: true, .permanent: false]
        }
        var bytes: [UInt8] = []
        PlanDocument(PlanRecord(source)).writeLines { lines in
            bytes.append(contentsOf: lines.buffer)
        }
        return bytes
    }

    /// The lines of the plans of parts, each of one drive, in the order of their names.
    private static func lines(inParts items: [ItemValues], _ file: RuleFile) throws -> [UInt8] {
        let names = drives.filter { name in items.contains { isOf($0, name) } }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let planners = try names.map { name in
            try PartPlanner(input(items.filter { isOf($0, name) }, file))
        }
        let rules = SharedRules(file)
        let together = try PartsTogether(planners.map(\.census))
        let summaries = planners.map { $0.summaries(together, buckets: 1) }
        let settlements = try SummaryMeeting.answers(to: summaries.map { $0.bodies[0] }, rules)
        let tallies = try planners.indices.map {
            try planners[$0].tallies(summaries[$0], answers: [settlements[$0]])
        }
        let totals = try TallyMeeting.answers(to: tallies.map { $0.bodies[0] }, rules)
        return try planners.indices.flatMap {
            try lines(planners[$0].plan(tallies[$0], answers: [totals[$0]]), isForLines: true)
        }
    }

    /// By bytes, for strings of other scalars may be equal.
    private static func isOf(_ item: ItemValues, _ drive: String) -> Bool {
        (item.drive ?? "").utf8.elementsEqual(drive.utf8)
    }

    @Test("are those of one plan over all drives, byte for byte", arguments: propertySeeds)
    func equal(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let items = Self.items(&random)
        let file = Self.rules(&random)
        let whole = Self.lines(try Planner(Self.input(items, file)).plan())
        let parts = try Self.lines(inParts: items, file)
        #expect(
            parts == whole,
            "\(String(decoding: parts, as: UTF8.self))\n\(String(decoding: whole, as: UTF8.self))")
    }
}
