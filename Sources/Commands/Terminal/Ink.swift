// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import Messages
internal import Reports
internal import Text
internal import Workflow

/// When output is coloured: the option `--color`, which every command takes.
enum ColorChoice: String, CaseIterable, Sendable {
    /// On a terminal, unless `NO_COLOR` is set or the terminal is dumb.
    case auto
    /// Always, whatever the environment says.
    case always
    /// Never.
    case never

    private static let chosen = Lock(ColorChoice.auto)

    /// What the command line says.
    static var current: ColorChoice { chosen.withLock { $0 } }

    /// Chooses what `word` says.
    static func choose(_ word: String?) throws(Failure) {
        guard let choice = word.flatMap(ColorChoice.init) else {
            throw Failure(
                .usage,
                word.map {
                    Message("--color takes auto, always or never, not '\(VisibleText.escaped($0))'")
                } ?? Message("--color takes auto, always or never"))
        }
        chosen.withLock { $0 = choice }
    }
}

extension Ink {
    /// For standard output.
    static var output: Ink { Ink(isOn: isWanted(on: STDOUT_FILENO)) }
    /// For standard error.
    static var errors: Ink { Ink(isOn: isWanted(on: STDERR_FILENO)) }

    private static func isWanted(on descriptor: Int32) -> Bool {
        switch ColorChoice.current {
        case .always: true
        case .never: false
        case .auto:
            isatty(descriptor) == 1 && Environment.value("NO_COLOR") == nil
                && Environment.value("TERM") != "dumb"
        }
    }
}
