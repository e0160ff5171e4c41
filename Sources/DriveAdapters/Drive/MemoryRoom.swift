// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How much memory this process may still take.
///
/// Swift ends a program that is refused memory. So what can become large asks here beforehand, and
/// says in time that there is too little.
package struct MemoryRoom: Sendable {
    /// How many bytes are free, by the closest limit.
    package let byteCount: Int

    /// The room that `byteCount` bytes are.
    package init(byteCount: Int) {
        self.byteCount = max(0, byteCount)
    }

    /// What the system leaves to this process now: the limits of the process (`ulimit -v` and
    /// `-d`), of its control groups, and what the machine has.
    package static var now: MemoryRoom {
        MemoryRoom(
            byteCount: min(
                ofProcess.byteCount, ofControlGroups(),
                MemoryText(path: "/proc/meminfo").available))
    }

    /// What the limits of the process alone leave, which count addresses that nothing uses, too.
    package static var ofProcess: MemoryRoom {
        // proc(5): the size of all, …, and of the data, in pages.
        let fields = MemoryText(path: "/proc/self/statm").numbers
        guard fields.count > 5 else { return MemoryRoom(byteCount: .max) }
        let page = sysconf(Int32(_SC_PAGESIZE))
        return MemoryRoom(
            byteCount: min(
                left(of: limit(RLIMIT_AS), used: fields[0] * page),
                left(of: limit(RLIMIT_DATA), used: fields[5] * page)))
    }

    /// The least that the limits of the process may leave when the program begins: each of its
    /// threads has a stack, and addresses for memory of its own. With less, it could stand still.
    package static let leastBytes = 256 << 20

    /// The most that the rows of a listing may hold: growing them takes about as much again, and
    /// a plan over them is made in what remains.
    package var listingBytesMax: Int { byteCount / 5 * 2 }

    /// The most that one page over many lines may hold, which is in memory beside its rows.
    package var documentBytesMax: Int { byteCount / 8 }

    private static func limit(_ resource: __rlimit_resource) -> Int {
        var limits = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else {
            return .max
        }
        return Int(clamping: limits.rlim_cur)
    }

    private static func left(of limit: Int, used: Int) -> Int {
        limit == .max ? .max : max(0, limit - used)
    }

    /// The least that one of the groups around the process leaves, of version 2 or 1.
    private static func ofControlGroups() -> Int {
        var least = Int.max
        // cgroups(7): "0::/path" for version 2, "4:memory:/path" for version 1.
        for line in MemoryText(path: "/proc/self/cgroup").text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if parts[0] == "0" {
                least = min(
                    least,
                    walk(
                        parts[2], "/sys/fs/cgroup", "memory.max", "memory.current",
                        "inactive_file"))
            } else if parts[1].split(separator: ",").contains("memory") {
                least = min(
                    least,
                    walk(
                        parts[2], "/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                        "memory.usage_in_bytes", "total_inactive_file"))
            }
        }
        return least
    }

    /// The least that the group at `path` and those above it leave.
    private static func walk(
        _ path: Substring, _ base: String, _ limit: String, _ usage: String, _ cache: String
    ) -> Int {
        var least = Int.max
        var folders = path.split(separator: "/")
        while true {
            let folder = folders.reduce(base) { $0 + "/" + $1 } + "/"
            if let most = MemoryText(path: folder + limit).numbers.first {
                let used = MemoryText(path: folder + usage).numbers.first ?? 0
                // What the system only keeps of files gives way.
                let kept = MemoryText(path: folder + "memory.stat").value(of: cache) ?? 0
                least = min(least, max(0, most - max(0, used - kept)))
            }
            if folders.popLast() == nil { return least }
        }
    }
}

/// The small texts in which Linux tells of memory.
struct MemoryText {
    /// The text; empty where there is no such file.
    let text: String

    /// The text of the file at `path`, 64 KiB of it at most.
    init(path: String) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            text = ""
            return
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        while count < bytes.count {
            let more = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(
                    file, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
            }
            if more <= 0 { break }
            count += more
        }
        text = String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Its first words, as far as they are numbers; "max" is none.
    var numbers: [Int] {
        var found: [Int] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            guard let number = Int(word) else { break }
            found.append(number)
        }
        return found
    }

    /// The number that follows `name` at the beginning of a line.
    func value(of name: String) -> Int? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, words[0] == name { return Int(words[1]) }
        }
        return nil
    }

    /// Of `/proc/meminfo`, the bytes that can be had, with those of the swap; all there are if it
    /// does not tell.
    var available: Int {
        guard let memory = value(of: "MemAvailable:") else { return .max }
        return (memory + (value(of: "SwapFree:") ?? 0)) << 10
    }
}
