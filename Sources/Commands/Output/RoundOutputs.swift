// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Reports
internal import StateLedger
internal import Wording
internal import Workflow

/// What `run` writes and prints of its round.
struct RoundOutputs {
    /// The reports that were asked for, and where to.
    let targets: [(format: RunReportFormat, path: String)]
    /// The file of the figures for Prometheus.
    let metrics: String?
    /// Whether standard output is JSON.
    let isJSON: Bool
    let isQuiet: Bool

    /// How a report to standard output is named.
    static let standardOutput = "-"

    /// The files that are written at the end.
    var files: [String] {
        targets.map(\.path).filter { $0 != Self.standardOutput } + [metrics].compactMap { $0 }
    }

    /// Whether one of them names every item; a page has the first thousands.
    var nameEveryItem: Bool {
        isJSON || targets.contains { $0.format == .json || $0.format == .ndjson }
    }

    /// Writes the reports, then the figures, and then notes that the round succeeded: what could not
    /// be written is a part of what the round came to.
    func write(_ round: inout Round) async {
        let lost = show(&round)
        if round.report.end == nil { round.report.lost = lost }
        await round.findSuccess()
        if let unwritten = writeMetrics(round), round.report.lost == nil {
            round.report.lost = unwritten
        }
        await round.storeSuccess()
        if round.report.lost != nil { rewrite(&round) }
        if !targets.contains(where: { $0.path == Self.standardOutput }) { say(round.report) }
    }

    /// Writes once more what is a file, where more is known of the round than when it was written.
    func rewrite(_ round: inout Round) {
        let report = round.report
        for target in targets where target.path != Self.standardOutput {
            guard (try? round.gate.target(target.path).isFile) == true else { continue }
            let isWritten: Void? = try? OutputFile.write(to: target.path, past: round.gate) {
                sink throws(OutputError) in
                try report.write(target.format, to: sink)
            }
            if isWritten != nil { round.gate.take(written: target.path) }
        }
    }

    /// Writes the reports; one that cannot be written keeps no other from being written. Why the
    /// first of them could not be.
    private func show(_ round: inout Round) -> Failure? {
        let report = round.report
        var lost: Failure?
        for target in targets {
            let path = target.path == Self.standardOutput ? nil : target.path
            do throws(Failure) {
                try OutputFile.write(to: path, past: round.gate) { sink throws(OutputError) in
                    try report.write(target.format, to: sink)
                }
                if let path { round.gate.take(written: path) }
            } catch {
                if report.end == nil {
                    lost = lost ?? error
                } else if error.message != report.end?.message {
                    Console.report(error)
                }
            }
        }
        return lost
    }

    /// Writes the figures of the round, where that is asked for; why they could not be.
    private func writeMetrics(_ round: Round) -> Failure? {
        guard let metrics else { return nil }
        let report = round.report
        do throws(Failure) {
            try OutputFile.write(to: metrics, past: round.gate, for: .others) {
                sink throws(OutputError) in
                try sink.append(RunMetrics(report).document)
            }
            return nil
        } catch {
            if report.end == nil { return error }
            Console.report(error)
            return nil
        }
    }

    private func say(_ report: RunReport) {
        if isJSON { return Console.sayRaw(report.json.document) }
        // What ended it early is the error; nobody is woken for a round in which all is well.
        if report.end != nil || isQuiet && report.isAllWell { return }
        for line in report.linesBeforeError { Console.say(line) }
        if isQuiet { return }
        var hints: [NextHint] = []
        if let staged = report.staged, staged.outcome.staged > 0 {
            hints.append((.nextUndo, .undo(plan: staged.proposal.plan.id)))
        } else if report.canStage {
            hints.append((.nextStage, .stage))
        }
        hints.append((.nextStatus, .status))
        NextHints.say(hints)
    }
}
