// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import StateLedger

/// Drives that were opened and asked before work began, or why not: the work need not ask again, and
/// waits no second time for one that is out of reach.
package struct OpenedDrives: Sendable {
    private var found: [(known: LedgerDrive, drive: Result<any DeletingDrive, DriveError>)] = []

    /// None.
    package init() {}

    /// Takes what became of opening `known`.
    mutating func take(_ known: LedgerDrive, _ drive: Result<any DeletingDrive, DriveError>) {
        found.append((known, drive))
    }

    /// What became of opening exactly `known`; nil where nobody tried.
    func drive(_ known: LedgerDrive) -> Result<any DeletingDrive, DriveError>? {
        found.first { $0.known == known }?.drive
    }
}
