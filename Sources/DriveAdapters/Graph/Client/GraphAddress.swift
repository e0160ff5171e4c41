// SPDX-License-Identifier: Apache-2.0

internal import Text

/// The paths of requests, percent-encoded segment by segment (RFC 3986).
enum GraphAddress {
    /// What is asked for of an item: all that rules may test, and all that makes it the same item.
    static let itemSelection = "?$select=" + FeedRun.selection
    /// What is asked for of a folder above an item.
    static let folderSelection =
        "?$select=id,name,parentReference,root,folder,file,package,remoteItem,specialFolder,"
        + "deleted,bundle"

    /// `text` as one segment; nil where no segment can say it.
    static func segment(_ text: some Collection<UInt8>) -> String? {
        if text.isEmpty || text.elementsEqual([46]) || text.elementsEqual([46, 46]) { return nil }
        return PercentText.encoded(text) {
            PercentText.isUnreserved($0) || $0 == UInt8(ascii: "!")
        }
    }

    /// `id` as one segment. An id that cannot be one becomes a segment that no item has.
    static func segment(id: String) -> String { segment(id.utf8) ?? "%00" }

    /// The item with that id on the drive at `drive`.
    static func item(_ id: String, on drive: String) -> String {
        "\(drive)/items/\(segment(id: id))"
    }

    /// The item that the list of the library knows by `id`, on the drive at `drive`.
    static func listItem(_ id: String, on drive: String) -> String {
        "\(drive)/list/items/\(segment(id: id))/driveItem"
    }

    /// The item at a path from the root of the drive at `drive`; nil where it cannot be asked for.
    static func item(at path: GraphItemPath, on drive: String) -> String? {
        guard let path = encoded(path.components[...]), !path.isEmpty else { return nil }
        return "\(drive)/root:\(path):"
    }

    /// What is called `name` in the folder with that id; nil where it cannot be asked for.
    static func child(_ name: [UInt8], of folder: String, on drive: String) -> String? {
        guard let name = segment(name) else { return nil }
        return "\(item(folder, on: drive)):/\(name):"
    }

    private static func encoded(_ components: ArraySlice<[UInt8]>) -> String? {
        var path = ""
        for component in components {
            guard let segment = segment(component) else { return nil }
            path += "/" + segment
        }
        return path
    }
}

/// A path on a drive, as the bytes of its components.
struct GraphItemPath: Sendable, Hashable {
    /// The names from below the root on.
    var components: [[UInt8]]

    /// The given names.
    init(_ components: [[UInt8]]) {
        self.components = components
    }

    /// The path that `text` writes, "" or beginning with a slash; nil if it is none.
    init?(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.isEmpty {
            components = []
            return
        }
        guard bytes.removeFirst() == UInt8(ascii: "/") else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPath = parts.allSatisfy { part in
            !part.isEmpty && !part.elementsEqual([46]) && !part.elementsEqual([46, 46])
        }
        guard isPath else { return nil }
        components = parts.map(Array.init)
    }

    /// The folder that it lies in, as text; nil for the root.
    var parentText: String? {
        components.isEmpty ? nil : GraphItemPath(components.dropLast()).text
    }

    /// The path as text.
    var text: String {
        String(decoding: components.flatMap { [UInt8(ascii: "/")] + $0 }, as: UTF8.self)
    }
}

/// Names as the service gives them, which have been seen percent-encoded in some answers.
enum GraphName {
    /// Whether two spellings are of one name: the same bytes, or one is the other encoded.
    static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one == other || decoded(one) == other || decoded(other) == one
    }

    /// Whether the service takes two names for one: it ignores the case.
    static func isSimilar(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        if isSame(one, other) { return true }
        let texts = [one, other].map { String(decoding: $0, as: UTF8.self).lowercased() }
        return texts[0] == texts[1]
    }

    /// `name` without percent-encoding; nil if it has none.
    private static func decoded(_ name: [UInt8]) -> [UInt8]? {
        name.contains(UInt8(ascii: "%")) ? PercentText.decoded(name) : nil
    }
}
