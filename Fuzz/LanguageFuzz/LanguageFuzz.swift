// SPDX-License-Identifier: Apache-2.0

import LanguageServer
import Messages
import RuleEngine
import Text
import YAMLBridge

/// Speaks with the language server as libFuzzer does; `script/fuzz lsp` builds and runs it. The input is
/// a stream of messages after `initialize`; a line of `%` stands for a header of the right length.
///
/// Beside not trapping, the server must keep its word: each request is answered once, and what it sends
/// is JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var session = LanguageSession(host: FuzzHost(), version: "1")
    let begin = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#
    _ = session.take([.body(Array(begin.utf8))])
    for piece in pieces(bytes).prefix(30) where session.end == nil {
        let sent = session.take([piece]).map { ReceivedValue($0.bytes()) }
        precondition(!sent.contains(nil), "what is sent is JSON")
        let answers = sent.count { $0?["method"] == nil }
        precondition(answers <= 1, "one message has one answer")
        guard case .body(let body) = piece, let value = ReceivedValue(body),
            case .text = value["method"], value["id"]?.integer != nil || value["id"]?.text != nil
        else { continue }
        precondition(answers == 1, "a request has an answer")
    }
    return 0
}

/// The messages between lines of `%`, and what the framing makes of the bytes as they are.
private func pieces(_ bytes: [UInt8]) -> [MessageFraming.Piece] {
    var framing = MessageFraming()
    framing.take(bytes)
    var pieces: [MessageFraming.Piece] = []
    while let piece = framing.next(), pieces.count < 30 {
        pieces.append(piece)
        if piece == .broken { break }
    }
    let separator = Array("\n%\n".utf8)
    var rest = bytes[...]
    while !rest.isEmpty, pieces.count < 30 {
        let end = rest.indices.first { rest[$0...].starts(with: separator) } ?? rest.endIndex
        pieces.append(.body(Array(rest[..<end])))
        rest = rest[min(end + separator.count, rest.endIndex)...]
    }
    return pieces
}

/// A machine without files.
private struct FuzzHost: LanguageHost {
    func place(of path: String) -> String { path }
    func read(_ path: String) -> [UInt8]? { nil }

    func decode(
        _ bytes: [UInt8], path: String?, open: (_ place: String) -> [UInt8]?
    ) -> DecodedRuleFile {
        RuleFileDecoder.decode(bytes, file: path ?? "rules.yaml") { path, _ in
            guard let bytes = open(path) else {
                throw ValueError(.includeUnreadable, Message("'\(path)' is not there"))
            }
            return bytes
        }
    }

    func findings(in decoded: DecodedRuleFile) -> [Diagnostic] { decoded.rules.diagnostics }
    func say(_ clause: Message, in locale: String?) -> String { clause.description }
}
