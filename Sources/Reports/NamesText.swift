// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Wording

extension Phrase {
    /// Names as they were typed or written, each in quotation marks of the language.
    package static func names(_ names: [String]) -> Phrase {
        .series(names.map { .whyRule(rule: VisibleText.escaped($0)) }, separator: ", ")
    }
}
