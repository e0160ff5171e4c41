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
    /// Matchers for the name, any of which may match.
    let nameSets: [[GlobMatcher]]

    /// A test that the folder's own values decide.
    init(folders: FolderTable, _ isMet: (Int) -> Bool) {
        let codes: Column<UInt32> = Column(capacity: folders.count)
        for folder in 0..<folders.count { codes.append(isMet(folder) ? 1 : 0) }
        self.codes = codes
        nameSets = []
    }

    /// A test whether any of `patterns` matches an item's path. O(folders × patterns).
    init(folders: FolderTable, patterns: [BoundPattern]) {
        var walk = PatternWalk(patterns: patterns)
        codes = walk.codes(of: folders)
        nameSets = walk.nameSets
    }
}

/// The automaton of several path patterns at once.
private struct PatternWalk {
    private let patterns: [BoundPattern]
    private let matchers: [[GlobMatcher?]]
    /// Where each pattern's states begin among all states.
    private let firstState: [Int]
    private let stateCount: Int
    private let wordCount: Int
    private var setNumbers: [[Int]: UInt32] = [:]
    private(set) var nameSets: [[GlobMatcher]] = []

    init(patterns: [BoundPattern]) {
        self.patterns = patterns
        var matchers: [[GlobMatcher?]] = []
        var firstState: [Int] = []
        var states = 0
        for pattern in patterns {
            firstState.append(states)
            // A state for each number of used-up components but all.
            states += pattern.components.count
            matchers.append(
                pattern.components.map { component in
                    if case .tokens(let tokens) = component { return GlobMatcher(tokens) }
                    return nil
                })
        }
        self.matchers = matchers
        self.firstState = firstState
        stateCount = states
        wordCount = max(1, (states + 63) / 64)
    }

    mutating func codes(of folders: FolderTable) -> Column<UInt32> {
        let states = Column<UInt64>(repeating: 0, count: folders.count * wordCount)
        let codes: Column<UInt32> = Column(capacity: folders.count)
        let name: Column<UInt8> = Column(capacity: 256)
        for folder in 0..<folders.count {
            let target = states.base + folder * wordCount
            let parent = Int(folders.parents[folder])
            if parent == folder {
                begin(drive: Int(folders.drives[folder]), target)
            } else {
                let source = states.base + parent * wordCount
                if (0..<wordCount).contains(where: { source[$0] != 0 }) {
                    step(from: source, to: target, by: folded(folders.name(folder), in: name))
                }
            }
            codes.append(code(target))
        }
        return codes
    }

    /// The states at the top of a drive: nothing used up, and `**` may stand for nothing.
    private func begin(drive: Int, _ states: UnsafeMutablePointer<UInt64>) {
        for (index, pattern) in patterns.enumerated()
        where pattern.drive == nil || pattern.drive == drive {
            enter(0, pattern: index, states)
        }
    }

    /// Enters a state, and the next as well where a `**` that is not last may stand for nothing.
    private func enter(_ used: Int, pattern: Int, _ states: UnsafeMutablePointer<UInt64>) {
        var used = used
        let components = patterns[pattern].components
        while used < components.count {
            let state = firstState[pattern] + used
            states[state / 64] |= 1 << UInt64(state % 64)
            guard case .anyFolders = components[used], used + 1 < components.count else { return }
            used += 1
        }
    }

    private func step(
        from source: UnsafeMutablePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>,
        by name: TextSlice
    ) {
        for (index, pattern) in patterns.enumerated() {
            for used in pattern.components.indices {
                let state = firstState[index] + used
                guard source[state / 64] >> UInt64(state % 64) & 1 != 0 else { continue }
                guard let matcher = matchers[index][used] else {
                    enter(used, pattern: index, target)
                    continue
                }
                if used + 1 < pattern.components.count, matcher.matches(name) {
                    enter(used + 1, pattern: index, target)
                }
            }
        }
    }

    /// What is left for the name of an item in a folder with these states.
    private mutating func code(_ states: UnsafeMutablePointer<UInt64>) -> UInt32 {
        var pending: [Int] = []
        for (index, pattern) in patterns.enumerated() where !pattern.components.isEmpty {
            let last = pattern.components.count - 1
            let state = firstState[index] + last
            guard states[state / 64] >> UInt64(state % 64) & 1 != 0 else { continue }
            if matchers[index][last] == nil { return 1 }
            pending.append(index)
        }
        if pending.isEmpty { return 0 }
        if let known = setNumbers[pending] { return known }
        let number = UInt32(2 + nameSets.count)
        nameSets.append(
            pending.compactMap { matchers[$0][patterns[$0].components.count - 1] })
        setNumbers[pending] = number
        return number
    }

    /// `text` folded, with eight readable bytes before and after it.
    private func folded(_ text: TextSlice, in scratch: Column<UInt8>) -> TextSlice {
        scratch.truncate(to: 0)
        scratch.append(repeating: 0, count: 8)
        appendFolded(text, to: scratch)
        return TextSlice(start: UnsafePointer(scratch.base + 8), count: scratch.count - 8)
    }
}
