// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Gives the items of a feed their places, once all pages are read.
///
/// The service promises no order: the last word on each id counts, and then every item hangs below
/// the last word on the folder above it. What hangs below nothing that is there is left out, for
/// nobody can tell which rules apply to it; so is what lies in the Personal Vault, in a notebook or
/// on another drive.
struct FeedResolution: ~Copyable {
    /// Why items are left out, and what `folderOfKey` holds in place of a folder.
    private enum LeftOut: Int32, CaseIterable {
        case undecided = -1
        case outside = -2
        case gone = -3
        case vault = -4
        case package = -5
        case foreign = -6
        case unnamed = -7
        case broken = -8
        case tooLong = -9

        /// What people are told; nil for what is no item of the drive.
        var text: String? {
            switch self {
            case .undecided, .outside, .gone: nil
            case .vault: String(clause: "in the Personal Vault, which is left alone")
            case .package:
                String(clause: "inside a notebook or another package, which is left alone")
            case .foreign: String(clause: "below a folder of another drive, and left out")
            case .unnamed: String(clause: "under a name that cannot stand in a path, and left out")
            case .broken:
                String(clause: "below a folder that the drive does not list, and left out")
            case .tooLong: String(clause: "under a path that is too long, and left out")
            }
        }
    }

    private static let none = Int32(-1)

    private var builder: ListingBuilder
    private let graph: GraphBatch
    private let drive: UInt16
    /// Numbers the ids, spelled for comparison.
    private var keys = Interner()
    /// The event that is the last word on each key; none where an id is only named as a parent.
    private let lastWord: Column<Int32>
    /// The key of the folder above each row.
    private let parentOfRow: Column<Int32>
    /// The folder that the item of each key stands for, or `LeftOut`.
    private let folderOfKey: Column<Int32>
    private var leftOut: [LeftOut: (count: Int, example: String)] = [:]

    /// `builder` with the rows of `graph` in their places below `root`, and without the others.
    static func resolve(
        _ builder: consuming ListingBuilder, _ graph: GraphBatch, drive: UInt16, root: String
    ) throws(FeedFault) -> DriveListing {
        var resolution = FeedResolution(builder, graph, drive: drive)
        try resolution.placeRoot(root)
        let rows = try resolution.placeRows()
        return resolution.finish(rows)
    }

    private init(_ builder: consuming ListingBuilder, _ graph: GraphBatch, drive: UInt16) {
        self.graph = graph
        self.drive = drive
        var keys = Interner()
        let keyOfText = Column<Int32>(capacity: graph.texts.count)
        for text in 0..<graph.texts.count {
            keyOfText.append(FeedResolution.key(graph.texts.texts[text], &keys))
        }
        let lastWord = Column(repeating: FeedResolution.none, count: keys.count)
        parentOfRow = Column(repeating: FeedResolution.none, count: builder.count)
        // The root stays the root, even where a later page forgets to say so.
        func isRoot(_ key: Int) -> Bool {
            let number = lastWord[key]
            return number != FeedResolution.none && graph.events[Int(number)].kind == .root
        }
        for (number, event) in graph.events.enumerated() {
            let text = event.text == GraphBatch.noText ? nil : keyOfText[Int(event.text)]
            switch event.kind {
            case .deleted, .root:
                if let text, event.kind == .root || !isRoot(Int(text)) {
                    lastWord[Int(text)] = Int32(truncatingIfNeeded: number)
                }
            case .placed, .chained:
                if let text { parentOfRow[Int(event.row)] = text }
                let key = FeedResolution.key(builder.listing.ids[Int(event.row)], &keys)
                while lastWord.count < keys.count { lastWord.append(FeedResolution.none) }
                if isRoot(Int(key)) { continue }
                lastWord[Int(key)] = Int32(truncatingIfNeeded: number)
            }
        }
        self.lastWord = lastWord
        folderOfKey = Column(repeating: LeftOut.undecided.rawValue, count: keys.count)
        self.keys = keys
        self.builder = builder
    }

    /// The number of an id, which is spelled for comparison first where that differs.
    private static func key(_ id: TextSlice, _ keys: inout Interner) -> Int32 {
        guard let spelled = unsafe GraphID.comparable(item: Array(id.buffer)) else {
            return Int32(truncatingIfNeeded: keys.number(of: id))
        }
        return unsafe spelled.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe Int32(
                truncatingIfNeeded: keys.number(of: TextSlice(start: start, count: bytes.count)))
        }
    }

    // MARK: - The top

    /// Decides which key stands for the top of the listing.
    private mutating func placeRoot(_ root: String) throws(FeedFault) {
        var tops: [Int32] = []
        for key in 0..<lastWord.count where event(key)?.kind == .root { tops.append(Int32(key)) }
        if tops.isEmpty {
            throw FeedFault(
                message: String(clause: "the drive lists no root, so nothing has a place"))
        }
        var top = tops[0]
        for component in root.split(separator: "/") {
            for one in tops { folderOfKey[Int(one)] = LeftOut.outside.rawValue }
            guard let below = folder(named: String(component), below: tops) else {
                throw FeedFault(
                    message: String(
                        clause:
                            "there is no folder '\(root)' on the drive; mend 'root' in the rules"))
            }
            top = below
            tops = [below]
        }
        let folder = try number(.empty)
        for one in tops { folderOfKey[Int(one)] = folder }
        folderOfKey[Int(top)] = folder
    }

    /// The key of the folder `name` below one of `parents`; as the service does, without regard to
    /// case where there is none of exactly that name.
    private func folder(named name: String, below parents: [Int32]) -> Int32? {
        var similar: Int32?
        for key in 0..<lastWord.count {
            guard let event = event(key), event.kind == .chained else { continue }
            let row = Int(event.row)
            guard parents.contains(parentOfRow[row]), builder.listing.isFolder(row) else {
                continue
            }
            let found = builder.listing.names[row].string
            if found.utf8.elementsEqual(name.utf8) { return Int32(key) }
            if found.lowercased() == name.lowercased() { similar = Int32(key) }
        }
        return similar
    }

    private func event(_ key: Int) -> GraphBatch.Event? {
        let number = lastWord[key]
        return number == FeedResolution.none ? nil : graph.events[Int(number)]
    }

    // MARK: - The rows

    /// Gives every row that counts its folder; those that have one, in their order.
    private mutating func placeRows() throws(FeedFault) -> Column<UInt32> {
        let path: Column<UInt8> = Column(capacity: 1024)
        let rows: Column<UInt32> = Column(capacity: builder.count)
        let isLast = Column(repeating: false, count: builder.count)
        for key in 0..<lastWord.count {
            guard let event = event(key), event.kind == .chained else { continue }
            isLast[Int(event.row)] = true
        }
        for event in graph.events where event.kind == .chained && isLast[Int(event.row)] {
            let row = Int(event.row)
            var folder = Self.obstacle(event.facets)?.rawValue ?? LeftOut.broken.rawValue
            if folder == LeftOut.broken.rawValue, parentOfRow[row] != FeedResolution.none {
                folder = try self.folder(of: Int(parentOfRow[row]), path)
            }
            if folder >= 0 {
                let above = builder.listing.folders.path(Int(folder))
                let length = above.count + 1 + builder.listing.names[row].count
                if length > ListingBuilder.Bounds.pathBytes {
                    folder = LeftOut.tooLong.rawValue
                }
            }
            if let reason = LeftOut(rawValue: folder) {
                leaveOut(row, reason)
            } else {
                builder.setFolder(UInt32(truncatingIfNeeded: folder), ofRow: row)
                rows.append(UInt32(truncatingIfNeeded: row))
            }
        }
        return rows
    }

    /// What keeps an item itself out of the listing.
    private static func obstacle(_ facets: GraphFacets) -> LeftOut? {
        if facets.contains(.vault) { return .vault }
        if facets.contains(.foreign) { return .foreign }
        return facets.contains(.unnamed) ? .unnamed : nil
    }

    /// What keeps everything below an item out of the listing.
    private func obstacleBelow(_ event: GraphBatch.Event) -> LeftOut? {
        if let obstacle = Self.obstacle(event.facets) { return obstacle }
        if !event.facets.isDisjoint(with: [.package, .remoteItem, .bundle]) { return .package }
        return builder.listing.isFolder(Int(event.row)) ? nil : .broken
    }

    /// The folder that the item of `key` stands for; every folder on the way up is noted.
    private mutating func folder(
        of key: Int, _ path: Column<UInt8>
    ) throws(FeedFault) -> Int32 {
        // Up to the first that is decided …
        var chain: [Int] = []
        var current = key
        var found = folderOfKey[current]
        while found == LeftOut.undecided.rawValue {
            guard let event = event(current) else {
                found = LeftOut.broken.rawValue
                break
            }
            if event.kind == .deleted {
                found = LeftOut.gone.rawValue
                break
            }
            chain.append(current)
            if let obstacle = obstacleBelow(event) {
                found = obstacle.rawValue
                break
            }
            let parent = parentOfRow[Int(event.row)]
            if parent == FeedResolution.none
                || chain.count > ListingBuilder.Bounds.pathComponents
            {
                // No parent, or a circle.
                found = LeftOut.broken.rawValue
                break
            }
            current = Int(parent)
            found = folderOfKey[current]
        }
        // … and back down, naming each one below it.
        for key in chain.reversed() {
            if found >= 0, let event = event(key) {
                found = try child(Int(event.row), of: found, path)
            }
            folderOfKey[key] = found
        }
        return found
    }

    /// The number of the folder that the item of `row` is, which lies in `folder`.
    private mutating func child(
        _ row: Int, of folder: Int32, _ path: Column<UInt8>
    ) throws(FeedFault) -> Int32 {
        path.truncate(to: 0)
        let above = builder.listing.folders.path(Int(folder))
        let name = builder.listing.names[row]
        unsafe path.append(above.start, count: above.count)
        path.append(UInt8(ascii: "/"))
        unsafe path.append(name.start, count: name.count)
        let depth = Int(builder.listing.folders.depths[Int(folder)])
        if path.count > ListingBuilder.Bounds.pathBytes
            || depth + 2 > ListingBuilder.Bounds.pathComponents
        {
            return LeftOut.tooLong.rawValue
        }
        let text = unsafe TextSlice(start: UnsafePointer(path.base), count: path.count)
        return try number(text)
    }

    private mutating func number(_ path: TextSlice) throws(FeedFault) -> Int32 {
        do throws(ListingError) {
            return Int32(
                truncatingIfNeeded: try builder.folderNumber(drive: drive, path: path))
        } catch {
            throw FeedFault(message: error.message)
        }
    }

    // MARK: - The end

    private mutating func leaveOut(_ row: Int, _ reason: LeftOut) {
        if reason.text == nil { return }
        let name = builder.listing.names[row].string
        leftOut[reason, default: (0, name)].count += 1
    }

    private consuming func finish(_ rows: Column<UInt32>) -> DriveListing {
        var notes: [DriveNote] = []
        for reason in LeftOut.allCases {
            guard let text = reason.text, let (count, example) = leftOut[reason] else { continue }
            notes.append(
                DriveNote(
                    path: "/…/" + example,
                    text: count == 1
                        ? text : String(clause: " and \(count - 1) more: \(text)")))
        }
        // Rows in the order of the feed rise by themselves.
        if rows.count < builder.count { builder.keep(rows: rows) }
        return DriveListing(builder: builder, completeness: .complete, notes: notes)
    }
}
