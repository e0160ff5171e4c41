// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

extension JSONValue {
    /// An instant in RFC 3339, or null.
    static func instant(_ value: Timestamp?) -> JSONValue { .text(value.map { "\($0)" }) }
}
