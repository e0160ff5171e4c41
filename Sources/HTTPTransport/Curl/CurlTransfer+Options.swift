// SPDX-License-Identifier: Apache-2.0

import CLibCurl
internal import Messages

// Everything that libcurl is told of one request. Each option is checked: one that is not known to
// this libcurl must not be passed over, for some of them are what keeps a request safe.
extension CurlTransfer {
    /// Sets the handle up.
    func prepare() throws(HTTPError) {
        try setTransport()
        try setTrust()
        try setRequest()
        try setCallbacks()
    }

    private func setTransport() throws(HTTPError) {
        // No signal handlers and no alarms in a process with several threads.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // A redirection is a response: where it leads is for the caller to judge, and a token
        // must not go along.
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectSeconds * 1_000))
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_HTTP_VERSION, try httpVersion())
        // Over HTTP/2, wait for a connection that can be shared rather than open another one.
        try set(CURLOPT_PIPEWAIT, 1)
        // What a proxy says about a tunnel is no header of the response.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if job.origin.hasPrefix("http:"), settings.isPlainProxyElsewhere {
            try set(CURLOPT_PROXY, "")
        }
        let idleSeconds =
            job.request.isIdempotent ? settings.idleSecondsMax : settings.cautiousIdleSecondsMax
        try set(CURLOPT_MAXAGE_CONN, Int(idleSeconds))
        // When a request is given up while the name of its host is looked up, the loop must not
        // wait for that.
        try set(CURLOPT_QUICK_EXIT, 1, orPassOver: true)
    }

    private func httpVersion() throws(HTTPError) -> Int {
        let isSecond: Bool
        switch settings.version {
        case .http1: isSecond = false
        case .http2: isSecond = try CurlLibrary.facts().hasHTTP2
        case .automatic: isSecond = try CurlLibrary.facts().isGoodWithHTTP2
        }
        return isSecond ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
    }

    private func setTrust() throws(HTTPError) {
        // These are libcurl's own settings, said here so that nothing else can be meant.
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
        try set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
        if let file = settings.authorityFile {
            try set(CURLOPT_CAINFO, file)
            try set(CURLOPT_PROXY_CAINFO, file)
        }
        if let folder = settings.authorityFolder {
            try set(CURLOPT_CAPATH, folder)
            try set(CURLOPT_PROXY_CAPATH, folder)
        }
    }

    private func setRequest() throws(HTTPError) {
        let request = job.request
        try set(CURLOPT_URL, request.url)
        // "/a/../b" is sent as it stands.
        try set(CURLOPT_PATH_AS_IS, 1)
        try setHeaders()
        if let body = request.body {
            try set(CURLOPT_POST, 1)
            try unsafe check(
                libcurl_set_large(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
            // Copied, so that libcurl can send it again. An array without elements may have no
            // address, and no address would mean a body from a callback.
            let copied = body.isEmpty ? [0] : body
            try unsafe check(
                copied.withUnsafeBytes {
                    unsafe libcurl_set_bytes(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
                })
        } else {
            try set(CURLOPT_HTTPGET, 1)
        }
        try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    private func setHeaders() throws(HTTPError) {
        let request = job.request
        func has(_ name: String) -> Bool {
            request.headers.contains { $0.name.lowercased() == name }
        }
        // "Name: value", "Name;" for an empty value; "Name:" takes away what libcurl would add.
        var lines = request.headers.map {
            $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"
        }
        if !has("expect") { lines.append("Expect:") }
        if request.body != nil, !has("content-type") { lines.append("Content-Type:") }
        if !has("accept-encoding") {
            // What arrives packed is unpacked here, not by libcurl; see GzipBody. A range of a
            // packed body could not be unpacked by itself.
            lines.append("Accept-Encoding: " + (has("range") ? "identity" : "gzip"))
        }
        for line in lines {
            guard let longer = unsafe curl_slist_append(requestHeaders, line) else {
                throw CurlTransfer.refused(String(clause: "libcurl has no memory"))
            }
            unsafe requestHeaders = unsafe longer
        }
        try unsafe check(libcurl_set_list(easy, CURLOPT_HTTPHEADER, requestHeaders))
    }

    private func setCallbacks() throws(HTTPError) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        try unsafe check(libcurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try unsafe check(libcurl_set_pointer(easy, CURLOPT_WRITEDATA, context))
        try unsafe check(libcurl_set_pointer(easy, CURLOPT_HEADERDATA, context))
        try unsafe check(libcurl_set_pointer(easy, CURLOPT_PREREQDATA, context))
        try unsafe check(
            libcurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                unsafe CurlTransfer.deliver(bytes, size * count, context) { unsafe $0.takeBody($1) }
            })
        try unsafe check(
            libcurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                unsafe CurlTransfer.deliver(bytes, size * count, context) {
                    unsafe $0.takeHeader($1)
                }
            })
        try unsafe check(
            libcurl_set_prerequisite(easy, CURLOPT_PREREQFUNCTION) { context, _, _, _, _ in
                guard let context = unsafe context else { return CURL_PREREQFUNC_ABORT }
                let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context)
                    .takeUnretainedValue()
                return transfer.willSend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            })
    }

    /// Hands bytes from libcurl to `body`; the count is what libcurl wants to hear if all is well.
    private static func deliver(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        to body: (CurlTransfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        if count == 0 { return 0 }
        guard let context = unsafe context else { return 0 }
        let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return unsafe body(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private func set(
        _ option: CURLoption, _ value: Int, orPassOver mayBeUnknown: Bool = false
    ) throws(HTTPError) {
        let code = unsafe libcurl_set_number(easy, option, value)
        if mayBeUnknown && code == CURLE_UNKNOWN_OPTION { return }
        try check(code)
    }

    private func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try unsafe check(libcurl_set_text(easy, option, value))
    }

    private func check(_ code: CURLcode) throws(HTTPError) {
        if code != CURLE_OK {
            throw CurlTransfer.refused(
                String(
                    clause:
                        "libcurl refuses a setting: \(unsafe String(cString: curl_easy_strerror(code)))"
                ))
        }
    }

    /// An error of this side, before anything was sent.
    static func refused(_ message: String) -> HTTPError {
        HTTPError(.failed, message, mayHaveReachedServer: false)
    }
}
