// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX
import RuleEngine

/// One file whose bytes are to be read, under one row or, for hard links, several.
struct ContentCandidate: Sendable {
    /// The row that is opened.
    var row: Int
    /// The rows of its other names.
    var links: [Int] = []
    /// What it must be, as far as the listing tells; files are read in the order of their inodes.
    var tag: FileTag?

    /// Whether several names lead to it.
    var isLinked: Bool { !links.isEmpty }
}

/// A file that is open and was found to be just what was listed.
struct ContentFile {
    /// The rows that lead to it.
    var candidate: ContentCandidate
    /// The descriptor; -1 once it is closed.
    var descriptor: Int32
    /// What it was when it was opened.
    var state: State

    /// Closes it, if it is open.
    mutating func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// What must stay the same while a file is read.
    struct State: Equatable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var modifiedSeconds: Int
        var modifiedNanoseconds: Int
        var changed: FileTime
        var linkCount: Int
        var isFile: Bool

        /// The state of what is open as `descriptor`: fstat(2).
        init?(_ descriptor: Int32) {
            var raw = stat()
            guard unsafe fstat(descriptor, &raw) == 0 else { return nil }
            device = UInt64(raw.st_dev)
            inode = UInt64(raw.st_ino)
            size = Int64(raw.st_size)
            modifiedSeconds = raw.st_mtim.tv_sec
            modifiedNanoseconds = raw.st_mtim.tv_nsec
            changed = FileTime(
                seconds: Int64(raw.st_ctim.tv_sec),
                nanoseconds: UInt32(truncatingIfNeeded: raw.st_ctim.tv_nsec))
            linkCount = Int(raw.st_nlink)
            isFile = raw.st_mode & S_IFMT == S_IFREG
        }
    }
}

/// Opens the files of a listing, and reads them, with all the distrust that is due: whatever is
/// not exactly what was listed is reported and left out. Used by one thread.
struct ContentOpener: ~Copyable {
    private let root: RootFolder
    private let rootDevice: UInt64
    let listing: Listing
    private let path: Column<UInt8> = Column(capacity: 4_096)
    /// What could not be read, and why.
    private(set) var problems = DriveProblems()
    private var refused: Set<Int> = []

    /// An opener for the items of `listing` below `root`.
    init(root: RootFolder, rootDevice: UInt64, listing: Listing) {
        self.root = root
        self.rootDevice = rootDevice
        self.listing = listing
    }

    /// Whether `row` was found not to be what was listed.
    func isRefused(_ row: Int) -> Bool { refused.contains(row) }

    /// Takes note that `row` is not used, and why.
    private mutating func report(_ row: Int, _ reason: String) {
        guard refused.insert(row).inserted else { return }
        problems.append(DriveProblem(path: listing.path(row), reason: reason))
    }

    /// The files among `rows`, in the order of their inodes, with all names of one file together.
    func candidates(_ rows: [Int]) -> [ContentCandidate] {
        var candidates: [ContentCandidate] = []
        candidates.reserveCapacity(rows.count)
        for row in rows where listing.mayBeCompared(row) && listing.size[row] > 0 {
            candidates.append(ContentCandidate(row: row, tag: FileTag(listing.eTag.slice(row))))
        }
        candidates.sort { left, right in
            (left.tag?.inode ?? 0, left.tag?.otherDevice ?? 0, left.row)
                < (right.tag?.inode ?? 0, right.tag?.otherDevice ?? 0, right.row)
        }
        joinLinks(&candidates)
        return candidates
    }

    /// Makes one candidate of those that follow each other and are names of one file.
    private func joinLinks(_ candidates: inout [ContentCandidate]) {
        var count = min(candidates.count, 1)
        for index in candidates.indices.dropFirst() {
            let last = candidates[count - 1].tag
            let next = candidates[index].tag
            if let last, let next, last.inode == next.inode, last.otherDevice == next.otherDevice {
                candidates[count - 1].links.append(candidates[index].row)
            } else {
                if count < index { candidates[count] = candidates[index] }
                count += 1
            }
        }
        candidates.removeLast(candidates.count - count)
    }

    /// Opens a candidate; nil, with the reasons reported, if none of its rows leads to the file
    /// that was listed. A row that does not is dropped from it.
    mutating func open(_ candidate: ContentCandidate) -> ContentFile? {
        var file = isRefused(candidate.row) ? nil : open(candidate.row, candidate.tag)
        for row in candidate.links where !isRefused(row) {
            guard var opened = open(row, FileTag(listing.eTag.slice(row))) else { continue }
            guard file != nil else {
                file = opened
                continue
            }
            opened.close()
            // Two paths to a file that has but one name: it was moved while it was listed, or is
            // shown twice. Whatever it is, it is no copy.
            if opened.state != file?.state || opened.state.linkCount < 2 {
                report(row, String(clause: "changed since it was listed"))
            } else {
                file?.candidate.links.append(row)
            }
        }
        return file
    }

    /// Whether `file` is still what it was when it was opened; reports it if not.
    mutating func isUnchanged(_ file: ContentFile) -> Bool {
        if ContentFile.State(file.descriptor) == file.state { return true }
        report(file, String(clause: "changed while it was read"))
        return false
    }

    private mutating func report(_ file: ContentFile, _ reason: String) {
        report(file.candidate.row, reason)
        for row in file.candidate.links { report(row, reason) }
    }

    /// Fills `target` from `offset` on; false, with the reason reported, if that is not possible.
    @inline(__always)
    mutating func read(
        _ file: ContentFile, at offset: Int64, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        do throws(SystemError) {
            let room = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
            if try unsafe SystemCall.read(file.descriptor, at: offset, into: room) == count {
                return true
            }
            report(file, String(clause: "became shorter while it was read"))
        } catch {
            report(file, systemMessage(error.code))
        }
        return false
    }

    // MARK: - Helpers

    /// Opens the file of one row; nil, with the reason reported, if it is not what was listed.
    mutating func openListed(_ row: Int) -> ContentFile? {
        listing.mayBeCompared(row) ? open(row, FileTag(listing.eTag.slice(row))) : nil
    }

    private mutating func open(_ row: Int, _ tag: FileTag?) -> ContentFile? {
        path.truncate(to: 0)
        listing.appendPath(row, to: path)
        let bytes = unsafe UnsafeBufferPointer(
            start: UnsafePointer(path.base) + 1, count: path.count - 1)
        do throws(SystemError) {
            let opened = try unsafe root.openFile(bytes)
            if let state = ContentFile.State(opened.number), isListed(state, row, tag) {
                return ContentFile(
                    candidate: ContentCandidate(row: row, tag: tag), descriptor: opened.take(),
                    state: state)
            }
            report(row, String(clause: "changed since it was listed"))
        } catch {
            report(row, systemMessage(error.code))
        }
        return nil
    }

    /// Whether a file in this state is the one that `row` speaks of.
    private func isListed(_ state: ContentFile.State, _ row: Int, _ tag: FileTag?) -> Bool {
        guard state.isFile, state.size == listing.size[row] else { return false }
        guard let tag else {
            return Int64(state.modifiedSeconds) == listing.modified[row]
        }
        let modified =
            UInt64(bitPattern: Int64(state.modifiedSeconds)) &* 1_000_000_000
            &+ UInt64(state.modifiedNanoseconds)
        let isTouched =
            tag.changedNanoseconds.map { $0 != state.changed.nanosecondsSinceEpoch } ?? false
        return tag.inode == state.inode && tag.modifiedNanoseconds == modified && !isTouched
            && (tag.otherDevice ?? rootDevice) == state.device
    }
}
