// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a stretch of work took.
struct Measurement {
    /// Seconds on the wall clock.
    var wall = 0.0
    /// Seconds of processor time, user and system, all threads.
    var cpu = 0.0

    /// The time that `body` takes.
    static func of<Value>(_ body: () async throws -> Value) async rethrows -> (Value, Measurement) {
        let (wall, cpu) = (now(), processorTime())
        let value = try await body()
        return (value, Measurement(wall: now() - wall, cpu: processorTime() - cpu))
    }

    /// The middle of several measurements, figure by figure.
    static func median(_ all: [Measurement]) -> Measurement {
        func middle(_ values: [Double]) -> Double {
            let sorted = values.sorted()
            return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
        return Measurement(wall: middle(all.map(\.wall)), cpu: middle(all.map(\.cpu)))
    }

    /// The largest resident size of the process so far, in MiB.
    static var peakMebibytes: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss / 1_024
    }

    /// The largest resident size since `restartPeak`, in KiB (proc(5), VmHWM).
    static var peakKibibytes: Int { statusKibibytes("VmHWM:") }

    /// Forgets how large the process was, so that `peakKibibytes` tells of what follows; the present
    /// size in KiB (proc(5), clear_refs).
    static func restartPeak() -> Int {
        if let file = fopen("/proc/self/clear_refs", "w") {
            fputs("5", file)
            fclose(file)
        }
        return statusKibibytes("VmRSS:")
    }

    private static func statusKibibytes(_ name: String) -> Int {
        guard let text = try? FileText.read("/proc/self/status") else { return 0 }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix(name) }
        let words = line?.split { $0 == " " || $0 == "\t" } ?? []
        return words.lazy.compactMap { Int($0) }.first ?? 0
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func processorTime() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double {
            Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
        }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}

/// A number with three decimals, without Foundation.
func fixed(_ value: Double, _ decimals: Int = 3) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    let digits = String(abs(scaled) % Int(scale))
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / Int(scale))."
        + String(repeating: "0", count: decimals - digits.count) + digits
}
