// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import Text
internal import YAMLBridge

/// One editor, from its first message to its last.
///
/// Messages are taken in batches, as they come. What is wrong with rules is said when all of a batch
/// has been taken, so that somebody who types quickly is not answered for each letter.
package struct LanguageSession: Sendable {
    /// How far it has come.
    enum Phase {
        case fresh, running, shutDown
    }

    let host: any LanguageHost
    /// What the program calls itself.
    let version: String
    /// The main files that were named when it was started.
    let namedRules: [String]
    var phase = Phase.fresh
    /// What the editor said of itself.
    var client = ClientAbilities()
    /// The texts that are open, by what the editor calls them.
    var documents: [String: OpenDocument] = [:]
    /// The files that were looked at, by the first of them.
    var checked: [String: CheckedRules] = [:]
    /// What is known of the catalog, by the first file.
    var facts: [String: CatalogFacts] = [:]
    /// The look that this was counted for, by the first file.
    var countedGenerations: [String: Int] = [:]
    /// Which files the editor has been told of findings in, by those that lead to them.
    var published: Set<String> = []
    /// Texts that have changed since they were looked at.
    var isStale = false
    var generation = 0
    private var requestCount = 0

    /// The status to end with, once the editor has asked for that.
    package private(set) var end: Int32?

    /// Whether the editor has begun and not said that it is done.
    package var isAmidst: Bool { phase == .running }

    /// The most texts that are open at once.
    static let documentsMax = 1_000

    /// A session that nothing has been said in.
    package init(host: any LanguageHost, version: String, namedRules: [String] = []) {
        self.host = host
        self.version = version
        self.namedRules = namedRules
    }

    /// Takes what has come; what is to be sent, in this order.
    package mutating func take(_ pieces: [MessageFraming.Piece]) -> [JSONValue] {
        let messages = pieces.map { piece -> Result<ProtocolMessage, RequestError> in
            switch piece {
            case .body(let bytes): .success(ProtocolMessage(bytes))
            case .tooLong, .broken: .failure(.tooLong)
            }
        }
        var cancelled = Self.cancelled(in: messages)
        var answers: [JSONValue] = []
        for message in messages where end == nil {
            switch message {
            case .failure(let error): answers.append(fault(.null, error))
            case .success(let message): answers += take(message, &cancelled)
            }
        }
        if end == nil { answers += settled() }
        return answers
    }

    /// The ids of requests that are taken back in the same batch.
    private static func cancelled(
        in messages: [Result<ProtocolMessage, RequestError>]
    ) -> [String] {
        messages.compactMap { message in
            guard case .success(.notification("$/cancelRequest", let params)) = message else {
                return nil
            }
            return params["id"].map { $0.sent.line() }
        }
    }

    private mutating func take(
        _ message: ProtocolMessage, _ cancelled: inout [String]
    ) -> [JSONValue] {
        switch message {
        case .response: return []
        case .malformed: return [fault(.null, .malformed)]
        case .invalid(let id): return [fault(id, .invalid)]
        case .notification(let method, let params):
            take(notification: method, params)
            return []
        case .request(let id, let method, let params):
            if cancelled.contains(id.sent.line()) {
                return [SentMessage.response(id, .cancelled)]
            }
            do throws(RequestError) {
                return [SentMessage.response(id, try answer(method, params))]
            } catch {
                return [SentMessage.response(id, error)]
            }
        }
    }

    /// A message that could not be read may have been a change: no text is known to be the editor's
    /// any more.
    private mutating func fault(_ id: ReceivedValue, _ error: RequestError) -> JSONValue {
        for uri in documents.keys { documents[uri]?.isInStep = false }
        return SentMessage.response(id, error)
    }

    // MARK: What is told

    private mutating func take(notification method: String, _ params: ReceivedValue) {
        if method == "exit" {
            end = phase == .shutDown ? 0 : 1
            return
        }
        guard phase == .running else { return }
        switch method {
        case "textDocument/didOpen": open(params)
        case "textDocument/didChange": change(params)
        case "textDocument/didClose": close(params)
        case "textDocument/didSave", "workspace/didChangeWatchedFiles",
            "workspace/didChangeConfiguration":
            isStale = true
        default: break
        }
    }

    private mutating func open(_ params: ReceivedValue) {
        guard documents.count < Self.documentsMax,
            let document = OpenDocument(params["textDocument"], client.unit)
        else { return }
        documents[document.uri] = document
        isStale = true
    }

    private mutating func change(_ params: ReceivedValue) {
        guard let uri = params["textDocument"]?["uri"]?.text, documents[uri] != nil else { return }
        documents[uri]?.take(
            params["contentChanges"]?.elements ?? [],
            version: params["textDocument"]?["version"]?.integer)
        isStale = true
    }

    private mutating func close(_ params: ReceivedValue) {
        guard let uri = params["textDocument"]?["uri"]?.text else { return }
        if documents.removeValue(forKey: uri) != nil { isStale = true }
    }

    // MARK: What is asked

    private mutating func answer(
        _ method: String, _ params: ReceivedValue
    ) throws(RequestError) -> JSONValue {
        if method == "initialize" {
            guard phase == .fresh else { throw .invalid }
            phase = .running
            client = ClientAbilities(params)
            return ServerAbilities.json(client, version: version)
        }
        switch phase {
        case .fresh: throw .uninitialized
        case .shutDown: throw .invalid
        case .running: break
        }
        if method == "shutdown" {
            phase = .shutDown
            return .null
        }
        guard let feature = LanguageFeature(rawValue: method) else { throw .unknown }
        // What is asked is asked of the texts as they are by now. Not every editor tells of files that it
        // has not open, and an edit of one as it was would fall on other lines.
        if isStale || feature.edits { look() }
        return try answer(feature, params)
    }

    /// `clause` in the language of the person, with what could not be seen in it shown.
    func say(_ clause: Message) -> String {
        host.say(clause.mappingTexts(VisibleText.escaped), in: client.locale)
    }

    /// A question to the editor that nothing depends on.
    mutating func asking(_ method: String) -> JSONValue {
        requestCount += 1
        return SentMessage.request("cleanrules-\(requestCount)", method)
    }
}
