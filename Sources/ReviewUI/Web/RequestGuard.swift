// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// Tells the requests of the page from those of everybody else on this machine and on the web.
///
/// A name of the web may lead to 127.0.0.1, and pages of other ports have our cookie: neither the
/// address nor the cookie is enough by itself.
struct RequestGuard: Sendable {
    let port: UInt16
    let keys: KeyRing

    /// The name of the cookie: cookies do not know ports.
    var cookieName: String { "cr_\(port)" }

    /// The hosts that a request may be meant for.
    private var hosts: [String] {
        let names = ["127.0.0.1", "localhost"]
        // Port 80 goes without saying.
        return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    }

    /// Refuses what was not meant for this server.
    func checkHost(_ head: RequestHead) throws(PageRefusal) -> String {
        guard let host = head.value("host"),
            hosts.contains(where: { $0.utf8.elementsEqual(host.utf8) })
        else { throw PageRefusal(421, "host", Message("this is no server for that name")) }
        return host
    }

    /// Refuses who was not let in; else who it is.
    func checkVisitor(_ head: RequestHead) async throws(PageRefusal) -> KeyRing.Visitor {
        guard let visitor = await keys.visitor(head.cookies(cookieName)) else {
            throw PageRefusal(
                401, "no-cookie",
                Message("this browser was not let in; open the address that the terminal shows"))
        }
        return visitor
    }

    /// What is read by its address alone, with a key in it.
    private static let keyed: Set<String> = [
        "/api/events", "/api/export", "/api/stats/chart.svg", "/api/stats/share.svg",
    ]

    /// Refuses reads from pages that are not ours, and from whoever has no more than the cookie.
    func checkRead(_ head: RequestHead, _ visitor: KeyRing.Visitor) throws(PageRefusal) {
        switch head.value("sec-fetch-site") {
        case nil, "same-origin", "none": break
        default: throw PageRefusal(403, "origin", Message("another page asked for this"))
        }
        guard visitor.isBrowser else { return }
        if let token = head.value("x-cleanrules-token"), KeyRing.isEqual(token, visitor.token) {
            return
        }
        if Self.keyed.contains(head.path) || head.path.hasPrefix("/t/"),
            let key = PageQuery(head.query).text("k"), KeyRing.isEqual(key, visitor.readKey)
        {
            return
        }
        throw PageRefusal(
            401, "no-token",
            Message("this window was not let in; open the address that the terminal shows"))
    }

    /// Refuses changes that our page did not ask for.
    func checkChange(
        _ head: RequestHead, host: String, _ visitor: KeyRing.Visitor
    ) throws(PageRefusal) {
        guard let origin = head.value("origin"),
            origin.utf8.elementsEqual("http://\(host)".utf8)
        else { throw PageRefusal(403, "origin", Message("another page asked for this")) }
        switch head.value("sec-fetch-site") {
        case nil, "same-origin": break
        default: throw PageRefusal(403, "origin", Message("another page asked for this"))
        }
        let type = head.value("content-type")?.lowercased() ?? ""
        guard type == "application/json" || type == "application/json; charset=utf-8" else {
            throw PageRefusal(403, "not-json", Message("changes are asked for in JSON"))
        }
        guard let token = head.value("x-cleanrules-token"),
            KeyRing.isEqual(token, visitor.token)
        else { throw PageRefusal(403, "token", Message("the page is an older one; load it anew")) }
    }
}
