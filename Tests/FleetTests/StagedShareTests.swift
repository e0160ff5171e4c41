// SPDX-License-Identifier: Apache-2.0

import Foundation
import Plans
import RuleEngine
import Testing
import Workflow

@testable import Fleet

/// Which deletions of a drive are staged, and what goes with those that are not.
@Suite("The deletions of a drive that are staged")
struct StagedShareTests {
    private func line(_ path: String, type: String = "file", of main: String? = nil) -> String {
        let companion = main.map {
            #""companion_of":{"drive":"ada","id":"\#($0)","path":"\#($0)"},"#
        }
        return #"{\#(companion ?? "")"drive":"ada","id":"\#(path)","path":"\#(path)","#
            + #""reason":"rule","size":1,"type":"\#(type)","verdict":"delete"}"#
    }

    /// How many are staged of `lines`, of which those at `left` are left out because of `why`.
    private func staged(
        _ lines: [String], leaving left: Set<Int>, _ why: LeftOut = .changed
    ) throws -> (count: Int, left: [LeftOut: Int]) {
        let entries = try lines.map { try PlanLines.entry(Array($0.utf8)[...]) }
        var share = StagedShare(entries) { _ in true }
        share.replace { place, entry in
            left.contains(place) ? .failure(LeftOutError(why: why)) : .success(entry)
        }
        share.leaveIncomplete()
        return (share.entries.count, share.left)
    }

    @Test("are found by their verdict, whatever stands behind it, and by no other text")
    func verdicts() throws {
        let end = #""path":"/a","reason":"rule","size":1,"type":"file","verdict":"#
        let far = #","verify":"bytes","z":""# + String(repeating: "z", count: 300) + #""}"#
        let named =
            #"{"drive":"d","id":"i","path":"/a","reason":"rule","size":1,"type":"file","#
            + #""verdict":"keep","z":"\"verdict\":\"delete\""}"#
        for (line, goes) in [
            (#"{"drive":"d","id":"i",\#(end)"delete"}"#, true),
            (#"{"drive":"d","id":"i",\#(end)"delete","verify":"bytes"}"#, true),
            (#"{"drive":"d","id":"i",\#(end)"delete"\#(far)"#, true),
            (#"{"drive":"d","id":"i",\#(end)"keep"\#(far)"#, false),
            (#"{"drive":"d","id":"i",\#(end)"keep"}"#, false),
            (#"{"drive":"d","id":"i",\#(end)"review"}"#, false),
            (named, false),
        ] {
            #expect(try PlanLines.isDeletion(Array(line.utf8)[...]) == goes, "\(line)")
        }
    }

    @Test("make a wave that counts only where all could be asked for, and something was as planned")
    func waves() {
        func drive(
            _ left: [LeftOut: Int], staged: Int64 = 0, waiting: Int = 0, failure: Failure? = nil
        ) -> FleetStagedReport.Drive {
            var one = FleetStagedReport.Drive(drive: FleetDrive(id: "b!1", name: "ada"))
            one.staged.left = left
            one.staged.counts = ["p-1": DeedCounts(staged: staged)]
            one.staged.waiting = waiting
            one.failure = failure
            return one
        }
        func counts(_ drives: FleetStagedReport.Drive...) -> Bool {
            FleetStagedReport.isWhole(drives, "p-1")
        }
        #expect(counts(drive([:], staged: 1)))
        #expect(counts(drive([.changed: 9], staged: 1)))
        #expect(counts(drive([.changed: 9]), drive([:], staged: 1)))
        #expect(counts(drive([.changed: 9], waiting: 1)))
        #expect(counts(drive([.takenBack: 3, .gone: 1])), "people have decided")
        #expect(counts(drive([.takenBack: 1, .incomplete: 1])), "what goes with it stays with it")
        #expect(counts(drive([.missing: 3], staged: 1)), "what its owner removed stops nobody")
        #expect(!counts(drive([.changed: 3])))
        #expect(!counts(drive([.missing: 3])))
        #expect(!counts(drive([.changed: 3, .gone: 1]), drive([.kept: 1])))
        #expect(!counts(drive([:], staged: 5), drive([.unanswered: 1])))
        #expect(!counts(drive([:], staged: 5), drive([:], failure: Failure(.offline))))
        var unallowed = drive([:])
        unallowed.staged.unallowed.noWindow = FleetAmount(items: 1, bytes: 1)
        #expect(!counts(drive([:], staged: 5), unallowed))
    }

    @Test("take a folder only with all that goes in it, however deep")
    func folders() throws {
        let lines = [
            line("/a", type: "folder"), line("/a/b", type: "folder"), line("/a/b/c.txt"),
            line("/a/d.txt"), line("/ab", type: "folder"),
        ]
        #expect(try staged(lines, leaving: []).count == 5)
        let one = try staged(lines, leaving: [2])
        #expect(one.count == 2 && one.left == [.changed: 1, .incomplete: 2])
        #expect(try staged(lines, leaving: [3]).count == 3)
        #expect(try staged(lines, leaving: [1]).count == 3, "the folder above is not empty then")
        #expect(try staged(lines, leaving: [2, 3], .gone).count == 3, "what is gone fills nothing")
    }

    @Test("take the files of one shot all together or not at all")
    func shots() throws {
        let lines = [
            line("/p.jpg"), line("/p.mov", of: "/p.jpg"), line("/p.xmp", of: "/p.jpg"),
            line("/q.jpg"),
        ]
        #expect(try staged(lines, leaving: []).count == 4)
        for place in 0...2 {
            let found = try staged(lines, leaving: [place])
            #expect(found.count == 1 && found.left[.incomplete] == 2, "\(place)")
        }
        #expect(try staged(lines, leaving: [3]).count == 3)
    }

    @Test("are known by other ids once they are found, with all that belongs to them")
    func renamed() throws {
        let lines = [
            line("/p.jpg"), line("/p.mov", of: "/p.jpg"), line("/q.jpg"), line("/r.jpg"),
        ]
        let entries = try lines.map { try PlanLines.entry(Array($0.utf8)[...]) }
        for (found, count) in [
            (["/p.jpg": "1", "/p.mov": "2", "/q.jpg": "3"], 4),
            (["/p.mov": "2", "/q.jpg": "3"], 4),
        ] {
            var share = StagedShare(entries) { _ in true }
            #expect(share.mains == [Array("/p.jpg".utf8)])
            share.replace { _, entry in
                var entry = entry
                // It lies elsewhere by now.
                if entry.id == "/q.jpg" { entry.path = "/a/q.jpg" }
                return .success(entry)
            }
            share.rename(
                Dictionary(uniqueKeysWithValues: found.map { (Array($0.key.utf8), $0.value) }))
            let ids = share.entries.map(\.id)
            #expect(ids == ["3", found["/p.jpg"] ?? "/p.jpg", "2", "/r.jpg"])
            let part = try #require(share.entries.first { $0.companion_of != nil })
            #expect(part.companion_of?.id == found["/p.jpg"] ?? "/p.jpg")
            share.leaveIncomplete()
            #expect(share.entries.count == count)
        }
        // A picture that is left out takes its film with it, by whichever id.
        var share = StagedShare(entries) { _ in true }
        share.leave { $0.id == "/p.jpg" ? .missing : nil }
        share.rename([Array("/p.mov".utf8): "2"])
        share.leaveIncomplete()
        #expect(share.entries.map(\.id) == ["/q.jpg", "/r.jpg"] && share.left[.incomplete] == 1)
    }

    @Test(
        "without a tag are the same by their hash or date, and by no tag of content that is another one",
        arguments: [
            (#""modified":"2026-01-01T00:00:00Z""#, true), (#""ctag":"c1""#, false),
            (#""ctag":"c1","modified":"2026-01-01T00:00:00Z""#, true),
            (#""ctag":"c0","modified":"2026-01-01T00:00:00Z""#, false),
            (#""ctag":"c0","hash":{"algorithm":"sha1","value":"00"}"#, true),
            (#""etag":"e0","hash":{"algorithm":"sha1","value":"00"}"#, false),
        ])
    func untagged(members: String, isSame: Bool) throws {
        let entry = try PlanLines.entry(
            Array(line("/a.txt").replacingOccurrences(of: "{", with: "{\(members),").utf8)[...])
        var now = ItemValues(path: "/a.txt")
        (now.eTag, now.cTag) = ("e1", "c1")
        #expect(entry.isSameContent(as: now) == isSame)
        now.eTag = nil
        #expect(!entry.isSameContent(as: now), "no deletion can be bound to it")
    }

    @Test("are read from lines, and cost another look where a copy must stay, of a dataset two")
    func prices() throws {
        let plain = Array(line("/a \\\"size\\\":9").utf8)[...]
        #expect(try PlanLines.isDeletion(plain))
        let price = try PlanLines.price(plain)
        #expect(price.bytes == 1)
        #expect(price.units(looks: 1) == 3 && price.units(looks: 2) == 4)
        let copy =
            #"{"also":[{"survivors":[{"size":7}]}],"size":5,"survivors":[{"size":8}],"#
            + #""verdict":"delete","verify":"bytes"}"#
        #expect(try PlanLines.isDeletion(Array(copy.utf8)[...]))
        let byHash = copy.replacingOccurrences(of: "bytes", with: "hash")
        #expect(try PlanLines.isDeletion(Array(byHash.utf8)[...]))
        let seen = copy.replacingOccurrences(of: "delete", with: "review")
        #expect(try !PlanLines.isDeletion(Array(seen.utf8)[...]))
        let dear = try PlanLines.price(Array(copy.utf8)[...])
        #expect(dear.bytes == 5)
        #expect(dear.units(looks: 1) == 4 && dear.units(looks: 2) == 6)
        #expect(try !PlanLines.isDeletion(Array(#"{"path":"/a","verdict":"keep"}"#.utf8)[...]))
        #expect(throws: Failure.self) { try PlanLines.price(Array("{\"size\":".utf8)[...]) }
    }
}
