// SPDX-License-Identifier: Apache-2.0

import CLibCurl
import Glibc
internal import Messages
import POSIX

/// Drives libcurl's multi interface; lives on the thread of its loop and nowhere else.
@safe final class CurlEngine {
    private let multi: UnsafeMutableRawPointer
    private let settings: CurlSettings
    private unowned let loop: CurlLoop

    private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = unsafe [:]
    private var transferCounts: [String: Int] = [:]
    /// What waits because enough is under way with its host.
    ///
    /// libcurl limits connections only, and over HTTP/2 any number of requests may share one.
    private var waiting: [CurlJob] = []
    /// Handles for later: they remember TLS sessions, which makes new connections quicker.
    private var idle: [UnsafeMutableRawPointer] = unsafe []

    private static let idleCountMax = 8
    /// How long the thread sleeps at most when nothing is to be expected.
    private static let sleepSecondsMax = 3_600.0

    /// An engine on `multi`, with mail from `loop`.
    init(_ multi: UnsafeMutableRawPointer, settings: CurlSettings, loop: CurlLoop) {
        unsafe self.multi = unsafe multi
        self.settings = settings
        self.loop = loop
    }

    /// Works until the loop is told to stop.
    func run() {
        while true {
            let mail = loop.takeMail()
            if mail.isStopping {
                waiting += mail.arrivals
                return
            }
            waiting += mail.arrivals
            for number in mail.withdrawals { withdraw(number) }
            startWaiting()
            var runningCount: Int32 = 0
            let code = unsafe curl_multi_perform(multi, &runningCount)
            if code != CURLM_OK { failAll(code) }
            takeOutcomes()
            checkTimes()
            // What is not at work now was started or has ended in this pass.
            startWaiting()
            sleep()
        }
    }

    /// Fails what is left and gives the handles back.
    func close() {
        for transfer in unsafe Array(transfers.values) {
            end(
                transfer,
                .failure(
                    transfer.error(
                        .cancelled,
                        String(
                            clause: "the request to \(transfer.job.host) was under way"
                                + " when the program ended"
                        ))
                ))
        }
        for job in waiting { loop.answer(job, .failure(CurlLoop.stopped(job))) }
        waiting = []
        while let easy = unsafe idle.popLast() { unsafe curl_easy_cleanup(easy) }
    }

    private func sleep() {
        let now = MonotonicTime.seconds
        let next = unsafe transfers.values.compactMap(\.deadline).min()
        let seconds = max(0, min((next ?? .infinity) - now, CurlEngine.sleepSecondsMax))
        // One millisecond more, so that the time has come for certain. libcurl itself wakes up
        // earlier when one of its own timers says so.
        let code = unsafe curl_multi_poll(multi, nil, 0, Int32(seconds * 1_000) + 1, nil)
        if code != CURLM_OK {
            failAll(code)
            // Nothing may spin, not even when the process has run out of descriptors.
            usleep(50_000)
        }
    }

    // MARK: Beginnings

    private func startWaiting() {
        if waiting.isEmpty { return }
        var stillWaiting: [CurlJob] = []
        for job in waiting {
            if transferCounts[job.origin, default: 0] < settings.connectionCountMax {
                start(job)
            } else {
                stillWaiting.append(job)
            }
        }
        waiting = stillWaiting
    }

    private func start(_ job: CurlJob) {
        guard let easy = unsafe idle.popLast() ?? curl_easy_init() else {
            loop.answer(
                job, .failure(CurlTransfer.refused(String(clause: "libcurl has no memory"))))
            return
        }
        let transfer = unsafe CurlTransfer(job, easy: easy, settings: settings)
        do {
            try transfer.prepare()
        } catch {
            unsafe recycle(easy)
            loop.answer(job, .failure(error))
            return
        }
        let code = unsafe curl_multi_add_handle(multi, easy)
        if code != CURLM_OK {
            unsafe recycle(easy)
            loop.answer(job, .failure(CurlEngine.failure(code)))
            return
        }
        unsafe transfers[easy] = transfer
        transferCounts[job.origin, default: 0] += 1
    }

    // MARK: Ends

    private func takeOutcomes() {
        var leftCount: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &leftCount) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let easy = unsafe message.pointee.easy_handle,
                let transfer = unsafe transfers[easy]
            else { continue }
            // The message is gone when its handle leaves.
            unsafe end(transfer, transfer.outcome(message.pointee.data.result))
        }
    }

    private func checkTimes() {
        let now = MonotonicTime.seconds
        let late = unsafe transfers.values.compactMap { transfer in
            transfer.fault(now: now).map { (transfer, $0) }
        }
        for (transfer, fault) in late { end(transfer, .failure(fault)) }
    }

    private func withdraw(_ number: UInt64) {
        if let transfer = unsafe transfers.values.first(where: { $0.job.number == number }) {
            end(
                transfer,
                .failure(
                    transfer.error(
                        .cancelled,
                        String(clause: "the request to \(transfer.job.host) was cancelled"))))
        } else if let index = waiting.firstIndex(where: { $0.number == number }) {
            let job = waiting.remove(at: index)
            loop.answer(job, .failure(CurlLoop.cancelled(job)))
        }
    }

    private func failAll(_ code: CURLMcode) {
        for transfer in unsafe Array(transfers.values) {
            var failure = CurlEngine.failure(code)
            failure.mayHaveReachedServer = transfer.isSent
            end(transfer, .failure(failure))
        }
    }

    private func end(_ transfer: CurlTransfer, _ result: Result<HTTPResponse, HTTPError>) {
        unsafe curl_multi_remove_handle(multi, transfer.easy)
        unsafe transfers[transfer.easy] = nil
        let count = transferCounts[transfer.job.origin, default: 0] - 1
        transferCounts[transfer.job.origin] = count > 0 ? count : nil
        unsafe recycle(transfer.easy)
        loop.answer(transfer.job, result)
    }

    private func recycle(_ easy: UnsafeMutableRawPointer) {
        if unsafe idle.count < CurlEngine.idleCountMax {
            // Forgets all settings, and with them the addresses of the transfer.
            unsafe curl_easy_reset(easy)
            unsafe idle.append(easy)
        } else {
            unsafe curl_easy_cleanup(easy)
        }
    }

    private static func failure(_ code: CURLMcode) -> HTTPError {
        CurlTransfer.refused(
            String(clause: "libcurl failed: \(unsafe String(cString: curl_multi_strerror(code)))"))
    }
}
