// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
package import YAMLBridge

/// Rules files after an edit.
package struct EditedRules: Sendable {
    /// All files, in the order in which they were given; those that nothing changed in as well.
    package let sources: [RuleSource]
    /// The rules that they hold, and what there is to say of them.
    package let decoded: DecodedRuleFile

    /// The files `sources` as they are, which nobody edited yet.
    package init(unedited sources: [RuleSource]) {
        self.init(sources: sources, decoded: RuleEditor.decode(sources))
    }

    init(sources: [RuleSource], decoded: DecodedRuleFile) {
        self.sources = sources
        self.decoded = decoded
    }
}

/// Changes rules files by their bytes: what is not edited stays byte for byte.
///
/// After the change the files are read anew. They must be rules without an error, and must say what
/// the files said before, with the edit done to that; else the edit is refused, whatever way the file
/// is written in.
package enum RuleEditor {
    /// The files `sources`, of which the first includes the others, after `edit`.
    package static func edited(
        _ sources: [RuleSource], _ edit: RuleEdit
    ) throws(EditRefusal) -> EditedRules {
        try edited(sources, [edit])
    }

    /// The same after all of `edits`, one after the other; only what comes of them together has to be
    /// rules without an error.
    package static func edited(
        _ sources: [RuleSource], _ edits: [RuleEdit]
    ) throws(EditRefusal) -> EditedRules {
        var after = sources
        for (number, edit) in edits.enumerated() {
            do throws(EditRefusal) {
                var work = try EditWork(after)
                try work.take(edit)
                after = try work.result()
            } catch {
                var refusal = error
                refusal.edit = number
                throw refusal
            }
        }
        let decoded = decode(after)
        guard decoded.rules.value != nil else {
            if let clause = stillTested(edits, in: decode(sources).rules.value) {
                var refusal = EditRefusal(clause)
                refusal.isOfUnknownRule = true
                throw refusal
            }
            var refusal = EditRefusal(
                decode(sources).rules.value == nil
                    ? Message("the rules would still have errors, so that nothing is changed")
                    : Message("the rules would have errors then, so that nothing is changed"))
            refusal.findings = decoded.rules.diagnostics
            refusal.sources = decoded.sources
            throw refusal
        }
        return EditedRules(sources: after, decoded: decoded)
    }

    /// What stands against removing rules of `file` that its tests name; nil where none is.
    private static func stillTested(_ edits: [RuleEdit], in file: RuleFile?) -> Message? {
        guard let file else { return nil }
        for case .remove(let id) in edits {
            for item in file.tests.flatMap(\.items) where item.by == id {
                guard let place = item.location else { continue }
                return Message(
                    "'\(id)' is named in a test, at \(place.file):\(place.line); change that first")
            }
        }
        return nil
    }

    /// The rules of `sources`, the first of which includes the others.
    package static func decode(_ sources: [RuleSource]) -> DecodedRuleFile {
        RuleFileDecoder.decode(sources[0].bytes, file: sources[0].file) { path, _ in
            guard let source = sources.first(where: { $0.file == path }) else {
                throw ValueError(
                    .includeUnreadable, Message("'\(path)' cannot be read now"))
            }
            return source.bytes
        }
    }
}
