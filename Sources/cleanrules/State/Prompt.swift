// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Questions on the terminal. Where there is none, nothing is asked and nothing is taken for an
/// answer.
enum Prompt {
    /// Whether a person can be asked: standard input and standard error are terminals.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question that is answered with yes or no; throws unless the answer is yes.
    static func confirm(_ question: String, insteadOf flag: String) throws(Failure) {
        try demandTerminal("'\(flag)'")
        Console.noteRaw("\(question) [y/N] ")
        let answer = readLine()?.lowercased()
        if answer == "y" || answer == "yes" { return }
        if answer == nil { Console.note("") }
        throw Failure(.refused, "nothing was done")
    }

    /// Asks for `word` to be typed; throws unless it is.
    static func demand(_ word: String, _ request: String, insteadOf flag: String) throws(Failure) {
        try demandTerminal("'\(flag)'")
        Console.noteRaw("\(request) ")
        let answer = readLine()
        if answer == word { return }
        if answer == nil { Console.note("") }
        throw Failure(.refused, "that is not '\(word)'; nothing was done")
    }

    private static func demandTerminal(_ flag: String) throws(Failure) {
        if isPossible { return }
        throw Failure(
            .refused, "there is no terminal to ask on; if this is meant, say so with \(flag)")
    }
}
