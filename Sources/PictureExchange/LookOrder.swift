// SPDX-License-Identifier: Apache-2.0

/// What a worker is asked for that looks at a picture and makes none: the arguments of its process.
/// The picture itself is its standard input.
package struct LookOrder: Sendable, Hashable {
    /// What is likely to come in.
    package var hint: PictureOrder.Hint

    private static let word = "look"

    /// An order.
    package init(hint: PictureOrder.Hint = .any) { self.hint = hint }

    /// The order that `arguments` write; nil if they write none.
    package init?(arguments: [String]) {
        guard arguments.count == 2, arguments[0] == LookOrder.word,
            let hint = PictureOrder.Hint(rawValue: arguments[1]), hint != .ownDrawing
        else { return nil }
        self.hint = hint
    }

    /// The order as arguments.
    package var arguments: [String] { [LookOrder.word, hint.rawValue] }
}
