// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX
import RuleEngine

/// What all walkers of one walk share; nothing in it changes.
struct WalkPlan: Sendable {
    /// The drive's name.
    var driveName: String
    /// The file system that is walked.
    var device: UInt64
    /// The file system of the drive's root.
    var rootDevice: UInt64
    /// The user's own trash folder, which holds no items.
    var homeTrash: HomeTrash?
    /// What this program keeps on the machine, which holds no items either.
    var ownFiles = OwnFiles()
    /// How many bytes the rows of all walkers may take together.
    var rowBytesMax = Int.max
}

/// Reads one folder after another into a listing of its own; used by one thread.
struct FolderWalker: ~Copyable {
    let root: RootFolder
    let plan: WalkPlan
    private let drive: UInt16
    private var builder: ListingBuilder
    var part = Findings()
    private var accounts = AccountNames()
    private let mimeTypes = MimeTable.shared
    private let tagText = Column<UInt8>(repeating: 0, count: FileTag.textMax)
    private let linkText = Column<UInt8>(repeating: 0, count: FileTag.textMax)
    var reader = DirectoryReader()
    /// The folders in the folder that is being read.
    var found: [PendingFolder] = []
    /// The listed path of the folder that is being read, `""` at the top.
    let folderText: Column<UInt8> = Column(capacity: 4_096)
    /// The names that are no items of the folder that is being read; nil if all are.
    var reservedNames: Set<[UInt8]>?

    /// What a walker found beside items.
    struct Findings: Sendable {
        /// What could not be read.
        var problems = DriveProblems()
        /// What is worth knowing.
        var notes: [DriveNote] = []
        /// Where other file systems begin, and which; these folders are not listed yet.
        var mountPoints: [(folder: PendingFolder, device: UInt64)] = []
        /// What ended the walk.
        var failure: ListingError?
    }

    /// A walker below `root`.
    init(root: RootFolder, plan: WalkPlan) throws(ListingError) {
        self.root = root
        self.plan = plan
        builder = ListingBuilder(idsAreUnique: true)
        builder.bytesMax = plan.rowBytesMax
        drive = try builder.drive(named: plan.driveName, kind: .local)
    }

    /// How many items were listed so far.
    var count: Int { builder.count }

    /// How many bytes their rows take.
    var byteCount: Int { builder.byteCount }

    /// Ends the work and gives the items.
    consuming func finish() -> ListingBuilder { builder }

    // MARK: - A folder

    /// Lists `folder` itself (unless it is the root) and what lies in it; gives the folders in it,
    /// which are not listed yet.
    mutating func read(_ folder: PendingFolder) -> [PendingFolder] {
        found.removeAll(keepingCapacity: true)
        setFolderText(of: folder)
        var isListed = false
        do throws(SystemError) {
            let opened = try root.openFolder(folder.path)
            let status = try FileStatus.read(opened).get()
            isListed = true
            guard enters(folder, status, opened) else { return [] }
            try readEntries(of: folder, opened)
        } catch {
            if isListed {
                report(folder, systemMessage(error.code))
            } else {
                examine(folder, error)
            }
        }
        return found
    }

    /// Lists the folder, and says whether its entries are items of the drive.
    private mutating func enters(
        _ folder: PendingFolder, _ status: FileStatus, _ opened: borrowing FileDescriptor
    ) -> Bool {
        let key = FileKey(status)
        if let trash = plan.homeTrash, trash.folder == key { return false }
        if plan.ownFiles.isOwn(key) { return false }
        if let note = holdsDeletedItems(folder, opened) {
            self.note(path: folder.listedPath, note)
            if folder.depth > 0 { appendFolder(folder, status, [.neverEmpty, .undeletable]) }
            return false
        }
        reservedNames = plan.ownFiles.names(in: key)
        if folder.depth == 0 { return true }
        if folder.isMountPoint {
            appendFolder(folder, status, [.neverEmpty, .undeletable])
            return status.device == plan.device
        }
        if status.device != plan.device || status.isMountPoint {
            part.mountPoints.append((folder, status.device))
            return false
        }
        // What holds the trash is not empty, although the trash is no item.
        let holdsOwn = plan.homeTrash?.parent == key || plan.ownFiles.isHolder(key)
        appendFolder(folder, status, holdsOwn ? [.neverEmpty, .undeletable] : [])
        return true
    }

    /// What to say of a folder that is not entered because it looks like one in which deleted items
    /// wait to be restored, whoever put them there; nil if it does not.
    private func holdsDeletedItems(
        _ folder: PendingFolder, _ opened: borrowing FileDescriptor
    ) -> String? {
        let number = opened.number
        if TrashSigns.isTrash(number) {
            return String(
                clause: "looks like a trash; what lies in it waits to be restored, and is no item")
        }
        if folder.depth > 0,
            TrashSigns.isQuarantine(number, called: PathBytes.name(of: folder.path[...]))
        {
            return String(
                clause: "the quarantine of another drive; what lies in it waits to be restored,"
                    + " and is no item")
        }
        return nil
    }

    /// Lists a place that is not entered because something is mounted there.
    mutating func appendMountPoint(_ folder: PendingFolder) {
        setFolderText(of: folder)
        switch root.status(folder.path) {
        case .success(let status):
            note(
                path: folder.listedPath,
                String(clause: "a mount point; what lies below it is not listed"))
            appendFolder(folder, status, [.neverEmpty, .undeletable])
        case .failure(let error):
            report(folder, systemMessage(error.code))
        }
    }

    /// Lists a folder that could not be read, as far as it is known.
    private mutating func examine(_ folder: PendingFolder, _ error: SystemError) {
        if folder.depth == 0 { return report(folder, systemMessage(error.code)) }
        switch root.status(folder.path) {
        case .success(let status) where status.type != .folder:
            // Another thing has taken its place since its name was read.
            appendFolder(folder, status, .undeletable)
        case .success(let status) where error.code == EXDEV:
            part.mountPoints.append((folder, status.device))
        case .success(let status):
            report(folder, systemMessage(error.code))
            appendFolder(folder, status, [.neverEmpty, .undeletable])
        case .failure(let second):
            // Gone since its name was read: as if it had never been there.
            if error.code == ENOENT || second.code == ENOENT { return }
            report(folder, systemMessage(error.code))
        }
    }

    /// Lists the folder itself with `flags`.
    mutating func appendFolder(
        _ folder: PendingFolder, _ status: FileStatus, _ flags: ItemFlags
    ) {
        let whole = unsafe TextSlice(start: UnsafePointer(folderText.base), count: folderText.count)
        var cut = whole.count - 1
        while unsafe whole.start[cut] != UInt8(ascii: "/") { cut -= 1 }
        let name = unsafe TextSlice(start: whole.start + cut + 1, count: whole.count - cut - 1)
        let above = unsafe TextSlice(start: whole.start, count: cut)
        append(name, in: above, status, folder.escapedPath == nil ? flags : [flags, .undeletable])
    }

    private func setFolderText(of folder: PendingFolder) {
        folderText.truncate(to: 0)
        if folder.depth == 0 { return }
        folderText.append(UInt8(ascii: "/"))
        for byte in folder.escapedPath ?? folder.path { folderText.append(byte) }
    }

    /// Takes note of what stands in the way at `folder`.
    mutating func report(_ folder: PendingFolder, _ reason: String) {
        part.problems.append(DriveProblem(path: folder.listedPath, reason: reason))
    }

    /// Takes note of something worth knowing.
    mutating func note(path: String, _ text: String) {
        part.notes.append(DriveNote(path: path, text: text))
    }

    // MARK: - An item

    /// Lists what has `status` as `name` in the folder listed as `above`.
    @inline(__always)
    mutating func append(
        _ name: TextSlice, in above: TextSlice, _ status: FileStatus, _ flags: ItemFlags
    ) {
        var item = ItemRecord()
        item.drive = drive
        item.folder = above
        item.name = name
        item.flags = flags
        item.created = status.created?.listed ?? Missing.date
        item.modified = status.modified.listed
        item.accessed = status.accessed.listed
        item.owner = accounts.name(of: status.owner)
        item.eTag = unsafe TextSlice(
            start: UnsafePointer(tagText.base),
            count: FileTag(status, rootDevice: plan.rootDevice).write(to: tagText.base))
        switch status.type {
        case .folder:
            item.flags.insert(.folder)
        case .file:
            item.size = status.size
            item.mime = mimeTypes.type(ofName: name)
            if status.linkCount > 1 { item.link = link(status) }
        case .special:
            item.flags.insert(.undeletable)
        }
        if part.failure != nil { return }
        do throws(ListingError) {
            try builder.append(item)
        } catch {
            part.failure = error
        }
    }

    /// What all names of one file share: its device and inode.
    private func link(_ status: FileStatus) -> TextSlice {
        var length = 0
        for byte in status.linkText.utf8 {
            linkText[length] = byte
            length += 1
        }
        return unsafe TextSlice(start: UnsafePointer(linkText.base), count: length)
    }
}

/// The user's own trash folder, and the folder that it lies in.
struct HomeTrash: Sendable {
    /// The trash.
    var folder: FileKey
    /// What it lies in.
    var parent: FileKey
}

/// What tells a file from all others of the machine.
struct FileKey: Sendable, Hashable {
    /// The file system.
    var device: UInt64
    /// The number within it.
    var inode: UInt64

    /// The given key.
    init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The key of what has `status`.
    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
    }
}
