// SPDX-License-Identifier: Apache-2.0

import DecisionSync
import Testing

@Suite("What is said about one item")
struct SyncRegisterTests {
    private static func record(
        _ device: UInt64, _ number: Int64, _ verdict: SyncVerdict, _ seconds: Int64,
        over: [UInt64: Int64] = [:]
    ) -> SyncRecord {
        SyncRecord(
            dot: SyncDot(deviceID(device), number), item: item(1), value: value(verdict),
            at: HybridClock(seconds),
            over: Dictionary(uniqueKeysWithValues: over.map { (deviceID($0), $1) }))
    }

    /// Lines, and the device and number of the one that holds.
    private static let cases: [(why: String, lines: [SyncRecord], holds: SyncDot)] = [
        (
            "the last one holds",
            [record(1, 1, .keep, 10), record(2, 1, .snooze, 11)], SyncDot(deviceID(2), 1)
        ),
        (
            "at the same instant a keep goes before a snooze",
            [record(1, 1, .keep, 10), record(2, 1, .snooze, 10)], SyncDot(deviceID(1), 1)
        ),
        (
            "at the same instant the later device",
            [record(1, 1, .keep, 10), record(2, 1, .keep, 10)], SyncDot(deviceID(2), 1)
        ),
        (
            "a delete that is later, and did not know of the keep",
            [record(1, 1, .keep, 10), record(2, 1, .delete, 99)], SyncDot(deviceID(1), 1)
        ),
        (
            "a delete that knew of the keep, by a clock that is behind",
            [record(1, 1, .keep, 10), record(2, 1, .delete, 5, over: [1: 1])],
            SyncDot(deviceID(2), 1)
        ),
        (
            "a delete that knew of one keep, and not of the other",
            [
                record(1, 1, .keep, 10), record(2, 1, .delete, 50, over: [1: 1]),
                record(3, 1, .keep, 1),
            ], SyncDot(deviceID(3), 1)
        ),
        (
            "an undo of a keep, beside another keep",
            [
                record(1, 1, .keep, 10), record(1, 2, .none, 90), record(2, 1, .keep, 5),
            ], SyncDot(deviceID(2), 1)
        ),
        (
            "an undo beside a later delete",
            [record(1, 1, .delete, 10), record(1, 2, .none, 20), record(2, 1, .delete, 30)],
            SyncDot(deviceID(1), 2)
        ),
        (
            "an own line takes the place of an earlier one",
            [record(1, 1, .keep, 10), record(1, 2, .delete, 9)], SyncDot(deviceID(1), 2)
        ),
        (
            "a delete whose author knew of a line that knew of the keep",
            [
                record(1, 1, .keep, 10), record(2, 1, .snooze, 20, over: [1: 1]),
                record(3, 1, .delete, 30, over: [1: 1, 2: 1]),
            ], SyncDot(deviceID(3), 1)
        ),
    ]

    @Test("comes to the same whatever the order, and however often", arguments: cases.indices)
    func orders(_ number: Int) {
        let (why, lines, holds) = Self.cases[number]
        for order in Self.permutations(lines) {
            var register = SyncRegister()
            for line in order + order.reversed() { register.take(line) }
            #expect(register.winner { $0.at }?.dot == holds, "\(why)")
        }
    }

    private static func permutations(_ lines: [SyncRecord]) -> [[SyncRecord]] {
        if lines.count < 2 { return [lines] }
        return lines.indices.flatMap { index in
            var rest = lines
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    @Test("from the future counts as said when it arrived first, for all")
    func future() {
        var ahead = Device(deviceID(1), name: "ahead", skew: 31_536_000)
        var server = Device(deviceID(2), name: "server")
        var cloud: [String: [UInt8]] = [:]
        _ = ahead.say(value(.keep, 1), item(1), at: 1_000)
        ahead.sync(&cloud, at: 1_001) { deviceID(99) }
        server.sync(&cloud, at: 1_100) { deviceID(99) }
        #expect(server.replica.clock < HybridClock(2_000))
        // Somebody who knows of neither, a moment later by a right clock.
        var third = Device(deviceID(3), name: "third")
        _ = third.say(value(.snooze, 2), item(1), at: 1_200)
        third.sync(&cloud, at: 1_300) { deviceID(99) }
        ahead.sync(&cloud, at: 1_400) { deviceID(99) }
        server.sync(&cloud, at: 1_500) { deviceID(99) }
        for device in [ahead, server, third] {
            #expect(device.replica.winner(item(1))?.value.verdict == .snooze, "\(device.id)")
        }
        // One note is enough.
        let notes = [ahead, server, third].flatMap(\.lines).filter { $0.text.contains("arrived") }
        #expect(notes.count == 1)
    }
}
