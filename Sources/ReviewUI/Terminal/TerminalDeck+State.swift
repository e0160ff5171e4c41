// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

// What there is to show, and what is told of it.

extension TerminalDeck {
    /// Reads what is there now.
    func reload() async throws(ReviewError) {
        let before = view.card?.id
        var state = try await session.state()
        cards = try await session.cards(most: 1 + DeckPictures.aheadCount)
        if !cards.isEmpty { state.quota.warns = await session.warns(of: state.quota) }
        view.state = state
        view.card = cards.first
        if view.card?.id != before { view.firstMember = 0 }
        takePair()
        if view.notice == nil, let act = state.undo {
            view.notice = DeckView.Notice(
                sign: ReviewWords.sign(act.verdict),
                text: say.step(act, view.zone),
                seconds: nil)
        }
    }

    /// Has the view show the card on top as copies, where it is one; what a person changed of it
    /// stays as long as nobody decided about a member.
    private func takePair() {
        guard let card = view.card, card.isGroup else {
            view.pair = nil
            return
        }
        if let pair = view.pair, pair.card == card.id, pair.proposal.members == card.members {
            return
        }
        view.pair = DeckView.Pair(card: card.id, proposal: GroupProposal(card))
    }

    /// Looks whether another front end decided something, and counts the notice down.
    func tick() async {
        let now = TerminalReader.monotonicNow()
        view.now = session.now
        if view.notice?.seconds != nil {
            let left = noticeEnd > now ? Int((noticeEnd - now + 999_999_999) / 1_000_000_000) : 0
            view.notice?.seconds = left == 0 ? nil : left
        }
        guard now - lastPoll >= 1_000_000_000 else { return }
        lastPoll = now
        guard let revision = try? await session.revision(), revision != view.state?.revision else {
            // The day may have ended, and its quota with it.
            if view.isStopped { try? await reload() }
            return
        }
        let (before, plan) = (view.card, view.state?.plan?.id)
        guard (try? await reload()) != nil else { return }
        guard let before else { return }
        guard before.id != view.card?.id else {
            if before.members.map(\.verdict) != view.card?.members.map(\.verdict) {
                view.message = words(.deckElsewhereMember)
            }
            return
        }
        if plan != view.state?.plan?.id {
            view.message = words(.deckElsewherePlan)
            view.screen = .card
        } else {
            let decided = await decidedMeanwhile(before, before.name)
            view.message = words(decided)
            switch view.screen {
            case .marked, .groups: break
            default: view.screen = .card
            }
        }
    }

    /// That `card`, which is called `name`, was decided meanwhile: in another window, or on which other
    /// device, when and how.
    func decidedMeanwhile(_ card: ReviewCard, _ name: String) async -> Phrase {
        let name = VisibleText.escaped(name)
        guard let now = try? await session.card(card.id), let device = now.device,
            let decided = now.decided, let at = now.decidedAt
        else { return .deckElsewhereCard(name: name) }
        return .deckElsewhereDevice(
            name: name, device: VisibleText.escaped(device), time: Moment(at, view.zone),
            what: decided.phrase)
    }

    /// Shows that `step` was made; the line stays, only its countdown ends.
    func tell(_ step: ReviewStep) {
        made.add(step.act)
        let seconds = max(0, min(86_400, session.noticeSeconds))
        noticeEnd = TerminalReader.monotonicNow() + UInt64(seconds * 1_000_000_000)
        var text = say.step(step.act, view.zone)
        if let item = step.card?.item, step.act.itemCount == 1 {
            text += "  \(say.size(item))"
        }
        view.notice = DeckView.Notice(
            sign: ReviewWords.sign(step.act.verdict), text: text,
            seconds: seconds > 0 ? Int(seconds.rounded(.up)) : nil)
        if step.unstaged > 0 {
            view.message = words(.reviewUnstaged(n: step.unstaged))
        }
    }

    /// What is known of the person's look at the card on top.
    func terms() -> ReviewSession.Terms {
        var terms = ReviewSession.Terms()
        terms.seenDecision = view.state?.seenDecision
        if let shown, shown.card == view.card?.id {
            terms.milliseconds = Int64((TerminalReader.monotonicNow() - shown.at) / 1_000_000)
        }
        if let card = view.card, !card.item.isFolder,
            PictureIcon.mayHavePicture(name: card.name)
        {
            // Of two pictures side by side both are there.
            for picture in [view.picture] + (view.second.map { [$0] } ?? []) {
                switch picture {
                case .cells, .pixels: break
                case .off, .loading, .none: terms.isBlind = true
                }
            }
        }
        return terms
    }

    /// Opens the card on top where it lies.
    func open() async {
        guard let card = view.card else { return }
        let details = await session.details(card)
        guard let place = details.place else {
            view.message = words(.reviewNoPlace)
            return
        }
        guard let opener else {
            view.message = words(.reviewPlace(place: place))
            return
        }
        view.message = words(await opener(place) ?? .reviewOpened)
    }

    func togglePreview() {
        surface.isPreviewHidden.toggle()
        if surface.preview == .off { view.message = words(.deckNoPictures) }
    }
}
