// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text
package import Wording

/// How far a sign-in is that a page began.
package struct PageSignIn: Sendable, Hashable {
    /// What it waits for, or how it ended.
    package enum Stage: Sendable, Hashable {
        /// The service is asked for a code.
        case starting
        /// A person enters `code` on the page at `address`.
        case waiting(code: String, address: String)
        /// Somebody has signed in, so far as the service says who.
        case done(person: String?)
        /// It came to nothing, and why.
        case failed(Phrase)
        /// A person gave it up.
        case cancelled
    }

    /// The drive that it is for.
    package var drive: String
    /// How far it is.
    package var stage: Stage
    /// What a person should know of it besides, line by line.
    package var remarks: [Phrase] = []

    /// A sign-in to `drive` that is so far.
    package init(drive: String, stage: Stage) {
        self.drive = drive
        self.stage = stage
    }

    /// Whether it has ended, one way or the other.
    package var isOver: Bool {
        switch stage {
        case .starting, .waiting: false
        case .done, .failed, .cancelled: true
        }
    }
}

extension PageAPI {
    /// How far the sign-in is that was begun last.
    func signIn() async -> JSONValue {
        guard let one = await services.signIns.current() else {
            return .object([("sign_in", .null)])
        }
        var members: [(String, JSONValue)] = [("drive", .text(one.drive))]
        switch one.stage {
        case .starting: members.append(("stage", .text("starting")))
        case .waiting(let code, let address):
            members += [
                ("stage", .text("waiting")), ("code", .text(code)), ("address", .text(address)),
            ]
        case .done(let person):
            members += [("stage", .text("done")), ("person", .text(person))]
        case .failed(let why):
            members += [("stage", .text("failed")), ("message", .text(words(why)))]
        case .cancelled: members.append(("stage", .text("cancelled")))
        }
        members.append(("remarks", .texts(words(one.remarks))))
        return .object([("sign_in", .object(members))])
    }

    /// Begins a sign-in, gives one up, or signs out; nil where the address is another one.
    func changeSignIn(
        _ path: String, _ wish: ChangeRequest
    ) async throws(PageRefusal) -> JSONValue? {
        switch path {
        case "/api/sign-in":
            let drive = try wish.theDrive()
            try await asking { () async throws(ReviewError) in
                try await services.signIns.begin(drive)
            }
            return await signIn()
        case "/api/sign-in/cancel":
            await services.signIns.cancel()
            return await signIn()
        case "/api/sign-out":
            let drive = try wish.theDrive()
            try await asking { () async throws(ReviewError) in
                try await services.signIns.signOut(drive)
            }
            return await accounts()
        default: return nil
        }
    }
}
