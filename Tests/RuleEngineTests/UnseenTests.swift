// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import RuleEngine
import TestSupport
import Testing

/// Deleting pictures by their looks alone: everything has to speak for it.
@Suite("Deleting pictures unseen")
struct UnseenTests {
    private static let selection = SimilarSelection(
        kind: .copies, preferences: [.order(.mostPixels)], deletesUnseen: true)

    /// A small copy of a picture, and all that speaks for deleting it.
    fileprivate static func proved() -> Album {
        var album = Album()
        album.world.items = [
            Album.picture("/W/a.jpg", taken: 5, camera: "A", pixels: (1_600, 1_200)),
            Album.picture("/P/a.jpg", taken: 5, camera: "A"),
        ]
        album.pairs = [(0, 1, Album.near)]
        album.world.file.rules = [Album.rule(selection, action: .delete)]
        album.decided = 50
        return album
    }

    @Test("a proved rule deletes, and says what the item was compared with")
    func proved() throws {
        let plan = try Self.proved().plan()
        let row = try #require((0..<2).first { plan.listing.path($0) == "/W/a.jpg" })
        #expect(plan.verdict(row) == .delete && plan.reason(row) == .similar)
        #expect(plan.verdict(1 - row) == .keep)
        let demand = try #require(GroupIndex(plan).obligations(of: row).first)
        #expect(demand.isSimilar && demand.needed == 1 && demand.survivors == [1 - row])
        #expect(plan.lookDoubts(row, ruleNumber: 0).isEmpty)
        #expect(plan.unseenRules().map(\.lacks) == [nil])
    }

    @Test("each thing that is missing leaves it to a person", arguments: MissingCase.all)
    fileprivate func missing(test: MissingCase) throws {
        var album = Self.proved()
        test.change(&album)
        let plan = try album.plan()
        let row = try #require(
            (0..<plan.listing.count).first { plan.listing.path($0) == "/W/a.jpg" })
        #expect(plan.verdict(row) == .review, "\(test.name)")
        #expect(plan.reason(row) == .similarUnproved, "\(test.name)")
        #expect(plan.lookDoubts(row, ruleNumber: 0) == test.doubts, "\(test.name)")
        let likeness = try #require(Explanation(plan, row: row).rules[0].likeness)
        guard case .like(let pair) = likeness else {
            Issue.record("\(likeness)")
            return
        }
        #expect(pair.doubts == test.doubts, "\(test.name)")
    }

    @Test("what is unknown elsewhere does not matter", arguments: MissingCase.harmless)
    fileprivate func harmless(test: MissingCase) throws {
        var album = Self.proved()
        test.change(&album)
        #expect(try album.outcomes()[0] == Outcome(.delete, .similar, "alike"), "\(test.name)")
    }

    @Test("each thing that speaks for a copy itself keeps it", arguments: MissingCase.sparing)
    fileprivate func sparing(test: MissingCase) throws {
        var album = Self.proved()
        test.change(&album)
        #expect(try album.outcomes()[0].verdict == .keep, "\(test.name)")
    }

    @Test("where the picture that it was compared with goes, a person looks at it")
    func lastLook() throws {
        var album = Self.proved()
        album.world.items[1].modified = Timestamp(secondsSinceEpoch: 0)
        album.world.items.append(ItemValues.file("/P/b.txt", size: 4))
        album.world.file.rules.append(
            Rule(
                id: "old", match: .path("/P/*"), selection: .surplus(SurplusSelection(keep: 1)),
                action: .delete))
        let outcomes = try album.outcomes()
        #expect(outcomes[1].verdict == .delete)
        #expect(outcomes[0] == Outcome(.review, .lastCopy, "alike"))
    }

    @Test("of a picture that contradicts its drive it is told how")
    func contradiction() throws {
        var album = Self.proved()
        album.world.items.append(ItemValues.file("/other.jpg", size: 4))
        album.contradicting = [2]
        let plan = try album.plan()
        let row = try #require((0..<3).first { plan.listing.path($0) == "/other.jpg" })
        #expect(
            Explanation(plan, row: row).rules[0].likeness
                == .contradicts(.camera(told: "A", seen: "B")))
    }

    @Test("the films and notes of a picture go with it; a raw file never does")
    func companions() throws {
        var album = Self.proved()
        album.world.items += ["/W/a.xmp", "/W/a.jpg.json"].map { ItemValues.file($0, size: 3) }
        let gone = Outcome(.delete, .similar, "alike")
        #expect(try album.outcomes().map(\.verdict) == [.delete, .keep, .delete, .delete])
        #expect(try album.outcomes()[2] == gone)
        let plan = try album.plan()
        let note = try #require((0..<4).first { plan.listing.path($0) == "/W/a.xmp" })
        let kept = try #require((0..<4).first { plan.listing.path($0) == "/P/a.jpg" })
        // What goes along is held to the same picture.
        #expect(GroupIndex(plan).obligations(of: note).first?.survivors == [kept])
        album.world.items.append(Album.picture("/W/a.CR2", taken: 5))
        let asked = try album.outcomes()
        for place in [0, 2, 3, 4] {
            #expect(asked[place] == Outcome(.review, .similarUnproved, "alike"), "\(place)")
        }
    }

    @Test("what a rule leaves to a person of a shot leaves all of it to them")
    func askedPart() throws {
        var album = Self.proved()
        album.world.items += ["/W/a.xmp", "/W/a.jpg.json"].map { ItemValues.file($0, size: 3) }
        album.world.file.rules.insert(
            Rule(id: "notes", match: .name("*.xmp"), action: .review), at: 0)
        #expect(
            try album.outcomes().map(\.verdict) == [.review, .keep, .review, .review])
        let plan = try album.plan()
        let picture = try #require((0..<4).first { plan.listing.path($0) == "/W/a.jpg" })
        let parts = (0..<4).filter { plan.companionMain($0) == picture }
        #expect(parts.count == 2)
    }

    @Test("a raw file is never deleted unseen")
    func raw() throws {
        var album = Self.proved()
        for (place, path) in ["/W/a.dng", "/P/a.dng"].enumerated() {
            album.world.items[place] = Album.picture(
                path, taken: 5, camera: "A", pixels: (1_000 + Int64(place), 800))
        }
        #expect(try album.outcomes()[0] == Outcome(.review, .similarUnproved, "alike"))
    }

    @Test("where several copies stay, the one it was compared with has to, and they all do")
    func copies() throws {
        var album = Self.proved()
        album.world.items.append(
            Album.picture("/P/b.jpg", taken: 5, camera: "A"))
        album.pairs = [(0, 1, Album.near), (1, 2, Album.near)]
        var selection = Self.selection
        selection.copies = 2
        album.world.file.rules = [Album.rule(selection, action: .delete)]
        let plan = try album.plan()
        let row = try #require((0..<3).first { plan.listing.path($0) == "/W/a.jpg" })
        let leader = try #require(plan.leader(of: row, ruleNumber: 0))
        let demands = GroupIndex(plan).obligations(of: row)
        #expect(plan.verdict(row) == .delete)
        #expect(demands.map(\.needed) == [1, 2])
        #expect(demands[0].survivors == [leader])
        #expect(demands.count == GroupIndex(plan).demands(of: row).count)
    }

    @Test("without a look, or with a decision less, no more goes", arguments: propertySeeds)
    func removal(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 17)
        for _ in 0..<10 {
            let album = randomAlbum(&random)
            let before = try gone(album)
            var other = album
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let place = Int.random(in: other.world.items.indices, using: &random)
                other.world.items[place].photo = nil
                other.pairs.removeAll { $0.0 == place || $0.1 == place }
            case 1: other.decided = other.decided.map { $0 - 1 }
            default:
                other.absent.insert(Int.random(in: other.world.items.indices, using: &random))
            }
            let after = try gone(other)
            #expect(after.isSubset(of: before), "seed \(seed)")
        }
    }

    @Test("what goes unseen looks like one that stays", arguments: propertySeeds)
    func leaders(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 23)
        for _ in 0..<10 {
            let album = randomAlbum(&random)
            let plan = try album.plan()
            for row in 0..<plan.listing.count where plan.verdict(row) == .delete {
                let leader = try #require(plan.leader(of: row, ruleNumber: 0), "seed \(seed)")
                #expect(plan.verdict(leader) == .keep, "seed \(seed)")
                #expect(plan.listing.taken[row] == plan.listing.taken[leader], "seed \(seed)")
                let (mine, its) = (plan.listing.width[row], plan.listing.width[leader])
                #expect(its * its * 10 >= mine * mine * 9, "seed \(seed)")
                #expect(album.decided ?? 0 >= 50, "seed \(seed)")
            }
        }
    }

    /// The paths of what a plan deletes.
    private func gone(_ album: Album) throws -> Set<String> {
        let outcomes = try album.outcomes()
        return Set(
            outcomes.indices.filter { outcomes[$0].verdict == .delete }
                .map { album.world.items[$0].path })
    }

    private func randomAlbum(_ random: inout SplitMix64) -> Album {
        var album = Album()
        let count = Int.random(in: 3...8, using: &random)
        for place in 0..<count {
            let side: Int64 = [10, 20, 21, 40].randomElement(using: &random) ?? 10
            album.world.items.append(
                Album.picture(
                    "/\(place).jpg", taken: Int.random(in: 0..<4, using: &random) == 0 ? nil : 7,
                    pixels: (side, side)))
        }
        for one in 0..<count {
            for other in one + 1..<count where Int.random(in: 0..<2, using: &random) == 0 {
                album.pairs.append((one, other, Album.near))
            }
        }
        album.world.file.rules = [Album.rule(Self.selection, action: .delete)]
        album.decided = Int64.random(in: 49...52, using: &random)
        if Int.random(in: 0..<6, using: &random) == 0 { album.world.items[0].photo = nil }
        return album
    }
}

/// What is taken away of all that speaks for a deletion.
private struct MissingCase: CustomTestStringConvertible, Sendable {
    var name: String
    var doubts: [LookDoubt] = []
    var change: @Sendable (inout Album) -> Void

    var testDescription: String { name }

    private static func select(
        _ album: inout Album, _ change: (inout SimilarSelection) -> Void
    ) {
        guard case .similar(var selection)? = album.world.file.rules[0].selection else { return }
        change(&selection)
        album.world.file.rules[0].selection = .similar(selection)
    }

    private static func more(_ album: inout Album, drive: String? = nil) {
        var item = ItemValues.file("/other.jpg", size: 4)
        if let drive {
            album.world.drives.append((drive, .listing))
            item.drive = drive
        }
        album.world.items.append(item)
    }

    /// Puts a film beside the picture that is to go, which names its Live Photo.
    private static func film(
        _ album: inout Album, of id: String? = "one", _ facts: PhotoFacts? = nil
    ) {
        album.world.items[0].photo?.liveID = id
        var film = ItemValues.file("/W/a.mov", size: 3)
        film.photo = facts
        album.world.items.append(film)
    }

    /// Has a rule of its own keep what lies in `/P`, so that this leads whatever it is.
    private static func keepLeader(_ album: inout Album) {
        album.world.file.rules.append(Rule(id: "mine", match: .path("/P/*"), action: .keep))
    }

    /// The same, with a third picture that is as good as the first.
    private static func another(_ album: inout Album) {
        keepLeader(&album)
        album.world.items.append(Album.picture("/Q/a.jpg", taken: 5, camera: "A"))
        album.pairs.append((1, 2, Album.near))
    }

    static let all: [MissingCase] = [
        MissingCase(
            name: "a look at the film of a Live Photo", doubts: [.notLookedAt(pictures: 1)]
        ) {
            film(&$0)
        },
        MissingCase(
            name: "a look at that film and at another picture",
            doubts: [.notLookedAt(pictures: 2)]
        ) { album in
            film(&album)
            more(&album)
        },
        MissingCase(
            name: "a look at the film beside pictures of one name",
            doubts: [.notLookedAt(pictures: 1)]
        ) { album in
            film(&album)
            album.world.items.append(Album.picture("/W/a.png"))
        },
        MissingCase(name: "a state", doubts: [.noState]) { $0.decided = nil },
        MissingCase(name: "any decision", doubts: [.undecided(groups: 0, of: 50)]) {
            $0.decided = 0
        },
        MissingCase(name: "the last decision", doubts: [.undecided(groups: 49, of: 50)]) {
            $0.decided = 49
        },
        MissingCase(
            name: "decisions about this rule", doubts: [.undecided(groups: 0, of: 50)]
        ) {
            $0.world.file.rules[0].id = "renamed"
        },
        MissingCase(name: "a look at another picture", doubts: [.notLookedAt(pictures: 1)]) {
            more(&$0)
        },
        MissingCase(
            name: "a look at a picture of another drive that is in reach",
            doubts: [.notLookedAt(pictures: 1)]
        ) { album in
            more(&album, drive: "far")
            select(&album) { $0.reach = .drives }
        },
        MissingCase(name: "a look of this state at what goes", doubts: [.notPresent]) {
            $0.absent = [0]
        },
        MissingCase(name: "a look of this state at what stays", doubts: [.notPresent]) {
            $0.absent = [1]
        },
        MissingCase(name: "when one was taken", doubts: [.taken]) {
            $0.world.items[0].taken = nil
        },
        MissingCase(name: "when both were taken", doubts: [.taken]) {
            $0.world.items[0].taken = nil
            $0.world.items[1].taken = nil
        },
        MissingCase(name: "one zone", doubts: [.taken]) {
            $0.world.items[0].taken = Timestamp(secondsSinceEpoch: 5 + 3_600)
            $0.world.items[0].photo?.takenIsZoneless = true
        },
        MissingCase(name: "how large it is", doubts: [.notAsGood]) {
            $0.world.items[0].width = nil
        },
        MissingCase(
            name: "as many pixels in the one that leads, where a third has them",
            doubts: [.notAsGood]
        ) { album in
            another(&album)
            album.world.items[1].width = 800
            album.world.items[1].height = 600
        },
        MissingCase(
            name: "the camera of the one that leads, where a third tells it",
            doubts: [.notAsGood]
        ) { album in
            another(&album)
            album.world.items[1].camera = nil
        },
        MissingCase(name: "that no raw file is of the shot", doubts: [.raw]) {
            $0.world.items.append(Album.picture("/W/a.CR2", taken: 5))
        },
        MissingCase(name: "that the kind is copies", doubts: [.notAllowed]) { album in
            select(&album) {
                $0 = SimilarSelection(
                    kind: .shots, takenWithinSeconds: 10, preferences: [.order(.mostPixels)],
                    deletesUnseen: true)
            }
        },
        MissingCase(name: "that they are near", doubts: [.notAllowed]) { album in
            select(&album) { $0.level = .close }
        },
        MissingCase(name: "that the rule says so", doubts: [.notAllowed]) { album in
            select(&album) { $0.deletesUnseen = false }
        },
        MissingCase(name: "that pixels come first", doubts: [.notAllowed]) { album in
            select(&album) { $0.preferences = [.order(.oldestTaken), .order(.mostPixels)] }
        },
        MissingCase(name: "a way back", doubts: [.notAllowed]) {
            $0.world.file.rules[0].method = .permanent
        },
        MissingCase(name: "a way back where the rule is silent", doubts: [.notAllowed]) {
            $0.world.file.defaults.method = .permanent
        },
    ]

    /// Not for a person to look at, for it stays.
    static let sparing: [MissingCase] = [
        MissingCase(name: "more pixels than the one that leads") { album in
            keepLeader(&album)
            album.world.items[1].width = 800
            album.world.items[1].height = 600
        },
        MissingCase(name: "pixels, where those of the other are not known") { album in
            keepLeader(&album)
            album.world.items[1].width = nil
        },
        MissingCase(name: "when it was taken, which the other does not tell") {
            $0.world.items[1].taken = nil
        },
        MissingCase(name: "its camera, which the other does not tell") {
            $0.world.items[1].camera = nil
        },
        MissingCase(name: "what the camera saw, where the other was made of it") {
            $0.world.items[0] = Album.picture(
                "/W/a.dng", taken: 5, camera: "A", pixels: (1_600, 1_200))
        },
        MissingCase(name: "another instant") {
            $0.world.items[0].taken = Timestamp(secondsSinceEpoch: 6)
        },
        MissingCase(name: "another camera") { $0.world.items[0].camera = "B" },
        MissingCase(name: "another shape") { $0.world.items[0].height = 1_600 },
        MissingCase(name: "a look that is close and not near") {
            $0.pairs = [(0, 1, Album.close)]
        },
        MissingCase(name: "that a person called them different") { $0.unlike = [(0, 1)] },
        MissingCase(name: "that a person kept it") {
            $0.world.decisions = ["/W/a.jpg": .keep]
        },
        MissingCase(name: "an album") { $0.world.items[0].albums = ["Norway"] },
        MissingCase(name: "a rule that keeps it") {
            $0.world.file.rules.append(Rule(id: "w", match: .path("/W/*"), action: .keep))
        },
        MissingCase(name: "a protection") {
            $0.world.file.protections = [
                Rule(id: "w", itemType: nil, match: .path("/W/*"), action: .protect)
            ]
        },
        MissingCase(name: "a note of it that a rule keeps") { album in
            album.world.items.append(ItemValues.file("/W/a.xmp", size: 3))
            album.world.file.rules.append(
                Rule(id: "notes", match: .name("*.xmp"), action: .keep))
        },
        MissingCase(name: "that the rule does not take part") {
            $0.world.file.rules[0].isEnabled = false
        },
    ]

    static let harmless: [MissingCase] = [
        MissingCase(name: "a look at the film beside a picture of no Live Photo") {
            film(&$0, of: nil)
        },
        MissingCase(name: "the id of a film that was looked at") {
            film(&$0, PhotoFacts())
        },
        MissingCase(name: "a film of another Live Photo") {
            film(&$0, PhotoFacts(liveID: "other"))
        },
        MissingCase(name: "the film of the Live Photo, which goes along") {
            film(&$0, PhotoFacts(liveID: "one"))
        },
        MissingCase(name: "a look at a film without a byte") { album in
            film(&album)
            album.world.items[2].size = 0
        },
        MissingCase(name: "a picture that contradicts its drive") { album in
            more(&album)
            album.contradicting = [2]
        },
        MissingCase(name: "a picture that cannot be read") { album in
            album.world.items.append(Album.picture("/broken.jpg"))
        },
        MissingCase(name: "a picture of another drive, out of reach") { more(&$0, drive: "far") },
        MissingCase(name: "a file that is no picture") {
            $0.world.items.append(ItemValues.file("/a.txt", size: 4))
        },
        MissingCase(name: "a gentler way than the default") {
            $0.world.file.defaults.method = .permanent
            $0.world.file.rules[0].method = .recycle
        },
    ]
}
