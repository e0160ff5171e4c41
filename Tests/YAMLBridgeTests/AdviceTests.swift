// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import YAMLBridge

@Suite("What was meant")
struct AdviceTests {
    /// A place in a rules file: what stands there goes in the place of `HERE`.
    fileprivate struct Slot: CustomStringConvertible {
        let description: String
        let file: String

        init(_ description: String, _ file: String) {
            self.description = description
            self.file = "version: 1\n" + file + "\n"
        }
    }

    private static func rule(_ text: String) -> String { "rules:\n  - {id: a, \(text)}" }

    /// Places of keys, with what they need around them.
    private static let keys = [
        Slot("a rules file", "rules: []\nHERE: 1"),
        Slot("a rule", rule("match: {name: a}, then: delete, HERE: 1")),
        Slot("a keep rule", rule("match: {name: a}, then: keep, HERE: 1")),
        Slot("a set rule", rule("duplicates: {same: content}, then: delete, HERE: 1")),
        Slot("a condition", rule("match: {HERE: 1}, then: delete")),
        Slot("a full condition", rule("match: {name: a, age: over 1d, HERE: 1}, then: delete")),
        Slot("a protection", "rules: []\nprotect: [{id: a, match: {name: a}, HERE: 1}]"),
        Slot("duplicates", rule("duplicates: {same: content, HERE: 1}, then: delete")),
        Slot("surplus", rule("surplus: {keep: 1, HERE: 1}, then: delete, match: {name: a}")),
        Slot("generations", rule("surplus: {keep: {last: 1, HERE: 1}}, then: delete")),
        Slot("a preference", rule("duplicates: {same: content, keep: {HERE: /a}}, then: delete")),
        Slot("defaults", "rules: []\ndefaults: {HERE: 1}"),
        Slot("limits", "rules: []\nlimits: {HERE: 1}"),
        Slot("a rule's limits", rule("match: {name: a}, then: delete, limits: {HERE: 1}")),
        Slot("quota", "rules: []\nquota: {HERE: 1}"),
        Slot("review", "rules: []\nreview: {HERE: 1}"),
        Slot("a local drive", "rules: []\ndrives: {d: {kind: local, root: /a, HERE: 1}}"),
        Slot("a listing", "rules: []\ndrives: {d: {kind: listing, file: a, HERE: 1}}"),
        Slot("a drive", "rules: []\ndrives: {d: {HERE: 1}}"),
        Slot("a test", "rules: []\ntests: [{now: 2026-01-01T00:00:00Z, items: [], HERE: 1}]"),
        Slot(
            "an item",
            "rules: []\ntests: [{now: 2026-01-01T00:00:00Z, items: [{path: /a, expect: keep, HERE: 1}]}]"
        ),
    ]

    /// Places of values.
    private static let values = [
        Slot("then", rule("match: {name: a}, then: HERE")),
        Slot("then of a set", rule("duplicates: {same: content}, then: HERE")),
        Slot("type", rule("match: {name: a}, then: delete, type: HERE")),
        Slot("type of a set", rule("duplicates: {same: content}, then: delete, type: HERE")),
        Slot("enabled", rule("match: {name: a}, then: delete, enabled: HERE")),
        Slot("method", rule("match: {name: a}, then: delete, method: HERE")),
        Slot("unknown", rule("match: {name: a}, then: delete, unknown: HERE")),
        Slot("undo_window", rule("match: {name: a}, then: delete, undo_window: HERE")),
        Slot("everything", rule("match: {everything: HERE}, then: delete")),
        Slot("kind", rule("match: {kind: HERE}, then: delete")),
        Slot("size", rule("match: {size: HERE}, then: delete")),
        Slot("age", rule("match: {age: HERE}, then: delete")),
        Slot("modified", rule("match: {modified: HERE}, then: delete")),
        Slot("depth", rule("match: {depth: HERE}, then: delete")),
        Slot("shared", rule("match: {shared: HERE}, then: delete")),
        Slot("ext", rule("match: {ext: HERE}, then: delete")),
        Slot("path", rule("match: {path: HERE}, then: delete")),
        Slot("name", rule("match: {name: HERE}, then: delete")),
        Slot("in", rule("match: {name: a}, then: delete, in: HERE")),
        Slot("same", rule("duplicates: {same: HERE}, then: delete")),
        Slot("same of several", rule("duplicates: {same: [size, HERE]}, then: delete")),
        Slot("across", rule("duplicates: {same: content, across: HERE}, then: delete")),
        Slot("keep", rule("duplicates: {same: content, keep: HERE}, then: delete")),
        Slot("verify", rule("duplicates: {same: content, verify: HERE}, then: delete")),
        Slot(
            "newest_by", rule("surplus: {keep: 1, newest_by: HERE}, then: delete, match: {name: a}")
        ),
        Slot("per", rule("surplus: {keep: 1, per: HERE}, then: delete, match: {name: a}")),
        Slot("limits.items", "rules: []\nlimits: {items: HERE}"),
        Slot("limits.bytes", "rules: []\nlimits: {bytes: HERE}"),
        Slot("limits.percent", "rules: []\nlimits: {percent: HERE}"),
        Slot("quota.reviews", "rules: []\nquota: {reviews: HERE}"),
        Slot("quota.bytes", "rules: []\nquota: {bytes: HERE}"),
        Slot("quota.grace", "rules: []\nquota: {grace: HERE}"),
        Slot("trial", "rules: []\nreview: {trial: HERE}"),
        Slot("bigger_than", "rules: []\nreview: {bigger_than: HERE}"),
        Slot("undo", "rules: []\nreview: {undo: HERE}"),
        Slot("a kind of drive", "rules: []\ndrives: {d: {kind: HERE, root: /a}}"),
        Slot("links", "rules: []\ndrives: {d: {kind: local, root: /a, follow_symlinks: HERE}}"),
        Slot("an id", "rules: [{id: HERE, match: {name: a}, then: delete}]"),
        Slot("a definition", "rules: []\ndefine: {a: {is: HERE}, ab: {is: a}}"),
        Slot("version", "rules: []\n").at("version: HERE\nrules: []\n"),
    ]

    private func findings(_ file: String) -> [Diagnostic] {
        RuleFileDecoder.decode(Array(file.utf8), file: "rules.yaml") { _, _ in [] }
            .rules.diagnostics
    }

    /// What is said of `text` in a place.
    private func said(_ text: String, in slot: Slot) -> Diagnostic? {
        guard let place = slot.file.utf8.firstRange(of: "HERE".utf8) else { return nil }
        let start = slot.file.utf8.distance(
            from: slot.file.utf8.startIndex, to: place.lowerBound)
        return findings(slot.file.replacing("HERE", with: text)).first {
            $0.severity == .error && $0.range?.bytes.lowerBound == start
        }
    }

    private func suggestion(_ message: String) -> String? {
        message.firstMatch(of: #/did you mean '([^']*)'\?/#).map { String($0.1) }
    }

    /// Words that might be written: those of the table, and all of the language itself, mistyped.
    private static let words: [String] = {
        let own =
            RuleKey.allCases.map(\.rawValue) + FileKey.allCases.map(\.rawValue)
            + FileDecoder.conditionKeys + DriveKey.allCases.map(\.rawValue)
            + DuplicatesKey.allCases.map(\.rawValue) + QuotaKey.allCases.map(\.rawValue)
            + LimitsKey.allCases.map(\.rawValue) + DefaultsKey.allCases.map(\.rawValue)
            + KeepOrder.allCases.map(\.rawValue) + [
                "delete", "review", "true", "unlimited", "none",
            ]
        let mistyped = own.flatMap { [$0 + "s", $0.replacing("_", with: "-").uppercased()] }
        return Set(Synonyms.table.keys).union(mistyped).sorted()
    }()

    @Test("no key is suggested that would be refused in its place")
    func keysHold() {
        var count = 0
        for slot in Self.keys {
            for word in Self.words {
                guard let finding = said(word, in: slot), finding.code == .keyUnknown,
                    let meant = suggestion(finding.message)
                else { continue }
                count += 1
                let isEntry = meant.contains(": ")
                let file = isEntry ? Slot(slot.file, at: "HERE: 1") : slot
                let again = said(meant, in: file)
                #expect(
                    again?.code != .keyUnknown && again?.code != .keyMisplaced
                        && again?.code != .keyDuplicate, "\(word) in \(slot): \(meant)")
                if isEntry {
                    let rest = findings(file.file.replacing("HERE", with: meant))
                    #expect(rest.allSatisfy { $0.severity == .warning }, "\(meant): \(rest)")
                }
            }
        }
        #expect(count > 300)
    }

    @Test("no value is suggested that would be refused in its place")
    func valuesHold() {
        let odd = [
            "3dd", "90 days", "over 90 days", "older than 90d", "ovre 90d", "over90d", "5 gb",
            "5gigs", "more than 5 mb", "1mb - 5mb", "between 1MB and 5MB", "25 per day", "25 a day",
            "20 GB/day", "20 gb daily", "2024/1/5", "after 2024-01-05", "before 20240105", "25 %",
            "1_000", "1,000", "1.0", "'1'", "Downloads/x", "/Downloads/", "d:Downloads", "*.tmp",
            "Old Installers", "presnt", "misssing", "over\u{A0}50MB", "“over 50MB”", "90 days old",
            "10 seconds", "2 weeks ago", "ab", "b", "aa", "Europe/Berln",
        ]
        var count = 0
        for slot in Self.values {
            for word in Self.words + odd {
                guard let finding = said(word, in: slot), let meant = suggestion(finding.message)
                else { continue }
                count += 1
                let again = said(meant, in: slot)
                #expect(again == nil, "\(word) in \(slot): \(meant): \(again?.message ?? "")")
            }
        }
        #expect(count > 300)
    }

    @Test(
        "is suggested for keys as beginners write them",
        arguments: [
            ("older_than: 30d", "match: {", "age: over 30d"),
            ("older_than: 30 days", "match: {", "age: over 30d"),
            ("older-than: soon", "match: {", "age: over 90d"),
            ("bigger_than: 5 gb", "match: {", "size: over 5GB"),
            ("extension: jpg", "match: {", "ext"), ("filename: a", "match: {", "name"),
            ("folder: /a", "match: {", "path"), ("regex: a", "match: {", "name_regex"),
            ("Size: over 5MB", "match: {", "size"),
            ("modifiedAge: over 5d", "match: {", "modified_age"),
            ("action: delete", "", "then"), ("when: {name: a}", "", "match"),
            ("undo-window: 3d", "", "undo_window"), ("except: {name: a}", "", "unless"),
            ("desciption: x", "", nil), ("thne: delete", "", "then"),
        ] as [(String, String, String?)])
    func keys(_ entry: String, _ opening: String, _ meant: String?) throws {
        let file =
            "version: 1\nrules:\n  - {id: a, \(opening)\(entry)}\(opening.isEmpty ? "" : "}")\n"
        let finding = try #require(findings(file).first { $0.code == .keyUnknown })
        #expect(suggestion(finding.message) == meant, "\(finding.message)")
        let note = try #require(finding.notes.first)
        #expect(note.hasPrefix("here may stand: \(meant.map { $0.prefix { $0 != ":" } } ?? "")"))
    }

    @Test(
        "is suggested for values as beginners write them",
        arguments: [
            ("limits.items", "unlimted", "unlimited"), ("enabled", "tru", "true"),
            ("enabled", "yes", "true"), ("everything", "yes", "true"),
            ("everything", "no", nil), ("undo_window", "3dd", "3d"),
            ("undo_window", "never", "none"), ("age", "3dd", "over 3d"),
            ("age", "older than 90 days", "over 90d"), ("age", "ovre 90d", "over 90d"),
            ("age", "misssing", "missing"), ("size", "over 5 gb", "over 5GB"),
            ("size", "1MB to 5MB", "1MB..5MB"), ("size", "bigger than 50MB", "over 50MB"),
            ("modified", "after 2024/1/5", "since 2024-01-05"), ("then", "remove", "delete"),
            ("then", "trash", "delete"), ("then", "kepp", "keep"),
            ("then of a set", "kepp", nil), ("method", "trash", "recycle"),
            ("kind", "photo", "image"), ("quota.reviews", "30 per day", "30/day"),
            ("path", "Downloads/**", "/Downloads/**"), ("in", "d:Downloads", "d:/Downloads"),
            ("an id", "Old Installers", "old-installers"), ("version", "1.0", nil),
            ("a definition", "abc", nil), ("size", "huge", nil),
        ] as [(String, String, String?)])
    func values(_ place: String, _ written: String, _ meant: String?) throws {
        let slot = try #require(Self.values.first { $0.description == place })
        let finding = try #require(said(written, in: slot))
        #expect(suggestion(finding.message) == meant, "\(finding.message)")
    }

    @Test("a key of another mapping is called so")
    func homes() throws {
        let inRule = try #require(said("size", in: Self.keys[1]))
        #expect(inRule.message == "unknown key 'size' in a rule; 'size' is a key of a condition")
        let inCondition = try #require(said("then", in: Self.keys[4]))
        #expect(
            inCondition.message == "unknown key 'then' in a condition; 'then' is a key of a rule")
        let synonym = try #require(said("older_than", in: Self.keys[1]))
        #expect(synonym.message.hasSuffix("; 'age: over 90d' is written in a condition"))
    }

    @Test("characters that look like blanks and quotes are named in the lines of errors")
    func oddCharacters() {
        let notes = [
            "rules:\n  - {id: a, match: {size: over\u{A0}50MB}, then: delete}":
                "this line holds U+00A0, a no-break space; type a blank",
            "rules:\n\u{A0} - {id: a, match: {name: a}, then: delete}":
                "this line holds U+00A0, a no-break space; type a blank",
            "rules:\n  - {id: a, match: {age: “over 3d”}, then: delete}":
                "this line holds U+201C, a curly quote; type \"",
            "rules: []\n‘timezone’: UTC": "this line holds U+2018, a curly quote; type '",
        ]
        for (file, note) in notes {
            let errors = findings("version: 1\n\(file)\n").filter { $0.severity == .error }
            #expect(errors.contains { $0.notes.contains(note) }, "\(errors)")
        }
    }

    @Test("a plain value that ends with one is warned of, a quoted one is meant")
    func oddEnds() throws {
        for value in ["“*.tmp”", "*.tmp”".replacing("*", with: "a"), "a.tmp\u{A0}", "«a»"] {
            let slot = try #require(Self.values.first { $0.description == "name" })
            let plain = findings(slot.file.replacing("HERE", with: value))
            #expect(plain.map(\.code) == [.valueCharacterOdd], "\(value): \(plain)")
            #expect(plain.allSatisfy { $0.severity == .warning })
            #expect(findings(slot.file.replacing("HERE", with: "\"\(value)\"")).isEmpty)
        }
    }

    @Test("a file full of wrong keys and values costs no minutes")
    func bounded() {
        let line = "  - {\(String(repeating: "k", count: 60)): 1, then: 90 days agoo, age: 1 2 3}\n"
        let file = "version: 1\nrules:\n" + String(repeating: line, count: 8_000)
        #expect(findings(file).count > 8_000)
    }
}

extension AdviceTests.Slot {
    /// The same place in another file.
    fileprivate func at(_ file: String) -> Self { Self(description, whole: file) }

    /// A place that takes a whole entry instead of a key.
    fileprivate init(_ file: String, at entry: String) {
        self.init("an entry", whole: file.replacing(entry, with: "HERE"))
    }

    fileprivate init(_ description: String, whole file: String) {
        self.description = description
        self.file = file
    }
}
