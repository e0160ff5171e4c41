// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// What is wrong with a feed, one clause.
struct FeedFault: Error {
    /// The clause.
    var message: String
}

/// The items of a feed's pages, in the order in which the service gave them, not yet in their
/// places.
struct FeedTable: ~Copyable {
    /// The rows.
    var builder = ListingBuilder(idsAreUnique: true)
    /// What the pages say beside their rows.
    var graph = GraphBatch()
    private let drives: ListingDrives
    private let reading: FeedReading

    /// No items of the drive that rules call `name` and that has the comparable id `driveID`.
    init(name: String, driveID: String) {
        drives = ListingDrives(usual: name, kinds: [name: .onedrive])
        reading = FeedReading(driveID: driveID)
        builder.bytesMax = MemoryRoom.now.listingBytesMax
    }

    /// Takes the items of one page. O(bytes).
    ///
    /// After an error the items before the fault may have been taken; that does no harm, for the
    /// page is either read again, and the last word on an item counts, or nothing is made of it.
    mutating func add(
        _ bytes: [UInt8]
    ) throws(FeedFault) -> ListingParser.FeedPageHead {
        let padded = PaddedBytes(bytes)
        var parser = unsafe ListingParser(
            end: padded.end, drives: drives, builder: builder.take(), isCareful: false,
            feed: reading)
        // Handed over and back, so that neither side copies it when it grows.
        parser.graph = graph
        graph = GraphBatch()
        defer {
            graph = parser.graph
            builder = parser.builder.take()
        }
        do throws(JSONFault) {
            return try unsafe parser.readFeedPage(from: padded.start)
        } catch {
            throw FeedFault(
                message: String(clause: "the answer is no page of items: \(error.message)"))
        }
    }

    /// How much has been told so far; it grows with every page that is not empty.
    var wordCount: Int { builder.count + graph.events.count }

    /// Whether some page has named the root of the drive.
    var hasRoot: Bool { graph.events.contains { $0.kind == .root } }

    /// Makes the item with that id the root.
    mutating func addRoot(id: String) {
        let bytes = PaddedBytes(Array(id.utf8))
        unsafe graph.append(
            .root, row: builder.count, id: TextSlice(start: bytes.start, count: bytes.count),
            line: 0)
    }

    /// The listing that follows from all pages, below the folder `root`.
    consuming func resolved(name: String, root: String) throws(FeedFault) -> DriveListing {
        let number: UInt16
        do throws(ListingError) {
            number = try builder.drive(named: name, kind: .onedrive)
        } catch {
            throw FeedFault(message: error.message)
        }
        return try FeedResolution.resolve(builder, graph, drive: number, root: root)
    }
}
