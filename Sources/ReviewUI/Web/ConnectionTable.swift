// SPDX-License-Identifier: Apache-2.0

/// The connections of a server, and until when each may take for what it does.
///
/// A client that is slow, or gone without a word, is hung up on; one thread a client would wait
/// for it for ever.
actor ConnectionTable {
    /// What a connection is at.
    enum Phase: Sendable {
        /// Between two requests.
        case waiting
        /// In the middle of sending a request, or of taking an answer.
        case moving
        /// Its answer is being made.
        case working
        /// It is told what happens.
        case listening
    }

    private struct Entry {
        let socket: PageSocket
        var phase: Phase
        var deadline: ContinuousClock.Instant?
        var since = ContinuousClock.now
        /// When its request began, and its answer with it.
        var began = ContinuousClock.now
        /// Whether it has shown that it was let in.
        var isKnown = false
    }

    /// The longest that a request and its answer may take together, in seconds, however much of
    /// it moves.
    private static let exchangeSecondsMax = 300.0
    /// How long strangers may take once there is no room for others.
    private static let strangerSecondsMax = 1.0

    private var entries: [Int: Entry] = [:]
    private var newest = 0
    /// When a client last wanted something.
    private(set) var lastUse = ContinuousClock.now

    /// How many there are.
    var count: Int { entries.count }
    /// Whether an answer is in the making or under way, or a page is told that it is over.
    var isBusy: Bool {
        entries.values.contains { entry in
            switch entry.phase {
            case .waiting: false
            // A stranger that sends half a request is not waited for.
            case .moving: entry.isKnown
            case .working, .listening: true
            }
        }
    }

    /// Takes in a connection that has `seconds` for its first request.
    func add(_ socket: PageSocket, seconds: Double) -> Int {
        newest += 1
        entries[newest] = Entry(
            socket: socket, phase: .waiting, deadline: .now + .seconds(seconds))
        return newest
    }

    /// What the connection is at from now on, and for how long at most.
    func enter(_ phase: Phase, _ number: Int, seconds: Double?) {
        if entries[number]?.phase == .waiting { entries[number]?.began = .now }
        entries[number]?.phase = phase
        entries[number]?.since = .now
        entries[number]?.deadline = seconds.map { .now + .seconds($0) }
    }

    /// Its client has shown that it was let in: what it does counts as use from now on.
    func welcome(_ number: Int) {
        entries[number]?.isKnown = true
        lastUse = .now
    }

    /// Forgets a connection; its socket may be closed after this.
    func remove(_ number: Int) {
        if entries[number]?.phase == .listening { lastUse = .now }
        entries[number] = nil
    }

    /// Hangs up on those that took too long.
    func sweep() {
        let now = ContinuousClock.now
        for entry in entries.values {
            let isLate = entry.deadline.map { $0 < now } ?? false
            let isEndless =
                entry.phase == .moving && now - entry.began > .seconds(Self.exchangeSecondsMax)
            if isLate || isEndless { entry.socket.hangUp() }
        }
    }

    /// Makes room: hangs up on those that have waited for a request for a second and more, and on
    /// strangers that take longer than that.
    func shed() {
        let now = ContinuousClock.now
        for entry in entries.values {
            let isIdle = entry.phase == .waiting && now - entry.since > .seconds(1)
            let isSlow =
                entry.phase == .moving && !entry.isKnown
                && now - entry.began > .seconds(Self.strangerSecondsMax)
            if isIdle || isSlow { entry.socket.hangUp() }
        }
    }

    /// Hangs up on all.
    func shedAll() {
        for entry in entries.values { entry.socket.hangUp() }
    }

    /// For how long nobody wanted anything; zero while somebody listens or waits for an answer.
    func idle() -> Duration {
        let isBusy = entries.values.contains { $0.phase == .listening || $0.phase == .working }
        return isBusy ? .zero : ContinuousClock.now - lastUse
    }
}
