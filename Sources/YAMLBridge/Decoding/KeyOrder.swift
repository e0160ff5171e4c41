// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The order in which keys are usually written, for those who add one.
package enum KeyOrder {
    /// The keys of a rule.
    package static let rule = RuleKey.allCases.map(\.rawValue)
    /// The keys of a protection.
    package static let protection = ProtectionKey.allCases.map(\.rawValue)
    /// The keys of a file.
    package static let file = FileKey.allCases.map(\.rawValue)
    /// The keys of a condition.
    package static let condition = FileDecoder.conditionKeys
}
