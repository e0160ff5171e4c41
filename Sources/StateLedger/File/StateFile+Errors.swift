// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX

extension StateFile {
    /// The file is damaged, or none of ours.
    func corrupt(
        _ why: Message, advice: Message? = nil, code: Int32? = nil
    ) -> LedgerError {
        LedgerError(
            .corrupt,
            Message(
                "the state file \(path) is damaged or no state file: \(why); \(advice ?? usualAdvice)"
            ),
            code: code)
    }

    /// What to do about a file that cannot be used. Looks through the backups: only one that is
    /// whole is named.
    private var usualAdvice: Message {
        guard let newest = Backups(of: self).newestGood() else {
            return Message("there is no good backup of it; move it away to begin anew")
        }
        return Message(
            "'cleanrules state restore' brings back the newest good backup and what can still be"
                + " read of the file: \(newest.path)")
    }

    /// A newer version of the program wrote the file.
    func newer(_ version: Int32) -> LedgerError {
        LedgerError(
            .newerVersion,
            Message(
                "the state file \(path) was written by a newer version of cleanrules (its format is"
                    + " \(version), this one knows up to \(Migration.all.count)); install that version,"
                    + " or name another file with --state"))
    }

    /// An earlier version of the program wrote the file, and nobody asked for it to be brought up to date.
    func older(_ version: Int, than newest: Int) -> LedgerError {
        LedgerError(
            .failed,
            Message(
                "the state file \(path) is of version \(version), this program's is \(newest);"
                    + " 'cleanrules plan' brings it up to date, after a backup"))
    }

    /// Its restoration was decided, and is not finished.
    func unfinished() -> LedgerError {
        LedgerError(
            .failed,
            Message(
                "the restoration of the state file \(path) is not finished; 'cleanrules status'"
                    + " finishes it"))
    }

    /// The file cannot be reached.
    func inaccessible(_ error: SystemError) -> LedgerError {
        if error.code == ENOSPC || error.code == EDQUOT { return full() }
        return LedgerError(
            .inaccessible,
            Message(
                "the state file \(path) cannot be used: \(error.message); check its permissions and"
                    + " its disk"))
    }

    /// There is no file.
    func absent() -> LedgerError {
        LedgerError(
            .absent,
            Message(
                "there is no state file \(path) yet; 'cleanrules plan' makes one, or name another one"
                    + " with --state"))
    }

    /// There is no file, and `left` says that there was one.
    func lost(_ left: String) -> LedgerError {
        let hasBackup = Backups(of: self).newestGood() != nil
        return LedgerError(
            .corrupt,
            hasBackup
                ? Message(
                    "the state file \(path) is gone, but \(left) is left of it, so it was lost or"
                        + " moved, and what was decided must not be forgotten; put it back, bring"
                        + " back its newest backup with 'cleanrules state restore', or move away"
                        + " what is left to begin anew")
                : Message(
                    "the state file \(path) is gone, but \(left) is left of it, so it was lost or"
                        + " moved, and what was decided must not be forgotten; put it back, or move"
                        + " away what is left to begin anew"))
    }

    /// There is no room on the disk.
    func full(code: Int32? = nil) -> LedgerError {
        LedgerError(
            .full,
            Message(
                "there is no room for the state file \(path); make room on its disk and try again"),
            code: code)
    }

    /// Whether there is next to no room where the file lies.
    var isOnFullDisk: Bool {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 256 << 10
    }

    /// The file has another name, under which its log is not found.
    func linked(_ count: Int) -> LedgerError {
        LedgerError(
            .inaccessible,
            Message(
                "the state file \(path) has \(count) names (hard links), and what was recorded last"
                    + " lies beside only one of them; leave it one name, which 'find FOLDER -samefile"
                    + " \(path)' helps with"))
    }

    /// The file itself, and not its folder, is mounted there.
    func mounted() -> LedgerError {
        LedgerError(
            .inaccessible,
            Message(
                "the state file \(path) is mounted there alone, without what lies beside it; name it"
                    + " where it lies, or mount its folder"))
    }

    /// Another process writes, for longer than one waits.
    func locked(code: Int32? = nil) -> LedgerError {
        let holder = LockHolder.writer(of: self)
        let who = holder.map { Message("process \($0)") } ?? Message("another process")
        return LedgerError(
            .locked,
            Message("\(who) is writing to the state file \(path); try again when it is done"),
            holder: holder, code: code)
    }
}
