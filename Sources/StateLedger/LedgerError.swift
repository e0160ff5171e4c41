// SPDX-License-Identifier: Apache-2.0

package import Messages

/// What kept the state file from being read or written.
///
/// The call that threw has changed nothing in the file. What had happened outside of it before, only
/// the caller knows, so no message says anything about that.
package struct LedgerError: ClausedError, Sendable {
    /// What kind of trouble it is.
    package enum Kind: Sendable, Hashable {
        /// Another process holds the lock for longer than one waits.
        case locked
        /// The file is damaged, or is no state file at all.
        case corrupt
        /// A newer version of the program wrote it.
        case newerVersion
        /// There is no room on the disk.
        case full
        /// The file cannot be opened, read or written.
        case inaccessible
        /// Somebody else made the file or what lies beside it, or could change it.
        case exposed
        /// There is no state file yet.
        case absent
        /// The plan was staged before, perhaps by another process a moment ago.
        case used
        /// Anything else.
        case failed
    }

    /// What kind of trouble it is.
    package var kind: Kind
    /// One sentence for people, without a full stop: what is wrong, and what to do.
    package var clause: Message
    /// The process that holds the lock, where it can be told.
    package var holder: Int32?
    /// SQLite's extended result code, where it has one.
    package var code: Int32?

    /// An error that says `clause`.
    package init(_ kind: Kind, _ clause: Message, holder: Int32? = nil, code: Int32? = nil) {
        self.kind = kind
        self.clause = clause
        self.holder = holder
        self.code = code
    }

    /// The sentence in English, as records have it.
    package var message: String { clause.description }
}
