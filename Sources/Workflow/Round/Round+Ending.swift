// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import StateLedger
internal import Text
internal import Wording

/// How a round takes its leave: what became of its report is a part of what it came to.
extension Round {
    /// Finds out when a round last succeeded, for its report, and notes it if this one did.
    package mutating func noteSuccess() async {
        await findSuccess()
        await storeSuccess()
    }

    /// Finds out when a round last succeeded, this one included.
    package mutating func findSuccess() async {
        if let session { await report.findSuccess(session) }
    }

    /// Notes that this round succeeded, if it did: once its reports are written.
    package func storeSuccess() async {
        if let session { await report.noteSuccess(session) }
    }

    /// Tells the log how it ended, and others, as the rules say; whether the report knows more since.
    @discardableResult
    package mutating func tell() async -> Bool {
        await Host.serving(request.host) {
            report.tellEnd()
            Host.take(report.plan?.findings ?? [])
            return await notify()
        }
    }

    /// Tells others, once all is recorded and reported; whether there was anybody.
    private mutating func notify() async -> Bool {
        guard let rules, request.extent != .dryRun else { return false }
        // What waits in the state is for the one round to touch that is at work there.
        let notifier = Notifier(rules: rules, session: lock == nil ? nil : session)
        guard notifier.hasTargets else { return false }
        let outcome = await notifier.tell(report)
        Host.tell(
            WorkflowEvent(
                .notified, outcome.unsent.isEmpty ? .info : .warning,
                ["sent": .number(outcome.sent), "unsent": .number(outcome.unsent.count)]))
        for one in outcome.unsent { Host.warn(one.line) }
        report.notices = outcome
        return true
    }

    /// Notes that the round came to its end: only now, for a round that is killed before its report is
    /// written and its messages are sent has told nobody what it did.
    package func end() async {
        defer { lock?.close() }
        guard let marker else { return }
        await Host.serving(request.host) {
            do throws(Failure) {
                try await marker.end()
            } catch {
                Host.warn(.runUnmarked(why: error.phrase ?? .verbatim("")))
            }
        }
    }
}
