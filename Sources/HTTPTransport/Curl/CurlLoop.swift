// SPDX-License-Identifier: Apache-2.0

import CLibCurl
import Glibc
internal import Messages

/// The one thread that libcurl works on, and the box in which tasks leave their requests.
///
/// The thread holds the loop until it has ended, so that nothing that libcurl needs goes away
/// under it.
final class CurlLoop: Sendable {
    /// What the thread has to do.
    struct Mail {
        var arrivals: [CurlJob] = []
        var withdrawals: [UInt64] = []
        var isStopping = false
    }

    @safe private struct State {
        var mail = Mail()
        var lastNumber: UInt64 = 0
        /// The exchanges without an outcome; true once they were submitted.
        var open: [UInt64: Bool] = [:]
        /// Cancelled between getting a number and being submitted.
        var early: Set<UInt64> = []
        /// Nil once the thread has ended.
        var multi: UnsafeMutableRawPointer?
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    }

    private let settings: CurlSettings
    private let state: Lock<State>

    /// A loop whose thread runs.
    init(_ settings: CurlSettings) throws(HTTPError) {
        guard let multi = unsafe curl_multi_init() else {
            throw CurlTransfer.refused(String(clause: "libcurl has no memory"))
        }
        self.settings = settings
        state = unsafe Lock(State(multi: multi))
        do {
            try unsafe configure(multi)
            try startThread()
        } catch {
            state.withLock { unsafe $0.multi = nil }
            unsafe curl_multi_cleanup(multi)
            throw error
        }
    }

    private func configure(_ multi: UnsafeMutableRawPointer) throws(HTTPError) {
        let codes = unsafe [
            libcurl_multi_set_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
            libcurl_multi_set_number(
                multi, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionCountMax),
            // How many connections are kept for later.
            libcurl_multi_set_number(
                multi, CURLMOPT_MAXCONNECTS, 4 * settings.connectionCountMax),
        ]
        if codes.contains(where: { $0 != CURLM_OK }) {
            throw CurlTransfer.refused(String(clause: "libcurl refuses a setting"))
        }
    }

    private func startThread() throws(HTTPError) {
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, unsafe context.toOpaque())
        if code != 0 {
            unsafe context.release()
            throw CurlTransfer.refused(
                String(clause: "no thread for libcurl: \(unsafe String(cString: strerror(code)))"))
        }
        pthread_detach(thread)
    }

    // MARK: From any task

    /// A number for an exchange that will be submitted.
    func newNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            state.open[state.lastNumber] = false
            return state.lastNumber
        }
    }

    /// Hands `job` to the thread, which will answer it.
    func submit(_ job: CurlJob) {
        let refusal: HTTPError? = state.withLock { state in
            if state.early.remove(job.number) != nil { return CurlLoop.cancelled(job) }
            if state.mail.isStopping {
                state.open[job.number] = nil
                return CurlLoop.stopped(job)
            }
            state.open[job.number] = true
            state.mail.arrivals.append(job)
            CurlLoop.wake(state)
            return nil
        }
        if let refusal { job.continuation.resume(returning: .failure(refusal)) }
    }

    /// Ends the exchange `number`, if it has no outcome yet.
    func withdraw(_ number: UInt64) {
        state.withLock { state in
            guard let isSubmitted = state.open[number] else { return }
            if isSubmitted {
                state.mail.withdrawals.append(number)
                CurlLoop.wake(state)
            } else {
                state.open[number] = nil
                state.early.insert(number)
            }
        }
    }

    /// Ends the thread, and fails what is under way.
    func stop() {
        state.withLock { state in
            state.mail.isStopping = true
            CurlLoop.wake(state)
        }
    }

    /// Waits until the thread has let go of libcurl.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if unsafe state.multi == nil { return true }
                state.waitingForEnd.append(continuation)
                return false
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// curl_multi_wakeup(3) is the one call that may come from another thread. Under the lock, so
    /// that the handle is still there.
    private static func wake(_ state: State) {
        if let multi = unsafe state.multi { unsafe curl_multi_wakeup(multi) }
    }

    // MARK: From the thread of the loop

    private func run() {
        CurlLoop.blockSignals()
        guard let multi = unsafe state.withLock({ unsafe $0.multi }) else { return }
        let engine = unsafe CurlEngine(multi, settings: settings, loop: self)
        engine.run()
        engine.close()
        let waiting = state.withLock { state in
            unsafe state.multi = nil
            let waiting = state.waitingForEnd
            state.waitingForEnd = []
            return waiting
        }
        // Not under the lock: nobody can wake it any more.
        unsafe curl_multi_cleanup(multi)
        for continuation in waiting { continuation.resume() }
    }

    /// Signals are for the threads that know what to do with them; the threads that libcurl makes
    /// to look up names inherit this.
    private static func blockSignals() {
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    /// Takes what has come in.
    func takeMail() -> Mail {
        state.withLock { state in
            let mail = state.mail
            state.mail.arrivals = []
            state.mail.withdrawals = []
            return mail
        }
    }

    /// Lets the task that waits for `job` go on.
    func answer(_ job: CurlJob, _ result: Result<HTTPResponse, HTTPError>) {
        state.withLock { $0.open[job.number] = nil }
        job.continuation.resume(returning: result)
    }

    // MARK: Errors

    /// The task was cancelled before anything was sent.
    static func cancelled(_ job: CurlJob) -> HTTPError {
        HTTPError(
            .cancelled, String(clause: "the request to \(job.host) was cancelled"),
            mayHaveReachedServer: false)
    }

    /// The client was shut down before anything was sent.
    static func stopped(_ job: CurlJob) -> HTTPError {
        HTTPError(
            .cancelled, String(clause: "the request to \(job.host) came while the program ended"),
            mayHaveReachedServer: false)
    }
}
