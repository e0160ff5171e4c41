// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import RuleEngine

@Suite("What the patterns of a plan may take")
struct MatchEffortTests {
    private func expressions(_ pattern: String) throws -> Condition {
        .test(FieldTest(.nameRegex, [.regularExpression(try RegularExpression(pattern))]))
    }

    /// What a plan says that may take `steps` steps.
    private func error(_ world: World, steps: Int) throws -> String? {
        var input = try world.input()
        input.matchStepsMax = steps
        do throws(PlanError) {
            _ = try Planner(input).plan()
            return nil
        } catch {
            return error.message
        }
    }

    @Test("is bounded, and what goes past the bound names rule, expression and item")
    func bounded() throws {
        var world = World()
        let name = String(repeating: "a", count: 12)
        world.items = (0..<9_000).map { ItemValues(path: "/\($0)/\($0 < 5_000 ? "b" : name)c") }
        world.file.rules = [
            Rule(id: "cheap", match: .name("*.tmp"), action: .delete),
            Rule(id: "dear", match: try expressions("^(a+)+$"), action: .delete),
        ]
        let message = try #require(try error(world, steps: 1_000_000))
        #expect(message.contains("rule 'dear'"))
        #expect(message.contains("'^(a+)+$'"))
        #expect(message.contains("'/5000/aaaa"))
        for threads in [1, 2, 3, 7] {
            world.threads = threads
            #expect(try error(world, steps: 1_000_000) == message)
        }
        #expect(try error(world, steps: 1_000_000_000) == nil)
    }

    @Test("counts every place where a match may begin, and long texts that are gone through")
    func everyBeginning() throws {
        for (pattern, text) in [
            ("(a+)+[bd]", String(repeating: "a", count: 14) + "c"),
            ("a*[bd]", String(repeating: "a", count: 20_000)),
            ("x?(a+)+\\G[bd]", String(repeating: "a", count: 200)),
        ] {
            var world = World()
            world.items = (0..<20).map { ItemValues(path: "/\($0)/\(text)") }
            world.file.rules = [Rule(id: "r", match: try expressions(pattern), action: .delete)]
            #expect(try error(world, steps: 300_000) != nil, "\(pattern)")
        }
    }

    @Test("allows as many items that give up as the language does")
    func givingUp() throws {
        for pattern in ["^(a+)+$", "(a+)+[bd]"] {
            let matcher = try RegularExpressionMatcher(pattern)
            var steps = 0
            let name = Array((String(repeating: "a", count: 200) + "c").utf8)
            name.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                let text = TextSlice(start: start, count: bytes.count)
                #expect(matcher.match(text, &steps, stepsMax: .max) == .unknown)
            }
            #expect(steps > 1_000_000)
            #expect(steps * MatchEffort.itemsMax < MatchEffort.stepsMin)
        }
    }

    @Test("leaves ordinary expressions alone")
    func ordinary() throws {
        var world = World()
        world.items = (0..<5_000).map {
            ItemValues(path: "/Photos/2019/Summer at the sea/IMG_2019-07-\($0) (copy).jpeg")
        }
        world.file.rules = [
            Rule(
                id: "r", match: try expressions("^(IMG|DSC)_\\d{4}-\\d+-\\d+ \\(copy\\)\\.jpe?g$"),
                action: .delete),
            Rule(id: "s", match: try expressions("(\\w+)-(\\w+)\\.(tmp|bak)"), action: .delete),
            Rule(id: "t", match: try expressions(".*copy.*of.*"), action: .delete),
        ]
        #expect(try error(world, steps: 1_000 * world.items.count) == nil)
    }

    @Test("finds what one search of the whole text would find")
    func outcomes() throws {
        let long = String(repeating: "a", count: 6_000)
        let cases: [(String, String, Bool)] = [
            ("(?<=é)x$", long + "éx", true), ("(?<=b)x$", long + "éx", false),
            ("^b", long + "b", false), ("(?m)^b", long + "\nb", true),
            ("(a+)+b", "xx" + String(repeating: "a", count: 25) + "b", true),
            ("(a+)+[bd]$", String(repeating: "a", count: 16) + "c" + "ab", true),
            ("(é+)+[bd]$", String(repeating: "é", count: 12) + "c" + "éb", true),
            (".*(a+)+[bd]$", "aaaaaaaac\naab", true), (".*(a+)+[bd]$", "aaaaaaaac\naac", false),
            ("\\Ga", "ba", false), ("b|\\Ga", "cca", false), ("b|\\Ga", "a", true),
            ("$", long, true), ("\\bword\\b", long + " word", true), ("x*$", "é", true),
            ("(?!.)", long, true), ("[^a]", long, false),
        ]
        for (pattern, text, expected) in cases {
            let matcher = try RegularExpressionMatcher(pattern)
            var steps = 0
            let outcome = Array(text.utf8).withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map {
                    matcher.match(
                        TextSlice(start: $0, count: bytes.count), &steps, stepsMax: .max)
                }
            }
            #expect(outcome == (expected ? .matched : .notMatched), "\(pattern)")
            #expect(steps > 0)
        }
    }

    // MARK: Globs

    @Test("of many globs, only those are tried that can match")
    func manyGlobs() {
        let globs = globSet((10_000..<70_000).map { "*a*\($0)*b" })
        var steps = 0
        #expect(!matches(globs, "holiday pictures of a lake.jpeg", &steps))
        #expect(steps < 100)
        #expect(matches(globs, "xa-47110-b", &steps))
        #expect(steps < 5_000)
    }

    @Test("many globs match what each of them matches", arguments: propertySeeds.prefix(50))
    func sameAsOneByOne(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = ["a", "b", "ab", "ba", "aba", "é", "*", "?", "[ab]", "[!a]", ".", "abab"]
        let globs = (0..<200).map { _ in
            (0...(1 + random.below(4))).map { _ in random.pick(pieces) }.joined()
        }
        let set = globSet(globs)
        for _ in 0..<100 {
            let text = (0...random.below(7)).map { _ in
                random.pick(["a", "b", "é", ".", "ab"])
            }.joined()
            var steps = 0
            let one = globs.contains { matches(globSet([$0]), text, &steps) }
            #expect(matches(set, text, &steps) == one, "\(text)")
        }
    }

    @Test("globs that all can match count, in names as in folders")
    func dearGlobs() throws {
        let deep = "/" + String(repeating: "a", count: 200)
        var world = World()
        world.items = (0..<200).map { ItemValues(path: "\(deep)\($0)/b\(deep)") }
        let names = try (1...500).map { number in
            let glob = String(repeating: "*a?", count: 1 + number % 20) + "*\(number)c"
            return TestValue.glob(try Glob(glob.replacing("\(number)", with: "?"), style: .name))
        }
        world.file.rules = [
            Rule(id: "names", match: .test(FieldTest(.name, names)), action: .delete)
        ]
        let message = try error(world, steps: 100_000)
        #expect(message?.contains("rule 'names'") == true)
        #expect(message?.contains("'name'") == true)
        let paths = try (1...500).map { number in
            TestValue.glob(try Glob("/**/*a*a*\(number)/**/c", style: .path))
        }
        world.file.rules = [
            Rule(id: "paths", match: .test(FieldTest(.path, paths)), action: .delete)
        ]
        let second = try error(world, steps: 50_000)
        #expect(second?.contains("rule 'paths'") == true)
        #expect(second?.contains("'path'") == true)
    }

    private func globSet(_ globs: [String]) -> GlobSet {
        GlobSet(
            globs.compactMap { text in
                guard
                    case .tokens(let tokens)? = (try? Glob(text, style: .name))?.alternatives
                        .first?.first
                else { return nil }
                return GlobMatcher(tokens)
            })
    }

    private func matches(_ set: GlobSet, _ text: String, _ steps: inout Int) -> Bool {
        let padded: Column<UInt8> = Column(capacity: 256)
        padded.append(repeating: 0, count: 8)
        for byte in Normalization.folded(text).utf8 { padded.append(byte) }
        return set.matches(
            TextSlice(start: UnsafePointer(padded.base + 8), count: padded.count - 8), &steps)
    }
}
