// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// What a caller can do about a failure of a drive.
public enum Recourse: Sendable, Hashable {
    /// Nothing but to tell the user.
    case none
    /// The same call may succeed after that many seconds.
    case retry(afterSeconds: Double)
    /// The user has to sign in again.
    case signIn
    /// What is known of the drive is out of date: list it again.
    case rescan
    /// The drive has no room or no calls left for now.
    case quota
}

/// What the program was doing when a drive failed.
public enum DriveOperation: String, Sendable, Hashable, CaseIterable {
    /// Reaching the drive at all.
    case open
    /// Listing it.
    case list
    /// Asking for fresh metadata.
    case recheck
    /// Reading contents to compare them.
    case compare
    /// Reading contents to hash them.
    case hash
    /// Deleting items.
    case delete
    /// Finding out what became of deletions.
    case reconcile
    /// Bringing items back.
    case restore
    /// Removing items from quarantine.
    case purge
    /// Fetching something to show of an item.
    case picture
}

/// What the world did while the program talked to a drive.
public struct DriveError: Error, Sendable {
    /// What was being done.
    public var operation: DriveOperation
    /// The path or id of the item at fault, if it is one item.
    public var item: String?
    /// The number that the other side gave: an HTTP status, or errno for local folders.
    public var status: Int?
    /// What can be done.
    public var recourse: Recourse
    /// One clause for people, without a full stop.
    public var message: String
    /// The error beneath, where there is one.
    public var underlying: (any Error)?

    /// An error that says `message`.
    public init(
        operation: DriveOperation, item: String? = nil, status: Int? = nil,
        recourse: Recourse = .none, message: String, underlying: (any Error)? = nil
    ) {
        self.operation = operation
        self.item = item
        self.status = status
        self.recourse = recourse
        self.message = message
        self.underlying = underlying
    }

    /// The error of a call that its caller gave up.
    package static func cancelled(_ operation: DriveOperation) -> DriveError {
        DriveError(
            operation: operation, message: String(clause: "stopped before the end"),
            underlying: CancellationError())
    }
}
