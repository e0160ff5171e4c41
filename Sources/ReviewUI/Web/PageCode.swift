// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Wording

/// A code that a person enters in the page.
package struct PageCodeRequest: Sendable, Hashable {
    /// The code.
    package let code: String
    /// What they agree to that it brings, by its digest; nil: they have yet to hear that.
    package let agreed: String?
    /// Whose code it is; nil where that goes without saying.
    package let issuer: String?
}

/// What became of a code that a person entered in the page.
package struct PageCode: Sendable, Hashable {
    /// What it brings, line by line, where the person has yet to agree to that.
    package var lines: [Phrase]
    /// What they agree to, as it is named to the program; nil where the code is redeemed.
    package var digest: String?

    /// The given outcome.
    package init(lines: [Phrase], digest: String?) {
        self.lines = lines
        self.digest = digest
    }
}

extension PageAPI {
    /// Redeems a code, or says what there is to agree to.
    func redeem(
        _ wish: ChangeRequest, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> JSONValue {
        let request = try wish.theCode()
        let outcome = try await asking { () async throws(ReviewError) in
            try await services.redeem(request)
        }
        return .object([
            ("redeemed", .bool(outcome.digest == nil)), ("lines", .texts(words(outcome.lines))),
            ("digest", .text(outcome.digest)), ("state", try await state(visitor)),
        ])
    }
}
