// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Wording

/// The words of what the program says, by which English sentences are found among those of another
/// language.
enum SpokenWords {
    /// The words in `text` that are long enough to tell a language by, in small letters.
    static func long(_ text: String) -> Set<String> {
        Set(
            text.split { !$0.isLetter && $0 != "_" }.filter { $0.count > 5 }
                .map { $0.lowercased() })
    }

    /// The long words that the catalogue of `language` says at keys with one of `prefixes`, or at all.
    static func catalogue(_ language: Language, _ prefixes: Set<String>? = nil) -> Set<String> {
        Catalogue.of(language).entries.reduce(into: []) { words, entry in
            let prefix = String(entry.key.prefix { $0 != ":" })
            if let prefixes, !prefixes.contains(prefix) { return }
            for text in entry.value.texts { words.formUnion(long(text)) }
        }
    }

    /// The words of commands that are told to be typed: the same in every language.
    static let commands = Hint.samples.reduce(into: Set<String>()) { words, hint in
        words.formUnion(long(hint.command))
    }

    /// The English words of `prefixes` that stand in `text`, which is in `language`; but for
    /// `exceptions`, which are codes and names.
    static func english(
        in text: String, of language: Language, prefixes: Set<String>, exceptions: Set<String>
    ) -> [String] {
        long(text).intersection(catalogue(.english, prefixes))
            .subtracting(catalogue(language)).subtracting(commands).subtracting(exceptions)
            .sorted()
    }
}

extension CommandRun {
    /// All that it said, without what differs from run to run: places, instants, ids of plans.
    func said(in home: ScratchHome) -> String {
        (output + errors).replacingOccurrences(of: home.path, with: "~")
            .replacing(#/\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(\.\d+)?Z)?/#, with: "DAY")
            .replacing(#/p-[0-9a-f]{12}/#, with: "PLAN")
    }
}
