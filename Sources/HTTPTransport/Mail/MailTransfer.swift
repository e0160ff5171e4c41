// SPDX-License-Identifier: Apache-2.0

import CLibCurl
import Glibc
internal import Messages

/// One mail on its way; used by one thread, which waits for libcurl.
@safe final class MailTransfer {
    private let mail: Mail
    private let server: MailServer
    private let settings: CurlSettings
    private let stop: MailStop
    /// The handle of libcurl.
    let easy: UnsafeMutableRawPointer
    /// Where libcurl writes what went wrong.
    private let errorText: UnsafeMutablePointer<CChar>
    private var recipients: UnsafeMutablePointer<curl_slist>?
    /// How much of the mail libcurl has taken.
    private var offset = 0
    /// The last line that the server said with each code.
    private var lines: [Int: String] = [:]

    /// The most of a line of the server that is kept.
    private static let lineBytesMax = 200

    init(
        _ mail: Mail, _ server: MailServer, _ settings: CurlSettings, _ stop: MailStop
    ) throws(HTTPError) {
        guard let easy = unsafe curl_easy_init() else {
            throw CurlTransfer.refused(String(clause: "libcurl has no memory"))
        }
        self.mail = mail
        self.server = server
        self.settings = settings
        self.stop = stop
        unsafe self.easy = unsafe easy
        // curl.h: the buffer must be of this size at least.
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(recipients)
        unsafe errorText.deallocate()
    }

    /// Hands the mail over. Blocks, for `seconds` at most and one more.
    func perform(_ access: MailAccess, seconds: Double) throws(HTTPError) -> MailReply {
        try setTransport(seconds)
        try setTrust(access)
        try setMail()
        try setCallbacks()
        return try unsafe reply(curl_easy_perform(easy))
    }

    // MARK: Settings, each of which is checked: some are what keeps a mail safe

    private func setTransport(_ seconds: Double) throws(HTTPError) {
        // No signal handlers and no alarms in a process with several threads.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        // The path is what the server is greeted with: the sender's domain, which it learns anyway,
        // and not the name of this machine.
        let domain = mail.sender.split(separator: "@").last.map { String($0) } ?? "localhost"
        let scheme = server.beginsWithTLS ? "smtps" : "smtp"
        try set(CURLOPT_URL, "\(scheme)://\(server.host):\(server.port)/\(domain)")
        try set(CURLOPT_TIMEOUT_MS, Int(seconds * 1_000))
        try set(CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(seconds.rounded(.up)))
        // The last words are said while the time is still watched, and not when all is cleaned up.
        try set(CURLOPT_FORBID_REUSE, 1)
        if server.isLoopback { try set(CURLOPT_PROXY, "") }
        let code = unsafe libcurl_set_number(easy, CURLOPT_QUICK_EXIT, 1)
        if code != CURLE_UNKNOWN_OPTION { try check(code) }
    }

    private func setTrust(_ access: MailAccess) throws(HTTPError) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let file = settings.authorityFile { try set(CURLOPT_CAINFO, file) }
        if let folder = settings.authorityFolder { try set(CURLOPT_CAPATH, folder) }
        let isSafe = access.needsTLS || server.beginsWithTLS
        let level = isSafe ? CURLUSESSL_ALL : CURLUSESSL_NONE
        try set(CURLOPT_USE_SSL, Int(level.rawValue))
        guard let (user, password) = access.credential else { return }
        guard isSafe || server.isLoopback else {
            throw CurlTransfer.refused(
                String(
                    clause: "\(server.host) is on another machine, and no key goes there in"
                        + " the open"))
        }
        try set(CURLOPT_USERNAME, user)
        try set(CURLOPT_PASSWORD, password)
    }

    private func setMail() throws(HTTPError) {
        let isFit = [mail.sender, mail.recipient].allSatisfy { address in
            address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>".utf8.contains($0) }
        }
        guard isFit, let list = unsafe curl_slist_append(nil, mail.recipient) else {
            throw CurlTransfer.refused(String(clause: "an address of the mail cannot be used"))
        }
        unsafe recipients = unsafe list
        try set(CURLOPT_MAIL_FROM, mail.sender)
        try unsafe check(libcurl_set_list(easy, CURLOPT_MAIL_RCPT, recipients))
        try set(CURLOPT_UPLOAD, 1)
        try unsafe check(
            libcurl_set_large(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(mail.bytes.count)))
    }

    private func setCallbacks() throws(HTTPError) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        try unsafe check(libcurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        for option in [
            CURLOPT_READDATA, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_XFERINFODATA,
        ] {
            try unsafe check(libcurl_set_pointer(easy, option, context))
        }
        try unsafe check(
            libcurl_set_source(easy, CURLOPT_READFUNCTION) { room, size, count, context in
                guard let room = unsafe room, let transfer = unsafe MailTransfer.known(context)
                else { return 0 }
                let all = unsafe UnsafeMutableRawBufferPointer(start: room, count: size * count)
                return unsafe transfer.give(all)
            })
        try unsafe check(
            libcurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count })
        try unsafe check(
            libcurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                unsafe MailTransfer.known(context)?.note(
                    UnsafeRawBufferPointer(start: bytes, count: size * count))
                return size * count
            })
        try set(CURLOPT_NOPROGRESS, 0)
        try unsafe check(
            libcurl_set_progress(easy, CURLOPT_XFERINFOFUNCTION) { context, _, _, _, _ in
                unsafe MailTransfer.known(context)?.isOver == true ? 1 : 0
            })
    }

    private static func known(_ context: UnsafeMutableRawPointer?) -> MailTransfer? {
        unsafe context.map { unsafe Unmanaged<MailTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try unsafe check(libcurl_set_number(easy, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try unsafe check(libcurl_set_text(easy, option, value))
    }

    private func check(_ code: CURLcode) throws(HTTPError) {
        if code == CURLE_OK { return }
        let words = unsafe String(cString: curl_easy_strerror(code))
        throw CurlTransfer.refused(String(clause: "libcurl refuses a setting: \(words)"))
    }

    // MARK: What libcurl calls back

    private var isOver: Bool { stop.isCancelled || stop.isLate }

    /// Puts the next bytes of the mail into `room`; how many.
    private func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let rest = mail.bytes[offset...].prefix(room.count)
        unsafe room.copyBytes(from: rest)
        offset += rest.count
        return rest.count
    }

    /// Notes one line of the server: `250 OK`, or `250-PIPELINING` where another follows.
    private func note(_ line: UnsafeRawBufferPointer) {
        let text = unsafe Wording.plain(
            String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self),
            byteCountMax: Self.lineBytesMax)
        if let code = Int(text.prefix(3)) { lines[code] = text }
    }

    // MARK: What came of it

    private func reply(_ code: CURLcode) throws(HTTPError) -> MailReply {
        if code == CURLE_OK { return .taken }
        var status = 0
        _ = unsafe libcurl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
        let isAnswer = [CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED]
            .contains(code)
        if isAnswer, (400..<600).contains(status) { return refusal(code, status) }
        throw failure(code)
    }

    /// A code of 500 or more is meant for good where it is about the mail, and not about who brings
    /// it: 530 wants somebody to sign in (RFC 4954 section 6).
    private func refusal(_ code: CURLcode, _ status: Int) -> MailReply {
        let text = lines[status] ?? String(status)
        let isAboutMail = code == CURLE_SEND_ERROR || offset == mail.bytes.count
        return status >= 500 && status != 530 && isAboutMail
            ? .refusedForGood(code: status, text: text) : .refused(code: status, text: text)
    }

    /// What an error code of libcurl means (libcurl-errors(3)).
    private func failure(_ code: CURLcode) -> HTTPError {
        let host = server.host
        let isSent = offset > 0
        func error(_ kind: HTTPError.Kind, _ message: String) -> HTTPError {
            HTTPError(kind, message, mayHaveReachedServer: isSent)
        }
        switch code {
        case CURLE_ABORTED_BY_CALLBACK where stop.isCancelled:
            return error(.cancelled, String(clause: "the mail to \(host) was cancelled"))
        case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK:
            return error(.timedOut, String(clause: "\(host) took too long"))
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return error(.unreachable, String(clause: "the name \(host) is not known"))
        case CURLE_COULDNT_CONNECT:
            return error(.unreachable, String(clause: "\(host) cannot be reached"))
        case CURLE_LOGIN_DENIED:
            // What the server says of it could repeat the key.
            return error(.failed, String(clause: "\(host) does not let 'user' sign in with 'key'"))
        case CURLE_USE_SSL_FAILED:
            return error(
                .untrusted, String(clause: "\(host) offers no TLS, and nothing was said to it"))
        case CURLE_SSL_CACERT_BADFILE:
            return error(
                .untrusted,
                String(clause: "the certificates of those that are trusted cannot be read"))
        case CURLE_SSL_CONNECT_ERROR:
            return error(
                .untrusted, String(clause: "no safe connection to \(host)") + detail)
        case CURLE_PEER_FAILED_VERIFICATION:
            return error(.untrusted, String(clause: "\(host) cannot be trusted") + detail)
        case CURLE_UNSUPPORTED_PROTOCOL:
            return error(.failed, String(clause: "this libcurl sends no mail"))
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
            return error(.broken, String(clause: "the connection to \(host) broke"))
        case CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED:
            return error(.broken, String(clause: "\(host) is no server that takes mails"))
        default:
            let words = unsafe Wording.plain(String(cString: curl_easy_strerror(code)))
            return error(.failed, String(clause: "the exchange with \(host) failed: \(words)"))
        }
    }

    /// What libcurl says of certificates and handshakes; it names hosts and files.
    private var detail: String {
        let text = unsafe Wording.plain(String(cString: errorText))
        return text.isEmpty ? "" : ": \(text)"
    }
}
