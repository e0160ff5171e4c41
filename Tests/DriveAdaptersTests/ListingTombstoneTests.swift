// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Testing

/// A feed of events in a short form, and what remains: `R` is the root; `1:a<R` an item 1 called a
/// in R, `1:a@/p` one whose parent's path is /p, `1:a@/p<2` one that has both; `-1` a tombstone.
struct FeedCase: CustomTestStringConvertible, Sendable {
    var feed: String
    var paths: [String]
    var testDescription: String { feed }

    init(_ feed: String, _ paths: String...) {
        self.feed = feed
        self.paths = paths
    }

    /// One page of one line for each event.
    var text: String {
        feed.split(separator: " ").map { "{\"value\":[{" + members($0) + "}]}\n" }.joined()
    }

    private func members(_ event: Substring) -> String {
        if event == "R" { return #""id":"R","root":{}"# }
        if event.hasPrefix("-") { return "\"id\":\"\(event.dropFirst())\",\"deleted\":{}" }
        let parts = event.split(separator: ":")
        var rest = parts[1]
        var parent: [String] = []
        if let cut = rest.firstIndex(of: "<") {
            parent.append("\"id\":\"\(rest[cut...].dropFirst())\"")
            rest = rest[..<cut]
        }
        if let cut = rest.firstIndex(of: "@") {
            parent.append("\"path\":\"/drive/root:\(rest[cut...].dropFirst())\"")
            rest = rest[..<cut]
        }
        let reference = "\"parentReference\":{\(parent.joined(separator: ","))}"
        return "\"id\":\"\(parts[0])\",\"name\":\"\(rest)\",\"folder\":{},\(reference)"
    }
}

@Suite("Tombstones and revivals in Graph pages")
struct ListingTombstoneTests {
    @Test(arguments: [
        FeedCase("R 1:a<R -1"), FeedCase("R -1 1:a<R", "/a"), FeedCase("R 1:a<R -1 1:b<R", "/b"),
        FeedCase("R 1:a<R -1 1:a<R -1"), FeedCase("R 1:a<R 1:b<R -1"), FeedCase("R 1:a<R -9", "/a"),
        FeedCase("R 1:a<R 2:b<1 3:c<2 4:d<R -1", "/d"),
        FeedCase("R 3:c<2 2:b<1 1:a<R 4:d<R -1", "/d"),
        FeedCase("R 1:a<R 2:b<1 -2 3:c<1", "/a", "/a/c"),
        // What lay below does not come back with its folder.
        FeedCase("R 1:a<R 2:b<1 -1 1:a<R", "/a"),
        FeedCase("R 1:a<R 2:b<1 -1 1:a<R 2:b<1", "/a", "/a/b"),
        FeedCase("R 1:a<R 2:b<1 -1 2:b<1 1:a<R", "/a", "/a/b"),
        // What was moved away before is not below any more; what was moved in is.
        FeedCase("R 1:a<R 2:b<1 2:b<R -1", "/b"), FeedCase("R 1:a<R 2:b<R 2:b<1 -1"),
        FeedCase("R 1:a<R 2:b<1 3:c<2 2:b<R -1", "/b", "/b/c"),
        // By path.
        FeedCase("1:a@ 2:b@/a 3:c@/a/b 4:d@/ab -1", "/ab/d"),
        FeedCase("1:a@/x 2:b@/x/a 3:c@/x -1", "/x/c"),
        FeedCase("R 1:a<R 2:b<1 3:c@/a/b -1"), FeedCase("R 1:a<R 2:b@/a 3:c<2 -1"),
        FeedCase("1:a@ 2:b@/a -1 3:c@/a", "/a/c"), FeedCase("1:a@ 2:b@/a -1 2:b@/a", "/a/b"),
        FeedCase("3:c@/a/b 2:b@/a 1:a@ -2", "/a"),
        // By id where the path is out of date.
        FeedCase("1:a@ 2:b@/a<1 1:z@ -1"), FeedCase("R 1:a<R 2:b@/old<1 -1"),
        // A second folder of the same path stays, and so does what is in it by id.
        FeedCase("R 1:a<R 2:a<R 3:x<2 -1", "/a", "/a/x"),
        // Circles do not hang.
        FeedCase("R 1:a<2 2:b<1 -1"), FeedCase("R 1:a<1 -1"),
        FeedCase("R 1:a<2 2:b<3 3:c<1 4:d<R -2", "/d"),
        FeedCase("-R R 1:a<R", "/a"), FeedCase("R 1:a<R -R", "/a"),
        FeedCase("R 1:.cleanrules<R 2:b<1 3:c<2 4:d<R", "/d"),
        FeedCase("R 1:.cleanrules<R 2:b<R 2:b<1"),
    ])
    func whatRemains(_ given: FeedCase) {
        #expect(listedPaths(given.text) == given.paths)
        for pieceBytes in [1, 100, 300] {
            let result = readListing(given.text, pieceBytes: pieceBytes)
            #expect(result.items?.map(\.path).sorted() == given.paths, "\(result)")
        }
    }

    @Test func manyTombstonesTakeTimeInProportion() {
        let count = 20_000
        var lines = "{\"value\":[{\"id\":\"R\",\"root\":{}}]}\n"
        for number in 0..<count {
            let parent = number % 100 == 0 ? "R" : "\(number / 100 * 100)"
            lines +=
                "{\"value\":[{\"id\":\"\(number)\",\"name\":\"n\(number)\",\"folder\":{},"
                + "\"parentReference\":{\"id\":\"\(parent)\"}}]}\n"
        }
        for number in stride(from: 0, to: count, by: 100) where number != 500 {
            lines += "{\"value\":[{\"id\":\"\(number)\",\"deleted\":{}}]}\n"
        }
        #expect(readListing(lines).items?.count == 100)
    }
}
