// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import RuleEngine
import TestSupport
import Testing

@testable import Plans

@Suite("Stored plans")
struct PlanRecordTests {
    private func joined(_ pieces: [[UInt8]]) -> [UInt8] { Array(pieces.joined()) }

    @Test("every entry and all that is said beside them comes back", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var random = RandomPlan(seed: seed)
        let fresh = PlanRecord(try random.source(includesKept: seed % 3 == 0))
        let stored = joined(try fresh.stored())
        let again = try PlanRecord(stored: stored)
        #expect(again.head == fresh.head)
        #expect(Array(again.entries) == Array(fresh.entries))
        #expect(try joined(again.stored()) == stored)
        #expect(PlanDocument(again).bytes() == PlanDocument(fresh).bytes())
    }

    @Test("a document that is read is the plan it was written of", arguments: propertySeeds)
    func documents(seed: UInt64) throws {
        var random = RandomPlan(seed: seed)
        let fresh = PlanRecord(try random.source(includesKept: seed % 3 == 0))
        let document = PlanDocument(fresh).bytes()
        let read = try PlanDocumentReader.record(document)
        #expect(PlanDocument(read).bytes() == document)
        #expect(Array(read.entries) == Array(fresh.entries))
        // And so is what is kept of it.
        let again = try PlanRecord(stored: joined(try read.stored()))
        #expect(PlanDocument(again).bytes() == document)
    }

    @Test(
        "what must stay when an item goes is all that the rules ask for", arguments: propertySeeds)
    func obligations(seed: UInt64) throws {
        var random = RandomPlan(seed: seed)
        let source = try random.source()
        let (plan, index, record) = (source.plan, GroupIndex(source.plan), PlanRecord(source))
        func text(_ rule: String, _ needed: Int, _ isByBytes: Bool, _ paths: [String]) -> String {
            "\(rule) \(needed) \(isByBytes) \(paths)"
        }
        let rows = plan.orderedRows { plan.verdict($0) != .keep }
        for (entry, row) in rows.enumerated() where plan.verdict(row) == .delete {
            let asked = index.obligations(of: row).map {
                text(
                    plan.rules[$0.ruleNumber].id, $0.needed, $0.comparesBytes,
                    $0.survivors.map { plan.listing.path($0) })
            }
            let told = try #require(record.demands(entry)).map { record.obligation($0) }.map {
                text($0.rule, $0.needed, $0.comparesBytes, $0.survivors.map(\.path))
            }
            #expect(told.sorted() == asked.sorted())
            // What an entry says first is what its own rule asks for.
            if !told.isEmpty, let rule = plan.ruleNumber(row), plan.rules[rule].selection != nil {
                #expect(told.first == asked.first { $0.hasPrefix(plan.rules[rule].id + " ") })
            }
        }
    }

    @Test("how many pictures were looked at comes back, also where groups were not counted")
    func looks() throws {
        for groups: Int64? in [nil, 0, 7] {
            var random = RandomPlan(seed: 5)
            var fresh = PlanRecord(try random.source())
            fresh.head.looks = PlanHead.Looks(
                eligible: 9, looked: 7, unreadable: 1, version: 1, groups: groups)
            let stored = joined(try fresh.stored())
            let again = try PlanRecord(stored: stored)
            #expect(again.head.looks == fresh.head.looks)
            #expect(try joined(again.stored()) == stored)
            let document = PlanDocument(fresh).bytes()
            #expect(try PlanDocumentReader.record(document).head.looks == fresh.head.looks)
            let text = String(decoding: document, as: UTF8.self)
            #expect(text.contains("\"groups\":") == (groups != nil))
        }
    }

    @Test(
        "how many were not looked at is no negative number, whatever a document says",
        arguments: [(9, 7, 2), (7, 7, 0), (3, 7, 0), (.min, .max, 0), (.max, -1, .max)]
            as [(Int64, Int64, Int64)])
    func left(eligible: Int64, looked: Int64, left: Int64) {
        let looks = PlanHead.Looks(eligible: eligible, looked: looked, unreadable: 0, version: 1)
        #expect(looks.left == left)
    }

    @Test("the parts of a shot name their picture, stored and as a document")
    func shots() throws {
        let source = try Self.shotSource()
        let fresh = PlanRecord(source)
        #expect(
            fresh.entries.map { $0.companion_of?.path } == [
                "/W/IMG_1.jpg", nil, "/W/IMG_1.jpg", nil,
            ])
        #expect((0..<fresh.count).map { fresh.companionMain($0) } == [1, nil, 1, nil])
        let document = PlanDocument(fresh).bytes()
        for again in [
            try PlanRecord(stored: joined(try fresh.stored())),
            try PlanDocumentReader.record(document),
        ] {
            #expect(Array(again.entries) == Array(fresh.entries))
            #expect(PlanDocument(again).bytes() == document)
        }
        // One that names what is no picture of the plan is refused as a whole.
        let text = String(decoding: document, as: UTF8.self)
        let own = "\"companion_of\":{\"drive\":\"main\",\"id\":\"p1\","
        #expect(text.contains(own))
        for other in ["p9", "x1", "o1"] {
            let spoilt = text.replacing(own, with: own.replacing("p1", with: other))
            #expect(throws: PlanDocumentReader.Unreadable.self, "\(other)") {
                try PlanDocumentReader.record(Array(spoilt.utf8))
            }
        }
    }

    /// The lines of `source`, where nothing of it is gathered, and where everything is.
    private static func lines(_ source: PlanSource) -> (inPlace: [UInt8], gathered: [UInt8]) {
        func written(_ isForLines: Bool) -> [UInt8] {
            var source = source
            source.isForLines = isForLines
            let record = PlanRecord(source)
            let isInPlace =
                isForLines && !source.plan.listing.drives.contains { $0.kind == .local }
            #expect((record.inPlace != nil) == isInPlace)
            var bytes: [UInt8] = []
            PlanDocument(record).writeLines { bytes.append(contentsOf: $0.buffer) }
            return bytes
        }
        return (written(true), written(false))
    }

    @Test("lines are the same, gathered or not", arguments: propertySeeds)
    func inPlace(seed: UInt64) throws {
        var random = RandomPlan(seed: seed)
        for kind in [DriveKind.onedrive, .local] {
            for includesKept in [true, false] {
                let source = try random.source(includesKept: includesKept, second: kind)
                let (inPlace, gathered) = Self.lines(source)
                #expect(inPlace == gathered, "\(String(decoding: inPlace, as: UTF8.self))")
            }
        }
    }

    @Test("lines of shots are the same, gathered or not")
    func shotsInPlace() throws {
        let (inPlace, gathered) = Self.lines(try Self.shotSource())
        #expect(inPlace == gathered && !gathered.isEmpty)
    }

    /// A plan that puts up a picture with two files that belong to it, and a file of its own.
    private static func shotSource() throws -> PlanSource {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "main", kind: .memory)
        for (path, id) in [
            ("/P/a.jpg", "k1"), ("/W/IMG_1.aae", "x2"), ("/W/IMG_1.jpg", "p1"),
            ("/W/IMG_1.xmp", "x1"), ("/o.tmp", "o1"),
        ] {
            var item = ItemValues(path: path)
            item.id = id
            item.size = 10
            item.created = Timestamp(secondsSinceEpoch: 1_600_000_000)
            try builder.append(item, drive: drive)
        }
        let listing = builder.finish()
        var file = RuleFile()
        let first = KeepPreference.inside(try Glob("/P/**", style: .path))
        file.rules = [
            Rule(
                id: "alike",
                selection: .similar(SimilarSelection(kind: .copies, preferences: [first])),
                action: .review),
            Rule(
                id: "tmp", match: .test(FieldTest(.name, [.glob(try Glob("*.tmp", style: .name))])),
                action: .review),
        ]
        var input = PlanInput(
            listing: listing, ruleFile: file, now: Timestamp(secondsSinceEpoch: 1_768_478_400),
            timeZone: .utc)
        let numbers = Column<UInt32>(repeating: 0, count: listing.count)
        for row in 0..<listing.count { numbers[row] = UInt32(row + 1) }
        let pictures = (0..<listing.count).filter { listing.path($0).hasSuffix(".jpg") }
        input.photoPairs = PhotoPairs(
            numbers: numbers, lookCount: listing.count,
            found: [
                FoundPair(
                    first: pictures[0], second: pictures[1],
                    pair: PhotoPair(marks: 4, turn: .upright, correlation: 0.999, block: 0.03))
            ])
        let plan = try Planner(input).plan()
        var head = PlanHead(
            now: input.now, expires: input.now, timeZone: "UTC", tool: "t", rulesDigest: "a",
            rulesName: "r.yaml")
        head.id = "p-0123456789ab"
        head.drives = [
            PlanHead.Drive(
                name: "main", kind: .memory, identity: "memory:1", files: 5, folders: 0, bytes: 50)
        ]
        return PlanSource(plan: plan, head: head, ruleDigests: ["a", "b"])
    }

    @Test("no byte can be changed and no end cut off without its being noticed")
    func damage() throws {
        var random = RandomPlan(seed: 7)
        let fresh = PlanRecord(try random.source())
        #expect(fresh.count > 2)
        let stored = joined(try fresh.stored())
        func isRefused(_ bytes: [UInt8]) -> Bool {
            do throws(PlanRecordError) {
                _ = try PlanRecord(stored: bytes)
                return false
            } catch {
                return true
            }
        }
        #expect(!isRefused(stored))
        for index in stored.indices {
            let change: UInt8 = [1, 0x80, 0xff][index % 3]
            var spoilt = stored
            spoilt[index] ^= change
            if !isRefused(spoilt) { Issue.record("byte \(index) xor \(change)") }
        }
        for count in stored.indices where !isRefused(Array(stored[..<count])) {
            Issue.record("\(count) bytes of \(stored.count)")
        }
        #expect(isRefused(stored + [0]))
    }

    /// The sums of sections are right, and what they say is not.
    @Test(
        "numbers that lead to nothing are refused whatever the checksums say",
        arguments: propertySeeds)
    func forged(seed: UInt64) throws {
        var random = RandomPlan(seed: seed)
        let fresh = PlanRecord(try random.source())
        var generator = SplitMix64(seed: seed)
        var sections = try PlanRecordFormat.sections(joined(try fresh.stored()))
        let victim = generator.below(sections.count)
        guard !sections[victim].bytes.isEmpty else { return }
        for _ in 0..<(1 + generator.below(4)) {
            let place = generator.below(sections[victim].bytes.count)
            sections[victim].bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        }
        let forged = PlanRecordFormat.table(of: sections) + sections.flatMap(\.bytes)
        // Refused, or a plan all of which can be written.
        if let read = try? PlanRecord(stored: forged) {
            #expect(!PlanDocument(read).bytes().isEmpty)
            #expect(Array(read.entries).count == read.count)
        }
    }

    @Test("a plan of another version is not read")
    func otherVersion() throws {
        var random = RandomPlan(seed: 1)
        var stored = joined(try PlanRecord(try random.source()).stored())
        stored[4] = 2
        #expect(throws: PlanRecordError.otherVersion) { try PlanRecord(stored: stored) }
    }

    @Test(
        "two plans differ in what the items and verdicts of their entries say",
        arguments: propertySeeds)
    func difference(seed: UInt64) throws {
        var random = RandomPlan(seed: seed)
        let (old, new) = (
            PlanRecord(try random.source(includesKept: true)), PlanRecord(try random.source())
        )
        func key(_ entry: PlanEntry) -> [UInt8] {
            Array("\(entry.drive)\u{0}\(entry.id)\u{0}\(entry.verdict)".utf8)
        }
        let before = old.entries.filter { $0.verdict != "keep" }
        let after = new.entries.filter { $0.verdict != "keep" }
        let (gone, come) = (Set(before.map(key)), Set(after.map(key)))
        let difference = PlanDifference(from: old, to: new)
        #expect(
            difference.added.map { key(new.entry($0)) }
                == after.map(key).filter { !gone.contains($0) })
        #expect(
            difference.removed.map { key(old.entry($0)) }
                == before.map(key).filter { !come.contains($0) })
        let none = PlanDifference(from: new, to: new)
        #expect(none.added.isEmpty && none.removed.isEmpty)
    }
}

@Suite("JSON written from bytes")
struct JSONCursorTests {
    private func written(_ write: (inout JSONCursor) -> Void) -> String {
        var cursor = JSONCursor(Column())
        write(&cursor)
        return cursor.written.string
    }

    @Test("instants are written as ever")
    func instants() {
        var random = SplitMix64(seed: 3)
        var seconds: [Int64] = [
            0, -1, -62_135_596_801, -62_135_596_800, 253_402_300_799, 253_402_300_800, 951_782_399,
            951_782_400, 4_107_542_400, -11_644_473_600,
        ]
        for _ in 0..<2_000 {
            seconds.append(Int64(random.below(400_000_000_000)) - 100_000_000_000)
        }
        for second in seconds {
            #expect(
                written { $0.put(instant: second) }
                    == Timestamp(secondsSinceEpoch: second).description)
        }
    }

    @Test("numbers are written as ever")
    func numbers() {
        for number: Int64 in [0, 9, 10, 99, 100, .max, .min, -1, 1_000_000_000_000_000_000] {
            #expect(written { $0.put(number) } == String(number))
        }
    }

    @Test("texts are escaped as everywhere", arguments: propertySeeds)
    func texts(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let scalars: [Unicode.Scalar] = [
            "a", "b", " ", "~", "\u{7f}", "\"", "\\", "\n", "\u{1}", "é", "\u{202e}", "📸", "/",
            "\u{0}",
        ]
        var text = ""
        for _ in 0..<random.below(40) {
            text.unicodeScalars.append(random.once(in: 3) ? random.pick(scalars) : "x")
        }
        let column = TextColumn()
        for byte in text.utf8 { column.bytes.append(byte) }
        column.endText()
        #expect("\"" + written { $0.put(escaped: column[0]) } + "\"" == JSONText.quoted(text))
    }
}
