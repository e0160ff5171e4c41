// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import Threads

/// A program that runs beside this one.
///
/// Tests start no program through Foundation's `Process`: on Linux it reads behind the end of a buffer
/// while it looks for open files, which kills the tests now and then (up to Swift 6.3,
/// swift-corelibs-foundation 5472); among thousands of programs it misses the end of one, never comes
/// back, and keeps its files open.
package final class ChildProgram: Sendable {
    /// What a program is started with.
    package struct Start {
        /// The path of the program.
        package var program: String
        package var arguments: [String]
        /// Nil: that of this process.
        package var environment: [String: String]?
        /// The working directory; nil: that of this process.
        package var folder: String?
        /// Open files for standard input, output and error; all others are closed.
        package var files: [Int32]

        package init(
            program: String, arguments: [String], environment: [String: String]? = nil,
            folder: String? = nil, files: [Int32] = []
        ) {
            self.program = program
            self.arguments = arguments
            self.environment = environment
            self.folder = folder
            self.files = files
        }
    }

    /// Why a program was not started: `errno`.
    package struct Failure: Error, CustomStringConvertible {
        package let program: String
        package let code: Int32

        package var description: String {
            "\(program) cannot be started: \(String(cString: strerror(code)));"
                + " script/packages --tests installs what tests need"
        }
    }

    package let processIdentifier: pid_t
    /// As `waitpid` gives it; nil until somebody has asked after the end.
    private let end = Lock<Int32?>(nil)

    /// Starts a program, with no signal ignored or held back.
    package init(_ start: Start) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let folder = start.folder { _ = GNU.addChdir?(&actions, folder) }
        for (number, file) in start.files.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
        }
        _ = GNU.addCloseFrom?(&actions, Int32(start.files.count))
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let arguments = ([start.program] + start.arguments).map { strdup($0) }
        let environment = (start.environment ?? ProcessInfo.processInfo.environment)
            .map { strdup("\($0.key)=\($0.value)") }
        defer { for text in arguments + environment { free(text) } }
        var child = pid_t()
        let code = posix_spawn(
            &child, start.program, &actions, &attributes, arguments + [nil], environment + [nil])
        if code != 0 { throw Failure(program: start.program, code: code) }
        processIdentifier = child
    }

    /// It is waited for: tests of exits in this process would take its end for theirs, again and again.
    deinit {
        guard isRunning else { return }
        kill(processIdentifier, SIGKILL)
        waitUntilExit()
    }

    /// Whether it has not come to its end.
    package var isRunning: Bool { look(WNOHANG) == nil }

    /// Asks it to end.
    package func terminate() { if isRunning { kill(processIdentifier, SIGTERM) } }

    /// Waits for its end: the status, or 128 and the signal, as shells have it.
    @discardableResult
    package func waitUntilExit() -> Int32 {
        // It is taken off below, so that others can look meanwhile.
        var info = siginfo_t()
        let number = id_t(processIdentifier)
        while waitid(P_PID, number, &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let end = look(0) ?? 0
        let signal = end & 0x7f
        return signal == 0 ? (end >> 8) & 0xff : 128 + signal
    }

    private func look(_ options: Int32) -> Int32? {
        end.withLock { end in
            var status: Int32 = 0
            if end == nil, waitpid(processIdentifier, &status, options) == processIdentifier {
                end = status
            }
            return end
        }
    }
}

/// What glibc has beyond POSIX, and its headers show to those only who define `_GNU_SOURCE`.
private enum GNU {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    typealias AddChdir = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
    typealias AddCloseFrom = @convention(c) (Actions, Int32) -> Int32

    static let addChdir = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
        .map { unsafeBitCast($0, to: AddChdir.self) }
    static let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
        .map { unsafeBitCast($0, to: AddCloseFrom.self) }
}
