// SPDX-License-Identifier: Apache-2.0

/// What a person said of one group of pictures that look alike.
package struct GroupDecision: Sendable, Hashable {
    /// The digest of the rule that had formed the group.
    package var ruleDigest: String
    /// The content that stays by the rule.
    package var leader: PhotoKey
    /// The content of the first of those that would go; of what is not the same, that one.
    package var member: PhotoKey
    /// Whether everything goes that the rule would delete; else some of it stays, or is not the same.
    package var agrees: Bool

    /// The given decision.
    package init(ruleDigest: String, leader: PhotoKey, member: PhotoKey, agrees: Bool) {
        self.ruleDigest = ruleDigest
        self.leader = leader
        self.member = member
        self.agrees = agrees
    }
}
