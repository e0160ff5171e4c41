// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import StateLedger
internal import Workflow

/// Deletions of a drive that somebody has to allow before anything of it is staged.
struct Unallowed: Sendable, Hashable {
    /// Those without an undo window.
    var noWindow = FleetAmount()
    /// Those for good, which no fleet carries out.
    var forGood = FleetAmount()

    /// None.
    init() {}

    /// Those of `orders` that `consent` does not allow.
    init(_ orders: [StagingOrder], _ consent: StagingConsent) {
        if !consent.allowsNoWindow { noWindow = Self.amount(orders.withoutWindow) }
        if !consent.allowsPermanent { forGood = Self.amount(orders.forGood) }
    }

    private static func amount(_ orders: [StagingOrder]) -> FleetAmount {
        orders.reduce(FleetAmount()) { sum, order in
            sum + FleetAmount(items: 1, bytes: max(0, order.item.size ?? 0))
        }
    }

    /// Whether there are none.
    var isEmpty: Bool { noWindow.items == 0 && forGood.items == 0 }
}
