// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import YAMLBridge

/// An edit under way: what is spliced into which file, and what each file is to say afterwards.
struct EditWork {
    /// The files as they were.
    let sources: [RuleSource]
    /// The same with their marks.
    let documents: [RulesDocument]
    /// What is to be spliced, by the number of the file.
    private(set) var splices: [Int: [Splice]] = [:]
    /// What each file says, with the edit done to that.
    var intended: [PlainValue]

    /// Begins to edit `sources`.
    init(_ sources: [RuleSource]) throws(EditRefusal) {
        self.sources = sources
        var documents: [RulesDocument] = []
        for source in sources {
            guard let document = RulesDocument(source) else {
                var refusal = EditRefusal(
                    Message("'\(source.file)' cannot be edited before it can be read"))
                let decoded = RuleEditor.decode(sources)
                refusal.findings = decoded.rules.diagnostics
                refusal.sources = decoded.sources
                throw refusal
            }
            documents.append(document)
        }
        self.documents = documents
        intended = documents.map(\.plain)
    }

    /// A rule in one of the files.
    struct Found {
        /// The number of the file.
        var file: Int
        /// Where it is in it.
        var place: RulesDocument.Place
    }

    /// Where the rule or protection `id` is.
    func find(_ id: String) throws(EditRefusal) -> Found {
        for (file, document) in documents.enumerated() {
            if let place = document.place(of: id) { return Found(file: file, place: place) }
        }
        var known: [String] = []
        for document in documents { known += document.ids }
        let shown = known.prefix(20).joined(separator: ", ") + (known.count > 20 ? ", …" : "")
        var refusal = EditRefusal(
            known.isEmpty
                ? Message("there is no rule '\(id)'")
                : Message("there is no rule '\(id)'; there are: \(shown)"))
        refusal.isOfUnknownRule = true
        throw refusal
    }

    /// Notes what is to be spliced into a file.
    mutating func splice(_ file: Int, _ more: [Splice]) { splices[file, default: []] += more }

    /// Notes what the list `key` of a file is to say.
    mutating func intend(
        _ file: Int, list key: String, _ change: (inout [PlainValue]) -> Void
    ) {
        var elements = intended[file][key]?.elements ?? []
        change(&elements)
        intended[file][key] = .list(elements)
    }

    /// The files with everything spliced; throws unless they say what they are to say.
    func result() throws(EditRefusal) -> [RuleSource] {
        var after = sources
        for (file, splices) in splices {
            let source = sources[file]
            guard let bytes = splices.applied(to: source.bytes) else { throw cannot(source) }
            after[file] = RuleSource(file: source.file, bytes: bytes)
        }
        for (file, source) in after.enumerated() where splices[file] != nil {
            guard let document = RulesDocument(source) else { throw cannot(source) }
            try check(document, file)
        }
        return after
    }

    private func cannot(_ source: RuleSource) -> EditRefusal {
        EditRefusal(
            Message(
                "'\(source.file)' is written in a way that this edit cannot be made in; make it in"
                    + " an editor"))
    }

    private func check(_ document: RulesDocument, _ file: Int) throws(EditRefusal) {
        let plain = document.plain
        if plain.says(intended[file]) { return }
        guard document.tree.nodes.contains(where: { $0.anchor != nil }) else {
            throw cannot(sources[file])
        }
        for list in RulesDocument.lists {
            let found = plain[list]?.elements ?? []
            let wanted = intended[file][list]?.elements ?? []
            guard found.count == wanted.count else { continue }
            let changed = zip(found, wanted).filter { !$0.says($1) }.compactMap { $1["id"]?.text }
            guard let first = changed.first else { continue }
            throw EditRefusal(
                Message(
                    "what would be changed stands behind an anchor that others share, and would also"
                        + " change '\(first)'; write it out first, in place of the '*'"))
        }
        throw cannot(sources[file])
    }
}
