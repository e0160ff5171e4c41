// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The checksum of stored bytes: it finds damage, not forgery.
func checksum(of bytes: UnsafeRawBufferPointer) -> Int64 {
    let bytes = bytes.bindMemory(to: UInt8.self)
    guard let start = bytes.baseAddress else { return Int64(bitPattern: stableChecksum(.empty)) }
    return Int64(bitPattern: stableChecksum(TextSlice(start: start, count: bytes.count)))
}
