// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import PhotoLooks
package import PictureExchange
internal import Threads

/// Has pictures looked at by the program `cleanrules-pictures`: what they say of themselves, and
/// what they look like. Each in a process of its own, as where pictures are made.
package struct PictureLooker: Sendable {
    private let worker: PictureWorker

    /// The program of `worker`.
    package init(_ worker: PictureWorker) { self.worker = worker }

    /// The program that belongs to the running one; nil where there is none.
    package init?() {
        guard let worker = PictureWorker.besideProgram() else { return nil }
        self.init(worker)
    }

    /// What is to be expected of a file of that name.
    package static func hint(name: String) -> PictureOrder.Hint {
        PictureIcon.isRaw(name: name) ? .raw : .any
    }

    /// What looking at what is open as `file` brings. Nil where it could not be looked at now, so
    /// that it is worth another try: the program did not start, or the task was cancelled. What
    /// cannot be read, today as tomorrow, is a report with a problem.
    package func report(
        of file: PictureFile, hint: PictureOrder.Hint = .any
    ) async -> PictureReport? {
        let flag = StopFlag()
        let looker = self
        return await withTaskCancellationHandler {
            await BlockingCall.value { looker.run(LookOrder(hint: hint), file, flag) }
        } onCancel: {
            flag.raise()
        }
    }

    /// What looking at `bytes` brings, a drive's thumbnail: as of a file.
    package func report(
        of bytes: [UInt8], hint: PictureOrder.Hint = .any
    ) async -> PictureReport? {
        guard let file = PictureFile(bytes: bytes) else { return nil }
        return await report(of: file, hint: hint)
    }

    private func run(_ order: LookOrder, _ file: PictureFile, _ flag: StopFlag) -> PictureReport? {
        if flag.isRaised { return nil }
        guard var process = PictureProcess(worker.path, order.arguments, input: file.descriptor)
        else { return nil }
        let end = process.output(
            byteCountMax: LookReply.byteCount, secondsMax: worker.secondsMax, flag)
        switch end {
        case .stopped: return nil
        case .late: return PictureLooker.nothing(String(clause: "making it took too long"))
        case .tooMuch, .died: return PictureLooker.unreadable
        case .ended(let bytes): return LookReply(frame: bytes)?.report ?? PictureLooker.unreadable
        }
    }

    private static var unreadable: PictureReport {
        nothing(String(clause: "the file cannot be read"))
    }

    private static func nothing(_ problem: String) -> PictureReport {
        var report = PictureReport()
        report.problem = problem
        return report
    }
}
