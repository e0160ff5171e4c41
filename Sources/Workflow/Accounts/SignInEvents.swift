// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import StateLedger

/// What is counted of one sign-in, in the state of the person if there is one.
package struct SignInEvents: Sendable {
    /// The state; nil for none, and then nothing is counted.
    private let session: StateSession?
    private let progress = Lock(Progress())

    /// How far the sign-in is.
    private struct Progress {
        var hasBegun = false
        var isCodeShown = false
    }

    /// The events of a sign-in that are counted in `session`.
    package init(session: StateSession?) {
        self.session = session
    }

    /// It begins; a hint that had been shown was followed.
    package func begun() async {
        progress.withLock { $0.hasBegun = true }
        await (try? HintDesk(session: session))?.signInBegins()
        await session?.count(.loginStarted)
    }

    /// The code is shown; it is counted at the end, for whoever shows it does not wait.
    package func codeIsShown() { progress.withLock { $0.isCodeShown = true } }

    /// It came to its end.
    package func done() async {
        await countCode()
        await session?.count(.loginDone)
    }

    /// It failed, with that status.
    package func failed(_ status: Ending) async {
        guard progress.withLock({ $0.hasBegun }) else { return }
        await countCode()
        await session?.count(.loginFailed, Self.kind(of: status))
        if status == .offline { await session?.count(ServiceFault.offline) }
    }

    private func countCode() async {
        let isShown = progress.withLock { progress in
            defer { progress.isCodeShown = false }
            return progress.isCodeShown
        }
        if isShown { await session?.count(.loginCodeShown) }
    }

    /// The kind of a failure, in a word.
    private static func kind(of status: Ending) -> String {
        switch status {
        case .offline: "offline"
        case .signIn: "sign-in"
        case .refused: "other-account"
        case .interrupted, .terminated: "interrupted"
        case .invalidRules: "settings"
        default: "other"
        }
    }
}
