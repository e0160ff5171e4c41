// SPDX-License-Identifier: Apache-2.0

/// The ids by which a request can be found again at the service.
enum RequestIdentity {
    /// The header that names a request for the client.
    static let header = "client-request-id"

    /// A random UUID (RFC 9562 section 5.4).
    static func new() -> String {
        let high = UInt64.random(in: .min ... .max) & ~0xf000 | 0x4000
        let low = UInt64.random(in: .min ... .max) & ~(0xc0 << 56) | 0x80 << 56
        let digits = Array(hexadecimal(high) + hexadecimal(low))
        let groups = [
            digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20...],
        ]
        return groups.map { String($0) }.joined(separator: "-")
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
