// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

@testable import DriveAdapters

@Suite("The items of a feed get their places")
struct FeedResolutionTests {
    private typealias Item = FeedItem

    @Test("by ids alone, in whatever order they come")
    func order() throws {
        let items = [
            Item.file("f", "a.txt", "B"), Item.folder("B", "b", "A"), Item.root(),
            Item.folder("A", "a", "R"), Item.file("g", "top.txt", "R"),
        ]
        for shift in 0..<items.count {
            let turned = Array(items[shift...] + items[..<shift])
            let (listing, notes) = try feedListing([turned])
            #expect(listing.paths == ["/a", "/a/b", "/a/b/a.txt", "/top.txt"])
            #expect(notes.isEmpty)
        }
    }

    @Test(
        "by the last word on each id",
        arguments: [
            // Twice in one page, then moved, then renamed.
            (
                [
                    [Item.file("f", "x", "R"), Item.file("f", "y", "R")],
                    [Item.file("f", "z", "A")],
                ],
                ["/a", "/a/z"]
            ),
            // A tombstone takes what lies below it, whatever came first.
            ([[Item.file("f", "x", "A"), Item.gone("A")]], []),
            ([[Item.gone("A")], [Item.file("f", "x", "A")]], []),
            // What was moved out before stays, and so does what was moved out after.
            ([[Item.file("f", "x", "A")], [Item.file("f", "x", "R"), Item.gone("A")]], ["/x"]),
            ([[Item.file("f", "x", "A")], [Item.gone("A"), Item.file("f", "x", "R")]], ["/x"]),
            // Gone, and back.
            (
                [[Item.file("f", "x", "R")], [Item.gone("f")], [Item.file("f", "x", "R")]],
                ["/a", "/x"]
            ),
            // A tombstone of something that was never listed.
            ([[Item.gone("nobody"), Item.file("f", "x", "R")]], ["/a", "/x"]),
            // The name that a deletion frees is used before the deletion is told.
            (
                [[Item.file("f", "x", "R")], [Item.file("g", "x", "R"), Item.gone("f")]],
                ["/a", "/x"]
            ),
            // A folder that was renamed takes what lies below it along.
            ([[Item.file("f", "x", "A")], [Item.folder("A", "b", "R")]], ["/b", "/b/x"]),
        ] as [([[String]], [String])])
    func lastWord(pages: [[String]], paths: [String]) throws {
        let (listing, _) = try feedListing(
            [[Item.root(), Item.folder("A", "a", "R")]] + pages)
        #expect(listing.paths == paths)
    }

    @Test("below the root, whatever a later page says of it")
    func forgottenRoot() throws {
        for later in [Item.folder("R", "root", nil), Item.file("R", "root", nil), Item.gone("R")] {
            let (listing, _) = try feedListing([
                [Item.root(), Item.file("f", "a.txt", "R")], [later],
            ])
            #expect(listing.paths == ["/a.txt"])
        }
    }

    @Test("or are left out, with all that lies below them, and people are told")
    func leftOut() throws {
        let (listing, notes) = try feedListing([
            [
                Item.root(), Item.file("1", "kept", "R"),
                Item.file("2", "secret", "V"),
                Item.folder("V", "Tresor", "R", #""specialFolder":{"name":"vault"}"#),
                Item.file("3", "page.one", "N"),
                #"{"id":"N","name":"Notes","package":{"type":"oneNote"},"parentReference":{"id":"R"}}"#,
                Item.file("4", "adrift", "unknown"), Item.file("5", "no parent", nil),
                Item.folder("6", "circle", "7"), Item.folder("7", "circle", "6"),
                #"{"id":"8","name":"far","file":{},"parentReference":{"driveId":"other","id":"R"}}"#,
                Item.file("9", "a/b", "R"), Item.file("10", "..", "R"), Item.file("11", "", "R"),
                Item.file("12", "below a file", "1"),
            ]
        ])
        #expect(listing.paths == ["/Notes", "/kept"])
        let row = try #require(listing.row("/Notes"))
        #expect(listing.itemFlags(row).isSuperset(of: [.undeletable, .neverEmpty, .folder]))
        let told = notes.map { $0.path + " " + $0.text }.joined(separator: "\n")
        #expect(notes.count == 5)
        for word in ["Personal Vault", "notebook", "another drive", "name", "does not list"] {
            #expect(told.contains(word), "\(word) in \(told)")
        }
    }

    @Test(
        "and some of them are never deleted",
        arguments: [
            (Item.file("x", "x", "R"), false),
            (Item.folder("x", "x", "R"), false),
            (Item.folder("x", "x", "R", #""specialFolder":{"name":"photos"}"#), true),
            (Item.file("x", "x", "R", #""malware":{}"#), true),
            (Item.folder("x", "x", "R", #""bundle":{"childCount":2}"#), true),
            (Item.file("x", "x", "R", #""remoteItem":{"id":"y"}"#), true),
            (#"{"id":"x","name":"x","file":{},"size":1,"parentReference":{"id":"R"}}"#, true),
            (#"{"id":"x","name":"x","file":{},"eTag":"e","parentReference":{"id":"R"}}"#, true),
            (#"{"id":"x","name":"x","size":1,"eTag":"e","parentReference":{"id":"R"}}"#, true),
        ])
    func undeletable(item: String, isUndeletable: Bool) throws {
        let (listing, _) = try feedListing([[Item.root(), item]])
        let row = try #require(listing.row("/x"))
        #expect(listing.itemFlags(row).contains(.undeletable) == isUndeletable)
    }

    @Test("below the folder that is the top, whatever its case")
    func root() throws {
        let items = [
            Item.root(), Item.folder("A", "Pictures", "R"), Item.folder("B", "2020", "A"),
            Item.file("f", "x.jpg", "B"), Item.file("g", "else.txt", "R"),
        ]
        #expect(
            try feedListing([items], root: "/Pictures").listing.paths == ["/2020", "/2020/x.jpg"])
        #expect(try feedListing([items], root: "/pictures/2020").listing.paths == ["/x.jpg"])
        #expect(throws: FeedFault.self) { try feedListing([items], root: "/Music") }
        #expect(throws: FeedFault.self) { try feedListing([items], root: "/else.txt") }
        #expect(throws: FeedFault.self) { try feedListing([[Item.file("f", "x", "R")]]) }
    }

    @Test("by ids of personal drives however they are spelled")
    func personalIDs() throws {
        let (listing, _) = try feedListing([
            [
                Item.root("0B5C1D2E3F4A5061!101"),
                Item.folder("b5c1d2e3f4a5061!7", "a", "B5C1D2E3F4A5061!101"),
                Item.file(
                    "0B5C1D2E3F4A5061!sAB", "x", "0B5C1D2E3F4A5061!7",
                    #""createdBy":{"user":null}"#),
                Item.file("0b5c1d2e3f4a5061!sab", "y", "0B5C1D2E3F4A5061!7"),
                #"{"id":"0B5C1D2E3F4A5061!9","name":"z","file":{},"#
                    + #""parentReference":{"driveId":"b5c1d2E3F4A5061","id":"0b5c1d2e3f4a5061!101"}}"#,
            ]
        ])
        #expect(listing.paths == ["/a", "/a/y", "/z"])
        // Ids of business drives that differ in case only are two.
        let (other, _) = try feedListing([
            [Item.root(), Item.file("01AB", "x", "R"), Item.file("01ab", "y", "R")]
        ])
        #expect(other.paths == ["/x", "/y"])
    }

    @Test("with values that are unknown where the service gives none that can be")
    func values() throws {
        func values(_ members: String) throws -> ItemValues {
            let item = #"{"id":"x","name":"x","file":{\#(members)},"parentReference":{"id":"R"}}"#
            let (listing, _) = try feedListing([[Item.root(), item]])
            return listing.values(try #require(listing.row("/x")))
        }
        func dated(_ date: String) throws -> Timestamp? {
            let item =
                #"{"id":"x","name":"x","file":{},"parentReference":{"id":"R"},"#
                + #""fileSystemInfo":{"lastModifiedDateTime":\#(date)}}"#
            let (listing, _) = try feedListing([[Item.root(), item]])
            return listing.values(try #require(listing.row("/x"))).modified
        }
        #expect(try dated("\"2024-07-14T21:02:10Z\"") != nil)
        for date in [
            "null", "\"\"", "\"0001-01-01T00:00:00Z\"", "\"9999-12-31T23:59:59Z\"", "\"soon\"", "7",
        ] { #expect(try dated(date) == nil, "\(date)") }
        let hex = "7428c31ce8408732cc810e6594031d6200000000"
        #expect(
            try values(#""hashes":{"quickXorHash":"\#(hex)"}"#).quickXor
                == "dCjDHOhAhzLMgQ5llAMdYgAAAAA=")
        #expect(try values(#""hashes":{}"#).quickXor == nil)
        #expect(try values(#""hashes":null,"mimeType":5"#).mime == nil)
    }

    @Test("so that pages in any order and with any repeats give the truth", arguments: 0..<40)
    func truth(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var items: [String: FeedItem] = [:]
        var pages: [[String]] = [[FeedItem.root()]]
        var count = 0
        for _ in 0..<12 {
            var page: [String] = []
            for _ in 0..<random.below(12) {
                let folders = items.values.filter(\.isFolder).map(\.id).sorted() + ["R"]
                let parent = folders[random.below(folders.count)]
                switch random.below(5) {
                case 0, 1:
                    count += 1
                    items["i\(count)"] = FeedItem(
                        id: "i\(count)", name: "n\(count)", parent: parent,
                        isFolder: random.below(2) == 0)
                    page.append(items["i\(count)"]?.json ?? "")
                case 2:
                    guard let id = items.keys.sorted().randomElement(using: &random) else { break }
                    if isBelow(parent, id, items) { break }
                    items[id]?.parent = parent
                    // A change may be told more than once.
                    for _ in 0...random.below(2) { page.append(items[id]?.json ?? "") }
                case 3:
                    guard let id = items.keys.sorted().randomElement(using: &random) else { break }
                    let below = items.keys.filter { isBelow($0, id, items) }
                    for one in below { items[one] = nil }
                    page.append(FeedItem.gone(id))
                default:
                    guard let id = items.keys.sorted().randomElement(using: &random) else { break }
                    items[id]?.name += "x"
                    page.append(items[id]?.json ?? "")
                }
            }
            pages.append(page)
        }
        let expected = items.values.map { path(of: $0, items) }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        #expect(try feedListing(pages).listing.paths == expected)
    }

    private func isBelow(_ id: String, _ top: String, _ items: [String: FeedItem]) -> Bool {
        var current: String? = id
        while let one = current {
            if one == top { return true }
            current = items[one]?.parent
        }
        return false
    }

    private func path(of item: FeedItem, _ items: [String: FeedItem]) -> String {
        guard let parent = item.parent, let above = items[parent] else { return "/" + item.name }
        return path(of: above, items) + "/" + item.name
    }
}
