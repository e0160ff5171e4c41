// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension JSONReader {
    /// Reads one place of a JSON text and steps over it.
    typealias Reading<Value> = (
        inout JSONReader, inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> Value

    /// What `reading` makes of the one value in `bytes`; nil where they are no JSON.
    static func value<Value>(of bytes: [UInt8], _ reading: Reading<Value>) -> Value? {
        var padded = bytes
        // The reader looks some bytes past the end.
        padded.append(contentsOf: repeatElement(0, count: 80))
        return unsafe padded.withUnsafeBufferPointer { buffer -> Value? in
            guard let start = buffer.baseAddress else { return nil }
            do throws(JSONFault) {
                var reader = unsafe JSONReader(end: start + bytes.count)
                reader.spansLines = true
                var place = unsafe start
                // RFC 8259 section 8.1: a mark of the byte order may be ignored.
                if bytes.starts(with: [0xef, 0xbb, 0xbf]) { unsafe place += 3 }
                unsafe reader.skipBlanks(&place)
                let value = try unsafe reading(&reader, &place)
                unsafe reader.skipBlanks(&place)
                return unsafe place == reader.end ? value : nil
            } catch {
                return nil
            }
        }
    }

    /// Reads the object at `place` inside `depth` others; `member` is told each key and steps over
    /// its value. A key that stands twice is a fault.
    mutating func members(
        _ place: inout UnsafePointer<UInt8>, depth: Int,
        _ member: (
            String, inout JSONReader, inout UnsafePointer<UInt8>
        ) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        if unsafe place[0] != UInt8(ascii: "{") {
            throw unsafe unexpected(place, String(clause: "an object"))
        }
        try unsafe checkDepth(depth, place)
        let start = unsafe place
        let scratchMark = scratch.mark
        let mark = names.mark
        if unsafe open(UInt8(ascii: "}"), &place) {
            repeat {
                let keyPlace = unsafe place
                let key = try unsafe key(&place)
                try unsafe addName(key, since: mark, keyPlace)
                try unsafe member(key.string, &self, &place)
            } while try unsafe another(UInt8(ascii: "}"), &place)
        }
        try unsafe closeNames(mark, start)
        scratch.release(scratchMark)
    }

    /// Reads the array at `place` inside `depth` others; `element` steps over each value.
    mutating func elements(
        _ place: inout UnsafePointer<UInt8>, depth: Int, _ element: Reading<Void>
    ) throws(JSONFault) {
        if unsafe place[0] != UInt8(ascii: "[") {
            throw unsafe unexpected(place, String(clause: "an array"))
        }
        try unsafe checkDepth(depth, place)
        guard unsafe open(UInt8(ascii: "]"), &place) else { return }
        repeat {
            try unsafe element(&self, &place)
        } while try unsafe another(UInt8(ascii: "]"), &place)
    }

    /// The text at `place`; nil, and stepped over, if something else stands there.
    mutating func textIfAny(
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) -> String? {
        guard unsafe place[0] == UInt8(ascii: "\"") else {
            try unsafe skipValue(&place, depth: depth)
            return nil
        }
        let mark = scratch.mark
        unsafe place += 1
        let text = try unsafe text(&place).string
        scratch.release(mark)
        return text
    }

    /// The whole number at `place`; nil, and stepped over, if something else stands there.
    mutating func numberIfAny(
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) -> Int64? {
        guard unsafe (0x30...0x39).contains(place[0]) else {
            try unsafe skipValue(&place, depth: depth)
            return nil
        }
        if case .value(let number) = try unsafe wholeNumber(&place) { return number }
        return nil
    }
}
