// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Why a number is not a whole one from 0 to 2^63 - 1.
enum WholeNumber {
    /// It is one.
    case value(Int64)
    /// It is a JSON number, but negative, with a fraction or exponent, or too large.
    case unfit
}

extension JSONReader {
    /// The whole number at `place`; steps over it, unfit or not.
    @inline(__always)
    func wholeNumber(
        _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> WholeNumber {
        let start = place
        var value: UInt64 = 0
        var at = start
        while at[0] &- 0x30 < 10 {
            value = value &* 10 &+ UInt64(at[0] &- 0x30)
            at += 1
        }
        let count = at - start
        // Eighteen digits always fit; what ends the number shows whether it goes on.
        let isPlain =
            count > 0 && count <= 18 && (start[0] != 0x30 || count == 1)
            && at[0] | 0x20 != UInt8(ascii: "e") && at[0] != UInt8(ascii: ".")
        if isPlain {
            place = at
            return .value(Int64(truncatingIfNeeded: value))
        }
        return try unusualNumber(&place)
    }

    @inline(never)
    private func unusualNumber(
        _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> WholeNumber {
        let start = place
        try skipNumber(&place)
        var value: Int64 = 0
        for index in 0..<(place - start) {
            let digit = start[index] &- 0x30
            if digit > 9 { return .unfit }
            let (scaled, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = scaled.addingReportingOverflow(Int64(digit))
            if tooLarge || overflows { return .unfit }
            value = sum
        }
        return .value(value)
    }

    /// Steps over the number at `place`.
    func skipNumber(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) {
        if place[0] == UInt8(ascii: "-") { place += 1 }
        if place[0] == UInt8(ascii: "0") {
            place += 1
            if place[0] &- 0x30 < 10 {
                throw JSONFault(place, String(clause: "a number does not begin with 0"))
            }
        } else {
            try skipDigits(&place)
        }
        if place[0] == UInt8(ascii: ".") {
            place += 1
            try skipDigits(&place)
        }
        if place[0] | 0x20 == UInt8(ascii: "e") {
            place += 1
            if place[0] == UInt8(ascii: "+") || place[0] == UInt8(ascii: "-") { place += 1 }
            try skipDigits(&place)
        }
    }

    private func skipDigits(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) {
        if place[0] &- 0x30 >= 10 { throw unexpected(place, String(clause: "a digit")) }
        while place[0] &- 0x30 < 10 { place += 1 }
    }

    /// Steps over the value at `place` inside `depth` open arrays and objects, checking all of it.
    mutating func skipValue(
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        switch place[0] {
        case UInt8(ascii: "\""):
            let mark = scratch.mark
            place += 1
            _ = try text(&place)
            scratch.release(mark)
        case UInt8(ascii: "{"): try skipObject(&place, depth: depth)
        case UInt8(ascii: "["): try skipArray(&place, depth: depth)
        case UInt8(ascii: "-"), 0x30...0x39: try skipNumber(&place)
        default: _ = try literal(&place)
        }
    }

    private mutating func skipArray(
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        try checkDepth(depth, place)
        guard open(UInt8(ascii: "]"), &place) else { return }
        repeat {
            try skipValue(&place, depth: depth + 1)
        } while try another(UInt8(ascii: "]"), &place)
    }

    private mutating func skipObject(
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        try checkDepth(depth, place)
        let start = place
        let scratchMark = scratch.mark
        let mark = names.mark
        if open(UInt8(ascii: "}"), &place) {
            repeat {
                let keyPlace = place
                let key = try key(&place)
                try addName(key, since: mark, keyPlace)
                try skipValue(&place, depth: depth + 1)
            } while try another(UInt8(ascii: "}"), &place)
        }
        try closeNames(mark, start)
        scratch.release(scratchMark)
    }

    /// Notes a key of the object whose keys begin at `mark`.
    mutating func addName(
        _ key: TextSlice, since mark: Int, _ place: UnsafePointer<UInt8>
    ) throws(JSONFault) {
        if !names.add(key, since: mark) { throw repeatedKey(key, place) }
    }

    /// Ends the object that begins at `place` and whose keys begin at `mark`.
    mutating func closeNames(_ mark: Int, _ place: UnsafePointer<UInt8>) throws(JSONFault) {
        if let key = names.close(mark) { throw repeatedKey(key, place) }
    }

    /// The fault of a key that stands twice.
    @inline(never)
    func repeatedKey(_ key: TextSlice, _ place: UnsafePointer<UInt8>) -> JSONFault {
        JSONFault(place, String(clause: "the key \(quoted(key.string)) stands twice in one object"))
    }

    /// Refuses to open one more array or object inside `depth` others.
    func checkDepth(_ depth: Int, _ place: UnsafePointer<UInt8>) throws(JSONFault) {
        if depth >= JSONReader.depthMax {
            throw JSONFault(
                place, String(clause: "arrays and objects nest deeper than \(JSONReader.depthMax)"))
        }
    }
}
