// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import Messages
internal import RuleEngine
internal import Text
internal import Workflow

/// How many files each drive of a fleet listed the last time that this was no sudden drop, which nobody
/// knows of a listing by itself. A drive is known by its id, whatever it is called meanwhile.
struct FleetCounts: Sendable, Hashable {
    /// What a drive is known by.
    private enum Subject: Sendable, Hashable {
        /// Its id, in the one spelling of it.
        case id([UInt8])
        /// The scalars of its name, where the inventory does not say its id; files of earlier versions have
        /// names alone.
        case name([UInt8])
    }

    /// What is known of a drive.
    private struct Known: Sendable, Hashable {
        /// What it was called, by its scalars.
        var name: [UInt8]
        /// How many files it listed.
        var files: Int64
        /// How many items plans over the fleet had ever deleted there by then.
        var deleted: Int64
    }

    private var drives: [Subject: Known] = [:]
    /// Those with an id by what they were called: for an inventory that does not say ids any more. Of two that
    /// were called the same, the larger one.
    private var called: [[UInt8]: Known] = [:]
    /// The ids of the drives of the inventory, by the scalars of their names.
    private let ids: [[UInt8]: [UInt8]]
    /// How many items plans over the fleet have ever deleted on each drive by now.
    private let deleted: [Subject: Int64]

    private struct Line: Codable {
        let drive: String
        let drive_id: String?
        let files: Int64
        let deleted: Int64
    }

    private static let bytesMax = 1 << 28

    /// The counts that are kept in `work`; none where there is no such file. `ids` are the ids of drives by
    /// the bytes of their names.
    init(_ work: FleetFolder, _ ids: [[UInt8]: String] = [:]) throws(Failure) {
        self.ids = ids.mapValues(Self.spelled)
        deleted = Self.deleted(work, ids)
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
            let name = Array(line.drive.utf8)
            let subject = line.drive_id.map { Subject.id(Self.spelled($0)) }
            let known = Known(name: name, files: line.files, deleted: line.deleted)
            drives[subject ?? .name(name)] = known
            if subject != nil, called[name].map({ $0.files < known.files }) ?? true {
                called[name] = known
            }
        }
    }

    /// What the journal tells of deletions. Where it cannot be read, none are known, and a drop that they
    /// account for is held against the drive: that is the safer way.
    private static func deleted(
        _ work: FleetFolder, _ ids: [[UInt8]: String]
    ) -> [Subject: Int64] {
        guard FileBytes.exists(work.deeds), let deeds = try? DeedJournal(work).deeds() else {
            return [:]
        }
        var sums: [Subject: Int64] = [:]
        for (key, name) in deeds.names {
            sums[.name(Array(name.utf8)), default: 0] += deeds.sum(of: key).deleted
        }
        for id in ids.values {
            sums[.id(spelled(id))] = deeds.sum(of: work.key(ofDrive: id)).deleted
        }
        return sums
    }

    private static func spelled(_ id: String) -> [UInt8] {
        Array(GraphID.comparable(drive: id).utf8)
    }

    private func subject(_ name: [UInt8]) -> Subject { ids[name].map { .id($0) } ?? .name(name) }

    /// What is known of the drive that is called `name` now.
    private func known(_ name: [UInt8]) -> Known? {
        if let known = drives[subject(name)] ?? drives[.name(name)] { return known }
        return ids[name] == nil ? called[name] : nil
    }

    /// How many files the drive `name` should have, without what was deleted there since it was listed;
    /// nil where it was in no plan.
    func last(_ name: String) -> Int64? {
        let name = Array(name.utf8)
        return known(name).map { known in
            max(0, known.files - max(0, (deleted[subject(name)] ?? 0) - known.deleted))
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
        for (drive, _) in plan.drives where !dropped.contains(Array(drive.name.utf8)) {
            take(drive.name, files: drive.files.items)
        }
    }

    /// Takes it as good that the drive `name` has so many files.
    mutating func take(_ name: String, files: Int64) {
        let name = Array(name.utf8)
        let subject = subject(name)
        let before = known(name)
        var known = Known(name: name, files: files, deleted: deleted[subject] ?? 0)
        // A listing that is as it was may be older than what was deleted since.
        if let before, before.files == files { known.deleted = before.deleted }
        if subject != .name(name) { drives[.name(name)] = nil }
        drives[subject] = known
    }

    /// Keeps them in `work`.
    func write(to work: FleetFolder) throws(Failure) {
        let lines = drives.map { subject, known in
            var id: String?
            if case .id(let one) = subject { id = String(decoding: one, as: UTF8.self) }
            return Line(
                drive: String(decoding: known.name, as: UTF8.self), drive_id: id,
                files: known.files, deleted: known.deleted)
        }.sorted { one, other in
            if one.drive.utf8.elementsEqual(other.drive.utf8) {
                return (one.drive_id ?? "") < (other.drive_id ?? "")
            }
            return one.drive.utf8.lexicographicallyPrecedes(other.drive.utf8)
        }
        // Texts and numbers alone: nothing of it cannot be written.
        let bytes = (try? JSONEncoder().encode(lines)).map { Array($0) } ?? []
        do throws(PartFailure) {
            try PartFolder.write(bytes, to: work.counts)
        } catch {
            throw Failure(error)
        }
    }
}
