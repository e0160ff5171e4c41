// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX
import RuleEngine

extension FolderWalker {
    /// Lists what lies in `folder`, which is open, and collects the folders among it.
    mutating func readEntries(
        of folder: PendingFolder, _ opened: borrowing FileDescriptor
    ) throws(SystemError) {
        guard try reader.readFirst(opened) else { return }
        let depthMax = ListingBuilder.Bounds.pathComponents
        if folder.depth >= depthMax {
            return report(
                folder, String(clause: "holds items that lie more than \(depthMax) folders deep"))
        }
        var odd = OddNames()
        // A folder that takes several calls may change between them and give a name twice.
        var seen = reader.hasMore ? Interner() : nil
        repeat {
            readBatch(of: folder, opened, &odd, &seen)
            if part.failure != nil { return }
        } while try reader.readNext(opened)
        for name in odd.names { readOdd(name, of: folder, opened, odd) }
    }

    private mutating func readBatch(
        of folder: PendingFolder, _ opened: borrowing FileDescriptor, _ odd: inout OddNames,
        _ seen: inout Interner?
    ) {
        let inherited: ItemFlags = folder.escapedPath == nil ? [] : .undeletable
        while let entry = reader.nextEntry() {
            if let known = seen?.count, let number = seen?.number(of: entry.name), number < known {
                continue
            }
            if folder.isTop, isReserved(entry.name) { continue }
            if let reservedNames, unsafe reservedNames.contains(Array(entry.name.buffer)) {
                continue
            }
            guard EntryName.isText(entry.name) else {
                odd.append(entry.name)
                continue
            }
            odd.avoid(entry.name)
            if unsafe TrashSigns.isAside(entry.name.buffer) {
                listAside(entry.name, of: folder, opened)
                continue
            }
            if entry.isFolder {
                append(folder.child(entry.name))
            } else {
                read(entry.name, text: entry.name, of: folder, opened, inherited)
            }
        }
    }

    /// Lists an entry that is no folder, or turns out to be one only now.
    @inline(__always)
    private mutating func read(
        _ name: TextSlice, text: TextSlice, of folder: PendingFolder,
        _ opened: borrowing FileDescriptor, _ flags: ItemFlags
    ) {
        if folderText.count + 1 + text.count > ListingBuilder.Bounds.pathBytes {
            return reportLength(folder)
        }
        let above = unsafe TextSlice(start: UnsafePointer(folderText.base), count: folderText.count)
        let status = unsafe name.start.withMemoryRebound(to: CChar.self, capacity: name.count + 1) {
            unsafe FileStatus.read($0, in: opened.number)
        }
        switch status {
        case .success(let status) where status.type == .folder:
            append(folder.child(name, escaped: flags.isEmpty ? nil : text))
        case .success(let status) where plan.ownFiles.isOwnFile(FileKey(status)):
            break
        case .success(var status):
            if status.isMountPoint {
                note(
                    path: above.string + "/" + text.string,
                    String(clause: "a mount point; never deleted"))
                status.type = .special
            }
            let isState =
                unsafe status.type == .file
                && plan.ownFiles.isForeignState(
                    name.buffer, size: status.size, in: opened.number)
            append(text, in: above, status, isState ? flags.union(.undeletable) : flags)
        case .failure(let error) where error.code == ENOENT:
            // Gone since its name was read: as if it had never been there.
            break
        case .failure(let error):
            part.problems.append(
                DriveProblem(
                    path: above.string + "/" + text.string, reason: systemMessage(error.code)))
        }
    }

    /// Lists what an interrupted deletion has left under a name of the program's own: nothing is
    /// known of it, so that no rule takes it, nor counts it as a copy, and its folder is not empty.
    private mutating func listAside(
        _ name: TextSlice, of folder: PendingFolder, _ opened: borrowing FileDescriptor
    ) {
        let status = unsafe name.start.withMemoryRebound(to: CChar.self, capacity: name.count + 1) {
            unsafe FileStatus.read($0, in: opened.number)
        }
        guard case .success(var status) = status else { return }
        if folderText.count + 1 + name.count > ListingBuilder.Bounds.pathBytes {
            return reportLength(folder)
        }
        let above = unsafe TextSlice(start: UnsafePointer(folderText.base), count: folderText.count)
        note(
            path: above.string + "/" + name.string,
            String(
                clause: "set aside by a deletion that was interrupted; if 'cleanrules execute'"
                    + " leaves it there, rename it yourself"))
        status.type = .special
        append(name, in: above, status, .undeletable)
    }

    /// Lists an entry whose name is not text under its escaped name; it can never be deleted.
    private mutating func readOdd(
        _ name: [UInt8], of folder: PendingFolder, _ opened: borrowing FileDescriptor,
        _ odd: OddNames
    ) {
        let escaped: Column<UInt8> = Column(capacity: name.count * 4)
        odd.appendText(of: name, to: escaped)
        let text = unsafe TextSlice(start: UnsafePointer(escaped.base), count: escaped.count)
        unsafe (name + [0]).withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            let raw = unsafe TextSlice(start: start, count: name.count)
            read(raw, text: text, of: folder, opened, .undeletable)
        }
    }

    private mutating func append(_ child: PendingFolder) {
        if (child.escapedPath ?? child.path).count >= ListingBuilder.Bounds.pathBytes {
            return reportLength(child)
        }
        found.append(child)
    }

    private mutating func reportLength(_ folder: PendingFolder) {
        let most = ListingBuilder.Bounds.pathBytes
        report(folder, String(clause: "a path in it or below it is longer than \(most) bytes"))
    }

    /// Whether `name`, at the top of a file system, is a trash folder or the program's own.
    private func isReserved(_ name: TextSlice) -> Bool {
        if TextSlice.equal(name, .trashName) { return true }
        if folderText.count == 0, TextSlice.equal(name, .ownFolderName) { return true }
        let prefix = TextSlice.sharedTrashPrefix
        guard name.count > prefix.count,
            unsafe TextSlice.equal(TextSlice(start: name.start, count: prefix.count), prefix)
        else { return false }
        return unsafe name.buffer[prefix.count...].allSatisfy { $0 >= 48 && $0 <= 57 }
    }
}

extension PendingFolder {
    /// Whether a file system or the drive begins here.
    fileprivate var isTop: Bool { depth == 0 || isMountPoint }
}

extension TextSlice {
    /// freedesktop.org trash specification: the shared trash at the top of a file system.
    fileprivate static let trashName = TextSlice(literal: ".Trash")
    /// And what the trash of one account begins with.
    fileprivate static let sharedTrashPrefix = TextSlice(literal: ".Trash-")

    private init(literal: StaticString) {
        unsafe self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }
}
