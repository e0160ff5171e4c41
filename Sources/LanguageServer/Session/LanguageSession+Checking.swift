// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEditing
internal import RuleEngine
internal import Text
internal import YAMLBridge

extension LanguageSession {
    /// Looks at all main files anew.
    mutating func look() {
        isStale = false
        let open = openPlaces()
        var known: [String: CheckedRules] = [:]
        var included: Set<String> = []
        for uri in candidates() {
            guard let rules = look(at: uri, open) else { continue }
            known[uri] = rules
            included.formUnion(rules.decoded.sources.dropFirst().map { host.place(of: $0.file) })
        }
        // What another one includes is judged as a part of that.
        checked = known.filter { uri, _ in
            guard let path = documents[uri]?.path else { return true }
            return !included.contains(host.place(of: path)) || isNamed(uri)
        }
        facts = facts.filter { checked[$0.key] != nil }
    }

    /// The open texts by the places of their files.
    private func openPlaces() -> [String: [UInt8]] {
        var places: [String: [UInt8]] = [:]
        for document in documents.values {
            if let path = document.path { places[host.place(of: path)] = document.bytes }
        }
        return places
    }

    /// The texts that are taken for rules, in a fixed order, and the files that were named and are not
    /// open.
    private func candidates() -> [String] {
        let open = documents.values.filter { isRules($0) }
        let places = Set(open.compactMap(\.path).map { host.place(of: $0) })
        let named = namedRules.filter { !places.contains($0) }.map { FileURI.uri(of: $0) }
        return (open.map(\.uri) + named).sorted()
    }

    private func isNamed(_ uri: String) -> Bool {
        guard let path = documents[uri]?.path else { return false }
        return namedRules.contains(host.place(of: path))
    }

    /// Whether `document` is taken for rules: its language is said to be `cleanrules`, or it is YAML that
    /// is called like rules, lies where they lie, was named, or names their schema.
    func isRules(_ document: OpenDocument) -> Bool {
        switch document.language {
        case "cleanrules": return true
        case "yaml", "": break
        default: return false
        }
        if isNamed(document.uri) { return true }
        let parts = document.uri.lowercased().split(separator: "/")
        if let name = parts.last, name.contains("rules") { return true }
        if parts.dropLast().contains(".cleanrules") { return true }
        let head = String(decoding: document.bytes.prefix(400), as: UTF8.self)
        return head.contains("$schema=") && head.contains("cleanrules")
    }

    private mutating func look(at uri: String, _ open: [String: [UInt8]]) -> CheckedRules? {
        let path = documents[uri].map(\.path) ?? FileURI.path(of: uri)
        guard let bytes = documents[uri]?.bytes ?? path.flatMap({ host.read($0) }) else {
            return nil
        }
        let decoded = host.decode(bytes, path: path) { open[$0] }
        let findings = host.findings(in: decoded)
        if let known = checked[uri], known.decoded.sources == decoded.sources,
            known.diagnostics == findings
        {
            return known
        }
        generation += 1
        return CheckedRules(
            uri: uri, generation: generation, decoded: decoded, diagnostics: findings)
    }

    /// Says what is wrong, where something has changed.
    mutating func settled() -> [JSONValue] {
        guard phase == .running, isStale else { return [] }
        look()
        return findings()
    }

    /// What is wrong with each file, and that nothing is any more.
    func findingsByURI() -> [(uri: String, findings: [JSONValue])] {
        var found: [String: [JSONValue]] = [:]
        for uri in checked.keys.sorted() {
            guard let rules = checked[uri] else { continue }
            for uri in Set(rules.files.keys.map { self.uri(of: $0, in: rules) }) {
                found[uri, default: []] += []
            }
            let lines = LineTables(rules, client.unit)
            let isCounted = countedGenerations[uri] == rules.generation
            let more = isCounted ? facts[uri]?.findings ?? [] : []
            for finding in rules.diagnostics {
                let place = self.uri(of: finding.range?.file, in: rules)
                found[place, default: []].append(json(finding, lines))
            }
            for finding in rules.lint + more {
                let place = self.uri(of: finding.range?.file, in: rules)
                found[place, default: []].append(json(finding, lines))
            }
        }
        return found.map { (uri: $0.key, findings: $0.value) }.sorted { $0.uri < $1.uri }
    }

    /// Tells the editor all findings.
    mutating func findings() -> [JSONValue] {
        var told: [JSONValue] = []
        let all = findingsByURI()
        for uri in published.subtracting(all.map(\.uri)).sorted() {
            told.append(Self.published(uri, nil, []))
        }
        for (uri, findings) in all {
            told.append(
                Self.published(uri, documents[uri]?.version, Self.once(findings)))
        }
        published = Set(all.map(\.uri))
        return told
    }

    /// What two main files say of a third is said once.
    private static func once(_ findings: [JSONValue]) -> [JSONValue] {
        var seen: Set<[UInt8]> = []
        return findings.filter { seen.insert($0.bytes()).inserted }
    }

    private static func published(
        _ uri: String, _ version: Int64?, _ findings: [JSONValue]
    ) -> JSONValue {
        var params: [(name: String, value: JSONValue)] = [("uri", .text(uri))]
        if let version { params.append(("version", .number(version))) }
        params.append(("diagnostics", .list(findings)))
        return SentMessage.notification("textDocument/publishDiagnostics", .object(params))
    }

    // MARK: Places

    /// What the editor calls the file `name` of `rules`.
    func uri(of name: String?, in rules: CheckedRules) -> String {
        guard let name, name != rules.decoded.sources.first?.file else { return rules.uri }
        let place = host.place(of: name)
        let open = documents.values.filter { $0.path.map { host.place(of: $0) } == place }
        return open.map(\.uri).min() ?? FileURI.uri(of: name)
    }

    /// The main file that the open text `uri` is judged by, and what it is called there.
    func rules(with uri: String) -> (rules: CheckedRules, name: String)? {
        if let rules = checked[uri], let first = rules.decoded.sources.first {
            return (rules, first.file)
        }
        guard let path = documents[uri]?.path else { return nil }
        let place = host.place(of: path)
        for uri in checked.keys.sorted() {
            guard let rules = checked[uri] else { continue }
            let names = rules.decoded.sources.map(\.file)
            if let name = names.first(where: { host.place(of: $0) == place }) {
                return (rules, name)
            }
        }
        return nil
    }

    // MARK: Findings

    private func json(_ finding: Diagnostic, _ lines: LineTables) -> JSONValue {
        let notes = finding.remarks.map { say($0) }
        return json(
            code: finding.code.rawValue, severity: finding.severity == .error ? 1 : 2,
            text: ([say(finding.clause)] + notes).joined(separator: "\n"),
            range: lines.json(finding.range), isUnused: false)
    }

    private func json(_ finding: LintFinding, _ lines: LineTables) -> JSONValue {
        json(
            code: finding.code.rawValue, severity: 2, text: say(finding.clause),
            range: lines.json(finding.range), isUnused: finding.code == .definitionUnused)
    }

    private func json(
        code: String, severity: Int, text: String, range: JSONValue, isUnused: Bool
    ) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("range", range), ("severity", .number(severity)), ("code", .text(code)),
            ("source", .text("cleanrules")), ("message", .text(text)),
        ]
        if isUnused { members.append(("tags", .list([.number(1)]))) }
        return .object(members)
    }
}

/// The lines of the files of some rules, each counted when it is asked for.
final class LineTables {
    private let rules: CheckedRules
    private let unit: PositionUnit
    private var tables: [String: LineTable] = [:]

    /// The lines of `rules`.
    init(_ rules: CheckedRules, _ unit: PositionUnit) {
        self.rules = rules
        self.unit = unit
    }

    /// The lines of the file `name`; nil where it is not shown.
    func table(_ name: String) -> LineTable? {
        if let table = tables[name] { return table }
        guard let source = rules.files[name] else { return nil }
        let table = LineTable(source.bytes, unit)
        tables[name] = table
        return table
    }

    /// The range to be sent; the beginning of the file where there is none.
    func json(_ range: SourceRange?) -> JSONValue {
        guard let range else { return LineTable([], unit).json(0..<0) }
        guard let table = table(range.file) else {
            let place = TextPosition(line: max(0, range.line - 1), character: 0).json
            return .object([("start", place), ("end", place)])
        }
        return table.json(range.bytes)
    }
}
