// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension GraphResolution {
    /// Gives every row that counts and has no path yet the folder that its chain leads to.
    mutating func placeChains() throws(ListingFileError) {
        /// The folder that each id stands for as a parent; -1 while it is not known.
        let folders = Column<Int32>(repeating: -1, count: current.count)
        for id in 0..<isRoot.count where isRoot[id] {
            folders[id] = try number(.empty)
        }
        let path: Column<UInt8> = Column(capacity: 1024)
        for row in 0..<isLive.count where isLive[row] && isChained(row) {
            let folder = try folder(of: row, known: folders, path)
            let above = builder.listing.folders.path(Int(folder))
            if above.count + 1 + builder.listing.names[row].count > ListingBuilder.Bounds.pathBytes
            {
                throw fault(row, ListingPath.tooLong)
            }
            builder.setFolder(UInt32(folder), ofRow: row)
        }
    }

    /// The folder in which `row` lies; every folder on the way is noted in `known`.
    private mutating func folder(
        of row: Int, known: Column<Int32>, _ path: Column<UInt8>
    ) throws(ListingFileError) -> Int32 {
        // Up to the first folder that is known …
        var chain: [Int] = []
        var parent = Int(parentOfRow[row])
        while parent >= 0, known[parent] < 0 {
            let above = Int(current[parent])
            if above < 0 || eventOfRow[above] == GraphResolution.none {
                throw fault(
                    row,
                    String(
                        clause: "the chain of folders above it breaks off at the id"
                            + " \(quoted(ids.texts[parent].string))"))
            }
            if chain.count > ListingBuilder.Bounds.pathComponents {
                throw fault(
                    row, String(clause: "the chain of folders above it is a circle, or too long"))
            }
            chain.append(above)
            if !isChained(above) { break }
            parent = Int(parentOfRow[above])
            if parent < 0 {
                throw fault(
                    row, String(clause: "the chain of folders above it breaks off below the root"))
            }
        }
        if chain.isEmpty && parent < 0 {
            throw fault(
                row, String(clause: "it has neither a path nor the id of the folder above it"))
        }
        // … and back down, naming each one below it.
        for above in chain.reversed() {
            let folder =
                isChained(above)
                ? known[Int(parentOfRow[above])] : Int32(builder.listing.folder[above])
            known[Int(idOfRow[above])] = try child(above, of: folder, path, for: row)
        }
        return known[Int(parentOfRow[row])]
    }

    /// The number of the folder that the item of `row` is, which lies in `folder`.
    private mutating func child(
        _ row: Int, of folder: Int32, _ path: Column<UInt8>, for item: Int
    ) throws(ListingFileError) -> Int32 {
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
            throw fault(item, ListingPath.tooLong)
        }
        let text = unsafe TextSlice(start: UnsafePointer(path.base), count: path.count)
        return try number(text)
    }

    private mutating func number(_ path: TextSlice) throws(ListingFileError) -> Int32 {
        do throws(ListingError) {
            return Int32(try builder.folderNumber(drive: drive, path: path))
        } catch {
            throw ListingFileError(message: error.message)
        }
    }

    private func fault(_ row: Int, _ message: String) -> ListingFileError {
        let name = quoted(builder.listing.names[row].string)
        let id = builder.listing.ids[row]
        let shown =
            id.isEmpty
            ? String(clause: "the item \(name)")
            : String(clause: "the item \(name) with the id \(quoted(id.string))")
        let event = graph.events[Int(eventOfRow[row])]
        return ListingFileError(
            line: event.line + 1, message: String(clause: "\(shown) has no place: \(message)"))
    }
}
