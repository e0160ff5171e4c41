// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import RuleEngine
import StateLedger
import Testing
import Workflow

@testable import Fleet
@testable import FleetParts

/// What a fleet takes from the states of this program.
@Suite("Listings that states keep")
struct StatesImportTests {
    private static let lines = [
        #"{"path":"/A","type":"folder"}"#,
        #"{"id":"1","path":"/A/é.jpg","size":5,"etag":"e1","ctag":"c1","mime":"image/jpeg","#
            + #""created":"2020-01-02T00:00:00Z","modified":"2021-02-03T00:00:00Z","#
            + #""taken":"2019-05-06T07:08:09Z","accessed":"2022-01-01T00:00:00Z","#
            + #""first_seen":"2025-12-01T00:00:00Z","owner":"Ada","owner_address":"ada@x.example","#
            + #""shared":true,"width":40,"height":30,"camera":"Box","album":["Summer","B"],"#
            + #""hashes":{"quickxor":"SGVsbG8gd29ybGQhAAAAAAwAAAA=","sha1":""#
            + String(repeating: "ab", count: 20) + #""}}"#,
        #"{"id":"2","path":"/A/book.one","type":"part","size":7}"#,
        #"{"id":"3","path":"/link","shortcut":true}"#,
    ].map { $0 + "\n" }.joined()

    private static func line(_ id: String) -> String {
        #"{"id":"\#(id)","path":"/\#(id)","size":1}"#
    }

    /// The bytes of all columns of a listing.
    private func columns(_ listing: Listing) throws -> [[SnapshotPart]] {
        try ListingSnapshot.parts(of: listing)
    }

    @Test("are taken with all that is known of each item, under the names of the inventory")
    func whole() async throws {
        try await StateWorld.scratch { world in
            try await world.keep(
                [("mine", "b!Ada", Self.lines), ("empty", "b!Eve", ""), ("x", "b!X", "")],
                in: "one")
            try world.inventory([("ada", "b!Ada"), ("eve", "b!Eve")])
            let before = try Data(contentsOf: URL(fileURLWithPath: world.path("one")))
            let outcome = try await world.imported()
            #expect(outcome.files.map(\.name) == ["profiles/one/state.sqlite"])
            #expect(outcome.leftOut.isEmpty && outcome.readCount == 1)
            let found = try world.imported(listing: "one")
            #expect(found.drives.map(\.name) == ["ada", "eve"])
            #expect(found.drives.map(\.kind) == [.onedrive, .onedrive])
            let listing = try StateWorld.listing(Self.lines, drive: "mine")
            #expect(try columns(found)[0] == columns(listing)[0])
            #expect(found.count == 4)
            let after = try Data(contentsOf: URL(fileURLWithPath: world.path("one")))
            let folder = world.root + "/profiles/one"
            #expect(after == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["state.sqlite"])
        }
    }

    @Test("are known by the ids of drives, in any spelling, and never by names")
    func identity() async throws {
        try await StateWorld.scratch { world in
            try await world.keep(
                [("ada", "b!Other", Self.line("1")), ("bob", "00ABCDEF12345678", Self.line("2"))],
                in: "one")
            try world.inventory([("ada", "abcdef12345678"), ("bob", "b!Bob")])
            let outcome = try await world.imported()
            #expect(try world.imported(listing: "one").drives.map(\.name) == ["ada"])
            #expect(try world.imported(listing: "one").path(0) == "/2")
            #expect(outcome.leftOut.map(\.name) == ["bob"])
            #expect(outcome.leftOut.first?.why.description == "no state that can be read has it")
        }
    }

    @Test("are read once, and again only where a state has changed")
    func again() async throws {
        try await StateWorld.scratch { world in
            try await world.keep([("d", "b!A", Self.line("1"))], in: "a", at: 10)
            try await world.keep([("d", "b!B", Self.line("2"))], in: "b", at: 20)
            try await world.keep([("d", "b!Foreign", Self.line("3"))], in: "c", at: 5)
            try world.inventory([("a", "b!A"), ("b", "b!B")])
            let first = try await world.imported()
            #expect(first.readCount == 2 && first.listed == StateWorld.at(10)...StateWorld.at(20))
            let contents = try ["a", "b"].map { try world.snapshot($0).head().content }
            try world.settle()
            #expect(try await world.imported().readCount == 0)
            // One that cannot be used any more is made anew.
            try world.write("torn", to: "torn")
            try FileManager.default.removeItem(atPath: world.snapshot("a").path)
            try FileManager.default.moveItem(
                atPath: world.root + "/torn", toPath: world.snapshot("a").path)
            #expect(try await world.imported().readCount == 1)
            #expect(try world.snapshot("a").head().content == contents[0])
            try await world.keep([("d", "b!B", Self.line("9"))], in: "b", at: 30)
            try world.settle()
            let second = try await world.imported()
            #expect(second.readCount == 1 && second.listed?.upperBound == StateWorld.at(30))
            #expect(try world.imported(listing: "b").path(0) == "/9")
            #expect(try world.snapshot("b").head().content != contents[1])
            // Another name is another listing.
            try world.inventory([("a", "b!A"), ("bee", "b!B")])
            try world.settle()
            #expect(try await world.imported().readCount == 1)
            #expect(try world.imported(listing: "b").drives.map(\.name) == ["bee"])
        }
    }

    @Test("of one drive in two states are nobody's guess: both are named")
    func twice() async throws {
        try await StateWorld.scratch { world in
            for profile in ["a", "b"] {
                try await world.keep([("d", "b!A", Self.line("1"))], in: profile)
            }
            try await world.keep([("d", "b!C", Self.line("3"))], in: "c")
            try world.inventory([("ada", "b!A"), ("cy", "b!C")])
            let failure = await #expect(throws: Failure.self) { try await world.imported() }
            let said = failure?.clause?.description ?? ""
            for part in ["'ada'", "'profiles/a/state.sqlite'", "'profiles/b/state.sqlite'"] {
                #expect(said.contains(part), "\(said)")
            }
            let outcome = try await world.imported("ada")
            #expect(outcome.files.map(\.name) == ["profiles/c/state.sqlite"])
            #expect(outcome.leftOut.isEmpty)
        }
    }

    @Test("are those of the name that a drive had last")
    func renamed() async throws {
        try await StateWorld.scratch { world in
            try await world.keep([("old", "b!A", Self.line("1"))], in: "a", at: 10)
            try await world.keep([("new", "b!A", Self.line("2"))], in: "a", at: 20)
            try world.inventory([("ada", "b!A")])
            _ = try await world.imported()
            #expect(try world.imported(listing: "a").path(0) == "/2")
            try await world.keep([("third", "b!A", Self.line("3"))], in: "a", at: 20)
            let outcome = try await world.imported()
            #expect(outcome.leftOut.map(\.name) == ["ada"] && outcome.files.isEmpty)
        }
    }

    @Test(
        "that are not finished, not there, damaged or not readable leave their drives out by name")
    func leftOut() async throws {
        try await StateWorld.scratch { world in
            for id in ["good", "begun", "torn", "newer", "damaged"] {
                try await world.keep([("d", "b!" + id, Self.line(id))], in: id)
            }
            try await world.with("begun") { ledger in
                _ = try await ledger.beginFeed(
                    of: "d", identity: "begun", selection: "", at: StateWorld.at(1))
            }
            try await world.with("forgotten") { ledger in
                try await ledger.saveCatalog(StateWorld.record("d", "b!forgotten"), parts: [])
            }
            try await world.with("torn") { ledger in
                // What is kept is no listing.
                try await ledger.saveCatalog(
                    StateWorld.record("d", "b!torn"),
                    parts: [CatalogPart(name: "head", chunk: 0, bytes: [1])])
            }
            let newer = try FileHandle(forUpdating: URL(fileURLWithPath: world.path("newer")))
            try newer.seek(toOffset: 60)
            try newer.write(contentsOf: Data([0, 0, 1, 0]))
            try newer.close()
            try world.write("no state", to: "profiles/damaged/state.sqlite")
            let names = ["good", "begun", "torn", "newer", "damaged", "forgotten", "absent"]
            try world.inventory(
                names.map { ($0, "b!" + $0) } + [(name: "nameless", id: nil)])
            let outcome = try await world.imported()
            #expect(outcome.files.map(\.name) == ["profiles/good/state.sqlite"])
            #expect(
                Set(outcome.leftOut.map(\.name)) == Set(names + ["nameless"]).subtracting(["good"]))
            func why(_ name: String) -> String {
                outcome.leftOut.first { $0.name == name }?.why.description ?? ""
            }
            #expect(why("begun").contains("is not finished"), "\(why("begun"))")
            #expect(why("forgotten").contains("keeps no listing"), "\(why("forgotten"))")
            #expect(why("nameless").contains("'drive_id'"), "\(why("nameless"))")
            #expect(why("torn").contains("is damaged"), "\(why("torn"))")
            let source = try FleetSource.load(world.root + "/fleet.yaml")
            var options = LedgerOptions()
            options.quietSeconds = 0
            let survey = try await StateSurvey.of(
                source.profiles(), source.work.snapshots, jobs: 1, options: options
            ) { nil }
            #expect(survey.unread.count == 2)
            let newest = survey.unread.first { $0.name.contains("newer") }
            #expect(newest?.why.description.contains("newer version") == true)
        }
    }

    @Test("come from folders of profiles or from state files, and from nothing else")
    func profiles() async throws {
        try await StateWorld.scratch { world in
            func said() -> String {
                do throws(Failure) {
                    _ = try FleetSource.load(world.root + "/fleet.yaml").profiles()
                    return ""
                } catch {
                    return error.clause?.description ?? ""
                }
            }
            #expect(said().contains("there is no profile '\(world.root)/profiles/*'"), "\(said())")
            try await world.keep([("d", "b!A", Self.line("1"))], in: "a")
            // One that is reached by two ways is one.
            try FileManager.default.createSymbolicLink(
                atPath: world.root + "/profiles/b", withDestinationPath: "a")
            let found = try FleetSource.load(world.root + "/fleet.yaml").profiles()
            #expect(found.map(\.name) == ["profiles/a/state.sqlite"])
            try world.fleet(profiles: "profiles/*/state.sqlite")
            #expect(try FleetSource.load(world.root + "/fleet.yaml").profiles() == found)
            try world.fleet(profiles: "profiles/*")
            try world.write("", to: "profiles/c/notes.txt")
            #expect(said().contains("'profiles/c' is no profile"), "\(said())")
        }
    }

    @Test("come with what people have decided to keep, and no word to delete")
    func decisions() async throws {
        try await StateWorld.scratch { world in
            let lines = ["keep", "pin", "later", "delete", "free"].map(Self.line)
            try await world.keep(
                [("d", "b!A", lines.map { $0 + "\n" }.joined())], in: "a")
            try await world.with("a") { ledger in
                for (path, verdict) in [
                    ("keep", Decision.keep), ("pin", .pin), ("later", .snooze), ("delete", .delete),
                ] {
                    var item = RecordedItem(drive: "d", id: path, path: "/" + path, type: .file)
                    item.size = 1
                    _ = try await ledger.decide(
                        [
                            DecisionRecord(
                                item: item, driveIdentity: "onedrive:b!A", verdict: verdict,
                                until: verdict == .snooze ? StateWorld.at(1_000) : nil,
                                decidedAt: StateWorld.at(5), day: "2026-01-01", rule: nil,
                                ruleDigest: nil, source: "web")
                        ], at: StateWorld.at(5))
                }
            }
            try world.inventory([("ada", "b!A")])
            _ = try await world.imported()
            let snapshot = world.snapshot("a")
            let content = try snapshot.head().content
            let listing = try world.imported(listing: "a")
            func file(_ content: String) -> PartJob.ListingFile {
                PartJob.ListingFile(
                    name: "a", snapshot: snapshot.path, content: content, items: listing.count)
            }
            func kept(at seconds: Int64) throws -> [String: Decision] {
                let rows = try PartSnapshot.decisions(
                    of: [file(content)], in: listing, now: StateWorld.at(seconds))
                return Dictionary(uniqueKeysWithValues: rows.map { (listing.path($0), $1) })
            }
            #expect(try kept(at: 10) == ["/keep": .keep, "/pin": .pin, "/later": .snooze])
            #expect(try kept(at: 2_000) == ["/keep": .keep, "/pin": .pin])
            #expect(throws: PartFailure.self) {
                try PartSnapshot.decisions(of: [file("x")], in: listing, now: StateWorld.at(0))
            }
            // What is taken back is noticed, though the listing is the same.
            try await world.with("a") { ledger in
                let item = RecordedItem(drive: "d", id: "pin", path: "/pin", type: .file)
                _ = try await ledger.decide(
                    [
                        DecisionRecord(
                            item: item, driveIdentity: "onedrive:b!A", verdict: .delete,
                            until: nil, decidedAt: StateWorld.at(9), day: "2026-01-01", rule: nil,
                            ruleDigest: nil, source: "web")
                    ], at: StateWorld.at(9))
            }
            _ = try await world.imported()
            #expect(try snapshot.head().content != content)
        }
    }
}
