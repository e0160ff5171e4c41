// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEditing
internal import RuleEngine
internal import Text
internal import YAMLBridge

/// A name in one of the files of some rules.
struct FoundName {
    /// The file.
    let file: String
    /// The name there.
    let site: NameSite
}

extension LanguageSession {
    /// The name at the cursor.
    private func site(_ place: AskedPlace) -> NameSite? {
        NameSites(SourceText(file: place.name, bytes: place.document.bytes)).site(at: place.offset)
    }

    /// Where the same is named, in all files; an anchor is known in its own alone.
    private func sites(of site: NameSite, _ place: AskedPlace) -> [FoundName] {
        let files =
            site.kind == .anchor ? [place.source] : place.rules.decoded.sources
        return files.flatMap { source in
            NameSites(SourceText(file: source.file, bytes: source.bytes)).all
                .filter { $0.kind == site.kind && $0.name == site.name }
                .map { FoundName(file: source.file, site: $0) }
        }
    }

    private func location(_ found: FoundName, _ rules: CheckedRules, _ lines: LineTables)
        -> JSONValue?
    {
        lines.table(found.file).map { table in
            .object([
                ("uri", .text(uri(of: found.file, in: rules))),
                ("range", table.json(found.site.range)),
            ])
        }
    }

    /// Where the name at the cursor is declared; of an included file, its beginning.
    func definition(_ place: AskedPlace) -> JSONValue {
        guard let site = site(place) else { return .null }
        let lines = LineTables(place.rules, client.unit)
        if site.kind == .file { return included(site.name, place, lines) }
        return .list(
            sites(of: site, place).filter(\.site.isDeclaration)
                .compactMap { location($0, place.rules, lines) })
    }

    private func included(_ path: String, _ place: AskedPlace, _ lines: LineTables) -> JSONValue {
        guard let name = IncludedFile.name(path, from: place.name),
            lines.table(name) != nil
        else { return .null }
        return .list([
            .object([
                ("uri", .text(uri(of: name, in: place.rules))),
                ("range", LineTable([], client.unit).json(0..<0)),
            ])
        ])
    }

    /// Where the name at the cursor is used, and perhaps declared.
    func references(_ place: AskedPlace, withDeclaration: Bool) -> JSONValue {
        guard let site = site(place) else { return .null }
        let lines = LineTables(place.rules, client.unit)
        return .list(
            sites(of: site, place).filter { withDeclaration || !$0.site.isDeclaration }
                .compactMap { location($0, place.rules, lines) })
    }

    /// The same in this file, to be marked while the cursor stands there.
    func highlights(_ place: AskedPlace) -> JSONValue {
        guard let site = site(place) else { return .null }
        return .list(
            sites(of: site, place).filter { $0.file == place.name }.map { found in
                .object([
                    ("range", place.document.lines.json(found.site.range)),
                    ("kind", .number(found.site.isDeclaration ? 3 : 2)),
                ])
            })
    }

    // MARK: Renaming

    /// What would be renamed at the cursor: rules and definitions. What bears another name of drives or
    /// files lies elsewhere as well.
    func prepareRename(_ place: AskedPlace) -> JSONValue {
        guard let site = site(place), site.kind == .rule || site.kind == .definition else {
            return .null
        }
        return .object([
            ("range", place.document.lines.json(site.range)), ("placeholder", .text(site.name)),
        ])
    }

    /// The edits after which what is named at the cursor is called `name`.
    func rename(_ place: AskedPlace, to name: String) throws(RequestError) -> JSONValue {
        try demandStep(place)
        guard let site = site(place), site.kind == .rule || site.kind == .definition else {
            throw .failed(say(Message("only rules and definitions are renamed here")))
        }
        let sources = place.rules.decoded.sources
        let after: [RuleSource]
        do throws(EditRefusal) {
            after =
                site.kind == .rule
                ? try RuleEditor.edited(sources, .rename(site.name, to: name)).sources
                : try RuleEditor.edited(sources, .renameDefinition(site.name, to: name)).sources
        } catch {
            throw .failed(
                ([error.clause] + error.findings.prefix(1).map(\.clause)).map { say($0) }.joined(
                    separator: "; "))
        }
        return workspaceEdit(
            zip(sources, after).map {
                (name: $0.file, splices: TextChanges.between($0.bytes, $1.bytes))
            }, place.rules)
    }
}
