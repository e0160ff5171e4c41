// SPDX-License-Identifier: Apache-2.0

/// The leaves that match patterns, and what they take of the plan's effort.
extension Batch {
    func judge(_ test: FolderTest, _ leaf: Int, into target: Mask) {
        let folders = unsafe program.listing.folder.base + first
        let codes = unsafe test.codes.base
        if test.nameSets.isEmpty {
            for row in 0..<count {
                unsafe target[row] =
                    unsafe UInt8(truncatingIfNeeded: codes[Int(folders[row])]) &<< 1
            }
            return
        }
        var share = MatchEffort.Share()
        for row in 0..<count {
            let code = unsafe codes[Int(folders[row])]
            if code < 2 {
                unsafe target[row] = UInt8(truncatingIfNeeded: code) &<< 1
            } else if isSpent(share) {
                unsafe target[row] = Truth.unknown.rawValue
            } else {
                var steps = 0
                let isMet = test.nameSets[Int(code) - 2].matches(names[row], &steps)
                unsafe target[row] = isMet ? 2 : 0
                share.add(steps, at: .row(first + row))
            }
        }
        effort.take(share, for: leaf)
    }

    func judge(_ globs: GlobSet, _ leaf: Int, into target: Mask) {
        var share = MatchEffort.Share()
        if let few = globs.few {
            unsafe target.update(repeating: 0, count: count)
            for glob in few {
                for row in 0..<count where glob.matchesSimply(names[row]) { unsafe target[row] = 2 }
            }
            share.add(count * few.count / 8, at: .row(first))
            return effort.take(share, for: leaf)
        }
        for row in 0..<count {
            if isSpent(share) {
                unsafe target[row] = Truth.unknown.rawValue
                continue
            }
            var steps = 0
            unsafe target[row] = globs.matches(names[row], &steps) ? 2 : 0
            share.add(steps, at: .row(first + row))
        }
        effort.take(share, for: leaf)
    }

    /// Whether the effort would be spent with `share`: each further match would cost for nothing.
    @inline(__always)
    private func isSpent(_ share: MatchEffort.Share) -> Bool {
        effort.steps &+ share.steps > effort.stepsMax
    }

    // MARK: Regular expressions

    func evaluateExpression(
        _ test: RegularExpressionTest, _ leaf: Int, into target: Mask, active: Mask?
    ) {
        unsafe target.update(repeating: 0, count: count)
        loadNames()
        var share = MatchEffort.Share()
        if let literals = test.literals {
            share.steps += LiteralScan.steps(of: literals, in: names, count: count)
            unsafe withMask { open in
                for row in 0..<count { unsafe open[row] = unsafe active?[row] ?? 1 }
                LiteralScan.rows(holding: literals, in: names, count: count) { row in
                    if unsafe open[row] == 0 { return }
                    unsafe open[row] = 0
                    unsafe target[row] = match(test, row, &share)
                }
            }
        } else {
            for row in 0..<count where unsafe active.map({ unsafe $0[row] != 0 }) ?? true {
                unsafe target[row] = match(test, row, &share)
            }
        }
        effort.take(share, for: leaf)
    }

    /// The strongest outcome of any of the patterns for one row.
    private func match(
        _ test: RegularExpressionTest, _ row: Int, _ share: inout MatchEffort.Share
    ) -> UInt8 {
        scratch.truncate(to: 0)
        if test.onPath {
            program.listing.appendPath(first + row, to: scratch)
        } else {
            scratch.append(program.listing.names[first + row])
        }
        var text = unsafe TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
        if !isASCII(text), !Normalization.isSurelyComposed(text) {
            let composed = Normalization.composed(text.string)
            scratch.truncate(to: 0)
            for byte in composed.utf8 { scratch.append(byte) }
            text = unsafe TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
        }
        var outcome = Truth.no
        for pattern in test.patterns {
            if effort.isSpent || isSpent(share) { return Truth.unknown.rawValue }
            guard let matcher = matcher(pattern) else {
                outcome = .unknown
                continue
            }
            var steps = 0
            let left = effort.stepsMax &- effort.steps &- share.steps
            let found = matcher.match(text, &steps, stepsMax: left)
            share.add(steps, at: .row(first + row), pattern: pattern.pattern)
            switch found {
            case .matched: return Truth.yes.rawValue
            case .notMatched: break
            case .stopped: return Truth.unknown.rawValue
            case .unknown:
                effort.giveUp(row: first + row, pattern: pattern.pattern)
                outcome = .unknown
            }
        }
        return outcome.rawValue
    }

    /// The matcher of this thread; nil if the pattern, which compiled before, does not any more.
    private func matcher(_ pattern: RegularExpression) -> RegularExpressionMatcher? {
        if let known = expressions[pattern.pattern] { return known }
        let fresh = try? RegularExpressionMatcher(pattern.pattern)
        expressions[pattern.pattern] = fresh
        return fresh
    }
}
