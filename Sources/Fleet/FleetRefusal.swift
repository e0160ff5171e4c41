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
    /// What is known of a drive.
    private struct Known: Sendable, Hashable {
        /// How many files it listed.
        var files: Int64
        /// How many items plans over the fleet had ever deleted there by then.
        var deleted: Int64
    }

    /// By the scalars of the drive's name.
    private var drives: [[UInt8]: Known] = [:]
    /// How many items plans over the fleet have ever deleted on each drive by now.
    private let deleted: [[UInt8]: Int64]

    private struct Line: Codable {
        let drive: String
        let files: Int64
        let deleted: Int64
    }

    private static let bytesMax = 1 << 28

    /// The counts that are kept in `work`; none where there is no such file.
    init(_ work: FleetFolder) throws(Failure) {
        deleted = Self.deleted(work)
        let path = work.counts
        if !FileBytes.exists(path) { return }
        let bytes: [UInt8]
        do throws(PartFailure) {
            bytes = try PartFolder.read(path, most: Self.bytesMax)
        } catch {
            throw Failure(error)
        }
        let lines = try? JSONDecoder().decode([Line].self, from: Data(bytes))
        guard let lines, lines.allSatisfy({ $0.files >= 0 && $0.deleted >= 0 }) else {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(path))' is damaged; remove it, and a drive that lists far"
                        + " fewer files than before is not noticed in the next plan"))
        }
        for line in lines {
            drives[Array(line.drive.utf8)] = Known(files: line.files, deleted: line.deleted)
        }
    }

    /// What the journal tells of deletions. Where it cannot be read, none are known, and a drop that they
    /// account for is held against the drive: that is the safer way.
    private static func deleted(_ work: FleetFolder) -> [[UInt8]: Int64] {
        guard FileBytes.exists(work.deeds), let deeds = try? DeedJournal(work).deeds() else {
            return [:]
        }
        var sums: [[UInt8]: Int64] = [:]
        for (key, name) in deeds.names {
            let counts = (deeds.counts[key] ?? [:]).values
            sums[Array(name.utf8), default: 0] += counts.reduce(0) { $0 + $1.deleted }
        }
        return sums
    }

    /// How many files the drive `name` should have, without what was deleted there since it was listed;
    /// nil where it was in no plan.
    func last(_ name: String) -> Int64? {
        let name = Array(name.utf8)
        return drives[name].map { known in
            max(0, known.files - max(0, (deleted[name] ?? 0) - known.deleted))
        }
    }

    /// The drives of `plan` that are over a limit of `rules`, or of a single one of them, by themselves; of
    /// those that `accepts` takes, no drop is held against them. In plan order.
    func refusals(
        _ plan: FleetPlan, _ rules: RuleFile, accepting accepts: (String) -> Bool
    ) -> [FleetRefusal] {
        let limits = rules.limits
        let limited = rules.rules.filter { $0.isEnabled && $0.limits != Limits() }
        return plan.drives.compactMap { drive, _ in
            var outcomes = LimitOutcome.outcomes(
                limits, deleting: (drive.deleted.items, drive.deleted.bytes),
                files: [(drive.name, drive.deletedFiles.items, drive.files.items)])
            for rule in limited { outcomes += Self.outcomes(of: rule, on: drive) }
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

    /// The limits of `rule` alone, held against what it deletes on `drive`; where nobody has counted that,
    /// it may be all that goes there.
    static func outcomes(of rule: Rule, on drive: PartEnd.Drive) -> [LimitOutcome] {
        var (deleted, files) = (drive.deleted, drive.deletedFiles.items)
        if let limited = drive.limited {
            (deleted, files) = limited[rule.id].map { ($0.all, $0.files) } ?? (PartEnd.Count(), 0)
        }
        return LimitOutcome.outcomes(
            of: rule, on: drive.name, deleting: (deleted.items, deleted.bytes),
            files: (files, drive.files.items))
    }

    /// Takes what the drives of `plan` list as good, but for those that have dropped.
    mutating func take(_ plan: FleetPlan, _ refusals: [FleetRefusal]) {
        let dropped = Set(
            refusals.filter { $0.limits.contains { $0.subject == .listingDrop } }
                .map { Array($0.drive.utf8) })
        for (drive, _) in plan.drives {
            let name = Array(drive.name.utf8)
            // A listing that is as it was may be older than what was deleted since.
            if dropped.contains(name) || drives[name]?.files == drive.files.items { continue }
            drives[name] = Known(files: drive.files.items, deleted: deleted[name] ?? 0)
        }
    }

    /// Keeps them in `work`.
    func write(to work: FleetFolder) throws(Failure) {
        let lines = drives.map { name, known in
            Line(
                drive: String(decoding: name, as: UTF8.self), files: known.files,
                deleted: known.deleted)
        }.sorted { $0.drive.utf8.lexicographicallyPrecedes($1.drive.utf8) }
        // Texts and numbers alone: nothing of it cannot be written.
        let bytes = (try? JSONEncoder().encode(lines)).map { Array($0) } ?? []
        do throws(PartFailure) {
            try PartFolder.write(bytes, to: work.counts)
        } catch {
            throw Failure(error)
        }
    }
}

/// Refusals as they are kept beside a plan.
struct KeptRefusals: Codable {
    private struct Limit: Codable {
        let subject: String
        let rule: String?
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
                        subject: limit.subject.rawValue, rule: limit.rule, drive: limit.drive,
                        value: limit.value, threshold: limit.threshold)
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
                        subject: subject, rule: limit.rule, drive: limit.drive,
                        value: limit.value, threshold: limit.threshold, isExceeded: true)
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
