// SPDX-License-Identifier: Apache-2.0

internal import StateLedger
internal import Wording

extension TerminalDeck {
    /// After how many nanoseconds of writing a terminal is a slow one.
    private static let slowWrite: UInt64 = 250_000_000

    /// Shows what has changed.
    func draw() {
        let fits = surface.fits
        let form = !question.isOpen && fits ? surface.form : nil
        jobs += pictures.wanted(
            cards, looks: looks, longestSide: surface.longestSide, form: form)
        view.details = view.card.flatMap { pictures.details[$0.id] }
        view.pair?.details = view.card.flatMap { pictures.members[$0.id] } ?? []
        let drawn = takePictures(form)
        let frame = DeckFrame(view, columns: surface.size.columns, rows: surface.size.rows)
        let bytes = screen.update(frame, drawn, surface.preview)
        let begun = TerminalReader.monotonicNow()
        if !bytes.isEmpty, !device.write(bytes) { ended = .hungUp }
        let written = TerminalReader.monotonicNow()
        // A terminal that takes its time, as over a network, has shown it only when it took it all.
        sight.draw(
            fits ? view.scene : .nothing,
            at: written - begun > Self.slowWrite ? written : begun)
        if let card = view.card, view.isCardShown, shown?.card != card.id {
            shown = (card.id, written)
        }
    }

    /// Puts the pictures of the card on top into the view; what the terminal draws itself.
    private func takePictures(_ form: PictureForm?) -> DeckScreen.Drawn? {
        view.picture = question.isOpen ? .loading : .off
        view.second = nil
        guard let form, let card = view.card else { return nil }
        func shown(
            _ item: RecordedItem, _ look: String, in box: DeckFrame.Box? = nil
        ) -> (DeckView.Picture, DeckScreen.Drawn?) {
            let key = DeckPictures.Key(card: look, longestSide: surface.longestSide, form: form)
            return surface.picture(of: item, key, pictures.answer(key), words, in: box)
        }
        var drawn: DeckScreen.Drawn?
        guard let pair = view.pair, let current = pair.current else {
            (view.picture, drawn) = shown(card.item, card.id)
            return drawn
        }
        let (leader, other) = (
            pair.proposal.members[pair.proposal.leader], pair.proposal.members[current]
        )
        let right = pair.isFlipped ? leader : other
        if let boxes = surface.pairBoxes {
            view.picture = shown(leader.item, leader.look, in: boxes.left).0
            view.second = shown(right.item, right.look, in: boxes.right).0
        } else {
            (view.picture, drawn) = shown(right.item, right.look)
        }
        return drawn
    }

    /// The members whose pictures are looked at, or will be next.
    private var looks: [(look: String, entry: ReviewItem)] {
        guard let pair = view.pair, let card = view.card else { return [] }
        let others = pair.proposal.others.dropFirst(pair.place).prefix(2)
        return ([pair.proposal.leader] + others).map { place in
            let member = pair.proposal.members[place]
            var entry = card.entry
            entry.reviewed.item = member.item
            return (member.look, entry)
        }
    }
}
