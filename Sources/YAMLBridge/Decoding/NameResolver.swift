// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Resolves names over all files together: ids once only, definitions that exist and do not lead
/// back to themselves, drives that are declared.
struct NameResolver {
    /// The names of each file, the first file first.
    let files: [NameUses]
    /// Whether every file could be read; if not, a name that is not found may stand in the others.
    let isComplete: Bool
    /// What was found.
    private var findings: [Diagnostic] = []
    private var suggestion = Suggestion()

    /// Everything wrong with the names of `files`.
    static func findings(in files: [NameUses], isComplete: Bool) -> [Diagnostic] {
        var resolver = NameResolver(files: files, isComplete: isComplete)
        resolver.checkIDs()
        resolver.checkDrives()
        let definitions = resolver.checkDefinitions()
        resolver.checkCycles(definitions)
        resolver.warnOfSharpness(definitions)
        return resolver.findings
    }

    private init(files: [NameUses], isComplete: Bool) {
        self.files = files
        self.isComplete = isComplete
    }

    /// Ids stand once among rules and protections, and tests name existing ones.
    private mutating func checkIDs() {
        var first: [ExactText: SourceRange] = [:]
        for file in files {
            let ids = file.ids.sorted { $0.place.bytes.lowerBound < $1.place.bytes.lowerBound }
            for id in ids {
                guard let earlier = first[ExactText(text: id.name)] else {
                    first[ExactText(text: id.name)] = id.place
                    continue
                }
                report(
                    .idDuplicate, Message("the id '\(id.name.quotable)' stands twice"),
                    at: id.place,
                    notes: [Message("the first one stands in \(earlier.file):\(earlier.line)")])
            }
        }
        let known = files.flatMap(\.ids).map(\.name)
        for use in files.flatMap(\.idUses) where first[ExactText(text: use.name)] == nil {
            reportUnknown(.ruleUnknown, use, among: known) { name in
                Message("no rule and no protection is named '\(name)'")
            }
        }
    }

    /// Drives are declared, if any are; if none are, listings may bring drives of any name.
    private mutating func checkDrives() {
        guard let drives = files.first?.drives else { return warnOfOddDrives() }
        let known = Set(drives.map(ExactText.init))
        for use in files.flatMap(\.driveUses) where !known.contains(ExactText(text: use.name)) {
            report(
                .driveUnknown,
                Message("no drive is named '\(use.name.quotable)'")
                    + suggestion.hint(forName: use.name, among: drives),
                at: use.place)
        }
    }

    /// A name that no declared drive could have, such as a path, is probably a mistake.
    private mutating func warnOfOddDrives() {
        for use in files.flatMap(\.driveUses) {
            do throws(ValueError) {
                try NameGrammar.checkDrive(use.name)
            } catch {
                findings.append(Diagnostic(.warning, error.code, error.clause, at: use.place))
            }
        }
    }

    /// Warns of deletions for want of sharpness, in whatever definition that stands.
    private mutating func warnOfSharpness(_ definitions: [ExactText: DefinitionUse]) {
        let sharp = Self.testingSharpness(definitions)
        for deletion in files.flatMap(\.deletions)
        where deletion.testsSharpness
            || deletion.uses.contains(where: { sharp.contains(ExactText(text: $0)) })
        {
            findings.append(
                Diagnostic(
                    .warning, .sharpnessDeletes,
                    Message("blurred is a matter of taste: review it"), at: deletion.place))
        }
    }

    /// The definitions that test sharpness, or lead to one that does; each is looked at once, also
    /// where they lead back to themselves.
    private static func testingSharpness(
        _ definitions: [ExactText: DefinitionUse]
    ) -> Set<ExactText> {
        var waiting = definitions.filter { $0.value.testsSharpness }.map(\.key)
        if waiting.isEmpty { return [] }
        var users: [ExactText: [ExactText]] = [:]
        for (name, definition) in definitions {
            for use in definition.uses {
                users[ExactText(text: use.name), default: []].append(name)
            }
        }
        var found = Set(waiting)
        while let name = waiting.popLast() {
            for user in users[name] ?? [] where found.insert(user).inserted {
                waiting.append(user)
            }
        }
        return found
    }

    /// Definitions stand once and are there where they are used.
    private mutating func checkDefinitions() -> [ExactText: DefinitionUse] {
        var definitions: [ExactText: DefinitionUse] = [:]
        for definition in files.flatMap(\.definitions) {
            let name = definition.name
            guard let earlier = definitions[ExactText(text: name.name)] else {
                definitions[ExactText(text: name.name)] = definition
                continue
            }
            let place = earlier.name.place
            report(
                .definitionDuplicate,
                Message("the definition '\(name.name.quotable)' stands twice"),
                at: name.place,
                notes: [Message("the first one stands in \(place.file):\(place.line)")])
        }
        let known = files.flatMap(\.definitions).map(\.name.name)
        var uses: [(use: NameUse, owner: NameUse?)] = []
        for file in files {
            for definition in file.definitions {
                uses += definition.uses.map { (use: $0, owner: definition.name) }
            }
            uses += file.definitionUses.map { (use: $0, owner: nil) }
        }
        for (use, owner) in uses where definitions[ExactText(text: use.name)] == nil {
            reportUnknown(.definitionUnknown, use, among: known) { name in
                Message("no definition is named '\(name)'")
            } unless: { name in
                owner.map { Self.leads(from: name, to: $0.name, definitions) } ?? false
            }
        }
        return definitions
    }

    /// The most definitions that are looked through before a name is suggested.
    private static let lookedThroughMax = 100

    /// Whether a definition leads to another, or cannot be told not to within a few steps.
    private static func leads(
        from start: String, to end: String, _ definitions: [ExactText: DefinitionUse]
    ) -> Bool {
        var waiting = [ExactText(text: start)]
        var seen = Set(waiting)
        while let name = waiting.popLast() {
            guard name.text != end, seen.count <= lookedThroughMax else { return true }
            for use in definitions[name]?.uses ?? [] {
                let next = ExactText(text: use.name)
                if seen.insert(next).inserted { waiting.append(next) }
            }
        }
        return false
    }

    /// No definition leads back to itself: depth first, in the order of the files.
    private mutating func checkCycles(_ definitions: [ExactText: DefinitionUse]) {
        var states: [ExactText: WalkState] = [:]
        var extents: [ExactText: Extent] = [:]
        for definition in files.flatMap(\.definitions) {
            let start = ExactText(text: definition.name.name)
            guard states[start] == nil else { continue }
            walk(from: start, definitions, &states, &extents)
        }
    }

    /// The most definitions that may stand one upon the other, as deep as lists may be nested.
    static let definitionDepthMax = 100

    /// How much a definition is with those that it names.
    private struct Extent {
        /// How many definitions stand one upon the other, itself counted.
        var height = 0
        /// How many nodes it has with the others written out wherever they are named.
        var nodeCount = 0
    }

    /// How far the walk has come with a definition.
    private enum WalkState {
        case open, done
    }

    /// Walks depth first with a stack of its own, as chains may be as long as the file.
    private mutating func walk(
        from start: ExactText, _ definitions: [ExactText: DefinitionUse],
        _ states: inout [ExactText: WalkState], _ extents: inout [ExactText: Extent]
    ) {
        var stack = [(name: start, next: 0)]
        states[start] = .open
        while let top = stack.last {
            let definition = definitions[top.name]
            let uses = definition?.uses ?? []
            guard top.next < uses.count else {
                states[top.name] = .done
                stack.removeLast()
                if let definition { measure(definition, &extents) }
                continue
            }
            stack[stack.count - 1].next += 1
            let use = uses[top.next]
            let name = ExactText(text: use.name)
            switch states[name] {
            case .open:
                let path = stack.drop { $0.name != name }.map(\.name.text) + [use.name]
                reportCycle(path, at: use.place)
            case .done: break
            case nil where definitions[name] != nil:
                states[name] = .open
                stack.append((name, 0))
            case nil: break
            }
        }
    }

    /// Notes how much `definition` is with those below it, and where that is too much.
    private mutating func measure(
        _ definition: DefinitionUse, _ extents: inout [ExactText: Extent]
    ) {
        var extent = Extent(height: 0, nodeCount: definition.nodeCount)
        var highest: NameUse?
        var excess: NameUse?
        var isAlreadyTooLarge = false
        for use in definition.uses {
            let below = extents[ExactText(text: use.name), default: Extent()]
            if below.height > extent.height { (extent.height, highest) = (below.height, use) }
            isAlreadyTooLarge = isAlreadyTooLarge || below.nodeCount > TreeComposer.nodeCountMax
            // What it names may be nearly as large, and may be named very often.
            extent.nodeCount = min(extent.nodeCount + below.nodeCount, 1 << 40)
            if extent.nodeCount > TreeComposer.nodeCountMax { excess = excess ?? use }
        }
        extent.height += 1
        extents[ExactText(text: definition.name.name)] = extent
        if let highest, extent.height == Self.definitionDepthMax + 1 {
            report(
                .definitionTooDeep,
                Message(
                    "this is the \(extent.height)th definition that stands upon another one; the most"
                        + " is \(Self.definitionDepthMax)"),
                at: highest.place)
        }
        if let excess, !isAlreadyTooLarge {
            report(
                .definitionTooLarge,
                Message(
                    "'\(definition.name.name.quotable)' has more than \(TreeComposer.nodeCountMax)"
                        + " nodes, the definitions that it names written out"),
                at: excess.place)
        }
    }

    /// A definition that leads back to itself.
    private mutating func reportCycle(_ path: [String], at place: SourceRange) {
        let shown = path.count > 8 ? path.prefix(4) + ["…"] + path.suffix(3) : path[...]
        report(
            .definitionCycle,
            Message(
                "this leads back to itself: \(shown.map(\.quotable).joined(separator: " -> "))"),
            at: place)
    }

    /// A name that nothing bears.
    private mutating func reportUnknown(
        _ code: DiagnosticCode, _ use: NameUse, among known: [String],
        _ clause: (_ name: String) -> Message, unless isRefused: (String) -> Bool = { _ in false }
    ) {
        guard isComplete else { return }
        let near = suggestion.nearest(to: use.name, among: known)
        let meant = near.flatMap { isRefused($0) ? String?.none : $0 }
        report(code, clause(use.name.quotable) + Suggestion.hint(meant), at: use.place)
    }

    /// Notes an error.
    private mutating func report(
        _ code: DiagnosticCode, _ clause: Message, at place: SourceRange, notes: [Message] = []
    ) {
        findings.append(Diagnostic(.error, code, clause, at: place, notes: notes))
    }
}
