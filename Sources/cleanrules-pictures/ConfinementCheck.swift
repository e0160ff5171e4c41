// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Tries what this process must not be able to do any more; for `--kinds`.
enum ConfinementCheck {
    /// Room for the outcome itself, where the output is a file.
    private static let lineByteMax: UInt64 = 1 << 20

    /// `yes`, or `no:` and what still succeeds. The process has no rights afterwards.
    static func outcome() -> String {
        let hasLandlock = landlock_version() >= 1
        guard Confinement.begin(fileByteMax: lineByteMax), Confinement.finish() else {
            return "no: the kernel refuses"
        }
        var faults: [String] = []
        func expect(_ isRefused: Bool, _ fault: String) {
            if !isRefused { faults.append(fault) }
        }
        expect(hasLandlock, "the kernel has no Landlock, so files can be read")
        for path in ["/", "/etc/passwd", "/tmp", "/proc/1/status"] {
            expect(isRefused(unsafe open(path, O_RDONLY)), "\(path) can be read")
        }
        expect(
            isRefused(unsafe open("/tmp", O_WRONLY | __O_TMPFILE, 0o600)), "files can be made")
        expect(confine_can_open_to_write() == 0, "files can be opened to write")
        expect(mkdirIsRefused(), "folders can be made")
        expect(isRefused(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)), "there is a network")
        expect(isRefused(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)), "there are sockets")
        expect(!startsProcess(), "programs can be started")
        expect(confine_can_fork() == 0, "processes can be made")
        expect(confine_can_signal(getppid()) == 0, "the starting process can be signalled")
        expect(confine_can_ask_limit(getppid()) == 0, "limits of others can be seen")
        expect(confine_can_set_limit() == 0, "limits can be set by prlimit64")
        expect(confine_can_be_dumped() == 0, "the process can be opened to others")
        expect(Confinement.isSanitized || memoryIsBounded(), "memory has no bound")
        expect(
            Confinement.isSanitized || hasOneThread(),
            "a library has begun a thread, which can read files")
        faults += openFileFaults() + takenCallFaults()
        return faults.isEmpty ? "yes" : "no: " + faults.joined(separator: ", ")
    }

    /// Numbers of calls that nobody has judged, because they came later or are still to come; those
    /// from 451 on are the same on all machines.
    private static let laterCalls: ClosedRange<Int32> = 451...1_023

    /// What is said of the calls that must be gone and are not.
    private static func takenCallFaults() -> [String] {
        var faults: [String] = []
        var place: Int32 = 0
        while true {
            let call = unsafe confine_taken(place)
            guard unsafe call.number >= 0, let fault = unsafe call.fault else { break }
            if unsafe confine_is_gone(call.number) == 0 {
                unsafe faults.append(String(cString: fault))
            }
            place += 1
        }
        for number in laterCalls where confine_is_gone(number) == 0 {
            faults.append("there is call \(number)")
        }
        return faults
    }

    /// What is said of what an open file, here a pipe, could be used for.
    private static func openFileFaults() -> [String] {
        var ends: [Int32] = [-1, -1]
        guard unsafe linux_pipe2(&ends, 0) == 0 else { return ["there are no pipes"] }
        defer { for end in ends { close(end) } }
        var faults: [String] = []
        for (name, request): (String, UInt) in [
            ("TIOCSTI", 0x5412), ("TIOCLINUX", 0x541c), ("TIOCSCTTY", 0x540e),
            ("FIOSETOWN", 0x8901),
        ] where confine_can_ioctl(ends[0], request) != 0 {
            faults.append("there is \(name)")
        }
        // With the value of each that changes nothing.
        for (name, command): (String, Int32) in [
            ("F_SETOWN", 8), ("F_SETSIG", 10), ("F_SETOWN_EX", 15), ("F_SETLK", F_SETLK),
            ("F_SETLEASE", 1_024), ("F_NOTIFY", 1_026),
        ] where confine_can_fcntl(ends[0], command, 0) != 0 {
            faults.append("there is \(name)")
        }
        return faults
    }

    /// Whether no thread was there before the disk was closed, which would leave it open for that
    /// thread.
    private static func hasOneThread() -> Bool {
        guard let folder = unsafe opendir("/proc/self/task") else { return false }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        // The folder, that above it, and the thread.
        return count == 3
    }

    private static func isRefused(_ descriptor: Int32) -> Bool {
        if descriptor >= 0 { close(descriptor) }
        return descriptor < 0
    }

    private static func mkdirIsRefused() -> Bool {
        let path = "/tmp/cleanrules-pictures-\(getpid())"
        guard unsafe mkdir(path, 0o700) == 0 else { return true }
        unsafe rmdir(path)
        return false
    }

    private static func startsProcess() -> Bool {
        var number: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        guard unsafe posix_spawn(&number, "/bin/true", nil, nil, &words, &words) == 0 else {
            return false
        }
        waitpid(number, nil, 0)
        return true
    }

    private static func memoryIsBounded() -> Bool {
        let start = unsafe mmap(
            nil, 4 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0
        )
        return unsafe start == MAP_FAILED
    }
}
