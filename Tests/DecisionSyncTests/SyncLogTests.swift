// SPDX-License-Identifier: Apache-2.0

import DecisionSync
import Testing

@Suite("The log of a device")
struct SyncLogTests {
    private static func device() -> Device {
        var device = Device(deviceID(7), name: "laptop \"ä\"")
        var full = value(.keep, 3)
        full.content.modified = -5
        full.content.cTag = "tag\\,\"hash\":\"x\"}"
        full.content.hashes = ["sha256": "ab", "quickxor": "=="]
        _ = device.say(full, item(1), at: 100)
        _ = device.say(value(.snooze), item(2), at: 101)
        _ = device.say(.nothing, item(1), at: 102)
        _ = device.say(value(.delete, 0), SyncItem(drive: "onedrive:é", id: "e\u{301}"), at: 103)
        device.replica.say(SyncUse(day: "2026-11-21", deletes: 1, bytes: 2, reviews: 3))
        var cloud: [String: [UInt8]] = [:]
        device.sync(&cloud, at: 104) { deviceID(8) }
        return device
    }

    @Test("comes back as it was written")
    func roundTrip() throws {
        let device = Self.device()
        let read = device.reading
        #expect(read.fault == nil)
        #expect(read.head == device.head)
        #expect(read.lines.count == 5)
        #expect(read.lastHash == device.replica.hash)
        var other = Device(deviceID(9), name: "server")
        other.replica.take([read], now: 200)
        #expect(other.standing == device.standing)
        #expect(other.replica.registers == device.replica.registers)
        #expect(other.replica.uses[device.id]?["2026-11-21"]?.reviews == 3)
        #expect(other.replica.peers[device.id]?.number == 5)
    }

    @Test("says of two contents that they are different, in either order, until that is taken back")
    func contents() throws {
        let (one, other) = ("sha256:0a:12", "quickxor:Zm9v+/8=:3")
        let pair = try #require(SyncItem(contents: one, other))
        #expect(pair == SyncItem(contents: other, one))
        #expect(pair.contents.map { [$0.one, $0.other] } == [other, one])
        #expect(item(1).contents == nil)
        for key in ["file:1-2:0:3", "item:onedrive:d:i:3", "sha1:.a:3", "md5:a:3", "sha1:a:b", one]
        {
            #expect(SyncItem(contents: one, key) == nil, "\(key)")
        }
        var device = Device(deviceID(7), name: "laptop")
        _ = device.say(SyncValue(.keep), pair, at: 100)
        var reader = Device(deviceID(9), name: "server")
        reader.hear([device.reading], at: 101)
        #expect(reader.replica.winner(pair)?.value == SyncValue(.keep))
        _ = device.say(.nothing, pair, at: 102)
        #expect(device.reading.fault == nil)
        reader.hear([device.reading], at: 103)
        #expect(reader.replica.winner(pair)?.value == .nothing)
    }

    @Test("says nothing of names and paths")
    func privacy() {
        let text = String(decoding: Self.device().bytes, as: UTF8.self)
        for word in ["path", "name\":\"/", "rule\":"] { #expect(!text.contains(word)) }
    }

    @Test("ends where its end is missing, and what stands before counts")
    func torn() {
        let device = Self.device()
        let whole = device.bytes
        let ends = whole.indices.filter { whole[$0] == 0x0a }
        for count in 0..<whole.count {
            let read = SyncLogReading(Array(whole.prefix(count)), of: device.id)
            let lines = ends.count { $0 < count }
            #expect(read.lines.count == max(0, lines - 1))
            #expect((read.fault == nil) == (count > 0 && ends.contains(count - 1)), "\(count)")
        }
    }

    @Test("ends at a line that was changed, left out, or put elsewhere")
    func changed() {
        let device = Self.device()
        for place in device.bytes.indices {
            var bytes = device.bytes
            bytes[place] ^= 1
            let line = device.bytes[..<place].count { $0 == 0x0a }
            let read = SyncLogReading(bytes, of: device.id)
            #expect(read.fault != nil)
            #expect(read.lines.count <= max(0, line - 1), "\(place)")
        }
        var lines = ([device.head.text] + device.lines.map(\.text)).map { Array($0.utf8) + [0x0a] }
        let missing = lines[0] + lines[1] + lines[3]
        #expect(SyncLogReading(missing, of: device.id).lines.count == 1)
        lines.swapAt(2, 3)
        #expect(SyncLogReading(lines.flatMap { $0 }, of: device.id).lines.count == 1)
    }

    /// Lines that are whole, and say what no line may say.
    private static let foreign = [
        "\"n\":1,\"drive\":\"local:1:2:/home\",\"id\":\"a\",\"verdict\":\"keep\",\"at\":[1,0]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"burn\",\"at\":[1,0]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"none\",\"at\":[1,0]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\",\"at\":[1]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\"",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\",\"at\":[99999999999999,0]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\",\"at\":[1,-1]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\",\"at\":[1,0],\"size\":-1",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\",\"at\":[1,0],\"new\":1",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\",\"verdict\":\"pin\",\"at\":[1,0]",
        "\"n\":0,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\",\"at\":[1,0]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"\\u0000\",\"verdict\":\"keep\",\"at\":[1,0]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"\(String(repeating: "a", count: 1025))\","
            + "\"verdict\":\"keep\",\"at\":[1,0]",
        "\"n\":1,\"drive\":\"onedrive:d\",\"id\":\"a\",\"verdict\":\"keep\",\"at\":[1,0],"
            + "\"over\":{\"me\":1}",
        "\"n\":1,\"day\":\"today\",\"reviews\":1", "\"n\":1",
        "\"n\":1,\"unlike\":[\"sha1:a:1\"],\"verdict\":\"keep\",\"at\":[1,0]",
        "\"n\":1,\"unlike\":[\"sha1:a:1\",\"sha1:a:1\"],\"verdict\":\"keep\",\"at\":[1,0]",
        "\"n\":1,\"unlike\":[\"sha1:a:1\",\"file:8-9:1:1\"],\"verdict\":\"keep\",\"at\":[1,0]",
        "\"n\":1,\"unlike\":[\"sha1:a:1\",\"sha1:b:1\"],\"verdict\":\"delete\",\"at\":[1,0]",
        "\"n\":1,\"unlike\":[\"sha1:a:1\",\"sha1:b:1\"],\"verdict\":\"keep\"",
        "\"n\":1,\"unlike\":[\"sha1:a:1\",\"sha1:b:1\"],\"drive\":\"onedrive:d\",\"id\":\"a\","
            + "\"verdict\":\"keep\",\"at\":[1,0]",
        "\"n\":1,\"drive\":\"contents\",\"id\":\"sha1:a:1\\nsha1:b:1\",\"verdict\":\"delete\","
            + "\"at\":[1,0]",
    ]

    @Test("ends at a line that says what no line may say", arguments: foreign)
    func foreignLine(_ members: String) {
        let head = SyncHead(device: deviceID(1), name: "a")
        let (text, _) = SyncLog.text(members, after: head.hash)
        let read = SyncLogReading(Array("\(head.text)\n\(text)\n".utf8), of: deviceID(1))
        #expect(read.head != nil)
        #expect(read.lines.isEmpty)
        #expect(read.fault?.line == 2)
    }

    @Test("is read under its own name alone")
    func names() {
        let device = Self.device()
        #expect(SyncLogReading(device.bytes, of: deviceID(1)).head == nil)
        #expect(SyncLog.device(ofFile: SyncLog.fileName(of: device.id)) == device.id)
        for name in [
            "a.ndjson", device.id, device.id + ".sync-conflict-20261121.ndjson",
            device.id.dropLast() + "g.ndjson", "../" + device.id + ".ndjson",
        ] {
            #expect(SyncLog.device(ofFile: String(name)) == nil, "\(name)")
        }
    }

    @Test("that was shortened or put back is told from one that goes on")
    func wentBack() {
        var device = Self.device()
        let earlier = device.bytes
        _ = device.say(value(.pin, 8), item(5), at: 300)
        var other = Device(deviceID(9), name: "server")
        other.hear([device.reading], at: 400)
        other.hear([SyncLogReading(earlier, of: device.id)], at: 500)
        #expect(other.replica.peers[device.id]?.problem == .wentBack)
        #expect(other.replica.winner(item(5))?.value.verdict == .pin)
        // The one that was put back goes on another way.
        var forked = Self.device()
        _ = forked.say(value(.delete, 9), item(6), at: 301)
        _ = forked.say(value(.delete, 9), item(7), at: 302)
        other.hear([forked.reading], at: 600)
        #expect(other.replica.peers[device.id]?.problem == .rewritten)
        #expect(other.replica.winner(item(7)) == nil)
        // Whoever wrote it hears of it, and begins another log, which is read.
        var cloud = [forked.id: forked.bytes, other.id: other.bytes]
        forked.sync(&cloud, at: 700) { deviceID(10) }
        #expect(forked.id == deviceID(10))
        other.hear([SyncLogReading(cloud[deviceID(10)] ?? [], of: deviceID(10))], at: 800)
        #expect(other.replica.winner(item(7))?.value.verdict == .delete)
    }

    @Test("written anew says the same with fewer lines, and is no older log")
    func compaction() {
        var device = Self.device()
        for round in 0..<50 { _ = device.say(value(.keep, Int64(round + 10)), item(1), at: 1_000) }
        var other = Device(deviceID(9), name: "server")
        other.hear([device.reading], at: 2_000)
        let before = device.bytes
        device.compact()
        #expect(device.lines.count < 10)
        #expect(device.reading.fault == nil)
        other.hear([device.reading], at: 2_001)
        #expect(other.replica.peers[device.id]?.problem == nil)
        #expect(other.standing == device.standing)
        other.hear([SyncLogReading(before, of: device.id)], at: 2_002)
        #expect(other.replica.peers[device.id]?.problem == .wentBack)
        var third = Device(deviceID(11), name: "tablet")
        third.hear([device.reading], at: 2_003)
        #expect(third.standing == device.standing)
        _ = device.say(value(.pin, 77), item(3), at: 3_000)
        other.hear([device.reading], at: 3_001)
        #expect(other.standing == device.standing)
    }
}
