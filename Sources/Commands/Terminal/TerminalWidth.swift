// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Workflow

/// How many columns a terminal has.
enum TerminalWidth {
    /// What is taken for the width where nobody tells.
    private static let usual = 80
    /// What a person may ask for in earnest.
    private static let asked = 20...10_000

    /// The columns of the terminal that `descriptor` is.
    ///
    /// `COLUMNS` is what a person wants, so it comes first; else the kernel knows, who is asked anew
    /// each time: a window that is made larger or smaller needs no signal then (ioctl_tty(2)).
    static func columns(of descriptor: Int32) -> Int {
        if let text = Environment.value("COLUMNS"), let wanted = Int(text), asked.contains(wanted) {
            return wanted
        }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return usual
        }
        return Int(size.ws_col)
    }

    /// The columns of standard output if it is a terminal; nil if it is none, for what is read by a
    /// program is never cut.
    static var ofOutput: Int? {
        Console.outputIsTerminal ? columns(of: STDOUT_FILENO) : nil
    }
}
