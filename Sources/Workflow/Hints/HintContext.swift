// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
package import Wording

/// An occasion on which it may be said what signing in would bring.
package enum HintContext: String, Sendable, Hashable, CaseIterable {
    /// A first plan over saved pages of a OneDrive finds something to delete.
    case firstPlan = "first-plan"
    /// A plan cannot be staged, because it is over saved pages.
    case cannotStageListing = "cannot-stage-listing"
    /// What is staged could come back, had the sign-in asked for it.
    case needsRestoreScope = "needs-restore-scope"
    /// A picture of the statistics was made, and nothing was deleted yet.
    case sharedPicture = "shared-picture"
    /// Somebody is here again after a week.
    case backAfterSevenDays = "back-after-7-days"
    /// Decisions are shared with another device, and nobody has signed in on this one.
    case twoDevices = "two-devices"

    /// How much it matters: the highest of a command is shown.
    package var priority: Int {
        switch self {
        case .cannotStageListing, .needsRestoreScope: 2
        case .firstPlan: 1
        case .sharedPicture, .backAfterSevenDays, .twoDevices: 0
        }
    }

    /// Whether it comes once only, unless somebody put it off.
    var comesOnce: Bool { self == .firstPlan || self == .twoDevices }

    /// What it is, for people.
    package var phrase: Phrase {
        switch self {
        case .firstPlan: .hintAboutFirstPlan
        case .cannotStageListing: .hintAboutCannotStage
        case .needsRestoreScope: .hintAboutRestoreScope
        case .sharedPicture: .hintAboutPicture
        case .backAfterSevenDays: .hintAboutBack
        case .twoDevices: .hintAboutDevices
        }
    }
}

/// A wording of a hint that is tried against others, by the person's own wish.
package enum HintVariant: String, Sendable, Hashable, CaseIterable {
    /// What signing in is for, without numbers.
    case control
    /// What it would bring, in numbers, and only on the second occasion.
    case delayed
    /// What it would bring, in numbers.
    case benefits

    /// The variant for the random `id`: always the same one.
    package static func of(id: String) -> HintVariant {
        let number = Int(SHA256Text.of(Array(id.utf8)).prefix(8), radix: 16) ?? 0
        return allCases[number % allCases.count]
    }
}
