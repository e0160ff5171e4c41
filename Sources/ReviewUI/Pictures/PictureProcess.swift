// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import POSIX

/// One running worker, which is ended and buried when this value goes. Used by one thread.
struct PictureProcess: ~Copyable {
    private let number: pid_t
    private let pipe: FileDescriptor
    private var isBuried = false

    /// How a worker came to its end.
    enum End {
        /// By itself, and well; what it has written.
        case ended([UInt8])
        /// By itself, but not well.
        case died
        /// It was ended, because it took too long.
        case late
        /// It was ended, because it wrote too much.
        case tooMuch
        /// It was ended, because nobody waits for it any more.
        case stopped
    }

    /// How long is waited before it is looked whether anybody still waits.
    private static let pollMilliseconds: Int32 = 20

    /// Starts the program at `path`, with `input` as its standard input; nil where that cannot
    /// be done.
    init?(_ path: String, _ arguments: [String], input: Int32) {
        var ends: [Int32] = [-1, -1]
        guard PictureProcess.openPipe(&ends) else { return nil }
        defer { close(ends[1]) }
        guard let number = PictureProcess.start(path, arguments, input: input, output: ends[1])
        else {
            close(ends[0])
            return nil
        }
        self.number = number
        pipe = FileDescriptor(owning: ends[0])
    }

    deinit {
        if !isBuried {
            kill(number, SIGKILL)
            SystemCall.bury(number)
        }
    }

    /// What the worker writes, until it ends or is ended.
    mutating func output(byteCountMax: Int, secondsMax: Double, _ flag: StopFlag) -> End {
        let deadline = MonotonicTime.seconds + secondsMax
        var bytes: [UInt8] = []
        var isOpen = true
        while true {
            if flag.isRaised { return .stopped }
            if MonotonicTime.seconds > deadline { return .late }
            if isOpen {
                let isReady = try? SystemCall.isReady(
                    pipe.number, for: POLLIN, milliseconds: PictureProcess.pollMilliseconds)
                guard isReady == true else { continue }
                isOpen = read(into: &bytes)
                if bytes.count > byteCountMax { return .tooMuch }
            } else if let status = bury() {
                return status == 0 ? .ended(bytes) : .died
            } else {
                // It has closed its output and lives on.
                usleep(1_000)
            }
        }
    }

    /// Reads what is there; false at the end.
    private func read(into bytes: inout [UInt8]) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { room in
            guard let count = try? SystemCall.read(pipe.number, into: room) else { return false }
            bytes.append(contentsOf: room[..<count])
            return count > 0
        }
    }

    /// The status of the worker if it has ended: waitpid(2).
    private mutating func bury() -> Int32? {
        var status: Int32 = 0
        let result = try? SystemCall.uninterrupted { waitpid(number, &status, WNOHANG) }
        if result == 0 { return nil }
        isBuried = true
        return result == number ? status : -1
    }

    // MARK: - Starting

    /// Opens a pipe that no other program inherits, and whose end for writing is none of the first
    /// three descriptors.
    private static func openPipe(_ ends: inout [Int32]) -> Bool {
        guard linux_pipe2(&ends, O_CLOEXEC) == 0 else { return false }
        if ends[1] > 2 { return true }
        let high = fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
        close(ends[1])
        ends[1] = high
        if high < 0 { close(ends[0]) }
        return high >= 0
    }

    /// How often a program is started that somebody is still writing.
    private static let startCountMax = 20

    /// POSIX_SPAWN_SETSID, which is hidden from this module: a session of its own has no terminal,
    /// so that nothing typed there ends the worker and the worker types nothing.
    private static let newSession: Int32 = 0x80

    private static func start(
        _ path: String, _ arguments: [String], input: Int32, output: Int32
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        // The pipe is none of the first three, so that the input cannot take its place.
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        PictureProcess.closeRest(&actions)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var surroundings = environment.map { strdup($0) } + [nil]
        defer { for word in words + surroundings { free(word) } }
        var number: pid_t = 0
        for attempt in 1...startCountMax {
            let code = posix_spawn(
                &number, path, &actions, &attributes, &words, &surroundings)
            if code == 0 { return number }
            if code != ETXTBSY || attempt == startCountMax { break }
            usleep(10_000)
        }
        return nil
    }

    private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Has everything closed but the first three descriptors. The call came with glibc 2.34 and is
    /// hidden from this module; without it the worker closes them itself as the first thing it does.
    private static func closeRest(_ actions: inout posix_spawn_file_actions_t) {
        guard let address = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(address, to: CloseFrom.self)(&actions, 3)
    }

    /// Nothing of the user's but where the language's own library lies, if that had to be said.
    private static var environment: [String] {
        let library = getenv("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=" + String(cString: $0) }
        return ["LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"] + (library.map { [$0] } ?? [])
    }
}
