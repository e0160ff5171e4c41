// SPDX-License-Identifier: Apache-2.0

/// A rule with its place in the order and its condition compiled.
struct CompiledRule: Sendable {
    /// Protections first, then rules, as the file has them.
    let number: Int
    /// The rule as the file says it.
    let rule: Rule
    /// `type`, `in`, `match` and not `unless` together; nil where everything meets it.
    let condition: CompiledCondition?
    /// For set rules: what brings an order into a group.
    let preferences: [CompiledPreference]
    /// What an unknown outcome contributes, defaults resolved.
    let unknown: UnknownOutcome
}

/// A preference of `keep:` with its glob compiled.
enum CompiledPreference: Sendable {
    case order(KeepOrder)
    case inside(CompiledCondition)
    case drive(Int)
}

/// All enabled rules of a file, compiled against one listing and one instant.
struct RuleProgram: Sendable {
    /// Protections and rules by number, disabled ones too.
    let rules: [Rule]
    /// Enabled protections and plain rules.
    let plain: [CompiledRule]
    /// Enabled set rules.
    let sets: [CompiledRule]
    /// What the drives tell.
    let supply: FieldSupply
    /// The leaves that the conditions speak of.
    let conditions: ConditionProgram
    /// What the folders and the texts that items share took to match.
    let effort: MatchEffort
    /// Whether an item is a picture, where a rule asks for those that look alike.
    let isImage: CompiledCondition?
    /// The folders of the listing, where any step needs them.
    let folderContents: FolderContents?

    /// Compiles the rules of `input`; `folderContents` stands for what its folders really hold, and
    /// `supply` for what its items show that their drives tell.
    init(
        _ input: PlanInput, folderContents assumed: FolderContents? = nil,
        supply known: FieldSupply? = nil
    ) {
        let file = input.ruleFile
        supply =
            known ?? (input.tellsEverything ? .everything : FieldSupply(input.listing))
        var compiler = ConditionCompiler(
            listing: input.listing,
            clock: RuleClock(now: input.now, timeZone: input.timeZone), supply: supply,
            definitions: file.definitions,
            stepsMax: input.matchStepsMax)
        rules = file.protections + file.rules
        precondition(rules.count < Int(UInt16.max), "the decoder bounds the number of rules")
        let hasFolders = (0..<input.listing.count).contains { input.listing.isFolder($0) }
        var plain: [CompiledRule] = []
        var sets: [CompiledRule] = []
        for (number, rule) in rules.enumerated() where rule.isEnabled {
            let compiled = RuleProgram.compile(
                rule, number: number, file: file, hasFolders: hasFolders, &compiler)
            if rule.selection == nil { plain.append(compiled) } else { sets.append(compiled) }
        }
        self.plain = plain
        self.sets = sets
        isImage =
            sets.contains { $0.rule.selection?.isSimilar == true }
            ? compiler.compile(.test(FieldTest(.kind, [.kind(.image)]))) : nil
        folderContents = hasFolders ? assumed ?? FolderContents(input.listing) : nil
        effort = compiler.effort
        conditions = ConditionProgram(compiler, folderContents: folderContents)
    }

    private static func compile(
        _ rule: Rule, number: Int, file: RuleFile, hasFolders: Bool,
        _ compiler: inout ConditionCompiler
    ) -> CompiledRule {
        var parts: [CompiledCondition] = []
        if let type = rule.itemType, hasFolders || type == .folder {
            parts.append(compiler.compile(type: type))
        }
        if let scope = compiler.compile(scopes: rule.scopes) { parts.append(scope) }
        if let match = rule.match { parts.append(compiler.compile(match)) }
        if let unless = rule.unless { parts.append(.not(compiler.compile(unless))) }
        let preferences = (rule.selection?.preferences ?? []).map {
            preference -> CompiledPreference in
            switch preference {
            case .order(let order): .order(order)
            case .inside(let glob), .named(let glob): .inside(compiler.compile(glob: glob))
            case .drive(let name): .drive(compiler.listing.driveNumber(named: name) ?? -1)
            }
        }
        return CompiledRule(
            number: number, rule: rule,
            condition: parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .all(parts),
            preferences: preferences,
            unknown: rule.unknown ?? file.defaults.unknown ?? .keep)
    }
}
