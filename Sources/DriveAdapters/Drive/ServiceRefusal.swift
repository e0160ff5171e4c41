// SPDX-License-Identifier: Apache-2.0

/// Why a service refuses to delete an item, where that is no fault of its or of the network: as long as nobody
/// changes something there, it goes on refusing.
package enum ServiceRefusal: String, Sendable, Hashable, CaseIterable {
    /// It may not be changed, or a retention label or a hold keeps it: 403.
    case kept
    /// It is open in an application, or checked out: 423.
    case locked

    /// What the problem of an item that could not be deleted says, as it was recorded; nil where it says
    /// something else.
    package init?(problem: String) {
        guard
            let found = ServiceRefusal.allCases.first(where: {
                problem.hasPrefix(GraphText.beginning($0))
            })
        else { return nil }
        self = found
    }
}
