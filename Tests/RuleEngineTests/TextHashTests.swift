// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RuleEngine

@Suite("Hashes of texts from outside")
struct TextHashTests {
    /// Texts that all have one hash under `hash`, made by who knows its numbers: the second word
    /// takes back what the first one did.
    static func colliding(under hash: TextHash, count: Int) -> [String] {
        let length: UInt64 = 16
        let begin = hash.start ^ length &* 0x9e37_79b9_7f4a_7c15
        var texts: [String] = []
        var target: UInt64?
        var number = 0
        while texts.count < count {
            let first = Array("i".utf8) + Array(String(1_000_000 + number).utf8)
            number += 1
            let word = first.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let state = mixed(begin ^ word, hash.factor)
            let wanted = target ?? state ^ 0x6161_6161_6161_6161
            target = wanted
            let second = (0..<8).map { UInt8(truncatingIfNeeded: (state ^ wanted) >> (8 * $0)) }
            guard second.allSatisfy({ $0 > 0x2f && $0 < 0x80 }) else { continue }
            texts.append(String(decoding: first + second, as: UTF8.self))
        }
        return texts
    }

    private func hash(_ text: String, _ hash: TextHash) -> UInt64 {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { hash(TextSlice(start: $0, count: bytes.count)) } ?? 0
        }
    }

    @Test("texts that fall together in one process do not in another")
    func seeded() {
        let known = TextHash()
        let texts = Self.colliding(under: known, count: 20)
        #expect(Set(texts).count == 20)
        #expect(Set(texts.map { hash($0, known) }).count == 1)
        #expect(Set(texts.map { hash($0, TextHash.ofProcess) }).count == 20)
        #expect(Set(texts.map { hash($0, TextHash()) }).count == 20)
    }

    @Test("hashes that differ in their last bytes only do not fall together")
    func wholeHashes() throws {
        var world = World()
        world.items = (0..<100).map { number in
            let digits = String(number, radix: 16)
            let hash = String(repeating: "a", count: 64 - digits.count) + digits
            return .file("/\(number)", size: 5, hash: hash)
        }
        let listing = try world.input().listing
        let hash = try #require(listing.hashes[.sha256])
        let key = HashKey(
            listing, hash: hash, reach: .drive, isUsed: [true],
            eligibility: Eligibility(listing, otherLinks: []))
        #expect(Set((0..<100).map { key.mix($0) }).count == 100)
    }

    @Test("what is stored is the same in every process")
    func stable() {
        let sums = ["", "a", "12345678", "cleanrules writes this down"].map { text in
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                stableChecksum(
                    bytes.baseAddress.map { TextSlice(start: $0, count: bytes.count) } ?? .empty)
            }
        }
        #expect(
            sums == [
                0x1ff5_c292_3a78_8d2c,
                0x36cd_5c0b_a6cf_edea,
                0xd734_0d99_d9fe_bf3c,
                0x0e74_3c11_22f0_1f8e,
            ])
    }
}
