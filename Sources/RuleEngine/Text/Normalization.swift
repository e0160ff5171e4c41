// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Normalization Form C (UAX #15). The one place of this module that asks Foundation for it.
package enum Normalization {
    /// Whether text that holds `scalar` may fail to be in Form C.
    @inline(__always)
    package static func isSensitive(_ scalar: UInt32) -> Bool {
        scalar >= 0x300 && isSensitivePastLatin(scalar)
    }

    /// `text` in Form C.
    package static func composed(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping
    }

    /// `text` in Form C and folded: what two names are compared by.
    package static func folded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in composed(text).unicodeScalars {
            scalars.append(Unicode.Scalar(CaseFolding.fold(scalar.value)) ?? scalar)
        }
        return String(scalars)
    }

    /// Whether the UTF-8 in `text` is surely in Form C as it stands.
    package static func isSurelyComposed(_ text: TextSlice) -> Bool {
        var index = 0
        while index < text.count {
            if unsafe text.start[index] < 0xcc {
                // Scalars below U+0300 begin with a byte below 0xCC.
                unsafe index += text.start[index] < 0x80 ? 1 : 2
                continue
            }
            let (scalar, length) = unsafe decodeScalar(text.start + index)
            if isSensitivePastLatin(scalar) { return false }
            index += length
        }
        return true
    }

    private static func isSensitivePastLatin(_ scalar: UInt32) -> Bool {
        if scalar >= 0x3400, scalar < 0xa000 { return false }
        if scalar >= 0xac00, scalar < 0xd7a4 { return false }
        return unsafe normalizationSensitiveRanges.withUnsafeBufferPointer { ranges in
            var low = 0
            var high = ranges.count
            while low < high {
                let middle = (low + high) / 2
                if unsafe ranges[middle].last < scalar { low = middle + 1 } else { high = middle }
            }
            return unsafe low < ranges.count && scalar >= ranges[low].first
        }
    }
}

/// The scalar at `bytes` and how many bytes it takes; the text is valid UTF-8.
@inline(__always)
package func decodeScalar(_ bytes: UnsafePointer<UInt8>) -> (scalar: UInt32, length: Int) {
    let first = unsafe UInt32(bytes[0])
    if first < 0x80 { return (first, 1) }
    if first < 0xe0 { return unsafe ((first & 0x1f) << 6 | UInt32(bytes[1] & 0x3f), 2) }
    if first < 0xf0 {
        return unsafe (
            (first & 0x0f) << 12 | UInt32(bytes[1] & 0x3f) << 6 | UInt32(bytes[2] & 0x3f), 3
        )
    }
    let high = unsafe (first & 0x07) << 18 | UInt32(bytes[1] & 0x3f) << 12
    return unsafe (high | UInt32(bytes[2] & 0x3f) << 6 | UInt32(bytes[3] & 0x3f), 4)
}

/// Appends `scalar` in UTF-8.
@inline(__always)
package func appendScalar(_ scalar: UInt32, to bytes: Column<UInt8>) {
    func tail(_ shift: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3f)
    }
    if scalar < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: scalar))
    } else if scalar < 0x800 {
        bytes.append(UInt8(truncatingIfNeeded: 0xc0 | scalar >> 6))
        bytes.append(tail(0))
    } else if scalar < 0x1_0000 {
        bytes.append(UInt8(truncatingIfNeeded: 0xe0 | scalar >> 12))
        bytes.append(tail(6))
        bytes.append(tail(0))
    } else {
        bytes.append(UInt8(truncatingIfNeeded: 0xf0 | scalar >> 18))
        bytes.append(tail(12))
        bytes.append(tail(6))
        bytes.append(tail(0))
    }
}

/// Appends `text` in Form C and folded.
package func appendFolded(_ text: TextSlice, to bytes: Column<UInt8>) {
    if Normalization.isSurelyComposed(text) {
        var index = 0
        while index < text.count {
            let (scalar, length) = unsafe decodeScalar(text.start + index)
            appendScalar(CaseFolding.fold(scalar), to: bytes)
            index += length
        }
    } else {
        for scalar in Normalization.composed(text.string).unicodeScalars {
            appendScalar(CaseFolding.fold(scalar.value), to: bytes)
        }
    }
}
