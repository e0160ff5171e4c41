// SPDX-License-Identifier: Apache-2.0

/// What the journal of a plan over all drives comes to: who has which drive, what was taken from the caps,
/// what was staged by which plan, and how it stands.
struct FleetDeeds: Sendable {
    /// A drive that is in somebody's hands.
    struct Lease: Sendable, Hashable {
        let worker: String
        /// Until when, in seconds since 1970.
        let until: Int64
        let generation: Int64
    }

    /// A wave of a plan.
    struct WaveDeed: Sendable {
        /// The drives that were staged in it, by key.
        var drives: Set<String> = []
        /// What was staged there in all, whatever became of it since, by the key of the drive.
        var staged: [String: FleetAmount] = [:]
        /// Whether all of its drives were.
        var isWhole = false
        /// When something was staged or deleted in it last, in seconds since 1970.
        var last: Int64 = 0
        /// How the items of the plan stand on all of these drives.
        var counts = DeedCounts()
    }

    /// The instant of the newest line: time never runs back from there.
    private(set) var at: Int64 = 0
    private(set) var leases: [String: Lease] = [:]
    private var generations: [String: Int64] = [:]
    /// What drives are called, by key.
    private(set) var names: [String: String] = [:]
    /// The waves of each plan, by number.
    private(set) var waves: [String: [Int64: WaveDeed]] = [:]
    /// The plans over all drives by those in the states of drives, by key.
    private(set) var plans: [String: [String: String]] = [:]
    /// How the items of each plan stand on each drive, by key.
    private(set) var counts: [String: [String: DeedCounts]] = [:]
    /// Why nothing is deleted; nil where things go on.
    private(set) var pause: String?
    /// What had gone wrong, by plan and wave, when somebody last said that things go on.
    private var forgiven: [String: [Int64: DeedCounts]] = [:]
    private var used = UsedCaps()
    private var open: [String: (day: String, amount: FleetAmount)] = [:]
    private var waveOf: [String: [String: Int64]] = [:]
    /// How far the own file of each drive had come, by key.
    private(set) var audits: [String: AuditMark] = [:]
    /// The how many-th plan each one is of which something was staged.
    private var ranks: [String: Int] = [:]

    /// Takes up a line.
    mutating func take(_ deed: FleetDeed) {
        at = deed.event == .clock ? deed.at : max(at, deed.at)
        let key = deed.drive
        if let name = deed.name, !key.isEmpty { names[key] = name }
        if let plan = deed.plan, ranks[plan] == nil { ranks[plan] = ranks.count }
        AuditMark.take(deed, in: &audits)
        switch deed.event {
        case .stage: break
        case .staged: takeStaged(deed)
        case .wave:
            if let plan = deed.plan, let wave = deed.wave {
                waves[plan, default: [:]][wave, default: WaveDeed()].isWhole = true
                touch(plan, wave, deed.at)
            }
        case .lease:
            let generation = deed.generation ?? 0
            generations[key] = max(generations[key] ?? 0, generation)
            leases[key] = Lease(
                worker: deed.worker ?? "", until: deed.until ?? 0, generation: generation)
        case .release:
            if leases[key]?.generation == deed.generation { leases[key] = nil }
        case .reserved:
            settle(key)
            open[key] = (deed.day ?? "", deed.amount ?? FleetAmount())
        case .turn: takeTurn(deed)
        case .undone, .restored: takeCounts(deed)
        case .paused: pause = deed.why ?? ""
        case .resumed:
            pause = nil
            forgive()
        case .clock: setBack(to: deed.day ?? "")
        case .reconciled:
            used.add(deed.amount ?? FleetAmount(), of: key, on: deed.day ?? "")
            takeCounts(deed)
        }
    }

    /// Nothing that lies ahead of this instant holds anything up any more, and nothing is granted twice: what was
    /// used on a later day counts for `day`, and a wave that ended later has ended now.
    private mutating func setBack(to day: String) {
        used.setBack(to: day)
        for (key, one) in open where UsedCaps.precedes(day, one.day) {
            open[key] = (day, one.amount)
        }
        for (key, lease) in leases where lease.until > at + FleetLeases.seconds {
            leases[key] = Lease(
                worker: lease.worker, until: at + FleetLeases.seconds,
                generation: lease.generation)
        }
        for (plan, numbers) in waves {
            for (number, wave) in numbers where wave.last > at { waves[plan]?[number]?.last = at }
        }
    }

    private mutating func takeStaged(_ deed: FleetDeed) {
        guard let plan = deed.plan, let wave = deed.wave else { return }
        let known = counts[deed.drive]?[plan] ?? DeedCounts()
        waves[plan, default: [:]][wave, default: WaveDeed()].take(deed.drive, known)
        if let amount = deed.amount, amount.items > 0 {
            waves[plan]?[wave]?.staged[deed.drive, default: FleetAmount()].add(amount)
        }
        waveOf[plan, default: [:]][deed.drive] = wave
        if let own = deed.statePlan { plans[deed.drive, default: [:]][own] = plan }
        takeCounts(deed)
        touch(plan, wave, deed.at)
    }

    private mutating func takeTurn(_ deed: FleetDeed) {
        let key = deed.drive
        let amount = deed.amount ?? FleetAmount()
        // What went on while the day changed counts for the later one, and so for both.
        let (begun, ended) = (open.removeValue(forKey: key)?.day ?? "", deed.day ?? "")
        let day = UsedCaps.precedes(begun, ended) ? ended : begun
        used.add(amount, of: key, on: day)
        takeCounts(deed)
        if amount.items == 0 { return }
        for plan in deed.counts.keys {
            if let wave = waveOf[plan]?[key] { touch(plan, wave, deed.at) }
        }
    }

    private mutating func takeCounts(_ deed: FleetDeed) {
        for (plan, one) in deed.counts {
            let before = counts[deed.drive, default: [:]].updateValue(one, forKey: plan)
            let change = one - (before ?? DeedCounts())
            for wave in (waves[plan] ?? [:]).keys {
                waves[plan]?[wave]?.note(change, of: deed.drive)
            }
        }
    }

    private mutating func touch(_ plan: String, _ wave: Int64, _ at: Int64) {
        let last = waves[plan]?[wave]?.last ?? 0
        waves[plan, default: [:]][wave, default: WaveDeed()].last = max(last, at)
    }

    /// What a killed worker had reserved is used up: nobody knows what it came to.
    private mutating func settle(_ key: String) {
        guard let open = open.removeValue(forKey: key) else { return }
        used.add(open.amount, of: key, on: open.day)
    }

    // MARK: Caps

    /// What was taken from the drive `key` on that day and on any later one: a clock that is set back
    /// gives nothing back.
    func amount(of key: String, since day: String) -> FleetAmount {
        used.amount(of: key, since: day) + taken(by: key, since: day)
    }

    /// What was reserved for the drive `key`, and may still be used on that day or a later one.
    private func taken(by key: String, since day: String) -> FleetAmount {
        guard let open = open[key] else { return FleetAmount() }
        // Who took it yesterday, and is at work still, may use it today.
        let mayBeUsed = !UsedCaps.precedes(open.day, day) || isAtWork(on: key)
        return mayBeUsed ? open.amount : FleetAmount()
    }

    private func isAtWork(on key: String) -> Bool { leases[key].map { $0.until > at } ?? false }

    /// What was taken from all drives since then, and from how many. Asked before each slice: it takes
    /// as long as there are days and workers, however many drives there are.
    func total(since day: String) -> (amount: FleetAmount, drives: Int64) {
        var (amount, drives) = used.total(since: day)
        for key in open.keys {
            let own = taken(by: key, since: day)
            amount = amount + own
            if own.items > 0, used.amount(of: key, since: day).items == 0 { drives += 1 }
        }
        return (amount, drives)
    }

    /// Whether something was reserved for the drive `key` of which nobody has said what came of it.
    func isOpen(_ key: String) -> Bool { open[key] != nil }

    /// Whether anything was taken from the caps of a day after `day`.
    func hasUsed(after day: String) -> Bool {
        used.hasUsed(after: day) || open.values.contains { UsedCaps.precedes(day, $0.day) }
    }

    /// The drives of which that is so, and those that somebody has who may be gone.
    var unsettled: [String] { Set(open.keys).union(leases.keys).sorted() }

    // MARK: Leases

    /// The number of the next time that the drive `key` is handed out.
    func nextGeneration(of key: String) -> Int64 { (generations[key] ?? 0) + 1 }

    // MARK: Plans

    /// Whether anything was ever staged by `plan`.
    func hasStaged(_ plan: String) -> Bool {
        waves[plan] != nil || plans.values.contains { $0.values.contains(plan) }
    }

    /// All plans by which something was staged, or was to be, in the order in which they were made.
    var stagedPlans: [String] { inOrder(Set(waves.keys).union(plans.values.flatMap(\.values))) }

    /// The plans of whose items some are counted by `count`, on whatever drive, in the order in which they
    /// were made.
    func plans(having count: (DeedCounts) -> Int64) -> [String] {
        var found: Set<String> = []
        for (plan, counts) in counts.values.joined() where count(counts) > 0 {
            found.insert(plan)
        }
        return inOrder(found)
    }

    /// `plans` in the order in which they were made, which is that in which something was first staged by them:
    /// none is but by the one that was made last. Those of which nobody knows that come last, by their ids.
    func inOrder(_ plans: some Sequence<String>) -> [String] {
        plans.sorted { one, other in
            (ranks[one] ?? .max, one) < (ranks[other] ?? .max, other)
        }
    }

    // MARK: Waves

    /// The drives on which something was ever staged, by key.
    var drives: [String] { plans.keys.sorted() }

    /// The wave of `plan` in which the drive `key` was staged.
    func wave(of key: String, in plan: String) -> Int64? { waveOf[plan]?[key] }

    /// What is known of one drive.
    struct Known: Sendable {
        /// What people call it.
        let name: String
        /// The plans over all drives by those in its state.
        let plans: [String: String]
        /// How the items of each plan stand there.
        let counts: [String: DeedCounts]
    }

    /// What is known of the drive `key`.
    func known(_ key: String) -> Known {
        Known(name: names[key] ?? key, plans: plans[key] ?? [:], counts: counts[key] ?? [:])
    }

    /// How the items of all plans stand on the drive `key`.
    func sum(of key: String) -> DeedCounts {
        (counts[key] ?? [:]).values.reduce(DeedCounts(), +)
    }

    /// How the items of a wave of `plan` stand, on all of its drives.
    func counts(of plan: String, wave: Int64) -> DeedCounts {
        waves[plan]?[wave]?.counts ?? DeedCounts()
    }

    /// How the items of a wave stand, without what somebody has seen and gone on from.
    func news(of plan: String, wave: Int64) -> DeedCounts {
        var counts = counts(of: plan, wave: wave)
        guard let known = forgiven[plan]?[wave] else { return counts }
        counts.changed = max(0, counts.changed - known.changed)
        counts.failed = max(0, counts.failed - known.failed)
        counts.undone = max(0, counts.undone - known.undone)
        return counts
    }

    private mutating func forgive() {
        for (plan, waves) in waves {
            for wave in waves.keys {
                forgiven[plan, default: [:]][wave] = counts(of: plan, wave: wave)
            }
        }
    }
}

extension FleetDeeds.WaveDeed {
    /// Takes up the drive `key`, on which items of the plan stand so by now.
    fileprivate mutating func take(_ key: String, _ known: DeedCounts) {
        if drives.insert(key).inserted { counts = counts + known }
    }

    /// Has the counts change by so much where the drive `key` is one of the wave.
    fileprivate mutating func note(_ change: DeedCounts, of key: String) {
        if drives.contains(key) { counts = counts + change }
    }
}
