// SPDX-License-Identifier: Apache-2.0

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
                    .idDuplicate, "the id '\(id.name.quotable)' stands twice", at: id.place,
                    notes: ["the first one stands in \(earlier.file):\(earlier.line)"])
            }
        }
        let known = files.flatMap(\.ids).map(\.name)
        for use in files.flatMap(\.idUses) where first[ExactText(text: use.name)] == nil {
            reportUnknown(.ruleUnknown, "no rule and no protection is named", use, among: known)
        }
    }

    /// Drives are declared, if any are; if none are, listings may bring drives of any name.
    private mutating func checkDrives() {
        guard let drives = files.first?.drives else { return warnOfOddDrives() }
        let known = Set(drives.map(ExactText.init))
        for use in files.flatMap(\.driveUses) where !known.contains(ExactText(text: use.name)) {
            report(
                .driveUnknown,
                "no drive is named '\(use.name.quotable)'"
                    + suggestion.hint(for: use.name, among: drives),
                at: use.place)
        }
    }

    /// A name that no declared drive could have, such as a path, is probably a mistake.
    private mutating func warnOfOddDrives() {
        for use in files.flatMap(\.driveUses) {
            do throws(ValueError) {
                try NameGrammar.checkDrive(use.name)
            } catch {
                findings.append(Diagnostic(.warning, error.code, error.message, at: use.place))
            }
        }
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
                .definitionDuplicate, "the definition '\(name.name.quotable)' stands twice",
                at: name.place, notes: ["the first one stands in \(place.file):\(place.line)"])
        }
        let known = files.flatMap(\.definitions).map(\.name.name)
        let uses = files.flatMap { $0.definitions.flatMap(\.uses) + $0.definitionUses }
        for use in uses where definitions[ExactText(text: use.name)] == nil {
            reportUnknown(.definitionUnknown, "no definition is named", use, among: known)
        }
        return definitions
    }

    /// No definition leads back to itself: depth first, in the order of the files.
    private mutating func checkCycles(_ definitions: [ExactText: DefinitionUse]) {
        var states: [ExactText: WalkState] = [:]
        var heights: [ExactText: Int] = [:]
        for definition in files.flatMap(\.definitions) {
            let start = ExactText(text: definition.name.name)
            guard states[start] == nil else { continue }
            walk(from: start, definitions, &states, &heights)
        }
    }

    /// The most definitions that may stand one upon the other, as deep as lists may be nested.
    static let definitionDepthMax = 100

    /// How far the walk has come with a definition.
    private enum WalkState {
        case open, done
    }

    /// Walks depth first with a stack of its own, as chains may be as long as the file.
    private mutating func walk(
        from start: ExactText, _ definitions: [ExactText: DefinitionUse],
        _ states: inout [ExactText: WalkState], _ heights: inout [ExactText: Int]
    ) {
        var stack = [(name: start, next: 0)]
        states[start] = .open
        while let top = stack.last {
            let uses = definitions[top.name]?.uses ?? []
            guard top.next < uses.count else {
                states[top.name] = .done
                stack.removeLast()
                measure(top.name, uses, &heights)
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

    /// Notes how many definitions stand below `name`, itself counted, and where there are too many.
    private mutating func measure(
        _ name: ExactText, _ uses: [NameUse], _ heights: inout [ExactText: Int]
    ) {
        let highest = uses.max { one, other in
            heights[ExactText(text: one.name), default: 0]
                < heights[ExactText(text: other.name), default: 0]
        }
        let height = 1 + (highest.map { heights[ExactText(text: $0.name), default: 0] } ?? 0)
        heights[name] = height
        guard let highest, height == Self.definitionDepthMax + 1 else { return }
        report(
            .definitionTooDeep,
            "this is the \(height)th definition that stands upon another one; the most is"
                + " \(Self.definitionDepthMax)",
            at: highest.place)
    }

    /// A definition that leads back to itself.
    private mutating func reportCycle(_ path: [String], at place: SourceRange) {
        let shown = path.count > 8 ? path.prefix(4) + ["…"] + path.suffix(3) : path[...]
        report(
            .definitionCycle,
            "this leads back to itself: " + shown.map(\.quotable).joined(separator: " -> "),
            at: place)
    }

    /// A name that nothing bears.
    private mutating func reportUnknown(
        _ code: DiagnosticCode, _ message: String, _ use: NameUse, among known: [String]
    ) {
        guard isComplete else { return }
        report(
            code,
            "\(message) '\(use.name.quotable)'" + suggestion.hint(for: use.name, among: known),
            at: use.place)
    }

    /// Notes an error.
    private mutating func report(
        _ code: DiagnosticCode, _ message: String, at place: SourceRange, notes: [String] = []
    ) {
        findings.append(Diagnostic(.error, code, message, at: place, notes: notes))
    }
}
