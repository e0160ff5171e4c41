// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import Messages
package import RuleEngine
internal import Text
internal import Workflow

/// A drive that is over a limit of the rules by itself: its lines stay in the plan, and nothing of it is
/// staged.
package struct FleetRefusal: Sendable, Hashable {
    /// The drive.
    package let drive: String
    /// The limits that it is over, one at least.
    package let limits: [LimitOutcome]
}

/// How many files each drive of a fleet listed the last time that this was no sudden drop, which nobody
/// knows of a listing by itself.
struct FleetCounts: Sendable, Hashable {
    /// By the scalars of the drive's name.
    private var files: [[UInt8]: Int64] = [:]

    private struct Line: Codable {
        let drive: String
        let files: Int64
    }

    private static let bytesMax = 1 << 28

    /// The counts that are kept at `path`; none where there is no such file.
    init(path: String) throws(Failure) {
        if !FileBytes.exists(path) { return }
        let bytes: [UInt8]
        do throws(PartFailure) {
            bytes = try PartFolder.read(path, most: Self.bytesMax)
        } catch {
            throw Failure(error)
        }
        guard let lines = try? JSONDecoder().decode([Line].self, from: Data(bytes)) else {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(path))' is damaged; remove it, and a drive that lists far"
                        + " fewer files than before is not noticed in the next plan"))
        }
        for line in lines { files[Array(line.drive.utf8)] = line.files }
    }

    /// How many files the drive `name` listed; nil where it was in no plan.
    func last(_ name: String) -> Int64? { files[Array(name.utf8)] }

    /// The drives of `plan` that are over one of `limits` by themselves; of those that `accepts` takes, no
    /// drop is held against them. In plan order.
    func refusals(
        _ plan: FleetPlan, _ limits: Limits, accepting accepts: (String) -> Bool
    ) -> [FleetRefusal] {
        plan.drives.compactMap { drive, _ in
            var outcomes = LimitOutcome.outcomes(
                limits, deleting: (drive.deleted.items, drive.deleted.bytes),
                files: [(drive.name, drive.deletedFiles.items, drive.files.items)])
            if !accepts(drive.name), let last = last(drive.name),
                let drop = LimitOutcome.listingDrop(
                    limits.listingDrop, drive: drive.name, last: last,
                    current: drive.files.items)
            {
                outcomes.append(drop)
            }
            let exceeded = outcomes.filter(\.isExceeded)
            return exceeded.isEmpty ? nil : FleetRefusal(drive: drive.name, limits: exceeded)
        }
    }

    /// Takes what the drives of `plan` list as good, but for those that have dropped.
    mutating func take(_ plan: FleetPlan, _ refusals: [FleetRefusal]) {
        let dropped = Set(
            refusals.filter { $0.limits.contains { $0.subject == .listingDrop } }
                .map { Array($0.drive.utf8) })
        for (drive, _) in plan.drives where !dropped.contains(Array(drive.name.utf8)) {
            files[Array(drive.name.utf8)] = drive.files.items
        }
    }

    /// Keeps them at `path`.
    func write(to path: String) throws(Failure) {
        let lines = files.map {
            Line(drive: String(decoding: $0.key, as: UTF8.self), files: $0.value)
        }
        .sorted { $0.drive.utf8.lexicographicallyPrecedes($1.drive.utf8) }
        // Texts and numbers alone: nothing of it cannot be written.
        let bytes = (try? JSONEncoder().encode(lines)).map { Array($0) } ?? []
        do throws(PartFailure) {
            try PartFolder.write(bytes, to: path)
        } catch {
            throw Failure(error)
        }
    }
}

/// Refusals as they are kept beside a plan.
struct KeptRefusals: Codable {
    private struct Limit: Codable {
        let subject: String
        let drive: String?
        let value: Int64
        let threshold: Int64?
    }

    private struct Drive: Codable {
        let drive: String
        let limits: [Limit]
    }

    private let drives: [Drive]
    private static let bytesMax = 1 << 28

    /// Keeps `refusals`.
    init(_ refusals: [FleetRefusal]) {
        drives = refusals.map { refusal in
            Drive(
                drive: refusal.drive,
                limits: refusal.limits.map { limit in
                    Limit(
                        subject: limit.subject.rawValue, drive: limit.drive, value: limit.value,
                        threshold: limit.threshold)
                })
        }
    }

    /// The bytes.
    var bytes: [UInt8] {
        // Texts and numbers alone: nothing of it cannot be written.
        (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
    }

    /// What is kept at `path`. Throws where it cannot be read: who is refused nobody may guess.
    static func read(_ path: String) throws(Failure) -> [FleetRefusal] {
        let bytes: [UInt8]
        do throws(PartFailure) {
            bytes = try PartFolder.read(path, most: bytesMax)
        } catch {
            throw Failure(error)
        }
        let kept = try? JSONDecoder().decode(KeptRefusals.self, from: Data(bytes))
        let refusals = kept?.drives.compactMap { drive -> FleetRefusal? in
            let limits = drive.limits.compactMap { limit -> LimitOutcome? in
                LimitOutcome.Subject(rawValue: limit.subject).map { subject in
                    LimitOutcome(
                        subject: subject, drive: limit.drive, value: limit.value,
                        threshold: limit.threshold, isExceeded: true)
                }
            }
            return limits.count == drive.limits.count && !limits.isEmpty
                ? FleetRefusal(drive: drive.drive, limits: limits) : nil
        }
        guard let kept, let refusals, refusals.count == kept.drives.count else {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(path))' is damaged; remove the folder that it lies in,"
                        + " and plan again"))
        }
        return refusals
    }
}
