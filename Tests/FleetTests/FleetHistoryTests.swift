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
            if let file = drives[key] {
                deed.audit = AuditMark(lines: Int64(file.count), link: file.link)
            }
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

    /// What somebody does to a file of lines while it is read.
    enum Change: CaseIterable {
        case path, time, digest, link, whole, first, cut, gone
    }

    /// Changes the file at `path`, of which nothing becomes longer.
    private func change(_ path: String, _ change: Change) throws {
        var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .map(String.init)
        func replace(_ line: Int, _ old: String, _ new: String) {
            lines[line] = lines[line].replacingOccurrences(of: old, with: new)
        }
        /// Turns the digest of a line round, from the ninth byte on.
        func turn(_ line: Int) {
            let digits = lines[line].dropLast(2).suffix(48)
            lines[line] = lines[line].dropLast(50) + String(digits.reversed()) + "\"}"
        }
        switch change {
        case .path: replace(1, "/b2", "/x2")
        case .time: replace(1, ":21,", ":22,")
        case .digest: turn(1)
        case .link: turn(0)
        case .first: replace(0, "/b1", "/x1")
        case .cut: lines[2].removeLast(2)
        case .gone: return try FileManager.default.removeItem(atPath: path)
        case .whole:
            // All of it is right, and of another journal.
            try FileManager.default.removeItem(atPath: path)
            var file = ChainedFile(path: path)
            for line in lines {
                let body = String(line[..<(try #require(line.range(of: ",\"chain\""))).lowerBound])
                let other = body.replacingOccurrences(of: "/b1", with: "/x1") + "}"
                try file.add([Array(other.utf8)])
            }
            return
        }
        try (lines.joined(separator: "\n") + "\n")
            .write(toFile: path, atomically: false, encoding: .utf8)
    }

    @Test("tells no line that was changed while it was read", arguments: Change.allCases)
    func changed(change: Change) throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        var journals = Journals(folder)
        for number in 1...3 {
            try journals.delete("d-1", Int64(10 * number), "/a\(number)")
            try journals.delete("d-2", Int64(10 * number + 1), "/b\(number)")
        }
        try journals.turn("d-1", 40)
        try journals.turn("d-2", 40)
        var told: [String] = []
        // All was found to be right when it is changed.
        var isChanged = false
        let failure = #expect(throws: Failure.self) {
            try FleetHistory(folder).lines { body in
                told.append(String(decoding: body, as: UTF8.self))
                if isChanged { return true }
                isChanged = true
                do {
                    try self.change(folder.audit(of: "d-2"), change)
                } catch {
                    Issue.record("\(error)")
                }
                return true
            }
        }
        let said = failure?.clause?.description ?? ""
        #expect(said.contains(change == .gone ? "cannot use" : "while it was read"), "\(said)")
        #expect(!told.contains { $0.contains("/x") || $0.contains(":22,") }, "\(told)")
        // All that came before is told.
        #expect(told.count { $0.contains("/a1") } == 1)
    }

    @Test("tells lines that were added while it was read the next time, and longer ones at once")
    func long() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        var journals = Journals(folder)
        // Pieces that are read at once end in the middle of lines, and hold less than one.
        for number in 1...300 {
            let length = number % 100 == 0 ? 200_000 : 10 * number
            let path = "/\(number)-" + String(repeating: "x", count: length)
            try journals.delete("d-\(number % 3)", Int64(number), path)
        }
        for key in ["d-0", "d-1", "d-2"] { try journals.turn(key, 400) }
        var numbers: [Int] = []
        try FleetHistory(folder).lines { body in
            let text = String(decoding: body, as: UTF8.self)
            if let start = text.range(of: "\"/") {
                numbers.append(Int(text[start.upperBound...].prefix { $0.isNumber }) ?? -1)
            }
            if numbers.count == 1 { try? journals.delete("d-1", 1, "/999-") }
            return true
        }
        #expect(numbers == Array(1...300))
    }

    @Test("keeps no more of its lines than it may, of whatever files and however long they are")
    func kept() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        var journals = Journals(folder)
        let long = String(repeating: "x", count: HistoryLines.pieceBytes * 3)
        let keys = (100...123).map { "d-\($0)" }
        for (number, key) in keys.enumerated() {
            for turn in 0..<2 { try journals.delete(key, Int64(100 * turn + number), "/\(long)") }
            try journals.turn(key, 200)
        }
        let index = HistoryIndex(folder)
        #expect(index.failure == nil && index.places.count == keys.count * 3)
        var lines = HistoryLines(index)
        var most = 0
        for place in index.places {
            _ = try lines.body(place)
            most = max(most, lines.keptBytes)
        }
        #expect(most > HistoryLines.pieceBytes * 3 && most <= HistoryLines.keptBytesMax)
    }
}
