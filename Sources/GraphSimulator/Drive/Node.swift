// SPDX-License-Identifier: Apache-2.0

/// One item of a drive, dead or alive. The index of a node is never used again.
struct Node {
    /// Where an item is in its life.
    enum Stage: Sendable {
        /// On the drive.
        case live
        /// In the recycle bin, itself or a folder above it.
        case binned
        /// Gone for good.
        case gone
    }

    let guid: GUID
    /// The number in an id of the old form; 0 for none.
    let number: Int32
    /// The folder that it lies in, or lay in last; -1 for the top.
    var parent: Int32
    var name: String
    var stage = Stage.live
    /// Milliseconds since 1970.
    var created: Int64
    var modified: Int64
    var fileCreated: Int64
    var fileModified: Int64
    /// Bytes; of folders those of everything in them.
    var size: Int64
    var content: SimulatedContent?
    /// How often metadata or content changed.
    var version: Int32 = 1
    /// How often the content changed.
    var contentVersion: Int32 = 1
    /// The place of the latest change in the log of the drive.
    var changeIndex: Int32 = 0
    /// The place of the first one.
    var firstChangeIndex: Int32 = 0
    /// What lies in it; nil for what is no folder.
    var folder: FolderIndex?
    var facetBox: FacetBox?

    /// Whether it is a folder.
    var isFolder: Bool { folder != nil }
    /// What it says of itself.
    var facets: SimulatedFacets { facetBox?.facets ?? Self.noFacets }

    private static let noFacets = SimulatedFacets()
}

/// What lies in one folder.
final class FolderIndex {
    /// The live items.
    private(set) var children: [Int32] = []
    /// By the name's key; made when a name is first looked for.
    private var byName: [[UInt8]: Int32]?
    /// By name; made when the folder is listed.
    private var sorted: [Int32]?

    init() {}

    /// What names are compared by: without regard to case.
    static func key(_ name: String) -> [UInt8] { Array(name.lowercased().utf8) }

    func reserve(_ count: Int) { children.reserveCapacity(count) }

    func add(_ child: Int32, name: String) {
        children.append(child)
        byName?[FolderIndex.key(name)] = child
        sorted = nil
    }

    func remove(_ child: Int32, name: String) {
        if let place = children.firstIndex(of: child) { children.remove(at: place) }
        byName?[FolderIndex.key(name)] = nil
        sorted = nil
    }

    /// The child of that name, in whichever case.
    func child(named name: String, nodes: [Node]) -> Int32? {
        if byName == nil {
            var made: [[UInt8]: Int32] = [:]
            made.reserveCapacity(children.count)
            for child in children { made[FolderIndex.key(nodes[Int(child)].name)] = child }
            byName = made
        }
        return byName?[FolderIndex.key(name)]
    }

    /// The children by name.
    func sortedChildren(nodes: [Node]) -> [Int32] {
        if let sorted { return sorted }
        let keyed = children.map { (FolderIndex.key(nodes[Int($0)].name), $0) }
        let made = keyed.sorted { left, right in
            left.0 == right.0 ? left.1 < right.1 : left.0.lexicographicallyPrecedes(right.0)
        }.map(\.1)
        sorted = made
        return made
    }
}
