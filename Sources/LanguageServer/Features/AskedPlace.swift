// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEditing
internal import Text
internal import YAMLBridge

/// What a request is about: an open text of rules, and perhaps a place in it.
struct AskedPlace {
    /// The text.
    let document: OpenDocument
    /// The rules that it is a part of.
    let rules: CheckedRules
    /// What it is called there.
    let name: String
    /// The byte at the cursor.
    let offset: Int

    /// The text as a file.
    var source: RuleSource { RuleSource(file: name, bytes: document.bytes) }
}

extension LanguageSession {
    /// Answers a request about a text; with nothing where it is no text of ours.
    func answer(
        _ feature: LanguageFeature, _ params: ReceivedValue
    ) throws(RequestError) -> JSONValue {
        guard let uri = params["textDocument"]?["uri"]?.text else { throw .parameters }
        guard let document = documents[uri], let (rules, name) = rules(with: uri) else {
            return .null
        }
        var offset = 0
        switch feature {
        case .completion, .hover, .definition, .references, .highlights, .prepareRename, .rename:
            guard let position = TextPosition(params["position"]) else { throw .parameters }
            offset = document.lines.offset(of: position)
        case .symbols, .formatting, .folding, .hints, .actions: break
        }
        let place = AskedPlace(document: document, rules: rules, name: name, offset: offset)
        switch feature {
        case .formatting: return try formatting(place)
        case .actions: return try actions(place, params)
        case .completion: return completion(place)
        case .hover: return hover(place)
        case .definition: return definition(place)
        case .references:
            let isWhole = params["context"]?["includeDeclaration"]?.bool ?? true
            return references(place, withDeclaration: isWhole)
        case .highlights: return highlights(place)
        case .symbols: return symbols(place)
        case .folding: return folding(place)
        case .hints: return hints(place, params)
        case .prepareRename: return prepareRename(place)
        case .rename:
            guard let name = params["newName"]?.text else { throw .parameters }
            return try rename(place, to: name)
        }
    }

    // MARK: Edits

    /// Edits of one text to be sent.
    func json(_ splices: [Splice], in lines: LineTable) -> JSONValue {
        .list(
            splices.sorted { $0.range.lowerBound < $1.range.lowerBound }.map { splice in
                .object([
                    ("range", lines.json(splice.range)),
                    ("newText", .text(String(decoding: splice.bytes, as: UTF8.self))),
                ])
            })
    }

    /// Edits of several files, by their names in `rules`, to be sent.
    func workspaceEdit(_ edits: [(name: String, splices: [Splice])], _ rules: CheckedRules)
        -> JSONValue
    {
        let lines = LineTables(rules, client.unit)
        let all = edits.compactMap { name, splices -> (String, JSONValue)? in
            guard let table = lines.table(name), !splices.isEmpty else { return nil }
            return (uri(of: name, in: rules), json(splices, in: table))
        }
        guard client.takesVersionedEdits else {
            return .object([("changes", .object(all.map { (name: $0.0, value: $0.1) }))])
        }
        let changes = all.map { uri, edits in
            let text: [(name: String, value: JSONValue)] = [
                ("uri", .text(uri)), ("version", .number(documents[uri]?.version)),
            ]
            return JSONValue.object([("textDocument", .object(text)), ("edits", edits)])
        }
        return .object([("documentChanges", .list(changes))])
    }

    /// Throws where nobody can be sure what stands in the editor.
    func demandStep(_ place: AskedPlace) throws(RequestError) {
        let names = place.rules.files.keys.map { uri(of: $0, in: place.rules) }
        guard place.document.isInStep, names.allSatisfy({ documents[$0]?.isInStep ?? true })
        else {
            throw .failed(
                say(
                    Message(
                        "a change of this text could not be read; close the file and open it again")
                ))
        }
    }
}
