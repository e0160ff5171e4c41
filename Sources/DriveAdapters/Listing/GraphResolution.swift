// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Gives the items of Graph pages their place, once all pages are read.
///
/// Items are taken in the order of the file: a later one of the same id replaces an earlier one,
/// a tombstone removes the earlier item and what lies below it, and a later live item comes back.
/// What remains and was given no path gets one from the names above it, up to the root.
/// Items on other lines take part where they are on the same drive, by id and path.
struct GraphResolution: ~Copyable {
    /// No row, or no number.
    static let none = Int32(-1)

    var builder: ListingBuilder
    let graph: GraphBatch
    let drive: UInt16
    /// Numbers the ids.
    var ids: Interner
    /// The row that counts now for each id.
    var current: Column<Int32>
    /// Whether an id is that of a root.
    let isRoot: Column<Bool>
    /// The number of the id of each row on the drive, of the folder above it, and its event.
    let idOfRow: Column<Int32>
    let parentOfRow: Column<Int32>
    let eventOfRow: Column<Int32>
    /// Whether a row counts.
    let isLive: Column<Bool>
    /// What lies where, if a tombstone may ask for it.
    var tree: GraphTree?

    /// `builder` with the rows of `graph` in their place, and without those that are gone.
    static func resolve(
        _ builder: consuming ListingBuilder, _ graph: GraphBatch, defaultDrive: String
    ) throws(ListingFileError) -> ListingBuilder {
        guard let drive = builder.existingDrive(named: defaultDrive) else { return builder }
        var resolution = GraphResolution(builder, graph, drive: drive)
        resolution.applyEvents()
        try resolution.placeChains()
        return resolution.finish()
    }

    private init(
        _ builder: consuming ListingBuilder, _ graph: GraphBatch, drive: UInt16
    ) {
        let count = builder.count
        self.graph = graph
        self.drive = drive
        ids = graph.texts
        isRoot = Column(repeating: false, count: graph.texts.count)
        current = Column(repeating: GraphResolution.none, count: graph.texts.count)
        idOfRow = Column(repeating: GraphResolution.none, count: count)
        parentOfRow = Column(repeating: GraphResolution.none, count: count)
        eventOfRow = Column(repeating: GraphResolution.none, count: count)
        isLive = Column(repeating: true, count: count)
        var hasTombstones = false
        for (index, event) in graph.events.enumerated() {
            switch event.kind {
            case .root: isRoot[Int(event.text)] = true
            case .deleted: hasTombstones = true
            case .placed, .chained: eventOfRow[Int(event.row)] = Int32(index)
            }
        }
        if hasTombstones {
            tree = GraphTree(
                rowCount: count, idCount: graph.texts.count, folders: builder.listing.folders)
        }
        self.builder = builder
    }

    private mutating func applyEvents() {
        var row = 0
        for event in graph.events where event.kind == .deleted {
            while row < Int(event.row) {
                enter(row)
                row += 1
            }
            remove(id: Int(event.text))
        }
        while row < isLive.count {
            enter(row)
            row += 1
        }
    }

    /// A row's turn: it replaces an earlier one of the same id.
    private mutating func enter(_ row: Int) {
        guard builder.listing.drive(row) == Int(drive) else { return }
        let id = number(ofIDOf: row)
        idOfRow[row] = Int32(id)
        let earlier = current[id]
        if earlier != GraphResolution.none { drop(Int(earlier)) }
        current[id] = Int32(row)
        let event = eventOfRow[row]
        if event != GraphResolution.none {
            let parent = graph.events[Int(event)].text
            if parent != GraphBatch.noText { parentOfRow[row] = Int32(parent) }
        }
        let isPlaced = event == GraphResolution.none || graph.events[Int(event)].kind == .placed
        tree?.insert(
            row, below: parentOfRow[row],
            folder: isPlaced ? Int32(builder.listing.folder[row]) : GraphResolution.none)
    }

    private mutating func number(ofIDOf row: Int) -> Int {
        let id = builder.listing.ids[row]
        let number: UInt32
        if id.isEmpty {
            // Without an id, the path is the id; that of a chained item is not known yet, and no
            // other line can mean it.
            let path: Column<UInt8> = Column(capacity: 256)
            if isChained(row) {
                path.append(0)
                for shift in [0, 8, 16, 24] {
                    path.append(UInt8(truncatingIfNeeded: row >> shift))
                }
            } else {
                builder.listing.appendPath(row, to: path)
            }
            number = unsafe ids.number(
                of: TextSlice(start: UnsafePointer(path.base), count: path.count))
        } else {
            number = ids.number(of: id)
        }
        if Int(number) == current.count {
            current.append(GraphResolution.none)
            isRoot.append(false)
        }
        return Int(number)
    }

    /// Whether the path of `row` follows from the names above it.
    func isChained(_ row: Int) -> Bool {
        let event = eventOfRow[row]
        return event != GraphResolution.none && graph.events[Int(event)].kind == .chained
    }

    /// The row `row` no longer counts.
    private mutating func drop(_ row: Int) {
        isLive[row] = false
        current[Int(idOfRow[row])] = GraphResolution.none
        tree?.remove(row, below: parentOfRow[row])
    }

    /// A tombstone's turn.
    private mutating func remove(id: Int) {
        let row = Int(current[id])
        if row < 0 { return }
        if builder.listing.isFolder(row) {
            for below in rowsBelow(row) where below != row { drop(below) }
        }
        drop(row)
    }

    /// What lies below the item of `row` now, by the ids of folders or by path.
    private mutating func rowsBelow(_ row: Int) -> [Int] {
        let path: Column<UInt8> = Column(capacity: 256)
        var folder: Int?
        if appendPath(of: row, to: path, depth: 0) {
            let slice = unsafe TextSlice(start: UnsafePointer(path.base), count: path.count)
            folder = builder.listing.folders.existingNumber(drive: drive, path: slice)
        }
        let eventOfRow = eventOfRow
        let events = graph.events
        return tree?.rows(belowID: idOfRow[row], folder: folder, idOfRow: idOfRow) { row in
            eventOfRow[row] >= 0 && events[Int(eventOfRow[row])].kind == .chained
        } ?? []
    }

    /// Appends the path that `row` has by what is known now; false if it cannot be told.
    private func appendPath(of row: Int, to path: Column<UInt8>, depth: Int) -> Bool {
        if isChained(row) {
            let parent = Int(parentOfRow[row])
            if parent < 0 || depth > ListingBuilder.Bounds.pathComponents { return false }
            if !isRoot[parent] {
                let above = Int(current[parent])
                if above < 0 || eventOfRow[above] == GraphResolution.none { return false }
                if !appendPath(of: above, to: path, depth: depth + 1) { return false }
            }
        } else {
            let folder = builder.listing.folders.path(Int(builder.listing.folder[row]))
            unsafe path.append(folder.start, count: folder.count)
        }
        path.append(UInt8(ascii: "/"))
        let name = builder.listing.names[row]
        unsafe path.append(name.start, count: name.count)
        return true
    }

    private consuming func finish() -> ListingBuilder {
        let rows: Column<UInt32> = Column(capacity: isLive.count)
        for row in 0..<isLive.count where isLive[row] { rows.append(UInt32(row)) }
        if rows.count < isLive.count { builder.keep(rows: rows) }
        return builder
    }
}
