// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What literals ask of an item, worked out once; the readings are those of conditions.
struct ItemFacts {
    /// The path in normal form and folded.
    let path: String
    /// The last component of the path, as it is written and folded.
    let name: String
    let foldedName: String
    /// The folders that it lies in, the highest first, as they are written: `/a`, `/a/b`.
    let folders: [String]
    /// The folded extension, if it has one.
    let ext: String?
    /// What it holds.
    let kind: ItemKind
    /// Bytes, if known.
    let size: Int64?
    /// Seconds since 1970 of the later of created and modified, if one is known.
    let date: Int64?
    /// Make and model, as they are written and folded.
    let camera: String?
    let foldedCamera: String?
    /// The clock that stood when it was decided about.
    let clock: RuleClock

    /// What is asked of `item`, whose decision's calendar is that of `timeZone`.
    init(_ item: DecidedItem, _ timeZone: RuleTimeZone) {
        let values = item.values
        path = Normalization.folded(values.path)
        let slashes = values.path.utf8.indices.filter { values.path.utf8[$0] == 0x2F }
        let last = slashes.last.map { values.path.utf8.index(after: $0) }
        name = last.map { String(values.path[$0...]) } ?? values.path
        foldedName = Normalization.folded(name)
        folders = slashes.dropFirst().map { String(values.path[..<$0]) }
        ext = Self.ext(of: foldedName)
        kind =
            values.mime.flatMap(KindTable.kind(ofMIME:)) ?? ext.flatMap { Self.kinds[$0] } ?? .other
        size = values.size
        date = [values.created, values.modified].compactMap { $0?.secondsSinceEpoch }.max()
        camera = values.camera
        foldedCamera = values.camera.map(Normalization.folded)
        clock = RuleClock(now: item.at, timeZone: timeZone)
    }

    /// What stands after the last dot; nil where that is the first sign, or nothing follows it.
    private static func ext(of name: String) -> String? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex
        else { return nil }
        let ext = name[name.utf8.index(after: dot)...]
        return ext.isEmpty ? nil : String(ext)
    }

    private static let kinds: [String: ItemKind] = {
        var kinds: [String: ItemKind] = [:]
        for (kind, list) in KindTable.extensions {
            for name in list.split(separator: " ") { kinds[String(name)] = kind }
        }
        return kinds
    }()
}
