// SPDX-License-Identifier: Apache-2.0

import DecisionSync

/// A device with its own log, for tests: what the state file and a folder are to the program.
struct Device {
    var replica: SyncReplica
    var head: SyncHead
    var lines: [(number: Int64, text: String)] = []
    /// How far its clock is ahead, in seconds.
    var skew: Int64 = 0

    init(_ device: String, name: String, skew: Int64 = 0) {
        replica = SyncReplica(device: device, name: name)
        head = SyncHead(device: device, name: name)
        self.skew = skew
    }

    var id: String { replica.device }

    /// Its log as it stands for others.
    var bytes: [UInt8] {
        ([head.text] + lines.map(\.text)).flatMap { Array($0.utf8) + [0x0a] }
    }

    var reading: SyncLogReading { SyncLogReading(bytes, of: id) }

    /// What was decided since the last sync, in the order in which it was.
    private var decided: [(value: SyncValue, item: SyncItem, at: Int64)] = []

    /// Says it at once.
    mutating func say(_ value: SyncValue, _ item: SyncItem, at now: Int64) -> Bool {
        let isNews = replica.say(value, about: item, at: now + skew)
        collect()
        return isNews
    }

    /// Says it with the next sync; whether it is news.
    mutating func decide(_ value: SyncValue, _ item: SyncItem, at now: Int64) -> Bool {
        let standing = decided.last { $0.item == item }?.value ?? replica.winner(item)?.value
        if standing == value || standing == nil && value == .nothing { return false }
        decided.append((value, item, now + skew))
        return true
    }

    /// Reads `cloud` and writes its own log into it.
    mutating func sync(_ cloud: inout [String: [UInt8]], at now: Int64, fresh: () -> String) {
        // Of each item what stands now, as the state file has it.
        var last: [SyncItem: Int] = [:]
        for (place, one) in decided.enumerated() { last[one.item] = place }
        let sayings = decided.indices.filter { last[decided[$0].item] == $0 }.compactMap {
            replica.prepare(decided[$0].value, about: decided[$0].item, at: decided[$0].at)
        }
        decided = []
        var others = cloud.filter { $0.key != id }.sorted { $0.key < $1.key }
            .map { SyncLogReading($0.value, of: $0.key) }
        if let own = cloud[id] {
            let reading = SyncLogReading(own, of: id)
            let hashes = Dictionary(
                lines.map { ($0.number, SyncLog.hash(of: $0.text)) },
                uniquingKeysWith: { first, _ in first })
            if !replica.isOwn(reading, { hashes[$0] }) {
                renew(fresh(), leaving: reading)
                others.append(reading)
            }
        }
        replica.take(others, now: now + skew)
        if replica.isOutrun { renew(fresh()) }
        replica.say(sayings)
        replica.adoptOrphans()
        collect()
        cloud[id] = bytes
    }

    mutating func hear(_ logs: [SyncLogReading], at now: Int64) {
        replica.take(logs, now: now)
        collect()
    }

    mutating func renew(_ device: String, leaving log: SyncLogReading? = nil) {
        replica.renew(as: device, leaving: log)
        head = SyncHead(device: device, name: replica.name)
        lines = []
    }

    private mutating func collect() {
        lines += replica.written
        replica.settle()
    }

    /// Writes its log anew without what says nothing any more.
    mutating func compact() {
        let own = replica.registers.values.flatMap(\.records).filter { $0.dot.device == id }
        let kept = Set(own.map(\.dot.number)).union(SyncCompaction.notes(among: lines))
        let anew = SyncCompaction(head, lines, hash: replica.hash, keeping: kept)
        head = anew.head
        lines = anew.lines
        replica = SyncReplica(
            device: id, name: replica.name, generation: head.generation, number: replica.number,
            hash: anew.hash, clock: replica.clock, registers: replica.registers,
            peers: replica.peers, arrivals: replica.arrivals)
    }

    /// What holds about each item.
    var standing: [SyncItem: SyncValue] {
        var standing: [SyncItem: SyncValue] = [:]
        for item in replica.registers.keys { standing[item] = replica.winner(item)?.value }
        return standing
    }
}

/// The id of the device of that number.
func deviceID(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.utf8.count) + digits
}

/// The item of that number.
func item(_ number: Int) -> SyncItem { SyncItem(drive: "onedrive:d", id: "i\(number)") }

/// A value whose content is told from all others by `size`.
func value(_ verdict: SyncVerdict, _ size: Int64 = 1) -> SyncValue {
    var content = SyncContent()
    content.size = size
    return SyncValue(verdict, until: verdict == .snooze ? 99 : nil, content: content)
}
