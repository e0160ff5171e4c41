// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
package import Messages

/// What the program cannot begin without, and has no way to say so later: where no file can be opened
/// the runtime ends the process without a word, and where no thread can be made it waits for ever.
package enum ProcessLimits {
    /// How many files may be open at least.
    private static let openFilesLeast = 12
    /// How many threads can be made at least, besides the first.
    private static let threadsLeast = 6

    /// Makes the process such that what is written arrives where it should, or fails with an error:
    /// the first thing that a program does.
    package static func prepare() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // open(2): the lowest number that is free, and all below are taken. Else the next file
            // that is opened would be written to as standard output.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
        // A closed pipe (as with `| head`) ends a write with an error instead of the program.
        signal(SIGPIPE, SIG_IGN)
    }

    /// What to say where this process cannot begin; nil where it can.
    package static func refusal() -> Message? { tooLittleMemory() ?? tooFew() ?? lostArguments() }

    /// What to say where nobody knows what was asked for: Swift reads the arguments of a process from
    /// /proc, and without them a round would print the help and seem to have gone well.
    private static func lostArguments() -> Message? {
        if !CommandLine.arguments.isEmpty { return nil }
        return Message(
            "'/proc/self/cmdline' cannot be read, in which the words of this command stand; mount"
                + " /proc, as with 'mount -t proc proc /proc'")
    }

    private static func tooLittleMemory() -> Message? {
        let room = MemoryRoom.ofProcess.byteCount
        if room >= MemoryRoom.leastBytes { return nil }
        return Message(
            "the limits of this process ('ulimit -v' and '-d') leave \(room >> 20) MiB of"
                + " memory, and cleanrules needs \(MemoryRoom.leastBytes >> 20) MiB to begin with;"
                + " raise them")
    }

    /// Too few files or threads.
    private static func tooFew() -> Message? {
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
