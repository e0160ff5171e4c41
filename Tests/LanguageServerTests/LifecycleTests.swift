// SPDX-License-Identifier: Apache-2.0

import LanguageServer
import Testing
import Text

/// What is answered, and when.
@Suite("A conversation with an editor")
struct LifecycleTests {
    private static func fresh() -> LanguageSession {
        LanguageSession(host: TestHost(), version: "1")
    }

    private static func answers(_ session: inout LanguageSession, _ texts: String...) -> [String] {
        session.take(texts.map { .body(Array($0.utf8)) }).map { value in
            let value = ReceivedValue(value.bytes())
            let code = value?["error"]?["code"]?.integer
            return "\(value?["id"]?.sent.line() ?? "-"): \(code.map { String($0) } ?? "ok")"
        }
    }

    private static let initialize = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#

    @Test("has an error for each request that cannot be answered, and goes on")
    func errors() {
        var session = Self.fresh()
        #expect(
            Self.answers(
                &session, #"{"jsonrpc":"2.0","id":"a","method":"textDocument/hover"}"#,
                #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}"#,
                Self.initialize, Self.initialize, "{", "[]", "{}", #"{"id":7,"result":null}"#,
                #"{"jsonrpc":"2.0","id":3,"method":"workspace/symbol"}"#,
                #"{"jsonrpc":"2.0","id":4,"method":"textDocument/hover","params":[]}"#,
                #"{"jsonrpc":"2.0","method":"$/unknown"}"#)
                == [
                    "\"a\": -32002", "1: ok", "1: -32600", "null: -32700", "null: -32600",
                    "null: -32600", "3: -32601", "4: -32602",
                ])
        #expect(
            Self.answers(
                &session, #"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#,
                #"{"jsonrpc":"2.0","id":10,"method":"shutdown"}"#) == ["9: ok", "10: -32600"])
        #expect(session.end == nil)
        #expect(Self.answers(&session, #"{"jsonrpc":"2.0","method":"exit"}"#) == [])
        #expect(session.end == 0)
    }

    @Test("ends with 1 where nobody said that it would")
    func abrupt() {
        var session = Self.fresh()
        _ = Self.answers(&session, Self.initialize, #"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(session.end == 1)
    }

    @Test("does not answer what is taken back before its turn")
    func cancelled() {
        var session = Self.fresh()
        #expect(
            Self.answers(
                &session, Self.initialize, #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
                #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#)
                == ["1: ok", "2: -32800"])
    }

    @Test("counts in bytes where the editor can, in UTF-16 otherwise")
    func units() {
        for (abilities, unit) in [
            ("{}", "utf-16"), (#"{"general":{"positionEncodings":["utf-16"]}}"#, "utf-16"),
            (#"{"general":{"positionEncodings":["utf-32","utf-8"]}}"#, "utf-8"),
        ] {
            var editor = TestEditor(abilities: "{}")
            editor.session = Self.fresh()
            let answer = editor.ask("initialize", "{\"capabilities\":\(abilities)}")
            #expect(answer["capabilities"]?["positionEncoding"]?.text == unit)
        }
    }

    @Test("offers no edit of a text that may not be the editor's")
    func outOfStep() {
        let text = "version: 1\nrules:\n   - {id: a, match: {ext: a}, then: keep}\n"
        let formatting =
            "{\"textDocument\":{\"uri\":\"\(TestEditor.uri)\"},\"options\":{\"tabSize\":2}}"
        var editor = TestEditor(text)
        #expect(editor.ask("textDocument/formatting", formatting).elements?.isEmpty == false)
        _ = editor.send("{")
        #expect(editor.ask("textDocument/formatting", formatting)["code"] == .integer(-32803))
        editor.change(text)
        #expect(editor.ask("textDocument/formatting", formatting).elements?.isEmpty == false)
        editor.change("x", range: #"{"start":{"line":2},"end":{}}"#)
        #expect(editor.ask("textDocument/formatting", formatting)["code"] == .integer(-32803))
    }
}
