// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport
import Text

@testable import DriveAdapters

/// QuickXorHash against vectors of an implementation that goes bit by bit.
@Suite struct HashingTests {
    private func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 * 31) ^ (($0 >> 8) * 17) ^ ($0 >> 3)) }
    }

    private static let vectors: [(Int, String)] = [
        (0, "AAAAAAAAAAAAAAAAAAAAAAAAAAA="),
        (1, "AAAAAAAAAAAAAAAAAQAAAAAAAAA="),
        (2, "APgAAAAAAAAAAAAAAgAAAAAAAAA="),
        (7, "APiAD7rAh03oAgAABwAAAAAAAAA="),
        (8, "APiAD7rAh03oIhsACAAAAAAAAAA="),
        (9, "APiAD7rAh03oIhv5CQAAAAAAAAA="),
        (19, "AuJyZ7rLh03oIhv5o8ANqFAHScw="),
        (20, "AuJyZ7rLGU3oIhv5pMANqFAHScw="),
        (159, "9B9Kyf5gyKVugTKwocctLOkHDsQ="),
        (160, "9B9Kyf5gyKVugTKwnsctLOkHTs4="),
        (161, "gB9Kyf5gyKVugTKwn8ctLOkHTs4="),
        (319, "hTdCDoIRchF8YB4TkYlA/PsgYAw="),
        (320, "hTdCDoIRchF8YB4T7olA/PsggB4="),
        (321, "fDdCDoIRchF8YB4T74lA/PsggB4="),
        (1000, "1z/5xcAZzzy+zZ2ixWvLb6BHY/w="),
        (4096, "Oe7HY2195Sgh7F8egkjABPcnvVE="),
        (65537, "HcvuKjS3t76D+Po2xnGLVW31Kfc="),
        (131089, "zjRd0PEkT+RUzVSMI5h9humCk+E="),
    ]

    private func text(_ hash: borrowing QuickXorHash) -> String {
        hash.withDigest { Base64.text($0) }
    }

    @Test("The hash is that of the reference", arguments: vectors)
    func reference(count: Int, expected: String) {
        var hash = QuickXorHash()
        pattern(count).withUnsafeBytes { hash.update($0) }
        #expect(text(hash) == expected)
    }

    @Test("A hash in pieces is that of the whole", arguments: vectors)
    func pieces(count: Int, expected: String) {
        var generator = SplitMix64(seed: UInt64(count))
        var hash = QuickXorHash()
        for _ in 0..<3 {
            hash.reset()
            var rest = pattern(count)[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 0...700, using: &generator))
                piece.withUnsafeBytes { hash.update($0) }
                rest = rest.dropFirst(piece.count)
            }
            #expect(text(hash) == expected)
        }
    }

    @Test("A listing reads the hash as it is written")
    func listed() throws {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "d", kind: .listing)
        var item = ItemValues(path: "/a")
        item.quickXor = "9B9Kyf5gyKVugTKwocctLOkHDsQ="
        try builder.append(item, drive: drive)
        #expect(builder.finish().values(0).quickXor == item.quickXor)
    }
}
