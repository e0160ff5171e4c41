// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

@Suite("Stored listings")
struct ListingSnapshotTests {
    // MARK: Round trips

    @Test("every value of every row comes back", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        let listing = try RandomListing(seed: seed).listing()
        for drive in listing.drives.indices {
            let parts = try ListingSnapshot.parts(of: listing, drive: drive)
            let name = listing.drives[drive].name
            var builder = try ListingSnapshot.builder(
                from: parts.shuffled(), drive: name, kind: listing.drives[drive].kind)
            let folders = builder.listing.folders.count
            let again = builder.finish()
            #expect(again.drives == [listing.drives[drive]])
            #expect(rows(of: listing, drive: drive) == rows(of: again, drive: 0))
            #expect(folders <= listing.folders.count)
            #expect(try ListingSnapshot.parts(of: again, drive: 0) == parts)
            builder = ListingBuilder(again)
            #expect(builder.count == again.count)
        }
    }

    @Test("several stored drives join to the listing that they came from")
    func joinedDrives() throws {
        let listing = try RandomListing(seed: 3).listing()
        var joint = ListingBuilder()
        let all = try ListingSnapshot.parts(of: listing)
        #expect(all.count == listing.drives.count)
        for (number, drive) in listing.drives.enumerated() {
            let parts = try ListingSnapshot.parts(of: listing, drive: number)
            #expect(all[number] == parts)
            try joint.append(
                contentsOf: ListingSnapshot.builder(
                    from: parts, drive: drive.name, kind: drive.kind))
        }
        let again = joint.finish()
        #expect(again.drives == listing.drives)
        for number in listing.drives.indices {
            #expect(rows(of: listing, drive: number) == rows(of: again, drive: number))
        }
    }

    @Test("a finished listing goes on as a builder, with its hashes and its drives")
    func builderOfListing() throws {
        let listing = try RandomListing(seed: 5).listing()
        let before = listing.drives.indices.map { rows(of: listing, drive: $0) }
        var joint = ListingBuilder()
        try joint.append(contentsOf: ListingBuilder(listing))
        let number = try joint.drive(named: "one more", kind: .memory)
        try joint.append(ItemValues(path: "/new"), drive: number)
        let again = joint.finish()
        #expect(again.drives.count == before.count + 1)
        for (drive, rows) in before.enumerated() {
            #expect(self.rows(of: again, drive: drive) == rows)
        }
    }

    @Test("more rows than one chunk holds come back, rare values in the last chunk among them")
    func manyRows() throws {
        let count = ListingSnapshot.chunkLength * 2 + 77
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "main", kind: .local)
        let other = try builder.drive(named: "other", kind: .local)
        for row in 0..<count {
            var item = ItemValues(path: "/f\(row / 9)/\(row)")
            item.size = Int64(row)
            item.id = "id-\(row)"
            if row == count - 3 {
                item.mime = "image/jpeg"
                item.taken = Timestamp(secondsSinceEpoch: 7)
                item.cTag = "c"
                item.sha1 = "odd"
            }
            try builder.append(item, drive: row % 5 == 4 ? other : drive)
        }
        let listing = builder.finish()
        let parts = try ListingSnapshot.parts(of: listing, drive: Int(drive))
        #expect(parts.filter { $0.name == "size" }.map(\.chunk) == [0, 1])
        #expect(parts.filter { $0.name == "taken" }.map(\.chunk) == [1])
        let again = try ListingSnapshot.builder(from: parts, drive: "main", kind: .local).finish()
        let expected = (0..<listing.count).filter { listing.drive($0) == Int(drive) }
        #expect(again.count == expected.count)
        for (row, original) in zip(0..<again.count, expected)
        where again.values(row) != listing.values(original) {
            Issue.record("row \(row) differs")
            break
        }
    }

    @Test("a drive without items is stored too")
    func emptyDrive() throws {
        var builder = ListingBuilder()
        _ = try builder.drive(named: "main", kind: .local)
        let parts = try ListingSnapshot.parts(of: builder.finish(), drive: 0)
        #expect(parts.map(\.name) == ["head"])
        let again = try ListingSnapshot.builder(from: parts, drive: "main", kind: .local)
        #expect(again.count == 0)
        #expect(again.listing.drives == [ListedDrive(name: "main", kind: .local)])
    }

    @Test(
        "what the reader would refuse is not written",
        arguments: [
            "/a//b", "/../b", "/a/.", "a", "/a/\0b", "/" + String(repeating: "x", count: 32_768),
        ])
    func unfitPaths(path: String) throws {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "main", kind: .local)
        try builder.append(ItemValues(path: path), drive: drive)
        let listing = builder.finish()
        #expect(throws: ListingError.self) { try ListingSnapshot.parts(of: listing, drive: 0) }
    }

    // MARK: Damage

    @Test("one flipped bit, a part that is missing, doubled or cut is always noticed")
    func damage() throws {
        let listing = try RandomListing(seed: 11).listing()
        let parts = try ListingSnapshot.parts(of: listing, drive: 0)
        func refuses(_ parts: [SnapshotPart]) -> Bool {
            do throws(ListingError) {
                _ = try ListingSnapshot.builder(from: parts, drive: "main", kind: .local)
                return false
            } catch {
                return error.message.hasPrefix("the stored listing is ")
                    && error.message.contains("run 'cleanrules sync' to read the drive afresh")
            }
        }
        #expect(!refuses(parts))
        #expect(refuses([]))
        for place in parts.indices {
            var damaged = parts
            let part = damaged.remove(at: place)
            #expect(refuses(damaged), "without \(part.name)")
            damaged += [part, part]
            #expect(refuses(damaged), "\(part.name) twice")
            damaged[damaged.count - 1].chunk += 1
            #expect(refuses(damaged), "\(part.name) once more, under another number")
            for bit in [0, 5, part.bytes.count * 4, part.bytes.count * 8 - 1] {
                damaged = parts
                damaged[place].bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(refuses(damaged), "bit \(bit) of \(part.name)")
            }
            for count in [0, part.bytes.count / 2, part.bytes.count - 1] {
                damaged[place].bytes = Array(part.bytes.prefix(count))
                #expect(refuses(damaged), "\(part.name), \(count) bytes")
            }
            damaged[place].bytes = part.bytes + [0]
            #expect(refuses(damaged), "\(part.name) and one more byte")
        }
    }

    @Test("parts of two listings do not pass for one")
    func mixture() throws {
        let first = try ListingSnapshot.parts(of: RandomListing(seed: 21).listing(), drive: 0)
        let second = try ListingSnapshot.parts(of: RandomListing(seed: 22).listing(), drive: 0)
        for place in first.indices {
            var mixed = first
            guard let other = second.first(where: { $0.name == first[place].name }),
                other != first[place]
            else { continue }
            mixed[place] = other
            #expect(throws: ListingError.self, "\(other.name) of another listing") {
                _ = try ListingSnapshot.builder(from: mixed, drive: "main", kind: .local)
            }
        }
    }

    @Test("no bytes lead out of bounds, even under a head that fits them", arguments: propertySeeds)
    func hostileParts(seed: UInt64) throws {
        let parts = try ListingSnapshot.parts(
            of: RandomListing(seed: seed % 7).listing(), drive: 0)
        var random = SplitMix64(seed: seed &+ 9_000)
        for _ in 0..<20 {
            let (pieces, rowCount) = HostileParts.pieces(of: parts, &random)
            do throws(ListingError) {
                let builder = try ListingSnapshot.builder(
                    from: ListingSnapshot.sealed(pieces, rowCount: rowCount), drive: "main",
                    kind: .local)
                walk(builder.listing)
                walk(builder.finish())
            } catch {
                #expect(error.message.hasPrefix("the stored listing is damaged"))
            }
        }
    }

    @Test("each rule of the format is kept", arguments: BrokenRule.all)
    func brokenRule(rule: BrokenRule) throws {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "main", kind: .local)
        for path in ["/a/b/é1", "/a/b/c2", "/x3"] {
            var item = ItemValues(path: path)
            item.id = "id" + path.suffix(1)
            item.mime = "m" + path.suffix(1)
            item.sha1 = "odd" + path.suffix(1)
            item.width = 3
            item.taken = Timestamp(secondsSinceEpoch: 1)
            try builder.append(item, drive: drive)
        }
        let parts = try ListingSnapshot.parts(of: builder.finish(), drive: 0)
        var pieces = HostileParts.pieces(of: parts)
        let place = try #require(pieces.firstIndex { $0.part.name == rule.part })
        _ = try ListingSnapshot.builder(
            from: ListingSnapshot.sealed(pieces, rowCount: 3), drive: "main", kind: .local)
        for (index, byte) in rule.bytes.enumerated() {
            pieces[place].part.bytes[rule.offset + index] = byte
        }
        #expect(throws: ListingError.self) {
            _ = try ListingSnapshot.builder(
                from: ListingSnapshot.sealed(pieces, rowCount: 3), drive: "main", kind: .local)
        }
    }

    /// A change of a few bytes that makes a part wrong, whatever its checksum is.
    struct BrokenRule: CustomTestStringConvertible {
        var rule: String
        var part: String
        var offset: Int
        var bytes: [UInt8]

        var testDescription: String { rule }

        init(_ rule: String, _ part: String, _ offset: Int, _ bytes: [UInt8]) {
            (self.rule, self.part, self.offset, self.bytes) = (rule, part, offset, bytes)
        }

        // Folders are "", "/a", "/a/b"; the names "é1", "c2", "x3" end at 3, 5, 7 after 12 bytes.
        static let all = [
            BrokenRule("a row lies in a folder that there is", "folder", 0, [3]),
            BrokenRule("a folder's parent comes before it", "folder-parent", 4, [1]),
            BrokenRule("a folder's name has no slash", "folder-parent", 8, [0]),
            BrokenRule("a folder's path begins with its parent's", "folder-path", 15, [0x63]),
            BrokenRule("a folder's path has its parent's slash", "folder-path", 12, [0x62]),
            BrokenRule("a folder's name is no dot", "folder-path", 13, [0x2e]),
            BrokenRule("folders differ", "folder-path", 4, [0]),
            BrokenRule("texts end where they say", "name", 8, [6]),
            BrokenRule("texts end in order", "id", 0, [7]),
            BrokenRule("names are not empty", "name", 0, [5]),
            BrokenRule("names have no slash", "name", 15, [0x2f]),
            BrokenRule("names have no NUL", "name", 15, [0]),
            BrokenRule("names are not two dots", "name", 15, [0x2e, 0x2e]),
            BrokenRule("names are UTF-8", "name", 13, [0x41]),
            BrokenRule("names begin with no half a scalar", "name", 0, [1]),
            BrokenRule("flags are known ones", "flags", 1, [0x40]),
            BrokenRule("sizes are none, or not negative", "size", 0, [0xfe]),
            BrokenRule("widths are none, or not negative", "width", 7, [0xff]),
            BrokenRule("dates can be reckoned with", "taken", 7, [0x7f]),
            BrokenRule("numbers of texts are in range", "mime", 0, [4]),
            BrokenRule("texts that are numbered differ", "mime-text", 13, [0x32]),
            BrokenRule("texts that are numbered are not empty", "mime-text", 0, [0]),
            BrokenRule("states of hashes are known ones", "sha1", 0, [3]),
            BrokenRule("numbers of odd hashes are in range", "sha1", 3, [3]),
        ]
    }

    // MARK: Helpers

    /// Asks for everything that a listing can be asked for.
    private func walk(_ listing: Listing) {
        var bytes = 0
        for row in 0..<listing.count {
            bytes += "\(listing.values(row))".utf8.count
            for column in listing.hashes.values { _ = column.areEqual(row, 0) }
        }
        for folder in 0..<listing.folders.count {
            bytes += listing.folders.name(folder).string.utf8.count
            bytes += Int(listing.folders.depths[folder])
        }
        #expect(bytes >= 0)
    }

    /// The rows of a drive as bytes, since strings in different normal forms may be equal.
    private func rows(of listing: Listing, drive: Int) -> [[UInt8]] {
        (0..<listing.count).filter { listing.drive($0) == drive }.map { row in
            let flags = listing.itemFlags(row).rawValue
            return Array("\(flags) \(listing.ids[row].count) \(listing.values(row))".utf8)
        }
    }
}

/// Parts that were tampered with, and still have a head with the right checksums.
private enum HostileParts {
    /// The parts without their head, with how many values each holds.
    static func pieces(of parts: [SnapshotPart]) -> [ListingSnapshot.Piece] {
        let rowCount = parts.first { $0.name == "flags" }?.bytes.count ?? 0
        return parts.filter { $0.name != "head" }.map { part in
            let isPool = part.name.hasSuffix("-text") || part.name.hasPrefix("folder-")
            var count = isPool ? 0 : rowCount
            if part.name == "folder-parent" { count = part.bytes.count / 4 }
            if part.name == "folder-path" {
                count = (parts.first { $0.name == "folder-parent" }?.bytes.count ?? 0) / 4
            }
            if part.name.hasSuffix("-text") { count = textCount(part.bytes) }
            return ListingSnapshot.Piece(part: part, count: count)
        }
    }

    /// Pieces of which something is wrong, and a number of rows that may be.
    static func pieces(
        of parts: [SnapshotPart], _ random: inout SplitMix64
    ) -> ([ListingSnapshot.Piece], Int) {
        var pieces = pieces(of: parts)
        var rowCount = parts.first { $0.name == "flags" }?.bytes.count ?? 0
        for _ in 0...random.below(3) where !pieces.isEmpty {
            let place = random.below(pieces.count)
            let size = pieces[place].part.bytes.count
            switch random.below(8) {
            case 0: pieces.remove(at: place)
            case 1: pieces[place].part.bytes.removeLast(random.below(size + 1))
            case 2: pieces[place].count += random.below(5) - 2
            case 3: rowCount = max(0, rowCount + random.below(5) - 2)
            case 4:
                let other = pieces[random.below(pieces.count)].part
                pieces[place].part.bytes = other.bytes
            case 5: pieces[place].part.chunk += random.below(3)
            default:
                for _ in 0...random.below(4) where size > 0 {
                    let value: UInt8 = random.pick([0, 1, 2, 0x2e, 0x2f, 0x7f, 0x80, 0xff])
                    let offset = random.below(random.once(in: 2) ? min(size, 24) : size)
                    pieces[place].part.bytes[offset] =
                        random.once(in: 2)
                        ? value : pieces[place].part.bytes[offset] ^ 1 << UInt8(random.below(8))
                }
            }
        }
        return (pieces, rowCount)
    }

    /// Texts of which `ends` come first: the count for which the last end meets the end.
    private static func textCount(_ bytes: [UInt8]) -> Int {
        (1...max(1, bytes.count / 4)).first { count in
            guard count * 4 <= bytes.count else { return false }
            let end = bytes[(count * 4 - 4)..<(count * 4)].reversed()
                .reduce(0) { $0 << 8 | Int($1) }
            return count * 4 + end == bytes.count
        } ?? 0
    }
}

/// A listing of up to three drives with every kind of value in it.
private struct RandomListing {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed &+ 50_000) }

    func listing() throws -> Listing {
        var random = random
        var builder = ListingBuilder()
        var drives: [UInt16] = []
        for (name, kind) in [("main", DriveKind.onedrive), ("other", .local), ("té", .memory)] {
            drives.append(try builder.drive(named: name, kind: kind))
        }
        // Few rare values in some listings, many in others.
        let rarity = UInt64(1 + random.below(6))
        for _ in 0..<(20 + random.below(40)) {
            try builder.append(item(&random, rarity), drive: random.pick(drives))
        }
        return builder.finish()
    }

    private func item(_ random: inout SplitMix64, _ rarity: UInt64) -> ItemValues {
        let folders = ["", "/a", "/a/b", "/a/b/c/d", "/Fotos Müller", "/写真/📸"]
        let names = ["é.txt", "e\u{301}.txt", "...", "Ａ", "x", "y.tmp", "한글.pdf", ".cleanrulez"]
        let suffix = random.once(in: 3) ? "" : "\(random.below(50))"
        let type: ItemType = random.once(in: 5) ? .folder : .file
        var item = ItemValues(
            path: random.pick(folders) + "/" + random.pick(names) + suffix, type: type)
        func rare<Value>(_ values: [Value]) -> Value? {
            random.once(in: rarity) ? random.pick(values) : nil
        }
        let dates = [0, -1, 1_700_000_000, -11_644_473_600, 253_402_300_799].map {
            Timestamp(secondsSinceEpoch: $0)
        }
        item.id = random.once(in: 3) ? nil : "id \(random.below(1_000))é"
        item.size = random.once(in: 4) ? nil : random.pick([0, 1, 4_096, .max])
        item.created = rare(dates)
        item.modified = rare(dates)
        item.taken = rare(dates)
        item.accessed = rare(dates)
        item.firstSeen = rare(dates)
        item.mime = rare(["image/jpeg", "text/plain"])
        item.quickXor = rare(["AAECAwQFBgcICQoLDA0ODxAREhM=", "odd", "e\u{301}"])
        item.sha1 = rare([String(repeating: "0a", count: 20), "ABC", "abd"])
        item.sha256 = rare([String(repeating: "fe", count: 32), "x"])
        item.shared = rare([true, false])
        item.owner = rare(["Ada", "Zoë", "Zoe\u{308}"])
        item.ownerAddress = rare(["ada@example.com"])
        item.width = rare([0, 1, 4_000])
        item.height = rare([0, 3_000])
        item.duration = rare([0, 2_900])
        item.camera = rare(["Canon"])
        item.albums = rare([[], ["Norway"], ["Best of", "Zoë"]])
        item.link = rare(["l1", "l2", "l3"])
        item.isShortcut = random.once(in: 9)
        item.eTag = rare(["\"e1\"", "\"e2\""])
        item.cTag = rare(["c1"])
        return item
    }
}
