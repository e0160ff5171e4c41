// SPDX-License-Identifier: Apache-2.0

internal import CWords
internal import FoundationEssentials

/// All words of the program in one language: the files of `Sources/CWords/words`, which stand in
/// the binary. The functions in `Phrases` make a phrase of each key; what errors and findings say
/// stands in the sources, as `Message`, and is the key of its translation.
package struct Catalogue: Sendable {
    /// What stands at a key.
    package enum Entry: Sendable, Hashable, Decodable {
        case text(String)
        /// One text for each plural form.
        case forms([PluralForm: String])

        /// Reads a text, or an object of texts; a form that no language here has is refused.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
                return
            }
            var forms: [PluralForm: String] = [:]
            for (name, text) in try container.decode([String: String].self) {
                guard let form = PluralForm(rawValue: name) else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "no plural form: \(name)")
                }
                forms[form] = text
            }
            self = .forms(forms)
        }

        /// Its texts, one for each form.
        package var texts: [String] {
            switch self {
            case .text(let text): [text]
            case .forms(let forms): Array(forms.values)
            }
        }
    }

    /// What stands at each key.
    package let entries: [String: Entry]

    private static let english = Catalogue(.english)
    private static let german = Catalogue(.german)
    private static let french = Catalogue(.french)
    private static let spanish = Catalogue(.spanish)

    /// The catalogue of `language`, read once a process.
    package static func of(_ language: Language) -> Catalogue {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        case .spanish: spanish
        }
    }

    private init(_ language: Language) {
        var entries: [String: Entry] = [:]
        for (area, bytes) in Self.files(of: language) where ClauseArea(rawValue: area) == nil {
            // It stands in the binary, and a test reads it: nothing can be told at run time.
            let part = (try? JSONDecoder().decode([String: Entry].self, from: bytes)) ?? [:]
            entries.merge(part) { first, _ in first }
        }
        self.entries = entries
    }

    // MARK: Clauses

    /// What errors and findings say in `language`, by what stands in the sources; nothing in
    /// English, which is what stands there. Read once a process, when the first one is said.
    package static func clauses(
        in language: Language, of area: ClauseArea = .errors
    ) -> [String: String] {
        switch (language, area) {
        case (.english, _): [:]
        case (.german, .errors): germanErrors
        case (.german, .outcomes): germanOutcomes
        case (.french, .errors): frenchErrors
        case (.french, .outcomes): frenchOutcomes
        case (.spanish, .errors): spanishErrors
        case (.spanish, .outcomes): spanishOutcomes
        }
    }

    /// The areas that `script/embed-words` compares with the sources.
    package enum ClauseArea: String, Sendable, CaseIterable {
        /// Of errors and findings: `Message("…")`.
        case errors
        /// Of drives, accounts and the network, which are recorded: `String(clause: "…")`.
        case outcomes
    }

    private static let germanErrors = readClauses(.german, .errors)
    private static let germanOutcomes = readClauses(.german, .outcomes)
    private static let frenchErrors = readClauses(.french, .errors)
    private static let frenchOutcomes = readClauses(.french, .outcomes)
    private static let spanishErrors = readClauses(.spanish, .errors)
    private static let spanishOutcomes = readClauses(.spanish, .outcomes)

    private static func readClauses(
        _ language: Language, _ area: ClauseArea
    ) -> [String: String] {
        let bytes = files(of: language).first { $0.area == area.rawValue }?.bytes ?? Data()
        // As above.
        return (try? JSONDecoder().decode([String: String].self, from: bytes)) ?? [:]
    }

    /// The files of `language` with what they are about.
    private static func files(of language: Language) -> [(area: String, bytes: Data)] {
        (0..<cwords_count()).compactMap { number in
            guard let file = cwords_at(number)?.pointee,
                String(cString: file.language) == language.rawValue
            else { return nil }
            return (
                String(cString: file.area),
                Data(UnsafeBufferPointer(start: file.bytes, count: file.count))
            )
        }
    }
}
