// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// The plans in the folder of a fleet: the one that was made last, and one that was begun.
struct FleetPlans {
    private let work: FleetFolder

    init(_ work: FleetFolder) { self.work = work }

    /// The file that names the plan that was made last.
    private var current: String { work.plans + "/current" }
    private static let nameBytesMax = 256

    /// The folder of the plan of `job`.
    func folder(_ job: PartJob) -> PartFolder {
        PartFolder(path: "\(work.plans)/\(job.digest.prefix(24))")
    }

    /// Whether a plan was made.
    var hasOne: Bool { FileBytes.exists(current) }

    /// The plan that was made last.
    func made() throws(Failure) -> FleetPlan {
        guard FileBytes.exists(current) else {
            throw Failure(
                .failed, Message("this fleet has no plan; make one with 'cleanrules fleet plan'"))
        }
        let bytes: [UInt8]
        do throws(PartFailure) {
            bytes = try PartFolder.read(current, most: Self.nameBytesMax)
        } catch {
            throw Failure(error)
        }
        let name = String(decoding: bytes, as: UTF8.self)
        guard name.allSatisfy({ $0.isHexDigit && $0.isASCII }), !name.isEmpty else {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(current))' names no plan; make one with 'cleanrules"
                        + " fleet plan'"))
        }
        let folder = PartFolder(path: work.plans + "/" + name)
        var plan = try FleetPlan(folder)
        plan.refusals = try KeptRefusals.read(folder.refusalsPath)
        return plan
    }

    /// Whether the plan in `folder` is made.
    func isMade(_ folder: PartFolder) -> Bool { FileBytes.exists(folder.manifestPath) }

    /// The instant of a plan like that of `job` that was begun and not made; nil where there is none.
    func begun(like job: PartJob) -> Timestamp? {
        for name in names {
            let folder = PartFolder(path: work.plans + "/" + name)
            guard !isMade(folder), let other = try? folder.job() else { continue }
            var same = job
            same.now = other.now
            if same == other { return other.now }
        }
        return nil
    }

    /// Begins the plan of `job`, or goes on with it; what was begun of others is erased.
    func begin(_ job: PartJob) throws(Failure) -> PartFolder {
        let folder = folder(job)
        for name in names where "\(work.plans)/\(name)" != folder.path {
            let other = PartFolder(path: work.plans + "/" + name)
            if !isMade(other) { Self.remove(other.path) }
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

    /// Has the plan in `folder`, which is made, be the last one: what parts told each other for it, and
    /// earlier plans, are erased.
    func finish(_ folder: PartFolder) throws(Failure) {
        let name = String(folder.path.split(separator: "/").last ?? "")
        do throws(PartFailure) {
            try PartFolder.write(Array(name.utf8), to: current)
        } catch {
            throw Failure(error)
        }
        folder.sweep()
        for path in folder.folders where !path.hasSuffix("/lines") { Self.remove(path) }
        for other in names where other != name { Self.remove(work.plans + "/" + other) }
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
