// SPDX-License-Identifier: Apache-2.0

/// One component pattern, ready to be matched against folded UTF-8.
///
/// Text that is matched lies in a buffer with eight readable bytes before it and after it.
struct GlobMatcher: Sendable {
    /// The shapes that need no general matcher, which are nearly all in practice.
    private enum Shape {
        case anything
        case exactly
        case prefix
        case suffix
        case prefixAndSuffix
        case containing
        case general
    }

    private let shape: Shape
    private let head: [UInt8]
    private let tail: [UInt8]
    /// The first eight bytes of `head`, the rest zero.
    private let headWord: UInt64
    private let headMask: UInt64
    /// The last eight bytes of `tail`, aligned to the end.
    private let tailWord: UInt64
    private let tailMask: UInt64
    /// The tokens of a general pattern, so laid out that a match counts no references.
    private let steps: [Step]
    private let literals: [UInt8]
    private let sets: [ScalarSet]

    /// One token: a literal's place in `literals`, or a class's in `sets`.
    private struct Step: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable { case run, scalar, literal, set }

        var kind: Kind
        var start: UInt32
        var count: UInt32
        /// What the token takes beside one turn: comparing a long literal, or going through a class.
        var weight: UInt32 = 0
    }

    /// Prepares `tokens`, one component; `mayMeetSlash` says that texts may hold `/`, which no
    /// wildcard matches.
    init(_ tokens: [GlobToken], mayMeetSlash: Bool = false) {
        (steps, literals, sets) = GlobMatcher.laidOut(tokens)
        var head: [UInt8] = []
        var tail: [UInt8] = []
        switch tokens {
        case [.anyRun] where !mayMeetSlash: shape = .anything
        case []: shape = .exactly
        default:
            if mayMeetSlash {
                shape = .general
            } else if tokens.count == 1, case .literal(let text) = tokens[0] {
                (shape, head) = (.exactly, text)
            } else if tokens.count == 2, case .literal(let text) = tokens[0], tokens[1] == .anyRun {
                (shape, head) = (.prefix, text)
            } else if tokens.count == 2, tokens[0] == .anyRun, case .literal(let text) = tokens[1] {
                (shape, tail) = (.suffix, text)
            } else if tokens.count == 3, tokens[1] == .anyRun, case .literal(let first) = tokens[0],
                case .literal(let last) = tokens[2]
            {
                (shape, head, tail) = (.prefixAndSuffix, first, last)
            } else if tokens.count == 3, tokens[0] == .anyRun, tokens[2] == .anyRun,
                case .literal(let text) = tokens[1]
            {
                (shape, head) = (.containing, text)
            } else {
                shape = .general
            }
        }
        self.head = head
        self.tail = tail
        (headWord, headMask) = GlobMatcher.firstWord(of: head)
        (tailWord, tailMask) = GlobMatcher.lastWord(of: tail)
    }

    /// Whether a match takes next to nothing, whatever the text.
    var isSimple: Bool { shape != .general && shape != .containing }

    /// The literal pieces of the pattern, all of which stand in every text that it matches.
    var pieces: [[UInt8]] {
        steps.filter { $0.kind == .literal }.map { step in
            Array(literals[Int(step.start)..<Int(step.start + step.count)])
        }
    }

    /// Whether the pattern, which `isSimple`, matches the whole of `text`, which is folded.
    @inline(__always)
    func matchesSimply(_ text: TextSlice) -> Bool {
        switch shape {
        case .anything: true
        case .exactly: text.count == head.count && hasHead(text)
        case .prefix: text.count >= head.count && hasHead(text)
        case .suffix: text.count >= tail.count && hasTail(text)
        case .prefixAndSuffix:
            text.count >= head.count &+ tail.count && hasHead(text) && hasTail(text)
        case .containing, .general: preconditionFailure("only for patterns that are simple")
        }
    }

    /// Whether the pattern matches the whole of `text`, which is folded; adds what that took to
    /// `taken`, in steps of a plan's effort.
    @inline(__always)
    func matches(_ text: TextSlice, _ taken: inout Int) -> Bool {
        switch shape {
        case .containing:
            taken &+= 1 &+ text.count / 8 &* (1 &+ head.count / 64)
            return contains(text)
        case .general: return matchesGenerally(text, &taken)
        default:
            taken &+= 1
            return matchesSimply(text)
        }
    }

    @inline(__always)
    private func hasHead(_ text: TextSlice) -> Bool {
        let word = unsafe UnsafeRawPointer(text.start).loadUnaligned(as: UInt64.self)
        if word & headMask != headWord { return false }
        return head.count <= 8 || hasLongHead(text)
    }

    @inline(__always)
    private func hasTail(_ text: TextSlice) -> Bool {
        let word = unsafe UnsafeRawPointer(text.start + text.count - 8).loadUnaligned(
            as: UInt64.self)
        if word & tailMask != tailWord { return false }
        return tail.count <= 8 || hasLongTail(text)
    }

    private func hasLongHead(_ text: TextSlice) -> Bool {
        unsafe head.withUnsafeBufferPointer { literal in
            guard let start = literal.baseAddress else { return true }
            return unsafe compareBytes(text.start, start, literal.count) == 0
        }
    }

    private func hasLongTail(_ text: TextSlice) -> Bool {
        unsafe tail.withUnsafeBufferPointer { literal in
            guard let start = literal.baseAddress else { return true }
            return unsafe compareBytes(
                text.start + (text.count - literal.count), start, literal.count)
                == 0
        }
    }

    private func contains(_ text: TextSlice) -> Bool {
        if text.count < head.count { return false }
        for offset in 0...(text.count - head.count)
        where unsafe hasHead(TextSlice(start: text.start + offset, count: text.count - offset)) {
            return true
        }
        return false
    }

    /// Greedy matching that goes back to the last `*` only. O(tokens × bytes).
    private func matchesGenerally(_ text: TextSlice, _ taken: inout Int) -> Bool {
        var turns = 0
        defer { taken &+= 1 &+ turns / 4 }
        return unsafe steps.withUnsafeBufferPointer { steps in
            unsafe literals.withUnsafeBufferPointer { literals in
                var step = 0
                var at = 0
                var retryStep = -1
                var retryAt = 0
                while true {
                    turns &+= 1
                    if step < steps.count { unsafe turns &+= Int(steps[step].weight) }
                    if step == steps.count {
                        if at == text.count { return true }
                    } else if unsafe steps[step].kind == .run {
                        (retryStep, retryAt) = (step + 1, at)
                        step += 1
                        continue
                    } else if let length = unsafe lengthMatched(by: steps[step], literals, text, at)
                    {
                        step += 1
                        at += length
                        continue
                    }
                    // A dead end: the last run takes one scalar more, which must not be '/'.
                    guard retryStep >= 0, retryAt < text.count,
                        unsafe text.start[retryAt] != UInt8(ascii: "/")
                    else { return false }
                    unsafe retryAt += decodeScalar(text.start + retryAt).length
                    (step, at) = (retryStep, retryAt)
                }
            }
        }
    }

    @inline(__always)
    private func lengthMatched(
        by step: Step, _ literals: UnsafeBufferPointer<UInt8>, _ text: TextSlice, _ at: Int
    ) -> Int? {
        switch step.kind {
        case .run: return 0
        case .literal:
            let count = Int(step.count)
            guard text.count - at >= count else { return nil }
            let literal = unsafe UnsafeBufferPointer(rebasing: literals[Int(step.start)...])
            guard let start = literal.baseAddress else { return 0 }
            return unsafe compareBytes(text.start + at, start, count) == 0 ? count : nil
        case .scalar:
            guard at < text.count, unsafe text.start[at] != UInt8(ascii: "/") else { return nil }
            return unsafe decodeScalar(text.start + at).length
        case .set:
            guard at < text.count else { return nil }
            let (scalar, length) = unsafe decodeScalar(text.start + at)
            return sets[Int(step.start)].contains(scalar) ? length : nil
        }
    }

    private static func laidOut(
        _ tokens: [GlobToken]
    ) -> (steps: [Step], literals: [UInt8], sets: [ScalarSet]) {
        var literals: [UInt8] = []
        var sets: [ScalarSet] = []
        let steps = tokens.map { token in
            switch token {
            case .anyRun: return Step(kind: .run, start: 0, count: 0)
            case .anyScalar: return Step(kind: .scalar, start: 0, count: 0)
            case .literal(let text):
                defer { literals += text }
                return Step(
                    kind: .literal, start: UInt32(literals.count), count: UInt32(text.count),
                    weight: UInt32(text.count / 64))
            case .set(let set):
                sets.append(set)
                return Step(
                    kind: .set, start: UInt32(sets.count - 1), count: 1,
                    weight: UInt32(set.ranges.count))
            }
        }
        return (steps, literals, sets)
    }

    private static func firstWord(of text: [UInt8]) -> (UInt64, UInt64) {
        var word: UInt64 = 0
        var mask: UInt64 = 0
        for (index, byte) in text.prefix(8).enumerated() {
            word |= UInt64(byte) << UInt64(8 * index)
            mask |= 0xff << UInt64(8 * index)
        }
        return (word, mask)
    }

    private static func lastWord(of text: [UInt8]) -> (UInt64, UInt64) {
        var word: UInt64 = 0
        var mask: UInt64 = 0
        for (index, byte) in text.suffix(8).reversed().enumerated() {
            word |= UInt64(byte) << UInt64(56 - 8 * index)
            mask |= 0xff << UInt64(56 - 8 * index)
        }
        return (word, mask)
    }
}
