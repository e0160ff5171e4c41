// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What the pages of a piece of a listing say beside the rows that they gave to the builder.
///
/// A live item becomes a row at once, so that it takes its turn among all other lines; where its
/// folder is known by id only, the row lies at the top until all pages are read.
@safe struct GraphBatch {
    /// One item of a page.
    struct Event {
        /// What the item is.
        enum Kind: UInt8 {
            /// A live item; its path was given.
            case placed
            /// A live item; its path follows from the names above it.
            case chained
            /// An item that is gone.
            case deleted
            /// The root of a drive.
            case root
        }

        /// What the item is.
        var kind: Kind
        /// Its row, or that which the next item gets.
        var row: UInt32
        /// The number in `texts` of the id of the folder above a live item, if any; of the id of
        /// an item that is gone and of the root.
        var text: UInt32
        /// Its line, from 0 in this piece.
        var line: Int
        /// What it is beside that.
        var facets: GraphFacets = []
    }

    /// The number of no text.
    static let noText = UInt32.max

    /// The items in their order.
    private(set) var events: [Event] = []
    /// Ids.
    private(set) var texts = Interner()
    /// The drives that live items say they lie on, two at most: more are as good as none.
    private(set) var driveIDs: Set<String> = []
    private var lastDriveID: [UInt8] = []
    private var counted: UnsafePointer<UInt8>?
    private var countedLines = 0

    /// Adds an item; `id` is that of the folder above if it is live, else its own.
    mutating func append(
        _ kind: Event.Kind, row: Int, id: TextSlice, line: Int, facets: GraphFacets = []
    ) {
        if kind == .deleted { hasTombstones = true }
        events.append(
            Event(
                kind: kind, row: UInt32(truncatingIfNeeded: row),
                text: id.isEmpty ? GraphBatch.noText : texts.number(of: id), line: line,
                facets: facets))
    }

    /// Notes that a live item says to lie on the drive `id`; empty: it does not say.
    mutating func note(drive id: TextSlice) {
        if unsafe id.isEmpty || driveIDs.count > 1 || lastDriveID.elementsEqual(id.buffer) {
            return
        }
        lastDriveID = unsafe Array(id.buffer)
        driveIDs.insert(GraphID.comparable(drive: id.string))
    }

    /// The drive that all items lie on which say so, as the identity of a drive is written; nil if
    /// none says so, or not all say the same.
    var source: String? {
        guard driveIDs.count == 1, let id = driveIDs.first, !id.utf8.contains(UInt8(ascii: ":"))
        else { return nil }
        return DriveIdentity(kind: .onedrive, value: id).description
    }

    /// How many bytes the items take.
    var byteCount: Int { events.count * MemoryLayout<Event>.stride + texts.byteCount }

    /// Whether an item is told to be gone.
    private(set) var hasTombstones = false

    /// Forgets the items whose rows are not among `rows`, which rise and are numbered anew.
    mutating func keep(rows: Column<UInt32>) {
        var target = 0
        events.removeAll { event in
            while target < rows.count, rows[target] < event.row { target += 1 }
            let hasRow = event.kind == .placed || event.kind == .chained
            return hasRow && (target == rows.count || rows[target] != event.row)
        }
        target = 0
        for index in events.indices {
            while target < rows.count, rows[target] < events[index].row { target += 1 }
            events[index].row = UInt32(truncatingIfNeeded: target)
        }
    }

    /// Adds all items of `other`, whose rows and lines begin at `row` and `line`.
    mutating func append(contentsOf other: GraphBatch, row: Int, line: Int) {
        if other.events.isEmpty { return }
        if other.hasTombstones { hasTombstones = true }
        driveIDs.formUnion(other.driveIDs)
        var numbers: [UInt32] = []
        numbers.reserveCapacity(other.texts.count)
        for number in 0..<other.texts.count {
            numbers.append(texts.number(of: other.texts.texts[number]))
        }
        for var event in other.events {
            event.row += UInt32(truncatingIfNeeded: row)
            event.line += line
            if event.text != GraphBatch.noText { event.text = numbers[Int(event.text)] }
            events.append(event)
        }
    }

    /// From now on the line of an item is counted from `start`, where line 0 begins.
    mutating func countLines(from start: UnsafePointer<UInt8>) { unsafe counted = unsafe start }

    /// The line of `place`, which is not before the last one asked for; nil if lines are not
    /// counted.
    mutating func line(of place: UnsafePointer<UInt8>) -> Int? {
        guard let start = unsafe counted else { return nil }
        if unsafe start < place {
            unsafe countedLines += ByteWords.newlineCount(from: start, to: place)
            unsafe counted = unsafe place
        }
        return countedLines
    }
}
