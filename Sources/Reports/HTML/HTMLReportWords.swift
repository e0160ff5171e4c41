// SPDX-License-Identifier: Apache-2.0

package import Wording

/// What the page's script says, as data: texts of the catalogue with their places, by the names that
/// the functions of `Phrase` have; where words depend on a number, a text for each plural form.
package struct HTMLReportWords {
    /// The texts by name.
    package let texts: [String: Catalogue.Entry]

    /// Keys with this beginning are for the script.
    private static let prefix = "report:live."
    /// What the script says with the rest of the program.
    private static let shared = ["verdict:delete", "verdict:review", "verdict:keep"]

    /// The words of `language`.
    package init(_ language: Language) {
        var texts: [String: Catalogue.Entry] = [:]
        for (key, entry) in Catalogue.of(language).entries
        where key.hasPrefix(Self.prefix) || Self.shared.contains(key) {
            texts[Self.name(key)] = entry
        }
        self.texts = texts
    }

    /// `report:live.not-known` as `reportLiveNotKnown`.
    private static func name(_ key: String) -> String {
        let parts = key.split { ":.-".contains($0) }
        return parts.dropFirst().reduce(parts.first.map { String($0) } ?? "") { name, part in
            name + part.prefix(1).uppercased() + part.dropFirst()
        }
    }

    /// One JSON object, sorted by name.
    package var json: String {
        let members = texts.sorted { $0.key < $1.key }.map { name, entry in
            let value =
                switch entry {
                case .text(let text): HTMLReportText.data(text)
                case .forms(let forms):
                    Self.object(
                        forms.sorted { $0.key.rawValue < $1.key.rawValue }
                            .map { ($0.key.rawValue, HTMLReportText.data($0.value)) })
                }
            return (name, value)
        }
        return Self.object(members)
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(HTMLReportText.data($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }
}
