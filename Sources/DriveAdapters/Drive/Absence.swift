// SPDX-License-Identifier: Apache-2.0

internal import Glibc
import POSIX
internal import RuleEngine

/// Proof that an item is not, or no longer, where its drive keeps what is there.
///
/// Only drives make one, and each way to make one demands what proves it. That an item was not
/// found is no proof: a service whose replicas lag behind says "not found" of what is there, and
/// so does a folder in which a disk is not mounted.
public struct Absence: Sendable, Hashable {
    /// What proves it.
    public enum Ground: String, Sendable, Hashable, CaseIterable {
        /// The drive answered that it carried out the deletion.
        case success
        /// It was seen in the bin.
        case inBin
        /// It was seen in the bin, with another content than the plan saw: no deletion that was
        /// bound to that content has put it there.
        case changedInBin
        /// It was seen in the quarantine of its plan.
        case inQuarantine
        /// The feed of changes says that it was deleted.
        case tombstone
        /// A complete listing of its folder does not have it, and the drive does not find it by
        /// its id either.
        case unlisted
        /// The kernel does not find it in its folder, which is there, on its own file system.
        case notInFolder
        /// The drive is in memory, and all of it was looked through.
        case notInMemory
    }

    /// What proves it.
    public let ground: Ground

    private init(_ ground: Ground) { self.ground = ground }

    /// Whether it was seen in the bin, whatever its content.
    var isInBin: Bool { ground == .inBin || ground == .changedInBin }
}

// MARK: - OneDrive

extension Absence {
    /// The service carried out a deletion, and says so in the one way in which it does; nil if it
    /// does not.
    init?(deletion response: GraphResponse) {
        guard response.status == 204 else { return nil }
        self.init(.success)
    }

    /// `state` was answered to a question about the bin; nil if it does not lie there.
    init?(inBin state: GraphItemState) {
        guard state.facets.contains(.deleted) else { return nil }
        self.init(.inBin)
    }

    /// The same of `item`, as a plan recorded it: what lies there may be another content of it.
    init?(inBin state: GraphItemState, of item: ItemValues) {
        guard state.facets.contains(.deleted) else { return nil }
        self.init(item.hasOtherContent(state.values) ? .changedInBin : .inBin)
    }

    /// An item was seen where only this program puts anything.
    init?(inQuarantine path: GraphItemPath, plan: String) {
        guard GraphQuarantine.holds(path, plan: plan) else { return nil }
        self.init(.inQuarantine)
    }

    /// The last word of `changes` about the item with that id is that it was deleted; nil if it is
    /// not.
    init?(of id: String, in changes: GraphChanges) {
        guard changes.word(on: id) == .deleted else { return nil }
        self.init(.tombstone)
    }

    /// `reply` to the question for an item says that it is not there, and `place` was listed to
    /// the end without it; nil if one of both has it.
    init?(reply: GraphLook.Reply, of id: String, unlistedIn place: GraphListedPlace) {
        guard case .missing = reply, !place.holds(id) else { return nil }
        self.init(.unlisted)
    }
}

// MARK: - Folders and memory

extension Absence {
    /// The kernel says that nothing has the name in `folder`, which was reached from the root a
    /// moment ago; nil where it says something else, or the folder lies on another file system
    /// than `device`, that of the item.
    init?(_ error: SystemError, in folder: EntryState, device: UInt64) {
        guard error.isAbsence, folder.device == device else { return nil }
        self.init(.notInFolder)
    }

    /// The kernel did not find the name of an item any more when it was to be changed in the
    /// folder in which it had just been seen; nil where it says something else.
    init?(changing error: SystemError) {
        guard error.code == ENOENT else { return nil }
        self.init(.notInFolder)
    }

    /// It was seen in the trash, or in quarantine, as the file that it is.
    init(_ found: Whereabouts) { self.init(found.trash == nil ? .inQuarantine : .inBin) }

    /// It is none of all that a drive in memory holds; nil if it is.
    init?(_ item: ItemValues, in drive: MemoryDrive.State) {
        guard drive.items[item.key] == nil else { return nil }
        self.init(.notInMemory)
    }

    /// It was seen in the bin of a drive in memory.
    init(_ entry: MemoryDrive.Bin.Entry) { self.init(.inBin) }
}
