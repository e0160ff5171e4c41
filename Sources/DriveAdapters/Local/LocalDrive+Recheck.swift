// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX
public import RuleEngine
import Threads

extension LocalDrive {
    /// Compares `items` with what stands at their paths now.
    ///
    /// The root must be the one that was listed: with a disk that is not mounted, everything
    /// would seem gone. Callers compare `identity()` first.
    public func recheck(_ items: [ItemValues]) async throws(DriveError) -> [ItemCheck] {
        let opened = try await open(for: .recheck)
        let drive = self
        return await BlockingCall.value {
            var checker = ItemChecker(
                driveName: drive.name, opened: opened, touches: drive.touches)
            return items.map { checker.check($0) }
        }
    }
}

/// Looks at one item after another. Used by one thread.
private struct ItemChecker: ~Copyable {
    let driveName: String
    let opened: LocalDrive.OpenRoot
    let touches: OwnTouches
    var accounts = AccountNames()

    init(driveName: String, opened: LocalDrive.OpenRoot, touches: OwnTouches) {
        self.driveName = driveName
        self.touches = touches
        self.opened = opened
    }

    mutating func check(_ item: ItemValues) -> ItemCheck {
        let path = Array(item.path.utf8.dropFirst())
        if path.isEmpty || path.contains(0) {
            return .unanswered(
                DriveProblem(path: item.path, reason: String(clause: "not a path of this drive")))
        }
        switch opened.root.status(path) {
        case .success(let status):
            return .comparing(item, now: values(at: item.path, status, known: item))
        case .failure(let error):
            return failed(item, path, error)
        }
    }

    private func failed(_ item: ItemValues, _ path: [UInt8], _ error: SystemError) -> ItemCheck {
        func unanswered(_ reason: String) -> ItemCheck {
            .unanswered(DriveProblem(path: item.path, reason: reason))
        }
        switch error.code {
        case ENOENT, ENOTDIR:
            // The listed path of a name that is not text leads nowhere.
            if EntryName.mayBeEscaped(path) { return unanswered(DeletionText.notText) }
            let tag = item.eTag.flatMap { FileTag(text: $0) }
            let device = tag?.otherDevice ?? opened.status.device
            return opened.root.absence(of: path, device: device).map(ItemCheck.gone)
                ?? .missing(
                    DriveProblem(path: item.path, reason: DeletionText.folderOutOfReach))
        case ELOOP, EXDEV:
            // A folder on the way is a link or a mount point now: what is there is not the item.
            return unanswered(String(clause: "the way to it leads out of the drive"))
        default:
            return unanswered(systemMessage(error.code))
        }
    }

    /// What a listing would say of the item now; its tag tells no more than that of `known`.
    private mutating func values(
        at path: String, _ status: FileStatus, known: ItemValues
    ) -> ItemValues {
        func date(_ seconds: Int64) -> Timestamp? {
            seconds == Missing.date ? nil : Timestamp(secondsSinceEpoch: seconds)
        }
        var now = ItemValues(path: path, type: status.type == .folder ? .folder : .file)
        now.drive = driveName
        now.id = path
        now.size = status.type == .file ? status.size : nil
        now.created = date(status.created?.listed ?? Missing.date)
        now.modified = date(status.modified.listed)
        now.accessed = date(status.accessed.listed)
        let owner = accounts.name(of: status.owner)
        now.owner = owner.isEmpty ? nil : owner.string
        now.mime = mime(ofPath: path, status)
        now.link = status.linkCount > 1 && status.type == .file ? status.linkText : nil
        now.eTag = tag(status, known: known.eTag.flatMap { FileTag(text: $0) }).text
        return now
    }

    private func tag(_ status: FileStatus, known: FileTag?) -> FileTag {
        var tag = FileTag(status, rootDevice: opened.status.device)
        guard let known else { return tag }
        if known.changedNanoseconds == nil { return tag.withoutChange }
        if touches.explain(FileKey(status), since: known, status.changed) {
            tag.changedNanoseconds = known.changedNanoseconds
        }
        return tag
    }

    private func mime(ofPath path: String, _ status: FileStatus) -> String? {
        guard status.type == .file else { return nil }
        var name = Array(path.utf8)
        name.removeSubrange(...(name.lastIndex(of: UInt8(ascii: "/")) ?? 0))
        return unsafe name.withUnsafeBufferPointer { bytes -> String? in
            guard let start = bytes.baseAddress else { return nil }
            let type = unsafe MimeTable.shared.type(
                ofName: TextSlice(start: start, count: bytes.count))
            return type.isEmpty ? nil : type.string
        }
    }
}
