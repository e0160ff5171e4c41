// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Glibc
internal import POSIX

/// How far Spark is with a step.
package struct SparkStep: Sendable, Hashable {
    /// The step, as the program that judges knows it.
    package let name: String
    /// How many parts or buckets are done.
    package let done: Int
    /// Of how many.
    package let total: Int
    /// How many tasks have failed; Spark tries them again.
    package let failed: Int
    /// How many seconds it has taken.
    package let seconds: Int64

    /// What `line` says, which is written by the package `cleanrules-spark`: the step, and four numbers.
    init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 5, let step = PartTask.Step(rawValue: String(words[0])),
            let done = Int(words[1]), let total = Int(words[2]), let failed = Int(words[3]),
            let seconds = Int64(words[4]), (0...total).contains(done), failed >= 0, seconds >= 0
        else { return nil }
        name = step.rawValue
        (self.done, self.total, self.failed, self.seconds) = (done, total, failed, seconds)
    }

    /// Whether it is over.
    package var isDone: Bool { done == total }
}

/// What the driver of Spark writes down in the folder of a plan of how far it is, a line at a time.
struct SparkProgress {
    private let path: String
    private var offset: Int64 = 0
    private var unfinished: [UInt8] = []
    private var nextLook = 0.0

    /// How many seconds lie between two looks.
    private static let pause = 0.5
    /// How much is read in one look.
    private static let bytesMax = 1 << 16

    /// That of the plan in `folder`; what an earlier one left there is removed.
    init(in folder: PartFolder) {
        path = folder.path + "/spark.progress"
        remove()
    }

    /// What was written since the last look.
    mutating func news(atOnce: Bool = false) -> [SparkStep] {
        let now = MonotonicTime.seconds
        guard atOnce || now >= nextLook else { return [] }
        nextLook = now + Self.pause
        do throws(SystemError) {
            let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let bytes = try file.read(Self.bytesMax, at: offset)
            offset += Int64(bytes.count)
            unfinished += bytes
        } catch {
            return []
        }
        guard let end = unfinished.lastIndex(of: 0x0a) else { return [] }
        let text = String(decoding: unfinished[..<end], as: UTF8.self)
        unfinished.removeSubrange(...end)
        return text.split(separator: "\n").compactMap { SparkStep($0) }
    }

    /// Removes it.
    func remove() { unlink(path) }
}
