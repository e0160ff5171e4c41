// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import FleetParts
import PlanRunner
import Plans
import RuleEngine
import StateLedger
import Testing
import Workflow

@testable import Fleet

/// Files that a plan over a dataset names, and what a look at them has found.
@Suite("A file that a dataset tells of")
struct ListItemTests {
    private static let day = "2026-01-01T00:00:00Z"
    private static let hash = "AAECAwQFBgcICQoLDA0ODxAREhM="
    private static let other = "BAECAwQFBgcICQoLDA0ODxAREhM="

    /// A line of a plan; `more` are further members, and `told` says size, hash and date.
    private func entry(_ told: [String], _ more: String...) throws -> PlanEntry {
        let members =
            [
                #""drive":"ada","id":"guid","path":"/a/film.bin""#,
                #""reason":"rule","type":"file","verdict":"delete""#,
            ] + told + more
        return try PlanLines.entry(Array("{\(members.joined(separator: ","))}".utf8)[...])
    }

    private static let size = #""size":5"#
    private static let modified = #""modified":"\#(day)""#
    private static func told(_ hash: String) -> String {
        #""hash":{"algorithm":"quickxor","value":"\#(hash)"}"#
    }

    private static func instant(_ text: String) -> Timestamp? { try? Timestamp.parse(text) }

    /// The file as it is now, unless `change` says otherwise.
    private func now(_ change: (inout ItemValues) -> Void = { _ in }) -> ItemValues {
        var now = ItemValues(path: "/a/film.bin")
        (now.id, now.eTag, now.size, now.quickXor) = ("01A", "e1", 5, Self.hash)
        now.modified = Self.instant(Self.day)
        change(&now)
        return now
    }

    private func why(
        _ entry: PlanEntry, _ look: ListItemLook, goesAlong: Bool = false
    ) -> LeftOut? {
        switch DriveStaging.found(entry, look, goesAlong: goesAlong) {
        case .success: nil
        case .failure(let error): error.why
        }
    }

    @Test("is that file only with the same size, the same hash and the same date")
    func same() throws {
        let whole = try entry([Self.size, Self.told(Self.hash), Self.modified])
        func isSame(_ change: (inout ItemValues) -> Void, changed: String? = nil) -> Bool {
            let look = ListItemLook.there(now(change), changed: changed.flatMap(Self.instant))
            return why(whole, look) == nil
        }
        let later = Self.instant("2026-01-02T00:00:00Z")
        #expect(isSame { _ in })
        #expect(!isSame { $0.size = 6 })
        #expect(!isSame { $0.size = nil })
        #expect(!isSame { $0.quickXor = Self.other })
        #expect(!isSame { $0.modified = later })
        #expect(!isSame { $0.modified = nil })
        // The service's own date may be the one that the dataset tells.
        #expect(isSame({ $0.modified = later }, changed: Self.day))
        #expect(!isSame({ $0.modified = later }, changed: "2026-01-03T00:00:00Z"))
        #expect(!isSame({ $0.quickXor = Self.other }, changed: Self.day))
        let without = try entry([Self.told(Self.hash), Self.modified])
        #expect(why(without, .there(now(), changed: nil)) == .changed, "nobody knows its size")
    }

    @Test("is without a hash that file only where the date says so")
    func withoutHash() throws {
        let (hashed, plain) = (
            try entry([Self.size, Self.told(Self.hash), Self.modified]),
            try entry([Self.size, Self.modified])
        )
        let later = Self.instant("2026-01-02T00:00:00Z")
        for (entry, hash) in [(hashed, nil), (plain, Self.hash), (plain, nil)]
            as [(PlanEntry, String?)]
        {
            func why(_ date: Timestamp?) -> LeftOut? {
                let there = now {
                    $0.quickXor = hash
                    $0.modified = date
                }
                return self.why(entry, .there(there, changed: nil))
            }
            #expect(why(Self.instant(Self.day)) == nil)
            #expect(why(later) == .changed)
            #expect(why(nil) == .changed)
        }
        let undated = try entry([Self.size])
        #expect(why(undated, .there(now(), changed: later)) == .changed)
        let byHash = try entry([Self.size, Self.told(Self.hash)])
        #expect(why(byHash, .there(now(), changed: later)) == nil)
    }

    @Test("is left out where nothing is found, or something else")
    func notThere() throws {
        let entry = try entry([Self.size, Self.told(Self.hash), Self.modified])
        #expect(why(entry, .odd) == .changed)
        #expect(why(entry, .missing) == .missing)
        #expect(why(entry, .unanswered("busy")) == .unanswered)
    }

    @Test("may lie elsewhere by now, unless others depend on where it lies")
    func moved() throws {
        let told = [Self.size, Self.told(Self.hash), Self.modified]
        let moved = ListItemLook.there(now { $0.path = "/b/film.bin" }, changed: nil)
        #expect(why(try entry(told), moved) == nil)
        #expect(why(try entry(told), moved, goesAlong: true) == .changed)
        let part = try entry(told, #""companion_of":{"drive":"ada","id":"g","path":"/a/p.jpg"}"#)
        let copy = try entry(told, #""group":"g1","survivors":[]"#)
        let also = try entry(
            told,
            #""also":[{"rule":"r","group":"g","kind":"duplicates","needed":1,"verify":"bytes","#
                + #""survivors":[]}]"#)
        for entry in [part, copy, also] {
            #expect(why(entry, moved) == .changed)
            #expect(why(entry, .there(now(), changed: nil)) == nil)
            // What made it a copy cannot be seen any more.
            let unhashed = ListItemLook.there(now { $0.quickXor = nil }, changed: nil)
            #expect(why(entry, unhashed) == .changed)
        }
        let encoded = ListItemLook.there(now { $0.path = "/a/film%2Ebin" }, changed: nil)
        #expect(why(try entry(told), encoded) == .changed, "it may be another spelling")
        let odd = ListItemLook.there(now { $0.path = "/a/100% sure.bin" }, changed: nil)
        #expect(why(try entry(told), odd) == nil)
    }

    @Test("is not counted on where another one is found to be the same")
    func twins() throws {
        var entries: [PlanEntry] = []
        for id in ["g1", "g2", "g3", "g4"] {
            var entry = try entry([Self.size])
            entry.id = id
            entries.append(entry)
        }
        var share = StagedShare(entries) { _ in true }
        DriveStaging.leaveTwins(
            &share,
            ["g1": now(), "g2": now { $0.id = "01B" }, "g3": now(), "g4": now { $0.id = nil }])
        #expect(share.entries.map(\.id) == ["g2"] && share.left == [.changed: 3])
    }

    @Test("takes what the drive says of it, its own id and tag first of all")
    func found() throws {
        let entry = try entry(
            [Self.size, Self.told(Self.hash), Self.modified],
            #""created":"2025-01-01T00:00:00Z","first_seen":"2025-06-01T00:00:00Z""#)
        let there = now {
            $0.path = "/b/film.bin"
            $0.cTag = "c1"
            $0.sha256 = "00ff"
        }
        let item = entry.found(there).item
        #expect(item.id == "01A" && item.path == "/b/film.bin" && item.eTag == "e1")
        #expect(item.cTag == "c1" && item.size == 5 && item.modified == PlanEntry.seconds(Self.day))
        #expect(item.hashes == ["quickxor": Self.hash, "sha256": "00ff"])
        #expect(item.created == PlanEntry.seconds("2025-01-01T00:00:00Z"))
        #expect(item.firstSeen == PlanEntry.seconds("2025-06-01T00:00:00Z"))
    }

    // MARK: Copies that must stay

    private func survivor(_ number: Int, of drive: String) -> String {
        #"{"drive":"\#(drive)","id":"g\#(number)","path":"/\#(number)"}"#
    }

    @Test("is looked for as a copy that stays only as far as copies are needed")
    func copies() throws {
        let survivors = [survivor(1, of: "bob"), survivor(2, of: "cy"), survivor(3, of: "bob")]
            .joined(separator: ",")
        let entry = try entry(
            [],
            #""group":"g","needed":1,"rule":"copies","survivors":[\#(survivors)]"#
        )
        var copies = FoundCopies()
        func wanted() -> [[String]] {
            copies.wanted(for: [entry, entry]).sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .map { [String(decoding: $0.key, as: UTF8.self)] + $0.value.map(\.id) }
        }
        let all = try #require(entry.survivors)
        #expect(wanted() == [["bob", "g1"]])
        copies.note(all[0], nil)
        #expect(wanted() == [["cy", "g2"]])
        #expect(copies.chosen(1, of: all).isEmpty)
        var there = all[1]
        there.id = "01B"
        copies.note(all[1], there)
        #expect(wanted().isEmpty)
        #expect(copies.chosen(1, of: all).map(\.id) == ["01B"])
        // Where none is left there is nothing more to look for.
        copies.note(all[1], nil)
        copies.note(all[2], nil)
        #expect(wanted().isEmpty && copies.chosen(1, of: all).isEmpty)
    }

    // MARK: What is remembered

    @Test("is remembered by its own id, whoever asks later")
    func names() throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-names-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let work = FleetFolder(path: root.path)
        try work.prepareJournal()
        var names = try ListItemNames(work, drive: "d-1")
        #expect(names.ids.isEmpty)
        try names.add(["g1": "01A", "g2": "01B"])
        try names.add(["g1": "01A", "g3": "01C"])
        #expect(names.ids == ["g1": "01A", "g2": "01B", "g3": "01C"])
        #expect(try ListItemNames(work, drive: "d-1").ids == names.ids)
        #expect(try ListItemNames(work, drive: "d-2").ids.isEmpty)
        let text = try String(contentsOfFile: work.listItems(of: "d-1"), encoding: .utf8)
        #expect(text.split(separator: "\n").count == 3, "what is known is written once")
    }
}
