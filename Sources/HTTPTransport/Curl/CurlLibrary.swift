// SPDX-License-Identifier: Apache-2.0

import CLibCurl
import Glibc
internal import Messages

/// The libcurl that this process runs with.
enum CurlLibrary {
    /// The oldest libcurl that knows every option the client needs, as major, minor, patch:
    /// CURLOPT_PROTOCOLS_STR came last.
    private static let oldest: UInt32 = 0x07_55_00

    /// Versions whose HTTP/2, or whose reading from TLS, breaks transfers from OneDrive's hosts.
    private static let troubled: Set<String> = [
        "7.68.0", "7.74.0", "7.81.0", "7.88.1", "8.2.1", "8.5.0", "8.9.1", "8.10.0", "8.13.0",
        "8.13.1", "8.14.0",
    ]

    /// What is known of the library; nil if it cannot be used, which is decided once.
    private static let start: Result<Facts, HTTPError> = {
        // A connection that the other side has dropped must be an error, not the end of the
        // process. libcurl ignores the signal itself, but not in every call that OpenSSL makes.
        signal(SIGPIPE, SIG_IGN)
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
            // What is read was there from the first form of the record on.
            let info = unsafe curl_version_info(CURLVERSION_FIRST)
        else { return .failure(failure(String(clause: "libcurl cannot be started"))) }
        let facts = unsafe Facts(
            version: text(info.pointee.version) ?? "?",
            tlsVersion: text(info.pointee.ssl_version) ?? "none",
            number: info.pointee.version_num,
            hasTLS: info.pointee.features & CURL_VERSION_SSL != 0,
            hasHTTP2: info.pointee.features & CURL_VERSION_HTTP2 != 0)
        if facts.number < oldest {
            return .failure(
                failure(String(clause: "libcurl \(facts.version) is too old; 7.85.0 is needed")))
        }
        if !facts.hasTLS { return .failure(failure(String(clause: "libcurl has no TLS"))) }
        return .success(facts)
    }()

    /// What the library says of itself.
    struct Facts: Sendable {
        var version: String
        var tlsVersion: String
        var number: UInt32
        var hasTLS: Bool
        var hasHTTP2: Bool

        /// Whether HTTP/2 can be relied upon.
        var isGoodWithHTTP2: Bool { hasHTTP2 && !CurlLibrary.isTroubled(version) }
    }

    /// Starts the library, the first time that it is needed, and tells what it can do.
    static func facts() throws(HTTPError) -> Facts { try start.get() }

    /// Whether `version` is known to break transfers over HTTP/2.
    static func isTroubled(_ version: String) -> Bool { troubled.contains(version) }

    private static func failure(_ message: String) -> HTTPError {
        HTTPError(.failed, message, mayHaveReachedServer: false)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}
