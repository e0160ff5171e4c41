// SPDX-License-Identifier: Apache-2.0

package import FleetParts
internal import Glibc
internal import Messages
internal import POSIX
internal import PlanRunner
internal import RuleEngine
internal import Text
package import Workflow

/// The folder of a fleet: a state for each drive, the journal, the lock, the brake. Nobody but its
/// user reaches it.
package struct FleetFolder: Sendable, Hashable {
    /// Where it is, absolute.
    package let path: String

    /// The folder at `path`.
    package init(path: String) { self.path = path }

    /// The folder of the states.
    package var drives: String { path + "/drives" }
    /// What was done, line by line.
    package var journal: String { path + "/journal.ndjson" }
    /// While this file is there, nothing is deleted.
    package var brake: String { path + "/paused" }
    /// The folder of plans over all drives together.
    package var plans: String { path + "/plans" }
    /// The folder of what listing files hold, in columns.
    package var snapshots: SnapshotFolder { SnapshotFolder(path: path + "/snapshots") }
    /// How many files each drive listed in plans over all drives together.
    package var counts: String { path + "/counts.json" }
    /// The folder of what is imported of a dataset.
    package var imported: String { path + "/imported" }
    private var lock: String { path + "/lock" }

    /// What the drive of that id is called in files, however the id is spelled: never after anything that
    /// people may change.
    package static func key(ofDrive id: String) -> String {
        key(spelled: GraphID.comparable(drive: id))
    }

    /// The same of an id that has this one spelling.
    static func key(spelled id: String) -> String {
        "d-" + SHA256Text.of(Array(id.utf8)).prefix(24)
    }

    /// What the drive of that id is called in the files that are here: what earlier versions made is
    /// called after the spelling of those days.
    package func key(ofDrive id: String) -> String {
        let normal = GraphID.comparable(drive: id)
        let short = String(normal.drop { $0 == "0" })
        let spellings = [normal, id, short, normal.uppercased(), short.uppercased()].filter {
            GraphID.comparable(drive: $0).utf8.elementsEqual(normal.utf8)
        }
        // Most ids have one spelling.
        if spellings.allSatisfy({ $0.utf8.elementsEqual(normal.utf8) }) {
            return Self.key(spelled: normal)
        }
        let keys = spellings.map(Self.key(spelled:))
        return keys.first { key in
            FileBytes.isFolder("\(drives)/\(key)") || FileBytes.exists(audit(of: key))
        } ?? Self.key(spelled: normal)
    }

    /// The state of the drive that is called `key`.
    package func state(_ key: String) throws(Failure) -> StateFile {
        try StateFile.locate(path: "\(drives)/\(key)/state.sqlite", profile: nil)
    }

    /// Makes what is not there yet, for this user alone. Throws where others reach it.
    package func prepare() throws(Failure) {
        for folder in [path, drives] { try make(folder) }
    }

    /// Throws where a plan over all drives is carried out here: its items may rely on copies on other
    /// drives, of which rounds of one drive know nothing.
    package func demandRounds() throws(Failure) {
        guard FileBytes.exists(deeds) else { return }
        throw Failure(
            .refused,
            Message(
                "a plan over all drives is carried out in '\(VisibleText.escaped(path))', and what it has"
                    + " staged may rely on other drives; name another folder as 'work' for rounds of"
                    + " their own"))
    }

    /// Makes the folder of the drive that is called `key`.
    package func prepare(_ key: String) throws(Failure) { try make("\(drives)/\(key)") }

    /// Makes what a plan over all drives together needs, for this user alone.
    package func preparePlans() throws(Failure) {
        for folder in [path, plans, snapshots.path] { try make(folder) }
    }

    /// Makes the folder of one such plan, with the folders in it.
    func prepare(_ plan: PartFolder) throws(Failure) {
        for folder in [plan.path] + plan.folders { try make(folder) }
    }

    /// Makes the folder of what is imported of a dataset.
    func prepare(_ imported: DatasetFolder) throws(Failure) {
        for folder in [imported.path, imported.readPath] { try make(folder) }
    }

    /// Makes the folder at `folder`, for this user alone. Throws where others reach it.
    func make(_ folder: String) throws(Failure) {
        let shown = VisibleText.escaped(folder)
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw Failure(
                .failed, Message("cannot make the folder '\(shown)': \(SystemError.last.text)"))
        }
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(.failed, Message("'\(shown)' is no folder; name another one as 'work'"))
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw Failure(
                .refused,
                Message(
                    "others reach the folder '\(shown)', in which the states of a fleet lie; make"
                        + " it your own, and private with 'chmod 700'"))
        }
    }

    /// The keys of all drives that have a state here.
    package var keys: [String] {
        guard let folder = opendir(drives) else { return [] }
        defer { closedir(folder) }
        var found: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix("d-"), StateFile.isProfileName(name) { found.append(name) }
        }
        return found.sorted()
    }

    /// Locks the fleet for one run; the kernel lets go of it when the process ends.
    package func locked() throws(Failure) -> FleetLock {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = open(lock, flags, mode_t(0o600))
        guard descriptor >= 0 else {
            throw Failure(
                .failed,
                Message(
                    "cannot open '\(VisibleText.escaped(lock))': \(SystemError.last.text)"))
        }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FleetLock(descriptor: descriptor) }
        close(descriptor)
        throw Failure(
            .locked,
            Message(
                "another run of this fleet is under way in '\(VisibleText.escaped(path))'; try"
                    + " again when it is done"))
    }

    /// Puts on the brake.
    package func pause() throws(Failure) {
        try prepare()
        let descriptor = open(brake, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else {
            throw Failure(
                .failed,
                Message("cannot write '\(VisibleText.escaped(brake))': \(SystemError.last.text)"))
        }
        close(descriptor)
    }

    /// Lets go of the brake.
    package func resume() throws(Failure) {
        if unlink(brake) == 0 || errno == ENOENT { return }
        throw Failure(
            .failed,
            Message("cannot remove '\(VisibleText.escaped(brake))': \(SystemError.last.text)"))
    }

    /// Whether the brake is on; where nobody can tell, it is.
    package var isPaused: Bool {
        var status = stat()
        if lstat(brake, &status) == 0 { return true }
        return errno != ENOENT && errno != ENOTDIR
    }
}

/// Held while a run of the fleet lasts.
package final class FleetLock: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
