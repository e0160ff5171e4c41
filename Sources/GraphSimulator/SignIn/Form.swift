// SPDX-License-Identifier: Apache-2.0

internal import Text

/// The fields of a form.
struct Form {
    private let fields: [String: String]

    /// The form that `text` is; nil if it is malformed.
    init?(_ text: String) {
        guard let pairs = PercentText.pairs(text) else { return nil }
        fields = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The value of a field.
    subscript(name: String) -> String? { fields[name] }
}
