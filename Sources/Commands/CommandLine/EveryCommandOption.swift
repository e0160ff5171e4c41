// SPDX-License-Identifier: Apache-2.0

internal import Workflow

/// The options that every command takes: read before the command is.
enum EveryCommandOption: String, CaseIterable {
    case color = "--color"
    case logFormat = "--log-format"

    /// The words of a command line without these options, which count from then on. What stands
    /// after `--` is no option.
    static func take(from words: [String]) throws(Failure) -> [String] {
        var left: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" { return left + [word] + rest }
            if let option = EveryCommandOption(rawValue: word) {
                try option.choose(rest.popFirst())
            } else if let option = allCases.first(where: { word.hasPrefix($0.rawValue + "=") }) {
                try option.choose(String(word.dropFirst(option.rawValue.count + 1)))
            } else {
                left.append(word)
            }
        }
        return left
    }

    private func choose(_ word: String?) throws(Failure) {
        switch self {
        case .color: try ColorChoice.choose(word)
        case .logFormat: try EventLog.choose(word)
        }
    }
}
