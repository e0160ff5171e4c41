// SPDX-License-Identifier: Apache-2.0

/// The address of a service that requests are built on: https, or http on this machine only.
package struct ServiceAddress: Sendable, Hashable, CustomStringConvertible {
    /// The scheme, in lower case.
    package let scheme: String
    /// The host in lower case, with brackets if it is an IPv6 address.
    package let host: String
    /// The port; that of the scheme if the text named none.
    package let port: Int
    /// The path without a slash at its end; empty, or it begins with one.
    package let path: String

    /// The address that `text` names; nil where it is none, carries a user, a query or a fragment,
    /// or is neither https nor http on loopback.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        guard isPlain, let mark = text.firstRange(of: "://"),
            !text.contains(where: { "?#\\".contains($0) })
        else { return nil }
        let rest = text[mark.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let (host, number) = ServiceAddress.parts(of: rest[..<slash]) else { return nil }
        scheme = text[..<mark.lowerBound].lowercased()
        self.host = host
        switch scheme {
        case "https": port = number ?? 443
        case "http":
            port = number ?? 80
            if !ServiceAddress.isLoopback(host) { return nil }
        default: return nil
        }
        var path = String(rest[slash...])
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// Scheme, host and port of `url`, which may have a path and a query; nil where it has none
    /// that requests may go to.
    package static func origin(of url: String) -> ServiceAddress? {
        guard let mark = url.firstRange(of: "://") else { return nil }
        // A backslash is a slash to some readers of addresses and part of the host to others.
        let end =
            url[mark.upperBound...].firstIndex { "/?#\\".contains($0) } ?? url.endIndex
        if end < url.endIndex, url[end] == "\\" { return nil }
        return ServiceAddress(String(url[..<end]))
    }

    /// Whether it is on this machine.
    package var isLoopback: Bool { ServiceAddress.isLoopback(host) }

    /// Scheme, host, port where it is not the usual one, and path.
    package var description: String { origin + path }

    /// Scheme, host, and port where it is not the usual one.
    package var origin: String {
        let isUsual = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
    }

    /// Whether `url` has the scheme, the host and the port of this address.
    package func isOrigin(of url: String) -> Bool {
        guard let other = ServiceAddress.origin(of: url) else { return false }
        return other.scheme == scheme && other.host == host && other.port == port
    }

    /// Host and port of the part of an address between the scheme and the path. What could be read
    /// in two ways is refused: a user, escapes, signs before the port.
    static func parts(of authority: Substring) -> (host: String, port: Int?)? {
        var name = authority
        var number: Int?
        let bracket = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let afterHost = bracket.map { authority[$0...] } ?? authority
        if let colon = afterHost.firstIndex(of: ":") {
            name = authority[..<colon]
            guard let value = decimal(authority[authority.index(after: colon)...]),
                (1...65_535).contains(value)
            else { return nil }
            number = value
        }
        let host = name.lowercased()
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]") && host.utf8.count > 2
        let inner = isAddress ? host.dropFirst().dropLast() : host[...]
        let isFit = inner.utf8.allSatisfy {
            switch $0 {
            case 0x30...0x39, 0x2e: true
            case 0x61...0x66: true
            case 0x3a: isAddress
            case 0x67...0x7a, 0x2d, 0x5f: !isAddress
            default: false
            }
        }
        return isFit && !inner.isEmpty && !inner.hasPrefix(".") ? (host, number) : nil
    }

    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in decimal(part).map { $0 <= 255 } ?? false }
    }

    /// The number that up to five digits make; nil where there is anything else.
    private static func decimal(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}
