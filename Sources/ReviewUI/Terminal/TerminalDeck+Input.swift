// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording

// What comes from the terminal: keys, and answers to what it was asked.

extension TerminalDeck {
    /// Takes what the terminal sent at that instant.
    func take(_ input: [TerminalInput], _ at: UInt64) async {
        parsedCount += 1
        if parser.isWaiting {
            jobs.append(.later(.settled(parsedCount), milliseconds: question.isOpen ? 500 : 50))
        }
        for piece in input {
            switch piece {
            case .reply(let reply): await take(reply)
            case .key(let key):
                if !question.keeps(key, at) { await press(key, at) }
            }
            if ended != nil { return }
        }
    }

    private func take(_ reply: TerminalReply) async {
        if case .cell(let width, let height) = reply {
            let isNews = surface.take(cellWidth: width, cellHeight: height)
            if isNews, !question.isOpen { pictures.forgetPictures() }
        }
        if question.isAnswered(by: reply) { await finishAsking() }
    }

    /// The terminal has told what it can do, or will not: the keys that waited are taken now.
    func finishAsking() async {
        guard let keys = question.end() else { return }
        surface.preview = options.preview.preview(after: question.replies)
        device.setShowsKittyPictures(surface.preview == .kitty)
        draw()
        for (key, at) in keys where ended == nil { await press(key, at) }
    }

    private func press(_ key: TerminalKey, _ at: UInt64) async {
        switch key {
        case .control("c"):
            ended = .interrupted
            return
        case .control("z"): return suspend()
        case .control("l"): return screen.forget()
        default: break
        }
        let isRepeated = repeats.isRepeated(key, at)
        if isRepeated, !isForLists(key) { return }
        if !surface.fits {
            // Nothing is decided about what cannot be seen.
            let action = DeckKeys.action(key)
            guard action == .undo || action == .quit else { return }
            view.screen = .card
        }
        view.message = nil
        do throws(ReviewError) {
            try await take(key, at)
        } catch {
            view.message = VisibleText.guarded(words(error.message))
            // What is shown may be out of date.
            try? await reload()
        }
    }

    /// Whether a key that is held down goes on moving or typing.
    private func isForLists(_ key: TerminalKey) -> Bool {
        switch (view.screen, key) {
        case (.card, _), (.lastCopy, _): false
        case (_, .up), (_, .down), (_, .pageUp), (_, .pageDown): true
        case (.sameRule, .character), (.sameRule, .backspace): true
        default: false
        }
    }
}
