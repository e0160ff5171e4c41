// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension RunReport {
    /// The report in lines.
    package var lines: [String] { lines(of: facts) }

    /// The same for a terminal, where the refusal follows as the error that the command ends with.
    package var linesBeforeError: [String] {
        if refusal == nil { return lines }
        let said: [Phrase] = [.runLabelRefused, .runLabelSummary]
        return lines(of: facts.filter { !said.contains($0.label) })
    }

    private func lines(of facts: [(label: Phrase, text: String)]) -> [String] {
        let words = Host.words
        let width = Self.labels.map { CellWidth.of(words($0)) }.max() ?? 0
        return facts.map { label, text in
            if text.isEmpty { return "" }
            let name = words(label)
            return name + String(repeating: " ", count: width + 2 - CellWidth.of(name)) + text
        }
    }

    /// What every line is about.
    private static let labels: [Phrase] = [
        .runLabelSummary, .runLabelBefore, .runLabelNext, .runLabelRules, .runLabelTests,
        .runLabelPlan, .runLabelProof, .runLabelStaged,
        .runLabelNoPlan, .runLabelHeld, .runLabelRefused, .runLabelLimit, .runLabelExecute,
        .runLabelDrive, .runLabelPictures, .runLabelQuota, .runLabelDisk, .runLabelNotices,
        .runLabelRound,
    ]

    /// What is reported; an empty text is an empty line.
    private var facts: [(label: Phrase, text: String)] {
        let words = Host.words
        var facts = [(label: Phrase.runLabelSummary, text: VisibleText.guarded(words(summary)))]
        if let unfinished {
            facts.append((.runLabelBefore, words(.runUnfinished(when: time.phrase(unfinished)))))
        }
        if let rules { facts.append((.runLabelRules, VisibleText.escaped(rules))) }
        if let tests {
            facts.append((.runLabelTests, words(.runTests(n: tests.passed))))
            if tests.failed > 0 {
                facts.append((.runLabelTests, words(.runTestsFailed(n: tests.failed))))
            }
        }
        if let plan {
            let counts = PlanTable(header: plan, words: words).counts
            // The plan of a dry run is kept nowhere, and so has no id.
            let line = plan.planID.map { Phrase.runPlan(plan: $0, counts: counts) }
            facts.append((.runLabelPlan, line.map { words($0) } ?? words.text(counts)))
        }
        facts += (plan?.proofLines ?? []).map { (.runLabelProof, words.text($0)) }
        if let staged {
            let report = StagingReport(
                proposal: staged.proposal,
                timeZone: plan?.plan.input.timeZone ?? .machine)
            facts += words(report.lines(staged.outcome)).map { (.runLabelStaged, $0) }
            if let line = report.takenBack { facts.append((.runLabelStaged, words(line))) }
        }
        if let failure { facts.append((.runLabelNoPlan, failure.message ?? "")) }
        for (_, failure) in missed { facts.append((.runLabelNoPlan, failure.message ?? "")) }
        for (name, doubt) in heldDrives.sorted(by: { $0.key < $1.key }) {
            facts.append((.runLabelHeld, words(doubt.advice(VisibleText.escaped(name)))))
        }
        if let refusal {
            // It names the limits that stand in its way.
            facts.append((.runLabelRefused, words(refusal)))
        } else if let plan {
            for limit in plan.limits where limit.isExceeded {
                let line = limit.phrase(in: plan.plan.input.ruleFile)
                facts.append((.runLabelLimit, words(line)))
            }
        }
        if let execution {
            facts += words(execution.lines).map { (.runLabelExecute, $0) }
        }
        if left > 0 { facts.append((.runLabelExecute, words(.runLeft(n: left)))) }
        if let next {
            let line = Phrase.runNext(n: next.count, when: time.phrase(next.first))
            facts.append((.runLabelNext, words(line)))
        }
        // What is held was named above, with what to type.
        facts += drives.filter { heldDrives[$0.name] == nil }
            .map { (.runLabelDrive, words($0.line(time))) }
        if let pictures {
            facts += pictures.lines.map { drive, text in
                (.runLabelPictures, words(.lineAt(path: drive, text: text)))
            }
        } else if let looks = plan?.looks {
            facts.append((.runLabelPictures, words(looks.phrase)))
        }
        if let groups = plan?.looks?.groupsPhrase {
            facts.append((.runLabelPictures, words(groups)))
        }
        if let line = quota?.roundLine(time) { facts.append((.runLabelQuota, words(line))) }
        if let free = stateSpace?.freeBytes {
            facts.append((.runLabelDisk, words(.runDisk(size: free))))
        }
        if let notices {
            facts.append((.runLabelNotices, words(.notifySent(n: notices.sent))))
            for one in notices.unsent {
                facts.append((.runLabelNotices, words(one.line)))
            }
            if notices.givenUp > 0 {
                facts.append((.runLabelNotices, words(.notifyGivenUp(n: notices.givenUp))))
            }
        }
        facts.append((.runLabelRound, id))
        return facts
    }
}
