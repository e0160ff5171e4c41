// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
package import YAMLBridge

/// Writes rules files in one form: every level two blanks further to the right, the dashes of a list
/// as well; one blank where blanks part things; no more than one empty line; no blanks at line ends.
///
/// Texts, quotes, comments, the order of keys, and what spans lines between brackets stay as they are.
/// What comes out is read anew: it says the same, with the same comments, or nothing comes out.
package enum RuleFormatter {
    /// `source` in that form; throws where it is no YAML, or written in a way that has no such form.
    package static func formatted(_ source: RuleSource) throws(EditRefusal) -> [UInt8] {
        guard let document = RulesDocument(source) else {
            var refusal = EditRefusal(
                Message("'\(source.file)' cannot be edited before it can be read"))
            let decoded = RuleEditor.decode([source])
            refusal.findings = decoded.rules.diagnostics.filter { $0.code != .includeUnreadable }
            refusal.sources = decoded.sources
            throw refusal
        }
        let splices = FormatPass(document).splices()
        guard let bytes = splices.applied(to: source.bytes),
            let after = RulesDocument(RuleSource(file: source.file, bytes: bytes)),
            isSame(document, after)
        else {
            throw EditRefusal(
                Message(
                    "'\(source.file)' is written in a way that cannot be brought into form without"
                        + " changing what it means"))
        }
        return bytes
    }

    private static func isSame(_ before: RulesDocument, _ after: RulesDocument) -> Bool {
        func comments(_ document: RulesDocument) -> [String] {
            document.tree.comments(in: document.source).map { range in
                let end = document.layout.trimmedEnd(of: range)
                return document.source.text(range.lowerBound..<end)
            }
        }
        return before.plain.says(after.plain) && comments(before) == comments(after)
    }
}
