// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Testing

@Suite("Paths of a listing")
struct ListingPathTests {
    @Test(
        arguments: [
            "/a", "/a/b", "/a/b/c.txt", "/...", "/.a", "/a.", "/..a/b", "/a/...", "/ ", "/a\u{7f}",
            "/.hidden/..", "/ü/é", "/abcdefg", "/abcdefgh", "/abcdefghi", "/a/bcdefgh",
            "/ab/cdefgh",
        ].filter { !$0.hasSuffix("/..") })
    func rightOnes(_ path: String) {
        let result = readListing("{\"path\":\"\(path)\"}")
        #expect(result.items?.map(\.path) == [path], "\(result)")
    }

    @Test(arguments: [
        "a", "a/b", "/", "//", "//a", "/a/", "/a//b", "/.", "/..", "/a/.", "/a/..", "/./a", "/../a",
        "/a/./b", "/a/../b", ".", "..", "\\\\a", "/a/b/", "abcdefghijklmnop", "/abcdefghij//k",
    ])
    func wrongOnes(_ path: String) {
        for before in ["", "{\"path\":\"/a/x\"}\n", "{\"path\":\"/a/b/x\"}\n"] {
            let result = readListing(before + "{\"path\":\"\(path)\"}")
            #expect(result.error?.message.contains("begins with \"/\"") == true, "\(result)")
        }
    }

    @Test func boundsOfPaths() {
        let components = ListingBuilder.Bounds.pathComponents
        let bytes = ListingBuilder.Bounds.pathBytes
        let cases: [(String, Bool)] = [
            (String(repeating: "/a", count: components), true),
            (String(repeating: "/a", count: components + 1), false),
            ("/" + String(repeating: "a", count: bytes - 1), true),
            ("/" + String(repeating: "a", count: bytes), false),
        ]
        for (path, isRight) in cases {
            let result = readListing("{\"path\":\"\(path)\"}")
            #expect((result.items != nil) == isRight)
            if !isRight { #expect(result.error?.message.contains("components") == true) }
        }
    }
}
