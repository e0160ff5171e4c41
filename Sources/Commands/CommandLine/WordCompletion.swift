// SPDX-License-Identifier: Apache-2.0

/// What may stand in the place of the last word of a command line.
struct WordCompletion: Equatable {
    /// Words with one line each on what they mean.
    var words: [Word] = []
    /// Whether the shell offers names of files besides, or of folders only.
    var files: Files?

    /// One word.
    struct Word: Equatable {
        var text: String
        var meaning: String
    }

    /// Names that the shell itself completes.
    enum Files: String { case files, folders }

    /// Values that are folders, or no files at all; all others are paths.
    static let filesByValueName: [String: Files?] = [
        "folder": .folders, "include-root": .folders,
        "accept-drive": .none, "confirm": .none, "count": .none, "for": .none, "name": .none,
        "now": .none, "port": .none, "preview": .none, "profile": .none, "reviews": .none,
        "rule": .none, "since": .none, "subcommands": .none, "until": .none, "why": .none,
    ]

    /// Completes the last of `words`, which follow the name of the program.
    ///
    /// Shells split `--format=js` in their own ways: it is one word, or three.
    init(of words: [String], in program: CommandTree) {
        var words = words[...]
        let isHelp = words.count > 1 && words.first == "help"
        if isHelp { words.removeFirst() }
        guard let last = words.popLast() else { return }
        let (command, depth) = program.command(words)
        let rest = Array(words.dropFirst(depth))
        if rest.isEmpty { offerSubcommands(of: command) }
        if !isHelp { complete(last, after: rest, command) }
        keep(last)
    }

    private mutating func offerSubcommands(of command: CommandTree) {
        words += (command.subcommands ?? []).map {
            Word(text: $0.commandName, meaning: $0.abstract ?? "")
        }
    }

    private mutating func complete(_ last: String, after rest: [String], _ command: CommandTree) {
        let before = WordsBefore(rest + (last == "=" ? [last] : []), of: command)
        if let option = before.open { return offerValues(of: option) }
        if !before.isPastOptions, last.hasPrefix("-") {
            if let sign = last.firstIndex(of: "="),
                let option = command.option(String(last[..<sign]))
            {
                offerValues(of: option, prefix: String(last[...sign]))
            } else {
                offerOptions(of: command, without: before.used)
            }
            return
        }
        let places = command.positionals
        let place = before.positionalCount
        if let argument = place < places.count ? places[place] : places.last,
            place < places.count || argument.isRepeating
        {
            offerValues(of: argument)
        } else if !before.isPastOptions, words.isEmpty {
            offerOptions(of: command, without: before.used)
        }
    }

    private mutating func offerValues(of argument: CommandTree.Argument, prefix: String = "") {
        if let values = argument.allValues {
            words += values.map { Word(text: prefix + $0, meaning: argument.abstract ?? "") }
        } else {
            files = Self.filesByValueName[argument.valueName ?? ""] ?? .files
        }
    }

    private mutating func offerOptions(of command: CommandTree, without used: Set<String>) {
        for option in command.options {
            guard option.isRepeating || used.isDisjoint(with: option.words) else { continue }
            guard let word = option.word else { continue }
            words.append(Word(text: word, meaning: option.abstract ?? ""))
        }
    }

    /// Leaves what begins as the word does.
    private mutating func keep(_ last: String) {
        guard last != "=" else { return }
        words = words.filter { $0.text.hasPrefix(last) }
    }

    /// One line each: what the shell shall complete itself, or a word, a tab and what it means.
    var lines: [String] {
        (files.map { [":" + $0.rawValue] } ?? []) + words.map { "\($0.text)\t\($0.meaning)" }
    }
}

/// What the words before the one to complete say about it.
private struct WordsBefore {
    /// The option whose value comes next.
    var open: CommandTree.Argument?
    /// The options that are there already.
    var used: Set<String> = []
    /// How many words stand in the places of arguments.
    var positionalCount = 0
    /// Whether `--` stands among them.
    var isPastOptions = false

    init(_ words: [String], of command: CommandTree) {
        for word in words {
            if isPastOptions {
                positionalCount += 1
            } else if word == "=", open != nil {
                continue
            } else if word == "--" {
                (isPastOptions, open) = (true, nil)
            } else if word.hasPrefix("-"), word != "-" {
                let name = word.prefix { $0 != "=" }
                used.insert(String(name))
                let option = command.option(String(name))
                open = option?.kind == .option && name == word ? option : nil
            } else if let option = open {
                if !option.takesMany { open = nil }
            } else {
                positionalCount += 1
            }
        }
    }
}
