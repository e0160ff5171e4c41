// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording

extension Phrase {
    /// Names as they were typed or written, each in quotation marks of the language.
    static func names(_ names: [String]) -> Phrase {
        .series(names.map { .whyRule(rule: VisibleText.escaped($0)) }, separator: ", ")
    }
}
