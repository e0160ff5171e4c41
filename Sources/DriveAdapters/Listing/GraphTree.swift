// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Which rows lie below which: by the id of the folder above, and by the folder of a given path.
///
/// Kept up to date row by row while the lines of a file take their turns, so that the cost of a
/// tombstone is that of what it removes.
struct GraphTree {
    private static let none = Int32(-1)

    private let byID: RowLists
    private let byFolder: RowLists
    private let folderOfRow: Column<Int32>
    private let firstFolder: Column<Int32>
    private let nextFolder: Column<Int32>
    /// The question for which a row was last an answer, so that circles come to an end.
    private let answered: Column<UInt32>
    private var question: UInt32 = 0

    /// A tree without rows; `rowCount` rows may come, below `idCount` ids or in `folders`.
    init(rowCount: Int, idCount: Int, folders: FolderTable) {
        byID = RowLists(rowCount: rowCount, listCount: idCount)
        byFolder = RowLists(rowCount: rowCount, listCount: folders.count)
        folderOfRow = Column(repeating: GraphTree.none, count: rowCount)
        firstFolder = Column(repeating: GraphTree.none, count: folders.count)
        nextFolder = Column(repeating: GraphTree.none, count: folders.count)
        answered = Column(repeating: 0, count: rowCount)
        for folder in 0..<folders.count {
            let parent = Int(folders.parents[folder])
            if parent == folder { continue }
            nextFolder[folder] = firstFolder[parent]
            firstFolder[parent] = Int32(folder)
        }
    }

    /// Puts `row` below the id `parent` and into `folder`; -1 stands for none.
    func insert(_ row: Int, below parent: Int32, folder: Int32) {
        folderOfRow[row] = folder
        byID.insert(row, into: parent)
        byFolder.insert(row, into: folder)
    }

    /// Takes `row` out.
    func remove(_ row: Int, below parent: Int32) {
        byID.remove(row, from: parent)
        byFolder.remove(row, from: folderOfRow[row])
    }

    /// The rows below the id `id`, and below the folder at its path if there is one.
    ///
    /// `idOfRow` numbers the ids of rows, `isChained` says whether the path of a row follows from
    /// the names above it.
    mutating func rows(
        belowID id: Int32, folder: Int?, idOfRow: Column<Int32>, isChained: (Int) -> Bool
    ) -> [Int] {
        question += 1
        var found: [Int] = []
        collect(id, into: &found, idOfRow) { _ in true }
        guard let folder else { return found }
        var folders = [Int32(folder)]
        while let next = folders.popLast() {
            byFolder.forEach(next) { row in
                if answer(row) { found.append(row) }
                collect(idOfRow[row], into: &found, idOfRow, where: isChained)
            }
            var child = firstFolder[Int(next)]
            while child != GraphTree.none {
                folders.append(child)
                child = nextFolder[Int(child)]
            }
        }
        return found
    }

    private func collect(
        _ id: Int32, into found: inout [Int], _ idOfRow: Column<Int32>,
        where isWanted: (Int) -> Bool
    ) {
        var pending = [id]
        while let next = pending.popLast() {
            byID.forEach(next) { row in
                if isWanted(row), answer(row) {
                    found.append(row)
                    pending.append(idOfRow[row])
                }
            }
        }
    }

    /// True the first time that `row` answers the current question.
    private func answer(_ row: Int) -> Bool {
        if answered[row] == question { return false }
        answered[row] = question
        return true
    }
}

/// Lists of rows, each row in at most one of them.
private struct RowLists {
    private let first: Column<Int32>
    private let next: Column<Int32>
    private let previous: Column<Int32>

    init(rowCount: Int, listCount: Int) {
        first = Column(repeating: -1, count: listCount)
        next = Column(repeating: -1, count: rowCount)
        previous = Column(repeating: -1, count: rowCount)
    }

    /// Puts `row` into `list`; nowhere if there is none of that number.
    func insert(_ row: Int, into list: Int32) {
        guard list >= 0 && Int(list) < first.count else { return }
        let head = first[Int(list)]
        next[row] = head
        previous[row] = -1
        if head >= 0 { previous[Int(head)] = Int32(row) }
        first[Int(list)] = Int32(row)
    }

    /// Takes `row` out of `list`, in which it is if there is one of that number.
    func remove(_ row: Int, from list: Int32) {
        guard list >= 0 && Int(list) < first.count else { return }
        let before = previous[row]
        let after = next[row]
        if before >= 0 { next[Int(before)] = after } else { first[Int(list)] = after }
        if after >= 0 { previous[Int(after)] = before }
    }

    /// Calls `body` with each row of `list`.
    func forEach(_ list: Int32, _ body: (Int) -> Void) {
        guard list >= 0 && Int(list) < first.count else { return }
        var row = first[Int(list)]
        while row >= 0 {
            body(Int(row))
            row = next[Int(row)]
        }
    }
}
