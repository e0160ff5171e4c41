// SPDX-License-Identifier: Apache-2.0

/// The difference of two texts, line by line, as `diff -u` writes it.
package struct TextDiff: Sendable {
    /// The lines, each beginning with `@`, a blank, `-`, `+` or `\`; none where nothing differs.
    package let lines: [String]

    /// How many lines around a change are shown.
    private static let context = 3
    /// Beyond so many lines between the first and the last change, all between them count as changed.
    private static let searchedMax = 4_000

    /// A line with its end, by its bytes: what only looks the same differs.
    private typealias Line = [UInt8]

    private enum Step {
        case same(Line), removed(Line), added(Line)
    }

    /// The difference between `before` and `after`, which are UTF-8.
    package init(_ before: [UInt8], _ after: [UInt8]) {
        lines = before == after ? [] : Self.hunks(Self.steps(Self.split(before), Self.split(after)))
    }

    /// The lines with their ends.
    private static func split(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            lines.append(Line(bytes[start...index]))
            start = index + 1
        }
        if start < bytes.count { lines.append(Line(bytes[start...])) }
        return lines
    }

    private static func steps(_ old: [Line], _ new: [Line]) -> [Step] {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let (gone, come) = (old[head..<old.count - tail], new[head..<new.count - tail])
        return old[..<head].map(Step.same) + middle(Array(gone), Array(come))
            + old[(old.count - tail)...].map(Step.same)
    }

    private static func middle(_ old: [Line], _ new: [Line]) -> [Step] {
        guard old.count + new.count <= searchedMax else {
            return old.map(Step.removed) + new.map(Step.added)
        }
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var steps: [Step] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if removed.contains(left), left < old.count {
                steps.append(.removed(old[left]))
                left += 1
            } else if added.contains(right), right < new.count {
                steps.append(.added(new[right]))
                right += 1
            } else {
                steps.append(.same(old[left]))
                (left, right) = (left + 1, right + 1)
            }
        }
        return steps
    }

    private static func hunks(_ steps: [Step]) -> [String] {
        let changes = steps.indices.filter { if case .same = steps[$0] { false } else { true } }
        var ranges: [Range<Int>] = []
        for change in changes {
            let range = max(0, change - context)..<min(steps.count, change + context + 1)
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges.flatMap { hunk(steps, $0) }
    }

    private static func hunk(_ steps: [Step], _ range: Range<Int>) -> [String] {
        func count(_ steps: ArraySlice<Step>) -> (old: Int, new: Int) {
            steps.reduce(into: (0, 0)) { count, step in
                switch step {
                case .same: (count.0, count.1) = (count.0 + 1, count.1 + 1)
                case .removed: count.0 += 1
                case .added: count.1 += 1
                }
            }
        }
        let before = count(steps[..<range.lowerBound])
        let own = count(steps[range])
        func place(_ before: Int, _ own: Int) -> String {
            "\(own == 0 ? before : before + 1)" + (own == 1 ? "" : ",\(own)")
        }
        let head = "@@ -\(place(before.old, own.old)) +\(place(before.new, own.new)) @@"
        return [head] + steps[range].flatMap(shown)
    }

    private static func shown(_ step: Step) -> [String] {
        let (sign, line) =
            switch step {
            case .same(let line): (" ", line)
            case .removed(let line): ("-", line)
            case .added(let line): ("+", line)
            }
        guard line.last == 0x0A else {
            return [
                sign + String(decoding: line, as: UTF8.self), "\\ No newline at end of file",
            ]
        }
        return [sign + String(decoding: line.dropLast(), as: UTF8.self)]
    }
}
