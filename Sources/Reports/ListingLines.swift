// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
package import RuleEngine
internal import Text

/// Writes items as the lines that listing files are made of.
package struct ListingLines {
    private let listing: Listing
    private let looks: Bool
    /// The small picture of the look in a row, where the listing has it elsewhere.
    private let small: (Int) -> [UInt8]?

    /// The lines of `listing`; with what was seen of pictures if `looks` are wanted.
    package init(_ listing: Listing, looks: Bool, small: @escaping (Int) -> [UInt8]?) {
        self.listing = listing
        self.looks = looks
        self.small = small
    }

    /// Writes the lines of `rows`, one JSON object each.
    package func write(_ rows: Range<Int>, to sink: ByteSink) throws(OutputError) {
        for row in rows {
            try sink.append(JSONString.escapingHidden(inDocument: line(row)))
            try sink.append("\n")
        }
    }

    /// The line of `row`, without its end.
    package func line(_ row: Int) -> String {
        let item = listing.values(row)
        var line = JSONLine()
        line.add("path", item.path)
        if let id = item.id, !id.utf8.elementsEqual(item.path.utf8) { line.add("id", id) }
        if item.type == .folder { line.add("type", ItemType.folder.rawValue) }
        line.add("drive", listing.driveName(row))
        line.add("size", item.size)
        line.add("created", item.created?.description)
        line.add("modified", item.modified?.description)
        line.add("taken", item.taken?.description)
        line.add("accessed", item.accessed?.description)
        line.add("first_seen", item.firstSeen?.description)
        line.add("mime", item.mime)
        var hashes = JSONLine()
        for algorithm in HashAlgorithm.allCases {
            hashes.add(algorithm.rawValue, item.hashes[algorithm])
        }
        line.add("hashes", hashes)
        if let shared = item.shared { line.add("shared", shared) }
        line.add("owner", item.owner)
        line.add("owner_address", item.ownerAddress)
        line.add("width", item.width)
        line.add("height", item.height)
        line.add("duration", item.duration)
        line.add("camera", item.camera)
        if let albums = item.albums { line.add("album", albums) }
        line.add("etag", item.eTag)
        line.add("ctag", item.cTag)
        if item.isShortcut { line.add("shortcut", true) }
        line.add("link", item.link)
        if looks, let photo = item.photo { add(photo, row, to: &line) }
        return line.text
    }

    private func add(_ photo: PhotoFacts, _ row: Int, to line: inout JSONLine) {
        if let seen = photo.look {
            var look = JSONLine()
            look.add("v", Int64(PhotoLook.version))
            look.add("mark", seen.mark.hex)
            look.add("small", (seen.small ?? small(row)).map { Base64.text($0) })
            look.add("detail", Int64(seen.detail))
            look.add("px", Int64(seen.sourcePixels))
            look.add("sharpness", seen.sharpness.map { Int64($0) })
            look.add("brightness", seen.brightness.map { Int64($0) })
            line.add("look", look)
        }
        // Where there is no look, it is what says that somebody looked.
        if photo.isScreenshot || photo.look == nil { line.add("screenshot", photo.isScreenshot) }
        if photo.takenIsZoneless { line.add("taken_zone", "none") }
        line.add("live", photo.liveID)
    }
}

/// One JSON object on one line; what is missing is left out.
private struct JSONLine {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    var isEmpty: Bool { bytes.count == 1 }
    var text: String { String(decoding: bytes, as: UTF8.self) + "}" }

    mutating func add(_ key: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        begin(key)
        JSONString.append(value, to: &bytes)
    }

    mutating func add(_ key: String, _ value: Int64?) {
        guard let value else { return }
        begin(key)
        bytes.append(contentsOf: String(value).utf8)
    }

    mutating func add(_ key: String, _ value: Bool) {
        begin(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    mutating func add(_ key: String, _ value: JSONLine) {
        if value.isEmpty { return }
        begin(key)
        bytes.append(contentsOf: value.text.utf8)
    }

    /// One text alone, and any other number as a list.
    mutating func add(_ key: String, _ values: [String]) {
        if values.count == 1 { return add(key, values[0]) }
        begin(key)
        bytes.append(UInt8(ascii: "["))
        for (place, value) in values.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONString.append(value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func begin(_ key: String) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        JSONString.append(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }
}
