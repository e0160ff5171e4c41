// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Wording

/// Leads requests to what answers them.
struct PageRouter: Sendable {
    let guardian: RequestGuard
    var api: any PageBackend

    /// The answer to a request; every request has one.
    func answer(_ request: PageRequest) async -> PageAnswer {
        var router = self
        router.api.words = words(for: request.head)
        return await router.answerInWords(request)
    }

    /// The words that the request asks for: a page says its language, also where a browser has
    /// another one. Before there is a head, those of the terminal.
    func words(for head: RequestHead?) -> Words {
        guard let head else { return api.words }
        let asked = PageQuery(head.query).text("lang") ?? head.value("accept-language")
        return api.words.said(in: Language(accepting: asked))
    }

    private func answerInWords(_ request: PageRequest) async -> PageAnswer {
        do throws(PageRefusal) {
            var answer = try await route(request)
            let path = request.head.path
            answer.isForVisitor =
                answer.status < 400 && ["/api/", "/t/", "/open/"].contains(where: path.hasPrefix)
            return answer
        } catch {
            return await refusal(error, request)
        }
    }

    private func refusal(_ refusal: PageRefusal, _ request: PageRequest) async -> PageAnswer {
        guard refusal.showsState, let visitor = try? await guardian.checkVisitor(request.head)
        else { return refusal.answer(api.words) }
        return refusal.answer(api.words, state: try? await api.state(visitor))
    }

    private func route(_ request: PageRequest) async throws(PageRefusal) -> PageAnswer {
        let head = request.head
        let host = try guardian.checkHost(head)
        // This page has no worker; what asks for one was left here by another server's page.
        guard head.value("service-worker") == nil else {
            throw PageRefusal(403, "origin", Message("this page has no service worker"))
        }
        guard ["GET", "HEAD", "POST"].contains(head.method) else {
            return notAllowed("GET, HEAD, POST")
        }
        if head.path.hasPrefix("/open/") { return try await open(head) }
        guard head.path.hasPrefix("/api/") || head.path.hasPrefix("/t/") else {
            return try file(head)
        }
        let visitor = try await guardian.checkVisitor(head)
        switch head.method {
        case "GET":
            try guardian.checkRead(head, visitor)
            if let answer = try await api.read(head, visitor) { return answer }
            if api.changeable.contains(head.path) { return notAllowed("POST") }
        case "POST":
            try guardian.checkChange(head, host: host, visitor)
            if let answer = try await api.change(request, visitor) { return answer }
            if api.readable.contains(head.path) || head.path.hasPrefix("/t/") {
                return notAllowed("GET")
            }
        default: return notAllowed("GET, POST")
        }
        throw PageRefusal(404, "not-found", Message("there is no such thing here"))
    }

    /// Lets a browser in.
    private func open(_ head: RequestHead) async throws(PageRefusal) -> PageAnswer {
        guard head.method == "GET" else { return notAllowed("GET") }
        // A browser that only guesses where a person will go must not use the link up.
        let purpose = (head.value("sec-purpose") ?? head.value("purpose") ?? "").lowercased()
        guard !purpose.contains("prefetch"), !purpose.contains("prerender") else {
            throw PageRefusal(503, "busy", Message("the link is opened when a person opens it"))
        }
        // Only a person who goes there is let in; scripts and pictures of pages are not.
        let mode = head.value("sec-fetch-mode")
        guard mode == nil || mode == "navigate" else {
            throw PageRefusal(403, "origin", Message("the link is opened when a person opens it"))
        }
        let key = String(head.path.dropFirst(6))
        guard let visitor = await guardian.keys.redeem(key, isBrowser: mode != nil) else {
            return usedUp
        }
        // What stands after the number sign stays in the browser, and no other port gets it.
        let place = visitor.isBrowser ? "/#token=\(visitor.token)" : "/"
        let cookie =
            "\(guardian.cookieName)=\(visitor.cookie); Path=/; HttpOnly; SameSite=Strict"
        return PageAnswer(
            303, [("Location", place), ("Set-Cookie", cookie), ("Cache-Control", "no-store")],
            body: .bytes([]))
    }

    private func file(_ head: RequestHead) throws(PageRefusal) -> PageAnswer {
        guard head.method != "POST" else { return notAllowed("GET, HEAD") }
        let path = api.pages.contains(head.path) ? api.document : head.path
        guard api.isOwn(path), let file = PageFiles.file(path) else {
            throw PageRefusal(404, "not-found", Message("there is no such page here"))
        }
        return PageAnswer(200, file.bytes, type: file.mediaType, cache: "no-cache")
    }

    private func notAllowed(_ methods: String) -> PageAnswer {
        var answer = PageRefusal(405, "method", Message("that cannot be done here"))
            .answer(api.words)
        answer.fields.append(("Allow", methods))
        return answer
    }

    /// Says in words that a link is good once, and for a short time.
    private var usedUp: PageAnswer {
        let words = api.words
        let title = words(.linkTitle)
        return PageAnswer(
            401,
            Array(
                """
                <!doctype html>
                <html lang="\(words.language.rawValue)">
                <head><meta charset="utf-8"><title>cleanrules</title></head>
                <body>
                <h1>\(title)</h1>
                <p>\(words(.linkText)) <code>\(words.command(api.command))</code></p>
                </body>
                </html>

                """.utf8), type: "text/html; charset=utf-8")
    }
}
