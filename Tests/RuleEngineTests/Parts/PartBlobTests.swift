// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEngine
import TestSupport
import Testing

@Suite("What parts of a fleet tell each other")
struct PartBlobTests {
    private static let origin = PartOrigin(plan: (1...32).map { UInt8($0) }, engine: 7)
    private static let place = PartPlace(.summaries, part: 3, bucket: 1)

    private func opened(
        _ blobs: [[UInt8]], at place: PartPlace = place, of origin: PartOrigin = origin
    ) throws -> [UInt8] {
        try PartBlob.opened(blobs, at: place, of: origin)
    }

    private func kind(_ body: () throws -> Void) -> PartError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PartError)?.kind
        }
    }

    @Test("comes back as it was, in one blob or in several, in any order and more than once")
    func whole() throws {
        for length in [0, 1, 7, 8, 9, 31] {
            let body = (0..<length).map { UInt8($0 & 255) }
            for most in [1, 8, 100] {
                var blobs = try PartBlob.sealed(body, at: Self.place, of: Self.origin, most: most)
                #expect(blobs.count == max(1, (length + most - 1) / most))
                #expect(try opened(blobs) == body)
                blobs += blobs.reversed()
                #expect(try opened(blobs.reversed()) == body)
            }
        }
    }

    @Test("is not read where it is torn, or any bit of it is another")
    func damaged() throws {
        let blob = try PartBlob.sealed([1, 2, 3, 4, 5], at: Self.place, of: Self.origin)[0]
        for length in 0..<blob.count {
            #expect(kind { _ = try opened([Array(blob.prefix(length))]) } == .damaged)
        }
        #expect(kind { _ = try opened([blob + [0]]) } == .damaged)
        for bit in 0..<(blob.count * 8) {
            var other = blob
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(kind { _ = try opened([other]) } == .damaged, "\(bit)")
        }
        #expect(PartBlob.place(of: blob) == Self.place)
        #expect(PartBlob.place(of: Array(blob.dropLast())) == nil)
    }

    @Test("is refused where it is of another version, plan, engine or place, each by its name")
    func foreign() throws {
        let body: [UInt8] = [1, 2, 3]
        let blob = try PartBlob.sealed(body, at: Self.place, of: Self.origin)
        let otherPlan = PartOrigin(plan: Array(repeating: 9, count: 32), engine: 7)
        let otherEngine = PartOrigin(plan: Self.origin.plan, engine: 8)
        #expect(kind { _ = try opened(blob, of: otherPlan) } == .otherPlan)
        #expect(kind { _ = try opened(blob, of: otherEngine) } == .otherEngine)
        for place in [
            PartPlace(.summaries, part: 2, bucket: 1), PartPlace(.summaries, part: 3, bucket: 0),
            PartPlace(.tallies, part: 3, bucket: 1),
        ] {
            #expect(kind { _ = try opened(blob, at: place) } == .misplaced)
        }
        var newer = Array(blob[0].dropLast(8))
        newer[4] += 1
        let checksum = snapshotChecksum(newer)
        for place in 0..<8 { newer.append(UInt8(truncatingIfNeeded: checksum >> (8 * place))) }
        #expect(kind { _ = try opened([newer]) } == .otherVersion)
    }

    @Test("is refused where a piece is missing, or there twice with other bytes")
    func pieces() throws {
        let blobs = try PartBlob.sealed(
            [1, 2, 3, 4, 5], at: Self.place, of: Self.origin, most: 2)
        let others = try PartBlob.sealed(
            [1, 2, 3, 4, 6], at: Self.place, of: Self.origin, most: 2)
        for place in blobs.indices {
            var some = blobs
            some.remove(at: place)
            #expect(kind { _ = try opened(some) } == .missing)
        }
        #expect(kind { _ = try opened([]) } == .missing)
        #expect(kind { _ = try opened(blobs + [others[2]]) } == .contradicting)
        let fewer = try PartBlob.sealed([1, 2], at: Self.place, of: Self.origin, most: 2)
        #expect(kind { _ = try opened(blobs + fewer) } == .contradicting)
    }

    @Test("says in its error what is wrong, and where")
    func sentences() throws {
        let error = #expect(throws: PartError.self) { try opened([[]]) }
        #expect(
            error?.message == "what parts of the fleet told each other is damaged"
                + " (summaries of part 4, bucket 2)")
    }

    // MARK: What is told itself

    private static func split(_ seed: UInt64) -> SplitWorld {
        let world = World.fleet(seed)
        return SplitWorld(world, world.drives.indices.map { [$0] })
    }

    @Test("never stops the program, whatever byte of it is another", arguments: propertySeeds)
    func mutated(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 11_000)
        for _ in 0..<3 {
            var split = Self.split(seed)
            let phase = random.pick(PartPhase.allCases)
            let part = random.below(split.parts.count)
            let bucket =
                phase.rawValue > PartPhase.carried.rawValue ? random.below(split.buckets) : 0
            let (place, bits, cut) = (
                random.next(), UInt8(1 + random.below(255)), random.once(in: 3)
            )
            split.telling = { told, body in
                guard told == PartPlace(phase, part: part, bucket: bucket), !body.isEmpty else {
                    return body
                }
                var body = body
                let index = Int(place % UInt64(body.count))
                if cut { return Array(body.prefix(index)) }
                body[index] ^= bits
                return body
            }
            // It is refused, or says something else: a checksum keeps that from happening on the way.
            do {
                _ = try split.plans()
            } catch {
                #expect(error is PartError, "\(error)")
            }
        }
    }

    @Test("is refused where it answers something else", arguments: propertySeeds)
    func swapped(seed: UInt64) throws {
        for (asking, answering) in [
            (PartPhase.summaries, PartPhase.settlements), (.tallies, .totals),
        ] {
            var split = Self.split(seed)
            split.buckets = 1
            // The answer of the first part goes to the second as well.
            let heard = Heard()
            split.telling = { told, body in
                if told.phase == asking { heard.asked[told.part] = body }
                if told.phase != answering { return body }
                if told.part == 0 { heard.answer = body }
                return told.part == 1 ? heard.answer : body
            }
            let met = kind { _ = try split.plans() }
            #expect(met == (heard.asked[0] == heard.asked[1] ? nil : .misplaced))
        }
    }

    @Test("is refused by parts of other rules")
    func otherRules() throws {
        var world = World()
        world.items = [.file("/a", hash: "h")]
        world.file.rules = [
            Rule(
                id: "copies",
                selection: .duplicates(DuplicateSelection(key: .content, reach: .drives)),
                action: .delete)
        ]
        let planner = try PartPlanner(world.input())
        let told = planner.summaries(try PartsTogether([planner.census]), buckets: 1)
        #expect(try SummaryMeeting.answers(to: told.bodies, SharedRules(world.file)).count == 1)
        world.file.rules[0].isEnabled = false
        let none = SharedRules(world.file)
        #expect(none.isEmpty)
        #expect(throws: PartError.self) { try SummaryMeeting.answers(to: told.bodies, none) }
    }

    @Test("is the same bytes, however often a part is judged, and by any number of threads")
    func same() throws {
        for seed in propertySeeds.prefix(20) {
            var world = World.fleet(seed)
            func bodies() throws -> [[UInt8]] {
                let planner = try PartPlanner(world.input())
                let together = try PartsTogether([planner.census])
                return planner.summaries(together, buckets: 5).bodies
            }
            let before = try bodies()
            world.threads = 2
            var random = SplitMix64(seed: seed)
            world.items.shuffle(using: &random)
            let isUnique = Set(world.items.map { "\($0.drive ?? "") \($0.id ?? $0.path)" }).count
            if isUnique == world.items.count { #expect(try bodies() == before) }
        }
    }
}

/// What was asked and answered.
private final class Heard {
    var asked: [Int: [UInt8]] = [:]
    var answer: [UInt8] = []
}
