// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text
internal import Workflow

/// How far the own file of a drive had come when the journal was written: it never has less than that, for
/// the file is there for good before the journal hears of it.
struct AuditMark: Sendable, Hashable {
    /// How many lines it had.
    let lines: Int64
    /// The digest of the last of them.
    let link: String

    /// Has `marks`, by the keys of drives, know what `deed` tells. Of what is written down while something else
    /// is, the longer counts; where a person says that things count as they are, what there is.
    static func take(_ deed: FleetDeed, in marks: inout [String: AuditMark]) {
        if deed.event == .reconciled {
            marks[deed.drive] = deed.audit
        } else if let mark = deed.audit, mark.lines >= marks[deed.drive]?.lines ?? 0 {
            marks[deed.drive] = mark
        }
    }
}

/// Whether the own file of a drive is as it was written: nothing is staged or deleted on the drive else, for
/// nobody could tell afterwards what went.
extension FleetFit {
    /// Reads what was added to `audit` since the last time, all of it at first. Throws where its chain is
    /// broken, or it has less than the journal knows of. What a killed process had not written yet is nothing
    /// that it lacks.
    func demand(_ audit: inout DriveAudit) throws(Failure) {
        let key = audit.key
        // First what has to be there, then what is: it may grow in between.
        let known = try journal.reading { $0.audits[key] }
        try audit.catchUp()
        if let known, !audit.holds(known) { throw lost(known, key) }
    }

    /// Reads the whole file of the drive that is called `key`, and throws where that does not hold by what the
    /// journal has `known` of it before.
    func demandAudit(of key: String, _ known: AuditMark?) throws(Failure) {
        var file = ChainedFile(path: work.audit(of: key), keepsLinks: true)
        try file.read { _ in true }
        if let known, !file.holds(known.lines, known.link) { throw lost(known, key) }
    }

    /// What is wrong with the own files of all drives, of so many at once, by their keys.
    func brokenAudits(_ deeds: FleetDeeds, workers: Int) async -> [String: Failure] {
        let (fit, keys) = (self, work.keys(deeds))
        let found = await FleetRun.each(keys, most: workers) { key -> Failure? in
            do throws(Failure) {
                try fit.demandAudit(of: key, deeds.audits[key])
                return nil
            } catch {
                return error
            }
        }
        var broken: [String: Failure] = [:]
        for (key, failure) in zip(keys, found) { broken[key] = failure }
        return broken
    }

    private func lost(_ mark: AuditMark, _ key: String) -> Failure {
        Failure(
            .failed,
            Message(
                "'\(VisibleText.escaped(work.audit(of: key)))' has lost lines: the journal knows of line"
                    + " \(String(mark.lines)), which is not there; put the newest one back, for nothing of"
                    + " the drive is staged or deleted without it; where there is none, '\(command)' goes"
                    + " on with what is there"))
    }
}
