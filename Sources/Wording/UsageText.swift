// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text

/// What the argument parser of a program, or a command's own check of its arguments, has to say about
/// them.
///
/// The parser speaks English. Its sentences are read back by their templates, and said in the language
/// of the person; one that is not known stays as it is.
package enum UsageText {
    /// The sentence with the usage of the command, in the language of `words`; `whole` is both as the
    /// parser has them, and `arguments` is what was typed. The sentence quotes arguments as they were
    /// typed, so it is shown escaped, as names are; sentences of commands therefore quote them raw.
    package static func of(
        _ sentence: String, in whole: String,
        arguments: [String] = Array(CommandLine.arguments.dropFirst()), words: Words
    ) -> String {
        guard !sentence.isEmpty, let place = whole.firstRange(of: sentence) else {
            return lines(whole).map { VisibleText.guarded($0) }.joined(separator: "\n")
        }
        let head = words(.usageError(text: said(shown(sentence, arguments), words)))
        let rest = lines(String(whole[place.upperBound...])).map { line(of: $0, words) }
        return ([head] + rest.dropFirst()).joined(separator: "\n")
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// The parser itself sets lists of values into lines; a line end that was typed begins none.
    private static func shown(_ sentence: String, _ arguments: [String]) -> String {
        if arguments.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) {
            return VisibleText.escaped(sentence)
        }
        return lines(sentence).map { VisibleText.escaped($0) }.joined(separator: "\n")
    }

    // MARK: The words of the parser

    /// What follows the sentence, a line of it.
    private static func line(of line: String, _ words: Words) -> String {
        if let text = after("Usage: ", line) { return words(.usageUsage(text: text)) }
        if let text = after("Help:  ", line) { return words(.usageHelp(text: text)) }
        let end = "' for more information."
        if let text = after("  See '", line), text.hasSuffix(end) {
            return words(.usageSee(text: String(text.dropLast(end.count))))
        }
        // Another line of the usage stands below the first.
        if let text = after("       cleanrules", line) {
            let head = words(.usageUsage(text: ""))
            return String(repeating: " ", count: head.count) + "cleanrules" + text
        }
        return line
    }

    private static func after(_ head: String, _ line: String) -> String? {
        line.hasPrefix(head) ? String(line.dropFirst(head.count)) : nil
    }

    private static func said(_ sentence: String, _ words: Words) -> String {
        if words.language == .english { return sentence }
        return reader.message(sentence).map { words($0) } ?? words.told(sentence)
    }

    private static let reader = ClauseReader(
        sentences("…").compactMap { message in
            if case .template(let template, _) = message.content { template } else { nil }
        })

    /// All that the parser says, with `any` in the places of what was typed.
    private static func sentences(_ any: String) -> [Message] {
        [
            Message("Unknown option '\(any)'"),
            Message("Unknown option '\(any)'. Did you mean '\(any)'?"),
            Message("Unexpected argument '\(any)'"),
            Message("\(any) unexpected arguments: '\(any)'"),
            Message("Missing value for '\(any)'"),
            Message("Missing expected argument '\(any)'"),
            Message("Missing one of: '\(any)'"),
            Message("The option '\(any)' does not take any value, but '\(any)' was specified."),
            Message("Value to be set with \(any) had already been set with \(any)"),
            Message("The value '\(any)' is invalid for '\(any)'"),
            Message("The value '\(any)' is invalid for '\(any)'. Please provide one of \(any)."),
            Message(
                "The value '\(any)' is invalid for '\(any)'. Please provide one of \(any) or"
                    + " \(any)."),
            Message(
                "The value '\(any)' is invalid for '\(any)'. Please provide one of \(any) and"
                    + " \(any)."),
            Message(
                "The value '\(any)' is invalid for '\(any)'. Please provide one of the following:"
                    + "\n\(any)"),
        ]
    }
}
