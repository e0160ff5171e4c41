// SPDX-License-Identifier: Apache-2.0

/// Colours text, or leaves it as it is. Colour never says anything that words do not say as well.
package struct Ink: Sendable {
    /// What may be coloured.
    package enum Style: String, Sendable {
        case bold = "1"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    /// Whether it colours.
    package let isOn: Bool

    /// Leaves everything as it is.
    package static let none = Ink(isOn: false)

    /// One that colours, or does not.
    package init(isOn: Bool) { self.isOn = isOn }

    /// `text` in `style`.
    package func text(_ text: String, _ style: Style?) -> String {
        guard isOn, let style, !text.isEmpty else { return text }
        return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
    }
}
