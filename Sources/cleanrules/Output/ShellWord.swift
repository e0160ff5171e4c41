// SPDX-License-Identifier: Apache-2.0

/// Words of commands that people copy into a shell.
enum ShellWord {
    /// `text` as one word, in quotes where it needs them.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte &- 48 < 10 || (byte | 32) &- 97 < 26 || "/._-~".utf8.contains(byte)
        }
        let safe = text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''")
        return isPlain ? text : "'\(VisibleText.escaped(safe))'"
    }
}
