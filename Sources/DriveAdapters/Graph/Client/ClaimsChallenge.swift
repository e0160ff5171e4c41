// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// What the service wants to see in a token beyond what the one that it refused said.
enum ClaimsChallenge {
    private static let byteCountMax = 16_384

    /// The claims that a refusal asks for, decoded; nil if it asks for none.
    static func claims(in headers: [HTTPField]) -> String? {
        for field in headers where field.name.lowercased() == "www-authenticate" {
            let value = Array(field.value.utf8.prefix(byteCountMax))
            guard let start = end(of: Array("claims=\"".utf8), in: value) else { continue }
            let encoded = value[start...].prefix { $0 != UInt8(ascii: "\"") }
            if let claims = decoded(encoded) { return claims }
        }
        return nil
    }

    private static func end(of wanted: [UInt8], in value: [UInt8]) -> Int? {
        var start = 0
        while start + wanted.count <= value.count {
            let isHere = value[start..<start + wanted.count].elementsEqual(wanted) {
                $0 | 0x20 == $1 | 0x20
            }
            if isHere { return start + wanted.count }
            start += 1
        }
        return nil
    }

    /// RFC 4648 sections 4 and 5: either alphabet, with or without padding.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for byte in text where byte != UInt8(ascii: "=") {
            guard let value = value(of: byte) else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            if bitCount < 8 { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case 65...90: UInt32(digit) - 65
        case 97...122: UInt32(digit) - 71
        case 48...57: UInt32(digit) + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
