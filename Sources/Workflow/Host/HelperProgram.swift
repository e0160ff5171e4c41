// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
internal import Text

/// A program of the machine that is asked something, and whose answer is waited for.
package struct HelperProgram {
    /// How it came to its end.
    package struct Answer: Sendable {
        /// The status; 128 and the signal, as shells have it.
        package var status: Int32
        /// What it wrote to standard output; nil where that cannot be read, or is too much: then
        /// nobody knows all of it.
        package var output: [UInt8]?
        /// What it wrote to standard error.
        package var errors: String
        /// Whether it took longer than it may, and was ended.
        package var isLate: Bool

        /// What it wrote to standard output, as text.
        package var text: String { String(decoding: output ?? [], as: UTF8.self) }

        /// The first line of what it complained of.
        package var complaint: String? {
            (errors + "\n" + text).split(separator: "\n").first.map { String($0) }
        }
    }

    /// How many seconds it may take.
    package static let secondsMax = 10.0
    /// The most of an answer that is read.
    private static let bytesMax = 1 << 20
    /// Files that are open here have smaller numbers.
    private static let descriptorMax: Int32 = 1_024

    /// Runs `name`, which the path finds, with `input`; nil where there is no such program. With
    /// `surroundings` it has no other environment and a session of its own, and is ended with all
    /// that it started there where it takes too long.
    package static func run(
        _ name: String, _ arguments: [String], input: [UInt8] = [],
        surroundings: [String: String]? = nil
    ) -> Answer? {
        // Files without a name: nothing has to read along, and nothing is left behind.
        guard let words = tmpfile() else { return nil }
        defer { fclose(words) }
        guard let answer = tmpfile() else { return nil }
        defer { fclose(answer) }
        guard let complaints = tmpfile() else { return nil }
        defer { fclose(complaints) }
        let files = [words, answer, complaints].map { fileno($0) }
        guard (try? SystemCall.write(input, to: files[0])) != nil,
            lseek(files[0], 0, SEEK_SET) == 0,
            let process = spawn(name, arguments, files, surroundings)
        else { return nil }
        let (status, isLate) = end(of: process, withGroup: surroundings != nil)
        let signal = status & 0x7f
        return Answer(
            status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: contents(files[1]),
            errors: String(decoding: contents(files[2]) ?? [], as: UTF8.self), isLate: isLate)
    }

    /// Runs `name`, which the path finds, with the terminal of this process, for as long as it takes;
    /// its status, or nil where there is no such program.
    package static func attend(_ name: String, _ arguments: [String]) -> Int32? {
        let own = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        guard let process = spawn(name, arguments, own, nil) else { return nil }
        let status = SystemCall.bury(process)
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    /// Runs the program at `path` for as long as it takes, without input; nil where there is no such
    /// program. Where `shouldStop` says that nobody waits for it any more, it is ended, and late. With
    /// `surroundings` it has no other environment and a session of its own, all of which is ended then.
    package static func work(
        _ path: String, _ arguments: [String], surroundings: [String: String]? = nil,
        shouldStop: () -> Bool
    ) -> Answer? {
        guard let complaints = tmpfile() else { return nil }
        defer { fclose(complaints) }
        guard let nothing = tmpfile() else { return nil }
        defer { fclose(nothing) }
        let files = [fileno(nothing), fileno(nothing), fileno(complaints)]
        guard let process = spawn(path, arguments, files, surroundings) else {
            return nil
        }
        var status: Int32 = 0
        var isLate = false
        var pause: UInt32 = 1_000
        while true {
            let ended = try? SystemCall.uninterrupted { waitpid(process, &status, WNOHANG) }
            if ended == process { break }
            // Nobody knows how a child ended that is not there any more.
            guard ended != nil else {
                status = SIGKILL
                break
            }
            if shouldStop() {
                kill(surroundings == nil ? process : -process, SIGKILL)
                status = SystemCall.bury(process)
                isLate = true
                break
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
        let signal = status & 0x7f
        return Answer(
            status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: nil,
            errors: String(decoding: contents(fileno(complaints)) ?? [], as: UTF8.self),
            isLate: isLate)
    }

    /// All that stands in `file`; nil where nobody can say, or it is too much.
    private static func contents(_ file: Int32) -> [UInt8]? {
        guard lseek(file, 0, SEEK_SET) == 0,
            let bytes = try? SystemCall.contents(of: file, most: bytesMax), bytes.count <= bytesMax
        else { return nil }
        return bytes
    }

    private static func spawn(
        _ name: String, _ arguments: [String], _ files: [Int32], _ surroundings: [String: String]?
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (file, number) in zip(files, [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]) {
            posix_spawn_file_actions_adddup2(&actions, file, number)
        }
        for descriptor in (STDERR_FILENO + 1)..<descriptorMax {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        var attributes = posix_spawnattr_t()
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        setSignals(&attributes, isApart: surroundings != nil)
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        var own = (surroundings ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + own { free(word) } }
        var process = pid_t()
        let code =
            surroundings == nil
            ? posix_spawnp(&process, name, &actions, &attributes, &words, environ)
            : posix_spawnp(&process, name, &actions, &attributes, &words, &own)
        return code == 0 ? process : nil
    }

    /// POSIX_SPAWN_SETSID, which is hidden from this module.
    private static let newSession: Int32 = 0x80

    /// Threads of this program block signals, and some are ignored; none of that is the other's.
    private static func setSignals(_ attributes: inout posix_spawnattr_t, isApart: Bool) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(isApart ? flags | newSession : flags))
    }

    /// Waits for the child `process`, and ends it where it takes too long; its status.
    private static func end(
        of process: pid_t, withGroup: Bool
    ) -> (status: Int32, isLate: Bool) {
        let start = MonotonicTime.seconds
        var status: Int32 = 0
        while true {
            let ended = try? SystemCall.uninterrupted { waitpid(process, &status, WNOHANG) }
            if ended == process { return (status, false) }
            // Nobody knows how a child ended that is not there any more.
            if ended == nil { return (SIGKILL, false) }
            if MonotonicTime.seconds - start > secondsMax { break }
            usleep(5_000)
        }
        kill(withGroup ? -process : process, SIGKILL)
        return (SystemCall.bury(process), true)
    }
}
