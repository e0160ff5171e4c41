// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension ReviewSession {
    /// Takes back the step of that number, by default the newest; nil: there is nothing to undo.
    ///
    /// Throws `tooLate` if its items were deleted meanwhile.
    package func undo(act number: Int64? = nil) async throws(ReviewError) -> ReviewStep? {
        let now = source.clock()
        let result = try await asking { ledger async throws(LedgerError) in
            try await ledger.undoReview(act: number, at: now)
        }
        switch result {
        case .nothing: return nil
        case .tooLate(let act, let gone):
            let path = VisibleText.escaped(gone.first?.order.item.path ?? act.path)
            throw ReviewError(
                .tooLate,
                gone.count > 1
                    ? .refuseGoneMore(n: gone.count - 1, path: path, command: .restore)
                    : .refuseGone(path: path, command: .restore))
        case .undone(let act, _, let takenBack):
            try await refresh()
            undone.append((act, seenDecision))
            return try await shown(
                ReviewRecorded(act: act, unstaged: takenBack.count, newest: seenDecision))
        }
    }

    /// Makes the step again that was undone last in this session; nil: there is none.
    ///
    /// Throws `decidedElsewhere` if one of its items was decided since.
    package func redo() async throws(ReviewError) -> ReviewStep? {
        // Taken off at once, so that two that come together do not make it twice.
        guard let last = undone.popLast() else { return nil }
        let rest = undone
        do throws(ReviewError) {
            let recorded = try await redo(last.act, seen: last.seen)
            // Older steps about the same item may be made again over this one.
            let (drive, id) = (last.act.drive, last.act.id)
            undone = rest.map { step in
                let isSame =
                    step.act.drive.utf8.elementsEqual(drive.utf8)
                    && step.act.id.utf8.elementsEqual(id.utf8)
                return isSame ? (step.act, recorded.newest) : step
            }
            return try await shown(recorded)
        } catch {
            // It can be tried again, unless others have decided meanwhile.
            if error.kind != .decidedElsewhere { undone.append(last) }
            throw error
        }
    }

    private func redo(
        _ act: ReviewAct, seen: Int64
    ) async throws(ReviewError) -> ReviewRecorded {
        let made = try await asking { ledger async throws(LedgerError) in
            try await ledger.decisions(ofAct: act.number)
        }
        try await refresh()
        let deck = try theDeck()
        var places: [(place: Int, verdict: ReviewVerdict?)] = made.compactMap { decision in
            deck.place(drive: decision.item.drive, id: decision.item.id).map {
                ($0, ReviewVerdict(rawValue: decision.verdict.rawValue))
            }
        }
        if places.isEmpty, let place = deck.place(drive: act.drive, id: act.id) {
            places = deck.card(deck.id(place)).map { deck.cards[$0].map { ($0, nil) } } ?? []
        }
        guard !places.isEmpty else { throw Self.stale }
        var terms = Terms()
        terms.until = act.until
        terms.isBlind = act.isBlind
        terms.seenDecision = seen
        // What was said once was meant: nothing was decided about these items since.
        terms.acceptsLastCopy = true
        return try await decide(places, act.verdict, terms)
    }
}
