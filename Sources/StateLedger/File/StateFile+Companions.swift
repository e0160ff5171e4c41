// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import POSIX

extension StateFile {
    /// A state that waits to take the place of the present one; see `StateFile+Replacement`.
    var successorPath: String { path + ".restored" }
    /// How damaged states are called that were replaced, before their number.
    var damagedPrefix: String { path + ".damaged-" }

    static let suffixes = ["", "-wal", "-shm", "-journal", ".run", ".restored", Brake.suffix]
    /// What stands before the number in the names of earlier states.
    static let infixes = [".before-v", ".damaged-"]

    /// Whether what is called `other`, in the same folder, is the file or belongs to it.
    func isOwn(_ other: String) -> Bool {
        guard other.hasPrefix(name) else { return false }
        let rest = other.dropFirst(name.count)
        if Self.suffixes.contains(String(rest)) { return true }
        return Self.infixes.contains(where: rest.hasPrefix)
            || rest.hasPrefix(".new-") && PartName.isPart(other)
    }

    /// The file and all that lies beside it and belongs to it: its log, its locks, its backups,
    /// damaged states that were replaced, and what was left unfinished.
    func ownFiles() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let own = names.filter(isOwn).sorted().map { (folder == "/" ? "" : folder) + "/" + $0 }
        return own + Backups(of: self).ownFiles()
    }
}

/// The files that belong to a state file.
package enum StateCompanions {
    /// The state file at `path` and all that belongs to it, by absolute paths, without links.
    package static func files(ofState path: String) -> [String] {
        ((try? StateFile.located(path)) ?? StateFile(path)).ownFiles()
    }

    /// The same, and what may come to lie beside it while the program runs.
    package static func possibleFiles(ofState path: String) -> [String] {
        StateFile.suffixes.map { path + $0 } + files(ofState: path)
    }

    /// Whether there is anything at `path` that says that there is a state, or was: a link that leads
    /// nowhere for now, a restoration that whoever opens the state next finishes, or a log or a
    /// backup of a file that is lost. Opening it tells which.
    package static func isThere(state path: String) -> Bool {
        let file = (try? StateFile.located(path)) ?? StateFile(path)
        var status = stat()
        return lstat(path, &status) == 0 || lstat(file.successorPath, &status) == 0
            || file.remains != nil
    }

    /// The folder of its daily backups.
    package static func backupFolder(ofState path: String) -> String {
        Backups(of: (try? StateFile.located(path)) ?? StateFile(path)).folder
    }
}

extension StateCompanions {
    /// What marks the database of a state.
    package static let applicationID = UInt32(bitPattern: Schema.applicationID)
    /// What the names of a state and of what is kept open beside it end with.
    package static let suffixes = StateFile.suffixes
    /// What stands in the names of earlier states, before their number.
    package static let infixes = StateFile.infixes

    /// The state that the file `path` is, or belongs to as a companion, whether that is there yet
    /// or not; nil if it is none of any state.
    ///
    /// A state, a copy of one too, is known by how it begins and not by its name. Opens files, so it
    /// is not to be asked of one that this process may have open as a state: closing it would give
    /// up the locks on it (sqlite.org/howtocorrupt.html, 2.2).
    package static func state(owning path: String) -> String? {
        StateFile.suffixes.lazy.filter { path.hasSuffix($0) }
            .map { String(path.dropLast($0.count)) }.first(where: isState)
    }

    private static func isState(_ path: String) -> Bool {
        guard let identity = try? FileIdentity(path: path),
            FileIdentity.isOpen(identity, inProcess: "self") == false,
            let file = try? FileDescriptor(path, O_RDONLY | O_NONBLOCK),
            let mode = (try? file.status())?.st_mode, mode & S_IFMT == S_IFREG,
            let bytes = try? file.read(StateFileHeader.byteCount, at: 0)
        else { return false }
        return StateFileHeader(bytes)?.applicationID == Schema.applicationID
    }
}
