// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Plans
internal import Reports
internal import RuleEngine
internal import Text
internal import Workflow

/// What a plan over all drives of a fleet says beside its lines, as a document for programs; the keys
/// stand in docs/reference/fleet.md.
struct FleetManifest {
    private let plan: FleetPlan
    private let driveIDs: [[UInt8]: String]

    /// The document of `plan`; `driveIDs` are the ids of drives by the bytes of their names, as the
    /// inventory had them when it was made.
    init(_ plan: FleetPlan, _ driveIDs: [[UInt8]: String]) {
        self.plan = plan
        self.driveIDs = driveIDs
    }

    /// The document.
    var text: String {
        let job = plan.job
        let totals = FleetTotals(plan)
        return JSONValue.object([
            "about": .text("cleanrules fleet plan"), "format": .number(Int64(job.format ?? 1)),
            "id": .text(plan.id),
            "now": JSONValue(job.now), "snapshot": JSONValue(job.snapshot),
            "timezone": .text(job.timeZone), "tool": .text(job.tool),
            "rules": .object([
                "digest": .text("sha256:" + job.rulesDigest),
                "name": .text(job.rules.first?.file),
            ]),
            "totals": .object([
                "keep": Self.json(totals.keep), "review": Self.json(totals.review),
                "delete": Self.json(totals.delete),
                "rules": .list(
                    totals.rules.map { rule in
                        .object([
                            "id": .text(rule.id), "keep": Self.json(rule.keep),
                            "review": Self.json(rule.review), "delete": Self.json(rule.delete),
                        ])
                    }),
            ]),
            "parts": .list(
                job.parts.enumerated().map { part, places in
                    .object([
                        "listings": .list(job.files[places].map { .text($0.name) }),
                        "lines": .text(
                            plan.linesPath(part).split(separator: "/").suffix(2)
                                .joined(separator: "/")),
                        "bytes": .number(plan.ends[part].lineBytes),
                    ])
                }),
            "inventory": .text(job.inventory.map { "sha256:" + $0 }), "drives": .list(drives),
            "refused": .number(Int64(plan.refusals.count)),
            "choice": .object([
                "without": .list(job.choice.without.map { .text($0) }),
                "broken": .list((job.choice.broken ?? []).map { .text($0) }),
                "without_files": .list((job.choice.withoutFiles ?? []).map { .text($0) }),
                "only": job.choice.only.map { .list($0.map { .text($0) }) } ?? .null,
            ]),
        ]).document
    }

    private var drives: [JSONValue] {
        let exceeded = Dictionary(
            plan.refusals.map { (Array($0.drive.utf8), $0.limits) },
            uniquingKeysWith: { first, _ in first })
        return plan.drives.map { drive, part in
            let limits = exceeded[Array(drive.name.utf8)] ?? []
            return .object([
                "name": .text(drive.name), "drive_id": .text(driveIDs[Array(drive.name.utf8)]),
                "part": .number(part),
                "start": .number(drive.start), "length": .number(drive.length),
                "unpacked": drive.unpacked.map { .number($0) } ?? .null,
                "sha256": .text(drive.sha256),
                "files": .number(drive.files.items), "folders": .number(drive.folders),
                "bytes": .number(drive.files.bytes), "delete": Self.json(drive.deleted),
                "review": Self.json(drive.review),
                "exceeded": .list(limits.map { .raw(Array($0.json.utf8)) }),
            ])
        }
    }

    private static func json(_ count: PartEnd.Count) -> JSONValue {
        .object(["items": .number(count.items), "bytes": .number(count.bytes)])
    }
}

/// What a plan over all drives of a fleet comes to.
struct FleetTotals {
    private(set) var keep = PartEnd.Count()
    private(set) var review = PartEnd.Count()
    private(set) var delete = PartEnd.Count()
    /// All files.
    private(set) var files = PartEnd.Count()
    private(set) var folders: Int64 = 0
    /// How many drives there are.
    private(set) var drives = 0
    private(set) var rules: [PartEnd.RuleCounts] = []
    /// Items that no rule named decided, by reason.
    private(set) var unnamed: [String: PartEnd.Count] = [:]

    init(_ plan: FleetPlan) {
        for end in plan.ends {
            keep.add(end.keep)
            review.add(end.review)
            delete.add(end.delete)
            drives += end.drives.count
            for drive in end.drives {
                files.add(drive.files)
                folders += drive.folders
            }
            for (reason, count) in end.unnamed {
                unnamed[reason, default: PartEnd.Count()].add(count)
            }
            if rules.isEmpty {
                rules = end.rules
                continue
            }
            // All parts were judged by the same rules.
            for (number, rule) in end.rules.enumerated() where number < rules.count {
                rules[number].keep.add(rule.keep)
                rules[number].review.add(rule.review)
                rules[number].delete.add(rule.delete)
            }
        }
    }
}
