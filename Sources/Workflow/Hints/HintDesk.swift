// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
internal import HTTPTransport
internal import RuleEngine
package import StateLedger

/// Whether a hint to sign in is spoken, and which: at most one a day over all profiles, none that
/// was put off or is not wanted.
package struct HintDesk: Sendable {
    private let memory: HintMemory
    private let clock: WorkflowClock
    /// The state of the command; nil where it has none.
    private let session: StateSession?

    /// How long another process is waited for, where only a hint depends on it.
    private static let patienceSeconds = 1.0
    /// Later than any instant on record.
    private static let far: Int64 = 1 << 41

    /// The desk of this user, for a command over `session`.
    package init(session: StateSession?) throws(Failure) {
        self.init(
            memory: HintMemory(folder: try AccountPlaces.folder()), session: session,
            clock: session?.clock ?? .system)
    }

    /// The desk over `memory`.
    package init(memory: HintMemory, session: StateSession?, clock: WorkflowClock) {
        self.memory = memory
        self.session = session
        self.clock = clock
    }

    /// What is wished, and what was shown.
    package func standing() throws(Failure) -> HintStanding {
        do throws(AccessError) {
            return HintStanding(text: try memory.text())
        } catch {
            throw Failure(error, drive: nil)
        }
    }

    /// The hint that is to be shown now, of `contexts`, and its variant; it counts as shown.
    ///
    /// None where it cannot be remembered: it would come every time.
    package func turn(
        of contexts: [HintContext]
    ) async -> (context: HintContext, variant: HintVariant?)? {
        // What is not wanted costs neither a lock nor a look at the history.
        guard let known = try? standing(), known.choice(of: contexts, at: Self.far) != .nothing
        else {
            return nil
        }
        let now = await now()
        let found = try? await memory.change(patienceSeconds: Self.patienceSeconds) { text in
            var standing = HintStanding(text: text)
            let choice = standing.choice(of: contexts, at: now)
            if choice == .nothing { return (nil, (choice, standing.variant)) }
            standing.take(choice, at: now)
            return (standing.text, (choice, standing.variant))
        }
        guard let found, case .show(let context) = found.0 else { return nil }
        await count(.hintShown, context, found.1)
        return (context, found.1)
    }

    /// Changes what is wished, and counts `event`.
    package func change(
        _ event: EventName? = nil, _ context: HintContext? = nil,
        _ body: @Sendable (inout HintStanding, Int64) -> Void
    ) async throws(Failure) -> HintStanding {
        let now = await now()
        let (standing, shown): (HintStanding, HintContext?)
        do throws(AccessError) {
            (standing, shown) = try await memory.change { text in
                var standing = HintStanding(text: text)
                let open = standing.open
                body(&standing, now)
                standing.open = event == nil ? open : nil
                return (standing.text, (standing, open))
            }
        } catch {
            throw Failure(error, drive: nil)
        }
        if let event { await count(event, context ?? shown, standing.variant) }
        return standing
    }

    /// Takes down that somebody began to sign in: the last hint, if there was one, was followed.
    package func signInBegins() async {
        guard let known = try? standing(), let context = known.open else { return }
        let isFirst = try? await memory.change(patienceSeconds: Self.patienceSeconds) { text in
            var standing = HintStanding(text: text)
            let isOpen = standing.open == context
            standing.open = nil
            return (isOpen ? standing.text : nil, isOpen)
        }
        if isFirst == true { await count(.hintTaken, context, known.variant) }
    }

    /// What time it is: a clock that was set back does not make it earlier than what is on record.
    private func now() async -> Int64 {
        let now = clock.now()
        guard let session, let latest = try? await session.ledger.latestInstant() else {
            return now.secondsSinceEpoch
        }
        return max(now, latest).secondsSinceEpoch
    }

    private func count(
        _ event: EventName, _ context: HintContext?, _ variant: HintVariant?
    ) async {
        await session?.count(event, context?.rawValue ?? "", variant: variant?.rawValue ?? "")
    }
}

extension StateSession {
    /// Counts that `event` happened today; where that cannot be written, it is not counted.
    package func count(
        _ event: EventName, _ context: String = "", variant: String = "", n: Int64 = 1
    ) async {
        let day = await timeZone(nil).day(at: clock.now()).text
        try? await ledger.count([
            EventCount(day: day, name: event.text, context: context, variant: variant, count: n)
        ])
    }

    /// Counts that `event` happened on `day`, by default today, for `issuers`: once a day each. Where
    /// that cannot be written, it is not counted.
    package func count(_ event: EventName, of issuers: [String], day: String? = nil) async {
        if issuers.isEmpty { return }
        let today = await timeZone(nil).day(at: clock.now()).text
        try? await ledger.countOnce(event, of: issuers, day: day ?? today)
    }
}
