// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import RuleEditing
internal import Workflow

/// `cleanrules rules set`.
struct RulesSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give a rule another value.",
        discussion: """
            Examples:
              cleanrules rules set old-installers match.age 'over 90d'
              cleanrules rules set old-installers match.ext '[iso, dmg]'
              cleanrules rules set old-installers why 'They can be had again'
              cleanrules rules set old-installers unless --unset

            A value between brackets or quotes is read as YAML; every other one is taken as it is, and
            quoted where it needs to be. 'match.any.0.ext' is of the first condition of a list.
            """)

    @Argument(help: "The id of the rule or protection.") var id: String
    @Argument(help: "The key, with those that it stands below: match.ext.") var key: String
    @Argument(help: "The value.") var value: String?
    @Flag(name: .long, help: "Take the key out instead.") var unset = false
    @OptionGroup var edit: RulesEditOptions

    mutating func validate() throws {
        if (value == nil) != unset {
            throw ValidationError(String(clause: "Give a value, or --unset."))
        }
    }

    func run() async throws {
        let path = key.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        if let value {
            try await edit.carryOut(
                .set(id, path: path, PlainValue(argument: value, under: path.last)))
        } else {
            try await edit.carryOut(.unset(id, path: path))
        }
    }
}

/// `cleanrules rules enable`.
struct RulesEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Let a rule count again that was disabled.")

    @Argument(help: "The id of the rule.") var id: String
    @OptionGroup var edit: RulesEditOptions

    func run() async throws { try await edit.carryOut(.enable(id)) }
}

/// `cleanrules rules disable`.
struct RulesDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Let a rule rest: it is checked, and decides nothing.")

    @Argument(help: "The id of the rule.") var id: String
    @OptionGroup var edit: RulesEditOptions

    func run() async throws { try await edit.carryOut(.disable(id)) }
}

/// `cleanrules rules rename`.
struct RulesRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a rule another id, also where tests name it.")

    @Argument(help: "The id of the rule or protection.") var id: String
    @Argument(help: "Its new id.") var newID: String
    @OptionGroup var edit: RulesEditOptions

    func run() async throws { try await edit.carryOut(.rename(id, to: newID)) }
}

/// `cleanrules rules remove`.
struct RulesRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a rule out, with the comments that belong to it.")

    @Argument(help: "The id of the rule or protection.") var id: String
    @OptionGroup var edit: RulesEditOptions

    func run() async throws { try await edit.carryOut(.remove(id)) }
}

/// `cleanrules rules move`.
struct RulesMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Put a rule beside another one; verdicts do not depend on the order.",
        discussion: """
            Examples:
              cleanrules rules move screenshots --before old-installers
              cleanrules rules move screenshots --after old-installers

            Of several rules that give an item its verdict, plans name the first one in the file.
            """)

    @Argument(help: "The id of the rule or protection.") var id: String
    @Option(name: .long, help: "The rule that it is to stand before.") var before: String?
    @Option(name: .long, help: "The rule that it is to stand after.") var after: String?
    @OptionGroup var edit: RulesEditOptions

    mutating func validate() throws {
        if (before == nil) == (after == nil) {
            throw ValidationError(String(clause: "Give --before or --after."))
        }
    }

    func run() async throws {
        if let before { try await edit.carryOut(.move(id, .before, before)) }
        if let after { try await edit.carryOut(.move(id, .after, after)) }
    }
}

/// `cleanrules rules add`.
struct RulesAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a rule, or a protection.",
        discussion: """
            Examples:
              cleanrules rules add old-installers then=review match.ext='[iso, dmg]'
              cleanrules rules add contracts --protect match.path='/Contracts/**'
              cleanrules rules add --yaml '{id: a, match: {ext: tmp}, then: review}'

            It stands at the end of its list, unless --before or --after names a rule of it.
            """)

    @Argument(help: "The id, and then KEY=VALUE for each key, as for 'set'.")
    var words: [String] = []

    @Option(name: .long, help: "The whole rule as YAML, instead.") var yaml: String?
    @Flag(name: .long, help: "Add a protection.") var protect = false
    @Option(name: .long, help: "The rule that it is to stand before.") var before: String?
    @Option(name: .long, help: "The rule that it is to stand after.") var after: String?
    @OptionGroup var edit: RulesEditOptions

    mutating func validate() throws {
        if before != nil, after != nil {
            throw ValidationError(String(clause: "Give --before or --after, not both."))
        }
        if words.isEmpty == (yaml == nil) {
            throw ValidationError(String(clause: "Give an id with its keys, or --yaml."))
        }
        if let wrong = words.dropFirst().first(where: { !$0.contains("=") }) {
            throw ValidationError(String(clause: "'\(wrong)' is no KEY=VALUE."))
        }
    }

    func run() async throws {
        let anchor =
            before.map { RuleEdit.Anchor(.before, $0) } ?? after.map { RuleEdit.Anchor(.after, $0) }
        let rule: NewRule
        do throws(EditRefusal) {
            if let yaml { rule = try NewRule(yaml: yaml) } else { rule = try written() }
        } catch {
            throw EditedRulesFile.failure(error)
        }
        try await edit.carryOut(.add(rule, isProtection: protect, beside: anchor))
    }

    private func written() throws(EditRefusal) -> NewRule {
        let entries = words.enumerated().map {
            number, word -> (path: [String], value: PlainValue) in
            if number == 0 { return (["id"], .text(word)) }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let path = parts[0].split(separator: ".", omittingEmptySubsequences: false)
            return (
                path.map { String($0) },
                PlainValue(argument: String(parts[1]), under: path.last.map { String($0) })
            )
        }
        return try NewRule(entries)
    }
}
