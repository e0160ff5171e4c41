// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Wording

extension DecisionsFile {
    /// Decides what the file says, in a session whose front is `file`.
    ///
    /// Nothing is decided where a line is wrong, could mean several items, contradicts another one,
    /// or names an instant that has passed. Items that the newest plan asks nobody about are left, with a message each. What stays
    /// is decided first, so that a copy may go for which another one stays.
    package func apply(to session: ReviewSession) async -> DecisionsOutcome {
        var outcome = DecisionsOutcome()
        if !faults.isEmpty { return outcome.withFaults(faults) }
        if entries.isEmpty { return outcome }
        do throws(ReviewError) {
            let findings = try await session.lookUp(entries.map(\.query))
            let wrong =
                contradictions(findings) + ambiguous(findings)
                + passed(session.now, session.timeZone)
            if !wrong.isEmpty {
                return outcome.withFaults(wrong.sorted { $0.0 < $1.0 }.map(\.1))
            }
            for (entry, finding) in zip(entries, findings) where finding.card == nil {
                leave(entry, finding, &outcome)
            }
            let work = pending(findings, &outcome)
            let refused = try await refuseProtected(work, session, &outcome)
            try await decide(work.filter { !refused.contains($0.entry.line) }, session, &outcome)
        } catch {
            outcome.error = error
        }
        return outcome
    }

    private typealias Work = (entry: Entry, id: String)

    /// Lines that say something else of an item than a line before them.
    private func contradictions(_ findings: [ReviewFinding]) -> [(line: Int, text: Phrase)] {
        var first: [String: Entry] = [:]
        var wrong: [(line: Int, text: Phrase)] = []
        for (entry, finding) in zip(entries, findings) {
            guard let id = finding.card?.id else { continue }
            guard let before = first[id] else {
                first[id] = entry
                continue
            }
            if before.verdict != entry.verdict || before.until != entry.until {
                wrong.append(
                    entry.fault(.fileOtherVerdict(name: entry.name, number: before.line)))
            }
        }
        return wrong
    }

    /// Lines that could mean several items.
    private func ambiguous(_ findings: [ReviewFinding]) -> [(line: Int, text: Phrase)] {
        zip(entries, findings).compactMap { entry, finding in
            guard finding.isAmbiguous else { return nil }
            return entry.fault(.fileAmbiguous(name: entry.name))
        }
    }

    /// Lines that keep an item until an instant that is not to come any more.
    private func passed(_ now: Timestamp, _ zone: RuleTimeZone) -> [(line: Int, text: Phrase)] {
        entries.compactMap { entry in
            guard let until = entry.until, until <= now else { return nil }
            return entry.fault(.filePassed(time: Moment(until, zone)))
        }
    }

    /// Counts a line about an item that the newest plan asks nobody about.
    private func leave(
        _ entry: Entry, _ finding: ReviewFinding, _ outcome: inout DecisionsOutcome
    ) {
        if isSo(entry, finding.standing) { return outcome.alreadySo += 1 }
        switch (finding.fate, entry.verdict) {
        case (.protected, .keep), (.kept, .keep):
            outcome.alreadySo += 1
        case (.protected(let reason), _):
            outcome.refused += 1
            outcome.messages.append(
                entry.fault(.fileProtected(name: entry.name, why: reason)).text)
        case (.kept(let reason), _):
            outcome.refused += 1
            outcome.messages.append(
                entry.fault(.fileNotAsked(name: entry.name, why: reason)).text)
        case (.unknown, _):
            outcome.failed += 1
            outcome.messages.append(
                entry.fault(.fileUnknown(name: entry.name)).text)
        }
    }

    /// Whether `standing` is what the line says.
    private func isSo(_ entry: Entry, _ standing: DecisionRecord?) -> Bool {
        guard let standing else { return false }
        return standing.verdict == entry.verdict.decision && standing.until == entry.until
    }

    /// What is still to be done, each item once, what stays first.
    private func pending(
        _ findings: [ReviewFinding], _ outcome: inout DecisionsOutcome
    ) -> [Work] {
        var work: [Work] = []
        var taken: Set<String> = []
        let going = Set(
            zip(entries, findings).compactMap { $0.verdict == .delete ? $1.card?.id : nil })
        for (entry, finding) in zip(entries, findings) {
            guard let id = finding.card?.id else { continue }
            if isSo(entry, finding.standing) {
                outcome.alreadySo += 1
                continue
            }
            // What goes with its picture is decided by the line about that.
            if entry.verdict == .delete, let picture = finding.card?.picture,
                going.contains(picture)
            {
                outcome.alreadySo += 1
                continue
            }
            // A word that keeps a part keeps all of its shot, and is said once.
            let meant = entry.verdict == .delete ? id : finding.card?.picture ?? id
            if taken.insert(meant).inserted {
                work.append((entry, id))
            } else {
                outcome.alreadySo += 1
            }
        }
        return work.filter { $0.entry.verdict != .delete }
            + work.filter { $0.entry.verdict == .delete }
    }

    /// The lines that a protection refuses, before anything is decided.
    private func refuseProtected(
        _ work: [Work], _ session: ReviewSession, _ outcome: inout DecisionsOutcome
    ) async throws(ReviewError) -> Set<Int> {
        let going = work.filter { $0.entry.verdict == .delete }
        let protected = try await session.protected(going.map(\.id))
        var lines: Set<Int> = []
        for (entry, id) in going where protected.contains(id) {
            lines.insert(entry.line)
            outcome.refused += 1
            outcome.messages.append(
                entry.fault(.fileCovered(name: entry.name)).text)
        }
        return lines
    }

    /// Decides `work` in batches, each as a whole, so that what a crash leaves is whole batches.
    private func decide(
        _ work: [Work], _ session: ReviewSession, _ outcome: inout DecisionsOutcome
    ) async throws(ReviewError) {
        // What stays is recorded before anything is judged that goes: see `record(_:)`.
        let going = work.firstIndex { $0.entry.verdict == .delete } ?? work.endIndex
        for part in [work[..<going], work[going...]] {
            var rest = part
            while !rest.isEmpty {
                let batch = rest.prefix(ReviewSession.stepsAtOnceMax)
                rest = rest.dropFirst(batch.count)
                let results = try await session.record(batch.map(Self.step))
                for (line, result) in zip(batch, results) {
                    try take(result, line.entry, &outcome)
                }
            }
        }
    }

    private static func step(_ entry: Entry, _ id: String) -> ReviewSession.Step {
        ReviewSession.Step(
            id, entry.verdict, until: entry.until,
            // To put an item off twice would change nothing, and be recorded twice.
            key: entry.verdict == .later ? "file.later.\(id)" : nil)
    }

    /// Counts what became of a line.
    private func take(
        _ result: ReviewSession.StepOutcome, _ entry: Entry, _ outcome: inout DecisionsOutcome
    ) throws(ReviewError) {
        do throws(ReviewError) {
            if try result.get().isRepeated { outcome.alreadySo += 1 } else { outcome.decided += 1 }
        } catch {
            switch error.kind {
            case .protected, .lastCopy: outcome.refused += 1
            case .overQuota: outcome.overQuota += 1
            case .invalid, .decidedElsewhere, .tooLate: outcome.failed += 1
            case .failed, .noPlan, .staleCard, .wrongCount, .busy, .refused: throw error
            }
            outcome.messages.append(entry.fault(error.message).text)
        }
    }
}

extension DecisionsFile.Entry {
    /// What is wrong with the line, with its number.
    fileprivate func fault(_ text: Phrase) -> (line: Int, text: Phrase) {
        (line, .fileLine(line: line, text: text))
    }
}

extension DecisionsOutcome {
    /// The outcome of a file that is wrong.
    fileprivate func withFaults(_ faults: [Phrase]) -> DecisionsOutcome {
        var outcome = self
        outcome.isBadFile = true
        outcome.messages = Array(faults.prefix(50))
        if faults.count > 50 { outcome.messages.append(.fileMore(n: faults.count - 50)) }
        return outcome
    }
}
