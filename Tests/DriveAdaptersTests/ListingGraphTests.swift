// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Testing

@Suite("Pages as saved from Microsoft Graph")
struct ListingGraphTests {
    /// A page of one line that holds `items`, each the members of an object.
    private func page(_ items: String...) -> String {
        "{\"@odata.context\":\"x\",\"value\":[" + items.map { "{\($0)}" }.joined(separator: ",")
            + "],\"@odata.nextLink\":\"y\"}\n"
    }

    private let root = #""id":"R","name":"root","root":{},"folder":{"childCount":1}"#

    private func child(_ id: String, _ name: String, of parent: String, _ more: String = "")
        -> String
    {
        "\"id\":\"\(id)\",\"name\":\"\(name)\",\"parentReference\":{\"id\":\"\(parent)\"}\(more)"
    }

    private func placed(
        _ id: String, _ name: String, in path: String, of parent: String? = nil, more: String = ""
    ) -> String {
        let parentID = parent.map { ",\"id\":\"\($0)\"" } ?? ""
        return "\"id\":\"\(id)\",\"name\":\"\(name)\",\"parentReference\":"
            + "{\"path\":\"/drive/root:\(path)\"\(parentID)}\(more)"
    }

    private func gone(_ id: String) -> String {
        "\"id\":\"\(id)\",\"deleted\":{\"state\":\"deleted\"}"
    }

    private let folder = #","folder":{"childCount":0}"#

    @Test func readsEveryMember() throws {
        let text = #"""
            {
              "@odata.context": "https://example.org/$metadata#items",
              "value": [
                {
                  "@downloadUrl": "https://example.org/x?y=z",
                  "createdDateTime": "2024-07-14T21:02:10Z",
                  "eTag": "\"{4C},1\"",
                  "id": "D!1",
                  "lastModifiedDateTime": "2024-07-14T21:02:11Z",
                  "name": "IMG 1.jpg",
                  "cTag": "\"c:{4C},1\"",
                  "size": 3481920,
                  "createdBy": { "user": { "email": "pat@example.org", "displayName": "Pat" } },
                  "parentReference": {
                    "driveId": "0D", "id": "D!0", "path": "/drives/0D/root:/Pictures/Camera%20Roll"
                  },
                  "file": {
                    "mimeType": "image/jpeg",
                    "hashes": { "quickXorHash": "nGJjUG2PBO7hhCRzxZit0qdR1go=", "sha1Hash": "AA",
                                "sha256Hash": "BB", "crc32Hash": 5 }
                  },
                  "fileSystemInfo": {
                    "createdDateTime": "2024-07-14T18:30:55Z",
                    "lastModifiedDateTime": "2024-07-14T18:30:56.123Z"
                  },
                  "image": { "height": 3024, "width": 4032 },
                  "location": { "altitude": 164.04, "latitude": -48.85e0 },
                  "photo": { "cameraMake": "Contoso", "cameraModel": "Phone 9",
                             "takenDateTime": "2024-07-14T18:30:54Z", "iso": 64 },
                  "shared": { "scope": "users" }
                }
              ]
            }
            """#
        var expected = ItemValues(path: "/Pictures/Camera Roll/IMG 1.jpg")
        expected.drive = "main"
        expected.id = "D!1"
        expected.size = 3_481_920
        expected.created = Timestamp(secondsSinceEpoch: 1_720_981_855)
        expected.modified = Timestamp(secondsSinceEpoch: 1_720_981_856)
        expected.taken = Timestamp(secondsSinceEpoch: 1_720_981_854)
        expected.mime = "image/jpeg"
        expected.quickXor = "nGJjUG2PBO7hhCRzxZit0qdR1go="
        expected.sha1 = "aa"
        expected.sha256 = "bb"
        expected.shared = true
        expected.owner = "Pat"
        expected.ownerAddress = "pat@example.org"
        expected.width = 4032
        expected.height = 3024
        expected.camera = "Contoso Phone 9"
        expected.eTag = "\"{4C},1\""
        expected.cTag = "\"c:{4C},1\""
        #expect(readListing(text) == .items([expected]))
        let oneLine = text.split(separator: "\n").joined()
        #expect(readListing(oneLine) == .items([expected]))
        #expect(readListing(oneLine + "\n" + oneLine) == .items([expected]))
        #expect(readListing("\u{feff}\r\n" + text + "\r\n \n") == .items([expected]))
    }

    @Test func eachValueFallsBackOnItsOwn() throws {
        let more = #"""
            ,"createdDateTime":"2024-01-01T00:00:00Z","lastModifiedDateTime":"2024-01-02T00:00:00Z",\#
            "fileSystemInfo":{"createdDateTime":"0001-01-01T00:00:00Z",\#
            "lastModifiedDateTime":"2024-01-03T00:00:00Z"},"image":{"width":5},\#
            "video":{"width":6,"height":7,"duration":8},"photo":{"cameraModel":"M"},"shared":null,\#
            "createdBy":{"user":null,"application":{"id":"x"}},"folder":null,"package":null,\#
            "remoteItem":null,"deleted":null,"root":null,"file":null
            """#
        let item = try #require(
            readListing(page(placed("1", "a", in: "", more: more))).items?.first)
        #expect(item.created == Timestamp(secondsSinceEpoch: 1_704_067_200))
        #expect(item.modified == Timestamp(secondsSinceEpoch: 1_704_240_000))
        #expect(item.width == 5)
        #expect(item.height == 7)
        #expect(item.duration == 8)
        #expect(item.camera == "M")
        #expect(item.shared == false)
        #expect(item.owner == nil)
        #expect(item.type == .file)
        #expect(item.path == "/a")
    }

    @Test(
        arguments: [
            ("", []), (#","folder":{}"#, .folder),
            (#","package":{"type":"oneNote"}"#, [.folder, .neverEmpty]),
            (#","folder":{},"package":{}"#, [.folder, .neverEmpty]),
            (#","remoteItem":{"folder":{},"id":"x"}"#, .shortcut),
            (#","remoteItem":{},"folder":{}"#, [.shortcut, .folder, .neverEmpty]),
            (#","remoteItem":{},"package":{}"#, .shortcut), (#","shared":{}"#, .shared),
            (#","bundle":{"album":{}},"file":{}"#, []),
        ] as [(String, ItemFlags)])
    func facetsSayWhatAnItemIs(_ more: String, _ flags: ItemFlags) throws {
        let text = page(placed("1", "a", in: "", more: ",\"size\":5" + more))
        let listing = try ListingReader(defaultDrive: "main").read(.bytes(Array(text.utf8)))
            .finish()
        try #require(listing.count == 1)
        #expect(listing.itemFlags(0) == flags.union(.sharedKnown))
        #expect((listing.values(0).size == nil) == !flags.isDisjoint(with: [.folder, .shortcut]))
    }

    @Test func chainsComeInAnyOrder() {
        let deep = page(child("4", "d.txt", of: "3"))
        let middle = page(child("3", "c", of: "2", folder), child("2", "b", of: "1", folder))
        let top = page(root, child("1", "a", of: "R", folder))
        let expected = ["/a", "/a/b", "/a/b/c", "/a/b/c/d.txt"]
        for pages in [
            [deep, middle, top], [top, middle, deep], [middle, top, deep], [top, deep, middle],
        ] {
            #expect(listedPaths(pages.joined()) == expected)
        }
        // A path in the middle of a chain is as good as a root.
        #expect(
            listedPaths(
                page(child("4", "d", of: "3"), placed("3", "c", in: "/x%2520y", more: folder)))
                == ["/x%20y/c", "/x%20y/c/d"])
        // The last name of a folder counts, for items that came before as well.
        #expect(
            listedPaths(
                page(root, child("1", "a", of: "R")) + page(child("2", "f", of: "1"))
                    + page(child("1", "z", of: "R"))) == ["/z", "/z/f"])
    }

    @Test func chainsThatLeadNowhere() {
        let cases = [
            page(root, child("2", "lost", of: "1")), page(child("2", "lost", of: "R")),
            page(root, child("2", "lost", of: "2")),
            page(root, child("1", "a", of: "2"), child("2", "lost", of: "1")),
            page(root, #""id":"1","name":"lost""#),
            page(root, #""id":"1","name":"lost","parentReference":{"path":"","id":null}"#),
            page(root, child("1", "a", of: "R", folder), gone("1"), child("2", "lost", of: "1")),
            page(root, child("1", "a", of: "R", folder)) + "{\"id\":\"1\",\"path\":\"/a\"}\n"
                + page(child("2", "lost", of: "1")),
        ]
        for text in cases {
            let result = readListing(text)
            #expect(result.error?.message.contains("has no place") == true, "\(text) \(result)")
        }
        #expect(
            readListing(cases[0]).error?.message.hasPrefix("the item \"lost\" with the id \"2\"")
                == true)
        #expect(readListing("\n" + page(root) + page(child("2", "lost", of: "1"))).error?.line == 3)
    }

    @Test func longChainsEnd() {
        let bound = ListingBuilder.Bounds.pathComponents
        func chain(_ count: Int) -> String {
            let items = (1..<count).map { child("\($0)", "n", of: "\($0 - 1)") }
            return page(root) + items.shuffled().map { page($0) }.joined()
                + page(child("0", "n", of: "R"))
        }
        #expect(readListing(chain(bound)).items?.count == bound)
        #expect(readListing(chain(bound + 1)).error != nil)
        #expect(readListing(chain(3 * bound)).error != nil)
    }

    @Test(arguments: [
        ("/drive/root:", "/a"), ("/drives/b!x/root:/D", "/D/a"), ("root:/D/E", "/D/E/a"),
        ("/drive/root:/%C3%BC", "/ü/a"), ("/drive/root:/ü", "/ü/a"),
        ("/drive/root:/x%2By", "/x+y/a"),
        ("/drive/root:/100%25", "/100%/a"), ("/drive/root:/xroot:", "/xroot:/a"),
    ])
    func pathsOfParents(_ path: String, _ expected: String) {
        let item = "\"id\":\"1\",\"name\":\"a\",\"parentReference\":{\"path\":\"\(path)\"}"
        #expect(listedPaths(page(item)) == [expected])
    }

    @Test(arguments: [
        "/drive/items/5", "/drive/root", "/drive/root:/100%", "/drive/root:/%2", "/drive/root:/%zz",
        "/drive/root:/%00", "/drive/root:/%C3", "/drive/root:/%ED%A0%80", "/drive/root:/a/",
        "/drive/root:/", "/drive/root:a", "/drive/root:/a//b", "/drive/root:/a/../b",
        "/drive/root:/%2E",
    ])
    func pathsOfParentsThatAreNone(_ path: String) {
        let item = "\"id\":\"1\",\"name\":\"a\",\"parentReference\":{\"path\":\"\(path)\"}"
        #expect(readListing("\n" + page(item)).error?.line == 2)
    }

    @Test(arguments: [
        #""id":"1""#, #""id":"1","name":"","parentReference":{"path":"/drive/root:"}"#,
        #""id":"1","name":"..","parentReference":{"path":"/drive/root:"}"#,
        #""id":"1","name":"a/b","parentReference":{"path":"/drive/root:"}"#,
        #""id":1,"name":"a""#, #""id":"1","name":true"#, #""id":"1","name":"a","size":"5""#,
        #""id":"1","name":"a","size":-5"#, #""id":"1","name":"a","size":1.5"#,
        #""id":"1","name":"a","folder":true"#, #""id":"1","name":"a","deleted":"x""#,
        #""id":"1","name":"a","file":[]"#, #""id":"1","name":"a","file":{"hashes":5}"#,
        #""id":"1","name":"a","createdDateTime":"yesterday""#,
        #""id":"1","name":"a","photo":{"takenDateTime":5}"#,
        #""id":"1","name":"a","image":{"width":-1}"#, #""id":"1","name":"a","name":"a""#,
        #""id":"1","name":"a","x":{"y":1,"y":1}"#, #""id":"1","name":"a\u0000""#,
        #""id":"1","name":"a","parentReference":"/drive/root:""#,
    ])
    func brokenItems(_ item: String) {
        let result = readListing("{\"path\":\"/a\"}\n" + page(item) + "{\"path\":\"/b\"}\n")
        #expect(result.error?.line == 2, "\(result)")
    }

    @Test func whatAPageIs() {
        let item = placed("1", "a", in: "")
        #expect(listedPaths("{\"value\":[]}") == [])
        #expect(listedPaths("{\"id\":5,\"size\":-1,\"value\":[{\(item)}],\"type\":7}") == ["/a"])
        #expect(readListing("{\"value\":[5]}").error?.line == 1)
        #expect(readListing("{\"value\":[{\(item)}],\"value\":[]}").error != nil)
        #expect(readListing("{\"value\":[{\(item)}").error?.line == 1)
        #expect(readListing("[{\(item)}]").error?.line == 1)
        // One page over many lines is a whole file.
        #expect(listedPaths("{\n\"value\":\n[\n{\(item)}\n]\n}\n") == ["/a"])
        #expect(readListing("{\n\"value\":[]\n}\n{\n\"value\":[]\n}\n").error?.line == 4)
        #expect(readListing("{\n\"path\":\"/a\"\n}\n").error?.line == 1)
        // A page that is cut off at the end of the first of several lines.
        for rest in ["", ",", ",{\"id\":\"2\""] {
            let text = "\n{\"value\":[{\(item)}\(rest)\n{\"path\":\"/b\"}\n"
            #expect(readListing(text).error != nil)
            if rest != "," { #expect(readListing(text).error?.line == 2) }
        }
        #expect(readListing("{\"path\":\"/a\",\n\"size\":1}\n{\"path\":\"/b\"}").error?.line == 1)
        #expect(readListing("{\n\"value\":[\n{\(item)},\n{\"id\":5}\n]\n}\n").error?.line == 4)
        #expect(readListing("\n\n{\n\"value\":[\n{\(child("1", "a", of: "2"))}]}").error?.line == 5)
    }

    @Test func linesAndPagesTakeTurns() {
        let line = "{\"id\":\"1\",\"path\":\"/line\"}\n"
        let item = page(placed("1", "item", in: ""))
        #expect(listedPaths(line + item) == ["/item"])
        #expect(listedPaths(item + line) == ["/line"])
        #expect(listedPaths(item + line + page(gone("1"))) == [])
        #expect(listedPaths(line + page(gone("1")) + item) == ["/item"])
        #expect(listedPaths(page(gone("1")) + line) == ["/line"])
        let other = "{\"id\":\"1\",\"drive\":\"other\",\"path\":\"/line\"}\n"
        #expect(listedPaths(other + item + page(gone("1"))) == ["/line"])
        #expect(listedPaths("{\"path\":\"/p\"}\n" + page(gone("/p"))) == [])
        #expect(
            listedPaths(
                page(root, child("1", "f", of: "R", folder))
                    + "{\"path\":\"/f/x\"}\n{\"path\":\"/fx\"}\n"
                    + "{\"path\":\"/f/x\",\"drive\":\"o\",\"id\":\"k\"}\n" + page(gone("1"))) == [
                    "/f/x", "/fx",
                ])
    }
}
