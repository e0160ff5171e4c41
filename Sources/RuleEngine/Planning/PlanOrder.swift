// SPDX-License-Identifier: Apache-2.0

/// Brings rows into the order of plans: drive name, then path, then id.
struct PlanOrder {
    let listing: Listing

    /// The rows that meet `isIncluded`, in order.
    ///
    /// Rows are sorted by name within their folder, and folders are woven in between: a folder
    /// `b` stands where a name `b/` would. O(n log(items of a folder)) plus the folders.
    func rows(where isIncluded: (Int) -> Bool) -> [Int] {
        var rowsOfFolder = Array(repeating: [Int](), count: listing.folders.count)
        for row in 0..<listing.count where isIncluded(row) {
            unsafe rowsOfFolder[Int(listing.folder.base[row])].append(row)
        }
        var isNeeded = rowsOfFolder.map { !$0.isEmpty }
        var children = Array(repeating: [Int](), count: listing.folders.count)
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
        for top in tops { walk(top, &rowsOfFolder, &children, into: &ordered) }
        return ordered
    }

    /// What stands next in a folder: a row, or a folder below.
    private enum Step {
        case row(Int)
        case folder(Int)
    }

    /// Depth first with a stack of its own: paths may be a thousand components deep.
    private func walk(
        _ top: Int, _ rowsOfFolder: inout [[Int]], _ children: inout [[Int]],
        into ordered: inout [Int]
    ) {
        var stack: [[Step]] = [steps(top, &rowsOfFolder, &children)]
        while var steps = stack.popLast() {
            guard let step = steps.popLast() else { continue }
            stack.append(steps)
            switch step {
            case .row(let row): ordered.append(row)
            case .folder(let folder):
                stack.append(self.steps(folder, &rowsOfFolder, &children))
            }
        }
    }

    /// The steps of one folder, the last one first.
    private func steps(
        _ folder: Int, _ rowsOfFolder: inout [[Int]], _ children: inout [[Int]]
    ) -> [Step] {
        var rows = rowsOfFolder[folder]
        rowsOfFolder[folder] = []
        rows.sort { left, right in
            let order = TextSlice.order(listing.names[left], listing.names[right])
            return order != 0 ? order < 0 : RowOrder.byPathThenID(listing, left, right) < 0
        }
        var below = children[folder]
        children[folder] = []
        below.sort { left, right in
            let (a, b) = (listing.folders.name(left), listing.folders.name(right))
            return PlanOrder.order(a, isFolder: true, b, isFolder: true) < 0
        }
        if below.isEmpty { return rows.reversed().map { .row($0) } }
        var steps: [Step] = []
        var next = 0
        for row in rows {
            let name = listing.names[row]
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
