// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Reports
internal import RuleEngine
internal import StateLedger
package import Text
internal import Wording
package import Workflow
internal import YAMLBridge

/// What helps somebody else to find out what is wrong here: findings, versions, counts, and the words of
/// the rules language that the rules use. Names, paths, accounts, addresses and tokens cannot be in
/// it: every text in it comes from a list of this program, of its libraries or of the machine.
package struct SupportBundle {
    private let file: StateFile
    private let named: String?

    /// A bundle on the state in `file` and the rules at `named`, or else those that a round would take.
    package init(file: StateFile, rules named: String?) {
        self.file = file
        self.named = named
    }

    /// The bundle.
    package func document() async -> JSONValue {
        let findings = await Doctor(file: file, rules: named).findings()
        let rules = RulesHealth(named: named)
        return .object([
            "format": .number(1), "about": .text("cleanrules support-bundle"),
            "made": JSONValue(SystemClock.now()),
            "doctor": HealthReport(findings).anonymousJSON,
            "machine": machine, "rules": Self.rules(rules), "state": await state(),
        ])
    }

    private var machine: JSONValue {
        var libraries: [String: JSONValue] = [:]
        for (name, version) in LibrariesHealth.versions { libraries[name] = .text(version) }
        var members: [String: JSONValue] = [
            "libraries": .object(libraries), "language": .text(Host.words.language.rawValue),
            "processors": .number(Int64(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
            "time_zone_offset": .number(
                RuleTimeZone.machine.offset(at: SystemClock.now().secondsSinceEpoch)),
        ]
        var system = utsname()
        if uname(&system) == 0 {
            // The name of the machine itself is none of these.
            members["kernel"] = .text(Self.text(system.release))
            members["architecture"] = .text(Self.text(system.machine))
        }
        return .object(members)
    }

    private static func text<Field>(_ field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func rules(_ rules: RulesHealth) -> JSONValue {
        var kinds: [String: Int64] = [:]
        for drive in rules.loaded?.file.drives ?? [] { kinds[drive.kind.rawValue, default: 0] += 1 }
        let file = rules.loaded?.file
        return .object([
            "findings": .object(rules.codes.mapValues { .number(Int64($0)) }),
            "words": .texts(words(in: rules.text)),
            "drives": .object(kinds.mapValues { .number($0) }),
            "rules": .number(Int64(file?.rules.count ?? 0)),
            "protections": .number(Int64(file?.writtenProtectionCount ?? 0)),
            "tests": .number(Int64(file?.tests.count ?? 0)),
        ])
    }

    /// The words of the rules language that stand in `text` as keys; a name that somebody chose is
    /// none, unless it is one of them.
    static func words(in text: String) -> [String] {
        let known = Set(RuleFileSchema.json.matches(of: #/"([a-z][a-z_]*)"/#).map { $0.1 })
        let used = text.matches(of: #/([a-z][a-z_]*) *:/#).map { $0.1 }
        return Set(used).intersection(known).map { String($0) }.sorted()
    }

    private func state() async -> JSONValue {
        guard file.exists, let session = try? StateSession.existing(file, migrates: false) else {
            return .null
        }
        let items = try? await session.ledger.itemCounts()
        let plans = try? await session.ledger.figures()
        await session.ledger.close()
        return .object([
            "items": .object((items ?? [:]).mapValues { .number($0) }),
            "plans": .number(Int64(plans?.plans.count ?? 0)),
            "decisions": .number(Int64(plans?.decisions.count ?? 0)),
            "history": .number(plans?.sequence ?? 0),
        ])
    }
}
