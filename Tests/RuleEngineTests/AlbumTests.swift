// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Albums")
struct AlbumTests {
    private func item(_ path: String, _ albums: [String]?, hash: String? = nil) -> ItemValues {
        var item = ItemValues.file(path, hash: hash)
        item.albums = albums
        return item
    }

    private func test(_ values: TestValue...) -> Condition {
        .test(FieldTest(.album, values))
    }

    private func glob(_ text: String) throws -> TestValue { .glob(try Glob(text, style: .text)) }

    private func protection(_ match: Condition) -> Rule {
        Rule(id: "p", itemType: nil, match: match, action: .protect)
    }

    /// The paths that a deletion of everything takes, with a protection of what meets `match`.
    private func deleted(
        _ items: [ItemValues], sparing match: Condition, on kind: DriveKind
    ) throws -> [String] {
        var world = World()
        world.drives = [("main", kind)]
        world.items = items
        world.file.protections = [protection(match)]
        world.file.rules = [
            Rule(id: "all", itemType: nil, match: .everything, action: .delete)
        ]
        let outcomes = try world.outcomes().filter { $0.value.verdict == .delete }
        return outcomes.keys.map { String($0.dropFirst("main:".utf8.count)) }.sorted()
    }

    @Test("are asked for by name, by any of several, folded, and by whether there are any")
    func names() throws {
        let items = [
            item("/none", []), item("/one", ["Norway 2024"]), item("/two", ["Best of", "NORWAY"]),
            item("/other", ["Sweden"]),
        ]
        let cases: [(Condition, [String])] = [
            (test(try glob("norway*")), ["/none", "/other"]),
            (test(try glob("Norway")), ["/none", "/one", "/other"]),
            (test(try glob("Best of"), try glob("swe*")), ["/none", "/one"]),
            (test(.present), ["/none"]),
            (test(.missing), ["/one", "/other", "/two"]),
            (test(.missing, try glob("Sweden")), ["/one", "/two"]),
            (.none([test(.present)]), ["/one", "/other", "/two"]),
            // No name reaches over the end of another.
            (test(try glob("Best of?NORWAY")), ["/none", "/one", "/other", "/two"]),
        ]
        for kind in [DriveKind.onedrive, .listing] {
            for (match, expected) in cases {
                #expect(try deleted(items, sparing: match, on: kind) == expected, "\(match)")
            }
        }
    }

    @Test("nobody tells of are unknown, so that a protection protects all")
    func untold() throws {
        for kind in [DriveKind.onedrive, .listing] {
            for match in [test(.present), test(.missing), test(try glob("A"))] {
                let items = [item("/a", nil), item("/b", nil)]
                #expect(try deleted(items, sparing: match, on: kind) == [], "\(kind) \(match)")
            }
        }
    }

    @Test("of which some names were left out may be any, and one without a name is one")
    func cut() throws {
        let many = (0..<200).map { "A\($0)" }
        let long = String(repeating: "é", count: 600)
        let items = [
            item("/many", many), item("/long", [long]), item("/few", ["B"]),
            item("/nameless", [""]),
        ]
        let cases: [(Condition, [String])] = [
            // Unknown protects: the name may be one of those that are not kept.
            (test(try glob("C")), ["/few", "/nameless"]),
            (test(try glob("B")), ["/nameless"]), (test(.present), []),
        ]
        for (match, expected) in cases {
            #expect(try deleted(items, sparing: match, on: .onedrive) == expected, "\(match)")
        }
    }

    @Test("are told by drives of which some item tells")
    func drives() throws {
        var world = World()
        world.drives = [("main", .listing), ("other", .listing)]
        world.items = [item("/a", nil), item("/b", ["A"])]
        #expect(try world.plan().listing.drivesWithAlbums() == [0])
        world.items = [item("/a", nil), item("/b", nil)]
        #expect(try world.plan().listing.drivesWithAlbums() == [])
    }

    @Test("are none in folders of this machine")
    func local() throws {
        let items = [item("/a", nil)]
        #expect(try deleted(items, sparing: test(.present), on: .local) == ["/a"])
        #expect(try deleted(items, sparing: test(try glob("A")), on: .local) == ["/a"])
        #expect(try deleted(items, sparing: test(.missing), on: .local) == [])
    }

    @Test(
        "save a copy, whatever the preferences: of two the one in an album stays",
        arguments: [
            ([nil, nil], ["/b"]), ([["A"], []], ["/b"]), ([[], ["A"]], ["/a"]),
            ([["A"], ["B"]], []), ([[], []], ["/b"]),
        ] as [([[String]?], [String])])
    func copies(albums: [[String]?], gone: [String]) throws {
        for kind in [DriveKind.onedrive, .listing] {
            var world = World()
            world.drives = [("main", kind)]
            world.items = [item("/a", albums[0], hash: "h"), item("/b", albums[1], hash: "h")]
            world.file.rules = [
                Rule(
                    id: "dup",
                    selection: .duplicates(
                        DuplicateSelection(
                            key: .content, preferences: [.order(.shortestPath)])), action: .delete)
            ]
            let taken = try world.outcomes().filter { $0.value.verdict == .delete }
            #expect(taken.keys.map { String($0.dropFirst(5)) } == gone, "\(kind)")
        }
    }

    @Test("save a picture that looks like a larger one, and a surplus is no copy")
    func others() throws {
        var album = Album()
        album.world.items = [
            Album.picture("/large.jpg"), Album.picture("/small.jpg", pixels: (400, 300)),
        ]
        album.world.items[0].albums = []
        album.world.items[1].albums = []
        album.pairs = [(0, 1, Album.near)]
        album.world.file.rules = [
            Album.rule(SimilarSelection(kind: .copies, preferences: [.order(.mostPixels)]))
        ]
        func verdicts() throws -> [Verdict] {
            let plan = try album.plan()
            return (0..<2).map { plan.verdict($0) }
        }
        #expect(try verdicts() == [.keep, .review])
        album.world.items[1].albums = ["A"]
        // What stays is not as good as what would go, which stays as well.
        #expect(try verdicts() == [.keep, .keep])
        album.world.items[0].width = 400
        album.world.items[0].height = 300
        #expect(try verdicts() == [.review, .keep])
        let explanation = Explanation(try album.plan(), row: 1)
        #expect(explanation.rules.first?.albums == ["A"])
        var world = World()
        world.items = [item("/a", ["A"]), item("/b", [])]
        world.items[0].created = Timestamp(secondsSinceEpoch: 1)
        world.items[1].created = Timestamp(secondsSinceEpoch: 2)
        world.file.rules = [
            Rule(
                id: "s",
                selection: .surplus(SurplusSelection(keep: 1, newestBy: .created, reach: .folder)),
                action: .delete)
        ]
        #expect(try world.outcome("/a")?.verdict == .delete)
    }

    @Test("are asked about again right before an item goes")
    func standing() throws {
        var file = RuleFile()
        file.rules = [
            Rule(
                id: "dup", selection: .duplicates(DuplicateSelection(key: .content)),
                action: .delete),
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete),
        ]
        func verdicts(_ items: [ItemValues]) throws -> [Verdict] {
            try StandingCheck(
                ruleFile: file, drives: [ListedDrive(name: "main", kind: .onedrive)],
                now: Timestamp(secondsSinceEpoch: 1_768_478_400), timeZone: .utc
            ).standings(of: items).map(\.verdict)
        }
        let items = [
            item("/a", [], hash: "h"), item("/b", ["A"], hash: "h"), item("/c", nil, hash: "h"),
            item("/d.tmp", ["A"], hash: "h"),
        ]
        #expect(try verdicts(items) == [.delete, .keep, .delete, .delete])
        file.protections = [protection(test(.present))]
        #expect(try verdicts(items) == [.delete, .keep, .delete, .keep])
        // Alone, nothing else shows that this drive tells of albums.
        #expect(try verdicts([items[2]]) == [.keep])
        #expect(try verdicts([items[0]]) == [.delete])
    }

    @Test("have names that come back as they went in, whatever is in them")
    func texts() {
        let long = String(repeating: "é", count: 2_000)
        for names in [[], ["A"], ["B", "A"], ["A", "A"], ["", "A"], ["a\u{1f}b"], [long]] {
            let back = AlbumNames.names(in: AlbumNames.text(names))
            let expected = Set(
                names.map { String($0.filter { $0 != "\u{1f}" }.prefix(512)) }.map {
                    $0.isEmpty ? "?" : $0
                })
            #expect(Set(back) == expected && back.count == expected.count)
        }
        #expect(AlbumNames.names(in: AlbumNames.text((0..<200).map { "\($0)" })).count == 64)
    }
}
