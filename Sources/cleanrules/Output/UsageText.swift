// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Text

/// What the argument parser, or a command's own check of its arguments, has to say about them.
enum UsageText {
    /// The sentence with the usage of the command. The sentence quotes arguments as they were typed,
    /// so it is shown escaped, as names are; sentences of commands therefore quote them raw.
    static func of(
        _ error: any Error, arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) -> String {
        let sentence = CleanRules.message(for: error)
        var whole = CleanRules.fullMessage(for: error)
        guard !sentence.isEmpty, let place = whole.firstRange(of: sentence) else {
            return whole.split(separator: "\n", omittingEmptySubsequences: false)
                .map { VisibleText.guarded(String($0)) }.joined(separator: "\n")
        }
        whole.replaceSubrange(place, with: shown(sentence, arguments))
        return whole
    }

    /// The parser itself sets lists of values into lines; a line end that was typed begins none.
    private static func shown(_ sentence: String, _ arguments: [String]) -> String {
        if arguments.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) {
            return VisibleText.escaped(sentence)
        }
        return sentence.split(separator: "\n", omittingEmptySubsequences: false)
            .map { VisibleText.escaped(String($0)) }.joined(separator: "\n")
    }
}
