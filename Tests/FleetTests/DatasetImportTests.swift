// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import RuleEngine
import Testing

@testable import FleetParts

/// Listings that are made of a dataset, step by step as processes do.
@Suite("Listings of a dataset")
struct DatasetImportTests {
    @Test("have of each file what its line says, by drive")
    func listed() throws {
        try DatasetWorld.scratch { world in
            let hash = #""QuickXorHash":"48656c6c6f20776f726c6421000000000c000000""#
            try world.write([
                "a.json": [
                    world.line(.ada, 1, "Documents/Old stuff", "a \u{e9}.txt", hash),
                    world.line(.bob, 1, "Documents", "b.ONE"),
                    world.line(.ada, 2, "Documents/Documents", "c"),
                ],
                "deep/b.json": [world.line(.shared, 3, "Shared Documents/x", "d.onetoc2")],
            ])
            let lines = try world.imported().sorted()
            let times =
                #""created":"2023-05-06T03:20:33Z","modified":"2023-05-06T03:21:03Z""#
            let owner = #""owner":"Contoso User3","owner_address":"user3@contoso.example""#
            let seen = #""first_seen":"2026-11-19T00:00:00Z"}"#
            #expect(
                lines
                    == [
                        #"{"drive":"ada","id":"\#(world.item(1))","path":"/Old stuff/a é.txt","#
                            + #""size":12,\#(times),"hashes":{"quickxor":"#
                            + #""SGVsbG8gd29ybGQhAAAAAAwAAAA="},\#(owner),\#(seen)"#,
                        #"{"drive":"ada","id":"\#(world.item(2))","path":"/Documents/c","#
                            + #""size":12,\#(times),\#(owner),\#(seen)"#,
                        #"{"drive":"bob","id":"\#(world.item(1))","path":"/b.ONE","type":"part","#
                            + #""size":12,\#(times),\#(owner),\#(seen)"#,
                        #"{"drive":"team","id":"\#(world.item(3))","path":"/x/d.onetoc2","#
                            + #""type":"part","size":12,\#(times),\#(owner),\#(seen)"#,
                    ].sorted())
        }
    }

    @Test(
        "have paths below the folder of the library",
        arguments: [
            ("Documents", "/f"), ("/Documents/", "/f"), ("Documents/A/B", "/A/B/f"),
            ("Documents/Documents", "/Documents/f"), ("Documents2", nil), ("documents", nil),
            ("", nil), ("A/Documents", nil), ("Documents//A", nil), ("Documents/../A", nil),
            ("Documents/./A", nil), ("Document", nil),
        ])
    func paths(_ folder: String, _ path: String?) throws {
        try DatasetWorld.scratch { world in
            try world.write(["a.json": ["", world.line(.ada, 1, folder, "f")]])
            guard let path else {
                let failure = #expect(throws: PartFailure.self) { try world.imported() }
                let said = failure?.message ?? ""
                #expect(said.hasPrefix("a.json:2:") && said.contains("drive 'ada':"), "\(said)")
                return
            }
            let lines = try world.imported()
            #expect(lines.first?.contains(#""path":"\#(path)","#) == true, "\(lines)")
        }
    }

    @Test("leave out and count what is on no drive of the inventory, or in another library")
    func skipped() throws {
        try DatasetWorld.scratch { world in
            world.takesOneDrivesOnly = true
            try world.write([
                "a.json": [
                    world.line(.ada, 1, "Documents", "a"),
                    // Nobody minds what is wrong with them.
                    world.line(.foreign, 2, "Anything", "b", #""SizeInBytes":-1"#),
                    world.line(.foreign, 3, "Anything", "c"),
                    world.line(.shared, 4, "Shared Documents", "d"),
                ]
            ])
            #expect(try world.imported().count == 1)
            let index = try #require(try world.indices().first)
            #expect(index.withoutDrive == 2 && index.otherLibraries == 1)
        }
    }

    @Test("name the file, the line and the drive of what is wrong, and are not made")
    func wrong() throws {
        try DatasetWorld.scratch { world in
            let line = world.line(.bob, 1, "Documents", "b")
            for wrong in [
                world.line(.bob, 1, "Documents", "b", #""QuickXorHash":"SGVsbG8=""#),
                world.line(.bob, 1, "Documents", "b", #""SizeInBytes":1.5"#),
                world.line(.bob, 1, "Documents", ""), world.line(.bob, 1, "Documents", "a/b"),
                String(line.dropLast()), line + "x",
            ] {
                try world.write(["a.json": [line, wrong]])
                let failure = #expect(throws: PartFailure.self, "\(wrong)") {
                    try world.imported()
                }
                let said = failure?.message ?? ""
                #expect(said.hasPrefix("a.json:2:") && said.contains("drive 'bob':"), "\(said)")
                #expect(!FileManager.default.fileExists(atPath: world.folder.generationPath))
            }
        }
    }

    @Test("take what is said later, whatever the order of files")
    func changes() throws {
        try DatasetWorld.scratch { world in
            let first = [
                world.line(.ada, 1, "Documents", "stays"),
                world.line(.ada, 2, "Documents", "renamed"),
                world.line(.ada, 3, "Documents", "gone"),
                world.line(.shared, 4, "Shared Documents", "moves away"),
                world.line(.shared, 5, "Shared Documents", "moves here"),
            ]
            let gone = world.line(.ada, 3, nil, nil, day: 21, "Deleted")
                .replacingOccurrences(of: #""ListId""#, with: #""x""#)
            let later = [
                world.line(.ada, 2, "Documents", "new name", day: 20, "Updated"),
                gone, gone, world.line(.ada, 6, "Documents", "new", day: 20, "Created"),
                world.line(.other, 4, "Elsewhere", "moves away", day: 20, "Updated"),
                world.line(.second, 5, "Second", "moves here", day: 22, "Updated"),
                // What is gone has not come back since.
                world.line(.ada, 3, "Documents", "gone", day: 20, "Updated"),
            ]
            var found: [[String]] = []
            for names in [("a.json", "b.json"), ("b.json", "a.json")] {
                try world.write([names.0: first, names.1: later])
                let lines = try world.imported()
                let paths = lines.compactMap { $0.firstMatch(of: /"path":"([^"]*)"/)?.1 }
                #expect(
                    Set(paths) == ["/stays", "/new name", "/new", "/moves here"], "\(lines)")
                #expect(lines.contains { $0.contains(#""drive":"second""#) })
                found.append(lines)
                #expect(try world.generation().snapshot?.description == "2026-11-22T00:00:00Z")
            }
            #expect(found[0] == found[1])
        }
    }

    @Test("refuse two different lines of one date, with both places; equal ones are one")
    func conflict() throws {
        try DatasetWorld.scratch { world in
            let line = world.line(.ada, 1, "Documents", "a")
            try world.write(["a.json": [line, line], "b.json": ["", line]])
            #expect(try world.imported().count == 1)
            let other = world.line(.ada, 1, "Documents", "b")
            try world.write(["a.json": [line], "b.json": ["", other]])
            let failure = #expect(throws: PartFailure.self) { try world.imported() }
            let said = failure?.message ?? ""
            for part in ["'ada'", "a.json:1", "b.json:2"] {
                #expect(said.contains(part), "\(said)")
            }
        }
    }

    @Test(
        "refuse mixed dates, with each of them and how many lines it has",
        arguments: [
            [(19, "Full"), (12, "Full"), (19, "Full")], [(19, "Full"), (12, "Updated")],
            [(19, "Full"), (19, "Created")],
        ])
    func mixed(_ lines: [(Int, String)]) throws {
        try DatasetWorld.scratch { world in
            try world.write([
                "a.json": lines.enumerated().map { number, line in
                    world.line(.ada, number, "Documents", "\(number)", day: line.0, line.1)
                }
            ])
            let failure = #expect(throws: PartFailure.self) { try world.imported() }
            let said = failure?.message ?? ""
            for (day, count) in Dictionary(lines.map { ($0.0, 1) }, uniquingKeysWith: +) {
                #expect(said.contains("2026-11-\(day)T00:00:00Z × \(count)"), "\(said)")
            }
        }
    }

    @Test("refuse changes without the whole that they change")
    func changesAlone() throws {
        try DatasetWorld.scratch { world in
            try world.write(["a.json": [world.line(.ada, 1, "Documents", "a", day: 19, "Updated")]])
            let failure = #expect(throws: PartFailure.self) { try world.imported() }
            #expect(failure?.message.contains("changes alone") == true)
        }
    }

    @Test("are the same of a packed file")
    func packed() throws {
        try DatasetWorld.scratch { world in
            let line = world.line(.ada, 1, "Documents", "a")
            try world.write(["a.json": [line]])
            let plain = try world.imported()
            try world.pack("a.json")
            #expect(try world.imported() == plain)
        }
    }

    @Test("have the same lines where memory takes some files first, and then others")
    func shares() throws {
        try DatasetWorld.scratch { world in
            let first = (0..<40).map { world.line(.ada, $0 * 7, "Documents", "\($0)") }
            let later = (0..<40).filter { $0 % 3 == 0 }.map {
                world.line(.ada, $0 * 7, "Documents", "new \($0)", day: 20, "Updated")
            }
            try world.write(["a.json": first, "b.json": later])
            let lines = try world.imported()
            #expect(lines.count == 40 && lines.count { $0.contains("/new ") } == 14)
            var gather = try DatasetGather(try world.begin(), world.folder, number: 0)
            gather.recordsMax = 5
            try gather.run()
            let path = world.folder.listingPath(0, of: try world.generation())
            let text = String(decoding: try PartFolder.read(path, most: 1 << 20), as: UTF8.self)
            let others = text.split(separator: "\n").map(String.init)
            #expect(others != lines && others.sorted() == lines.sorted())
            #expect(DatasetEnd.read(0, try world.generation(), in: world.folder) != nil)
        }
    }
}
