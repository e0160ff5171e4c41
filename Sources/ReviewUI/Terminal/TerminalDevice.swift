// SPDX-License-Identifier: Apache-2.0

internal import CTerminal
internal import Glibc
internal import POSIX

/// The terminal that a deck is shown on.
///
/// Only the deck writes to it. However the process ends, the terminal is given back as it was.
struct TerminalDevice: Sendable {
    /// Where keys come from.
    let input: Int32
    /// Where the screen is.
    let output: Int32

    /// What a terminal measures.
    struct Size: Sendable, Hashable {
        var columns = 80
        var rows = 24
        /// The pixels of a cell; nil where the terminal does not tell.
        var cellWidth: Int?
        var cellHeight: Int?
    }

    /// Takes the terminal over; false where that cannot be done.
    func enter() -> Bool {
        guard isatty(input) == 1, isatty(output) == 1 else { return false }
        return terminal_enter(input, output, false) == 0
    }

    /// Gives the terminal back.
    func leave() { terminal_leave() }

    /// Stops the process as Ctrl-Z does; when it goes on, the terminal has been taken again. False
    /// where that could not be done.
    func suspend() -> Bool { terminal_suspend() == 0 }

    /// Takes the terminal once more, for this process had been stopped.
    func resume() { terminal_resume() }

    /// Whether pictures of kitty's protocol are deleted when the terminal is given back.
    func setShowsKittyPictures(_ shows: Bool) { terminal_clear_pictures(shows) }

    /// The size now.
    var size: Size {
        let measured = terminal_measure(output)
        var size = Size()
        if measured.columns > 0, measured.rows > 0 {
            size.columns = Int(measured.columns)
            size.rows = Int(measured.rows)
        }
        if measured.width > 0, measured.height > 0 {
            size.cellWidth = Int(measured.width) / size.columns
            size.cellHeight = Int(measured.height) / size.rows
            if size.cellWidth == 0 || size.cellHeight == 0 {
                size.cellWidth = nil
                size.cellHeight = nil
            }
        }
        return size
    }

    /// Writes all of `bytes`; false when the terminal is gone.
    func write(_ bytes: [UInt8]) -> Bool {
        (try? SystemCall.write(bytes, to: output, patience: 10_000)) != nil
    }
}
