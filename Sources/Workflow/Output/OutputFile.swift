// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
package import Reports
internal import Text
internal import Wording

/// Where output goes that a person names: a file that appears only when it is complete.
package enum OutputFile {
    /// Who may read a file that was not there before.
    package enum Readers: Sendable {
        /// Its owner alone: names and paths of people's files stand in it, or may.
        case owner
        /// Whoever the `umask` lets: it tells of rules and figures alone, and a program of another user is
        /// to read it.
        case others

        /// The mode of the file.
        fileprivate var mode: mode_t {
            if self == .owner { return 0o600 }
            let mask = umask(0)
            umask(mask)
            return 0o666 & ~mask
        }
    }

    /// Calls `body` with a sink for the file at `path`, which is for `readers`; one that is there already, of
    /// this user, stays for those that it was for.
    ///
    /// A regular file is replaced at once, by a draft beside it that was written to its end. What
    /// is no regular file, such as a pipe, is written to as it is. What `gate` keeps is refused.
    package static func write(
        toFile path: String, past gate: OutputGate, for readers: Readers = .owner,
        _ body: (ByteSink) throws(OutputError) -> Void
    ) throws(Failure) {
        let target = try gate.target(path)
        if target.status == nil || target.isFile {
            return try writeDraft(for: target, mode(of: target) ?? readers.mode, body)
        }
        try writeDirectly(to: target, body)
    }

    /// Calls `body` with a sink for `target`, and sends on what that still holds.
    package static func fill(
        _ target: ByteSink.Target, _ body: (ByteSink) throws(OutputError) -> Void
    ) throws(Failure) {
        let sink = ByteSink(target)
        do throws(OutputError) {
            try body(sink)
            try sink.flush()
        } catch {
            throw Failure(error)
        }
    }

    private static func writeDirectly(
        to target: OutputTarget, _ body: (ByteSink) throws(OutputError) -> Void
    ) throws(Failure) {
        let descriptor = try writable(target)
        var status = stat()
        guard fstat(descriptor, &status) == 0, FileIdentity(status) == target.identity else {
            close(descriptor)
            throw changed(target)
        }
        do throws(Failure) {
            try fill(.descriptor(descriptor), body)
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw cannotWrite(target) }
    }

    /// Adds `text` to the end of the regular file `target`, which is there already.
    package static func append(_ text: String, to target: OutputTarget) throws(Failure) {
        guard target.isFile else { throw Failure(.failed, .integrationSummary) }
        let descriptor = open(target.path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw cannotWrite(target) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, FileIdentity(status) == target.identity else {
            close(descriptor)
            throw changed(target)
        }
        do throws(Failure) {
            try fill(.descriptor(descriptor)) { sink throws(OutputError) in try sink.append(text) }
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw cannotWrite(target) }
    }

    /// Makes sure that something can be written to `target` later, as far as its place tells: a
    /// round that deletes should not find out at its end that its report has none.
    package static func demandPlace(for target: OutputTarget) throws(Failure) {
        let isFolder = target.status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
        if isFolder {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(target.shown))' is a folder; name a file in it"))
        }
        let folder = MachinePath.folder(of: target.path)
        if target.status == nil, !FileBytes.isFolder(folder) {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(target.shown))' lies in a folder that is not there;"
                        + " make it first"))
        }
    }

    /// How long the reader of a pipe may be late, in seconds.
    private static let readerSecondsMax = 5

    /// `target` opened for writing. A pipe that nobody reads is not waited for without an end.
    private static func writable(_ target: OutputTarget) throws(Failure) -> Int32 {
        let flags = O_WRONLY | O_NOCTTY | O_CLOEXEC
        for _ in 0..<(readerSecondsMax * 10) {
            let descriptor = open(target.path, flags | O_NONBLOCK)
            if descriptor >= 0 {
                let set = fcntl(descriptor, F_GETFL)
                if set >= 0, fcntl(descriptor, F_SETFL, set & ~O_NONBLOCK) == 0 {
                    return descriptor
                }
                close(descriptor)
                throw cannotWrite(target)
            }
            // fifo(7): a pipe that is open nowhere for reading. Of a socket, or a terminal that this
            // process has none of, the kernel says the same.
            let isPipe = target.status.map { $0.st_mode & S_IFMT == S_IFIFO } ?? false
            guard errno == ENXIO, isPipe else { throw cannotWrite(target) }
            usleep(100_000)
        }
        throw Failure(
            .failed,
            Message(
                "'\(VisibleText.escaped(target.shown))' is a pipe that nobody reads; start what is"
                    + " to read it first, or name a file"))
    }

    /// The mode of the regular file of this user that `target` is; nil where it is none.
    private static func mode(of target: OutputTarget) -> mode_t? {
        guard let status = target.status, status.st_uid == geteuid() else { return nil }
        return status.st_mode & 0o777
    }

    private static func writeDraft(
        for target: OutputTarget, _ mode: mode_t,
        _ body: (ByteSink) throws(OutputError) -> Void
    ) throws(Failure) {
        guard let draft = OutputDraft(besides: target.path) else { throw cannotWrite(target) }
        defer { draft.discard() }
        try fill(.descriptor(draft.descriptor), body)
        // Some file systems tell only at close(2) that there was no room.
        guard fchmod(draft.descriptor, mode) == 0, close(dup(draft.descriptor)) == 0,
            let name = draft.named()
        else { throw cannotWrite(target) }
        try publish(name, as: target)
    }

    /// Gives the draft its name, in the place of nothing but what was looked at.
    private static func publish(_ draft: String, as target: OutputTarget) throws(Failure) {
        if target.status == nil {
            // link(2) replaces nothing; not every file system has it.
            if link(draft, target.path) == 0 { return }
            if errno == EEXIST { throw changed(target) }
        }
        var status = stat()
        let present = lstat(target.path, &status) == 0 ? FileIdentity(status) : nil
        guard present == target.identity else { throw changed(target) }
        guard rename(draft, target.path) == 0 else { throw cannotWrite(target) }
    }

    private static func changed(_ target: OutputTarget) -> Failure {
        Failure(
            .refused,
            Message(
                "'\(VisibleText.escaped(target.shown))' became another file while it"
                    + " was being written, and is left as it is; name another file"))
    }

    private static func cannotWrite(_ target: OutputTarget) -> Failure {
        Failure(
            .failed,
            Message("cannot write '\(VisibleText.escaped(target.shown))': \(FileBytes.reason())"))
    }
}

extension Failure {
    /// Why output could not be written.
    package init(_ error: OutputError) {
        if let clause = error.clause { self.init(.failed, clause) } else { self.init(.failed) }
    }
}
