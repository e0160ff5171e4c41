// SPDX-License-Identifier: Apache-2.0

internal import Text

extension PercentText {
    /// `text` with everything encoded that cannot stand in a segment of a path.
    static func encoded(_ text: String) -> String {
        encoded(text.utf8) { isUnreserved($0) || "!$&'()*,;=@".utf8.contains($0) }
    }

    /// What `text` stands for; nil if it is broken or no UTF-8. A plus is a blank in forms only.
    static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String? {
        decoded(text.utf8, plusIsBlank: plusIsBlank)
            .flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The names and values of a form or a query, in their order; nil if one is broken.
    static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = sides.first, let name = decoded(first, plusIsBlank: true),
                let value = decoded(sides.count > 1 ? sides[1] : "", plusIsBlank: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }
}
