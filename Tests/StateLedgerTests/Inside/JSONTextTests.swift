// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Testing
import Text

@testable import StateLedger

@Suite("JSON in the state file")
struct JSONTextTests {
    private static let hostile = [
        "", "plain", "\"", "\\", "\u{1}\u{1f}\n\t\r", "é", "e\u{301}", "日本語", "🙂", "\u{2028}",
        "a\u{0}b", "{\"a\":[1]}", "\\u0041",
    ]

    @Test("gives back any text", arguments: hostile)
    func texts(text: String) throws {
        var reader = JSONReader(JSONObject.quoted(text))
        #expect(Array(try reader.string().utf8) == Array(text.utf8))
        try reader.end()
    }

    @Test("is what Foundation reads too", arguments: hostile)
    func foundation(text: String) throws {
        let data = Data(JSONObject.list([text, text]).utf8)
        #expect(try JSONDecoder().decode([String].self, from: data) == [text, text])
    }

    @Test("gives back recorded items, with and without values")
    func items() throws {
        var full = Sample.item("/Fotos/\"é\"\\.jpg")
        full.hashes = ["sha256": "a", "sha1": "b", "quickxor": "c="]
        for item in [full, Sample.folder("/f")] {
            var reader = JSONReader(item.json)
            #expect(try RecordedItem(reading: &reader) == item)
            try reader.end()
        }
    }

    @Test("gives back obligations")
    func obligations() throws {
        let obligation = Obligation(
            rule: "dup", isDuplicates: true, group: "sha256:x\"", needed: 2, comparesBytes: true,
            survivors: [Sample.item("/a"), Sample.item("/b", drive: "other", size: nil)])
        var other = obligation
        other.isDuplicates = false
        other.survivors = []
        let json = try #require(Obligation.json([obligation, other]))
        var reader = JSONReader(json)
        #expect(try Obligation.list(reading: &reader) == [obligation, other])
        #expect(Obligation.json([]) == nil)
    }

    @Test("gives back rulings, and equal ones give equal texts")
    func rulings() throws {
        var order = Sample.order("/a")
        let ruling = Ruling(order)
        #expect(try Ruling(json: ruling.json) == ruling)
        order.rule = nil
        order.ruleDigest = nil
        order.applied = []
        #expect(try Ruling(json: Ruling(order).json) == Ruling(order))
        #expect(Ruling(order).json != ruling.json)
    }

    @Test(
        "is refused when it is anything else",
        arguments: [
            "", "{", "[1,", "{\"a\"}", "{\"a\":}", "\"a", "\"\\x\"", "\"\\ud800\"", "1.5", "01x",
            "tru", "[1] 2", "{\"a\":1,}", "\"\u{1}\"", "9223372036854775808", "-",
            String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
        ])
    func malformed(text: String) {
        #expect(!JSONReader.isValid(text))
    }

    @Test("is read with blanks, escapes and unknown keys")
    func lenient() throws {
        let text = " { \"x\" : [ null , true , { } , [ ] , -5 ] , \"path\" : \"\\u002fa\\/b\" } "
        var reader = JSONReader(text)
        #expect(try RecordedItem(reading: &reader).path == "/a/b")
        try reader.end()
    }

    @Test("compares texts by their bytes")
    func exactTexts() {
        #expect(ExactText("é") != ExactText("e\u{301}"))
        #expect(ExactText("é") == ExactText("é"))
        #expect(Set([ExactText("é"), ExactText("e\u{301}"), ExactText("é")]).count == 2)
    }
}
