// SPDX-License-Identifier: Apache-2.0

import DecisionSync
import TestSupport
import Testing

/// What a device writes has to be what others read, whatever it has read itself: a line that nobody
/// reads would hide all that follow it.
@Suite("What a device writes")
struct SyncBoundsTests {
    private static let now: Int64 = 1_800_000_000

    private static func expectWhole(_ device: Device, _ count: Int) {
        let reading = device.reading
        #expect(reading.fault == nil, "\(device.lines.last?.text ?? "")")
        #expect(reading.lastNumber == device.replica.number)
        let decisions = reading.lines.filter {
            if case .decision = $0.line { true } else { false }
        }
        #expect(decisions.count == count)
    }

    @Test("goes on after a count that is at its bound")
    func count() {
        var device = Device(deviceID(1), name: "a")
        var other = Device(deviceID(2), name: "b")
        let isNews1 = other.say(value(.keep), item(1), at: Self.now + 250)
        #expect(isNews1)
        let clock = "\"at\":[\(Self.now + 250),0]"
        let log = other.bytes.text.replacing(
            clock, with: "\"at\":[\(Self.now + 250),\(SyncLimits.countMax)]")
        let line = log.split(separator: "\n")[1]
        let members = line.dropFirst().dropLast(",\"hash\":\"\"}".utf8.count + 64)
        let text = SyncLog.text(String(members), after: other.head.hash).text
        let reading = SyncLogReading(Array("\(other.head.text)\n\(text)\n".utf8), of: other.id)
        #expect(reading.fault == nil)
        device.hear([reading], at: Self.now)
        for number in 2..<5 {
            let isNews2 = device.say(value(.keep, Int64(number)), item(number), at: Self.now)
            #expect(isNews2)
        }
        Self.expectWhole(device, 3)
    }

    @Test("has lines of texts that were made to be long")
    func texts() {
        var random = SplitMix64(seed: propertySeeds.first ?? 1)
        let pieces = ["\u{1}", "\"", "\\", "ä", "x", "\u{2028}", "\u{202e}"]
        func text(_ most: Int) -> String {
            let piece = random.pick(pieces)
            return String(repeating: piece, count: Int.random(in: 1...most, using: &random))
        }
        for _ in 0..<300 {
            var device = Device(deviceID(1), name: "a")
            var count = 0
            for number in 0..<6 {
                var content = SyncContent()
                content.size = Int64(number)
                content.cTag = text(1_100)
                for name in 0..<Int.random(in: 0..<12, using: &random) {
                    content.hashes["h\(name)"] = text(400)
                }
                let said = SyncValue(random.pick([.keep, .pin, .delete]), content: content)
                let about = SyncItem(drive: "onedrive:" + text(500), id: text(1_100))
                if device.say(said, about, at: Self.now) { count += 1 }
                // What is known is no news.
                let before = device.replica.number
                let isNews3 = device.say(said, about, at: Self.now)
                #expect(!isNews3)
                #expect(device.replica.number == before)
            }
            let isNews4 = device.say(value(.keep), item(1), at: Self.now)
            #expect(isNews4)
            Self.expectWhole(device, count + 1)
        }
    }

    @Test("names no more devices than a line may")
    func devices() {
        var device = Device(deviceID(1), name: "a")
        for number in 2..<UInt64(SyncLimits.contextMax + 20) {
            var other = Device(deviceID(number), name: "b")
            let isNews5 = other.say(value(.keep, Int64(number)), item(1), at: Self.now)
            #expect(isNews5)
            device.hear([other.reading], at: Self.now)
        }
        let isNews6 = device.say(value(.delete, 9), item(1), at: Self.now + 1)
        #expect(isNews6)
        Self.expectWhole(device, 1)
        // Of those that it could not name it is as if it did not know them: their word stands.
        #expect(device.standing[item(1)]?.verdict == .keep)
    }

    @Test("takes a clock that was never set for one that is behind what was heard")
    func unsetClock() {
        var device = Device(deviceID(1), name: "a")
        var other = Device(deviceID(2), name: "b")
        let isNews7 = other.say(value(.keep, 1), item(1), at: Self.now)
        #expect(isNews7)
        device.hear([other.reading], at: Self.now)
        let isNews8 = other.say(value(.keep, 2), item(1), at: Self.now + 60)
        #expect(isNews8)
        device.hear([other.reading], at: 3)
        let notes = device.replica.arrivals.all
        #expect(notes.allSatisfy { $0.at.seconds >= Self.now }, "\(notes)")
    }

    @Test("keeps a bounded number of notes about arrivals")
    func arrivals() {
        var arrivals = SyncArrivals()
        for number in 1..<UInt64(SyncLimits.arrivedDevicesMax * 2) {
            arrivals.take(SyncDot(deviceID(number), 1), at: HybridClock(1))
        }
        #expect(arrivals.all.count == SyncLimits.arrivedDevicesMax)
        for number in 1..<20_000 {
            let device = deviceID(UInt64(number % 100 + 1))
            arrivals.take(SyncDot(device, Int64(number)), at: HybridClock(Int64(number)))
        }
        #expect(arrivals.all.count <= SyncLimits.allArrivalsMax)
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
