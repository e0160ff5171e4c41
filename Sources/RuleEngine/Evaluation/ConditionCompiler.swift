// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A condition whose leaves are numbered and resolved against one listing and one instant.
package indirect enum CompiledCondition: Sendable {
    /// The same for every item.
    case constant(Truth)
    /// The leaf of that number.
    case leaf(Int)
    /// The definition of that number.
    case definition(Int)
    /// All hold; the cheapest first.
    case all([CompiledCondition])
    /// Some holds; the cheapest first.
    case any([CompiledCondition])
    /// It does not hold.
    case not(CompiledCondition)
}

/// Turns conditions into `CompiledCondition`, each distinct test once.
package struct ConditionCompiler {
    let listing: Listing
    private let clock: RuleClock
    private let supply: FieldSupply
    private let named: [String: Condition]
    private var numbers: [FieldTest: Int] = [:]
    private var compiledDefinitions: [String: CompiledCondition] = [:]
    private var definitionCosts: [Int] = []
    private var typeLeaves: [ItemType: Int] = [:]
    /// By what drives do not tell: the leaf of the drives that do.
    private var tellingLeaves: [Set<Int>: Int] = [:]
    private var lookedAt: Int?
    /// The leaves by number.
    private(set) var leaves: [Leaf] = []
    /// By number of the leaf: what it was made of.
    private(set) var origins: [LeafOrigin] = []
    /// The definitions by number.
    private(set) var definitions: [CompiledCondition] = []
    /// What matching took so far. A leaf that would take too much is unknown.
    private(set) var effort: MatchEffort

    /// A compiler for one plan, whose matching may take `stepsMax` steps.
    init(
        listing: Listing, clock: RuleClock, supply: FieldSupply, definitions: [Definition],
        stepsMax: Int = .max
    ) {
        effort = MatchEffort(stepsMax: stepsMax)
        self.listing = listing
        self.clock = clock
        self.supply = supply
        named = Dictionary(
            definitions.map { ($0.name, $0.condition) }, uniquingKeysWith: { first, _ in first })
    }

    /// `condition` compiled.
    package mutating func compile(_ condition: Condition) -> CompiledCondition {
        switch condition {
        case .everything: return .constant(.yes)
        case .all(let parts): return .all(compileSorted(parts))
        case .any(let parts): return .any(compileSorted(parts))
        case .none(let parts): return .not(.any(compileSorted(parts)))
        case .defined(let names):
            let parts = names.map { definition($0) }
            return .any(sorted(parts))
        case .test(let test): return compile(test)
        }
    }

    /// A test, which is unknown on drives that do not tell its field.
    private mutating func compile(_ test: FieldTest) -> CompiledCondition {
        let silent = supply.drivesWithout(test.field)
        if silent.count == listing.drives.count, !silent.isEmpty { return .constant(.unknown) }
        var compiled = CompiledCondition.leaf(number(of: test))
        if supply.isToldByItem, test.field.comesFromPictures, test.asksPresence {
            compiled = Self.unknown(unless: .leaf(lookedAtLeaf()), compiled)
        }
        if silent.isEmpty { return compiled }
        return Self.unknown(unless: .leaf(tellingLeaf(without: silent)), compiled)
    }

    /// `condition` where `isTold`, and unknown elsewhere.
    private static func unknown(
        unless isTold: CompiledCondition, _ condition: CompiledCondition
    ) -> CompiledCondition {
        .any([.all([isTold, condition]), .all([.not(isTold), .constant(.unknown)])])
    }

    /// The leaf that holds where it is known what pictures tell.
    private mutating func lookedAtLeaf() -> Int {
        if let known = lookedAt { return known }
        let number = append(.isLookedAt, .other)
        lookedAt = number
        return number
    }

    /// The leaf that holds on all drives but those of `silent`.
    private mutating func tellingLeaf(without silent: Set<Int>) -> Int {
        if let known = tellingLeaves[silent] { return known }
        let number = append(
            .folder(
                FolderTest(folders: listing.folders) { [folders = listing.folders] folder in
                    !silent.contains(Int(folders.drives[folder]))
                }), .other)
        tellingLeaves[silent] = number
        return number
    }

    private mutating func compileSorted(_ conditions: [Condition]) -> [CompiledCondition] {
        // In two steps: what sorts must see the leaves that compiling has added.
        let parts = conditions.map { compile($0) }
        return sorted(parts)
    }

    /// Where a rule applies, as a condition of its own; nil for everywhere.
    package mutating func compile(scopes: [Scope]) -> CompiledCondition? {
        if scopes.isEmpty { return nil }
        var patterns: [BoundPattern] = []
        for scope in scopes {
            guard let drive = listing.driveNumber(named: scope.drive) else { continue }
            let folders = scope.folder.parts(between: "/", omitsEmpty: true).map { component in
                GlobComponent.tokens([.literal(Array(Normalization.folded(component).utf8))])
            }
            if !folders.isEmpty { patterns.append(BoundPattern(drive: drive, components: folders)) }
            patterns.append(BoundPattern(drive: drive, components: folders + [.anyFolders]))
        }
        return .leaf(append(folderLeaf(patterns), .scopes(scopes)))
    }

    /// Items of `type` only.
    package mutating func compile(type: ItemType) -> CompiledCondition {
        if let known = typeLeaves[type] { return .leaf(known) }
        let number = append(.itemType(type), .other)
        typeLeaves[type] = number
        return .leaf(number)
    }

    /// A leaf of its own for a preference of `keep:`.
    package mutating func compile(glob: Glob) -> CompiledCondition {
        compile(.test(FieldTest(glob.style == .path ? .path : .name, [.glob(glob)])))
    }

    private static let costMax = 1 << 40

    // MARK: Structure

    private mutating func definition(_ name: String) -> CompiledCondition {
        if let known = compiledDefinitions[name] { return known }
        guard let condition = named[name] else {
            preconditionFailure("the decoder lets no name pass that is not defined: \(name)")
        }
        let compiled = compile(condition)
        definitionCosts.append(cost(compiled))
        definitions.append(compiled)
        let number = CompiledCondition.definition(definitions.count - 1)
        compiledDefinitions[name] = number
        return number
    }

    private func sorted(_ parts: [CompiledCondition]) -> [CompiledCondition] {
        // Kleene's "and" and "or" do not care for order, so the cheapest may go first.
        parts.enumerated()
            .map { (cost: cost($1), place: $0, part: $1) }
            .sorted { ($0.cost, $0.place) < ($1.cost, $1.place) }
            .map(\.part)
    }

    private func cost(_ condition: CompiledCondition) -> Int {
        switch condition {
        case .constant: 0
        case .leaf(let number): leaves[number].cost
        case .definition(let number): definitionCosts[number]
        case .all(let parts), .any(let parts):
            // Chains of definitions could add up to more than a number holds.
            parts.reduce(0) { min($0 + cost($1), ConditionCompiler.costMax) }
        case .not(let part): cost(part)
        }
    }

    // MARK: Leaves

    private mutating func number(of test: FieldTest) -> Int {
        if let known = numbers[test] { return known }
        let number = append(leaf(for: test), .test(test))
        numbers[test] = number
        return number
    }

    private mutating func append(_ leaf: Leaf, _ origin: LeafOrigin) -> Int {
        leaves.append(leaf)
        origins.append(origin)
        return leaves.count - 1
    }

    /// The leaf of path patterns; unknown where looking at all folders would take too much.
    private mutating func folderLeaf(_ patterns: [BoundPattern]) -> Leaf {
        var share = MatchEffort.Share()
        let left = max(0, effort.stepsMax - effort.steps)
        let test = FolderTest(
            folders: listing.folders, patterns: patterns, &share, stepsMax: left)
        // The leaf that is about to be added.
        effort.take(share, for: leaves.count)
        return test.map { .folder($0) } ?? .constant(.unknown)
    }

    private mutating func leaf(for test: FieldTest) -> Leaf {
        let values = test.alternatives
        let presence = PresenceTest(values)
        switch test.field {
        case .name:
            return .name(GlobSet(values.flatMap { nameMatchers($0) }))
        case .path:
            let patterns = values.flatMap { value -> [BoundPattern] in
                guard case .glob(let glob) = value else { return [] }
                return glob.alternatives.map { BoundPattern(drive: nil, components: $0) }
            }
            return folderLeaf(patterns)
        case .nameRegex, .pathRegex:
            return .regularExpression(regularExpressions(test))
        case .ext:
            let extensions = values.compactMap { value -> [UInt8]? in
                guard case .fileExtension(let text) = value else { return nil }
                return Array(Normalization.folded(text).utf8)
            }
            return .fileExtension(ExtensionTest(extensions: extensions, presence: presence))
        case .kind: return .kind(kinds(values, presence))
        case .mime: return .interned(interned(.mime, listing.mime, values, presence))
        case .camera: return .interned(interned(.camera, listing.camera, values, presence))
        case .album: return .interned(albums(values, presence))
        case .owner:
            return .owner(
                interned(.owner, listing.owner, values, presence),
                interned(.ownerAddress, listing.ownerAddress, values, presence), presence)
        case .size: return .interval(interval(.size, values, presence))
        case .width: return .interval(interval(.width, values, presence))
        case .height: return .interval(interval(.height, values, presence))
        case .age: return .interval(interval(.age, values, presence))
        case .modifiedAge, .modified: return .interval(interval(.modified, values, presence))
        case .createdAge, .created: return .interval(interval(.created, values, presence))
        case .takenAge, .taken: return .interval(interval(.taken, values, presence))
        case .accessedAge, .accessed: return .interval(interval(.accessed, values, presence))
        case .knownFor: return .interval(interval(.firstSeen, values, presence))
        case .depth:
            let intervals = values.compactMap { closedInterval($0) }.united
            return .folder(
                FolderTest(folders: listing.folders) { folder in
                    let depth = Int64(listing.folders.depths[folder])
                    return intervals.holds(depth)
                })
        case .drive:
            let drives = Set(
                values.compactMap { value -> Int? in
                    guard case .driveName(let name) = value else { return nil }
                    return listing.driveNumber(named: name)
                })
            return .folder(
                FolderTest(folders: listing.folders) { folder in
                    drives.contains(Int(listing.folders.drives[folder]))
                })
        case .shared: return .shared(presence, values: flags(values))
        case .sharpness, .brightness, .detail:
            let value: LookTest.Value =
                test.field == .sharpness
                ? .sharpness : test.field == .brightness ? .brightness : .detail
            return .look(LookTest(value, intervals: values.compactMap { closedInterval($0) }))
        case .screenshot: return .screenshot(values: flags(values))
        case .empty: return .empty(values: flags(values))
        }
    }

    private func nameMatchers(_ value: TestValue) -> [GlobMatcher] {
        guard case .glob(let glob) = value else { return [] }
        return glob.alternatives.compactMap { components in
            guard case .tokens(let tokens)? = components.first else { return nil }
            return GlobMatcher(tokens, mayMeetSlash: glob.style == .text)
        }
    }

    private func flags(_ values: [TestValue]) -> Set<Bool> {
        Set(
            values.compactMap { value -> Bool? in
                guard case .flag(let flag) = value else { return nil }
                return flag
            })
    }

    private func interval(
        _ column: NumberColumn, _ values: [TestValue], _ presence: PresenceTest
    ) -> IntervalTest {
        IntervalTest(
            column: column, intervals: values.compactMap { closedInterval($0) },
            presence: presence)
    }

    /// The values that meet `value`; nil for none.
    private func closedInterval(_ value: TestValue) -> ClosedRange<Int64>? {
        switch value {
        case .number(.over(let bound)):
            return bound == .max ? nil : (bound + 1)...Int64.max
        case .number(.under(let bound)): return bound <= 0 ? nil : 0...(bound - 1)
        case .number(.between(let low, let high)): return low <= high ? low...high : nil
        case .number(.exactly(let bound)): return bound...bound
        case .age(let comparison): return clock.interval(comparison)
        case .date(let comparison): return clock.interval(comparison)
        default: return nil
        }
    }

    private mutating func interned(
        _ source: InternedTest.Source, _ column: InternedColumn, _ values: [TestValue],
        _ presence: PresenceTest
    ) -> InternedTest {
        let globs = GlobSet(values.flatMap { nameMatchers($0) })
        var share = MatchEffort.Share()
        let outcomes: Column<UInt8> = Column(capacity: column.texts.count + 1)
        outcomes.append(presence.ofMissing.rawValue)
        let scratch: Column<UInt8> = Column(capacity: 256)
        for number in 0..<column.texts.count {
            scratch.truncate(to: 0)
            scratch.append(repeating: 0, count: 8)
            appendFolded(column.texts.texts[number], to: scratch)
            let text = unsafe TextSlice(
                start: UnsafePointer(scratch.base + 8), count: scratch.count - 8)
            if presence.asksPresent {
                outcomes.append(Truth.yes.rawValue)
            } else if effort.steps + share.steps > effort.stepsMax {
                outcomes.append(Truth.unknown.rawValue)
            } else {
                var steps = 0
                outcomes.append((globs.matches(text, &steps) ? Truth.yes : .no).rawValue)
                share.add(steps, at: .text(column.texts.texts[number].string))
            }
        }
        effort.take(share, for: leaves.count)
        return InternedTest(source: source, outcomes: outcomes)
    }

    /// The test of the albums: an item that is in none is in none of those that are named.
    private mutating func albums(_ values: [TestValue], _ presence: PresenceTest) -> InternedTest {
        let globs = GlobSet(values.flatMap { nameMatchers($0) })
        var share = MatchEffort.Share()
        let outcomes: Column<UInt8> = Column(capacity: listing.album.texts.count + 1)
        let ofNone = (presence.asksMissing ? Truth.yes : .no).rawValue
        outcomes.append(ofNone)
        let scratch: Column<UInt8> = Column(capacity: 256)
        for number in 0..<listing.album.texts.count {
            let names = AlbumNames.names(in: listing.album.texts.texts[number].string)
            if names.isEmpty || presence.asksPresent {
                outcomes.append(names.isEmpty ? ofNone : Truth.yes.rawValue)
                continue
            }
            // Of names that were left out or cut nobody knows whether they are among those.
            var outcome = AlbumNames.areCut(names) ? Truth.unknown : .no
            for name in names where outcome != .yes {
                guard effort.steps + share.steps <= effort.stepsMax else {
                    outcome = .unknown
                    break
                }
                scratch.truncate(to: 0)
                scratch.append(repeating: 0, count: 8)
                for byte in Normalization.folded(name).utf8 { scratch.append(byte) }
                let folded = unsafe TextSlice(
                    start: UnsafePointer(scratch.base + 8), count: scratch.count - 8)
                var steps = 0
                if globs.matches(folded, &steps) { outcome = .yes }
                share.add(steps, at: .text(name))
            }
            outcomes.append(outcome.rawValue)
        }
        effort.take(share, for: leaves.count)
        return InternedTest(source: .album, outcomes: outcomes)
    }

    private func kinds(_ values: [TestValue], _ presence: PresenceTest) -> KindTest {
        let kinds = values.compactMap { value -> ItemKind? in
            guard case .kind(let kind) = value else { return nil }
            return kind
        }
        let kindOfMIME: Column<UInt8> = Column()
        kindOfMIME.append(0)
        for number in 0..<listing.mime.texts.count {
            let kind = KindTable.kind(ofMIME: listing.mime.texts.texts[number].string)
            let index = kind.flatMap { ItemKind.allCases.firstIndex(of: $0) }
            kindOfMIME.append(index.map { UInt8($0 + 1) } ?? 0)
        }
        return KindTest(kinds: Set(kinds), presence: presence, kindOfMIME: kindOfMIME)
    }

    private func regularExpressions(_ test: FieldTest) -> RegularExpressionTest {
        let patterns = test.alternatives.compactMap { value -> RegularExpression? in
            guard case .regularExpression(let expression) = value else { return nil }
            return expression
        }
        var literals: [[UInt8]]? = []
        for pattern in patterns {
            let found = RequiredLiterals.literals(of: pattern.pattern)
            literals = found.flatMap { found in literals.map { $0 + found } }
        }
        let onPath = test.field == .pathRegex
        return RegularExpressionTest(
            onPath: onPath, patterns: patterns, literals: onPath ? nil : literals)
    }
}

extension FieldTest {
    /// Whether the test is of there being a value or none.
    fileprivate var asksPresence: Bool {
        alternatives.contains { $0 == .present || $0 == .missing }
    }
}
