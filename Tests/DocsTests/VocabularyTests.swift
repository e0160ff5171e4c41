// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import Workflow
import YAMLBridge

@testable import Commands

@Suite("The vocabulary page")
struct VocabularyTests {
    @Test("is generated from the vocabulary")
    func page() throws {
        try Checkout.compare(Self.text, with: "docs/reference/vocabulary.md")
    }

    @Test("has examples that are valid", arguments: Vocabulary.fields.map(\.field))
    func examples(field: Field) {
        let example = Vocabulary.description(of: field).example
        let match = "{\(field.rawValue): \(example)}"
        let file = "version: 1\nrules:\n  - {id: a, match: \(match), then: review}\n"
        let decoded = RulesLoader.decode(Array(file.utf8), name: "rules.yaml")
        #expect(decoded.rules.diagnostics.map(\.message) == [])
    }

    /// The whole page.
    private static var text: String {
        """
        # Fields

        <!-- Generated from the program's vocabulary. To write it anew:
             RECORD=1 swift test --filter VocabularyTests -->

        Everything a [condition](rules.md#conditions) can test, in one table. *Presence* says whether
        `present` and `missing` are tests of the field. The last columns say which drives can supply it at
        all; where one cannot, every test of the field is unknown, `present` and `missing` too.
        A [listing](listing.md) can supply every field; a [dataset](fleet.md#dataset) is a source of fleets alone. *Once looked at* is what pictures tell once
        [`cleanrules photos`](../guide/photos.md) has looked at them; of others it is unknown.

        | field | value | presence | meaning | example | local | OneDrive | listing | dataset |
        |---|---|---|---|---|---|---|---|---|

        """ + Vocabulary.fields.map { row($0) }.joined()
    }

    private static func row(_ description: FieldDescription) -> String {
        func mark(_ kind: DriveKind) -> String {
            if !description.suppliers.contains(kind) { return "–" }
            let isSeen =
                description.field.comesFromLooks
                || description.field.comesFromPictures && kind == .local
            return isSeen && kind != .listing ? "once looked at" : "yes"
        }
        let key = description.field.rawValue
        let cells = [
            "`\(key)`", description.form.rawValue, description.takesPresence ? "yes" : "–",
            description.summary, "`\(key): \(description.example)`", mark(.local), mark(.onedrive),
            mark(.listing), mark(.dataset),
        ]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }
}
