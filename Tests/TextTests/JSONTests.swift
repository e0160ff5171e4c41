// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Text

@Suite struct JSONTests {
    private static let styles: [JSONString.Escapes] = [
        .controls, .shortControls, .controlsAndDelete, .allButASCII, .hidden,
    ]

    @Test(
        "each format keeps to its own escapes",
        arguments: [
            (JSONString.Escapes.controls, "\"\\\"\\\\\\u000a\\u0001\u{7F}é🙂\""),
            (.shortControls, "\"\\\"\\\\\\n\\u0001\u{7F}é🙂\""),
            (.controlsAndDelete, "\"\\\"\\\\\\u000a\\u0001\\u007fé🙂\""),
            (.allButASCII, "\"\\\"\\\\\\u000a\\u0001\\u007f\\u00e9\\ud83d\\ude42\""),
            (.hidden, "\"\\\"\\\\\\n\\u0001\\u007fé🙂\""),
        ])
    func escapes(style: JSONString.Escapes, expected: String) {
        let text = "\"\\\n\u{1}\u{7F}é🙂"
        #expect(JSONString.quoted(text, style).utf8.elementsEqual(expected.utf8))
    }

    @Test("what hides or turns text is escaped where a document is shown")
    func hidden() {
        let text = JSONString.quoted("a\u{202E}b\u{2028}\u{E0041}", .hidden)
        #expect(text == "\"a\\u202eb\\u2028\\udb40\\udc41\"")
    }

    @Test("what is written is read again, by this reader and by Foundation", arguments: styles)
    func roundTrip(style: JSONString.Escapes) throws {
        let texts = [
            "", "plain", "\"", "\\", "\u{0}\u{1f}\n\t\r\u{8}\u{c}", "e\u{301}", "日本語", "🙂",
            "\\u0041",
            "\u{7f}\u{80}\u{2028}\u{FEFF}\u{FFFF}\u{10FFFF}",
        ]
        let line = JSONValue.texts(texts).line(style)
        var reader = JSONReader(line)
        let read = try reader.strings()
        try reader.end()
        #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
        let known = try JSONDecoder().decode([String].self, from: Data(line.utf8))
        #expect(known.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test("values are written on a line, as a document, and indented")
    func forms() {
        let value = JSONValue.sorted([
            ("b", .list([.number(1), .null, .bool(true)])), ("a", .object([("c", .raw([0x37]))])),
            ("e", .list([])),
        ])
        #expect(value.line() == #"{"a":{"c":7},"b":[1,null,true],"e":[]}"#)
        #expect(
            value.document()
                == "{\n\"a\": {\"c\":7},\n\"b\": [\n1,\nnull,\ntrue\n],\n\"e\": []\n}\n")
        #expect(
            value.indented()
                == "{\n  \"a\": {\n    \"c\": 7\n  },\n  \"b\": [1, null, true],\n  \"e\": []\n}")
    }

    @Test(
        "what is wrong with a text is said",
        arguments: [
            ("", "an object begins with '{'"), ("{", "a text in quotes is missing"),
            (#"{"a"}"#, "a ':' is missing"),
            (#"{"a":"b""#, "a ',' or the '}' at the end is missing"),
            (#"{"a":"b"#, "a text has no end"), (#"{"a":"\x"}"#, "an escape in a text is none"),
            (#"{"a":"\u+123"}"#, "an escape in a text is none"),
            (#"{"a":"\u12"#, "a text has no end"),
            (#"{"a":"\ud800"}"#, "half a character stands in a text"),
            (#"{"a":"\ud800\n"}"#, "half a character stands in a text"),
            (#"{"a":"\udc00"}"#, "half a character stands in a text"),
            ("{\"a\":\"\n\"}", "a control character stands in a text"),
            (#"{"a":"b"}x"#, "something follows the value"),
            (#"{"a":1}"#, "a text in quotes is missing"),
        ])
    func faults(text: String, reason: String) {
        #expect(throws: JSONReader.Malformed(reason)) {
            var reader = JSONReader(text)
            _ = try reader.dictionary()
            try reader.end()
        }
    }

    @Test("numbers are whole where they are written so and fit")
    func numbers() throws {
        func read(_ text: String) throws -> (Int64?, Double) {
            var reader = JSONReader(text)
            let number = try reader.number()
            try reader.end()
            return (number.whole, number.value)
        }
        #expect(try read("-12") == (-12, -12))
        #expect(try read("1e3") == (nil, 1000))
        #expect(try read("0") == (0, 0) && read("-0.5") == (nil, -0.5))
        #expect(try read("2.5E-1") == (nil, 0.25))
        #expect(try read("99999999999999999999") == (nil, 1e20))
        for broken in ["", "-", "1.", ".5", "1e", "+1", "0x1", "00", "01", "-01", "00.5"] {
            #expect(throws: JSONReader.Malformed.self) { try read(broken) }
        }
    }

    @Test("nesting has an end, and no cut text ends the program")
    func hostile() {
        #expect(
            JSONReader.isValid(
                String(repeating: "[", count: 50) + String(repeating: "]", count: 50)))
        #expect(!JSONReader.isValid(String(repeating: "[", count: 100_000)))
        let text = Array(#"{"a":["\ud83d\ude42",{"b":-1}],"c":null,"d":true}"#.utf8)
        for end in 0..<text.count {
            #expect(!JSONReader.isValid(String(decoding: text[..<end], as: UTF8.self)))
        }
        #expect(JSONReader.isValid(String(decoding: text, as: UTF8.self)))
    }
}
