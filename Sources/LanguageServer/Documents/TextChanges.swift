// SPDX-License-Identifier: Apache-2.0

internal import RuleEditing

/// What has to be changed in one text for it to be another one, line by line: so that marks and the
/// cursor of an editor stay where nothing changes.
enum TextChanges {
    /// Beyond so many lines between the first and the last change, all between them is replaced.
    private static let searchedMax = 4_000

    /// The changes, in their order, that make `after` of `before`.
    static func between(_ before: [UInt8], _ after: [UInt8]) -> [Splice] {
        let (old, new) = (lines(before), lines(after))
        let head = zip(old, new).prefix { $0 == $1 }.count
        let most = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        let start = old[..<head].reduce(0) { $0 + $1.count }
        let gone = Array(old[head..<old.count - tail])
        let come = Array(new[head..<new.count - tail])
        guard gone.count + come.count <= searchedMax else {
            let end = start + gone.reduce(0) { $0 + $1.count }
            return [Splice(start..<end, bytes: come.joined())]
        }
        return middle(gone, come, from: start)
    }

    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    private static func middle(
        _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], from start: Int
    ) -> [Splice] {
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var splices: [Splice] = []
        var (left, right, place) = (0, 0, start)
        while left < old.count || right < new.count {
            let begin = place
            var bytes: [UInt8] = []
            while removed.contains(left) {
                place += old[left].count
                left += 1
            }
            while added.contains(right) {
                bytes += new[right]
                right += 1
            }
            if place > begin || !bytes.isEmpty {
                splices.append(Splice(begin..<place, bytes: bytes))
                continue
            }
            place += old[left].count
            (left, right) = (left + 1, right + 1)
        }
        return splices
    }
}
