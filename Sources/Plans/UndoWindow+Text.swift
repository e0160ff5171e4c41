// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension UndoWindow {
    /// How a plan writes that there is no window.
    package static let noneText = "none"

    /// How a plan writes it.
    package var planText: String {
        switch self {
        case .none: Self.noneText
        case .wait(let age): "\(age.amount)\(age.unit.rawValue)"
        }
    }

    /// Whether it is over as soon as it begins: none, or one of no length.
    package var endsAtOnce: Bool {
        switch self {
        case .none: true
        case .wait(let age): age.amount == 0
        }
    }

    /// The window that a plan writes as `text`; nil if it is none.
    package init?(planText text: String) {
        if text == UndoWindow.noneText {
            self = .none
            return
        }
        guard let age = try? DurationGrammar.age(text) else { return nil }
        self = .wait(age)
    }
}
