// SPDX-License-Identifier: Apache-2.0

import FleetParts
import Foundation
import RuleEngine
import Testing
import Workflow

@testable import Fleet

/// How many files each drive of a fleet should have.
@Suite("Counts of files of a fleet")
struct FleetCountsTests {
    /// A folder of a fleet that is gone at the end.
    private func scratch(_ body: (FleetFolder) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-counts-\(UUID().uuidString)")
        let work = FleetFolder(path: root.path)
        try work.prepare()
        defer { try? FileManager.default.removeItem(at: root) }
        try body(work)
    }

    private func keep(_ text: String, _ work: FleetFolder) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: work.counts))
    }

    private func turn(_ name: String, deleted: Int64, plan: String) -> FleetDeed {
        var deed = FleetDeed(.turn)
        deed.drive = FleetFolder.key(ofDrive: name)
        deed.name = name
        var counts = DeedCounts()
        counts.deleted = deleted
        deed.counts = [plan: counts]
        return deed
    }

    @Test("are without what plans over the fleet have deleted since, and of nothing else")
    func deleted() throws {
        try scratch { work in
            #expect(try FleetCounts(work).last("ada") == nil)
            try keep(
                #"[{"drive":"ada","files":100,"deleted":5},{"drive":"bob","files":9,"deleted":0}]"#,
                work)
            #expect(try FleetCounts(work).last("ada") == 100)
            let journal = try DeedJournal(work)
            try journal.add([turn("ada", deleted: 5, plan: "p-1")])
            #expect(try FleetCounts(work).last("ada") == 100)
            try journal.add([turn("ada", deleted: 30, plan: "p-2")])
            #expect(try FleetCounts(work).last("ada") == 70)
            #expect(try FleetCounts(work).last("bob") == 9)
            // Brought back, and more deleted than there was.
            try journal.add([turn("ada", deleted: 0, plan: "p-2")])
            #expect(try FleetCounts(work).last("ada") == 100)
            try journal.add([turn("bob", deleted: 50, plan: "p-2")])
            #expect(try FleetCounts(work).last("bob") == 0)
        }
    }

    @Test("are kept by the scalars of names")
    func names() throws {
        try scratch { work in
            try keep(
                #"[{"drive":"é","files":1,"deleted":0},{"drive":"e\#u{301}","files":2,"deleted":0}]"#,
                work)
            let counts = try FleetCounts(work)
            #expect(counts.last("é") == 1 && counts.last("e\u{301}") == 2)
            try counts.write(to: work)
            #expect(try FleetCounts(work) == counts)
        }
    }

    @Test("of what a rule with limits deletes are all of the drive where nobody has counted it")
    func uncounted() throws {
        let rule = Rule(id: "tmp", action: .delete, limits: Limits(items: .atMost(3)))
        func exceeds(_ more: String) throws -> Bool {
            let count = #"{"items":4,"bytes":9}"#
            let text =
                #"{"name":"ada","files":\#(count),"folders":0,"deleted":\#(count),"#
                + #""deletedFiles":\#(count),"review":\#(count),"start":0,"length":0,"sha256":""\#(more)}"#
            let drive = try JSONDecoder().decode(PartEnd.Drive.self, from: Data(text.utf8))
            return FleetCounts.outcomes(of: rule, on: drive).contains { $0.isExceeded }
        }
        #expect(try exceeds(""))
        #expect(try !exceeds(#","limited":{}"#))
        #expect(try !exceeds(#","limited":{"tmp":{"all":{"items":3,"bytes":9},"files":3}}"#))
        #expect(try exceeds(#","limited":{"tmp":{"all":{"items":4,"bytes":9},"files":3}}"#))
    }

    @Test(
        "go by the ids of drives, whatever they are called, and take over those that went by names")
    func renamed() throws {
        try scratch { work in
            try keep(
                #"[{"drive":"ada","files":100,"deleted":0},{"drive":"bob","files":9,"deleted":0}]"#,
                work)
            func counts(_ ids: [String: String]) throws -> FleetCounts {
                let pairs = ids.map { (Array($0.key.utf8), $0.value) }
                return try FleetCounts(work, Dictionary(uniqueKeysWithValues: pairs))
            }
            var known = try counts(["ada": "b!1", "bob": "b!2"])
            #expect(known.last("ada") == 100)
            known.take("ada", files: 80)
            try known.write(to: work)
            // Called otherwise now, and another drive has its name.
            let renamed = try counts(["lovelace": "b!1", "ada": "b!3", "bob": "b!2"])
            #expect(renamed.last("lovelace") == 80 && renamed.last("ada") == nil)
            #expect(renamed.last("bob") == 9)
            // What was deleted is known by the id as well.
            let id = FleetFolder.key(ofDrive: "b!1")
            var deed = turn("ada", deleted: 30, plan: "p-1")
            deed.drive = id
            try DeedJournal(work).add([deed])
            #expect(try counts(["lovelace": "b!1"]).last("lovelace") == 50)
            // Without ids there are names still.
            #expect(try counts([:]).last("ada") == 50)
        }
    }

    @Test("that are damaged are an error, for nobody would notice a drop")
    func damaged() throws {
        try scratch { work in
            let below = #"[{"drive":"ada","files":1,"deleted":-9223372036854775808}]"#
            for text in ["", "[", "{}", #"[{"drive":"ada"}]"#, below] {
                try keep(text, work)
                #expect(throws: (any Error).self, "\(text)") { try FleetCounts(work) }
            }
        }
    }
}
