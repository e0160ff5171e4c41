// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEditing
internal import RuleEngine
internal import Text
internal import Wording
internal import YAMLBridge

/// What the page of rules is told, in the words of its language.
struct RulesPageJSON {
    let words: Words

    /// The most findings that are told of.
    private static let findingCountMax = 50
    /// The most lines of a difference.
    private static let diffLineCountMax = 500
    /// The fields of conditions that the page has a place for; others are written as YAML.
    private static let fields: [Field] = [.ext, .name, .path, .age, .size]

    typealias Members = [(name: String, value: JSONValue)]

    /// How the rules stand; `command` lists the drives, where there is no listing yet.
    func rules(_ rules: RulesStanding, command: String) -> Members {
        let decoded = rules.file.decoded
        return [
            ("format", .number(1)), ("digest", .text(rules.digest)),
            ("path", .text(rules.file.path)), ("ok", .bool(decoded.rules.value != nil)),
            ("findings", findings(decoded.rules.diagnostics, rules.file.sources)),
            ("rules", written(rules.file.sources, rules.verdicts)),
            ("all", rules.verdicts?.tally.all.json ?? .null),
            ("needs_contents", .bool(rules.verdicts?.needsContents ?? false)),
            ("sync", .text(command)), ("fields", Self.examples),
        ]
    }

    /// An example for each field that the page has a place for.
    private static var examples: JSONValue {
        .object(
            fields.map { field in
                let example = Vocabulary.description(of: field).example
                return (field.rawValue, .text(PlainValue(yaml: example)?.shown ?? example))
            })
    }

    /// The rules as they are written, with what each comes to.
    func written(_ sources: [RuleSource], _ verdicts: RulesStanding.Verdicts?) -> JSONValue {
        .list(
            sources.enumerated().flatMap { number, source -> [JSONValue] in
                guard let document = RulesDocument(source) else { return [] }
                return document.writtenRules.map { rule in
                    .object(
                        Self.written(rule, document) + [
                            ("file", number == 0 ? .null : .text(source.file)),
                            ("share", verdicts?.share(rule.id) ?? .null),
                        ])
                }
            })
    }

    private static func written(_ rule: WrittenRule, _ document: RulesDocument) -> Members {
        let entries = rule.entries.map { entry in
            JSONValue.object([
                ("key", .text(entry.path.joined(separator: "."))),
                ("form", .text(entry.form.rawValue)), ("text", .text(entry.text)),
                ("list", .texts(entry.list)),
            ])
        }
        return [
            ("id", .text(rule.id)), ("protect", .bool(rule.isProtection)),
            ("then", .text(rule.isProtection ? "protect" : rule["then"]?.text)),
            ("enabled", .bool(rule["enabled"]?.text != "false")),
            ("why", .text(rule["why"]?.text)), ("line", .number(rule.range.line)),
            (
                "yaml",
                .text(document.text(of: rule.id)?.lines.joined(separator: "\n") ?? "")
            ), ("entries", .list(entries)),
        ]
    }

    /// What is wrong with rules, each with the rule and the key that it is about.
    func findings(_ findings: [Diagnostic], _ sources: [RuleSource]) -> JSONValue {
        let documents = sources.compactMap { source in
            RulesDocument(source).map { (source.file, $0) }
        }
        return .list(
            findings.prefix(Self.findingCountMax).map { finding in
                let place = finding.range.flatMap { range in
                    documents.first { $0.0 == range.file }?.1.entry(at: range)
                }
                let notes = finding.remarks.map { words(.clause($0)) }
                return .object([
                    ("severity", .text(finding.severity.rawValue)),
                    ("code", .text(finding.code.rawValue)),
                    (
                        "message",
                        .text(
                            ([words(.clause(finding.clause))] + notes)
                                .joined(separator: "; "))
                    ),
                    ("line", .number(finding.range?.line)), ("id", .text(place?.id)),
                    ("key", .text(place?.path.joined(separator: "."))),
                ])
            })
    }

    /// Why edits are not made.
    func refusal(_ refusal: EditRefusal, _ rules: RulesStanding) -> JSONValue {
        .object([
            ("ok", .bool(false)), ("digest", .text(rules.digest)),
            (
                "message",
                .text(words(.clause(refusal.clause.mappingTexts(VisibleText.escaped))))
            ), ("edit", .number(refusal.edit)),
            (
                "findings",
                findings(refusal.findings.filter { $0.severity == .error }, refusal.sources)
            ),
        ])
    }

    /// The lines that differ between files.
    static func diff(_ before: [RuleSource], _ after: [RuleSource]) -> [String] {
        let lines = zip(before, after).filter { $0.bytes != $1.bytes }
            .flatMap { TextDiff($0.bytes, $1.bytes).lines }
        return Array(lines.prefix(diffLineCountMax))
    }

    /// What edits come to, with at most `most` of the items that they change.
    func effect(
        _ comparison: RulesComparison, _ after: RulesStanding.Verdicts, most: Int
    ) -> Members {
        func gain(_ verdict: Verdict) -> JSONValue {
            let gain = comparison.gain(of: verdict)
            return .object([("items", .number(gain.items)), ("bytes", .number(gain.bytes))])
        }
        return [
            ("needs_contents", .bool(comparison.needsContents)), ("delete", gain(.delete)),
            ("review", gain(.review)),
            ("changed_total", .number(comparison.rows.count)),
            ("largest", comparison.largest.map { .object(after.item($0)) } ?? .null),
            (
                "changed",
                .list(
                    comparison.rows.prefix(most).map { row in
                        .object(
                            after.item(row) + [
                                ("before", .text(comparison.before.verdict(row).rawValue))
                            ])
                    })
            ), ("all", after.tally.all.json),
            (
                "shares",
                .object(after.plan.rules.map { ($0.id, after.share($0.id)) })
            ),
        ]
    }
}

extension PlainValue {
    /// The text, or the texts of a list, as a field of the page shows it.
    fileprivate var shown: String? {
        text ?? elements.map { $0.compactMap(\.text).joined(separator: ", ") }
    }
}
