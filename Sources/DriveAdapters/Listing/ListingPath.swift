// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Splits paths of items at their last slash and checks them.
///
/// Listings come folder by folder, so the last folder that was found right is remembered.
struct ListingPath {
    /// What a path is like; the end of a message about one that is not.
    static let rule =
        String(
            clause: "begins with \"/\" and has no empty, \".\" or \"..\" component and no"
                + " \"/\" at its end"
        )

    /// The folder of the last path: `""` at the top.
    private(set) var folder = TextSlice.empty
    /// The name of the last path.
    private(set) var name = TextSlice.empty
    private var folderComponents = 0

    /// Forgets the remembered folder, whose bytes are about to go.
    mutating func forget() {
        folder = .empty
        folderComponents = 0
    }

    /// Splits `path`; a message if it is not the path of an item, nil if all is well.
    ///
    /// Eight bytes before the text must be readable.
    @inline(__always)
    mutating func split(_ path: TextSlice) -> String? {
        let slash = ListingPath.lastSlash(path)
        let above = unsafe TextSlice(start: path.start, count: max(slash, 0))
        name = unsafe TextSlice(start: path.start + (slash &+ 1), count: path.count &- slash &- 1)
        if name.count <= 2 && !ListingPath.isComponent(name) { return message(path) }
        if slash < 0 { return message(path) }
        if !TextSlice.equal(above, folder) {
            guard let components = ListingPath.components(of: above) else { return message(path) }
            folder = above
            folderComponents = components
        }
        let isTooLong =
            path.count > ListingBuilder.Bounds.pathBytes
            || folderComponents >= ListingBuilder.Bounds.pathComponents
        return isTooLong ? ListingPath.tooLong : nil
    }

    /// Whether `name` may stand between two slashes.
    static func isComponent(_ name: TextSlice) -> Bool {
        switch name.count {
        case 0: false
        case 1: unsafe name.start[0] != UInt8(ascii: ".")
        case 2: unsafe name.start[0] != UInt8(ascii: ".") || name.start[1] != UInt8(ascii: ".")
        default: true
        }
    }

    /// How many components a folder's path has; nil if it is none. The top is `""`.
    static func components(of folder: TextSlice) -> Int? {
        if folder.isEmpty { return 0 }
        if unsafe folder.start[0] != UInt8(ascii: "/") { return nil }
        var count = 0
        var first = 1
        for index in 1...folder.count
        where unsafe index == folder.count || folder.start[index] == UInt8(ascii: "/") {
            if unsafe !isComponent(TextSlice(start: folder.start + first, count: index - first)) {
                return nil
            }
            count += 1
            first = index + 1
        }
        return count
    }

    /// The message about a path that is longer than a listing takes.
    static var tooLong: String {
        String(
            clause: "a path has at most \(ListingBuilder.Bounds.pathBytes) bytes and "
                + "\(ListingBuilder.Bounds.pathComponents) components")
    }

    @inline(never)
    private func message(_ path: TextSlice) -> String {
        String(clause: "a path \(ListingPath.rule), unlike \(quoted(path.string))")
    }

    /// The place of the last slash, or -1. O(length of the name).
    @inline(__always)
    private static func lastSlash(_ path: TextSlice) -> Int {
        var end = path.count
        while end > 0 {
            let slashes = unsafe ByteWords.slashes(ByteWords.load(path.start + (end &- 8)))
            if slashes != 0 {
                let index = end &- 1 &- slashes.leadingZeroBitCount >> 3
                return max(index, -1)
            }
            end &-= 8
        }
        return -1
    }
}
