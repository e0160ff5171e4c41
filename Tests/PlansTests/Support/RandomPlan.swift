// SPDX-License-Identifier: Apache-2.0

import RuleEngine

@testable import Plans
import TestSupport

/// Small plans over several drives, with copies, odd names and rare values.
struct RandomPlan {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// What a plan was judged from, and what is said beside its entries; `second` is the kind of the second
    /// drive.
    mutating func source(
        includesKept: Bool = false, second: DriveKind = .local
    ) throws -> PlanSource {
        let listing = try listing(second)
        var file = RuleFile()
        file.rules = [
            rule("pictures", .sizeOver(40), .review), rule("tm\"p é", .name("*.tmp"), .delete),
            set(
                "copies",
                .duplicates(DuplicateSelection(key: .content, copies: 1 + random.below(2))), .delete
            ),
            set(
                "doubles", .duplicates(DuplicateSelection(key: .parts([.size]))),
                random.pick([Action.delete, .review])),
            set(
                "many",
                .surplus(
                    SurplusSelection(
                        keep: 2, newestBy: .modified, reach: .drive,
                        firstOf: random.pick([nil, .year, .month]))), .delete),
        ]
        file.rules.shuffle(using: &random)
        if random.once(in: 2) { file.defaults.unknown = .review }
        let input = PlanInput(
            listing: listing, ruleFile: file, now: Timestamp(secondsSinceEpoch: 1_768_478_400),
            timeZone: .utc)
        let plan = try Planner(input).plan()
        var source = PlanSource(
            plan: plan, head: head(plan), ruleDigests: plan.rules.map { "digest of \($0.id)" })
        source.reversible = ["main": [.recycle: true, .permanent: false]]
        source.takenBack[0] = Timestamp(secondsSinceEpoch: 1_700_000_000)
        source.includesKept = includesKept
        return source
    }

    private mutating func listing(_ second: DriveKind) throws -> Listing {
        var builder = ListingBuilder()
        var drives: [UInt16] = []
        for (name, kind) in [
            ("main", DriveKind.onedrive), ("other", second), ("té\u{202e}", .memory),
        ] {
            drives.append(try builder.drive(named: name, kind: kind))
        }
        let rarity = UInt64(1 + random.below(4))
        for _ in 0..<(10 + random.below(50)) {
            try builder.append(item(rarity), drive: random.pick(drives))
        }
        return builder.finish()
    }

    private mutating func item(_ rarity: UInt64) -> ItemValues {
        let folders = ["", "/a", "/a/b", "/a.b", "/Fotos Müller", "/写真/📸", "/q\"uote\\"]
        let names = [
            "é.tmp", "e\u{301}.tmp", "x", "y.tmp", "z\u{7f}", "line\nbreak", "b", "\u{202e}gnp",
        ]
        let suffix = random.once(in: 3) ? "" : "\(random.below(50))"
        var item = ItemValues(
            path: random.pick(folders) + "/" + random.pick(names) + suffix,
            type: random.once(in: 8) ? .folder : .file)
        let dates = [0, -1, 1_700_000_000, -11_644_473_600, 253_402_300_799, 951_782_400].map {
            Timestamp(secondsSinceEpoch: $0)
        }
        item.id = random.once(in: 3) ? nil : "id \(random.below(1_000))é"
        item.size = random.once(in: 4) ? nil : random.pick([0, 1, 50, 50, .max])
        item.created = rare(dates, rarity)
        item.modified = rare(dates, rarity)
        item.firstSeen = rare(dates, rarity)
        item.quickXor = rare(["AAECAwQFBgcICQoLDA0ODxAREhM=", "od\"d"], rarity)
        item.sha1 = rare([String(repeating: "0a", count: 20), "ABC"], rarity)
        item.sha256 = rare([String(repeating: "fe", count: 32), "x", "y"], 1)
        item.eTag = rare(["\"{tag},1\"", "t"], rarity)
        item.cTag = rare(["c:{1}"], rarity)
        return item
    }

    private mutating func rare<Value>(_ values: [Value], _ rarity: UInt64) -> Value? {
        random.once(in: rarity) ? random.pick(values) : nil
    }

    private mutating func head(_ plan: Plan) -> PlanHead {
        let totals = PlanTotals(plan)
        var head = PlanHead(
            now: plan.input.now,
            expires: Timestamp(secondsSinceEpoch: plan.input.now.secondsSinceEpoch + 86_400),
            timeZone: "Europe/Berlin", tool: "cleanrules test", rulesDigest: "abc",
            rulesName: "ru\"les.yaml")
        head.id = "p-0123456789ab"
        if random.once(in: 2) { head.changes = PlanChanges(since: "p-1", added: 3, removed: 4) }
        if random.once(in: 2) {
            head.decisions = PlanHead.Decisions(
                carriedOver: 1, hold: 2,
                unplaced: [.init(drive: "main", path: "/a\n", verdict: "keep")])
        }
        head.drives = plan.listing.drives.enumerated().map { number, drive in
            let counts = totals.drives[number]
            var found = PlanHead.Drive(
                name: drive.name, kind: drive.kind, identity: "\(drive.kind.rawValue):1",
                files: counts.files.items, folders: counts.folders.items,
                bytes: counts.files.bytes)
            found.root = rare(["/mnt/\"x\""], 2)
            found.part = rare(["/a"], 2)
            found.cursor = rare(["cursor"], 2)
            found.held = rare(["it is another one"], 3)
            found.items = rare([7], 2)
            found.listed = rare([plan.input.now], 2)
            return found
        }
        head.limits = LimitOutcome.outcomes(plan, totals)
        head.totals.delete = totals.delete
        head.totals.items = totals.all
        head.totals.keep = totals.keep
        head.totals.review = totals.review
        head.totals.rules = zip(plan.rules, totals.rules).map {
            .init(id: $0.id, delete: $1.delete, keep: $1.keep, review: $1.review)
        }
        if random.once(in: 2) {
            head.proof = [
                .init(drive: "main", copies: 1, freeCopies: 2, files: 3, downloadBytes: 4)
            ]
        }
        head.warnings = random.once(in: 2) ? [] : ["a \"warning\"", "another"]
        return head
    }

    private func rule(_ id: String, _ match: Condition, _ action: Action) -> Rule {
        Rule(id: id, match: match, action: action)
    }

    private func set(_ id: String, _ selection: SetSelection, _ action: Action) -> Rule {
        var rule = Rule(id: id, action: action)
        rule.selection = selection
        return rule
    }
}

extension Condition {
    /// `name: GLOB`; traps on a glob that is not valid, as a test should.
    static func name(_ glob: String) -> Condition {
        guard let glob = try? Glob(glob, style: .name) else { preconditionFailure(glob) }
        return .test(FieldTest(.name, [.glob(glob)]))
    }

    /// `size: over BYTES`.
    static func sizeOver(_ bytes: Int64) -> Condition {
        .test(FieldTest(.size, [.number(.over(bytes))]))
    }
}
