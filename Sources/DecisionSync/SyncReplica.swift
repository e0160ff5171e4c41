// SPDX-License-Identifier: Apache-2.0

/// What one device knows of all that devices say: its own log, and what it has read of the others.
///
/// Pure: logs that were read go in, lines of its own log come out. Registers may be those of some
/// items alone, as long as they hold all that is said about any item that a call touches.
package struct SyncReplica: Sendable {
    /// The id of this device.
    package private(set) var device: String
    /// How often its own log was written anew.
    package private(set) var generation: Int64
    /// The number of the last line of its own log.
    package private(set) var number: Int64
    /// The hash of that line, or of the head.
    package private(set) var hash: String
    /// What this device calls itself.
    package let name: String
    /// The newest instant that is known of.
    package private(set) var clock: HybridClock
    /// What is said about each item.
    package private(set) var registers: [SyncItem: SyncRegister]
    /// The items whose registers have changed.
    package private(set) var changed: Set<SyncItem> = []
    /// The other devices.
    package private(set) var peers: [String: SyncPeer]
    /// When lines from the future had arrived.
    package private(set) var arrivals: SyncArrivals
    /// What other devices have used, by device and day.
    package private(set) var uses: [String: [String: SyncUse]] = [:]
    /// New lines of its own log: the number and the text without its end.
    package private(set) var written: [(number: Int64, text: String)] = []
    /// Whether another device has seen lines of this one that this one knows nothing of, or does not
    /// go on with its log: then a new id is due.
    package private(set) var isOutrun = false
    /// The last line that others may have read, and its hash: what is written now is none of it.
    private var told: SyncTold
    /// Lines that devices have lost which go on as others: all behind those.
    private var orphans: [SyncDot] = []

    /// A device that has said nothing yet.
    package init(device: String, name: String) {
        self.device = device
        self.name = name
        generation = 1
        number = 0
        hash = SyncHead(device: device, name: name).hash
        clock = .distantPast
        registers = [:]
        peers = [:]
        arrivals = SyncArrivals()
        told = SyncTold(number: 0, hash: hash)
    }

    /// A device as it was stored.
    package init(
        device: String, name: String, generation: Int64, number: Int64, hash: String,
        clock: HybridClock, registers: [SyncItem: SyncRegister], peers: [String: SyncPeer],
        arrivals: SyncArrivals
    ) {
        self.device = device
        self.name = name
        self.generation = generation
        self.number = number
        self.hash = hash
        self.clock = clock
        self.registers = registers
        self.peers = peers
        self.arrivals = arrivals
        told = SyncTold(number: number, hash: hash)
    }

    /// Forgets what has changed and was written, because it is stored.
    package mutating func settle() {
        changed = []
        written = []
        uses = [:]
        told = SyncTold(number: number, hash: hash)
    }

    /// Adds what is stored about items that were not asked for at first.
    package mutating func load(_ more: [SyncItem: SyncRegister]) {
        registers.merge(more) { known, _ in known }
    }

    // MARK: - What holds

    /// What stands about `item`, and which line says so; nil where nobody ever said anything.
    package func winner(_ item: SyncItem) -> SyncRecord? {
        registers[item]?.winner { arrivals.clock(of: $0.dot, at: $0.at) }
    }

    // MARK: - Saying something

    /// What is to be said about an item, with what was known of it when it was decided.
    package struct Saying: Sendable {
        fileprivate let item: SyncItem
        fileprivate let value: SyncValue
        fileprivate let at: HybridClock
        fileprivate let over: [String: Int64]
    }

    /// What is to be said about `item`, as of `seconds` by the clock; nil where it is no news. Nothing is
    /// said yet: whether this device goes on under its id is known only when the others were read.
    package mutating func prepare(
        _ value: SyncValue, about item: SyncItem, at seconds: Int64
    ) -> Saying? {
        guard item.isSayable, let value = value.fitted else { return nil }
        let standing = winner(item)
        if (standing?.value ?? .nothing) == value { return nil }
        clock = clock.next(at: min(max(seconds, 0), SyncLimits.secondsMax))
        return Saying(
            item: item, value: value, at: clock, over: registers[item]?.context ?? [:])
    }

    /// Says what was prepared, in that order.
    package mutating func say(_ sayings: [Saying]) {
        for saying in sayings {
            say(saying.value, about: saying.item, at: saying.at, over: saying.over)
        }
    }

    /// Says what stands about `item`, as of `seconds` by the clock; whether that is news.
    @discardableResult
    package mutating func say(_ value: SyncValue, about item: SyncItem, at seconds: Int64) -> Bool {
        guard let saying = prepare(value, about: item, at: seconds) else { return false }
        say([saying])
        return true
    }

    private mutating func say(
        _ value: SyncValue, about item: SyncItem, at: HybridClock, over: [String: Int64]
    ) {
        // What another device has said may be longer than what is said here.
        guard item.isSayable, let value = value.fitted else { return }
        let over = SyncRegister.bounded(over)
        write(.decision(item, value, at: at, over: over))
        let record = SyncRecord(
            dot: SyncDot(device, number), item: item, value: value, at: at, over: over)
        take(record)
    }

    /// Says how much of a day's quotas is used here.
    package mutating func say(_ use: SyncUse) { write(.use(use)) }

    private mutating func write(_ line: SyncLine) {
        number += 1
        let (text, hash) = SyncLog.text(line.members(number: number), after: hash)
        self.hash = hash
        written.append((number, text))
    }

    private mutating func take(_ record: SyncRecord) {
        if registers[record.item, default: SyncRegister()].take(record) {
            changed.insert(record.item)
        }
        clock = max(clock, arrivals.clock(of: record.dot, at: record.at))
    }

    // MARK: - Reading others

    /// Takes what is new in the logs of other devices, as of `now` by the clock.
    package mutating func take(_ logs: [SyncLogReading], now: Int64) {
        // What others noted about arrivals first: what is noted already is not noted again.
        var noted: Set<String> = []
        for log in logs {
            guard let head = log.head else { continue }
            let peer = peers[log.device] ?? SyncPeer()
            if doubt(log, head, peer) != nil { continue }
            for line in log.lines where line.number > peer.number {
                if let device = takeNote(line) { noted.insert(device) }
            }
        }
        touch(noted)
        for log in logs { take(log, now: now) }
    }

    /// Notes of each device that is known, and whose log is not `present`, that it is missing: that
    /// a log is not there says nothing about what stood in it.
    package mutating func miss(allBut present: Set<String>) {
        for device in Array(peers.keys) where !present.contains(device) {
            peers[device]?.problem = .missing
        }
    }

    /// Tells as its own what it knows of devices that have lost it themselves; after all that was decided
    /// here is said.
    package mutating func adoptOrphans() {
        let lost = orphans
        orphans = []
        for dot in lost {
            let records = registers.values.flatMap(\.records).filter {
                $0.dot.device == dot.device && $0.dot.number > dot.number
            }
            for record in records.sorted(by: { $0.dot.number < $1.dot.number }) { adopt(record) }
        }
        // What they had noted about arrivals is lost with them.
        if !lost.isEmpty { for (dot, at) in arrivals.all { write(.arrival(dot, at: at)) } }
    }

    /// Tells what `record` says. A line of this device is taken to know of those before it: beside one
    /// about the same item, what holds of the two is said.
    private mutating func adopt(_ record: SyncRecord) {
        let own = registers[record.item]?.records.first { $0.dot.device == device }
        guard let own else { return retell([record]) }
        let both = SyncRegister([own, record])
        guard let winner = both.winner({ arrivals.clock(of: $0.dot, at: $0.at) }) else { return }
        say(
            winner.value, about: record.item, at: arrivals.clock(of: winner.dot, at: winner.at),
            over: both.context)
    }

    /// Says what `records` say: as it was said, and with what was known then, so that nothing holds
    /// that did not hold before.
    private mutating func retell(_ records: [SyncRecord]) {
        for record in records.sorted(by: { $0.dot.number < $1.dot.number }) {
            var over = record.over
            over[record.dot.device] = max(over[record.dot.device] ?? 0, record.dot.number)
            say(
                record.value, about: record.item,
                at: arrivals.clock(of: record.dot, at: record.at), over: over)
        }
    }

    private mutating func take(_ log: SyncLogReading, now: Int64) {
        precondition(log.device != device, "a device does not read its own log")
        var peer = peers[log.device] ?? SyncPeer()
        defer { peers[log.device] = peer }
        guard let head = log.head else {
            peer.problem = log.fault.map { .damaged(line: $0.line, reason: $0.reason) }
            return
        }
        if let problem = doubt(log, head, peer) {
            if problem == .rewritten, peer.problem != .rewritten {
                write(.refusal(device: log.device))
            }
            peer.problem = problem
            return
        }
        peer.name = head.name
        peer.problem = log.fault.map { .damaged(line: $0.line, reason: $0.reason) }
        let news = log.lines.filter { $0.number > peer.number }
        noteArrival(of: news, from: log.device, now)
        for line in news { take(line, from: log.device, &peer) }
        // Its author hears of it again, should its state be an older one some day.
        if let last = news.last(where: \.line.isToBeHeard) {
            write(.heard(SyncDot(log.device, last.number)))
        }
        peer.generation = head.generation
        peer.number = log.lastNumber
        peer.hash = log.lastHash
    }

    /// Why nothing new is taken from `log`; nil where it goes on where it was read to.
    private func doubt(
        _ log: SyncLogReading, _ head: SyncHead, _ peer: SyncPeer
    ) -> SyncProblem? {
        if peer.number == 0 { return nil }
        let isOlder = head.generation < peer.generation
        // An earlier log does not go farther than the later one: somebody goes on with it.
        if isOlder, log.lastNumber > peer.number { return .rewritten }
        if isOlder || log.lastNumber < peer.number {
            // A damaged end is what is wrong, not that it is missing.
            return log.fault.map { .damaged(line: $0.line, reason: $0.reason) } ?? .wentBack
        }
        if head.generation == peer.generation {
            return log.hash(ofLine: peer.number) == peer.hash ? nil : .rewritten
        }
        let isNext = head.generation == peer.generation + 1
        if isNext, let from = head.from, from.number == peer.number, from.hash != peer.hash {
            return .rewritten
        }
        return nil
    }

    /// Takes what a line says about when others had arrived; the device, if that is news.
    private mutating func takeNote(_ line: SyncLogReading.Line) -> String? {
        guard case .arrival(let dot, let at) = line.line, SyncLog.isDevice(dot.device),
            arrivals.take(dot, at: at)
        else { return nil }
        return dot.device
    }

    /// Has all items looked at anew about which one of `devices` says something.
    private mutating func touch(_ devices: Set<String>) {
        if devices.isEmpty { return }
        for (item, register) in registers
        where register.records.contains(where: { devices.contains($0.dot.device) }) {
            changed.insert(item)
        }
    }

    /// Notes when `lines` arrived, if one of them says that it comes from the future.
    private mutating func noteArrival(
        of lines: [SyncLogReading.Line], from device: String, _ now: Int64
    ) {
        // A clock that was never set is behind what was heard already.
        let bound = max(HybridClock(now + SyncLimits.clockSkewMax), clock)
        let last = lines.last { line in
            guard case .decision(_, _, let at, _) = line.line else { return false }
            return arrivals.clock(of: SyncDot(device, line.number), at: at) > bound
        }
        guard let last else { return }
        let dot = SyncDot(device, last.number)
        let at = HybridClock(min(max(now, clock.seconds, 0), SyncLimits.secondsMax))
        if arrivals.take(dot, at: at) {
            write(.arrival(dot, at: at))
            touch([device])
        }
    }

    private mutating func take(
        _ line: SyncLogReading.Line, from device: String, _ peer: inout SyncPeer
    ) {
        switch line.line {
        case .decision(let item, let value, let at, let over):
            if let known = over[self.device], known > told.number { isOutrun = true }
            let record = SyncRecord(
                dot: SyncDot(device, line.number), item: item, value: value, at: at, over: over)
            take(record)
            let counted = arrivals.clock(of: record.dot, at: at).seconds
            peer.lastAt = max(peer.lastAt ?? counted, counted)
        case .use(let use): uses[device, default: [:]][use.day] = use
        case .arrival: break
        case .refusal(let refused): if refused == self.device { isOutrun = true }
        case .heard(let dot):
            if dot.device == self.device, dot.number > told.number { isOutrun = true }
        case .former(let dot): if dot.device != self.device { orphans.append(dot) }
        }
    }

    // MARK: - The own log

    /// Whether the log that lies under this device's own name is one that this device could have
    /// written: else somebody else goes by the same id, or this state is an older one.
    package func isOwn(_ log: SyncLogReading, _ hashOfLine: (Int64) -> String?) -> Bool {
        // What cannot be read at all is written anew; it has told nobody anything.
        guard let head = log.head else { return true }
        if head.generation > generation || log.lastNumber > number { return false }
        if head.generation < generation || log.lastNumber == 0 { return true }
        return hashOfLine(log.lastNumber) == log.lastHash
    }

    /// Goes on under the id `device` and says everything anew that it said: as it was said, and with
    /// what was known then, so that nothing holds that did not hold before.
    ///
    /// All registers have to be there that hold a line of this device. `log` is what lies under the
    /// former id; its lines are to be taken then as those of another device.
    package mutating func renew(as device: String, leaving log: SyncLogReading? = nil) {
        let former = self.device
        let goesOn = log.map { $0.hash(ofLine: told.number) == told.hash } ?? false
        let last = goesOn ? max(told.number, log?.lastNumber ?? 0) : told.number
        var peer = SyncPeer()
        peer.name = name
        peer.generation = generation
        peer.number = told.number
        peer.hash = told.hash
        peers[device] = nil
        self.device = device
        generation = 1
        number = 0
        hash = SyncHead(device: device, name: name).hash
        written = []
        told = SyncTold(number: 0, hash: hash)
        isOutrun = false
        write(.former(SyncDot(former, last)))
        retell(registers.values.flatMap(\.records).filter { $0.dot.device == former })
        for (dot, at) in arrivals.all { write(.arrival(dot, at: at)) }
        for (device, known) in peers.sorted(by: { $0.key < $1.key }) where known.number > 0 {
            write(.heard(SyncDot(device, known.number)))
            if known.problem == .rewritten { write(.refusal(device: device)) }
        }
        peers[former] = peer
    }
}

/// How far a log goes that others may have read.
private struct SyncTold: Sendable {
    let number: Int64
    let hash: String
}
