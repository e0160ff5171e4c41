// SPDX-License-Identifier: Apache-2.0

import Wording

@testable import ReviewUI

extension ReviewError {
    /// An error that says `text`.
    init(_ kind: Kind, _ text: String) { self.init(kind, Phrase.verbatim(text)) }
}

extension DecisionsOutcome {
    /// The messages in English.
    var texts: [String] { Words.english(messages) }
}
