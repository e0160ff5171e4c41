// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import RuleEngine

@Suite("Keys that parts of a fleet have in common")
struct KeyPrintsTests {
    private static let bits: UInt64 = 40
    private static let last: UInt64 = 1 << bits - 1

    private static func copies(_ id: String, _ key: DuplicateKey) -> Rule {
        Rule(
            id: id,
            selection: .duplicates(DuplicateSelection(key: key, reach: .drives)), action: .delete)
    }

    /// Rules with so many kinds of keys, at most three.
    private static func rules(kinds: Int) -> SharedRules {
        var file = RuleFile()
        let keys: [DuplicateKey] = [.content, .parts([.size]), .parts([.name])]
        file.rules = keys.prefix(kinds).enumerated().map { copies("r\($0)", $1) }
        return SharedRules(file)
    }

    // MARK: Lists as they are told

    private static func number(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func list(_ prints: Set<UInt64>) -> [UInt8] {
        var last: UInt64 = 0
        return prints.sorted().reduce(into: number(UInt64(prints.count))) { bytes, print in
            bytes += number(print - last)
            last = print
        }
    }

    /// What a part with those fingerprints of each kind tells, by bucket.
    private static func bodies(_ kinds: [Set<UInt64>], buckets: Int) -> [[UInt8]] {
        (0..<buckets).map { bucket in
            kinds.flatMap { prints in
                list(prints.filter { Int(($0 * UInt64(buckets)) >> bits) == bucket })
            }
        }
    }

    /// The fingerprints of each kind in `bodies`, each in one place only.
    private static func prints(_ bodies: [[UInt8]], kinds: Int) throws -> [Set<UInt64>] {
        var found = [Set<UInt64>](repeating: [], count: kinds)
        for body in bodies {
            var reader = PartReader(body)
            for kind in 0..<kinds {
                var print: UInt64 = 0
                for _ in 0..<(try reader.count(most: body.count)) {
                    print += try reader.number()
                    #expect(found[kind].insert(print).inserted)
                }
            }
            #expect(reader.isAtEnd)
        }
        return found
    }

    private func kind(_ body: () throws -> Void) -> PartError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PartError)?.kind
        }
    }

    // MARK: What is in common

    @Test("are those that another part has as well, of each kind", arguments: propertySeeds)
    func model(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 12_000)
        let (kinds, buckets) = (1 + random.below(3), random.pick([1, 2, 7, 64, 1_000]))
        // Few, some of them neighbours, the first and the last that there can be.
        let some = (0..<12).map { _ in random.next() >> 24 }
        let pool = some + some.map { min($0 + 1, Self.last) } + [0, 1, Self.last]
        let rules = Self.rules(kinds: kinds)
        let parts = (0..<(1 + random.below(6))).map { _ in
            (0..<kinds).map { _ in
                Set((0..<random.pick([0, 1, 5, 20])).map { _ in random.pick(pool) })
            }
        }
        let told = parts.map { Self.bodies($0, buckets: buckets) }
        var answers = parts.map { _ in [[UInt8]]() }
        for bucket in 0..<buckets {
            let all = try KeyPrints.answers(to: told.map { $0[bucket] }, rules)
            for (part, answer) in all.enumerated() { answers[part].append(answer) }
        }
        for (part, answer) in answers.enumerated() {
            let common = try Self.prints(answer, kinds: kinds)
            for kind in 0..<kinds {
                var others: Set<UInt64> = []
                for other in parts.indices where other != part {
                    others.formUnion(parts[other][kind])
                }
                #expect(common[kind] == parts[part][kind].intersection(others), "\(part) \(kind)")
            }
            #expect(kind { _ = try CommonKeys(answer, rules) } == nil)
        }
    }

    @Test(
        "are found again by what keys come to, among few and many", arguments: [0, 1, 2, 3, 5_000])
    func found(count: Int) throws {
        let rules = Self.rules(kinds: 2)
        var random = SplitMix64(seed: 5)
        let (some, others) = (
            (0..<count).map { _ in random.next() }, (0..<(count + 9)).map { _ in random.next() }
        )
        let prints = Set(some.map { KeyPrints.fingerprint(of: $0) })
        for buckets in [1, 64] {
            let common = try CommonKeys(Self.bodies([[], prints], buckets: buckets), rules)
            #expect(Self.found(common, 1, some) == some.filter { $0 != 0 })
            #expect(Self.found(common, 0, some).isEmpty)
            #expect(
                Self.found(common, 1, others)
                    == others.filter { prints.contains(KeyPrints.fingerprint(of: $0)) })
            // Who is in no group has no key.
            #expect(Self.found(common, 1, [0] + some).count == some.count)
        }
        #expect(Self.found(try CommonKeys([], rules), 0, [1, 2]).isEmpty)
    }

    @Test("are sorted by their bits as by comparison", arguments: [0, 1, 100, 40_000])
    func sorted(count: Int) {
        var random = SplitMix64(seed: UInt64(count) + 3)
        let prints = (0..<count).map { _ -> UInt64 in
            // Some are the same, and some the least and the greatest that there are.
            switch random.below(4) {
            case 0: 0
            case 1: 1 << 40 - 1
            case 2: UInt64(random.below(9))
            default: random.next() >> 24
            }
        }
        var sorted = prints
        KeyPrints.sort(&sorted)
        #expect(sorted == prints.sorted())
    }

    /// Items whose keys come to `mixes`.
    private struct Mixes: SharedKey {
        let mixes: [UInt64]

        func append(keyOf row: Int, to writer: PartWriter) { writer.fixed(mixes[row]) }
        func toldMix(_ row: Int) -> UInt64 { mixes[row] }
    }

    /// Those of `mixes` that others have too.
    private static func found(_ common: CommonKeys, _ kind: Int, _ mixes: [UInt64]) -> [UInt64] {
        let rows = common.rows(kind, Mixes(mixes: mixes), count: mixes.count)
        return mixes.indices.filter { rows[$0] }.map { mixes[$0] }
    }

    @Test(
        "equal keys of two listings come to the same mix, odd hashes and other forms of a name too")
    func mixes() throws {
        let mixes = try (0..<2).map { place in
            var builder = ListingBuilder()
            let drive = try builder.drive(named: "d\(place)", kind: .listing)
            // What is before them gives the odd hashes other numbers in each listing.
            for number in 0..<(place * 3) {
                try builder.append(
                    Self.item("/x\(number).txt", "odd-\(number)", size: 1), drive: drive)
            }
            try builder.append(Self.item("/Été.TXT", "no-hash", size: 7), drive: drive)
            try builder.append(
                Self.item("/\("e\u{301}te\u{301}").txt", "no-hash", size: 7), drive: drive)
            try builder.append(
                Self.item("/A.txt", "AAAAAAAAAAAAAAAAAAAAAAAAAAA=", size: 7), drive: drive)
            try builder.append(
                Self.item("/a.TXT", "AAAAAAAAAAAAAAAAAAAAAAAAAAE=", size: 7), drive: drive)
            let listing = builder.finish()
            let keys = DuplicateKeys(listing: listing, reach: .drives)
            let hash = try #require(listing.hashes[.quickXor])
            let rows = (place * 3)..<listing.count
            let (content, parts) = (keys.content(hash, isUsed: [true]), keys.parts([.name, .size]))
            return (rows.map { content.toldMix($0) }, rows.map { parts.toldMix($0) })
        }
        let (content, parts) = mixes[0]
        #expect(content == mixes[1].0 && parts == mixes[1].1)
        #expect(content[0] == content[1] && Set(content).count == 3)
        #expect(parts[0] == parts[1] && parts[2] == parts[3] && parts[0] != parts[2])
        #expect(!(content + parts).contains(0))
    }

    private static func item(_ path: String, _ hash: String, size: Int64) -> ItemValues {
        var item = ItemValues(path: path)
        item.id = path
        item.size = size
        item.quickXor = hash
        return item
    }

    // MARK: What a part tells

    private static func world(_ file: RuleFile) -> World {
        var world = World()
        world.file = file
        let contents: [(hash: String?, size: Int64)] = [
            ("h", 5), ("h", 5), ("i", 6), (nil, 7), ("j", 8), ("i", 6), ("h", 9),
        ]
        for (place, content) in contents.enumerated() {
            world.items.append(.file("/\(place)", size: content.size, hash: content.hash))
        }
        return world
    }

    private static func told(_ world: World, buckets: Int) throws -> [[UInt8]] {
        let together = try PartsTogether([PartPlanner(world.input()).census])
        return KeyPrints(
            try world.input().listing, SharedRules(world.file), together, buckets: buckets
        ).bodies
    }

    @Test("are told once, however many items of a part have one", arguments: [1, 2, 64])
    func once(buckets: Int) throws {
        var file = RuleFile()
        file.rules = [Self.copies("a", .content), Self.copies("b", .parts([.size]))]
        let world = Self.world(file)
        let told = try Self.told(world, buckets: buckets)
        #expect(told.count == buckets)
        #expect(try Self.prints(told, kinds: 2).map(\.count) == [4, 5])
        // The same in one bucket, each in the bucket that it falls into.
        let prints = try Self.prints(try Self.told(world, buckets: 1), kinds: 2)
        #expect(told == Self.bodies(prints, buckets: buckets))
        #expect(buckets == 1 || told.count { $0 != [0, 0] } > 1)
        for body in told {
            let answers = try KeyPrints.answers(to: [body], SharedRules(file))
            #expect(answers == [[0, 0]], "no other part has any")
        }
    }

    @Test("stand in one list for all rules that go by the same")
    func sharedList() throws {
        var (one, two) = (RuleFile(), RuleFile())
        one.rules = [Self.copies("a", .content)]
        two.rules = [Self.copies("a", .content), Self.copies("b", .content)]
        var within = two.rules[1]
        within.id = "c"
        within.selection = .duplicates(DuplicateSelection(key: .parts([.size])))
        var disabled = Self.copies("d", .parts([.name]))
        disabled.isEnabled = false
        two.rules += [within, disabled]
        let (first, second) = (
            try Self.told(Self.world(one), buckets: 3), try Self.told(Self.world(two), buckets: 3)
        )
        #expect(first == second)
        two.rules.append(Self.copies("e", .parts([.size])))
        #expect(try Self.told(Self.world(two), buckets: 3) != first)
    }

    // MARK: Damage

    @Test("are refused where they are torn, do not rise, are too large, or more follows")
    func damaged() throws {
        let rules = Self.rules(kinds: 1)
        let whole: [[UInt8]] = [
            [0], [1, 0], [1] + Self.number(Self.last), [2, 0] + Self.number(Self.last),
        ]
        for body in whole {
            #expect(kind { _ = try KeyPrints.answers(to: [body, body], rules) } == nil, "\(body)")
            #expect(kind { _ = try CommonKeys([body], rules) } == nil, "\(body)")
        }
        let wrong: [[UInt8]] = [
            [], [1], [2, 5], [2, 5, 0], [1, 128], [1, 128, 0], [0, 0], [1, 5, 0],
            [1] + Self.number(Self.last + 1), [2] + Self.number(Self.last) + [1],
            [2, 1] + Self.number(.max), [1] + [UInt8](repeating: 255, count: 12),
            Self.number(.max), Self.number(1 << 62) + [1],
        ]
        for body in wrong {
            #expect(kind { _ = try CommonKeys([[0], body], rules) } == .damaged, "\(body)")
            let error = #expect(throws: PartError.self, "\(body)") {
                try KeyPrints.answers(to: [[0], body], rules)
            }
            #expect(error?.kind == .damaged && error?.place?.part == 1, "\(body)")
            #expect(error?.place?.phase == .keys, "\(body)")
        }
        // Of one kind too few, and of one too many.
        #expect(kind { _ = try CommonKeys([[0]], Self.rules(kinds: 2)) } == .damaged)
        #expect(kind { _ = try CommonKeys([[0, 0]], rules) } == .damaged)
    }

    @Test("are refused where the buckets stand in another order")
    func order() {
        let rules = Self.rules(kinds: 1)
        #expect(kind { _ = try CommonKeys([[1, 8], [0], [1, 9]], rules) } == nil)
        #expect(kind { _ = try CommonKeys([[1, 9], [0], [1, 8]], rules) } == .damaged)
        #expect(kind { _ = try CommonKeys([[1, 9], [1, 9]], rules) } == .damaged)
    }

    @Test("never stop the program, whatever stands there instead", arguments: propertySeeds)
    func mutated(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 13_000)
        let rules = Self.rules(kinds: 2)
        let prints = (0..<2).map { _ in Set((0..<9).map { _ in random.next() >> 24 }) }
        for _ in 0..<20 {
            var body = Self.bodies(prints, buckets: 1)[0]
            if random.once(in: 4) { body = Array(body.prefix(random.below(body.count))) }
            for _ in 0..<(1 + random.below(3)) where !body.isEmpty {
                body[random.below(body.count)] = random.pick([0, 1, 127, 128, 255])
            }
            let told = body
            let attempts: [() throws -> Void] = [
                { _ = try CommonKeys([told], rules) },
                { _ = try KeyPrints.answers(to: [told, told], rules) },
            ]
            for attempt in attempts {
                do { try attempt() } catch { #expect(error is PartError, "\(error)") }
            }
        }
    }
}
