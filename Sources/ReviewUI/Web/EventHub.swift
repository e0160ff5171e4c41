// SPDX-License-Identifier: Apache-2.0

/// What listeners are told.
enum PageEvent: Sendable, Hashable {
    /// Something changed; all of it is in the state.
    case state(Int64)
    /// What the listener had seen last is not known here: it has to ask for everything.
    case reset(Int64)
    /// The server stops.
    case bye(String)
    /// Nothing happened.
    case heartbeat

    /// As it goes over the wire.
    var text: String {
        switch self {
        case .state(let revision):
            "id: \(revision)\nevent: state\ndata: {\"revision\":\(revision)}\n\n"
        case .reset(let revision):
            "id: \(revision)\nevent: reset\ndata: {\"revision\":\(revision)}\n\n"
        case .bye(let reason): "event: bye\ndata: {\"reason\":\"\(reason)\"}\n\n"
        case .heartbeat: ":\n\n"
        }
    }
}

/// Tells the open pages what happens.
actor EventHub {
    /// The most listeners: a browser opens six connections to a server, and needs some of them.
    static let listenerCountMax = 4
    /// How many revisions are known by a listener that comes back.
    private static let knownCountMax = 256

    private var listeners: [Int: AsyncStream<PageEvent>.Continuation] = [:]
    private var newest = 0
    private var known: [Int64] = []
    private var isOver = false

    /// Whether anybody listens.
    var hasListeners: Bool { !listeners.isEmpty }

    /// A listener that saw the event of the id `last`; nil when there are too many.
    func listen(
        after last: String?
    ) -> (number: Int, events: AsyncStream<PageEvent>)? {
        guard listeners.count < Self.listenerCountMax, !isOver else { return nil }
        let (events, continuation) = AsyncStream.makeStream(
            of: PageEvent.self, bufferingPolicy: .bufferingNewest(64))
        newest += 1
        listeners[newest] = continuation
        let revision = known.last ?? 0
        if let last, Int64(last).map({ !known.contains($0) }) ?? true {
            continuation.yield(.reset(revision))
        } else {
            continuation.yield(.state(revision))
        }
        return (newest, events)
    }

    /// Forgets a listener.
    func leave(_ number: Int) {
        listeners[number]?.finish()
        listeners[number] = nil
    }

    /// Tells everybody of a revision, if it is news.
    func announce(_ revision: Int64) {
        // Two answers may come here in another order than they were made in.
        guard known.last.map({ $0 < revision }) ?? true else { return }
        known.append(revision)
        if known.count > Self.knownCountMax { known.removeFirst() }
        for listener in listeners.values { listener.yield(.state(revision)) }
    }

    /// Tells everybody that the connection stands.
    func beat() {
        for listener in listeners.values { listener.yield(.heartbeat) }
    }

    /// Tells everybody that the server stops, and why.
    func end(_ reason: String) {
        isOver = true
        for listener in listeners.values {
            listener.yield(.bye(reason))
            listener.finish()
        }
    }
}
