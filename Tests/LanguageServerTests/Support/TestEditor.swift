// SPDX-License-Identifier: Apache-2.0

import LanguageServer
import Messages
import RuleEngine
import Text
import YAMLBridge

/// What lies on a disk that is none, by its path. Of one test, which does one thing at a time.
final class TestDisk: @unchecked Sendable {
    var files: [String: String]

    init(_ files: [String: String]) { self.files = files }
}

/// Files in memory, for a session that is tested.
struct TestHost: LanguageHost {
    let disk: TestDisk
    private var files: [String: String] { disk.files }

    init(files: [String: String] = [:]) { disk = TestDisk(files) }

    func place(of path: String) -> String { path }
    func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

    func decode(
        _ bytes: [UInt8], path: String?, open: (_ place: String) -> [UInt8]?
    ) -> DecodedRuleFile {
        RuleFileDecoder.decode(bytes, file: path ?? "rules.yaml") { path, _ in
            guard let bytes = open(path) ?? read(path) else {
                throw ValueError(.includeUnreadable, Message("'\(path)' is not there"))
            }
            return bytes
        }
    }

    func findings(in decoded: DecodedRuleFile) -> [Diagnostic] { decoded.rules.diagnostics }
    func say(_ clause: Message, in locale: String?) -> String { clause.description }
}

/// An editor that speaks with a session, message by message.
struct TestEditor {
    var session: LanguageSession
    /// What lies on the disk.
    let disk: TestDisk
    /// What was said of each text last.
    private(set) var findings: [String: [ReceivedValue]] = [:]
    private var nextID = 100
    private var version = 1

    static let uri = "file:///w/rules.yaml"

    /// An editor that has begun.
    init(files: [String: String] = [:], named: [String] = [], abilities: String = "{}") {
        let host = TestHost(files: files)
        disk = host.disk
        session = LanguageSession(host: host, version: "1", namedRules: named)
        _ = ask("initialize", "{\"capabilities\":\(abilities)}")
        tell("initialized", "{}")
    }

    /// One that has the text open, and the place of the mark `|` in it.
    init(_ marked: String, files: [String: String] = [:], abilities: String = "{}") {
        self.init(files: files, abilities: abilities)
        open(marked.replacing("|", with: "", maxReplacements: 1))
    }

    static func body(_ text: String) -> MessageFraming.Piece { .body(Array(text.utf8)) }

    /// What is sent for these messages.
    mutating func send(_ texts: String...) -> [ReceivedValue] {
        let sent = session.take(texts.map(Self.body)).compactMap { ReceivedValue($0.bytes()) }
        for message in sent {
            guard message["method"]?.text == "textDocument/publishDiagnostics",
                let uri = message["params"]?["uri"]?.text
            else { continue }
            findings[uri] = message["params"]?["diagnostics"]?.elements
        }
        return sent
    }

    /// What comes of a request: its result, or its error.
    mutating func ask(_ method: String, _ params: String) -> ReceivedValue {
        nextID += 1
        let id = nextID
        let sent = send(
            "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(params)}")
        let answer = sent.first { $0["id"] == .integer(Int64(id)) }
        return answer?["result"] ?? answer?["error"] ?? .null
    }

    mutating func tell(_ method: String, _ params: String) {
        _ = send("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}")
    }

    mutating func open(_ text: String, as uri: String = uri, language: String = "yaml") {
        tell(
            "textDocument/didOpen",
            "{\"textDocument\":{\"uri\":\"\(uri)\",\"languageId\":\"\(language)\",\"version\":1,"
                + "\"text\":\(JSONString.quoted(text))}}")
    }

    /// Puts `text` in the place of all, or of the range.
    mutating func change(_ text: String, of uri: String = uri, range: String? = nil) {
        version += 1
        let place = range.map { "\"range\":\($0)," } ?? ""
        tell(
            "textDocument/didChange",
            "{\"textDocument\":{\"uri\":\"\(uri)\",\"version\":\(version)},"
                + "\"contentChanges\":[{\(place)\"text\":\(JSONString.quoted(text))}]}")
    }

    /// A request about the place of the mark in `marked`.
    mutating func ask(_ method: String, at marked: String, _ more: String = "") -> ReceivedValue {
        let head = marked.prefix { $0 != "|" }
        let line = head.count { $0 == "\n" }
        let column = head.reversed().prefix { $0 != "\n" }.reversed().map(String.init).joined()
        return ask(
            "textDocument/\(method)",
            "{\"textDocument\":{\"uri\":\"\(Self.uri)\"},\"position\":"
                + "{\"line\":\(line),\"character\":\(column.utf16.count)}\(more)}")
    }

    /// The codes of what is wrong with a text.
    func codes(_ uri: String = uri) -> [String] {
        (findings[uri] ?? []).compactMap { $0["code"]?.text }
    }

    /// `text` with the edits done.
    static func edited(_ text: String, _ edits: ReceivedValue?) -> String {
        let lines = LineTable(Array(text.utf8), .utf16)
        var bytes = lines.bytes
        for edit in (edits?.elements ?? []).reversed() {
            func offset(_ key: String) -> Int {
                let place = edit["range"]?[key]
                return lines.offset(
                    of: TextPosition(
                        line: Int(place?["line"]?.integer ?? 0),
                        character: Int(place?["character"]?.integer ?? 0)))
            }
            bytes.replaceSubrange(
                offset("start")..<offset("end"), with: (edit["newText"]?.text ?? "").utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
