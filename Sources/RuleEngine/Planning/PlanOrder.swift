// SPDX-License-Identifier: Apache-2.0

/// Brings rows into the order of plans: drive name, then path, then id.
final class PlanOrder {
    private let listing: Listing
    private let names: TextColumn
    /// The rows, folder by folder, and where those of each folder begin, and one more.
    private var rows: [UInt32] = []
    private var starts: [Int]
    /// The folders below each one that have rows, or folders that do.
    private var children: [[Int]]

    /// For rows of `listing`.
    init(listing: Listing) {
        self.listing = listing
        names = listing.names
        starts = Array(repeating: 0, count: listing.folders.count + 1)
        children = Array(repeating: [], count: listing.folders.count)
    }

    /// The rows that meet `isIncluded`, in order; asked for once.
    ///
    /// Rows are sorted by name within their folder, and folders are woven in between: a folder
    /// `b` stands where a name `b/` would. O(n log(items of a folder)) plus the folders.
    func rows(where isIncluded: (Int) -> Bool) -> [Int] {
        distribute(isIncluded)
        var isNeeded = (0..<listing.folders.count).map { starts[$0] < starts[$0 + 1] }
        var tops: [Int] = []
        for folder in stride(from: listing.folders.count - 1, through: 0, by: -1)
        where isNeeded[folder] {
            let parent = Int(listing.folders.parents[folder])
            if parent == folder {
                tops.append(folder)
            } else {
                isNeeded[parent] = true
                children[parent].append(folder)
            }
        }
        tops.sort { left, right in
            let a = listing.drives[Int(listing.folders.drives[left])].name
            let b = listing.drives[Int(listing.folders.drives[right])].name
            return a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
        }
        var ordered: [Int] = []
        ordered.reserveCapacity(rows.count)
        for top in tops { walk(top, into: &ordered) }
        return ordered
    }

    /// Puts the rows that are meant beside the others of their folder.
    private func distribute(_ isIncluded: (Int) -> Bool) {
        let folder = listing.folder
        var included: [UInt32] = []
        for row in 0..<listing.count where isIncluded(row) {
            included.append(UInt32(truncatingIfNeeded: row))
            starts[unsafe Int(folder.base[row]) + 1] += 1
        }
        for place in 1..<starts.count { starts[place] += starts[place - 1] }
        var next = starts
        rows = Array(repeating: 0, count: included.count)
        for row in included {
            let place = unsafe Int(folder.base[Int(row)])
            rows[next[place]] = row
            next[place] += 1
        }
    }

    /// What stands next in a folder: a row, or a folder below.
    private enum Step {
        case row(Int)
        case folder(Int)
    }

    /// Depth first with a stack of its own: paths may be a thousand components deep.
    private func walk(_ top: Int, into ordered: inout [Int]) {
        var stack: [[Step]] = [[.folder(top)]]
        while var steps = stack.popLast() {
            guard let step = steps.popLast() else { continue }
            stack.append(steps)
            switch step {
            case .row(let row): ordered.append(row)
            case .folder(let folder):
                let rows = sorted(folder)
                if children[folder].isEmpty {
                    ordered += rows
                } else {
                    stack.append(self.steps(folder, rows))
                }
            }
        }
    }

    /// A row, and the first bytes of its name, as a number that rises with them.
    private struct Named {
        let start: UInt64
        let row: Int
    }

    /// The rows of one folder in their order.
    private func sorted(_ folder: Int) -> [Int] {
        var named = rows[starts[folder]..<starts[folder + 1]].map { row in
            Named(start: Self.start(of: names[Int(row)]), row: Int(row))
        }
        named.sort { left, right in
            if left.start != right.start { return left.start < right.start }
            let order = TextSlice.order(names[left.row], names[right.row])
            return order != 0
                ? order < 0 : RowOrder.byPathThenID(listing, left.row, right.row) < 0
        }
        return named.map(\.row)
    }

    /// The first eight bytes of `name`.
    private static func start(of name: TextSlice) -> UInt64 {
        if name.count >= 8 {
            return unsafe UInt64(
                bigEndian: UnsafeRawPointer(name.start).loadUnaligned(as: UInt64.self))
        }
        var start: UInt64 = 0
        for place in 0..<name.count {
            start |= unsafe UInt64(name.start[place]) << UInt64(56 - 8 * place)
        }
        return start
    }

    /// The steps of one folder, whose rows are `rows`, the last one first.
    private func steps(_ folder: Int, _ rows: [Int]) -> [Step] {
        var below = children[folder]
        children[folder] = []
        below.sort { left, right in
            let (a, b) = (listing.folders.name(left), listing.folders.name(right))
            return PlanOrder.order(a, isFolder: true, b, isFolder: true) < 0
        }
        var steps: [Step] = []
        var next = 0
        for row in rows {
            let name = names[row]
            while next < below.count,
                PlanOrder.order(
                    listing.folders.name(below[next]), isFolder: true, name, isFolder: false) < 0
            {
                steps.append(.folder(below[next]))
                next += 1
            }
            steps.append(.row(row))
        }
        steps += below[next...].map { .folder($0) }
        return steps.reversed()
    }

    /// Bytewise order of two names, each with a `/` behind it if it is a folder's.
    private static func order(
        _ left: TextSlice, isFolder leftIsFolder: Bool, _ right: TextSlice,
        isFolder rightIsFolder: Bool
    ) -> Int {
        let shared = min(left.count, right.count)
        let difference = unsafe compareBytes(left.start, right.start, shared)
        if difference != 0 { return difference }
        let slash = Int(UInt8(ascii: "/"))
        let a = unsafe left.count > shared ? Int(left.start[shared]) : leftIsFolder ? slash : -1
        let b = unsafe right.count > shared ? Int(right.start[shared]) : rightIsFolder ? slash : -1
        return a - b
    }
}
