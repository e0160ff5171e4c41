// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// Tells answers that are not the service's own: networks that want a sign-in first, and proxies,
/// answer in its place with pages for people or lead somewhere else.
package enum ForeignAnswer {
    /// Why `response` to a request for `url` is not an answer of the service, one clause; nil if it
    /// may be. `mayRedirect`: whether the service itself leads to other hosts there.
    package static func clause(
        _ response: HTTPResponse, to url: String, mayRedirect: Bool = false
    ) -> String? {
        let host = ServiceAddress.origin(of: url)?.host ?? String(clause: "the service")
        func somebody(_ what: String) -> String {
            String(
                clause: "somebody else answers in place of \(host), \(what), as networks"
                    + " do that want a sign-in first; open a page in a browser, then"
                    + " try again")
        }
        switch response.status {
        case 511: return somebody(String(clause: "and asks for a sign-in to the network"))
        case 300..<400 where !mayRedirect:
            guard let location = response.header("Location"),
                let target = ServiceAddress.origin(of: location).map(\.host) ?? plainHost(location),
                target != host
            else { return nil }
            return somebody(String(clause: "and leads to \(Wording.plain(target))"))
        case 200..<300, 403, 407:
            // The service gives every answer of its own an id.
            let isOwn = response.header("request-id") != nil
            return isOwn || !isPage(response) ? nil : somebody(String(clause: "with a web page"))
        default: return nil
        }
    }

    /// The host of an address without protection, which is never that of a service.
    private static func plainHost(_ location: String) -> String? {
        guard let mark = location.firstRange(of: "://") else { return nil }
        let host = location[mark.upperBound...].prefix { !"/?#:".contains($0) }
        return host.isEmpty ? nil : host.lowercased()
    }

    private static func isPage(_ response: HTTPResponse) -> Bool {
        if response.body.isEmpty { return false }
        if response.header("Content-Type")?.lowercased().hasPrefix("text/html") == true {
            return true
        }
        let start = response.body.drop { $0 <= 0x20 }.prefix(14).map { byte in
            (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
        }
        return ["<!doctype html", "<html"].contains { start.starts(with: Array($0.utf8)) }
    }
}
