// SPDX-License-Identifier: Apache-2.0

import DecisionSync
import TestSupport
import Testing

@Suite("Devices that share decisions")
struct ConvergenceTests {
    /// A world of three devices, what each has written, and what each author knew: told apart from the
    /// code that is tested by the sizes of the items.
    private struct World {
        var generator: SplitMix64
        var devices: [Device]
        var cloud: [String: [UInt8]] = [:]
        var earlier: [String: [[UInt8]]] = [:]
        var now: Int64 = 1_800_000_000
        var ids: UInt64 = 100
        var acts: Int64 = 0
        /// What each act said, by its size.
        var said: [Int64: (item: SyncItem, verdict: SyncVerdict)] = [:]
        /// The acts that the author of an act knew of.
        var knew: [Int64: Set<Int64>] = [:]
        /// The acts that each device knows of.
        var known: [Set<Int64>]
        /// The states as they were, for devices that are brought back from a backup.
        var backups: [(device: Device, known: Set<Int64>)]

        init(seed: UInt64, skews: [Int64]) {
            generator = SplitMix64(seed: seed)
            devices = skews.enumerated().map { number, skew in
                Device(deviceID(UInt64(number + 1)), name: "d\(number)", skew: skew)
            }
            known = skews.map { _ in [] }
            backups = devices.map { ($0, []) }
        }

        /// Forgets acts of which nobody knows any more: states that were brought back have lost them,
        /// and no log tells of them.
        mutating func forgetLostActs() {
            var there = known.reduce(into: Set<Int64>()) { $0.formUnion($1) }
            for log in cloud {
                for line in SyncLogReading(log.value, of: log.key).lines {
                    guard case .decision(_, let value, _, _) = line.line else { continue }
                    if let act = value.content.size { there.insert(act) }
                }
            }
            said = said.filter { there.contains($0.key) }
        }

        /// Whether no device takes what another one says for the future: where one does, its note of when
        /// that arrived has to reach the others as well.
        var areClocksRight: Bool {
            let skews = devices.map(\.skew)
            return (skews.max() ?? 0) - (skews.min() ?? 0) <= SyncLimits.clockSkewMax
        }

        mutating func number(_ count: Int) -> Int {
            Int(generator.next() % UInt64(count))
        }

        mutating func decide(_ verdicts: [SyncVerdict], by author: Int? = nil) {
            let device = author ?? number(devices.count)
            let about = item(number(4))
            let verdict = verdicts[number(verdicts.count)]
            acts += 1
            let before = known[device].filter { said[$0]?.item == about }
            if devices[device].decide(value(verdict, acts), about, at: now) {
                said[acts] = (about, verdict)
                knew[acts] = before
                known[device].insert(acts)
            }
        }

        /// Syncs `device`, which reaches the logs of those in `reach` alone.
        mutating func sync(_ device: Int, reach: Set<String>) {
            let before = devices[device].id
            var seen = cloud.filter { reach.contains($0.key) || $0.key == before }
            for log in seen {
                for line in SyncLogReading(log.value, of: log.key).lines {
                    guard case .decision(_, let value, _, _) = line.line else { continue }
                    if let act = value.content.size {
                        known[device].formUnion((knew[act] ?? []).union([act]))
                    }
                }
            }
            var fresh = ids
            devices[device].sync(&seen, at: now) {
                fresh += 1
                return deviceID(fresh)
            }
            ids = fresh
            let id = devices[device].id
            cloud[id] = seen[id]
            earlier[id, default: []].append(devices[device].bytes)
        }

        /// Loses, tears or takes back the log of somebody.
        mutating func damage() {
            let ids = cloud.keys.sorted()
            guard !ids.isEmpty else { return }
            let id = ids[number(ids.count)]
            guard var bytes = cloud[id] else { return }
            switch number(4) {
            case 0: cloud[id] = nil
            case 1: cloud[id] = Array(bytes.prefix(number(bytes.count + 1)))
            case 2:
                if !bytes.isEmpty { bytes[number(bytes.count)] ^= UInt8(1 + number(255)) }
                cloud[id] = bytes
            default:
                if let versions = earlier[id] { cloud[id] = versions[number(versions.count)] }
            }
        }

        mutating func heal(rounds: Int) {
            for _ in 0..<rounds {
                let order = devices.indices.sorted { _, _ in number(2) == 0 }
                for device in order {
                    now += 10
                    sync(device, reach: Set(cloud.keys))
                }
            }
        }

        /// Where a delete holds, each word to keep about the item was known to somebody who said
        /// otherwise.
        func checkDeletes(_ seed: UInt64) {
            for (about, value) in devices[0].standing where value.verdict == .delete {
                let acts = said.filter { $0.value.item == about }
                for keep in acts where keep.value.verdict.keeps {
                    let isKnown = acts.keys.contains { knew[$0]?.contains(keep.key) ?? false }
                    #expect(isKnown, "seed \(seed): \(value) beats \(keep)")
                }
            }
        }

        func checkSame(_ seed: UInt64) {
            for device in devices.dropFirst() {
                #expect(device.standing == devices[0].standing, "seed \(seed)")
            }
        }
    }

    private static let skews: [[Int64]] = [
        [0, 0, 0], [0, 3_600, -3_600], [31_536_000, 0, 0], [-31_536_000, 200, 0],
        [0, 31_536_000, 63_072_000],
    ]

    private static func world(_ seed: UInt64) -> World {
        World(seed: seed, skews: skews[Int(seed % UInt64(skews.count))])
    }

    private static func go(
        _ world: inout World, steps: Int, _ verdicts: [SyncVerdict], isWhole: Bool = false
    ) {
        for _ in 0..<steps {
            world.now += Int64(world.number(600))
            switch world.number(8) {
            case 0...3: world.decide(verdicts)
            case 4, 5:
                let all = world.cloud.keys.sorted()
                let reach = Set(all.filter { _ in isWhole || world.number(3) > 0 })
                world.sync(world.number(3), reach: reach)
            case 6: if !isWhole { world.damage() }
            default:
                let device = world.number(3)
                world.devices[device].compact()
            }
        }
    }

    /// A world takes a while: a part of the seeds.
    private static let seeds = propertySeeds.prefix(max(1, propertySeeds.count / 4))

    @Test("come to the same end, whatever is cut off, lost, torn or put back", arguments: seeds)
    func converge(_ seed: UInt64) {
        var world = Self.world(seed)
        Self.go(&world, steps: 60, [.keep, .pin, .snooze, .delete, .none])
        world.heal(rounds: world.areClocksRight ? 2 : 3)
        world.checkSame(seed)
    }

    @Test(
        "never let a word to delete beat one to keep that its author had not seen", arguments: seeds
    )
    func keepsWin(_ seed: UInt64) {
        var world = Self.world(seed)
        Self.go(&world, steps: 60, [.keep, .delete, .delete, .snooze])
        world.heal(rounds: world.areClocksRight ? 2 : 3)
        world.checkSame(seed)
        world.checkDeletes(seed)
    }

    @Test("come to the same end after a state was brought back from a backup", arguments: seeds)
    func restored(_ seed: UInt64) {
        var world = Self.world(seed)
        var isRestored = false
        for _ in 0..<4 {
            Self.go(&world, steps: 15, [.keep, .delete, .delete, .pin], isWhole: true)
            let device = world.number(3)
            if isRestored || world.number(2) == 0 {
                world.backups[device] = (world.devices[device], world.known[device])
            } else {
                // With or without its log; what it had told nobody is gone.
                let (id, before) = (world.devices[device].id, world.backups[device].device.id)
                if id == before, world.number(2) == 0 { world.cloud[id] = nil }
                isRestored = true
                (world.devices[device], world.known[device]) = world.backups[device]
                world.decide([.keep, .delete], by: device)
                world.sync(device, reach: Set(world.cloud.keys))
            }
        }
        world.forgetLostActs()
        world.heal(rounds: 4)
        world.checkSame(seed)
        world.checkDeletes(seed)
    }
}
