// SPDX-License-Identifier: Apache-2.0

/// What Apple's cameras write into the film of a Live Photo: the content identifier that it shares
/// with the picture. Boxes within boxes, read by their own bounds (QuickTime File Format, metadata).
@safe
struct FilmNote {
    private let bytes: UnsafeRawBufferPointer
    private let byteCount: Int

    private static let contentKey = "com.apple.quicktime.content.identifier"
    /// The most boxes that are gone through in one.
    private static let boxCountMax = 2_000
    private static let keyCountMax = 200

    /// The notes of the film `bytes`.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
        byteCount = bytes.count
    }

    /// The identifier, if the film has one.
    var contentID: String? {
        guard let film = box("moov", in: 0..<byteCount), let notes = box("meta", in: film),
            let keys = box("keys", in: notes), let values = box("ilst", in: notes),
            let number = number(of: FilmNote.contentKey, in: keys)
        else { return nil }
        var found: String?
        boxes(in: values) { kind, content in
            guard kind == number, let value = box("data", in: content) else { return true }
            // Before the letters: what they are, and for which country.
            let letters = slice(value.dropFirst(8))
            if (4...64).contains(letters.count), letters.allSatisfy({ (33...126).contains($0) }) {
                found = String(decoding: letters, as: UTF8.self)
            }
            return false
        }
        return found
    }

    /// The number of a key among all that are used, from 1.
    private func number(of key: String, in keys: Range<Int>) -> Int? {
        // Before the keys: a version with flags, and how many there are.
        var place = keys.lowerBound + 8
        for number in 1...FilmNote.keyCountMax {
            let count = self.number(place)
            guard count >= 8, place + count <= keys.upperBound else { return nil }
            if slice(place + 8..<place + count).elementsEqual(key.utf8) { return number }
            place += count
        }
        return nil
    }

    // MARK: - Boxes

    private func box(_ name: String, in range: Range<Int>) -> Range<Int>? {
        let wanted = name.utf8.reduce(0) { $0 << 8 | Int($1) }
        var found: Range<Int>?
        boxes(in: range) { kind, content in
            if kind == wanted { found = content }
            return found == nil
        }
        return found
    }

    /// Goes through the boxes of `range` for as long as `body` wants more.
    private func boxes(in range: Range<Int>, _ body: (Int, Range<Int>) -> Bool) {
        var place = range.lowerBound
        for _ in 0..<FilmNote.boxCountMax {
            guard place + 8 <= range.upperBound else { return }
            var (head, count) = (8, number(place))
            if count == 1 {
                // The length is so large that it stands behind the name, in eight bytes.
                guard place + 16 <= range.upperBound, number(place + 8) == 0 else { return }
                (head, count) = (16, number(place + 12))
            } else if count == 0 {
                count = range.upperBound - place
            }
            guard count >= head, count <= range.upperBound - place else { return }
            if !body(number(place + 4), place + head..<place + count) { return }
            place += count
        }
    }

    private func number(_ place: Int) -> Int {
        slice(place..<place + 4).reduce(0) { $0 << 8 | Int($1) }
    }

    private func slice(_ range: Range<Int>) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else { return [] }
        return unsafe Array(bytes[range])
    }
}
