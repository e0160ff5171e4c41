// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import POSIX

/// Which folders are safe from other users of the machine: those of this account that nobody else
/// can write to. What is moved into another one its owner can read, change and take away.
///
/// Some file systems keep no owners: all that is on them belongs to one account, whoever made it.
/// There, and only there, that account will do.
struct FolderTrust {
    /// The account of this process.
    private let account = geteuid()
    /// A folder of the file system in question, in which it can be tried whom new folders belong to;
    /// nil where no other owner will do.
    private let top: OpenFolder?
    /// By what that is tried.
    private let calls: DiskCalls?

    /// Trusts in folders of this account alone.
    init() { (top, calls) = (nil, nil) }

    /// Trusts besides in what belongs to the same account as a folder does that this process makes
    /// in `top`.
    init(on top: OpenFolder, trying calls: DiskCalls?) {
        self.top = top
        self.calls = calls
    }

    /// Throws EACCES unless `folder` is safe. What lies in a folder that is closed to others may give
    /// them rights that they cannot use.
    func check(
        _ folder: EntryState, isBehindClosed: Bool = false
    ) throws(SystemError) {
        if folder.owner != account {
            guard keepsNoOwners(folder) else { throw SystemError(code: EACCES) }
            // The rights that such a file system tells are those that its mount was given.
            return
        }
        if isBehindClosed || !FolderTrust.canOthersWrite(folder) { return }
        guard let top, top.state.device == folder.device, FolderTrust.isGivenModes(top) else {
            throw SystemError(code: EACCES)
        }
    }

    /// Whether nobody else can reach what lies in `folder`.
    static func isClosed(_ folder: EntryState) -> Bool { folder.mode & 0o011 == 0 }

    private static func canOthersWrite(_ folder: EntryState) -> Bool {
        if folder.mode & 0o002 != 0 { return true }
        return folder.mode & 0o020 != 0
            && !MachineAccount.isAlone(inGroup: folder.group)
    }

    /// Whether `folder` belongs to the account that owns all of its file system.
    private func keepsNoOwners(_ folder: EntryState) -> Bool {
        guard let top, top.state.device == folder.device else { return false }
        if FolderTrust.isKnownWithoutOwners(top) { return folder.owner == top.state.owner }
        guard let calls else { return false }
        return calls.ownerOfNewFolder(in: top) == folder.owner
    }

    /// Whether `folder` lies on a file system whose rights may be those that its mount was given, all
    /// alike: FAT, exFAT, NTFS, FUSE, SMB or 9P; statfs(2), linux/magic.h.
    private static func isGivenModes(_ folder: OpenFolder) -> Bool {
        var found = statfs()
        guard unsafe fstatfs(folder.number, &found) == 0 else { return false }
        return [
            0x4d44, 0x2011_bab0, 0x5346_544e, 0x7366_746e, 0x6573_5546, 0xff53_4d42, 0xfe53_4d42,
            0x0102_1997,
        ].contains(found.f_type)
    }

    /// Whether `folder` lies on FAT or exFAT; statfs(2), linux/magic.h.
    private static func isKnownWithoutOwners(_ folder: OpenFolder) -> Bool {
        var found = statfs()
        guard unsafe fstatfs(folder.number, &found) == 0 else { return false }
        return [0x4d44, 0x2011_bab0].contains(found.f_type)
    }
}

extension DiskCalls {
    /// Whom a folder belongs to that this process makes in `folder`; nil if it cannot be tried.
    fileprivate func ownerOfNewFolder(in folder: OpenFolder) -> UInt32? {
        let name = KernelName(".cleanrules-folder")
        return try? keepingDate(of: folder) { () throws(SystemError) in
            try? removeFolder(name, in: folder.number)
            try makeFolder(name, in: folder.number, mode: 0o700)
            let owner = try? EntryState.read(name, in: folder.number).owner
            try removeFolder(name, in: folder.number)
            return owner
        }
    }
}
