// SPDX-License-Identifier: Apache-2.0

import CLibCurl
internal import Messages
import POSIX

/// One request on its way and what has arrived of its response.
///
/// It lives on the thread of the loop, where libcurl calls it back; its address is what libcurl
/// knows it by, so that it must be held until its handle has left the loop.
@safe final class CurlTransfer {
    /// What was asked for.
    let job: CurlJob
    /// The handle of libcurl.
    let easy: UnsafeMutableRawPointer
    /// The limits.
    let settings: CurlSettings
    /// Where libcurl writes what went wrong.
    let errorText: UnsafeMutablePointer<CChar>
    /// The headers of the request, as libcurl wants them; it does not copy them.
    var requestHeaders: UnsafeMutablePointer<curl_slist>?

    /// Why the transfer was ended from this side.
    var failure: HTTPError?
    /// The response so far.
    var head = ResponseHead()
    var body: [UInt8] = []
    var bodyByteCount = 0
    private var form = BodyForm.undecided

    /// How the body arrives.
    private enum BodyForm {
        case undecided
        case plain
        case packed(GzipBody)
    }

    /// When the request began to be sent, by `MonotonicTime`; nil before.
    var sentAt: Double?
    private var sendCount = 0
    /// When the first byte of the response came.
    private var begunAt = 0.0
    /// When the watch over the speed began anew, and how many bytes there were then.
    var watchedAt = 0.0
    var watchedByteCount = 0
    /// Everything that has arrived, headers included.
    var receivedByteCount = 0

    /// A transfer of `job` by `easy`.
    init(_ job: CurlJob, easy: UnsafeMutableRawPointer, settings: CurlSettings) {
        self.job = job
        unsafe self.easy = unsafe easy
        self.settings = settings
        // curl.h: the buffer must be of this size at least.
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe curl_slist_free_all(requestHeaders)
        unsafe errorText.deallocate()
    }

    /// Whether the server may have the request.
    var isSent: Bool { sentAt != nil }

    /// How many seconds may pass before the first byte of the response.
    var firstByteSeconds: Double { job.request.firstByteSeconds ?? settings.firstByteSeconds }

    /// When the transfer has to be looked at again; nil while libcurl watches over it.
    var deadline: Double? {
        guard let sentAt else { return nil }
        if receivedByteCount == 0 { return sentAt + firstByteSeconds }
        return min(watchedAt + settings.stallSeconds, begunAt + responseSeconds)
    }

    /// How many seconds the response may take in all.
    private var responseSeconds: Double {
        unsafe job.receiver == nil ? settings.responseSecondsMax : settings.deliverySecondsMax
    }

    /// Looks at the time: what is wrong if the response is too late or too slow.
    func fault(now: Double) -> HTTPError? {
        guard let deadline, now >= deadline else { return nil }
        if receivedByteCount == 0 {
            return error(
                .timedOut,
                String(clause: "\(job.host) sent nothing for \(Wording.seconds(firstByteSeconds))"))
        }
        if now >= begunAt + responseSeconds {
            return error(
                .timedOut,
                String(
                    clause: "the response of \(job.host) had not ended after"
                        + " \(Wording.seconds(responseSeconds))"))
        }
        let byteCount = Double(receivedByteCount - watchedByteCount)
        if byteCount < settings.bytesPerSecondMin * settings.stallSeconds {
            return error(
                .timedOut,
                String(
                    clause: "the response of \(job.host) came with fewer than"
                        + " \(Int(settings.bytesPerSecondMin)) bytes a second for"
                        + " \(Wording.seconds(settings.stallSeconds))"))
        }
        watchedAt = now
        watchedByteCount = receivedByteCount
        return nil
    }

    /// An error of this transfer.
    func error(_ kind: HTTPError.Kind, _ message: String) -> HTTPError {
        HTTPError(
            kind, message, status: head.status == 0 ? nil : head.status,
            mayHaveReachedServer: isSent)
    }

    /// What has come of the transfer, when libcurl is through with it.
    func outcome(_ code: CURLcode) -> Result<HTTPResponse, HTTPError> {
        if code != CURLE_OK || failure != nil { return .failure(failure(for: code)) }
        if !head.isComplete {
            return .failure(
                error(.broken, String(clause: "the response of \(job.host) ended early")))
        }
        if case .packed(let gzip) = form, !gzip.mayEnd { return .failure(unpackable) }
        return .success(HTTPResponse(status: head.status, headers: head.fields, body: body))
    }
}

// What libcurl calls back; false ends the transfer.
extension CurlTransfer {
    /// Right before the request goes out; comes again when libcurl wants to repeat it because a
    /// connection that had been used before turned out to be dead.
    ///
    /// libcurl repeats when not one byte came back, which does not say that the server has not
    /// acted. What must not happen twice is therefore not sent twice, and nothing more often.
    func willSend() -> Bool {
        sendCount += 1
        if sendCount > (job.request.isIdempotent ? 2 : 1) {
            failure = error(
                .broken, String(clause: "\(job.host) closed the connection without an answer"))
            return false
        }
        sentAt = MonotonicTime.seconds
        return true
    }

    /// One line of the headers, or of the trailers.
    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        note(line.count)
        unsafe head.take(line)
        if head.byteCount > settings.headerByteCountMax {
            failure = error(
                .tooLarge,
                String(clause: "the headers of the response of \(job.host) are too large"))
            return false
        }
        if head.isComplete && head.contradictsItself {
            failure = error(.broken, String(clause: "the response of \(job.host) has two lengths"))
            return false
        }
        return true
    }

    /// Some bytes of the body, as they came.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        note(bytes.count)
        do {
            if case .undecided = form { form = try bodyForm() }
            guard case .packed(let gzip) = form else { return unsafe takePlain(bytes) }
            try unsafe gzip.take(bytes, deliver: takePlain)
            return true
        } catch {
            failure = failure ?? unpackable
            return false
        }
    }

    /// Some bytes of the body, unpacked.
    private func takePlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bodyByteCount += bytes.count
        let limit = job.request.responseByteCountMax
        if bodyByteCount > limit {
            failure = error(
                .tooLarge,
                String(clause: "the response of \(job.host) is larger than \(limit) bytes"))
            return false
        }
        guard let receiver = unsafe job.receiver, (200..<300).contains(head.status) else {
            unsafe body.append(contentsOf: bytes)
            return true
        }
        if unsafe receiver(bytes) { return true }
        failure = error(
            .cancelled, String(clause: "the response of \(job.host) was not wanted any more"))
        return false
    }

    private func bodyForm() throws(GzipBody.Fault) -> BodyForm {
        switch head.coding {
        case "": return .plain
        case "gzip", "x-gzip": return .packed(try GzipBody())
        default: throw .broken
        }
    }

    private var unpackable: HTTPError {
        error(.broken, String(clause: "the response of \(job.host) cannot be unpacked"))
    }

    private func note(_ byteCount: Int) {
        if receivedByteCount == 0 {
            begunAt = MonotonicTime.seconds
            watchedAt = begunAt
        }
        receivedByteCount += byteCount
    }
}
