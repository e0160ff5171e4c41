// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import Text

/// The one line on standard error that changes while something lasts. Whatever else is written to
/// the terminal meanwhile stands above it.
enum StatusLine {
    private static let isOpen = Lock(false)
    private static let clearing = "\r\u{1b}[K"

    /// Shows `text`, cut to the width of the terminal, in place of what the line said.
    static func show(_ text: String) {
        // The last column is left free: writing there moves some terminals on.
        let width = TerminalWidth.columns(of: STDERR_FILENO) - 1
        isOpen.withLock { isOpen in
            write(clearing + CellWidth.cut(text, to: width))
            isOpen = true
        }
    }

    /// Takes the line away.
    static func clear() { interrupting {} }

    /// Calls `body`, which may write to the terminal, with the line taken away.
    static func interrupting<Value>(_ body: () -> Value) -> Value {
        isOpen.withLock { isOpen in
            if isOpen { write(clearing) }
            isOpen = false
            return body()
        }
    }

    private static func write(_ text: String) {
        var text = text
        // Where standard error is closed there is nobody to show it to.
        text.withUTF8 { _ = StandardOutput.writeAll($0, to: STDERR_FILENO) }
    }
}
