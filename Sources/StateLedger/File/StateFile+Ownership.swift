// SPDX-License-Identifier: Apache-2.0

package import Glibc
internal import Messages
internal import POSIX

extension StateFile {
    /// Refuses a state that somebody else has made or could change: the state says what is deleted.
    ///
    /// Looks at the file, at what lies beside it and is read or written with it, and at the folder,
    /// whose writers could put other files in their place. What is not there is in order; nothing
    /// is opened. A file that brakes says all by being there, and is anybody's: an administrator
    /// puts it there, and what is taken back while the brake is on must not be refused for it.
    func checkOwnership() throws(LedgerError) {
        if path == Self.memoryPath { return }
        try checkFolder()
        for suffix in Self.suffixes where suffix != Brake.suffix {
            var status = stat()
            guard lstat(path + suffix, &status) == 0 else { continue }
            // Of the file itself, whoever reads its beginning says what is wrong with it.
            if suffix.isEmpty, status.st_mode & S_IFMT != S_IFREG { continue }
            try check(status, of: path + suffix)
            // Of the file itself, its place is found by its one name.
            if !suffix.isEmpty, status.st_nlink > 1 { throw manyNames(path + suffix) }
        }
    }

    /// Refuses the file `name`, of which the kernel says `status`, unless it is a regular file of
    /// this user that nobody else may write to.
    func check(_ status: stat, of name: String) throws(LedgerError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw exposed(
                Message(
                    "\(name) belongs to the state and is a link, or no file; see who put it there, and"
                        + " remove it"))
        }
        try checkWriters(status, of: name)
    }

    /// The folder that the file lies in, or would be made in.
    private func checkFolder() throws(LedgerError) {
        var folder = self.folder
        var status = stat()
        while stat(folder, &status) != 0 {
            guard errno == ENOENT, folder != "/" else { return }
            folder = StateFile(folder).folder
        }
        // Nothing can be below a device or a file; whoever opens the state says so.
        guard status.st_mode & S_IFMT == S_IFDIR else { return }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw foreign(Message("the folder \(folder)"), status.st_uid)
        }
        // In a sticky folder everybody may make files, and only their owners may replace them.
        if status.st_mode & S_ISVTX == 0 {
            try checkMode(status, of: folder, Message("the folder \(folder)"))
        }
    }

    private func checkWriters(_ status: stat, of name: String) throws(LedgerError) {
        let what =
            name == path
            ? Message("the state file \(path)") : Message("the file \(name) of the state")
        guard status.st_uid == geteuid() else { throw foreign(what, status.st_uid) }
        try checkMode(status, of: name, what)
    }

    private func checkMode(
        _ status: stat, of name: String, _ what: Message
    ) throws(LedgerError) {
        guard UserAccount.canOthersWrite(status) else { return }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        throw exposed(
            Message(
                "\(what) can be written by other users (mode \(mode)), who may have changed what is"
                    + " deleted; if you trust what it holds, run 'chmod go-w \(name)'"))
    }

    private func foreign(_ what: Message, _ owner: uid_t) -> LedgerError {
        let (theirs, own) = (UserAccount.name(owner), UserAccount.name(geteuid()))
        return exposed(
            Message(
                "\(what) belongs to \(theirs), and this is \(own); run cleanrules as \(theirs), without"
                    + " 'sudo', name a state of your own with --state, or have the file given to you"
                    + " with 'chown'"))
    }

    /// What is written to one name of a file is written to all of them.
    func manyNames(_ name: String) -> LedgerError {
        exposed(
            Message(
                "\(name) belongs to the state and has further names (hard links), so it is not written"
                    + " to; see what they are, and leave it this one, which 'find FOLDER -samefile"
                    + " \(name)' helps with"))
    }

    private func exposed(_ clause: Message) -> LedgerError { LedgerError(.exposed, clause) }
}

/// Users and groups of the machine.
package enum UserAccount {
    /// What to call the user `user`: the name, or the number where there is none.
    static func name(_ user: uid_t) -> Message {
        MachineAccount(user).map { Message("user '\($0.name)'") } ?? Message("user \(user)")
    }

    /// Whether others than the owner of a file with that status can write to it, as far as its
    /// permissions say; a group of this user alone is nobody else.
    package static func canOthersWrite(_ status: stat) -> Bool {
        let isOpenToGroup =
            status.st_mode & S_IWGRP != 0 && !MachineAccount.isAlone(inGroup: status.st_gid)
        return isOpenToGroup || status.st_mode & S_IWOTH != 0
    }
}
