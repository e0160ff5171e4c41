// SPDX-License-Identifier: Apache-2.0

/// Names for items whose own name is taken.
enum RestoredName {
    /// The most bytes that a name has on common file systems.
    static let byteCountMax = 255

    /// The path beside `path` under such a name.
    static func path(beside path: String, attempt: Int) -> String {
        let bytes = Array(path.utf8)
        let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        return String(
            decoding: bytes[..<start] + name(bytes[start...], attempt: attempt), as: UTF8.self)
    }

    /// `NAME (restored).ext`, or `NAME (restored 2).ext` and so on for a later attempt.
    static func name(_ name: ArraySlice<UInt8>, attempt: Int) -> [UInt8] {
        let mark = attempt == 1 ? " (restored)" : " (restored \(attempt))"
        return marked(name, Array(mark.utf8), byteCountMax: byteCountMax)
    }

    /// Whether `candidate` is `name` after an attempt.
    static func isForm(_ candidate: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> Bool {
        let stem = candidate.dropLast(name.endIndex - stemEnd(of: name)).dropLast()
        let digits = stem.reversed().prefix { (48...57).contains($0) }.reversed()
        let number = Int(String(decoding: digits, as: UTF8.self)) ?? 1
        return self.name(name, attempt: max(number, 1)).elementsEqual(candidate)
    }

    /// `name` with `mark` before its extension, the part before it cut at a character so that all
    /// has at most `byteCountMax` bytes.
    static func marked(
        _ name: ArraySlice<UInt8>, _ mark: [UInt8], byteCountMax: Int
    ) -> [UInt8] {
        let stemEnd = stemEnd(of: name)
        let room = byteCountMax - mark.count - (name.endIndex - stemEnd)
        return cut(name[..<stemEnd], to: max(room, 0)) + mark + name[stemEnd...]
    }

    /// Where the extension of `name`, with its point, begins; its end if it has none.
    ///
    /// What is longer than 32 bytes is no extension but a part of the name.
    static func stemEnd(of name: ArraySlice<UInt8>) -> Int {
        guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > name.startIndex,
            name.endIndex - point <= 32
        else { return name.endIndex }
        return point
    }

    /// The longest beginning of `text` of at most `count` bytes that ends between characters, as
    /// people see them.
    static func cut(_ text: ArraySlice<UInt8>, to count: Int) -> [UInt8] {
        if text.count <= count { return Array(text) }
        var kept = 0
        for character in String(decoding: text, as: UTF8.self) {
            let length = character.utf8.count
            if kept + length > count { break }
            kept += length
        }
        return Array(text.prefix(kept))
    }
}
