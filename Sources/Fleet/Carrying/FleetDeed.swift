// SPDX-License-Identifier: Apache-2.0

internal import Text

/// How the items stand that a plan over all drives has staged on one of them.
struct DeedCounts: Sendable, Hashable {
    /// All that were staged.
    var staged: Int64 = 0
    /// Those that wait to be deleted.
    var waiting: Int64 = 0
    /// Those that were deleted, or were gone already.
    var deleted: Int64 = 0
    /// Those that were not what the plan saw any more.
    var changed: Int64 = 0
    /// Those that could not be deleted, and those that will be tried again.
    var failed: Int64 = 0
    /// Those that people took back.
    var undone: Int64 = 0
    /// Those of `failed` that may not be changed, or are kept by a retention label or a hold.
    var kept: Int64 = 0
    /// Those of `failed` that are open in an application, or checked out.
    var locked: Int64 = 0

    static func + (one: DeedCounts, other: DeedCounts) -> DeedCounts {
        var sum = DeedCounts()
        for key in keys {
            sum[keyPath: key.path] = one[keyPath: key.path] + other[keyPath: key.path]
        }
        return sum
    }

    static func - (one: DeedCounts, other: DeedCounts) -> DeedCounts {
        var rest = DeedCounts()
        for key in keys {
            rest[keyPath: key.path] = one[keyPath: key.path] - other[keyPath: key.path]
        }
        return rest
    }

    /// The counts by the names that the journal gives them.
    static var keys: [(name: String, path: WritableKeyPath<DeedCounts, Int64>)] {
        [
            ("staged", \.staged), ("waiting", \.waiting), ("deleted", \.deleted),
            ("changed", \.changed), ("failed", \.failed), ("undone", \.undone),
            ("kept", \.kept), ("locked", \.locked),
        ]
    }
}

/// A line of the journal of a plan over all drives: who did what, when, by which plan and rules.
struct FleetDeed: Sendable {
    /// What happened.
    enum Event: String, Sendable, CaseIterable {
        /// Somebody had a wave staged: `wave`, `plan`, `rules`, `by`.
        case stage
        /// A drive was staged: `plan`, its own plan `state_plan`, `items`, `bytes`.
        case staged
        /// All drives of a wave were staged.
        case wave
        /// A worker has a drive, until an instant.
        case lease
        /// The worker gave it back.
        case release
        /// So much was taken from the caps of the day before anything was deleted.
        case reserved
        /// So much of it was deleted, and the drive stands so.
        case turn
        /// People took back so much before it was deleted.
        case undone
        /// So much was brought back.
        case restored
        /// Nothing is deleted from now on, and why.
        case paused
        /// Things may go on.
        case resumed
        /// The clock is right, which was ahead once: what was used on later `day`s counts for this one.
        case clock
        /// A drive counts as its state has it, though that or the journal was put back from a backup, or
        /// copied: of what went there today the journal did not know of so much.
        case reconciled
    }

    let event: Event
    /// When, in seconds since 1970; never before the line before.
    var at: Int64 = 0
    /// Who, as the machine knows them.
    var by: String?
    /// The drive, by what it is called in files.
    var drive = ""
    /// What people call it.
    var name: String?
    /// The plan over all drives.
    var plan: String?
    /// The plan in the state of the drive.
    var statePlan: String?
    /// The digest of the rules.
    var rules: String?
    /// The wave, from 1.
    var wave: Int64?
    /// Who has the drive.
    var worker: String?
    /// Until when, in seconds since 1970.
    var until: Int64?
    /// How many times the drive had been handed out before, and once more.
    var generation: Int64?
    /// The day whose caps are meant.
    var day: String?
    /// How much.
    var amount: FleetAmount?
    /// How the items of each plan stand on the drive.
    var counts: [String: DeedCounts] = [:]
    /// How many lines the drive's own journal has, and the digest of the last.
    var audit: AuditMark?
    /// Why, in words.
    var why: String?

    init(_ event: Event) { self.event = event }

    // MARK: JSON

    /// The line without its digest.
    var body: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            ("at", .number(at)), ("event", .text(event.rawValue)),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, .text(text))) }
        }
        func add(_ name: String, _ number: Int64?) {
            if let number { members.append((name, .number(number))) }
        }
        add("by", by)
        add("drive", drive.isEmpty ? nil : drive)
        add("name", name)
        add("plan", plan)
        add("state_plan", statePlan)
        add("rules", rules)
        add("wave", wave)
        add("worker", worker)
        add("until", until)
        add("generation", generation)
        add("day", day)
        add("items", amount?.items)
        add("bytes", amount?.bytes)
        if !counts.isEmpty { members.append(("counts", Self.json(counts))) }
        add("audit_lines", audit?.lines)
        add("audit", audit?.link)
        add("why", why)
        return JSONValue.object(members).bytes()
    }

    private static func json(_ counts: [String: DeedCounts]) -> JSONValue {
        .object(
            counts.sorted { $0.key < $1.key }.map { plan, counts in
                (
                    plan,
                    .object(
                        DeedCounts.keys.map { ($0.name, .number(counts[keyPath: $0.path])) })
                )
            })
    }

    /// What `body` says; nil where it is no such line.
    init?(body: [UInt8]) {
        guard let tree = try? JSONTree(strict: body, .init(depth: 6, values: 100_000)),
            let event = tree["event"]?.text.flatMap({ Event(rawValue: $0) }),
            let at = tree["at"]?.number
        else { return nil }
        self.event = event
        self.at = at
        by = tree["by"]?.text
        drive = tree["drive"]?.text ?? ""
        name = tree["name"]?.text
        plan = tree["plan"]?.text
        statePlan = tree["state_plan"]?.text
        rules = tree["rules"]?.text
        wave = tree["wave"]?.number
        worker = tree["worker"]?.text
        until = tree["until"]?.number
        generation = tree["generation"]?.number
        day = tree["day"]?.text
        why = tree["why"]?.text
        if let items = tree["items"]?.number, let bytes = tree["bytes"]?.number {
            guard items >= 0, bytes >= 0 else { return nil }
            amount = FleetAmount(items: items, bytes: bytes)
        }
        if let lines = tree["audit_lines"]?.number, let link = tree["audit"]?.text {
            audit = AuditMark(lines: lines, link: link)
        }
        for (plan, tree) in tree["counts"]?.members ?? [:] {
            var one = DeedCounts()
            for key in DeedCounts.keys { one[keyPath: key.path] = tree[key.name]?.number ?? 0 }
            counts[plan] = one
        }
    }
}
