// SPDX-License-Identifier: Apache-2.0

import LanguageServer
import TestSupport
import Testing
import Text

/// Messages that nobody sends on purpose.
@Suite("Mutated messages")
struct HostileTests {
    private static let text =
        "version: 1\ndefine: {d: &a {ext: [x, y]}}\nrules:\n  - id: r\n    match: {is: d, any: [*a]}\n"
        + "    then: delete\ntests:\n  - items: [{path: /a, by: r}]\n"

    private static let methods = [
        "completion", "hover", "definition", "references", "documentHighlight", "prepareRename",
        "rename", "codeAction", "formatting", "foldingRange", "documentSymbol", "inlayHint",
    ]

    private static func messages(_ random: inout SplitMix64) -> [String] {
        let uri = "file:///w/rules.yaml"
        func place() -> String {
            let line = Int.random(in: -1...9, using: &random)
            return "{\"line\":\(line),\"character\":\(Int.random(in: 0...40, using: &random))}"
        }
        return (0..<12).map { number in
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                return "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{"
                    + "\"textDocument\":{\"uri\":\"\(uri)\",\"languageId\":\"yaml\",\"version\":1,"
                    + "\"text\":\(JSONString.quoted(text))}}}"
            case 1:
                return "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{"
                    + "\"textDocument\":{\"uri\":\"\(uri)\",\"version\":2},\"contentChanges\":[{"
                    + "\"range\":{\"start\":\(place()),\"end\":\(place())},\"text\":\"a: [\\n\"}]}}"
            default:
                let method = methods.randomElement(using: &random) ?? "hover"
                return
                    "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"textDocument/\(method)\","
                    + "\"params\":{\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":\(place()),"
                    + "\"range\":{\"start\":\(place()),\"end\":\(place())},\"newName\":\"n\"}}"
            }
        }
    }

    private static func mutated(_ text: String, _ random: inout SplitMix64) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            default:
                bytes.insert(
                    Array("\"{}[],:0-\\".utf8).randomElement(using: &random) ?? 0, at: place)
            }
        }
        return bytes
    }

    @Test("are answered, each request once, and end nothing", arguments: propertySeeds)
    func mutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var editor = TestEditor()
        for text in Self.messages(&random) {
            let bytes = Self.mutated(text, &random)
            let answers = editor.session.take([.body(bytes)]).compactMap {
                ReceivedValue($0.bytes())
            }
            let isRequest: Bool
            if let value = ReceivedValue(bytes), case .text = value["method"] {
                isRequest = value["id"]?.integer != nil || value["id"]?.text != nil
            } else {
                isRequest = true
            }
            let count = answers.count { $0["method"] == nil }
            #expect(count <= 1 && (!isRequest || count == 1), "seed \(seed): \(text)")
        }
        #expect(editor.ask("shutdown", "null") == .null)
        #expect(editor.session.end == nil)
    }

    @Test("that lie too deep, or are too many values, are no JSON to it")
    func bounds() {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(ReceivedValue(Array(deep.utf8)) == nil)
        let many = "[" + Array(repeating: "0", count: 600_000).joined(separator: ",") + "]"
        #expect(ReceivedValue(Array(many.utf8)) == nil)
        #expect(ReceivedValue(Array("[1.5, -2, 1e3]".utf8))?.elements?.count == 3)
        #expect(ReceivedValue([0x22, 0xFF, 0x22]) == nil)
    }
}
