// SPDX-License-Identifier: Apache-2.0

/// How a client connects: limits by stage of an exchange, whom it trusts, which HTTP it speaks.
package struct CurlSettings: Sendable, Hashable {
    /// Which version of HTTP is spoken over TLS.
    package enum Version: String, Sendable, Hashable, CaseIterable {
        /// HTTP/2 where the server speaks it, unless this libcurl is known to break it.
        case automatic
        /// HTTP/1.1 always.
        case http1
        /// HTTP/2 where the server speaks it, whatever is known of this libcurl.
        case http2
    }

    /// Which version of HTTP is spoken.
    package var version = Version.automatic
    /// The most requests under way at once with one host, and the most connections to it.
    package var connectionCountMax = 6
    /// The most seconds until there is a connection: name, TCP and TLS together.
    package var connectSeconds = 30.0
    /// The most seconds between the sending of a request and the first byte of its response.
    package var firstByteSeconds = 120.0
    /// A response that arrives more slowly than this many bytes a second on the average of
    /// `stallSeconds` is given up.
    package var bytesPerSecondMin = 1_024.0
    /// See `bytesPerSecondMin`.
    package var stallSeconds = 30.0
    /// The most seconds that a response may take from its first byte on, if it is collected: as long
    /// as the largest one takes over a slow line.
    package var responseSecondsMax = 900.0
    /// The same where its body goes to a receiver, which may be a large file.
    package var deliverySecondsMax = 86_400.0
    /// The most bytes of response headers.
    package var headerByteCountMax = 256 << 10
    /// A connection that has been idle for longer is not used again.
    package var idleSecondsMax = 90.0
    /// The same for what must not be repeated, which should not meet a connection that the server
    /// is about to close.
    package var cautiousIdleSecondsMax = 20.0
    /// The file with the certificates of those that are trusted; nil for the system's.
    package var authorityFile: String?
    /// The folder with the certificates of those that are trusted; nil for the system's.
    package var authorityFolder: String?
    /// The proxy for plain http, as the environment names it.
    var plainProxy: String?

    /// The usual settings, with whom to trust from `environment`.
    ///
    /// libcurl itself reads where the proxies are, but neither `CURL_CA_BUNDLE` nor OpenSSL's two
    /// variables; they are looked at in the order in which the program curl does.
    package init(environment: [String: String] = [:]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let bundle = value("CURL_CA_BUNDLE") {
            authorityFile = bundle
        } else {
            authorityFile = value("SSL_CERT_FILE")
            authorityFolder = value("SSL_CERT_DIR")
        }
        plainProxy = value("http_proxy") ?? value("all_proxy") ?? value("ALL_PROXY")
    }

    /// Whether the proxy for plain http is another machine. Plain http goes to this machine only,
    /// and must not leave it by way of a proxy, since it carries tokens.
    var isPlainProxyElsewhere: Bool {
        guard let plainProxy else { return false }
        let afterScheme = plainProxy.firstRange(of: "://")?.upperBound ?? plainProxy.startIndex
        var host = plainProxy[afterScheme...]
        host = host.prefix { $0 != "/" }
        if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
        return ServiceAddress("http://\(host)") == nil
    }
}
