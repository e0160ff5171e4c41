// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing
import TestSupport
import Text

@testable import GraphSimulator

/// Bytes, their hashes, and how they are spelt.
@Suite("Contents")
struct ContentTests {
    @Test(
        "have the QuickXorHash that the service gives",
        arguments: [
            ("", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="),
            ("a", "YQAAAAAAAAAAAAAAAQAAAAAAAAA="),
            ("hello world", "aCgDG9jwBhDc4Q1yawMZAAAAAAA="),
            (
                "The quick brown fox jumps over the lazy dog",
                "bMSlbysmxJL6S75XwfMcQZOpcr4="
            ),
            (String(repeating: "a", count: 161), "nv//////////////Xv////////8="),
        ])
    func quickXor(text: String, hash: String) {
        #expect(SimulatedContent.text(text).quickXorHash == hash)
    }

    @Test("that are generated have the hash of their bytes", arguments: 0..<40)
    func generatedHash(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let size = Int64(seed < 20 ? 150 + seed : random.below(90_000))
        let content = SimulatedContent.generated(size: size, seed: UInt64(seed))
        let bytes = try #require(content.allBytes)
        #expect(bytes.count == Int(size))
        #expect(content.quickXorHash == SimulatedContent.bytes(bytes).quickXorHash)
        let middle = size / 3..<size / 2
        #expect(
            content.read(middle) == Array(bytes[Int(middle.lowerBound)..<Int(middle.upperBound)]))
    }

    @Test("that are generated differ if their seeds do")
    func seeds() {
        let contents = (0..<50).map { SimulatedContent.generated(size: 320, seed: $0) }
        #expect(Set(contents.map(\.quickXorHash)).count == 50)
        #expect(Set(contents.map(\.allBytes)).count == 50)
    }

    @Test("have the SHA digests of the standards")
    func digests() {
        #expect(
            SimulatedContent.text("abc").sha1Hash == "A9993E364706816ABA3E25717850C26C9CD0D89D")
        #expect(
            SimulatedContent.text(String(repeating: "a", count: 119)).sha1Hash
                == "EE971065AAA017E0632A8CA6C77BB3BF8B1DFC56")
        #expect(
            SimulatedContent.text("abc").sha256Hash
                == "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD")
    }

    @Test("go through base64, base32 and hexadecimal digits and back", arguments: 0..<41)
    func spellings(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
        #expect(Base64.bytes(Base64.text(bytes)) == bytes)
        #expect(Base64.bytes(Base64.text(bytes, forURL: true)) == bytes)
        #expect(HexDigits.bytes(HexDigits.text(bytes)) == bytes)
        if count % 5 == 0 {
            var text: [UInt8] = []
            Base32.append(bytes, to: &text)
            #expect(Base32.bytes(String(decoding: text, as: UTF8.self)) == bytes)
        }
    }

    @Test("of pictures are PNG that readers take", arguments: [(1, 1), (96, 72), (800, 601)])
    func pictures(width: Int, height: Int) throws {
        let bytes = PNGImage.bytes(width: width, height: height, seed: 7)
        #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
        var place = 8
        var types: [String] = []
        var data: [UInt8] = []
        while place < bytes.count {
            let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            if type == "IDAT" { data = Array(bytes[place + 8..<place + 8 + count]) }
            types.append(type)
            place += count + 12
        }
        #expect(place == bytes.count)
        #expect(types == ["IHDR", "PLTE", "IDAT", "IEND"])
        #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == width)
        // Two bytes of zlib, five of each block, the rows, a sum.
        let rows = height * ((width + 7) / 8 + 1)
        #expect(data.count == 2 + (rows + 65_534) / 65_535 * 5 + rows + 4)
        // The checksum of an empty end is a constant that every PNG has.
        #expect(Array(bytes.suffix(4)) == [0xae, 0x42, 0x60, 0x82])
    }

    @Test("come as instants that read back", arguments: 0..<200)
    func instants(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let value = Int64(random.below(315_000_000_000_000)) - 62_135_596_800_000
        let seconds = value / 1_000 * 1_000
        let text = InstantText.text(milliseconds: seconds)
        #expect(text.utf8.count == 20)
        #expect(InstantText.milliseconds(text) == seconds)
    }

    @Test("come as the instants that calendars know")
    func knownInstants() {
        #expect(InstantText.text(milliseconds: -62_135_596_800_000) == "0001-01-01T00:00:00Z")
        #expect(InstantText.text(milliseconds: 1_709_208_000_000) == "2024-02-29T12:00:00Z")
        #expect(InstantText.header(seconds: 1_793_697_322) == "Tue, 03 Nov 2026 09:15:22 GMT")
    }
}

/// JSON, as clients and scripts write it.
@Suite("JSON")
struct GraphJSONTests {
    @Test(
        "reads back as it was written",
        arguments: [
            #"{"a":[1,-2,3.5,true,false,null],"b":{"c":"d\"\\\n"}}"#, "[]", "{}",
            #"[9223372036854775807,"ü😀"]"#,
        ])
    func roundTrip(text: String) throws {
        let value = try #require(GraphJSON(parsing: text))
        #expect(GraphJSON(value.bytes) == value)
    }

    @Test("reads escapes as RFC 8259 has them")
    func escapes() {
        #expect(GraphJSON(parsing: #""\u0041\ud83d\ude00\/\t""#) == "A😀/\t")
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "{", "[1,]", #"{"a"}"#, "01x", "nul", #""\ud83d""#, "\"\u{1}\"", "[1] 2",
            String(repeating: "[", count: 100),
        ])
    func broken(text: String) { #expect(GraphJSON(parsing: text) == nil) }
}
