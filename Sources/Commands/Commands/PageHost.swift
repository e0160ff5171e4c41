// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import ReviewUI
internal import Text
internal import Wording
internal import Workflow

/// Serves a page from this terminal until somebody ends it, and leads a browser to it.
struct PageHost {
    /// Whether a browser is opened.
    let opens: Bool
    /// Whether nothing is said but the address.
    let isQuiet: Bool

    /// Serves the page of `server`.
    func serve(_ server: ReviewServer) async throws {
        let signals = Signals(isQuiet: true)
        let (opens, isQuiet) = (opens, isQuiet)
        let opened = Lock<ReviewLink?>(nil)
        defer { opened.withLock { $0?.remove() } }
        let serving = Task {
            try await server.run { link in
                Console.say(link)
                if opens, BrowserLaunch.isPossible, let file = ReviewLink(opening: link) {
                    opened.withLock { $0 = file }
                    // By then the link is used, or not good any more.
                    Task {
                        try? await Task.sleep(for: .seconds(120))
                        file.remove()
                    }
                    return
                }
                if !isQuiet {
                    Console.note(Self.linkNote)
                }
            }
        }
        let listening = Task { await offerLinks(of: server) }
        defer { listening.cancel() }
        let watching = Task {
            // Without its address nobody comes to the page.
            while !signals.hasCome, !StandardOutput.hasFailed {
                do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
            }
            serving.cancel()
        }
        defer { watching.cancel() }
        let ending: ReviewServer.Ending
        do {
            ending = try await serving.value
        } catch let error as ReviewServerError {
            throw Failure(.failed, error.message)
        }
        if ending == .idle, !isQuiet {
            Console.note(.reviewIdle)
        }
        if let status = signals.status { throw Failure(status) }
    }

    /// What to do with an address; how to come by another one, where somebody can type.
    private static var linkNote: Phrase {
        isatty(STDIN_FILENO) == 1 ? .reviewOpenLinkMore : .reviewOpenLink
    }

    /// Prints a new address each time that a person at the terminal asks for one.
    private func offerLinks(of server: ReviewServer) async {
        guard isatty(STDIN_FILENO) == 1 else { return }
        // A server in the background is not to be stopped because it listens to the terminal.
        signal(SIGTTIN, SIG_IGN)
        let input = PlainInput(descriptor: STDIN_FILENO)
        while let line = await input.next() {
            guard line == "o" else {
                if !isQuiet { Console.note(.reviewAnotherLink) }
                continue
            }
            guard let link = await server.newLink() else { return }
            Console.say(link)
        }
    }
}
