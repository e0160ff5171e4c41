// SPDX-License-Identifier: Apache-2.0

internal import LanguageServer
internal import Messages
internal import Text
internal import Workflow

/// One editor on standard input and output. What its rules come to on the catalog is counted beside
/// that, one file at a time, and never waited for.
actor EditorConversation {
    private var session: LanguageSession
    private var framing = MessageFraming()
    private let catalog: EditorCatalog?
    /// Which rules have been counted as they are, by the number of their last look.
    private var counted: [String: Int] = [:]
    private var isCounting = false

    /// How long nothing must have been typed before rules are counted.
    private static let pause = Duration.milliseconds(300)

    /// A conversation about the main files `named`, over the catalog of `state`.
    init(named: [String], state: StateFile?) {
        session = LanguageSession(
            host: EditorHost(), version: Version.text, namedRules: named)
        catalog = state.map { EditorCatalog(file: $0) }
    }

    /// Whether the editor has begun and not ended.
    var isAmidst: Bool { session.isAmidst }

    /// Takes what has come, and answers; the status to end with, if it is over.
    func take(_ bytes: [UInt8]) -> Int32? {
        framing.take(bytes)
        var pieces: [MessageFraming.Piece] = []
        while let piece = framing.next() {
            pieces.append(piece)
            if piece == .broken { break }
        }
        if pieces.isEmpty { return nil }
        send(session.take(pieces))
        if pieces.last == .broken { return 1 }
        count()
        return session.end
    }

    private func send(_ messages: [JSONValue]) {
        for message in messages {
            MessageFraming.framed(message.bytes()).withUnsafeBufferPointer {
                _ = StandardOutput.write($0)
            }
        }
    }

    private func count() {
        guard let catalog, !isCounting, !session.uncounted(since: counted).isEmpty else { return }
        isCounting = true
        Task {
            while let rules = session.uncounted(since: counted).first {
                let generation = rules.generation
                try? await Task.sleep(for: Self.pause)
                // Whoever types on is waited for.
                guard
                    let now = session.uncounted(since: counted).first(where: {
                        $0.uri == rules.uri
                    }), now.generation == generation
                else { continue }
                let facts = await catalog.facts(of: now)
                counted[rules.uri] = generation
                send(session.take(facts, for: rules.uri, generation: generation))
            }
            isCounting = false
        }
    }
}
