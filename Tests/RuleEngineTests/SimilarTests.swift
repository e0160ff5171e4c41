// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import RuleEngine
import TestSupport
import Testing

/// A small listing of pictures whose likeness is said rather than seen.
struct Album {
    var world = World()
    /// Pairs of items by their places, with how far they are from each other.
    var pairs: [(Int, Int, PhotoPair)] = []
    var unlike: [(Int, Int)] = []
    /// How many groups of the rule were decided as it would have; nil: there is no state.
    var decided: Int64?
    /// The items, by their places, of which the state has no look of what they are now.
    var absent: Set<Int> = []
    /// The items, by their places, that contradict what their drive tells.
    var contradicting: Set<Int> = []

    static let near = PhotoPair(marks: 4, turn: .upright, correlation: 0.999, block: 0.03)
    static let close = PhotoPair(marks: 40, turn: .upright, correlation: 0.95, block: 0.6)
    static let loose = PhotoPair(marks: 70, turn: .upright, correlation: 0.8, block: 2)

    static func picture(
        _ path: String, size: Int64 = 10, taken: Int64? = nil, camera: String? = nil,
        pixels: (Int64, Int64)? = (4_000, 3_000), screenshot: Bool = false
    ) -> ItemValues {
        var item = ItemValues.file(path, size: size)
        item.taken = taken.map { Timestamp(secondsSinceEpoch: $0) }
        item.camera = camera
        item.width = pixels?.0
        item.height = pixels?.1
        item.photo = PhotoFacts(isScreenshot: screenshot)
        return item
    }

    static func rule(
        _ selection: SimilarSelection, match: Condition? = nil,
        action: Action = .review
    ) -> Rule {
        Rule(id: "alike", match: match, selection: .similar(selection), action: action)
    }

    func plan() throws -> Plan {
        var input = try world.input()
        let listing = input.listing
        var rows: [Int: Int] = [:]
        for row in 0..<listing.count {
            let (drive, id) = (listing.driveName(row), listing.id(row))
            let place = world.items.firstIndex {
                ($0.drive ?? world.drives[0].name) == drive && ($0.id ?? $0.path) == id
            }
            rows[try #require(place)] = row
        }
        let numbers = Column<UInt32>(repeating: 0, count: listing.count)
        for (place, row) in rows { numbers[row] = UInt32(place + 1) }
        input.photoPairs = PhotoPairs(
            numbers: numbers, lookCount: world.items.count,
            found: pairs.map { FoundPair(first: $0.0, second: $0.1, pair: $0.2) })
        input.unlike = Set(
            unlike.compactMap { one, other in
                guard let a = rows[one], let b = rows[other] else { return nil }
                return RowPair(a, b)
            })
        for (place, row) in rows where contradicting.contains(place) {
            input.contradictions[row] = .camera(told: "A", seen: "B")
        }
        if let decided {
            let present = rows.filter { place, _ in
                !absent.contains(place) && world.items[place].photo != nil
            }
            input.lookProof = LookProof(
                decidedGroups: ["alike": decided], present: Set(present.values))
        }
        return try Planner(input).plan()
    }

    /// What came of each item, by its place.
    func outcomes() throws -> [Outcome] {
        let plan = try plan()
        return try world.items.map { item in
            let row = try #require(
                (0..<plan.listing.count).first {
                    plan.listing.driveName($0) == item.drive ?? world.drives[0].name
                        && plan.listing.path($0) == item.path
                })
            return Outcome(
                verdict: plan.verdict(row), reason: plan.reason(row), rule: plan.rule(row)?.id)
        }
    }
}

@Suite("Pictures that look alike")
struct SimilarTests {
    private let given = Outcome(.review, .similar, "alike")
    private let stays = Outcome(.keep, .unmatched)

    @Test("what another rule or a person speaks of is compared with nothing, and why says so")
    func claimed() throws {
        let look = PhotoLook(
            mark: PhotoMark(1, 2, 3, 4), small: nil, detail: 80, brightness: nil, sharpness: nil,
            sourcePixels: 4_000)
        var album = Album()
        album.world.items = ["/a.jpg", "/b.jpg"].map { Album.picture($0) }
        for place in 0..<2 { album.world.items[place].photo?.look = look }
        album.pairs = [(0, 1, Album.near)]
        let alike = Album.rule(
            SimilarSelection(kind: .copies, preferences: [.order(.shortestPath)]))
        func likenesses() throws -> [RuleExplanation.Likeness?] {
            let plan = try album.plan()
            return (0..<2).map { Explanation(plan, row: $0).rules.last?.likeness }
        }
        album.world.file.rules = [alike]
        #expect(try likenesses()[0] == .leads)
        album.world.file.rules = [
            Rule(id: "chats", match: .path("/b*"), action: .review), alike,
        ]
        #expect(try likenesses() == [.alone, .claimed])
        album.world.file.rules = [alike]
        album.world.decisions = ["/b.jpg": .delete]
        #expect(try likenesses() == [.alone, .claimed])
    }

    @Test("the best one leads, and what looks like it is shown to a person")
    func leader() throws {
        var album = Album()
        album.world.items = [
            Album.picture("/W/a.jpg", pixels: (1_600, 1_200)), Album.picture("/P/a.jpg"),
            Album.picture("/P/b.jpg"),
        ]
        album.pairs = [(0, 1, Album.near)]
        album.world.file.rules = [
            Album.rule(SimilarSelection(kind: .copies, preferences: [.order(.mostPixels)]))
        ]
        #expect(try album.outcomes() == [given, stays, stays])
    }

    @Test("there are no chains: what is like a member and not like the leader stays")
    func noChains() throws {
        var album = Album()
        album.world.items = ["/a.jpg", "/b.jpg", "/c.jpg"].map { Album.picture($0) }
        album.pairs = [(0, 1, Album.near), (1, 2, Album.near)]
        album.world.file.rules = [Album.rule(SimilarSelection(kind: .copies))]
        #expect(try album.outcomes() == [stays, given, stays])
    }

    @Test("a protected small copy never costs the original, and says why")
    func betterStays() throws {
        var album = Album()
        album.world.items = [
            Album.picture("/Albums/a.jpg", pixels: (1_600, 1_200)), Album.picture("/P/a.jpg"),
        ]
        album.pairs = [(0, 1, Album.near)]
        album.world.file.protections = [
            Rule(id: "p", itemType: nil, match: .path("/Albums/**"), action: .protect)
        ]
        album.world.file.rules = [Album.rule(SimilarSelection(kind: .copies))]
        #expect(try album.outcomes() == [Outcome(.keep, .protected, "p"), stays])
        let plan = try album.plan()
        let row = try #require((0..<2).first { plan.listing.path($0) == "/P/a.jpg" })
        let likeness = try #require(Explanation(plan, row: row).rules[1].likeness)
        guard case .like(let pair) = likeness else {
            Issue.record("\(likeness)")
            return
        }
        #expect(pair.better == .pixels && pair.path == "/Albums/a.jpg" && pair.stays)
    }

    @Test("what speaks against one picture", arguments: ContraryCase.all)
    func contraries(test: ContraryCase) throws {
        var album = Album()
        album.world.items = [test.first, test.second]
        album.pairs = [(0, 1, test.pair)]
        album.world.file.rules = [Album.rule(test.selection)]
        let outcome = try album.outcomes()[1]
        #expect(outcome == (test.isPair ? given : stays), "\(test.name)")
    }

    @Test("nobody asks again about what a person called not the same")
    func unlike() throws {
        var album = Album()
        album.world.items = ["/a.jpg", "/b.jpg"].map { Album.picture($0) }
        album.pairs = [(0, 1, Album.near)]
        album.unlike = [(1, 0)]
        album.world.file.rules = [Album.rule(SimilarSelection(kind: .copies))]
        #expect(try album.outcomes() == [stays, stays])
    }

    @Test("a byte-equal copy is named once, by the stronger evidence")
    func duplicatesFirst() throws {
        var album = Album()
        album.world.items = ["/a.jpg", "/b.jpg", "/c.jpg"].map { Album.picture($0) }
        album.world.items[0].sha256 = "h"
        album.world.items[1].sha256 = "h"
        album.pairs = [(0, 1, Album.near), (0, 2, Album.near), (1, 2, Album.near)]
        album.world.file.rules = [
            Album.rule(SimilarSelection(kind: .copies)),
            Rule(
                id: "dup", selection: .duplicates(DuplicateSelection(key: .content)),
                action: .review),
        ]
        #expect(try album.outcomes() == [stays, Outcome(.review, .duplicate, "dup"), given])
    }

    @Test("where the leader does not stay, a person looks at what it stood for")
    func lastLook() throws {
        var album = Album()
        album.world.items = ["/old/a.jpg", "/z.jpg", "/old/b.txt"].map { Album.picture($0) }
        album.world.items[0].modified = Timestamp(secondsSinceEpoch: 0)
        album.pairs = [(0, 1, Album.near)]
        album.world.file.rules = [
            Album.rule(SimilarSelection(kind: .copies)),
            Rule(
                id: "old", match: .path("/old/*"), selection: .surplus(SurplusSelection(keep: 1)),
                action: .delete),
        ]
        let outcomes = try album.outcomes()
        #expect(outcomes[0].verdict == .delete)
        #expect(outcomes[1] == Outcome(.review, .lastCopy, "alike"))
    }

    @Test("a rule that nobody has proved deletes nothing by its looks")
    func unproved() throws {
        var album = Album()
        album.world.items = ["/a.jpg", "/b.jpg"].map { Album.picture($0, taken: 5) }
        album.pairs = [(0, 1, Album.near)]
        let selection = SimilarSelection(
            kind: .copies, preferences: [.order(.mostPixels)], deletesUnseen: true)
        album.world.file.rules = [Album.rule(selection, action: .delete)]
        #expect(try album.outcomes()[1] == Outcome(.review, .similarUnproved, "alike"))
    }

    @Test("the files of one shot stay together, whatever keeps one of them")
    func companions() throws {
        var album = Album()
        let names = [
            "/P/IMG_1.JPG", "/P/IMG_1.CR2", "/P/IMG_1.JPG.xmp", "/Q/x.jpg", "/P/IMG_1.txt",
        ]
        album.world.items = names.map { Album.picture($0) }
        album.pairs = [(0, 3, Album.near), (1, 3, Album.near), (0, 1, Album.near)]
        let first = KeepPreference.inside(try Glob("/Q/**", style: .path))
        album.world.file.rules = [
            Album.rule(SimilarSelection(kind: .copies, preferences: [first]))
        ]
        // The raw file is what the camera saw, but the rendered one is the main picture.
        #expect(try album.outcomes() == [given, given, given, stays, stays])
        album.world.file.protections = [
            Rule(id: "raw", itemType: nil, match: .name("*.cr2"), action: .protect)
        ]
        let kept = Outcome(.keep, .companionKept, "alike")
        #expect(
            try album.outcomes() == [kept, Outcome(.keep, .protected, "raw"), stays, stays, stays])
    }

    @Test("a part of a shot that is in an album keeps all of it")
    func companionInAlbum() throws {
        var album = Album()
        album.world.items = ["/P/IMG_1.JPG", "/P/IMG_1.CR2", "/Q/x.jpg"].map { Album.picture($0) }
        album.pairs = [(0, 2, Album.near)]
        let first = KeepPreference.inside(try Glob("/Q/**", style: .path))
        album.world.file.rules = [
            Album.rule(SimilarSelection(kind: .copies, preferences: [first]))
        ]
        for place in 0..<3 { album.world.items[place].albums = [] }
        #expect(try album.outcomes() == [given, given, stays])
        album.world.items[1].albums = ["Best of"]
        let kept = Outcome(.keep, .companionKept, "alike")
        #expect(try album.outcomes() == [kept, stays, stays])
    }

    @Test(
        "what a telephone notes of an edited picture belongs to that",
        arguments: [
            (["/P/IMG_E12.JPG", "/P/IMG_O12.AAE"], [1]),
            (["/P/IMG_E12.JPG", "/P/IMG_12.aae"], [1]),
            (["/P/IMG_E12.JPG", "/P/IMG_12.xmp"], []),
            (["/P/IMG_E12.JPG", "/R/IMG_12.AAE"], []),
            (["/P/IMG_E12.JPG", "/P/IMG_O13.AAE"], []),
            (["/P/IMG_E12.JPG", "/P/IMG_Ox.AAE"], []),
            // The first picture keeps its own.
            (["/P/IMG_E12.JPG", "/P/IMG_12.AAE", "/P/IMG_12.JPG"], []),
            (["/P/IMG_E12.JPG", "/P/IMG_O12.AAE", "/P/IMG_12.JPG"], [1]),
        ] as [([String], [Int])])
    func edited(names: [String], together: [Int]) throws {
        var album = Album()
        album.world.items = (names + ["/Q/x.jpg"]).map { Album.picture($0) }
        album.pairs = [(0, names.count, Album.near)]
        let first = KeepPreference.inside(try Glob("/Q/**", style: .path))
        album.world.file.rules = [
            Album.rule(SimilarSelection(kind: .copies, preferences: [first]))
        ]
        let outcomes = try album.outcomes()
        #expect(outcomes[0] == given)
        #expect((1..<names.count).filter { outcomes[$0] == given } == together)
    }

    @Test(
        "a film belongs to its picture where both say so, or where it is short and of that moment",
        arguments: [
            (nil, nil, 0, false), (2_900, 100, 0, true), (4_000, 102, 0, true),
            (4_001, 100, 0, false), (2_900, 103, 0, false), (2_900, nil, 0, false),
            (0, 100, 0, false), (nil, 100, 0, false), (90_000, 900, 1, true),
            // What they say themselves counts more than times.
            (2_900, 100, 2, false),
        ] as [(Int64?, Int64?, Int, Bool)])
    func films(duration: Int64?, taken: Int64?, ids: Int, together: Bool) throws {
        var album = Album()
        album.world.items = [
            Album.picture("/P/IMG_1.HEIC", taken: 100), Album.picture("/P/IMG_1.MOV", taken: taken),
            Album.picture("/Q/x.jpg", taken: 100),
        ]
        album.world.items[1].duration = duration
        if ids > 0 {
            album.world.items[0].photo?.liveID = "A"
            album.world.items[1].photo?.liveID = ids == 1 ? "A" : "B"
        }
        album.pairs = [(0, 2, Album.near)]
        let first = KeepPreference.inside(try Glob("/Q/**", style: .path))
        album.world.file.rules = [
            Album.rule(SimilarSelection(kind: .copies, preferences: [first]))
        ]
        #expect(try album.outcomes() == [given, together ? given : stays, stays])
    }

    @Test("a part of a shot names its picture, in the plan and in why")
    func companionOf() throws {
        var album = Album()
        let names = ["/P/IMG_1.JPG", "/P/IMG_1.CR2", "/P/IMG_1.xmp", "/Q/x.jpg"]
        album.world.items = names.map { Album.picture($0) }
        album.pairs = [(0, 3, Album.near)]
        let first = KeepPreference.inside(try Glob("/Q/**", style: .path))
        let selection = SimilarSelection(kind: .copies, preferences: [first])
        album.world.file.rules = [Album.rule(selection)]
        func told() throws -> [String: String?] {
            let plan = try album.plan()
            return Dictionary(
                uniqueKeysWithValues: (0..<plan.listing.count).map { row in
                    (plan.listing.path(row), plan.companionMain(row).map { plan.listing.path($0) })
                })
        }
        #expect(
            try told() == [
                names[0]: nil, names[1]: names[0], names[2]: names[0], names[3]: nil,
            ])
        let plan = try album.plan()
        func shot(_ path: String) throws -> RuleExplanation.Shot? {
            let row = try #require((0..<4).first { plan.listing.path($0) == path })
            return Explanation(plan, row: row).rules[0].shot
        }
        #expect(try shot(names[2])?.main == names[0])
        #expect(try shot(names[0])?.parts.sorted() == [names[1], names[2]])
        #expect(try shot(names[3]) == nil)
        // What a person marked goes by no rule any more, and still together.
        for path in names.dropLast() { album.world.decisions[path] = .delete }
        #expect(try told()[names[2]] == names[0])
        album.world.decisions = [names[2]: .keep]
        #expect(try told() == Dictionary(uniqueKeysWithValues: names.map { ($0, nil) }))
        let kept = try album.plan()
        let row = try #require((0..<4).first { kept.listing.path($0) == names[0] })
        #expect(kept.reason(row) == .companionKept)
        #expect(Explanation(kept, row: row).rules[0].shot?.keptFor == names[2])
    }

    @Test("a shot has one verdict, whatever takes or keeps its parts", arguments: propertySeeds)
    func units(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 17)
        for _ in 0..<10 {
            var album = Album()
            for place in 0..<Int.random(in: 2...6, using: &random) {
                let stem = "/P/IMG_\(place)"
                album.world.items.append(Album.picture(stem + ".jpg", taken: 7))
                for ending in [".xmp", ".CR2", ".jpg.json"] where Bool.random(using: &random) {
                    let size = Int64([10, 2_000].randomElement(using: &random) ?? 10)
                    album.world.items.append(Album.picture(stem + ending, size: size))
                }
            }
            let places = album.world.items.indices
            let pictures = places.filter { album.world.items[$0].path.hasSuffix(".jpg") }
            for one in pictures {
                for other in pictures where other > one && Bool.random(using: &random) {
                    album.pairs.append((one, other, Album.near))
                }
            }
            album.world.file.protections = [
                Rule(id: "p", itemType: nil, match: .path("/P/IMG_0*"), action: .protect)
            ]
            if Bool.random(using: &random) { album.world.file.review.biggerThan = 1_000 }
            let selection = SimilarSelection(
                kind: .copies, preferences: [.order(.mostPixels)], deletesUnseen: true)
            album.world.file.rules = [Album.rule(selection, action: .delete)]
            album.decided = 50
            for place in places where Int.random(in: 0..<8, using: &random) == 0 {
                album.world.decisions[album.world.items[place].path] = .keep
            }
            let plan = try album.plan()
            for row in 0..<plan.listing.count {
                guard let main = plan.companionMain(row) else {
                    // A part goes with its picture, or not at all.
                    let isPart = !plan.listing.path(row).hasSuffix(".jpg")
                    #expect(!isPart || plan.verdict(row) == .keep, "seed \(seed)")
                    continue
                }
                #expect(plan.companionMain(main) == nil, "seed \(seed)")
                #expect(plan.verdict(main) == plan.verdict(row), "seed \(seed)")
            }
        }
    }

    @Test("pictures are only compared with others of their unit's main picture")
    func twoRendered() throws {
        var album = Album()
        album.world.items = ["/P/a.jpg", "/P/a.png", "/P/a.xmp"].map { Album.picture($0) }
        album.pairs = [(0, 1, Album.near)]
        album.world.file.rules = [Album.rule(SimilarSelection(kind: .copies))]
        // Two rendered pictures of one stem are no unit: each is on its own.
        #expect(try album.outcomes() == [stays, given, stays])
    }
}

/// Two pictures that look alike, and whether a rule takes them for a pair.
struct ContraryCase: CustomTestStringConvertible, Sendable {
    var name: String
    var selection: SimilarSelection
    var first: ItemValues
    var second: ItemValues
    var pair: PhotoPair
    var isPair: Bool

    var testDescription: String { name }

    private static func picture(
        _ path: String, taken: Int64? = nil, camera: String? = nil,
        pixels: (Int64, Int64)? = nil, screenshot: Bool = false, zoneless: Bool = false
    ) -> ItemValues {
        var item = Album.picture(
            path, taken: taken, camera: camera, pixels: pixels, screenshot: screenshot)
        item.photo?.takenIsZoneless = zoneless
        return item
    }

    static let all: [ContraryCase] = {
        let copies = SimilarSelection(kind: .copies)
        let shots = SimilarSelection(kind: .shots, takenWithinSeconds: 10)
        func one(
            _ name: String, _ selection: SimilarSelection, _ isPair: Bool,
            _ first: ItemValues, _ second: ItemValues, pair: PhotoPair = Album.near
        ) -> ContraryCase {
            ContraryCase(
                name: name, selection: selection, first: first, second: second, pair: pair,
                isPair: isPair)
        }
        let turned = PhotoPair(marks: 4, turn: .clockwise, correlation: 0.99, block: 0.1)
        return [
            one("nothing known", copies, true, picture("/a.jpg"), picture("/b.jpg")),
            one(
                "other instants", copies, false, picture("/a.jpg", taken: 100),
                picture("/b.jpg", taken: 101)),
            one(
                "a zone apart, of one that has none", copies, true,
                picture("/a.jpg", taken: 7_200, zoneless: true), picture("/b.jpg", taken: 0)),
            one(
                "a zone apart, and both have one", copies, false, picture("/a.jpg", taken: 7_200),
                picture("/b.jpg", taken: 0)),
            one(
                "more than any zone", copies, false,
                picture("/a.jpg", taken: 15 * 3_600, zoneless: true), picture("/b.jpg", taken: 0)),
            one(
                "other cameras", copies, false, picture("/a.jpg", camera: "A"),
                picture("/b.jpg", camera: "B")),
            one(
                "one camera known", copies, true, picture("/a.jpg", camera: "A"),
                picture("/b.jpg")),
            one(
                "another shape", copies, false, picture("/a.jpg", pixels: (400, 300)),
                picture("/b.jpg", pixels: (400, 200))),
            one(
                "turned", copies, true, picture("/a.jpg", pixels: (400, 300)),
                picture("/b.jpg", pixels: (300, 400)), pair: turned),
            one(
                "turned, but not by its sides", copies, false,
                picture("/a.jpg", pixels: (400, 300)), picture("/b.jpg", pixels: (400, 300)),
                pair: turned),
            one(
                "a screenshot of the picture", copies, false,
                picture("/a.jpg", screenshot: true), picture("/b.jpg")),
            one(
                "not near enough", copies, false, picture("/a.jpg"), picture("/b.jpg"),
                pair: Album.close),
            one(
                "a burst", shots, true, picture("/a.jpg", taken: 0, camera: "A"),
                picture("/b.jpg", taken: 10, camera: "A"), pair: Album.loose),
            one(
                "too late for a burst", shots, false, picture("/a.jpg", taken: 0, camera: "A"),
                picture("/b.jpg", taken: 11, camera: "A"), pair: Album.loose),
            one(
                "a burst of nobody knows when", shots, false, picture("/a.jpg", camera: "A"),
                picture("/b.jpg", taken: 1, camera: "A"), pair: Album.loose),
            one(
                "a burst of two cameras", shots, false, picture("/a.jpg", taken: 0, camera: "A"),
                picture("/b.jpg", taken: 1, camera: "B"), pair: Album.loose),
            one(
                "a burst, one of it upright", shots, false,
                picture("/a.jpg", taken: 0, camera: "A", pixels: (4, 3)),
                picture("/b.jpg", taken: 1, camera: "A", pixels: (3, 4)), pair: Album.loose),
        ]
    }()
}

/// The definition of leader groups once more, as plainly as it can be written, against the planner over
/// small random worlds.
@Suite("Leader groups by their definition")
struct SimilarOracleTests {
    /// What is known of one picture of a random world.
    private struct Known {
        var isProtected: Bool
        var isDeleted: Bool
        var isInside: Bool
        var pixels: Int64
        var taken: Int64?
    }

    @Test("the planner does what the definition says", arguments: propertySeeds)
    func definition(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<10 {
            let (album, known, copies) = randomAlbum(&random)
            let outcomes = try album.outcomes().map { $0.rule == "alike" }
            #expect(outcomes == expected(album, known, copies), "seed \(seed)")
            // Neither the order of items nor the number of threads matters.
            var other = album
            let order = Array(album.world.items.indices).shuffled(using: &random)
            other.world.items = order.map { album.world.items[$0] }
            other.world.threads = 2
            other.pairs = album.pairs.map { one, two, pair in
                (order.firstIndex(of: one) ?? 0, order.firstIndex(of: two) ?? 0, pair)
            }
            let again = try other.outcomes().map { $0.rule == "alike" }
            #expect(order.map { outcomes[$0] } == again, "seed \(seed)")
        }
    }

    @Test("a picture that nobody has looked at adds nothing", arguments: propertySeeds)
    func removal(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 9_000)
        for _ in 0..<10 {
            let (album, _, _) = randomAlbum(&random)
            let before = try album.outcomes().map { $0.rule == "alike" }
            let gone = Int.random(in: album.world.items.indices, using: &random)
            var other = album
            other.pairs.removeAll { $0.0 == gone || $0.1 == gone }
            let after = try other.outcomes().map { $0.rule == "alike" }
            #expect(!after[gone], "seed \(seed)")
            // What goes now looks like something that stays, as before.
            let plan = try other.plan()
            for row in 0..<plan.listing.count where plan.rule(row)?.id == "alike" {
                let leader = try #require(plan.leader(of: row, ruleNumber: 2))
                #expect(plan.verdict(leader) == .keep, "seed \(seed)")
            }
            _ = before
        }
    }

    private func randomAlbum(_ random: inout SplitMix64) -> (Album, [Known], Int) {
        var album = Album()
        var known: [Known] = []
        let count = Int.random(in: 5...12, using: &random)
        for place in 0..<count {
            let one = Known(
                isProtected: Int.random(in: 0..<6, using: &random) == 0,
                isDeleted: Int.random(in: 0..<8, using: &random) == 0,
                isInside: Int.random(in: 0..<5, using: &random) != 0,
                pixels: [10, 20, 20, 40].randomElement(using: &random) ?? 10,
                taken: Int.random(in: 0..<3, using: &random) == 0 ? 7 : nil)
            known.append(one)
            let folder = one.isProtected ? "/keep" : one.isDeleted ? "/del" : "/free"
            album.world.items.append(
                Album.picture(
                    "\(folder)/\(one.isInside ? "in" : "out")-\(place).jpg", taken: one.taken,
                    pixels: (one.pixels, one.pixels)))
        }
        for one in 0..<count {
            for other in one + 1..<count where Int.random(in: 0..<3, using: &random) == 0 {
                album.pairs.append((one, other, Album.near))
            }
        }
        let copies = Int.random(in: 1...3, using: &random)
        album.world.file.protections = [
            Rule(id: "keep", itemType: nil, match: .path("/keep/**"), action: .protect)
        ]
        album.world.file.rules = [
            Rule(id: "del", match: .path("/del/**"), action: .delete),
            Album.rule(
                SimilarSelection(
                    kind: .copies, preferences: [.order(.mostPixels)], copies: copies),
                match: .name("in-*")),
        ]
        return (album, known, copies)
    }

    /// Which items the rule takes, by the definition.
    private func expected(_ album: Album, _ known: [Known], _ copies: Int) -> [Bool] {
        func alike(_ one: Int, _ other: Int) -> Bool {
            album.pairs.contains { ($0.0, $0.1) == (one, other) || ($0.1, $0.0) == (one, other) }
        }
        func isGood(_ survivor: Int, for member: Int) -> Bool {
            let (mine, its) = (known[member], known[survivor])
            let (few, many) = (its.pixels * its.pixels, mine.pixels * mine.pixels)
            return few * 10 >= many * 9 && (mine.taken == nil || its.taken != nil)
        }
        func isBefore(_ one: Int, _ other: Int) -> Bool {
            let (a, b) = (known[one].pixels, known[other].pixels)
            return a != b ? a > b : album.world.items[one].path < album.world.items[other].path
        }
        let all = known.indices.filter { !known[$0].isDeleted || known[$0].isProtected }
        let staying = all.filter { known[$0].isProtected || !known[$0].isInside }
        let free = all.filter { !staying.contains($0) }.sorted(by: isBefore)
        var taken = Set<Int>()
        var given = known.map { _ in false }
        for leader in staying.sorted(by: isBefore) + free where !taken.contains(leader) {
            taken.insert(leader)
            let members = free.filter { !taken.contains($0) && alike(leader, $0) }
            taken.formUnion(members)
            var survivors = [leader]
            for member in members {
                let isWanted =
                    survivors.count < copies
                    || !survivors.contains { isGood($0, for: member) }
                if isWanted { survivors.append(member) } else { given[member] = true }
            }
        }
        return given
    }
}
