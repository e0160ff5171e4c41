// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Threads
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
        /// What is said first, until a key is pressed; nil for nothing.
        package var greeting: Phrase?

        /// The usual settings with that choice of preview.
        package init(preview: PreviewChoice) {
            self.preview = preview
        }
    }

    let session: ReviewSession
    let options: Options
    private let maker: PictureMaker
    let opener: PlainReview.Opener?
    let device: TerminalDevice
    private let executor = QueueExecutor(label: "terminal deck")

    var view: DeckView
    /// The card on top and the next ones.
    var cards: [ReviewCard] = []
    var pictures = DeckPictures()
    var surface = DeckSurface()
    var parser = TerminalInputParser()
    var parsedCount = 0
    var question = TerminalQuestion()
    var repeats = RepeatFilter()
    private var resizeCount = 0
    var jobs: [DeckJob] = []
    var screen: DeckScreen
    /// When the card on top was shown first, and its id.
    var shown: (card: String, at: UInt64)?
    var noticeEnd: UInt64 = 0
    var lastPoll: UInt64 = 0
    /// What the person has before their eyes.
    var sight = DeckSight()
    /// How many lists were read.
    private var listCount = 0
    var made = MadeSteps()
    var ended: ReviewEnd.Reason?

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
        view.message = options.greeting.map { words($0) }
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
                case .members(let card):
                    event = .members(card.id, await session.memberDetails(card))
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
        surface.measure(device)
        if let known = options.preview.withoutAsking {
            surface.preview = known
            _ = question.end()
        }
        draw()
        guard question.isOpen else { return }
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
        case .members(let card, let details): pictures.take(details, card)
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

    func suspend() {
        guard device.suspend() else {
            ended = .hungUp
            return
        }
        resize()
    }

    private func resize() {
        surface.forgetCell()
        surface.measure(device)
        if surface.preview.isPixels, !question.isOpen {
            _ = device.write(Array("\u{1B}[16t".utf8))
        }
        pictures.forgetPictures()
        screen.forget()
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

}
