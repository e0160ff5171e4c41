// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording

/// The review as a deck of cards in a terminal.
///
/// Whatever ends it, the terminal is as it was before. All that is decided is recorded before the
/// next card is shown.
package actor TerminalDeck {
    /// Makes the picture of an item with at most so many pixels on its longest side.
    package typealias PictureMaker =
        @Sendable (ReviewItem, _ longestSide: Int, PictureForm) async -> PictureAnswer

    /// What can be set.
    package struct Options: Sendable {
        /// How pictures are shown.
        package var preview: PreviewChoice
        /// Where keys come from.
        package var input: Int32 = 0
        /// Where the screen is.
        package var output: Int32 = 1
        /// In which language it speaks.
        package var words = Words.english

        /// The usual settings with that choice of preview.
        package init(preview: PreviewChoice) {
            self.preview = preview
        }
    }

    let session: ReviewSession
    let options: Options
    private let maker: PictureMaker
    private let opener: PlainReview.Opener?
    private let device: TerminalDevice
    private let executor = DeckExecutor()

    var view: DeckView
    /// The card on top and the next ones.
    var cards: [ReviewCard] = []
    private var pictures = DeckPictures()
    private var preview = TerminalPreview.off
    private var isPreviewHidden = false
    private var parser = TerminalInputParser()
    private var parsedCount = 0
    private var replies: [TerminalReply] = []
    /// Keys that were typed while the terminal was being asked; nil: it was asked.
    private var waitingKeys: [(TerminalKey, UInt64)]? = []
    private var repeats = RepeatFilter()
    private var size = TerminalDevice.Size()
    private var replySize: (width: Int, height: Int)?
    private var resizeCount = 0
    private var jobs: [DeckJob] = []
    private var screen: DeckScreen
    /// When the card on top was shown first, and its id.
    private var shown: (card: String, at: UInt64)?
    private var noticeEnd: UInt64 = 0
    private var lastPoll: UInt64 = 0
    /// After how many nanoseconds of writing a terminal is a slow one.
    private static let slowWrite: UInt64 = 250_000_000
    /// What the person has before their eyes.
    private var sight = DeckSight()
    /// How many lists were read.
    private var listCount = 0
    var made = MadeSteps()
    private var ended: ReviewEnd.Reason?

    /// The deck runs on a queue of its own.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// A deck for that session. `opener` opens an item by its place.
    package init(
        session: ReviewSession, options: Options, pictures: @escaping PictureMaker,
        opener: PlainReview.Opener? = nil
    ) {
        self.session = session
        self.options = options
        self.opener = opener
        maker = pictures
        device = TerminalDevice(input: options.input, output: options.output)
        view = DeckView(zone: session.timeZone, now: session.now)
        view.words = options.words
        screen = DeckScreen(colours: options.preview.colours, isInTmux: options.preview.isTmux)
    }

    // MARK: The course of it

    /// Shows the deck until the person ends it, or something else does.
    package func run() async -> ReviewEnd {
        do throws(ReviewError) {
            try await reload()
        } catch {
            return ReviewEnd(reason: .failed(error))
        }
        guard device.enter() else { return ReviewEnd(reason: .noTerminal) }
        // What was typed before there was anything to see.
        tcflush(options.input, TCIFLUSH)
        let (events, continuation) = AsyncStream<DeckEvent>.makeStream(
            bufferingPolicy: .bufferingOldest(256))
        TerminalReader.start(input: options.input) { news in
            switch continuation.yield(.news(news)) {
            case .enqueued: true
            case .dropped: false
            default: nil
            }
        }
        await withDiscardingTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(250))
                    continuation.yield(.tick)
                }
            }
            begin()
            startJobs(&group, continuation)
            for await event in events {
                await handle(event)
                if ended != nil { break }
                startJobs(&group, continuation)
            }
            continuation.finish()
            device.leave()
            TerminalReader.stop()
            group.cancelAll()
        }
        return await end()
    }

    private func end() async -> ReviewEnd {
        var end = ReviewEnd(
            reason: ended ?? .hungUp, decided: await made.standing(in: session))
        end.marked = view.state?.marked ?? ReviewTally()
        end.isQuotaUsedUp = view.isStopped
        end.setNext(after: view.state?.plan, now: session.now)
        return end
    }

    private func startJobs(
        _ group: inout DiscardingTaskGroup, _ continuation: AsyncStream<DeckEvent>.Continuation
    ) {
        let (session, maker) = (session, maker)
        for job in jobs {
            group.addTask {
                var event: DeckEvent
                switch job {
                case .later(let later, let milliseconds):
                    try? await Task.sleep(for: .milliseconds(milliseconds))
                    event = later
                case .picture(let key, let item):
                    event = .picture(key, await maker(item, key.longestSide, key.form))
                case .details(let card):
                    event = .details(card.id, await session.details(card))
                }
                while case .dropped = continuation.yield(event), !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(5))
                }
            }
        }
        jobs = []
    }

    /// Asks the terminal what it can do, and shows the first card meanwhile.
    private func begin() {
        measure()
        if let known = options.preview.withoutAsking {
            preview = known
            waitingKeys = nil
        }
        draw()
        guard waitingKeys != nil else { return }
        _ = device.write(Array(options.preview.question.utf8))
        jobs.append(.later(.asked, milliseconds: options.preview.patience))
    }

    private func handle(_ event: DeckEvent) async {
        switch event {
        case .news(.bytes(let bytes, let at)): await take(parser.take(bytes), at)
        case .news(.signal(let number)): signal(number)
        case .news(.ended): ended = .hungUp
        case .tick: await tick()
        case .settled(let count):
            if count == parsedCount { await take(parser.settle(), TerminalReader.monotonicNow()) }
        case .asked: await finishAsking()
        case .resized(let count):
            if count == resizeCount { resize() }
        case .picture(let key, let answer): pictures.take(answer, key)
        case .details(let card, let details): pictures.take(details, card)
        }
        if ended == nil { draw() }
    }

    private func signal(_ number: Int32) {
        switch number {
        case SIGINT: ended = .interrupted
        case SIGTERM: ended = .terminated
        case SIGHUP: ended = .hungUp
        case SIGTSTP: suspend()
        case SIGCONT:
            device.resume()
            resize()
        case SIGWINCH:
            resizeCount += 1
            jobs.append(.later(.resized(resizeCount), milliseconds: 50))
        default: break
        }
    }

    private func suspend() {
        guard device.suspend() else {
            ended = .hungUp
            return
        }
        resize()
    }

    // MARK: Size

    private func measure() {
        size = device.size
        if let replySize {
            size.cellWidth = replySize.width
            size.cellHeight = replySize.height
        }
    }

    private func resize() {
        replySize = nil
        measure()
        if preview.isPixels, waitingKeys == nil { _ = device.write(Array("\u{1B}[16t".utf8)) }
        pictures.forgetPictures()
        screen.forget()
    }

    // MARK: What comes from the terminal

    private func take(_ input: [TerminalInput], _ at: UInt64) async {
        parsedCount += 1
        if parser.isWaiting {
            jobs.append(.later(.settled(parsedCount), milliseconds: waitingKeys == nil ? 50 : 500))
        }
        for piece in input {
            switch piece {
            case .reply(let reply): await take(reply)
            case .key(let key):
                if waitingKeys != nil {
                    waitingKeys?.append((key, at))
                } else {
                    await press(key, at)
                }
            }
            if ended != nil { return }
        }
    }

    private func take(_ reply: TerminalReply) async {
        if case .cell(let width, let height) = reply {
            let isNews = size.cellWidth != width || size.cellHeight != height
            replySize = (width, height)
            size.cellWidth = width
            size.cellHeight = height
            if isNews, waitingKeys == nil { pictures.forgetPictures() }
        }
        guard waitingKeys != nil else { return }
        replies.append(reply)
        // The last question is answered: there is nothing more to wait for.
        if case .attributes = reply { await finishAsking() }
    }

    private func finishAsking() async {
        guard let keys = waitingKeys else { return }
        waitingKeys = nil
        preview = options.preview.preview(after: replies)
        device.setShowsKittyPictures(preview == .kitty)
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
        if !DeckFrame.fits(columns: size.columns, rows: size.rows) {
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

    func quit() { ended = .quit }

    /// The words of what is said.
    var words: Words { view.words }
    var say: ReviewWords { ReviewWords(words) }

    /// Whether what a key of that instant decides could be seen then. If it could not, says so.
    func isMeant(_ typed: UInt64) -> Bool {
        if sight.showed(view.scene, at: typed) { return true }
        view.message = words(.deckTooEarly)
        return false
    }

    /// A number for a list that is read now.
    func nextList() -> Int {
        listCount += 1
        return listCount
    }

    // MARK: The state

    /// Reads what is there now.
    func reload() async throws(ReviewError) {
        let before = view.card?.id
        let state = try await session.state()
        cards = try await session.cards(most: 1 + DeckPictures.aheadCount)
        view.state = state
        view.card = cards.first
        if view.card?.id != before { view.firstMember = 0 }
        if view.notice == nil, let act = state.undo {
            view.notice = DeckView.Notice(
                sign: ReviewWords.sign(act.verdict),
                text: say.step(act, view.zone),
                seconds: nil)
        }
    }

    /// Looks whether another front end decided something, and counts the notice down.
    private func tick() async {
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
            view.message = words(
                .deckElsewhereCard(name: VisibleText.escaped(before.name)))
            if case .marked = view.screen {} else { view.screen = .card }
        }
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
            switch view.picture {
            case .cells, .pixels: break
            case .off, .loading, .none: terms.isBlind = true
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
        isPreviewHidden.toggle()
        if preview == .off { view.message = words(.deckNoPictures) }
    }

    // MARK: Drawing

    private var form: PictureForm? {
        if isPreviewHidden { return nil }
        let box = DeckFrame.pictureBox(columns: size.columns, rows: size.rows)
        switch preview {
        case .kitty: return .png
        case .iterm2: return .jpeg
        case .sixel:
            return .sixel(
                columns: box.columns, rows: box.rows, cellWidth: size.cellWidth ?? 8,
                cellHeight: size.cellHeight ?? 16)
        case .blocks, .ascii: return .rgba
        case .off: return nil
        }
    }

    /// The longest side that is worth asking for.
    private var longestSide: Int {
        let box = DeckFrame.pictureBox(columns: size.columns, rows: size.rows)
        if !preview.isPixels { return max(box.columns, box.rows * 2) }
        return min(
            2_048,
            max(box.columns * (size.cellWidth ?? 8), box.rows * (size.cellHeight ?? 16)))
    }

    /// Shows what has changed.
    private func draw() {
        let fits = DeckFrame.fits(columns: size.columns, rows: size.rows)
        let form = waitingKeys == nil && fits ? form : nil
        jobs += pictures.wanted(cards, longestSide: longestSide, form: form)
        view.details = view.card.flatMap { pictures.details[$0.id] }
        var drawn: DeckScreen.Drawn?
        view.picture = waitingKeys == nil ? .off : .loading
        if let form, let card = view.card {
            let key = DeckPictures.Key(card: card.id, longestSide: longestSide, form: form)
            (view.picture, drawn) = look(card, key)
        }
        let frame = DeckFrame(view, columns: size.columns, rows: size.rows)
        let bytes = screen.update(frame, drawn, preview)
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

    /// What stands in the place of the picture, and the picture that the terminal draws there.
    private func look(
        _ card: ReviewCard, _ key: DeckPictures.Key
    ) -> (DeckView.Picture, DeckScreen.Drawn?) {
        if card.item.isFolder { return (.none(""), nil) }
        guard let answer = pictures.answer(key) else { return (.loading, nil) }
        let box = DeckFrame.pictureBox(columns: size.columns, rows: size.rows)
        switch answer {
        case .none(let reason): return (.none(reason), nil)
        case .picture(let picture):
            if !preview.isPixels {
                let cells =
                    preview == .blocks
                    ? CellPicture.blocks(picture, columns: box.columns, rows: box.rows)
                    : CellPicture.letters(picture, columns: box.columns, rows: box.rows)
                return (cells.map { .cells($0) } ?? .none(words(.deckNoPicture)), nil)
            }
            if preview == .kitty, picture.mediaType != "image/png" {
                return (.none(words(.deckNoPicture)), nil)
            }
            let cells = PixelPicture.fitting(
                width: picture.width ?? 0, height: picture.height ?? 0, columns: box.columns,
                rows: box.rows, cellWidth: size.cellWidth ?? 8, cellHeight: size.cellHeight ?? 16)
            return (
                .pixels(columns: cells.columns, rows: cells.rows),
                DeckScreen.Drawn(key: key, bytes: picture.bytes)
            )
        }
    }
}
