// SPDX-License-Identifier: Apache-2.0

internal import Wording

extension TerminalDeck {
    /// After how many nanoseconds of writing a terminal is a slow one.
    private static let slowWrite: UInt64 = 250_000_000

    /// Shows what has changed.
    func draw() {
        let fits = surface.fits
        let form = !question.isOpen && fits ? surface.form : nil
        jobs += pictures.wanted(cards, longestSide: surface.longestSide, form: form)
        view.details = view.card.flatMap { pictures.details[$0.id] }
        var drawn: DeckScreen.Drawn?
        view.picture = question.isOpen ? .loading : .off
        if let form, let card = view.card {
            let key = DeckPictures.Key(card: card.id, longestSide: surface.longestSide, form: form)
            (view.picture, drawn) = surface.picture(of: card, key, pictures.answer(key), words)
        }
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
}
