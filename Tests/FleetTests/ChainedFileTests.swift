// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import Testing
import Workflow

@testable import Fleet

/// A file of chained lines, after what kills and changes can do to it.
@Suite("Chained lines")
struct ChainedFileTests {
    private func path() -> String {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("chain-\(UUID().uuidString).ndjson").path
    }

    private func body(_ number: Int) -> [UInt8] { Array("{\"n\":\(number),\"t\":\"ä{}\"}".utf8) }

    private func read(_ path: String) throws -> (file: ChainedFile, bodies: [[UInt8]]) {
        var file = ChainedFile(path: path)
        var bodies: [[UInt8]] = []
        try file.read { body in
            bodies.append(body)
            return true
        }
        return (file, bodies)
    }

    private func written(_ count: Int, to path: String) throws -> [UInt8] {
        var file = ChainedFile(path: path)
        for number in 0..<count { try file.add([body(number)]) }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("are read as they were written, and gone on with by another process")
    func reading() throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try written(3, to: path)
        var (file, bodies) = try read(path)
        #expect(bodies == (0..<3).map(body) && file.count == 3 && file.torn == 0)
        try file.add([body(3), body(4)])
        #expect(try read(path).bodies == (0..<5).map(body))
    }

    @Test("that were torn anywhere are cut off there, and the rest goes on")
    func torn() throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try written(3, to: path)
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        for length in 0...bytes.count {
            try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: path))
            var (file, bodies) = try read(path)
            let whole = ends.count { $0 <= length }
            #expect(bodies.count == whole, "\(length)")
            #expect(file.torn == Int64(length - (ends.last { $0 <= length } ?? 0)), "\(length)")
            try file.add([body(7)])
            let again = try read(path)
            #expect(again.bodies == (0..<whole).map(body) + [body(7)] && again.file.torn == 0)
        }
    }

    @Test("of which any byte is another one are found out, at their line")
    func changed() throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try written(3, to: path)
        var line = 1
        for place in bytes.indices {
            if bytes[place] == UInt8(ascii: "\n") {
                line += 1
                continue
            }
            var other = bytes
            other[place] = bytes[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            try Data(other).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: Failure.self) { try read(path) }
            #expect(error?.clause?.description.contains("at line \(line):") == true, "\(place)")
        }
    }

    @Test(
        "in whose place older ones are put while they are read are found out, and nothing is added")
    func rolledBack() throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let old = try written(1, to: path)
        var (file, _) = try read(path)
        try file.add([body(1), body(2)])
        try Data(old).write(to: URL(fileURLWithPath: path))
        #expect(throws: Failure.self) { try file.read { _ in true } }
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == old)
    }

    @Test("in whose place others of the same length are put while they are read are found out")
    func replaced() throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try written(2, to: path)
        var (file, _) = try read(path)
        try file.read { _ in true }
        try FileManager.default.removeItem(atPath: path)
        var other = ChainedFile(path: path)
        try other.add([body(1), body(0)])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == bytes.count)
        #expect(throws: Failure.self) { try file.read { _ in true } }
    }

    @Test("that were dropped, doubled or moved are found out")
    func moved() throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let lines = String(decoding: try written(3, to: path), as: UTF8.self)
            .split(separator: "\n").map { $0 + "\n" }
        let wrong = [
            [lines[1], lines[2]], [lines[0], lines[2]], [lines[0], lines[0], lines[1]],
            [lines[1], lines[0], lines[2]],
        ]
        for lines in wrong {
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: Failure.self) { try read(path) }
        }
    }
}
