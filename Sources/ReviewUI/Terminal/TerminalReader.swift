// SPDX-License-Identifier: Apache-2.0

internal import CTerminal
internal import Dispatch
internal import Glibc
internal import POSIX

/// Waits for keys and signals on a thread of its own, and hands them on.
struct TerminalReader: Sendable {
    /// What came, and when, in nanoseconds of a clock that never goes back.
    enum News: Sendable, Equatable {
        case bytes([UInt8], at: UInt64)
        case signal(Int32)
        /// The terminal is gone, or there is no more input.
        case ended
    }

    /// Reads `input` until `hand` says that nobody listens, or the input ends.
    ///
    /// `hand` returns nil where nobody listens any more, and false when it has no room just now.
    static func start(input: Int32, _ hand: @escaping @Sendable (News) -> Bool?) {
        // Blocked most of the time, so not on a thread that runs tasks.
        DispatchQueue(label: "terminal input").async {
            while let news = wait(input) {
                var isHanded = hand(news)
                while isHanded == false {
                    usleep(2_000)
                    isHanded = hand(news)
                }
                if isHanded == nil || news == .ended { return }
            }
        }
    }

    /// The next piece of news; nil when the reader was woken to end.
    private static func wait(_ input: Int32) -> News? {
        var wanted = [
            pollfd(fd: terminal_signals(), events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard (try? SystemCall.uninterrupted { poll(&wanted, 2, -1) }) != nil else {
                return .ended
            }
            if wanted[0].revents != 0 {
                var number: UInt8 = 0
                guard read(wanted[0].fd, &number, 1) == 1 else { continue }
                return number == 0 ? nil : .signal(Int32(number))
            }
            guard wanted[1].revents != 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 1_024)
            do throws(SystemError) {
                let size = try SystemCall.unlessBlocking { read(input, &bytes, bytes.count) }
                guard let size else { continue }
                return size == 0 ? .ended : .bytes(Array(bytes.prefix(size)), at: monotonicNow())
            } catch {
                return .ended
            }
        }
    }

    /// Ends the reader.
    static func stop() { terminal_wake() }

    /// Nanoseconds of a clock that never goes back.
    static func monotonicNow() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}
