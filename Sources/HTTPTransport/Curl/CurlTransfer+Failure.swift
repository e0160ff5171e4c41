// SPDX-License-Identifier: Apache-2.0

import CLibCurl
import Glibc
internal import Messages

// What an error code of libcurl means (libcurl-errors(3)).
extension CurlTransfer {
    /// Why the transfer failed with `code`.
    func failure(for code: CURLcode) -> HTTPError {
        if let failure { return failure }
        let host = job.host
        switch code {
        case CURLE_URL_MALFORMAT:
            return error(.badAddress, String(clause: "the address on \(host) is none"))
        case CURLE_UNSUPPORTED_PROTOCOL where !isSent:
            return error(.badAddress, String(clause: "\(host) is not asked by http or https"))
        case CURLE_COULDNT_RESOLVE_PROXY:
            return error(
                .unreachable, String(clause: "the name of the proxy for \(host) is not known"))
        case CURLE_COULDNT_RESOLVE_HOST:
            return error(.unreachable, String(clause: "the name \(host) is not known"))
        case CURLE_COULDNT_CONNECT:
            return error(.unreachable, String(clause: "\(host) cannot be reached") + systemReason)
        case CURLE_PROXY:
            return error(
                .unreachable, String(clause: "the proxy for \(host) does not work") + systemReason)
        case CURLE_OPERATION_TIMEDOUT:
            return error(
                .timedOut,
                isSent
                    ? String(clause: "\(host) took too long")
                    : String(
                        clause: "no connection to \(host) within"
                            + " \(Wording.seconds(settings.connectSeconds))"
                    ))
        case CURLE_SSL_CONNECT_ERROR: return handshakeFailure
        case CURLE_PEER_FAILED_VERIFICATION where isAnotherName:
            return error(
                .foreign,
                String(
                    clause: "whoever answers for \(host) shows a certificate of another"
                        + " name, as networks do that want a sign-in first; open a page"
                        + " in a browser, then try again")
                    + detail)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            return error(.untrusted, String(clause: "\(host) cannot be trusted") + detail)
        case CURLE_SSL_CACERT_BADFILE:
            return error(
                .untrusted,
                String(clause: "the certificates of those that are trusted cannot be read") + detail
            )
        case CURLE_FILESIZE_EXCEEDED:
            return error(.tooLarge, String(clause: "the response of \(host) is too large"))
        case CURLE_OUT_OF_MEMORY where isSent && body.isEmpty:
            // libcurl says so of one header that is longer than 100 KiB.
            return error(
                .tooLarge, String(clause: "the headers of the response of \(host) are too large"))
        default: return brokenOrUnknown(code)
        }
    }

    private func brokenOrUnknown(_ code: CURLcode) -> HTTPError {
        let host = job.host
        if !isSent, let tunnelStatus {
            return error(
                .unreachable,
                String(clause: "the proxy refuses a tunnel to \(host) with status \(tunnelStatus)"))
        }
        switch code {
        case CURLE_PARTIAL_FILE:
            return error(.broken, String(clause: "the response of \(host) ended early"))
        case CURLE_GOT_NOTHING:
            return error(.broken, String(clause: "\(host) closed the connection without an answer"))
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            return error(.broken, String(clause: "\(host) does not answer in HTTP"))
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return error(.broken, String(clause: "\(host) broke off the response"))
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_READ_ERROR:
            return error(.broken, String(clause: "the connection to \(host) broke") + systemReason)
        default:
            let words = unsafe String(cString: curl_easy_strerror(code))
            return error(
                .failed, String(clause: "the exchange with \(host) failed: \(Wording.plain(words))")
            )
        }
    }

    /// A handshake fails for good, or because the connection broke meanwhile.
    private var handshakeFailure: HTTPError {
        let text = unsafe String(cString: errorText)
        let signs = ["SSL_ERROR_SYSCALL", "reset by peer", "unexpected eof", "Broken pipe"]
        if signs.contains(where: { text.firstRange(of: $0) != nil }) {
            return error(
                .broken, String(clause: "the connection to \(job.host) broke while it was made"))
        }
        return error(.untrusted, String(clause: "no safe connection to \(job.host)") + detail)
    }

    /// Whether the certificate is in order but for the name.
    private var isAnotherName: Bool {
        let text = unsafe String(cString: errorText)
        let signs = ["does not match target host", "no alternative certificate subject name"]
        return signs.contains { text.firstRange(of: $0) != nil }
    }

    /// What libcurl says of certificates and handshakes; it names hosts and files, never more of
    /// an address.
    private var detail: String {
        let text = unsafe Wording.plain(String(cString: errorText))
        return text.isEmpty ? "" : ": \(text)"
    }

    /// What the system said of the connection.
    private var systemReason: String {
        guard let number = number(CURLINFO_OS_ERRNO), number != 0,
            let words = unsafe strerror(Int32(truncatingIfNeeded: number))
        else { return "" }
        return ": \(unsafe String(cString: words))"
    }

    /// The status with which a proxy refused a tunnel.
    private var tunnelStatus: Int? {
        guard let status = number(CURLINFO_HTTP_CONNECTCODE), status >= 300 else { return nil }
        return status
    }

    private func number(_ info: CURLINFO) -> Int? {
        var value = 0
        return unsafe libcurl_get_number(easy, info, &value) == CURLE_OK ? value : nil
    }
}
