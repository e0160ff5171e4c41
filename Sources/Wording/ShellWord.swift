// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// Words of commands that people copy into a shell.
package enum ShellWord {
    /// `text` as one word, in quotes where it needs them; what a person could not see in it is
    /// written out in the quotes that bash, zsh and ksh undo (`$'…'`), so that the command still
    /// means what it meant.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte &- 48 < 10 || (byte | 32) &- 97 < 26 || "/._-~:".utf8.contains(byte)
        }
        if isPlain, !text.isEmpty, !text.hasPrefix("~") { return text }
        if text.unicodeScalars.contains(where: \.isHiddenOrControl) { return written(text) }
        return "'" + text.parts(between: "'").joined(separator: "'\\''") + "'"
    }

    /// Bytes as three octal digits: of all escapes those that every such shell knows.
    private static func written(_ text: String) -> String {
        var word = "$'"
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" {
                word += "\\\(scalar)"
            } else if scalar.isHiddenOrControl {
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    let digits = String(byte, radix: 8)
                    word += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
                }
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        return word + "'"
    }
}
