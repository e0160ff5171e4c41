// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// Why an item is not deleted.
struct Refusal: Error {
    /// What the drive answers.
    var outcome: DeletionOutcome
    /// Whether the kernel said that the item cannot be moved to where it should go.
    var isOutOfReach = false
    /// Whether something lies in the trash all the same, so that its note is needed.
    var keepsNote = false

    /// Why, one clause.
    var clause: String {
        switch outcome {
        case .changed(let clause), .failed(let clause), .missing(let clause),
            .unanswered(let clause), .postponed(let clause):
            clause
        case .gone, .deleted, .notAttempted: DeletionText.swapped
        }
    }

    /// The given answer.
    init(_ outcome: DeletionOutcome) {
        self.outcome = outcome
    }

    /// What it means that the kernel refused to change something.
    init(changing error: SystemError) {
        switch error.code {
        case EBUSY: outcome = .failed(DeletionText.mountPoint)
        case EXDEV:
            outcome = .failed(DeletionText.outOfReach)
            isOutOfReach = true
        default:
            outcome =
                Absence(changing: error).map(DeletionOutcome.gone)
                ?? .failed(systemMessage(error.code))
        }
    }

    /// What it means that an item could not be looked at.
    init(finding item: borrowing ExpectedItem, _ error: SystemError, below root: RootFolder) {
        switch error.code {
        // The listed path of a name that is not text leads nowhere.
        case ENOENT where item.mayBeEscaped, ENOTDIR where item.mayBeEscaped:
            outcome = .failed(DeletionText.notText)
        case ENOENT, ENOTDIR:
            outcome =
                root.absence(of: item).map(DeletionOutcome.gone)
                ?? .postponed(DeletionText.folderOutOfReach)
        case ELOOP: outcome = .changed(DeletionText.linkOnTheWay)
        case EXDEV: outcome = .changed(DeletionText.mountOnTheWay)
        default: outcome = .failed(systemMessage(error.code))
        }
    }
}
