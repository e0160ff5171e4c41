// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import RuleEngine
import Testing

@testable import FleetParts

/// What an import of a dataset remembers: what was read, and when files were first seen.
@Suite("What imports remember")
struct DatasetMemoryTests {
    private func firstSeen(_ lines: [String], _ name: String) -> String? {
        let line = lines.first { $0.contains("/\(name)\"") }
        return line?.firstMatch(of: /"first_seen":"([^T]*)T/).map { String($0.1) }
    }

    @Test("is when files were first seen, as long as they are there")
    func seen() throws {
        try DatasetWorld.scratch { world in
            func pull(_ day: Int, _ names: [String]) throws -> [String] {
                try world.write([
                    "a.json": names.map { name in
                        world.line(.ada, Int(name) ?? 0, "Documents", name, day: day)
                    }
                ])
                return try world.imported()
            }
            _ = try pull(1, ["1", "2"])
            let second = try pull(8, ["1", "3"])
            #expect(firstSeen(second, "1") == "2026-11-01")
            #expect(firstSeen(second, "3") == "2026-11-08")
            // What was gone is new again; an older pull knows of older days.
            let third = try pull(15, ["1", "2", "3"])
            #expect(firstSeen(third, "2") == "2026-11-15")
            #expect(firstSeen(third, "3") == "2026-11-08")
            #expect(firstSeen(try pull(5, ["3"]), "3") == "2026-11-05")
        }
    }

    @Test("and is lost, stays unknown: no date is made up", arguments: [true, false])
    func lost(_ isFileDamaged: Bool) throws {
        try DatasetWorld.scratch { world in
            try world.write(["a.json": [world.line(.ada, 1, "Documents", "1", day: 1)]])
            _ = try world.imported()
            let path =
                isFileDamaged
                ? world.folder.seenPath(0, of: try world.generation()) : world.folder.madePath
            try Data("?".utf8).write(to: URL(fileURLWithPath: path))
            let lines = [
                world.line(.ada, 1, "Documents", "1", day: 8),
                world.line(.ada, 2, "Documents", "2", day: 8),
            ]
            try world.write(["a.json": lines])
            let found = try world.imported()
            #expect(found.count == 2 && !found.contains { $0.contains("first_seen") })
            #expect(try world.made().lostParts == 1)
            // And so it is with the next pull; what comes then has a date again.
            let more = world.line(.ada, 3, "Documents", "3", day: 15)
            try world.write([
                "a.json": lines.map {
                    $0.replacingOccurrences(of: "2026-11-08", with: "2026-11-15")
                } + [more]
            ])
            let next = try world.imported()
            #expect(firstSeen(next, "1") == nil && firstSeen(next, "2") == nil)
            #expect(firstSeen(next, "3") == "2026-11-15")
            #expect(try world.made().lostParts == 0)
        }
    }

    @Test("is what was read: the same bytes are not read again, wherever they were copied from")
    func unchanged() throws {
        try DatasetWorld.scratch { world in
            let line = world.line(.ada, 1, "Documents", "1")
            try world.write(["a.json": [line], "b.json": [world.line(.bob, 1, "Documents", "2")]])
            let first = try world.imported()
            // Records that say something else show that nothing is read.
            let path = world.folder.recordsPath("a.json")
            var records = try PartFolder.read(path, most: 1 << 20)
            let place = try #require(records.firstRange(of: Array("/1\"".utf8)))
            records[place.lowerBound + 1] = UInt8(ascii: "9")
            try PartFolder.write(records, to: path)
            try world.write(["a.json": [line], "b.json": [world.line(.bob, 1, "Documents", "3")]])
            let second = try world.imported()
            #expect(second != first && second.contains { $0.contains("/9\"") }, "\(second)")
            #expect(second.contains { $0.contains("/3\"") })
            // Another inventory makes the same lines another thing.
            world.library = "Documents/x"
            #expect(throws: PartFailure.self) { try world.imported() }
        }
    }

    @Test("is never half of a file that was cut short, nor one that changed meanwhile")
    func damaged() throws {
        try DatasetWorld.scratch { world in
            try world.write(["a.json": [world.line(.ada, 1, "Documents", "1")]])
            let first = try world.imported()
            let path = world.folder.recordsPath("a.json")
            let records = try PartFolder.read(path, most: 1 << 20)
            for count in [0, 10, records.count - 1] {
                try PartFolder.write(Array(records.prefix(count)), to: path)
                #expect(try world.imported() == first)
            }
            let listing = world.folder.listingPath(0, of: try world.generation())
            try Data().write(to: URL(fileURLWithPath: listing))
            #expect(try world.imported() == first)
            let job = try world.begin()
            try Data("{}".utf8).write(to: URL(fileURLWithPath: job.files[0].path))
            let order = DatasetOrder(DatasetTask(.split, 0), in: world.folder)
            let failure = #expect(throws: PartFailure.self) { try order.run() }
            #expect(failure?.message.contains("has changed") == true)
        }
    }

    @Test("is asked for in words that come back as they were")
    func orders() {
        let order = DatasetOrder(DatasetTask(.gather, 3), in: DatasetFolder(path: "/a b"))
        #expect(DatasetOrder(order.arguments) == order)
        for wrong in [[], ["split", "/a"], ["split", "a", "1"], ["split", "/a", "-1"]] {
            #expect(DatasetOrder(wrong) == nil)
        }
        #expect(DatasetOrder(["census", "/a", "1", "1"]) == nil)
        #expect(PartOrder(order.arguments) == nil)
    }
}
