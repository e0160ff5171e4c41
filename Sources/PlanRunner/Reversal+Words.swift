// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import Wording

extension Reversal.Place {
    /// The place in words, one clause.
    package var phrase: Phrase {
        switch self {
        case .trash: .wayPlaceTrash
        case .recycleBin: .wayPlaceBin
        case .siteRecycleBin: .wayPlaceSiteBin
        case .quarantine: .wayPlaceQuarantine
        case .cloudQuarantine: .wayPlaceCloudQuarantine
        case .nowhere: .wayPlaceGone
        }
    }
}

extension Reversal.Obstacle {
    /// The obstacle in words, one clause.
    package var phrase: Phrase {
        switch self {
        case .noPermanentDeletion: .wayNoPermanent
        }
    }
}
