// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Wording

/// What signing in would bring, where the page may say so now.
package struct PageOffer: Sendable, Hashable {
    /// What it brings, and what is asked for, line by line.
    package var lines: [Phrase]
    /// The drive.
    package var drive: String
    /// The command that signs in.
    package var command: String
    /// The given offer.
    package init(lines: [Phrase], drive: String, command: String) {
        self.lines = lines
        self.drive = drive
        self.command = command
    }

    /// What a person says to it.
    package enum Answer: String, Sendable, CaseIterable {
        case later, never
    }
}

/// The account of a drive that somebody signs in to.
package struct PageAccount: Sendable, Hashable {
    /// The drive's name in the rules.
    package var drive: String
    /// Whose drive it is, as the rules say.
    package var account: String
    /// Who has signed in; nil for nobody.
    package var person: String?
    /// What was granted.
    package var scopes: [String]
    /// Where the tokens are.
    package var place: Phrase?
    /// The command that signs in, or out.
    package var command: String

    /// The given account.
    package init(
        drive: String, account: String, person: String?, scopes: [String], place: Phrase?,
        command: String
    ) {
        self.drive = drive
        self.account = account
        self.person = person
        self.scopes = scopes
        self.place = place
        self.command = command
    }
}

extension PageAPI {
    /// The offer that has its turn now, or what came of an answer to one.
    func offer(_ answer: PageOffer.Answer?) async throws(PageRefusal) -> JSONValue {
        if let answer {
            try await asking { () async throws(ReviewError) in
                try await services.answerOffer(answer)
            }
            return .object([("offer", .null)])
        }
        guard let offer = await services.offer() else { return .object([("offer", .null)]) }
        let glance = try await asking { () async throws(ReviewError) in
            try await session.goingAtAGlance(3)
        }
        return .object([
            (
                "offer",
                .object([
                    ("lines", .texts(words(offer.lines))), ("drive", .text(offer.drive)),
                    ("command", .text(offer.command)), ("largest", plain(glance.largest)),
                ])
            )
        ])
    }

    /// The accounts of the drives.
    func accounts() async -> JSONValue {
        let accounts = await services.accounts().map { account in
            JSONValue.object([
                ("drive", .text(account.drive)), ("account", .text(account.account)),
                ("person", .text(account.person)), ("scopes", .texts(account.scopes)),
                ("place", .text(account.place.map { words($0) })),
                ("command", .text(account.command)),
            ])
        }
        return .object([("accounts", .list(accounts))])
    }
}
