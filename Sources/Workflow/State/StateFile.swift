// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording
internal import Foundation
internal import Glibc
package import StateLedger

/// Where the state of one profile is kept.
package struct StateFile: Sendable, Hashable {
    /// The profile's name.
    package let profile: String
    /// The path of the database.
    package let path: String
    /// Whether the path was named; otherwise it follows from the profile.
    package let isNamed: Bool

    /// The arguments that lead a further command to this state; they begin with a space.
    package var arguments: String {
        if isNamed { return " --state " + ShellWord.quoted(path) }
        return profile == Self.defaultProfile ? "" : " --profile \(profile)"
    }

    /// The profile of whoever names none.
    static let defaultProfile = "default"

    /// The state file at `path`, else the one of `profile`.
    package static func locate(path: String?, profile: String?) throws(Failure) -> StateFile {
        let profile = profile ?? defaultProfile
        guard isProfileName(profile) else {
            throw Failure(
                .usage, .stateNoProfile(name: VisibleText.escaped(profile)))
        }
        if let path {
            let whole = MachinePath.absolute(path)
            return StateFile(profile: profile, path: whole, isNamed: true)
        }
        guard let folder = stateFolder() else {
            throw Failure(.failed, .stateNoHome)
        }
        return StateFile(
            profile: profile, path: "\(folder)/cleanrules/\(profile)/state.sqlite", isNamed: false)
    }

    /// Whether `name` may stand in a path as it is.
    package static func isProfileName(_ name: String) -> Bool {
        let isPlain = name.utf8.allSatisfy { byte in
            byte &- 48 < 10 || (byte | 32) &- 97 < 26 || "._-".utf8.contains(byte)
        }
        return isPlain && (1...64).contains(name.utf8.count) && name != "." && name != ".."
    }

    /// The folder of everything that this program keeps of itself.
    package static var ownFolder: String? { stateFolder().map { $0 + "/cleanrules" } }

    /// The folder of all states. The XDG base directory specification wants relative paths to be
    /// ignored.
    static func stateFolder() -> String? {
        Environment.folder("XDG_STATE_HOME")
            ?? Environment.folder("HOME").map { $0 + "/.local/state" }
    }

    /// Opens the state, or makes it, at the instant of `clock`.
    package func open(_ clock: WorkflowClock = .system) throws(Failure) -> Ledger {
        do throws(LedgerError) {
            return OpenStates.watched(try Ledger.open(path: path, now: clock.now()))
        } catch {
            throw Failure(error)
        }
    }

    /// Opens the state that must be there. One that an earlier version of the program kept is brought
    /// up to date, unless it is only glanced at: what waits in it must be possible to take back with
    /// the next command, whatever that is.
    package func openExisting(migrates: Bool = true) throws(Failure) -> Ledger {
        do throws(LedgerError) {
            return OpenStates.watched(
                try Ledger.openExisting(
                    path: path, now: SystemClock.now(), migrates: migrates))
        } catch {
            guard error.kind == .absent else { throw Failure(error) }
            throw Failure(
                .failed, .stateNone(path: VisibleText.escaped(path), command: .plan))
        }
    }

    /// Whether there is a state, were it one whose restoration has still to be finished.
    package var exists: Bool { StateCompanions.isThere(state: path) }

    /// What is in the way of making the state: the nearest thing above it that is there, where that
    /// is no folder in which this process may make files. Nil where there is a state already.
    package var unusablePlace: String? {
        if exists { return nil }
        var place = path
        var status = stat()
        repeat {
            place = MachinePath.folder(of: place)
        } while lstat(place, &status) != 0 && place != "/"
        let isFolder = stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return isFolder && access(place, W_OK | X_OK) == 0 ? nil : place
    }

    /// The database and what belongs to it: its log, its locks, its backups.
    package var allFiles: [String] { StateCompanions.files(ofState: path) }

    /// The state file at `path` and all that lies beside it or may come to: no drive shows them as
    /// items. A link is followed, since what SQLite makes lies beside the file that it leads to.
    package static func ownFiles(of path: String) -> [String] {
        Set([path, MachinePath.canonical(path) ?? path]).sorted()
            .flatMap(StateCompanions.possibleFiles)
    }

    /// The other profiles of this user that have a state.
    var otherProfiles: [String] {
        guard let folder = Self.ownFolder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let own = MachinePath.canonical(path) ?? path
        return names.filter(Self.isProfileName).sorted().filter { name in
            let other = "\(folder)/\(name)/state.sqlite"
            return StateCompanions.isThere(state: other)
                && (MachinePath.canonical(other) ?? other) != own
        }
    }
}
