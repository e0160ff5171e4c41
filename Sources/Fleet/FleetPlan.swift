// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import FleetParts
internal import Foundation
internal import Glibc
internal import Messages
internal import POSIX
internal import RuleEngine
internal import Text
internal import Wording
package import Workflow

/// A plan over all drives of a fleet that was made.
package struct FleetPlan: Sendable {
    /// The lines of one drive.
    package struct Stretch: Sendable, Hashable {
        /// The drive.
        package let drive: String
        /// The part that they stand in.
        package let part: Int
        /// Where they begin there, in bytes.
        package let start: Int64
        /// How many bytes they take there.
        package let length: Int64
        /// How many bytes they are unpacked; nil where they are not packed.
        package let unpacked: Int64?

        /// The lines of `drive`, which stand in `part`.
        init(_ drive: PartEnd.Drive, part: Int) {
            self.drive = drive.name
            self.part = part
            start = drive.start
            length = drive.length
            unpacked = drive.unpacked
        }
    }

    /// What the plan is made of.
    package let job: PartJob
    /// What there is to say of the lines of each part.
    package let ends: [PartEnd]
    /// The drives that are over a limit of the rules by themselves, in plan order.
    package internal(set) var refusals: [FleetRefusal] = []
    private let folder: PartFolder

    /// The plan in `folder`, whose lines are all there.
    init(_ folder: PartFolder) throws(Failure) {
        self.folder = folder
        do throws(PartFailure) {
            job = try folder.job()
            var ends: [PartEnd] = []
            for part in job.parts.indices {
                ends.append(try PartEnd.read(part, job, in: folder))
            }
            self.ends = ends
        } catch {
            throw Failure(error)
        }
    }

    /// The id of the plan.
    package var id: String { "p-" + job.digest.prefix(12) }

    /// Whether it is over some of the drives alone, for a try, so that nothing of it is ever staged.
    package var isTry: Bool { job.choice.only != nil }

    /// Whether drives are left out of it since nobody could read their listings.
    package var lacksBroken: Bool { job.choice.broken != nil }

    /// The file with the lines of a part.
    func linesPath(_ part: Int) -> String {
        folder.linesPath(part, isPacked: job.packsLines)
    }

    /// What the plan says beside its lines.
    var manifestPath: String { folder.manifestPath }

    /// All drives, in plan order.
    package var drives: [(drive: PartEnd.Drive, part: Int)] {
        ends.enumerated().flatMap { part, end in end.drives.map { ($0, part) } }
            .sorted { $0.drive.name.utf8.lexicographicallyPrecedes($1.drive.name.utf8) }
    }

    /// The lines of all drives, in plan order.
    package var stretches: [Stretch] {
        drives.map { drive, part in Stretch(drive, part: part) }
    }

    /// Whether nothing of the drive `name` may be staged.
    package func refuses(_ name: String) -> Bool {
        refusals.contains { $0.drive.utf8.elementsEqual(name.utf8) }
    }

    // MARK: Lines

    /// How many bytes are read at once.
    private static let pieceBytes = 1 << 20

    /// Hands the lines of `stretches` to `take`, some at a time, until it says that it wants no more. Those of a
    /// drive are digested once before: nothing of them is handed on until they are known to be what was
    /// written. Whoever `waits`, and does nothing with any line before this returns, has them read once. Throws
    /// when those of a drive are not what was written, or are not any more when they are over.
    package func read(
        _ stretches: [Stretch], waits: Bool = false, _ take: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) {
        for stretch in stretches where stretch.length > 0 {
            if !waits { _ = try read(stretch) { _ throws(Failure) in true } }
            guard try read(stretch, take) else { return }
        }
    }

    private func read(
        _ stretch: Stretch, _ take: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let path = linesPath(stretch.part)
        let digest = SHA256Stream()
        let unpacking = try stretch.unpacked.map { most throws(Failure) in
            try LineUnpacking(most: most)
        }
        var offset = stretch.start
        let end = stretch.start + stretch.length
        while offset < end {
            let bytes = try Self.bytes(
                of: path, at: offset, Int(min(Int64(Self.pieceBytes), end - offset)))
            offset += Int64(bytes.count)
            guard let unpacking else {
                digest.update(bytes)
                guard try take(bytes) else { return false }
                continue
            }
            let outcome = try unpacking.take(bytes) { lines throws(Failure) in
                digest.update(lines)
                return try take(lines)
            }
            if outcome == .unwanted { return false }
            if outcome == .broken { break }
        }
        guard unpacking?.isWhole != false,
            digest.finish() == ends[stretch.part].digest(ofLinesAt: stretch.start)
        else { throw Failure(PartFolder.damaged(path, linesOf: stretch.drive)) }
        return true
    }

    /// Whether all lines are what was written. O(bytes).
    var isWhole: Bool {
        do throws(Failure) {
            try read(stretches, waits: true) { _ throws(Failure) in true }
            return true
        } catch {
            return false
        }
    }

    private static func bytes(
        of path: String, at offset: Int64, _ count: Int
    ) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            let bytes = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW).read(count, at: offset)
            // What was whole when the plan was opened is not any more.
            guard bytes.count == count else { throw SystemError(code: EIO) }
            return bytes
        } catch {
            throw Failure(
                .failed, Message("cannot read '\(VisibleText.escaped(path))': \(error.text)"))
        }
    }

    /// Hands each line of `stretches` to `take`, without its end, as `read` does.
    package func eachLine(
        _ stretches: [Stretch], waits: Bool = false,
        _ take: (ArraySlice<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) {
        var rest: [UInt8] = []
        try read(stretches, waits: waits) { bytes throws(Failure) in
            rest += bytes
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                guard try take(rest[start..<end]) else { return false }
                start = end + 1
            }
            rest.removeFirst(start)
            return true
        }
    }
}

extension Failure {
    /// What a part had to say.
    init(_ failure: PartFailure) {
        self.init(failure.isOfRules ? .invalidRules : .failed, failure.phrase)
    }
}
