// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// The rules as they are now, with what tells whether they are those of a plan.
package struct RulesInForce: Sendable {
    /// The rules.
    package var file: RuleFile
    /// The SHA-256 of all files that were read, in hex.
    package var digest: String
    /// Where they were read from.
    package var path: String
    /// The zone of their days.
    package var timeZone: RuleTimeZone
    /// The digest of each rule and protection by its id.
    package var ruleDigests: [String: String]

    /// The given rules.
    package init(
        file: RuleFile, digest: String, path: String, timeZone: RuleTimeZone,
        ruleDigests: [String: String]
    ) {
        self.file = file
        self.digest = digest
        self.path = path
        self.timeZone = timeZone
        self.ruleDigests = ruleDigests
    }

    /// Whether the rule `id` is a set rule that is no longer what it was when its digest was
    /// `digest`; a group cannot be formed anew for a single item, so nothing but that can be asked.
    func isChangedSetRule(_ id: String, digest: String?) -> Bool {
        guard let rule = file.rules.first(where: { $0.id == id }) else { return true }
        if !rule.isEnabled { return true }
        return rule.selection != nil && ruleDigests[id] != digest
    }
}
