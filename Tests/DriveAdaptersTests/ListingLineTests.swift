// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Testing

/// A line, and a part of the error that it must be; nil if it is right.
struct LineCase: CustomTestStringConvertible, Sendable {
    var line: String
    var error: String?
    var testDescription: String { String(line.prefix(90)) }

    init(_ line: String, _ error: String? = nil) {
        self.line = line
        self.error = error
    }
}

@Suite("Item lines of a listing")
struct ListingLineTests {
    @Test func readsEveryKey() throws {
        let line = #"""
            {"id":"i1","drive":"other","path":"/P/a b.JPG","type":"file","size":3145728,\#
            "created":"2019-03-04T12:34:56Z","modified":"2019-03-05T12:34:56Z",\#
            "taken":"2019-03-04T11:34:56+01:00","accessed":null,"mime":"image/jpeg","hashes":\#
            {"quickxor":"Uf8NoYb5+6d+ZsnqTvSj9oRiN2E=","sha1":"AB","sha256":"cd","crc32":"x"},\#
            "shared":false,"owner":"Ada","owner_address":"ada@example.org","width":4032,\#
            "height":3024,"duration":2900,"camera":"Canon EOS","album":["N\u00f8rway","Best of"],"etag":"e","ctag":"c","shortcut":false,\#
            "first_seen":"2026-01-01T00:00:00Z","link":"l","unknown":[{"x":[1.5e3,null]}]}
            """#
        let item = try #require(readListing(line).items?.first)
        var expected = ItemValues(path: "/P/a b.JPG")
        expected.id = "i1"
        expected.drive = "other"
        expected.size = 3_145_728
        expected.created = Timestamp(secondsSinceEpoch: 1_551_702_896)
        expected.modified = Timestamp(secondsSinceEpoch: 1_551_789_296)
        expected.taken = Timestamp(secondsSinceEpoch: 1_551_695_696)
        expected.mime = "image/jpeg"
        expected.quickXor = "Uf8NoYb5+6d+ZsnqTvSj9oRiN2E="
        expected.sha1 = "ab"
        expected.sha256 = "cd"
        expected.shared = false
        expected.owner = "Ada"
        expected.ownerAddress = "ada@example.org"
        expected.width = 4032
        expected.height = 3024
        expected.duration = 2_900
        expected.camera = "Canon EOS"
        expected.albums = ["Best of", "Nørway"]
        expected.eTag = "e"
        expected.cTag = "c"
        expected.firstSeen = Timestamp(secondsSinceEpoch: 1_767_225_600)
        expected.link = "l"
        #expect(item == expected)
    }

    @Test func onlyThePathIsRequired() throws {
        let item = try #require(readListing(#"{"path":"/a/b.txt"}"#).items?.first)
        var expected = ItemValues(path: "/a/b.txt")
        expected.id = "/a/b.txt"
        expected.drive = "main"
        #expect(item == expected)
    }

    @Test func partsOfSomethingLargerAreFilesThatStay() throws {
        let text = [#""part""#, #""file""#, "null"].enumerated().map { place, type in
            #"{"path":"/\#(place)","type":\#(type)}"# + "\n"
        }
        let listing = try ListingReader(defaultDrive: "main")
            .read(.bytes(Array(text.joined().utf8))).finish()
        let flags = (0..<3).map { listing.itemFlags($0) }
        #expect(flags.map { $0.contains(.undeletable) } == [true, false, false])
        #expect(flags.allSatisfy { !$0.contains(.folder) })
    }

    @Test func nothingIsLeftOverFromTheLineBefore() throws {
        let full = #"""
            {"id":"1","drive":"other","path":"/a","type":"folder","size":1,"shared":true,\#
            "created":"2019-03-04T12:34:56Z","modified":"2019-03-05T12:34:56Z","width":1,\#
            "taken":"2019-03-04T11:34:56Z","accessed":"2019-03-04T11:34:56Z","mime":"m",\#
            "hashes":{"quickxor":"q","sha1":"a","sha256":"c"},"owner":"o","height":2,\#
            "owner_address":"oa","camera":"k","duration":7,"album":["x"],"etag":"e","ctag":"c","shortcut":true,\#
            "first_seen":"2026-01-01T00:00:00Z","link":"l"}
            """#
        let nulls = #"""
            {"id":null,"drive":null,"path":"/b","type":null,"size":null,"shared":null,\#
            "created":null,"modified":"","width":null,"taken":"","accessed":null,"mime":"",\#
            "hashes":{"quickxor":null,"sha1":"","sha256":null},"owner":"","height":null,\#
            "owner_address":null,"camera":"","duration":null,"album":null,"etag":null,"ctag":"","shortcut":null,\#
            "first_seen":null,"link":null}
            """#
        for blank in [#"{"path":"/b"}"#, nulls, #"{"hashes":null,"path":"/b"}"#] {
            let items = try #require(readListing(full + "\n" + blank).items)
            var expected = ItemValues(path: "/b")
            expected.id = "/b"
            expected.drive = "main"
            #expect(items.first { $0.path == "/b" } == expected)
        }
    }

    @Test func foldersAndShortcutsHaveNoSize() throws {
        let text = """
            {"path":"/folder","type":"folder","size":5}
            {"path":"/shortcut","shortcut":true,"size":5}
            {"path":"/both","type":"folder","shortcut":true}
            """
        let listing = try ListingReader(defaultDrive: "main").read(.bytes(Array(text.utf8)))
            .finish()
        #expect(listing.count == 3)
        for row in 0..<3 { #expect(listing.values(row).size == nil) }
        let flags = (0..<3).map { listing.itemFlags($0) }
        #expect(flags == [.folder, .shortcut, [.folder, .shortcut, .neverEmpty]])
    }

    @Test func laterLinesReplaceEarlierOnes() throws {
        let text = """
            {"id":"1","path":"/old"}
            {"id":"1","path":"/other","drive":"d2"}
            {"path":"/p","size":1}
            {"id":"2","path":"/moved"}
            {"id":"1","path":"/new"}
            {"id":"/p","path":"/q"}
            {"id":"2","path":"/.cleanrules/x/moved"}
            {"path":"/.cleanrules","type":"folder"}
            {"path":"/.cleanrules2"}
            """
        #expect(listedPaths(text) == ["/.cleanrules2", "/new", "/other", "/q"])
    }

    @Test func unescapesTextsAndKeys() throws {
        let text = #"""
            {"pa\u0074h":"/\"\\-\b\f\n\r\t\u00e9\ud83d\ude00x","id":"\u0031"}
            {"path":"/esc\u0061ped\/b","owner":"\u00FC","dr\u0069ve":"d\u0031"}
            {"path":"/escaped/c","drive":"d1"}
            """#
        let items = try #require(readListing(text).items)
        #expect(
            items.map(\.path) == ["/escaped/b", "/escaped/c", "/\"\\-\u{8}\u{c}\n\r\té😀x"])
        #expect(items.map(\.drive) == ["d1", "d1", "main"])
        #expect(items[0].owner == "ü")
        #expect(items[2].id == "1")
    }

    @Test(arguments: [
        LineCase(#"{"path":"/a","size":0}"#),
        LineCase(#"{"path":"/a","size":9223372036854775807}"#),
        LineCase(#"{"path":"/a","size":9223372036854775808}"#, "\"size\" must be a whole number"),
        LineCase(#"{"path":"/a","size":99999999999999999999999}"#, "whole number"),
        LineCase(#"{"path":"/a","size":-1}"#, "not -1"),
        LineCase(#"{"path":"/a","size":-0}"#, "not -0"),
        LineCase(#"{"path":"/a","size":1.0}"#, "not 1.0"),
        LineCase(#"{"path":"/a","size":1e3}"#, "not 1e3"),
        LineCase(#"{"path":"/a","size":1E0}"#, "whole number"),
        LineCase(#"{"path":"/a","width":0.5}"#, "\"width\" must be a whole number"),
        LineCase(#"{"path":"/a","height":-5}"#, "\"height\" must be a whole number"),
        LineCase(#"{"path":"/a","x":-1.5e-3}"#),
        LineCase(#"{"path":"/a","x":-0}"#),
        LineCase(#"{"path":"/a","size":01}"#, "begin with 0"),
        LineCase(#"{"path":"/a","x":-}"#, "a digit"),
        LineCase(#"{"path":"/a","x":1.}"#, "a digit"),
        LineCase(#"{"path":"/a","x":1e}"#, "a digit"),
        LineCase(#"{"path":"/a","x":+1}"#, "a value"),
        LineCase(#"{"path":"/a","x":.5}"#, "a value"),
        LineCase(#"{"path":"/a","x":NaN}"#, "a value"),
        LineCase(#"{"path":"/a","size":"5"}"#, "not a text"),
        LineCase(#"{"path":"/a","size":""}"#, "not a text"),
        LineCase(#"{"path":"/a","size":true}"#, "not true or false"),
        LineCase(#"{"path":"/a","size":[1]}"#, "not a list"),
    ])
    func numbers(_ given: LineCase) { check(given) }

    @Test(arguments: [
        LineCase(#"{"path":5}"#, "\"path\" must be a text"),
        LineCase(#"{"path":null}"#, "needs a \"path\""),
        LineCase(#"{"path":""}"#, "needs a \"path\""),
        LineCase(#"{"size":5}"#, "needs a \"path\""),
        LineCase(#"{}"#, "needs a \"path\""),
        LineCase(#"{"path":"/a","id":5}"#, "\"id\" must be a text, not a number"),
        LineCase(#"{"path":"/a","drive":{}}"#, "\"drive\" must be a text, not an object"),
        LineCase(#"{"path":"/a","type":"dir"}"#, "not \"dir\""),
        LineCase(#"{"path":"/a","type":"File"}"#, "\"file\", \"folder\" or \"part\""),
        LineCase(#"{"path":"/a","type":1}"#, "\"file\", \"folder\" or \"part\""),
        LineCase(#"{"path":"/a","type":""}"#),
        LineCase(#"{"path":"/a","type":"folder"}"#),
        LineCase(#"{"path":"/a","shared":"true"}"#, "true or false"),
        LineCase(#"{"path":"/a","shared":1}"#, "true or false"),
        LineCase(#"{"path":"/a","shared":""}"#, "true or false"),
        LineCase(#"{"path":"/a","shortcut":[]}"#, "\"shortcut\" must be true or false"),
        LineCase(#"{"path":"/a","hashes":"abc"}"#, "\"hashes\" must be an object"),
        LineCase(#"{"path":"/a","hashes":{"sha1":5}}"#, "\"sha1\" must be a text"),
        LineCase(#"{"path":"/a","hashes":{"md5":5}}"#),
        LineCase(#"{"path":"/a","hashes":{}}"#),
        LineCase(#"{"path":"/a","created":5}"#, "\"created\" must be a text"),
        LineCase(#"{"path":"/a","mime":true}"#, "\"mime\" must be a text"),
        LineCase(#"{"path":"/a","etag":1}"#, "\"etag\" must be a text"),
        LineCase(#"{"path":"/a","Size":"x","PATH":1}"#),
        LineCase(#"{"path":"/.cleanrules/x","size":-1}"#, "whole number"),
        LineCase(#"[{"path":"/a"}]"#, "an object"),
        LineCase(#""/a""#, "an object"),
        LineCase(#"5"#, "an object"),
        LineCase(#"null"#, "an object"),
        LineCase(#"{"path":"/a"}{"path":"/b"}"#, "goes on"),
        LineCase(#"{"path":"/a"},"#, "goes on"),
        LineCase(#"{"path":"/a"} # no"#, "goes on"),
        LineCase(#"{"path":"/a","value":5}"#),
        LineCase(#"{"path":"/a","value":[1,{"name":5}]}"#),
        LineCase(#"{"value":[1,{"name":5}],"path":"/a"}"#),
        LineCase(#"{"value":[1,{"name":5}],"path":null}"#, "needs a \"path\""),
        LineCase(#"{"value":5}"#, "needs a \"path\""),
    ])
    func typesAndShapes(_ given: LineCase) { check(given) }

    @Test(arguments: [
        LineCase(#"{"path":"/a","size":1,"size":1}"#, "\"size\" stands twice"),
        LineCase(#"{"path":"/a","size":1,"si\u007ae":1}"#, "\"size\" stands twice"),
        LineCase(#"{"path":"/a","x":1,"x":1}"#, "\"x\" stands twice"),
        LineCase(#"{"path":"/a","x":{"y":{"z":1,"z":2}}}"#, "\"z\" stands twice"),
        LineCase(#"{"path":"/a","x":[{"z":1,"\u007a":2}]}"#, "\"z\" stands twice"),
        LineCase(#"{"path":"/a","hashes":{"sha1":"a","sha1":"a"}}"#, "\"sha1\" stands twice"),
        LineCase(#"{"path":"/a","hashes":{"md5":"a","md5":"a"}}"#, "\"md5\" stands twice"),
        LineCase(#"{"path":"/a","x":{"path":1},"y":{"path":1,"x":2}}"#),
        LineCase(#"{"path":"/a","x":[{"z":1},{"z":2}],"z":1}"#),
        LineCase(#"{"path":"/a","":1,"":2}"#, "stands twice"),
        LineCase("{\"path\":\"/a\"" + manyKeys(200) + "}"),
        LineCase("{\"path\":\"/a\"" + manyKeys(200) + ",\"k7\":1}", "\"k7\" stands twice"),
        LineCase("{\"path\":\"/a\",\"x\":{\"q\":1" + manyKeys(40) + ",\"k39\":1}}", "\"k39\""),
    ])
    func keysThatStandTwice(_ given: LineCase) { check(given) }

    @Test(arguments: [
        LineCase(#"{"path":"/\ud800"}"#, "surrogate"),
        LineCase(#"{"path":"/a","x":"\udc00"}"#, "surrogate"),
        LineCase(#"{"path":"/a","x":"\ud800\ud800"}"#, "surrogate"),
        LineCase(#"{"path":"/a","x":"\ud800x"}"#, "surrogate"),
        LineCase(#"{"path":"/a","\udbff":1}"#, "surrogate"),
        LineCase(#"{"path":"/a","x":"\udbff\udfff"}"#),
        LineCase(#"{"path":"/a\u0000"}"#, "NUL"),
        LineCase(#"{"path":"/a","x":["\u0000"]}"#, "NUL"),
        LineCase(#"{"path":"/a","\u0000":1}"#, "NUL"),
        LineCase("{\"path\":\"/a\u{0}\"}", "NUL"),
        LineCase("{\"path\":\"/a\"\u{0}}", "NUL"),
        LineCase("{\"path\":\"/a\"}\u{0}", "goes on"),
        LineCase("\u{0}", "NUL"),
        LineCase("{\"path\":\"/a\u{1}\"}", "control character"),
        LineCase("{\"path\":\"/a\tb\"}", "control character"),
        LineCase("{\"path\":\"/a\u{7f}b\"}"),
        LineCase(#"{"path":"/a\u0001"}"#),
        LineCase(#"{"path":"/a\x41"}"#, "backslash"),
        LineCase(#"{"path":"/a\u12"}"#, "four hexadecimal digits"),
        LineCase(#"{"path":"/a\u12g4"}"#, "four hexadecimal digits"),
        LineCase(#"{"path":"/a\"}"#, "line ends"),
        LineCase(#"{"path":"/a"#, "line ends"),
        LineCase(#"{"path":"/a""#, "line ends"),
        LineCase(#"{"path""#, "line ends"),
        LineCase(#"{"path":"#, "value"),
        LineCase(#"{"#, "line ends"),
        LineCase(#"{"path":"/a",}"#, "a key in quotes"),
        LineCase(#"{"path":"/a" "x":1}"#, "\",\" or \"}\""),
        LineCase(#"{"path" "/a"}"#, "\":\""),
        LineCase(#"{'path':'/a'}"#, "a key in quotes"),
        LineCase(#"{path:"/a"}"#, "a key in quotes"),
        LineCase(#"{"path":"/a","x":[1,]}"#, "a value"),
        LineCase(#"{"path":"/a","x":tru}"#, "a value"),
        LineCase(#"{"path":"/a","x":TRUE}"#, "a value"),
        LineCase(" \t{ \"path\" :\t\"/a\" , \"x\" : [ 1 , { } , [ ] ] } \t\r"),
        LineCase("{\"path\":\"/a\",\"x\":" + nested(127) + "}"),
        LineCase("{\"path\":\"/a\",\"x\":" + nested(128) + "}", "nest deeper than 128"),
        LineCase("{\"path\":\"/a\",\"x\":" + String(repeating: "[", count: 100_000), "nest deeper"),
    ])
    func textsAndSyntax(_ given: LineCase) { check(given) }

    @Test(arguments: [
        LineCase(lookLine()),
        LineCase(lookLine(#","screenshot":true,"other":1"#)),
        LineCase(lookLine(#","screenshot":null"#, after: #","screenshot":false"#)),
        LineCase(lookLine(#","screenshot":true"#, after: #","screenshot":true"#)),
        LineCase(
            lookLine(#","screenshot":true"#, after: #","screenshot":false"#),
            "\"screenshot\" in \"look\""),
        LineCase(
            lookLine(#","screenshot":false"#, before: #""screenshot":true,"#),
            "\"screenshot\" in \"look\""),
        LineCase(lookLine(#","screenshot":false"#, before: #""screenshot":true,"#, version: 2)),
        LineCase(lookLine(#","screenshot":1"#), "\"screenshot\" must be true or false"),
        LineCase(lookLine(#","detail":80"#), "\"detail\" stands twice"),
        LineCase(lookLine(#","px":true"#), "\"px\" must be a whole number"),
    ])
    func looks(_ given: LineCase) { check(given) }

    @Test("a look says as well as the item whether it is a screenshot", arguments: [true, false])
    func screenshots(isScreenshot: Bool) throws {
        let within = readListing(lookLine(",\"screenshot\":\(isScreenshot)"))
        let beside = readListing(lookLine(before: "\"screenshot\":\(isScreenshot),"))
        let items = try #require(within.items)
        #expect(items == beside.items)
        // What says nothing is none, whatever the line before said.
        let silent = try #require(readListing(lookLine()).items)
        #expect((items == silent) == !isScreenshot)
        let lines = readListing("{\"path\":\"/0\",\"screenshot\":true}\n" + lookLine())
        #expect(lines.items?.last == silent.first)
    }

    @Test(
        arguments: [
            [0x80], [0xc0, 0xaf], [0xc1, 0x81], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80],
            [0xf5, 0x80],
            [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0xff], [0xc3],
        ] as [[UInt8]])
    func bytesThatAreNotUnicode(_ bytes: [UInt8]) {
        for (before, after) in [
            ("{\"path\":\"/a", "\"}"), ("{\"path\":\"/a\",\"x\":{\"", "\":1}}"),
        ] {
            let result = readListing(Array(before.utf8) + bytes + Array(after.utf8))
            #expect(result.error?.message.contains("not UTF-8") == true, "\(result)")
        }
    }

    private func check(_ given: LineCase) {
        // Alone, and among lines that are right.
        let alone = readListing(given.line)
        let among = readListing("{\"path\":\"/1\"}\n\n\(given.line)\n{\"path\":\"/2\"}\n")
        if let wanted = given.error {
            #expect(alone.error?.line == 1, "\(alone)")
            #expect(alone.error?.message.contains(wanted) == true, "\(alone)")
            #expect(among.error?.line == 3, "\(among)")
            #expect(among.error?.message.contains(wanted) == true, "\(among)")
        } else {
            #expect(alone.items?.count == 1, "\(alone)")
            #expect(among.items?.count == 3, "\(among)")
        }
    }
}

private func manyKeys(_ count: Int) -> String {
    (0..<count).map { ",\"k\($0)\":0" }.joined()
}

/// A line whose `look` has `more` members, with other keys before and after that.
private func lookLine(
    _ more: String = "", before: String = "", after: String = "", version: Int = 1
) -> String {
    let mark = String(repeating: "0", count: 64)
    let small = String(repeating: "A", count: 1_366) + "=="
    let look = "\"v\":\(version),\"mark\":\"\(mark)\",\"small\":\"\(small)\",\"detail\":80\(more)"
    return "{\"path\":\"/a\",\(before)\"look\":{\(look)}\(after)}"
}

private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}
