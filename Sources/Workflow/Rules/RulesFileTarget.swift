// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Foundation
internal import Glibc
internal import Messages
internal import POSIX
internal import Text

/// A rules file that another one is put in the place of.
struct RulesFileTarget {
    /// Its path, without links: a link stays, and what it leads to is replaced.
    let path: String
    private let status: stat

    /// The file at `named`; throws where it is not this person's to change.
    init(_ named: String) throws(Failure) {
        guard let real = MachinePath.canonical(named) else { throw Self.cannotWrite(named) }
        var link = stat()
        if lstat(named, &link) == 0, link.st_mode & S_IFMT == S_IFLNK, link.st_uid != geteuid(),
            link.st_uid != 0
        {
            throw Self.refusal(named, Message("is a link that another user made"))
        }
        var status = stat()
        guard stat(real, &status) == 0 else { throw Self.cannotWrite(named) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Self.refusal(named, Message("is no regular file"))
        }
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            throw Self.refusal(named, Message("belongs to another user"))
        }
        guard status.st_nlink == 1 else {
            throw Self.refusal(
                named, Message("has several names, of which the others would keep the old rules"))
        }
        guard access(real, W_OK) == 0 else { throw Self.cannotWrite(named) }
        path = real
        self.status = status
    }

    private static func refusal(_ path: String, _ why: Message) -> Failure {
        Failure(
            .refused, Message("'\(VisibleText.escaped(path))' \(why), and is not changed"))
    }

    /// The failure that the last call of the system has left.
    static func cannotWrite(_ path: String) -> Failure {
        Failure(
            .failed,
            Message("cannot write '\(VisibleText.escaped(path))': \(FileBytes.reason())"))
    }

    /// A file of these bytes beside it, with its mode, its owner and what else is noted on it, that is
    /// safely on the disk.
    func draft(of bytes: [UInt8]) throws(Failure) -> RulesFileDraft {
        // Not made of the name, which may be as long as names can be.
        let name = RulesFileDraft.mark + String(UInt64.random(in: 0...(.max)), radix: 36)
        let draft = MachinePath.folder(of: path) + "/" + name
        do throws(SystemError) {
            let file = try FileDescriptor(
                draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            do throws(SystemError) {
                let own = try file.status()
                if own.st_uid != status.st_uid || own.st_gid != status.st_gid,
                    fchown(file.number, status.st_uid, status.st_gid) != 0
                {
                    throw .last
                }
                try FileAttributes.copy(from: path, to: file.number)
                if fchmod(file.number, status.st_mode & 0o7777) != 0 { throw .last }
                try SystemCall.write(bytes, to: file.number)
                try file.synchronize()
                try file.close()
            } catch {
                unlink(draft)
                throw error
            }
        } catch {
            throw Self.cannotWrite(path, error)
        }
        return RulesFileDraft(path: draft, target: path)
    }

    fileprivate static func cannotWrite(_ path: String, _ error: SystemError) -> Failure {
        Failure(.failed, Message("cannot write '\(VisibleText.escaped(path))': \(error.text)"))
    }
}

/// A file that is to take the place of another one beside it.
struct RulesFileDraft {
    /// The file itself.
    let path: String
    /// What it takes the place of.
    let target: String
    /// How the names of all of them begin, and of nothing else.
    static let mark = ".cleanrules-draft-"
    /// After so many seconds, one that nobody has put in place was left behind.
    private static let staleAfter = 3_600

    /// Takes away what writes that were killed have left in `folder`, whose lock is held: files of that
    /// name, of this user, that nobody has touched for an hour.
    static func discardStale(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(mark) {
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(), time(nil) - status.st_mtim.tv_sec > staleAfter
            else { continue }
            unlink(path)
        }
    }

    /// Puts it there; at any time the old one or the new one is there, whole.
    func publish() throws(Failure) {
        do throws(SystemError) {
            try FileReplacement.rename(path, to: target, in: MachinePath.folder(of: target))
        } catch {
            throw RulesFileTarget.cannotWrite(target, error)
        }
    }

    /// Takes it away, if it is still there.
    func discard() { unlink(path) }
}
