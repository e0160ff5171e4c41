// SPDX-License-Identifier: Apache-2.0

import FleetParts
import Foundation
import Testing

@testable import Fleet

/// How far Spark is, as its driver writes it down.
@Suite("The progress of Spark")
struct SparkProgressTests {
    @Test("is read line by line, each once, however it is written")
    func lines() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-progress-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/spark.progress"
        try "lines 1 2 0 0\n".write(toFile: path, atomically: false, encoding: .utf8)
        var progress = SparkProgress(in: PartFolder(path: folder))
        #expect(progress.news(atOnce: true).isEmpty, "what an earlier one said is nothing")
        let text = "summaries 0 3 0 0\nsummaries 2 3 1 7\nnonsense\nsummaries 3 3 1 9\n"
        var found: [SparkStep] = []
        for length in 1...text.utf8.count {
            try String(text.prefix(length)).write(
                toFile: path, atomically: false, encoding: .utf8)
            found += progress.news(atOnce: true)
        }
        #expect(found.map(\.name) == ["summaries", "summaries", "summaries"])
        #expect(found.map(\.done) == [0, 2, 3] && found.map(\.failed) == [0, 1, 1])
        #expect(found.map(\.isDone) == [false, false, true] && found.last?.seconds == 9)
        progress.remove()
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(progress.news(atOnce: true).isEmpty)
    }

    @Test(
        "is nothing where the line is none",
        arguments: [
            "", "summaries", "summaries 1 2 3", "summaries 1 2 3 4 5", "summaries 3 2 0 0",
            "summaries -1 2 0 0", "summaries 1 2 -1 0", "summaries 1 2 0 x", "\u{1b}[31m 1 2 0 0",
            "summaries  1 2 0 0",
        ])
    func broken(line: String) {
        #expect(SparkStep(line) == nil)
    }
}
