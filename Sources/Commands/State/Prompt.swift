// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Wording
internal import Workflow

/// Questions on the terminal. Where there is none, nothing is asked and nothing is taken for an
/// answer.
enum Prompt {
    /// Whether a person can be asked: standard input and standard error are terminals.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question that is answered with yes or no; throws unless the answer is yes.
    static func confirm(_ question: Phrase, insteadOf flag: String) throws(Failure) {
        try demandTerminal(flag)
        Console.noteRaw(Console.words(.askYesNo(question: question)))
        let answer = readLine()?.lowercased()
        // The English answers are good in every language.
        let answers = Console.words.names(.askYes) + Words.english.names(.askYes)
        if let answer, answers.contains(answer) { return }
        if answer == nil { Console.note("") }
        throw Failure(.refused, .askNothingDone)
    }

    /// Asks for `word` to be typed; throws unless it is.
    static func demand(_ word: String, _ request: Phrase, insteadOf flag: String) throws(Failure) {
        try demandTerminal(flag)
        Console.noteRaw(Console.words(request) + " ")
        let answer = readLine()
        if answer == word { return }
        if answer == nil { Console.note("") }
        throw Failure(.refused, .askNotTheWord(text: word))
    }

    private static func demandTerminal(_ flag: String) throws(Failure) {
        if isPossible { return }
        throw Failure(
            .refused, .askNoTerminal(name: flag))
    }
}
