// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Why the one that leads a group stays")
struct StayingGroundTests {
    /// Two pictures that look alike, `/P/a.jpg` and the smaller `/W/b.jpg`, by one rule.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let preferences: [KeepPreference]
        let ground: StayingGround?
        let change: @Sendable (inout Album) -> Void

        var testDescription: String { name }

        init(
            _ name: String, _ preferences: [KeepPreference], _ ground: StayingGround?,
            _ change: @escaping @Sendable (inout Album) -> Void = { _ in }
        ) {
            self.name = name
            self.preferences = preferences
            self.ground = ground
            self.change = change
        }

        func album() -> Album {
            var album = Album()
            album.world.items = [
                Album.picture("/W/b.jpg", size: 8, pixels: (1_600, 1_200)),
                Album.picture("/P/a.jpg"),
            ]
            album.pairs = [(0, 1, Album.near)]
            album.world.file.rules = [
                Album.rule(SimilarSelection(kind: .copies, preferences: preferences))
            ]
            change(&album)
            return album
        }
    }

    private static func glob(_ text: String, _ style: Glob.Style) -> Glob {
        guard let glob = try? Glob(text, style: style) else { preconditionFailure(text) }
        return glob
    }

    /// What is said of the larger one, where the preference decides.
    private static func preferred(_ preference: KeepPreference) -> StayingGround {
        .preferred(preference, bytes: 10, pixels: 12_000_000, of: 2)
    }

    static let cases: [Case] = {
        let inside = KeepPreference.inside(glob("/P/**", .path))
        let named = KeepPreference.named(glob("a.*", .name))
        return [
            Case("no preference", [], nil),
            Case("pixels", [.order(.mostPixels)], preferred(.order(.mostPixels))),
            Case("bytes", [.order(.largest)], preferred(.order(.largest))),
            Case(
                "the first that sets it apart",
                [.order(.oldestTaken), .order(.shortestPath), inside], preferred(inside)),
            Case("a name", [named], preferred(named)),
            Case("the same drive", [.drive("main")], nil),
            Case(
                "a value that only it has", [.order(.newestTaken)],
                preferred(.order(.newestTaken))
            ) { $0.world.items[1].taken = Timestamp(secondsSinceEpoch: 7) },
            Case("a protection", [.order(.mostPixels)], .protected) {
                $0.world.file.protections = [
                    Rule(id: "p", itemType: nil, match: .path("/P/**"), action: .protect)
                ]
            },
            Case("a rule", [.order(.mostPixels)], .rule("mine")) {
                $0.world.file.rules.append(
                    Rule(id: "mine", match: .path("/P/**"), action: .keep))
            },
            Case("a person", [.order(.mostPixels)], .decided) {
                $0.world.decisions = ["/P/a.jpg": .keep]
            },
            Case("an album", [.order(.mostPixels)], .albums(["A"])) {
                $0.world.items[1].albums = ["A"]
            },
        ]
    }()

    @Test("is what keeps it anyway, else the first preference that sets it apart", arguments: cases)
    func grounds(test: Case) throws {
        let plan = try test.album().plan()
        for row in 0..<2 {
            let explanation = Explanation(plan, row: row)
            let rule = try #require(explanation.rules.first { $0.rule.id == "alike" })
            #expect(rule.staying == test.ground, "\(plan.listing.path(row))")
            #expect(rule.group.count == 2)
            let isLeader = plan.listing.path(row) == "/P/a.jpg"
            #expect((rule.likeness == .leads) == isLeader)
            #expect(explanation.verdict == (isLeader ? .keep : .review))
        }
    }

    /// Why the smaller one stays beside the one that leads.
    private func besides(_ album: Album, decided: Bool = false) throws -> StayingGround? {
        let plan = try album.plan()
        func row(_ path: String) throws -> Int {
            try #require((0..<plan.listing.count).first { plan.listing.path($0) == path })
        }
        let (member, leader) = (try row("/W/b.jpg"), try row("/P/a.jpg"))
        let grounds = StayingGrounds(
            plan, ruleNumber: plan.rules.firstIndex { $0.id == "alike" }, others: [],
            decided: decided ? [member] : [])
        return grounds.ground(of: member, besides: leader)
    }

    @Test("of another one is what belongs to it, or what it has before the one that leads")
    func others() throws {
        let plain = Case("", [.order(.mostPixels)], nil).album()
        #expect(try besides(plain) == nil)
        #expect(try besides(plain, decided: true) == .decided)
        var shot = plain
        shot.world.items.append(Album.picture("/W/b.CR2"))
        shot.world.file.rules.append(Rule(id: "raw", match: .name("*.cr2"), action: .keep))
        #expect(try besides(shot) == .companion("b.CR2"))
        var better = plain
        better.world.items[1].width = 800
        better.world.items[1].height = 600
        better.world.file.rules.append(Rule(id: "mine", match: .path("/P/**"), action: .keep))
        #expect(try besides(better) == .better(.pixels))
    }

    @Test("is not told of what is in no group")
    func none() throws {
        var album = Case("", [.order(.mostPixels)], nil).album()
        album.world.file.rules.append(Rule(id: "all", match: .everything, action: .review))
        #expect(try Explanation(album.plan(), row: 0).rules.allSatisfy { $0.staying == nil })
        album.world.file.rules.removeLast()
        album.pairs = []
        #expect(try Explanation(album.plan(), row: 0).rules.allSatisfy { $0.staying == nil })
    }

    @Test("a group that several rules see is one")
    func groupCount() throws {
        var album = Album()
        album.world.items = (0..<6).map { Album.picture("/\($0).jpg") }
        album.pairs = [(0, 1, Album.near), (2, 3, Album.near), (3, 4, Album.near)]
        func count(_ ids: [String]) throws -> Int {
            album.world.file.rules = ids.map { id in
                Rule(
                    id: id, selection: .similar(SimilarSelection(kind: .copies)), action: .review)
            }
            return try album.plan().similarGroupCount()
        }
        #expect(try count(["alike"]) == 2)
        #expect(try count(["alike", "again"]) == 2)
        #expect(try count([]) == 0)
        album.pairs = []
        #expect(try count(["alike"]) == 0)
    }
}
