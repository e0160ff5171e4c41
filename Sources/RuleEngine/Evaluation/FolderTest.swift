// SPDX-License-Identifier: Apache-2.0

/// A path pattern bound to a drive or to none.
struct BoundPattern: Sendable {
    /// The number of the drive; nil for every drive.
    var drive: Int?
    /// The components.
    var components: [GlobComponent]
}

/// What the folder of an item decides, judged once per folder.
///
/// A pattern is walked down the folders like an automaton: the state says how many of its
/// components are used up. What is left at an item's folder is at most one component for the name.
struct FolderTest: Sendable {
    /// By folder: 0 no, 1 yes, 2 + n: whatever `nameSets[n]` says of the name.
    let codes: Column<UInt32>
    /// Globs for the name, any of which may match.
    let nameSets: [GlobSet]

    /// A test that the folder's own values decide.
    init(folders: FolderTable, _ isMet: (Int) -> Bool) {
        let codes: Column<UInt32> = Column(capacity: folders.count)
        for folder in 0..<folders.count { codes.append(isMet(folder) ? 1 : 0) }
        self.codes = codes
        nameSets = []
    }

    /// A test whether any of `patterns` matches an item's path; adds what the folders took to
    /// `share`. Nil where that is over `stepsMax`. O(folders × patterns) at worst.
    init?(
        folders: FolderTable, patterns: [BoundPattern], _ share: inout MatchEffort.Share,
        stepsMax: Int
    ) {
        var walk = PatternWalk(patterns: patterns)
        guard let codes = walk.codes(of: folders, &share, stepsMax: stepsMax) else { return nil }
        self.codes = codes
        nameSets = walk.nameSets
    }
}

/// The automaton of several path patterns at once.
///
/// A folder's states are the numbers, rising, of those that its path leads to: mostly few, and the
/// same for most folders, so that each set of states is kept once.
private struct PatternWalk {
    /// What a state costs in memory that is kept, in steps.
    private static let keptSteps = 8

    private let patterns: [BoundPattern]
    /// By state: its pattern and how many components are used up.
    private var places: [(pattern: Int, used: Int)] = []
    /// By state: the matcher of the next component; nil for `**`.
    private var matchers: [GlobMatcher?] = []
    /// Where each pattern's states begin among all states.
    private var firstState: [Int] = []
    private var sets: [[UInt32]] = []
    private var setNumbers: [[UInt32]: UInt32] = [:]
    /// By set of states: the code of folders that it leads to.
    private var codes: [UInt32] = []
    private var nameSetNumbers: [[UInt32]: UInt32] = [:]
    private(set) var nameSets: [GlobSet] = []

    init(patterns: [BoundPattern]) {
        self.patterns = patterns
        for (number, pattern) in patterns.enumerated() {
            firstState.append(places.count)
            // A state for each number of used-up components but all.
            for (used, component) in pattern.components.enumerated() {
                places.append((number, used))
                if case .tokens(let tokens) = component {
                    matchers.append(GlobMatcher(tokens))
                } else {
                    matchers.append(nil)
                }
            }
        }
    }

    mutating func codes(
        of folders: FolderTable, _ share: inout MatchEffort.Share, stepsMax: Int
    ) -> Column<UInt32>? {
        let setOfFolder: Column<UInt32> = Column(capacity: folders.count)
        let codes: Column<UInt32> = Column(capacity: folders.count)
        let name: Column<UInt8> = Column(capacity: 256)
        for folder in 0..<folders.count {
            var steps = 1
            let parent = Int(folders.parents[folder])
            var states: [UInt32] = []
            if parent == folder {
                begin(drive: Int(folders.drives[folder]), &states)
                steps += patterns.count
            } else {
                let source = sets[Int(setOfFolder[parent])]
                if !source.isEmpty {
                    step(
                        from: source, to: &states, by: folded(folders.name(folder), in: name),
                        &steps)
                }
            }
            let set = number(of: states, &steps)
            setOfFolder.append(set)
            codes.append(self.codes[Int(set)])
            share.add(steps / 4, at: .folder(folder))
            if share.steps > stepsMax { return nil }
        }
        return codes
    }

    /// The states at the top of a drive: nothing used up, and `**` may stand for nothing.
    private func begin(drive: Int, _ states: inout [UInt32]) {
        for (index, pattern) in patterns.enumerated()
        where pattern.drive == nil || pattern.drive == drive {
            enter(0, pattern: index, &states)
        }
    }

    /// Enters a state, and the next as well where a `**` that is not last may stand for nothing.
    private func enter(_ used: Int, pattern: Int, _ states: inout [UInt32]) {
        var used = used
        let components = patterns[pattern].components
        while used < components.count {
            states.append(UInt32(truncatingIfNeeded: firstState[pattern] + used))
            guard case .anyFolders = components[used], used + 1 < components.count else { return }
            used += 1
        }
    }

    private func step(
        from source: [UInt32], to target: inout [UInt32], by name: TextSlice, _ steps: inout Int
    ) {
        for state in source {
            let (pattern, used) = places[Int(state)]
            steps += 1
            guard let matcher = matchers[Int(state)] else {
                enter(used, pattern: pattern, &target)
                continue
            }
            if used + 1 < patterns[pattern].components.count, matcher.matches(name, &steps) {
                enter(used + 1, pattern: pattern, &target)
            }
        }
    }

    /// The number of the set of `states`, each of which counts once.
    private mutating func number(of states: [UInt32], _ steps: inout Int) -> UInt32 {
        var states = states
        if !zip(states, states.dropFirst()).allSatisfy({ $0 < $1 }) {
            states = Set(states).sorted()
        }
        steps += states.count
        if let known = setNumbers[states] { return known }
        let number = UInt32(truncatingIfNeeded: sets.count)
        steps += states.count * Self.keptSteps
        sets.append(states)
        setNumbers[states] = number
        codes.append(code(states))
        return number
    }

    /// What is left for the name of an item in a folder with these states.
    private mutating func code(_ states: [UInt32]) -> UInt32 {
        var pending: [UInt32] = []
        for state in states {
            let (pattern, used) = places[Int(state)]
            guard used + 1 == patterns[pattern].components.count else { continue }
            if matchers[Int(state)] == nil { return 1 }
            pending.append(state)
        }
        if pending.isEmpty { return 0 }
        if let known = nameSetNumbers[pending] { return known }
        let number = UInt32(2 + nameSets.count)
        nameSets.append(GlobSet(pending.compactMap { matchers[Int($0)] }))
        nameSetNumbers[pending] = number
        return number
    }

    /// `text` folded, with eight readable bytes before and after it.
    private func folded(_ text: TextSlice, in scratch: Column<UInt8>) -> TextSlice {
        scratch.truncate(to: 0)
        scratch.append(repeating: 0, count: 8)
        appendFolded(text, to: scratch)
        return unsafe TextSlice(start: UnsafePointer(scratch.base + 8), count: scratch.count - 8)
    }
}
