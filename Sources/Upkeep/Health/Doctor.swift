// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
package import Workflow
internal import YAMLBridge

/// Looks at everything that rounds need. Changes nothing, and asks nobody beyond this machine.
package struct Doctor {
    /// The state that is looked at.
    let file: StateFile
    /// The rules that were named; nil for those of the configuration.
    let named: String?

    /// A look at the state in `file`, and at the rules at `named`, or else those that a round would
    /// take.
    package init(file: StateFile, rules named: String?) {
        self.file = file
        self.named = named
    }

    /// What was found, in the order of `Finding.Check`.
    package func findings() async -> [Finding] {
        let rules = RulesHealth(named: named)
        let zone = (try? rules.loaded?.timeZone) ?? .machine
        let (state, session) = await StateHealth(file: file, zone: zone).findings()
        var found = [program, language]
        found.append(await clock(session, zone))
        found.append(rules.finding)
        found += state
        found += await DriveHealth(rules: rules.loaded, session: session).findings()
        found += DiskHealth(file: file, rules: rules.loaded).findings()
        found += await SignInHealth(rules: rules.loaded).findings()
        found += NoticeHealth(rules: rules.loaded).findings()
        let keeping = ScheduleHealth(file: file, session: session, zone: zone, rules: named)
        found += await keeping.findings()
        found += [PicturesHealth.finding, LibrariesHealth.finding]
        if let session { await session.ledger.close() }
        return found
    }

    private var program: Finding {
        .well(
            .program, .doctorProgram(version: Version.text, path: Machine.program ?? "cleanrules"))
    }

    private var language: Finding {
        let name = Host.words.language.rawValue
        return Environment.isUnicode
            ? .well(.language, .doctorLanguage(name: name))
            : .well(.language, .doctorLanguageNoUnicode(name: name), code: "no_unicode")
    }

    private func clock(_ session: StateSession?, _ zone: RuleTimeZone) async -> Finding {
        guard RuleTimeZone(identifier: "Europe/Berlin") != nil else {
            return .attention(.clock, "no_zones", .doctorClockNoZones, fix: .doctorFixZones)
        }
        if let session, let check = try? await ClockCheck.make(session, zone),
            let warning = check.warning
        {
            return .attention(
                .clock, "ahead", warning, fix: nil,
                ["seconds": check.newest.secondsSinceEpoch - check.now.secondsSinceEpoch])
        }
        return .well(
            .clock,
            .doctorClock(
                time: Moment(SystemClock.now(), zone, .wall),
                name: VisibleText.escaped(zone.identifier)))
    }
}

/// The rules that rounds go by.
struct RulesHealth {
    let finding: Finding
    /// The rules, where they can be used.
    let loaded: LoadedRules?
    /// What is wrong with them, by code.
    let codes: [String: Int]
    /// The text of the files; empty where there are none.
    let text: String

    init(named: String?) {
        guard let path = named ?? RulesLoader.pathInConfiguration() else {
            self.init(
                .none(
                    .rules, "absent", .doctorRulesNone,
                    fix: .doctorFixRules(path: RulesLoader.usualPath ?? "rules.yaml")))
            return
        }
        let shown = VisibleText.escaped(path)
        guard let bytes = try? FileBytes.read(path, most: FileBytes.rulesBytesMax) else {
            self.init(
                .attention(
                    .rules, "unreadable", .doctorRulesUnreadable(path: shown),
                    fix: .doctorFixRulesNamed))
            return
        }
        let decoded = RulesLoader.decode(bytes, name: path)
        let codes = decoded.rules.diagnostics.reduce(into: [:]) { codes, finding in
            codes[finding.code.rawValue, default: 0] += 1
        }
        let errors = decoded.rules.diagnostics.count { $0.severity == .error }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let loaded = try? RulesLoader.loadQuietly(path) else {
            self.init(
                .attention(
                    .rules, "invalid", .doctorRulesInvalid(n: errors, path: shown),
                    fix: .doctorFixCheck(text: "cleanrules check " + ShellWord.quoted(path)),
                    ["errors": Int64(errors)]), codes: codes, text: text)
            return
        }
        let tests = (try? RulesTests.results(loaded)) ?? []
        let failed = tests.count { !$0.isMet }
        if failed > 0 {
            self.init(
                .attention(
                    .rules, "test_failed", .doctorRulesTests(n: failed, path: shown),
                    fix: .doctorFixCheck(text: "cleanrules test " + ShellWord.quoted(path)),
                    ["failed": Int64(failed)]), loaded: loaded, codes: codes, text: text)
            return
        }
        let count = loaded.file.writtenRuleCount
        self.init(
            .well(
                .rules, .doctorRules(n: count, path: shown),
                ["rules": Int64(count), "drives": Int64(loaded.file.drives.count)]),
            loaded: loaded, codes: codes, text: text)
    }

    private init(
        _ finding: Finding, loaded: LoadedRules? = nil, codes: [String: Int] = [:],
        text: String = ""
    ) {
        self.finding = finding
        self.loaded = loaded
        self.codes = codes
        self.text = text
    }
}
