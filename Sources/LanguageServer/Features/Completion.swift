// SPDX-License-Identifier: Apache-2.0

internal import RuleEditing
internal import RuleEngine
internal import Text
internal import YAMLBridge

/// One thing that may be written at the cursor.
private struct Proposal {
    /// What is shown, and what filters by.
    var label: String
    /// What is written.
    var text: String
    /// What it means.
    var detail: String?
    /// The symbol that the protocol has for it.
    var kind: Int
    /// The lesser, the earlier it stands.
    var rank = 0
}

extension LanguageSession {
    private static let (property, value, reference, folder) = (10, 12, 18, 19)
    /// The most proposals at once.
    private static let proposalsMax = 200

    /// What may be written at the cursor.
    func completion(_ place: AskedPlace) -> JSONValue {
        let document = place.document
        guard
            let at = CompletionPlace(document.bytes, document.lines, at: place.offset)
        else { return .null }
        var proposals: [Proposal] = []
        let allowed = SchemaGuide.place(at: at.path)
        if at.isKey || isLineStart(at, document) {
            proposals = keys(allowed, besides: at.siblings, at, document)
        }
        if !at.isKey {
            proposals += allowed.words.map {
                Proposal(label: $0, text: $0, kind: Self.value)
            }
            proposals += names(at.path, place)
        }
        let typed = String(decoding: document.bytes[at.word], as: UTF8.self).lowercased()
        let fitting = proposals.enumerated().filter { $1.label.lowercased().hasPrefix(typed) }
        let shown = (fitting.isEmpty ? Array(proposals.enumerated()) : fitting)
            .prefix(Self.proposalsMax)
        let range = document.lines.json(at.word)
        return .object([
            ("isIncomplete", .bool(fitting.count > Self.proposalsMax)),
            ("items", .list(shown.map { item($1, $0, range) })),
        ])
    }

    /// Whether nothing but blanks and a dash stands before the word: a mapping may begin there.
    private func isLineStart(_ at: CompletionPlace, _ document: OpenDocument) -> Bool {
        let line = document.lines.line(document.lines.lineNumber(of: at.word.lowerBound))
        let head = document.bytes[line.lowerBound..<at.word.lowerBound]
        return head.allSatisfy { [0x20, 0x09, UInt8(ascii: "-"), UInt8(ascii: "{")].contains($0) }
            || head.last(where: { $0 != 0x20 }) == UInt8(ascii: "{")
    }

    private func item(_ proposal: Proposal, _ number: Int, _ range: JSONValue) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("label", .text(VisibleText.escaped(proposal.label))),
            ("kind", .number(proposal.kind)),
        ]
        if let detail = proposal.detail { members.append(("detail", .text(detail))) }
        members += [
            ("filterText", .text(proposal.label)),
            ("sortText", .text(String(proposal.rank * 10_000 + number + 100_000))),
            ("textEdit", .object([("range", range), ("newText", .text(proposal.text))])),
        ]
        return .object(members)
    }

    private func keys(
        _ allowed: SchemaGuide.Place, besides siblings: Set<String>, _ at: CompletionPlace,
        _ document: OpenDocument
    ) -> [Proposal] {
        let hasColon = isBeforeColon(at, document)
        return allowed.keys.filter { !siblings.contains($0.name) }.map { key in
            let colon = hasColon ? "" : key.opens == .value ? ": " : ":"
            return Proposal(
                label: key.name, text: key.name + colon, detail: key.summary, kind: Self.property,
                rank: key.isRequired ? 0 : 1)
        }
    }

    private func isBeforeColon(_ at: CompletionPlace, _ document: OpenDocument) -> Bool {
        var end = at.word.upperBound
        while end < document.bytes.count {
            switch document.bytes[end] {
            case UInt8(ascii: ":"): return true
            case 0x61...0x7A, UInt8(ascii: "_"): end += 1
            default: return false
            }
        }
        return false
    }

    // MARK: Values

    /// Names and values that this file, the catalog or the vocabulary have for the end of `path`.
    private func names(_ path: [SchemaGuide.Step], _ place: AskedPlace) -> [Proposal] {
        let keys = path.compactMap { step -> String? in
            if case .key(let key) = step { key } else { nil }
        }
        guard let last = keys.last, let lastIndex = path.lastIndex(of: .key(last)) else {
            return []
        }
        let parent = Array(path[..<lastIndex])
        switch (keys.first, last) {
        case (_, "is") where SchemaGuide.place(at: parent).isCondition:
            return declared(.definition, place)
        case ("tests", "by"): return declared(.rule, place)
        case ("rules", "in"), ("protect", "in"), (_, "drive"):
            return declared(.drive, place)
        default: break
        }
        guard let field = SchemaGuide.field(last, at: parent) else { return [] }
        return values(of: field, place)
    }

    private func declared(_ kind: NameKind, _ place: AskedPlace) -> [Proposal] {
        var seen: Set<String> = []
        let sites = place.rules.decoded.sources.flatMap { source in
            NameSites(SourceText(file: source.file, bytes: source.bytes)).all
        }
        return sites.filter { $0.kind == kind && $0.isDeclaration }.map(\.name)
            .filter { seen.insert($0).inserted }
            .map { Proposal(label: $0, text: $0, kind: Self.reference) }
    }

    private func values(of field: FieldDescription, _ place: AskedPlace) -> [Proposal] {
        let facts = facts[place.rules.uri]
        var proposals: [Proposal] = []
        switch field.form {
        case .fileExtension:
            let known = KindTable.extensions.flatMap { $0.extensions.split(separator: " ") }
            let fromCatalog = facts?.extensions ?? []
            let rest = known.map(String.init).filter { !fromCatalog.contains($0) }
            proposals = (fromCatalog + rest).map { Proposal(label: $0, text: $0, kind: Self.value) }
        case .pathGlob:
            proposals = (facts?.folders ?? []).map { path in
                let text = ScalarText.written(Self.glob(path) + "/**", isInFlow: true)
                return Proposal(label: path + "/**", text: text, kind: Self.folder)
            }
        case .size, .age, .date, .count, .nameGlob, .textGlob, .regularExpression:
            proposals = [
                Proposal(
                    label: field.example, text: field.example, detail: field.summary,
                    kind: Self.value)
            ]
        case .kind, .flag, .driveName: break
        }
        if field.takesPresence {
            proposals += ["present", "missing"].map {
                Proposal(label: $0, text: $0, kind: Self.value, rank: 2)
            }
        }
        return proposals
    }

    /// `path` as a glob that matches just it.
    private static func glob(_ path: String) -> String {
        var glob = ""
        for scalar in path.unicodeScalars {
            if "*?[]{}\\".unicodeScalars.contains(scalar) { glob.append("\\") }
            glob.unicodeScalars.append(scalar)
        }
        return glob
    }
}
