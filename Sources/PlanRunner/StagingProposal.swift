// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import Plans
package import RuleEngine
package import StateLedger
internal import Wording

/// What a person allowed when staging.
package struct StagingConsent: Sendable, Hashable {
    /// Deletions without an undo window.
    package var allowsNoWindow = false
    /// Deletions for good.
    package var allowsPermanent = false
    /// Whether items stay that a person took back and that are still the same: so it is where nobody
    /// is there to be asked.
    package var leavesTakenBack = false
    /// Whether items stay that were marked on another device, and that nothing but this mark deletes:
    /// a person stages them, here.
    package var leavesMarksFromElsewhere = false

    /// Nothing out of the ordinary.
    package init() {}
}

/// A plan that may be staged, looked at but not yet staged.
package struct StagingProposal: Sendable {
    /// The plan.
    package let plan: LedgerPlan
    /// Its deletions.
    package let orders: [StagingOrder]
    /// Of its deletions, those that a person took back before, and when: among `orders`, or left
    /// out.
    package var takenBack: [(order: StagingOrder, at: Timestamp)] = []
    /// Whether these are left out.
    package var leavesTakenBack = false
    /// How many of its deletions are left out because they were marked on another device only.
    package var leftMarks = 0
    /// Drives from which nothing is staged until a person says that they are meant, with what is
    /// doubtful; their deletions are left out.
    package var heldDrives: [(name: String, doubt: DriveDoubt)] = []
    /// How many of its deletions are left out because people want these items to stay.
    package var unwanted = 0
    /// What has to be downloaded to prove that copies are copies.
    package var proof: ProofVolume {
        let remote = plan.driveIdentities.filter {
            $0.value.hasPrefix(DriveKind.onedrive.rawValue + ":")
        }
        return ProofVolume(orders, remote: Set(remote.keys))
    }

    /// The bytes of all deletions.
    package var bytes: Int64 { orders.bytes }
    /// When the first window ends.
    package var firstDue: Timestamp? { orders.map(\.due).min() }
    /// When the last window ends.
    package var lastDue: Timestamp? { orders.map(\.due).max() }
}

/// What was staged.
package struct StagingOutcome: Sendable, Hashable {
    /// Items that wait now.
    package let staged: Int
    /// Items that were waiting already.
    package let skipped: Int
    /// The bytes of the items that wait now, without those that were waiting already.
    package var bytes: Int64 = 0
    /// When the first of their windows ends; nil where none was staged.
    package var firstDue: Timestamp?
    /// When the last of their windows ends.
    package var lastDue: Timestamp?
    /// Of those that were waiting already, the ones that wait by other terms now.
    package var restaged: [Restaging] = []
    /// Of those, how many go a gentler way than the plan says, as they were staged before.
    package var gentler = 0

    /// An outcome with these numbers of items.
    package init(staged: Int, skipped: Int) {
        self.staged = staged
        self.skipped = skipped
    }
}

extension StagingProposal {
    /// The proposal without what is not among the deletions of `asked`, which a person agreed to.
    package func within(_ asked: StagingProposal) -> StagingProposal {
        let known = Set(asked.orders.map(\.address))
        return StagingProposal(
            plan: plan, orders: orders.filter { known.contains($0.address) },
            takenBack: takenBack.filter { known.contains($0.order.address) },
            leavesTakenBack: leavesTakenBack, heldDrives: heldDrives)
    }
}

extension [StagingOrder] {
    /// Those without an undo window.
    package var withoutWindow: [StagingOrder] {
        let windows = Set(map(\.undoWindow))
        let atOnce = windows.filter { UndoWindow(planText: $0)?.endsAtOnce ?? true }
        return filter { atOnce.contains($0.undoWindow) }
    }

    /// Those that nobody brings back.
    package var forGood: [StagingOrder] {
        filter { $0.method == DeletionMethod.permanent.rawValue }
    }
}
