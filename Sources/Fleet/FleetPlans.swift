// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// The plans in the folder of a fleet: the one that was made last, the last one for a try, and those that
/// were begun. A plan for a try is over some of the drives alone, and never in the place of the other one.
struct FleetPlans {
    private let work: FleetFolder

    init(_ work: FleetFolder) { self.work = work }

    /// The file that names the plan that was made last.
    private var current: String { work.plans + "/current" }
    /// The file that names the last one for a try.
    private var sample: String { work.plans + "/sample" }
    private func mark(isTry: Bool) -> String { isTry ? sample : current }
    private static let nameBytesMax = 256

    /// The folder of the plan of `job`.
    func folder(_ job: PartJob) -> PartFolder {
        PartFolder(path: "\(work.plans)/\(job.digest.prefix(24))")
    }

    /// Whether a plan was made.
    var hasOne: Bool { FileBytes.exists(current) }

    /// The plan that was made last over all drives that were meant; the last one for a try where `isTry`
    /// says so.
    func made(isTry: Bool = false) throws(Failure) -> FleetPlan {
        let folder = try markedFolder(isTry: isTry)
        var plan = try FleetPlan(folder)
        // As earlier versions have left it.
        if plan.isTry, !isTry { throw Self.onlyTry }
        guard isMade(folder) else {
            throw Failure(PartFolder.damaged(folder.manifestPath))
        }
        plan.refusals = try KeptRefusals.read(folder.refusalsPath)
        return plan
    }

    /// Which drives the plan is over that was made last; nil where none can be read.
    func lastChoice() -> PartJob.Choice? {
        guard let folder = try? markedFolder(isTry: false) else { return nil }
        return (try? folder.job())?.choice
    }

    private func markedFolder(isTry: Bool) throws(Failure) -> PartFolder {
        let mark = mark(isTry: isTry)
        guard FileBytes.exists(mark) else {
            if isTry {
                throw Failure(
                    .failed,
                    Message(
                        "this fleet has no plan for a try; make one with 'cleanrules fleet plan"
                            + " --sample'"))
            }
            if FileBytes.exists(sample) { throw Self.onlyTry }
            throw Failure(
                .failed, Message("this fleet has no plan; make one with 'cleanrules fleet plan'"))
        }
        guard let name = try name(at: mark) else {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(mark))' names no plan; make one with 'cleanrules"
                        + " fleet plan'"))
        }
        return PartFolder(path: work.plans + "/" + name)
    }

    /// That there is a plan for a try, and no other one.
    private static var onlyTry: Failure {
        Failure(
            .refused,
            Message(
                "the only plan of this fleet is for a try, of some drives alone, which 'cleanrules"
                    + " fleet show --sample' shows; plan over all of them with 'cleanrules fleet"
                    + " plan'"))
    }

    /// The name of the plan that the file at `mark` names; nil where it names none.
    private func name(at mark: String) throws(Failure) -> String? {
        let bytes: [UInt8]
        do throws(PartFailure) {
            bytes = try PartFolder.read(mark, most: Self.nameBytesMax)
        } catch {
            throw Failure(error)
        }
        let name = String(decoding: bytes, as: UTF8.self)
        return !name.isEmpty && name.allSatisfy({ $0.isHexDigit && $0.isASCII }) ? name : nil
    }

    /// Whether the plan in `folder` is made.
    func isMade(_ folder: PartFolder) -> Bool { FileBytes.exists(folder.manifestPath) }

    /// The plan in `folder`, where it is made and each of its lines is what was written. One that is not any
    /// more is erased, to be made anew. O(bytes).
    func sound(_ folder: PartFolder) -> FleetPlan? {
        guard isMade(folder) else { return nil }
        if let plan = try? FleetPlan(folder), plan.isWhole { return plan }
        Self.remove(folder.path)
        return nil
    }

    /// The instant of a plan like that of `job` that was begun and not made; nil where there is none.
    func begun(like job: PartJob) -> Timestamp? {
        for name in names {
            let folder = PartFolder(path: work.plans + "/" + name)
            guard !isMade(folder), let other = try? folder.job() else { continue }
            var same = job
            same.now = other.now
            same.packsLines = other.packsLines
            if same == other { return other.now }
        }
        return nil
    }

    /// Begins the plan of `job`, or goes on with it; what was begun of others of its kind is erased.
    func begin(_ job: PartJob) throws(Failure) -> PartFolder {
        let folder = folder(job)
        for name in names where "\(work.plans)/\(name)" != folder.path {
            let other = PartFolder(path: work.plans + "/" + name)
            if !isMade(other), isOfKind(other, job.choice) { Self.remove(other.path) }
        }
        try work.prepare(folder)
        if (try? folder.job()) != job {
            do throws(PartFailure) {
                try PartFolder.write(job.bytes, to: folder.jobPath)
            } catch {
                throw Failure(error)
            }
        }
        return folder
    }

    /// Whether the plan in `folder` is for a try if one of that `choice` is, and else not; one that cannot be
    /// read is of either kind.
    private func isOfKind(_ folder: PartFolder, _ choice: PartJob.Choice) -> Bool {
        guard let job = try? folder.job() else { return true }
        return (job.choice.only == nil) == (choice.only == nil)
    }

    /// Has the plan in `folder`, which is made and over drives of that `choice`, be the last one of its kind:
    /// what parts told each other for it, and earlier plans of its kind, are erased.
    func finish(_ folder: PartFolder, _ choice: PartJob.Choice) throws(Failure) {
        let name = String(folder.path.split(separator: "/").last ?? "")
        let isTry = choice.only != nil
        do throws(PartFailure) {
            try PartFolder.write(Array(name.utf8), to: mark(isTry: isTry))
        } catch {
            throw Failure(error)
        }
        folder.sweep()
        for path in folder.folders where !path.hasSuffix("/lines") { Self.remove(path) }
        // What a driver of Spark that was killed has left.
        for name in ["marks", "spark.progress"] { Self.remove("\(folder.path)/\(name)") }
        let kept = try? self.name(at: mark(isTry: !isTry))
        for other in names where other != name && other != kept {
            let path = work.plans + "/" + other
            if isOfKind(PartFolder(path: path), choice) { Self.remove(path) }
        }
    }

    /// Makes sure that the plan in `folder` is the one that was begun, by `job`.
    func demandBegun(_ folder: PartFolder, _ job: PartJob) throws(Failure) {
        if (try? folder.job()) == job { return }
        throw Failure(
            .failed,
            Message(
                "no plan like this one was begun, or rules, inventory or listings have changed"
                    + " meanwhile; plan again"))
    }

    /// The names of the folders of plans.
    private var names: [String] {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: work.plans)) ?? []
        return found.filter { FileBytes.isFolder(work.plans + "/" + $0) }.sorted()
    }

    /// What cannot be removed is tried again with the next plan.
    private static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension FleetFolder {
    /// That not all drives are in the plan that was made last, and which ones are not; nothing where there
    /// is none.
    var planNotes: [Phrase] { FleetPlans(self).lastChoice()?.lines ?? [] }
}
