// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine

extension Condition {
    /// `name: GLOB`; traps on a glob that is not valid, as a test should.
    static func name(_ glob: String) -> Condition {
        guard let glob = try? Glob(glob, style: .name) else { preconditionFailure(glob) }
        return .test(FieldTest(.name, [.glob(glob)]))
    }

    /// `path: GLOB`.
    static func path(_ glob: String) -> Condition {
        guard let glob = try? Glob(glob, style: .path) else { preconditionFailure(glob) }
        return .test(FieldTest(.path, [.glob(glob)]))
    }

    /// `FIELD: over N d`.
    static func older(_ field: Field, days: Int64) -> Condition {
        .test(FieldTest(field, [.age(.over(Age(amount: days, unit: .day)))]))
    }
}

extension Rule {
    /// A rule that deletes what `match` takes.
    static func delete(
        _ id: String = "junk", _ match: Condition = .name("*.tmp"), type: ItemType = .file,
        window: UndoWindow? = nil, method: DeletionMethod? = nil
    ) -> Rule {
        Rule(
            id: id, itemType: type, match: match, action: .delete, undoWindow: window,
            method: method)
    }

    /// A protection.
    static func protect(_ id: String = "safe", _ match: Condition) -> Rule {
        Rule(id: id, itemType: nil, match: match, action: .protect)
    }

    /// A rule that deletes all but `copies` of equal files, those in `/keep` last.
    static func duplicates(
        _ id: String = "copies", copies: Int = 1, reach: GroupReach = .drive,
        verification: Verification = .bytes, key: DuplicateKey = .content
    ) -> Rule {
        guard let glob = try? Glob("/keep/**", style: .path) else { preconditionFailure() }
        return Rule(
            id: id,
            selection: .duplicates(
                DuplicateSelection(
                    key: key, reach: reach, preferences: [.inside(glob), .drive("main")],
                    copies: copies, verification: verification)),
            action: .delete)
    }

    /// A rule that deletes all but the `keep` newest of each folder.
    static func surplus(_ id: String = "old", keep: Int) -> Rule {
        Rule(
            id: id, match: .everything, selection: .surplus(SurplusSelection(keep: keep)),
            action: .delete)
    }
}

extension RuleFile {
    /// Rules and protections; without limits, so that small worlds may be emptied.
    init(_ rules: [Rule], protections: [Rule] = []) {
        self.init(
            limits: Limits(items: .unlimited, bytes: .unlimited, percent: .unlimited),
            protections: protections, rules: rules)
    }

    /// The rule called `id`, changed by `change`.
    mutating func edit(_ id: String, _ change: (inout Rule) -> Void) {
        guard let index = rules.firstIndex(where: { $0.id == id }) else { return }
        change(&rules[index])
    }
}

extension RulesInForce {
    /// The rules of `file`, with digests as the program makes them.
    init(_ file: RuleFile, timeZone: RuleTimeZone) {
        var digests: [String: String] = [:]
        var all = "\(file.limits) \(file.quota) \(file.defaults) \(file.review)\n"
        for rule in file.protections + file.rules {
            let text = RuleDigest.canonicalText(of: rule, definitions: file.definitions)
            digests[rule.id] = sha256(text)
            all += text + "\(rule.isEnabled)\n"
        }
        self.init(
            file: file, digest: sha256(all), path: "/rules.yaml", timeZone: timeZone,
            ruleDigests: digests)
    }
}

/// The SHA-256 of `text`, in hex.
func sha256(_ text: String) -> String {
    let digest = SHA256Stream()
    digest.update(Array(text.utf8))
    return digest.finish()
}

/// A window of so many hours.
func hours(_ count: Int64) -> UndoWindow { .wait(Age(amount: count, unit: .hour)) }

/// Seconds of an hour and of a day.
let hour: Int64 = 3_600
let day: Int64 = 86_400
