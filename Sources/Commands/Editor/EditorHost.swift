// SPDX-License-Identifier: Apache-2.0

internal import LanguageServer
internal import Messages
internal import RuleEngine
internal import Wording
internal import Workflow
internal import YAMLBridge

/// This machine, as a session with an editor sees it: files are read, and nothing is changed.
struct EditorHost: LanguageHost {
    func place(of path: String) -> String { MachinePath.canonical(path) ?? path }

    func read(_ path: String) -> [UInt8]? {
        try? FileBytes.read(path, most: FileBytes.rulesBytesMax)
    }

    func decode(
        _ bytes: [UInt8], path: String?, open: (_ place: String) -> [UInt8]?
    ) -> DecodedRuleFile {
        if let path { return RulesLoader.decode(bytes, name: path, open: open) }
        return RuleFileDecoder.decode(bytes, file: "rules.yaml") { path, _ in
            throw ValueError(
                .includeUnreadable,
                Message("'\(path)' is looked for once this file has been saved"))
        }
    }

    func findings(in decoded: DecodedRuleFile) -> [Diagnostic] {
        CheckCommand.findings(in: decoded)
    }

    func say(_ clause: Message, in locale: String?) -> String {
        let language = locale.flatMap { Language(tag: $0) } ?? Console.language
        return Words(language)(clause)
    }
}

/// The last listings in a state, which are only glanced at.
struct EditorCatalog: Sendable {
    /// Where the state is.
    let file: StateFile

    /// What `rules` come to on them; nil where there are none.
    @concurrent
    func facts(of rules: CheckedRules) async -> CatalogFacts? {
        guard file.exists, let name = rules.decoded.sources.first?.file,
            let loaded = try? RulesLoader.loaded(rules.decoded, name),
            let session = try? StateSession.existing(file, migrates: false),
            let items = await RulesComparison.catalog(session, loaded)
        else { return nil }
        let maker = PlanMaker(
            rules: loaded, now: SystemClock.now(), isQuiet: true, state: session)
        guard let verdicts = try? await maker.verdicts(over: items) else { return nil }
        return CatalogFacts(verdicts.plan)
    }
}
