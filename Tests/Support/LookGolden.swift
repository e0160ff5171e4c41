// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A picture of Tests/Goldens/looks with its look, which must never change without a new version of
/// looks. Tests/PictureFixtures/goldens.py makes the files, and has worked out the looks.
package struct LookGolden: Sendable, CustomStringConvertible {
    /// The name of the file.
    package let file: String
    /// The seed of its scene.
    package let seed: UInt64
    /// Pixels across, as it is shown.
    package let width: Int
    /// Pixels down.
    package let height: Int
    /// What is made of the scene before it is stored.
    package let pixels: String
    /// By how many bits the mark may be off once it was stored and decoded; 0 where nothing is lost.
    package let bitMax: Int
    /// Mark, detail, brightness, sharpness (`-` where there is none), and the hash of the small
    /// picture (FNV-1a).
    package let look: [String]

    package var description: String { file }

    /// All of them.
    package static let all: [LookGolden] = {
        let text = try? String(
            contentsOf: folder.appendingPathComponent("looks.txt"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { LookGolden($0) }
    }()

    /// What the file holds.
    package func bytes() throws -> [UInt8] {
        try Array(Data(contentsOf: Self.folder.appendingPathComponent(file)))
    }

    /// The hash of a small picture, as the list has it.
    package static func hash(_ small: [UInt8]) -> String {
        let hash = small.reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Goldens/looks")

    /// What a line of the list says; nil for a comment.
    private init?(_ line: Substring) {
        let words = line.split(separator: " ").map { String($0) }
        guard words.count == 12, let seed = UInt64(words[1]), let width = Int(words[2]),
            let height = Int(words[3]), let bitMax = Int(words[6])
        else { return nil }
        file = words[0]
        self.seed = seed
        self.width = width
        self.height = height
        pixels = words[4]
        self.bitMax = bitMax
        look = Array(words[7...])
    }
}
