// SPDX-License-Identifier: Apache-2.0

public import RuleEngine

/// A drive on which items can be deleted and brought back.
///
/// Every call takes a few items at a time and answers for each of them in their order. A failure of
/// the whole call is thrown and means that no item was touched; a failure of one item is part of
/// the answer. Whatever was answered has reached the disk, or the server, when the call returns.
public protocol DeletingDrive: Drive {
    /// The most orders that one call takes.
    var orderCountMax: Int { get }

    /// The most orders to bring something back that one call takes.
    var restoreCountMax: Int { get }

    /// For how many seconds after a request to delete something that it is seen proves little: the
    /// request may be under way still, and not all of the drive may have heard of what it did. 0
    /// where what is seen is so.
    var settlingSeconds: Int64 { get }

    /// Whether a request that is sent twice can do no more than once, even if what it deleted was
    /// brought back in between: for it is bound to the item as it was.
    var bindsRequests: Bool { get }

    /// Whether and how a deletion by `method` can be taken back.
    func reversal(of method: DeletionMethod) -> Reversal

    /// Whether a look for a deletion can make use of what the last listing says of an item.
    var usesListings: Bool { get }

    /// Looks at `items`, which are to be deleted next, as `recheck` does.
    ///
    /// `listed` has, for each of them, what the last listing says of it, where everything that is
    /// asked of the item is bound to its tag. A drive that can tell what has changed since that
    /// listing, and binds a deletion to the tag, need not ask for these one by one. What is known
    /// of folders may be a few seconds old; how old anything is when the deletion is sent has a
    /// bound, which `delete` keeps. `ahead` are the ids of folders in which items lie that come
    /// next.
    func recheck(
        _ items: [ItemValues], listed: [ListedItem?], ahead: [String]
    ) async throws(DriveError) -> [ItemCheck]

    /// Deletes each item that is still what its order says, and says what became of it.
    ///
    /// `shouldStop` is asked before each item; once it says yes, the rest is `notAttempted`.
    func delete(
        _ orders: [DeletionOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [DeletionOutcome]

    /// What must still be so of `item` once its deletion was begun and it stayed, or may have:
    /// without that which an attempt itself changes.
    func expectation(afterAttempt item: ItemValues) -> ItemValues

    /// What became of orders that were given by a process that did not live to record the outcome.
    /// Changes nothing but what such a process left half done.
    func reconcile(_ orders: [DeletionOrder]) async throws(DriveError) -> [Reconciliation]

    /// Brings deleted items back; safe to ask for again when it is not known whether it was done.
    func restore(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [RestoreOutcome]

    /// Removes what was moved into quarantine for good.
    func purge(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [PurgeOutcome]

    /// The SHA-256, in hex, of what `item` holds now, if it still is what `item` says; read through
    /// the drive or announced by it. Nil where it is not, or cannot be had.
    func verifiedSHA256(of items: [ItemValues]) async throws(DriveError) -> [String?]

    /// Has `watcher` told how much is read of contents, from now on, to prove that copies are
    /// copies; nil ends that.
    func watchReading(_ watcher: ContentReadingHandler?)
}

extension DeletingDrive {
    /// As many as of other orders.
    public var restoreCountMax: Int { orderCountMax }

    /// None: what is seen is so.
    public var settlingSeconds: Int64 { 0 }

    /// They are.
    public var bindsRequests: Bool { true }

    /// It cannot: every item is asked for.
    public var usesListings: Bool { false }

    /// Every item is asked for.
    public func recheck(
        _ items: [ItemValues], listed: [ListedItem?], ahead: [String]
    ) async throws(DriveError) -> [ItemCheck] {
        try await recheck(items)
    }

    /// Nobody is told: on most drives nothing has to be fetched.
    public func watchReading(_ watcher: ContentReadingHandler?) {}

    /// The item as it was: on most drives an attempt changes nothing.
    public func expectation(afterAttempt item: ItemValues) -> ItemValues { item }
}

/// Whether a deletion can be taken back, in the words that people see before they stage it.
public struct Reversal: Sendable, Hashable {
    /// Whether this program can bring the item back.
    public var isPossible: Bool
    /// For how many days at most, where there is a bound.
    public var days: Int?
    /// Where the item will lie.
    public var place: Place
    /// Why the drive deletes nothing that way; nil if it does, as far as is known.
    public var obstacle: Obstacle?
    /// Whether that is known; else the drive has to be asked first, and nothing is promised.
    public var isKnown = true

    /// The page on which people see the items there, if there is one.
    public var page: String?
    /// Whether signing in for it would open a way back.
    public var needsSignIn = false

    /// Where deleted items lie.
    public enum Place: String, Sendable, Hashable, CaseIterable {
        /// The trash of the machine.
        case trash
        /// The recycle bin of a OneDrive.
        case recycleBin = "recycle-bin"
        /// The recycle bin of a SharePoint site.
        case siteRecycleBin = "site-recycle-bin"
        /// The folder of the quarantine on a drive of the machine.
        case quarantine
        /// The folder of the quarantine on a OneDrive.
        case cloudQuarantine = "cloud-quarantine"
        /// Nowhere: they are gone for good.
        case nowhere
    }

    /// Why a drive deletes nothing in some way.
    public enum Obstacle: String, Sendable, Hashable, CaseIterable {
        /// The account has no permanent deletion.
        case noPermanentDeletion = "no-permanent-deletion"
    }

    /// The given answer.
    public init(isPossible: Bool, days: Int? = nil, place: Place, obstacle: Obstacle? = nil) {
        self.isPossible = isPossible
        self.days = days
        self.place = place
        self.obstacle = obstacle
    }
}

/// One item to be deleted, and all that must be so at that moment.
public struct DeletionOrder: Sendable, Hashable {
    /// The item as the plan recorded it: path, id, type, size, tags, hashes, dates.
    public var item: ItemValues
    /// How it is deleted.
    public var method: DeletionMethod
    /// The plan, after which the folder of a quarantine is named.
    public var plan: String
    /// What must be there besides, for copies: every demand must be met.
    public var companions: [CompanionDemand]
    /// The albums that it was in when the rules were asked about it; nil where that is not known. It
    /// stays where it is in others now.
    public var albums: [String]?

    /// An order to delete `item`.
    public init(
        item: ItemValues, method: DeletionMethod, plan: String,
        companions: [CompanionDemand] = [], albums: [String]? = nil
    ) {
        self.albums = albums
        self.item = item
        self.method = method
        self.plan = plan
        self.companions = companions
    }
}

/// Other items of the same drive, so many of which must be there unchanged when an item goes.
public struct CompanionDemand: Sendable, Hashable {
    /// How many of `members` are needed.
    public var needed: Int
    /// Whether their bytes must be those of the item, read at that moment.
    public var comparesBytes: Bool
    /// The items, as the plan recorded them.
    public var members: [ItemValues]

    /// A demand for `needed` of `members`.
    public init(needed: Int, comparesBytes: Bool, members: [ItemValues]) {
        self.needed = needed
        self.comparesBytes = comparesBytes
        self.members = members
    }
}

/// Where a deleted item went: what `restore` and `purge` need, and what people may be told.
public struct DeletionReceipt: Sendable, Hashable, Codable {
    /// How it was deleted.
    public var method: String
    /// Where it lies now, for people; nil if it is gone for good.
    public var place: String?
    /// What the drive needs to find it again; only the drive reads it.
    public var token: String?
    /// The id by which the service can find the request again; nil where nobody keeps it.
    public var request: String?

    /// The given receipt.
    public init(method: DeletionMethod, place: String? = nil, token: String? = nil) {
        self.method = method.rawValue
        self.place = place
        self.token = token
    }
}

/// What became of an order.
public enum DeletionOutcome: Sendable, Hashable {
    /// It went, and the receipt says where to.
    case deleted(DeletionReceipt)
    /// It is not what the plan saw, or a companion is not; why, one clause.
    case changed(String)
    /// It was not there any more, which is proved.
    case gone(Absence)
    /// The drive was told to delete it and did not find it, and nothing proves that it is gone. It
    /// has to be reconciled, no sooner than a minute later; why, one clause.
    case missing(String)
    /// It could not be deleted; why, one clause. A later attempt may succeed.
    case failed(String)
    /// Nobody knows whether it went; why, one clause. It has to be reconciled, and is never ordered
    /// again before.
    case unanswered(String)
    /// Nothing was done, because the drive could not be asked or asks to wait; why, one clause. It
    /// is no fault of the item, which waits on.
    case postponed(String)
    /// Nothing was done, because the caller stopped.
    case notAttempted
}

extension DeletionOutcome {
    /// That an item went, as `proof` says; drives say it in no other way.
    static func deleted(_ receipt: DeletionReceipt, by proof: Absence) -> DeletionOutcome {
        .deleted(receipt)
    }
}

/// What became of an order whose outcome nobody recorded.
public enum Reconciliation: Sendable, Hashable {
    /// It went at our request; the receipt is nil where nothing tells where to.
    case deleted(DeletionReceipt?)
    /// It is not there, which is proved, and nothing shows that this was our doing.
    case gone(Absence)
    /// It is there, as the plan saw it; within `settlingSeconds` after the request that proves
    /// little.
    case unchanged
    /// It is there and is something else; why, one clause.
    case changed(String)
    /// The drive does not find it, and nothing proves that it went; why, one clause. It has to be
    /// asked for again, no sooner than a minute later.
    case missing(String)
    /// No answer could be had; why, one clause.
    case unanswered(String)
}

extension Reconciliation {
    /// That an item went, as `proof` says; drives say it in no other way.
    static func deleted(_ receipt: DeletionReceipt?, by proof: Absence) -> Reconciliation {
        .deleted(receipt)
    }
}

/// A deleted item to be brought back, or to be removed for good.
public struct RestoreOrder: Sendable, Hashable {
    /// The item as the plan recorded it.
    public var item: ItemValues
    /// What its deletion answered; nil where that is not known.
    public var receipt: DeletionReceipt?
    /// Whether an earlier order to bring it back may have been carried out without anybody noting
    /// it: then an item that cannot be asked for is `unanswered`.
    public var mayBeBack: Bool
    /// Whether its deletion is so recent that it proves little if it is seen where it was.
    public var isFresh: Bool

    /// An order about `item`.
    public init(
        item: ItemValues, receipt: DeletionReceipt?, mayBeBack: Bool = false, isFresh: Bool = false
    ) {
        self.item = item
        self.receipt = receipt
        self.mayBeBack = mayBeBack
        self.isFresh = isFresh
    }
}

/// What became of an order to bring an item back.
public enum RestoreOutcome: Sendable, Hashable {
    /// It is back, at this path: its own, or one beside it where that was taken.
    case restored(path: String, tag: String?)
    /// It is back at this path, and it is the item beyond doubt, but it was written to after it was
    /// deleted: it has not the size and the dates that it had.
    case restoredEdited(path: String, tag: String?)
    /// It is back at this path, but the disk did not confirm that it holds this for good: after a
    /// loss of power it may be where it was before; why, one clause.
    case restoredUnconfirmed(path: String, tag: String?, why: String)
    /// This program cannot bring it back; why, and where to look, one clause.
    case impossible(String)
    /// It could not be brought back now; why, one clause.
    case failed(String)
    /// Nobody knows whether it is back; why, one clause. It has to be ordered again.
    case unanswered(String)
    /// Nothing was done, because the caller stopped.
    case notAttempted
}

/// What became of an order to remove an item from quarantine.
public enum PurgeOutcome: Sendable, Hashable {
    /// It is gone for good, now or before.
    case purged
    /// It could not be removed; why, one clause.
    case failed(String)
    /// Nothing was done, because the caller stopped.
    case notAttempted
}
