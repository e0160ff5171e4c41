// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import TestSupport
import Testing
import Wording
import Workflow

@testable import Fleet

/// What the history of a plan over all drives tells, in which order.
@Suite("The history of a plan over a fleet")
struct FleetHistoryTests {
    private func folder() throws -> FleetFolder {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("history-\(UUID().uuidString)").path
        let folder = FleetFolder(path: place)
        try folder.prepareJournal()
        return folder
    }

    /// The journals of a fleet while they are written.
    private struct Journals {
        let folder: FleetFolder
        var deeds: ChainedFile
        var drives: [String: ChainedFile] = [:]

        init(_ folder: FleetFolder) {
            self.folder = folder
            deeds = ChainedFile(path: folder.deeds)
        }

        /// Has something go on the drive `key` at that instant.
        mutating func delete(_ key: String, _ at: Int64, _ path: String) throws {
            var file = drives[key] ?? ChainedFile(path: folder.audit(of: key))
            try file.add([
                Array(
                    #"{"at":\#(at),"event":"deleted","drive":"\#(key)","path":"\#(path)"}"#.utf8)
            ])
            drives[key] = file
        }

        /// Has the turn of the drive `key` be over then.
        mutating func turn(_ key: String, _ at: Int64) throws {
            var deed = FleetDeed(.turn)
            (deed.drive, deed.at) = (key, at)
            if let file = drives[key] { deed.audit = (Int64(file.count), file.link) }
            try deeds.add([deed.body])
        }

        mutating func begin(_ key: String, _ at: Int64) throws {
            var deed = FleetDeed(.reserved)
            (deed.drive, deed.at) = (key, at)
            try deeds.add([deed.body])
        }
    }

    /// What the history tells, each line by its time, what it is of, and what it says.
    private func told(_ folder: FleetFolder) throws -> [String] {
        var told: [String] = []
        try FleetHistory(folder).lines { body in
            let read = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            guard let line = read else { return false }
            func text(_ name: String) -> String? { line[name] as? String }
            let at = line["at"] as? Int ?? -1
            told.append("\(at) \(text("drive") ?? "") \(text("path") ?? text("event") ?? "")")
            return true
        }
        return told
    }

    @Test("is in order of time, what went before the turn that tells of it, whichever drive")
    func order() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        var journals = Journals(folder)
        try journals.begin("d-1", 10)
        try journals.begin("d-2", 10)
        try journals.delete("d-1", 10, "/a")
        try journals.delete("d-2", 11, "/b")
        try journals.turn("d-1", 11)
        try journals.delete("d-1", 12, "/c")
        try journals.turn("d-2", 12)
        try journals.turn("d-1", 12)
        // What a killed worker had written down, of which the journal does not know yet.
        try journals.delete("d-1", 12, "/d")
        #expect(
            try told(folder) == [
                "10 d-1 reserved", "10 d-2 reserved", "10 d-1 /a", "11 d-1 turn", "11 d-2 /b",
                "12 d-2 turn", "12 d-1 /c", "12 d-1 turn", "12 d-1 /d",
            ])
    }

    @Test("has no rows, though lines, of drives on which nothing was staged yet or at all")
    func stagedOnce() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        var journals = Journals(folder)
        for (key, items) in [("d-1", Int64(0)), ("d-1", 3), ("d-2", 0), ("d-2", 0)] {
            var deed = FleetDeed(.staged)
            (deed.drive, deed.at) = (key, 10)
            deed.amount = FleetAmount(items: items, bytes: 7 * items)
            try journals.deeds.add([deed.body])
        }
        try journals.turn("d-2", 11)
        #expect(try told(folder).count == 5)
        var rows: [String] = []
        try FleetHistory(folder).table(.english) { text in
            rows += text.split(separator: "\n").map { String($0) }
            return true
        }
        #expect(rows.count == 3, "\(rows)")
        #expect(rows.dropFirst().first?.contains("d-1") == true, "\(rows)")
    }

    @Test("has each line once, in order of time, whatever was written", arguments: 1...20)
    func sorted(seed: UInt64) throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        for number in 1...5 { try folder.prepare("d-\(number)") }
        var draw = SplitMix64(seed: seed)
        var journals = Journals(folder)
        var now: Int64 = 100
        var lines = 0
        for number in 0..<120 {
            let key = "d-\(Int.random(in: 1...5, using: &draw))"
            // Now and then a clock is set back.
            now += Int64.random(in: -1...3, using: &draw)
            switch Int.random(in: 0..<4, using: &draw) {
            case 0: try journals.turn(key, now)
            case 1: try journals.begin(key, now)
            default: try journals.delete(key, now, "/\(number)")
            }
            lines += 1
        }
        let told = try told(folder)
        let times = told.compactMap { Int64($0.prefix { $0 != " " }) }
        #expect(told.count == lines && times == times.sorted())
        let paths = told.filter { $0.contains("/") }
        #expect(Set(paths).count == paths.count)
    }

    @Test("tells all that is whole before it says which file is not")
    func damaged() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        var journals = Journals(folder)
        for number in 1...3 {
            try journals.delete("d-1", Int64(10 * number), "/a\(number)")
            try journals.delete("d-2", Int64(10 * number + 1), "/b\(number)")
        }
        try journals.turn("d-1", 40)
        try journals.turn("d-2", 40)
        let path = folder.audit(of: "d-1")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacingOccurrences(of: "/a2", with: "/x2")
            .write(toFile: path, atomically: true, encoding: .utf8)
        var told: [String] = []
        let broken = #expect(throws: Failure.self) {
            try FleetHistory(folder).lines { body in
                told.append(String(decoding: body, as: UTF8.self))
                return true
            }
        }
        #expect(broken?.clause?.description.contains("at line 2:") == true)
        #expect(told.count == 6, "\(told)")
        #expect(told.count { $0.contains("\"/a1\"") } == 1)
        #expect(!told.contains { $0.contains("/x2") || $0.contains("/a3") })
        // Lines that are cut off at the end break no chain, and are missed all the same.
        let first = text.split(separator: "\n")[0] + "\n"
        try String(first).write(toFile: path, atomically: true, encoding: .utf8)
        let short = #expect(throws: Failure.self) { try self.told(folder) }
        #expect(short?.clause?.description.contains("fewer than the 3 lines") == true)
    }
}
