// SPDX-License-Identifier: Apache-2.0

/// What the user may do now, on standard error after the result.
enum NextHints {
    /// Says each pair of what for and command, lined up.
    static func say(_ hints: [(what: String, command: String)]) {
        let width = hints.map { DisplayWidth.of($0.what) }.max() ?? 0
        for (index, hint) in hints.enumerated() {
            let gap = String(repeating: " ", count: width - DisplayWidth.of(hint.what))
            Console.note((index == 0 ? "Next: " : "      ") + hint.what + gap + "  " + hint.command)
        }
    }
}
