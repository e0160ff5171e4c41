// SPDX-License-Identifier: Apache-2.0

import Testing
import Text

@Suite struct EncodingTests {
    @Test(
        "base64 is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, letters: String) {
        let bytes = Array(text.utf8)
        #expect(Base64.text(bytes) == letters)
        #expect(Base64.text(bytes, forURL: true) == letters.filter { $0 != "=" })
        #expect(Base64.bytes(letters) == bytes)
        #expect(Base64.bytes(letters.filter { $0 != "=" }) == bytes)
    }

    @Test("either alphabet is read, nothing else is")
    func alphabets() {
        #expect(Base64.text([0xFB, 0xFF]) == "+/8=")
        #expect(Base64.text([0xFB, 0xFF], forURL: true) == "-_8")
        #expect(Base64.bytes("+/8=") == [0xFB, 0xFF])
        #expect(Base64.bytes("-_8") == [0xFB, 0xFF])
        #expect(Base64.bytes("a b") == nil)
        for count in 0...7 {
            let bytes = (0..<count).map { UInt8(255 - $0 * 31) }
            var letters = Array(Base64.text(bytes).utf8)
            let read = letters.withUnsafeBufferPointer { Base64.bytes($0, count: count) }
            #expect(read == bytes)
            for place in letters.indices {
                let letter = letters[place]
                letters[place] = letter == UInt8(ascii: "=") ? UInt8(ascii: "A") : UInt8(ascii: "=")
                #expect(letters.withUnsafeBufferPointer { Base64.bytes($0, count: count) } == nil)
                letters[place] = letter
            }
        }
    }

    @Test("hexadecimal digits come back as the bytes that they were")
    func hex() {
        let all = Array(UInt8.min...UInt8.max)
        for isUpper in [false, true] {
            let text = HexDigits.text(all, upper: isUpper)
            #expect(text.hasPrefix("000102") && text.hasSuffix(isUpper ? "FEFF" : "feff"))
            #expect(HexDigits.bytes(text) == all)
        }
        #expect(HexDigits.bytes("0") == nil)
        #expect(HexDigits.bytes("0g") == nil)
        #expect(HexDigits.text(UInt64(0xAB), atLeast: 4) == "00ab")
        #expect(HexDigits.text(UInt32(0x10FFFF), atLeast: 4, upper: true) == "10FFFF")
    }

    @Test("percent signs stand for bytes, and broken ones for nothing")
    func percent() {
        let text = PercentText.encoded("a b/ü".utf8, isPlain: PercentText.isUnreserved)
        #expect(text == "a%20b%2F%C3%BC")
        #expect(PercentText.decoded(text.utf8) == Array("a b/ü".utf8))
        #expect(PercentText.decoded("a+b".utf8, plusIsBlank: true) == Array("a b".utf8))
        #expect(PercentText.decoded("a+b".utf8) == Array("a+b".utf8))
        for broken in ["%", "%4", "%4g", "a%"] {
            #expect(PercentText.decoded(broken.utf8) == nil)
        }
    }
}
