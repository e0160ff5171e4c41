// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages

/// What the program cannot begin without, and has no way to say so later: where no file can be opened
/// the runtime ends the process without a word, and where no thread can be made it waits for ever.
enum ProcessLimits {
    /// How many files may be open at least.
    private static let openFilesLeast = 12
    /// How many threads can be made at least, besides the first.
    private static let threadsLeast = 6

    /// What to say where the limits of this process are too narrow; nil where they are not.
    static func refusal() -> Message? {
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < openFilesLeast
        {
            return Message(
                "the limits of this process ('ulimit -n') let it open \(Int(limit.rlim_cur)) files,"
                    + " and cleanrules needs \(openFilesLeast) to begin with; raise them")
        }
        if canMakeThreads() { return nil }
        return Message(
            "no \(threadsLeast) threads can be made, which cleanrules needs to begin with; end other"
                + " processes, or raise what limits them ('ulimit -u', 'TasksMax=', 'pids.max')")
    }

    /// Whether so many threads can be there at once. Takes some 0.1 ms.
    private static func canMakeThreads() -> Bool {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        var threads: [pthread_t] = []
        for _ in 0..<threadsLeast {
            var thread = pthread_t()
            // Each waits until the other end is closed.
            let code = pthread_create(
                &thread, nil,
                { end in
                    var byte: UInt8 = 0
                    _ = read(CInt(Int(bitPattern: end)), &byte, 1)
                    return nil
                }, UnsafeMutableRawPointer(bitPattern: Int(ends[0])))
            if code != 0 { break }
            threads.append(thread)
        }
        close(ends[1])
        for thread in threads { pthread_join(thread, nil) }
        close(ends[0])
        return threads.count == threadsLeast
    }
}
