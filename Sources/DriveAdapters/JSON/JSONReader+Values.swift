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
        let start = unsafe place
        var value: UInt64 = 0
        var at = unsafe start
        while unsafe at[0] &- 0x30 < 10 {
            value = unsafe value &* 10 &+ UInt64(at[0] &- 0x30)
            unsafe at += 1
        }
        let count = unsafe at - start
        // Eighteen digits always fit; what ends the number shows whether it goes on.
        let isPlain =
            unsafe count > 0 && count <= 18 && (start[0] != 0x30 || count == 1)
            && at[0] | 0x20 != UInt8(ascii: "e") && at[0] != UInt8(ascii: ".")
        if isPlain {
            unsafe place = unsafe at
            return .value(Int64(truncatingIfNeeded: value))
        }
        return try unsafe unusualNumber(&place)
    }

    @inline(never)
    private func unusualNumber(
        _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> WholeNumber {
        let start = unsafe place
        try unsafe skipNumber(&place)
        var value: Int64 = 0
        for index in unsafe 0..<(place - start) {
            let digit = unsafe start[index] &- 0x30
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
        if unsafe place[0] == UInt8(ascii: "-") { unsafe place += 1 }
        if unsafe place[0] == UInt8(ascii: "0") {
            unsafe place += 1
            if unsafe place[0] &- 0x30 < 10 {
                throw unsafe JSONFault(place, String(clause: "a number does not begin with 0"))
            }
        } else {
            try unsafe skipDigits(&place)
        }
        if unsafe place[0] == UInt8(ascii: ".") {
            unsafe place += 1
            try unsafe skipDigits(&place)
        }
        if unsafe place[0] | 0x20 == UInt8(ascii: "e") {
            unsafe place += 1
            if unsafe place[0] == UInt8(ascii: "+") || place[0] == UInt8(ascii: "-") {
                unsafe place += 1
            }
            try unsafe skipDigits(&place)
        }
    }

    private func skipDigits(_ place: inout UnsafePointer<UInt8>) throws(JSONFault) {
        if unsafe place[0] &- 0x30 >= 10 {
            throw unsafe unexpected(place, String(clause: "a digit"))
        }
        while unsafe place[0] &- 0x30 < 10 { unsafe place += 1 }
    }

    /// Steps over the value at `place` inside `depth` open arrays and objects, checking all of it.
    mutating func skipValue(
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        switch unsafe place[0] {
        case UInt8(ascii: "\""):
            let mark = scratch.mark
            unsafe place += 1
            _ = try unsafe text(&place)
            scratch.release(mark)
        case UInt8(ascii: "{"): try unsafe skipObject(&place, depth: depth)
        case UInt8(ascii: "["): try unsafe skipArray(&place, depth: depth)
        case UInt8(ascii: "-"), 0x30...0x39: try unsafe skipNumber(&place)
        default: _ = try unsafe literal(&place)
        }
    }

    private mutating func skipArray(
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        try unsafe checkDepth(depth, place)
        guard unsafe open(UInt8(ascii: "]"), &place) else { return }
        repeat {
            try unsafe skipValue(&place, depth: depth + 1)
        } while try unsafe another(UInt8(ascii: "]"), &place)
    }

    private mutating func skipObject(
        _ place: inout UnsafePointer<UInt8>, depth: Int
    ) throws(JSONFault) {
        try unsafe checkDepth(depth, place)
        let start = unsafe place
        let scratchMark = scratch.mark
        let mark = names.mark
        if unsafe open(UInt8(ascii: "}"), &place) {
            repeat {
                let keyPlace = unsafe place
                let key = try unsafe key(&place)
                try unsafe addName(key, since: mark, keyPlace)
                try unsafe skipValue(&place, depth: depth + 1)
            } while try unsafe another(UInt8(ascii: "}"), &place)
        }
        try unsafe closeNames(mark, start)
        scratch.release(scratchMark)
    }

    /// Notes a key of the object whose keys begin at `mark`.
    mutating func addName(
        _ key: TextSlice, since mark: Int, _ place: UnsafePointer<UInt8>
    ) throws(JSONFault) {
        if !names.add(key, since: mark) { throw unsafe repeatedKey(key, place) }
    }

    /// Ends the object that begins at `place` and whose keys begin at `mark`.
    mutating func closeNames(_ mark: Int, _ place: UnsafePointer<UInt8>) throws(JSONFault) {
        if let key = names.close(mark) { throw unsafe repeatedKey(key, place) }
    }

    /// The fault of a key that stands twice.
    @inline(never)
    func repeatedKey(_ key: TextSlice, _ place: UnsafePointer<UInt8>) -> JSONFault {
        unsafe JSONFault(
            place, String(clause: "the key \(quoted(key.string)) stands twice in one object"))
    }

    /// Refuses to open one more array or object inside `depth` others.
    func checkDepth(_ depth: Int, _ place: UnsafePointer<UInt8>) throws(JSONFault) {
        if depth >= JSONReader.depthMax {
            throw unsafe JSONFault(
                place, String(clause: "arrays and objects nest deeper than \(JSONReader.depthMax)"))
        }
    }
}
