// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text
internal import Wording

/// What the page of rules asks for and what it changes.
struct RulesPageAPI: PageBackend {
    let rules: any RulesPage
    let hub: EventHub
    var words = Words.english

    /// What can be read.
    static let reads: Set<String> = ["/api/state", "/api/rules", "/api/items", "/api/events"]
    /// What can be changed, or asked with a body.
    static let changes: Set<String> = ["/api/preview", "/api/save", "/api/undo"]
    /// The most items that are shown at a time.
    static let itemCountMax = 200

    var pages: Set<String> { ["/"] }
    var document: String { "/rules/index.html" }
    var command: Hint { .rulesPage }
    var readable: Set<String> { Self.reads }
    var changeable: Set<String> { Self.changes }

    /// Of the page of the review: what both pages are made of.
    func isOwn(_ path: String) -> Bool {
        path.hasPrefix("/rules/") || path.hasPrefix("/app/") || path == "/favicon.ico"
    }

    func revision() async throws -> Int64 { await rules.revision() }

    func state(_ visitor: KeyRing.Visitor) async throws(PageRefusal) -> JSONValue {
        let revision = await rules.revision()
        await hub.announce(revision)
        return .object([
            ("format", .number(1)), ("revision", .number(revision)),
            ("token", visitor.isBrowser ? .null : .text(visitor.token)),
            ("key", .text(visitor.readKey)), ("version", .text(rules.version)),
        ])
    }

    func read(
        _ head: RequestHead, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> PageAnswer? {
        switch head.path {
        case "/api/state": return .json(try await state(visitor))
        case "/api/rules":
            return .json(
                try await asking { () async throws(RulesPageError) in try await rules.rules(words) }
            )
        case "/api/items":
            let query = PageQuery(head.query)
            let id = try query.id()
            let offset = try query.number("after", 0...10_000_000, standard: 0)
            let most = try query.number("n", 1...Self.itemCountMax, standard: 50)
            return .json(
                try await asking { () async throws(RulesPageError) in
                    try await rules.items(id, offset: offset, most: most, words)
                })
        case "/api/events":
            await hub.announce(await rules.revision())
            return PageAnswer(200, body: .events(after: head.value("last-event-id")))
        default: return nil
        }
    }

    func change(
        _ request: PageRequest, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> PageAnswer? {
        let path = request.head.path
        guard Self.changes.contains(path) else { return nil }
        let wish = try RulesPageRequest(request.body)
        switch path {
        case "/api/preview":
            let edits = try wish.theEdits()
            return .json(
                try await asking { () async throws(RulesPageError) in
                    try await rules.preview(edits, words)
                })
        case "/api/save":
            let (edits, digest) = (try wish.theEdits(), try wish.theDigest())
            return .json(
                try await asking { () async throws(RulesPageError) in
                    try await rules.save(edits, digest: digest, words)
                })
        default:
            let digest = try wish.theDigest()
            return .json(
                try await asking { () async throws(RulesPageError) in
                    try await rules.undo(digest: digest, words)
                })
        }
    }

    private func asking(
        _ body: () async throws(RulesPageError) -> JSONValue
    ) async throws(PageRefusal) -> JSONValue {
        do throws(RulesPageError) {
            return try await body()
        } catch {
            throw error.refusal
        }
    }
}
