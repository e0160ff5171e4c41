// SPDX-License-Identifier: Apache-2.0

/// What tests set apart from the defaults.
package struct LedgerOptions: Sendable {
    /// How the state was called by whoever opened it, by whatever link; nil in memory.
    var namedPath: String?
    /// How long to wait for another process that writes.
    package var waitSeconds: Double = 5
    /// The steps of the schema.
    var migrations = Migration.all
    /// Called inside each transaction, before it is committed.
    package var beforeCommit: @Sendable () -> Void = {}
    /// The largest file that is checked page by page when it is opened; of larger ones only what
    /// has no checksums of its own.
    var wholeCheckBytesMax: Int64 = 32 << 20

    /// For how long nobody has written to a file whose later changes all show, in seconds: the largest
    /// step that the clocks of file systems make, FAT's.
    package var quietSeconds: Int64 = 2

    /// The defaults.
    package init() {}
}
