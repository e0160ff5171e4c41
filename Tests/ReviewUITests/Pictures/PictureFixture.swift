// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PictureExchange
import TestSupport
import Testing

@testable import ReviewUI

/// The small pictures of Tests/PictureFixtures, and the program that makes pictures of them.
enum PictureFixture {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("PictureFixtures").path

    /// The file `name`, open.
    static func file(_ name: String) throws -> PictureFile {
        try #require(fileIfAny(name), "\(name) is missing")
    }

    /// The file `name`, open; nil if there is none.
    static func fileIfAny(_ name: String) -> PictureFile? {
        let descriptor = open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
        return descriptor < 0 ? nil : PictureFile(owning: descriptor)
    }

    /// The bytes of the file `name`.
    static func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
    }

    /// The real program, which is built beside the tests.
    static func worker() throws -> PictureWorker {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let places = [own, CommandLine.arguments.first ?? ""].map {
            URL(fileURLWithPath: $0).deletingLastPathComponent()
                .appendingPathComponent("cleanrules-pictures").path
        }
        let path = places.first { FileManager.default.isExecutableFile(atPath: $0) }
        // Busy machines are slow, and no test is about the time.
        return PictureWorker(path: try #require(path), secondsMax: 60)
    }

    /// What the program says of this machine: the rest of the line by its first word.
    static func kinds() throws -> [String: String] {
        let said = try ChildProgram.run(try worker().path, ["--kinds"]).output
        var kinds: [String: String] = [:]
        for line in said.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            if parts.count == 2 { kinds[parts[0]] = parts[1] }
        }
        return kinds
    }

    /// Whether the machine has what pictures of `kind` need; script/packages installs all of it.
    static func has(_ kind: String) throws -> Bool { try kinds()[kind] == "yes" }
}

/// A folder that goes with its last user.
final class PictureTestFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/pictures-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A program in shell script, in the worker's place.
    func worker(_ script: String, secondsMax: Double = 60) throws -> PictureWorker {
        let place = path + "/worker-\(UUID().uuidString)"
        try Data(("#!/bin/sh\n" + script + "\n").utf8).write(to: URL(fileURLWithPath: place))
        try #require(chmod(place, 0o700) == 0)
        return PictureWorker(path: place, secondsMax: secondsMax)
    }

    /// A program that answers just these bytes.
    func worker(answering bytes: [UInt8]) throws -> PictureWorker {
        let place = path + "/answer-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: place))
        return try worker("cat '\(place)'")
    }
}

/// Counts from any task.
actor PictureTestCounter {
    private(set) var value = 0

    /// One more; how many it was before.
    @discardableResult
    func add() -> Int {
        value += 1
        return value - 1
    }
}

/// A request for `name`.
func request(
    _ name: String = "a.jpg", key: String? = nil, side: Int = 64, form: PictureForm = .jpeg
) -> PictureRequest {
    PictureRequest(key: key ?? "drive:1 " + name, name: name, longestSide: side, form: form)
}

extension PictureAnswer {
    /// The picture, if there is one.
    var made: Picture? {
        if case .picture(let picture) = self { picture } else { nil }
    }

    /// Why there is none.
    var reason: String? {
        if case .none(let reason) = self { reason } else { nil }
    }
}
