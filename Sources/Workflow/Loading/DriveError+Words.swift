// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording

extension Failure {
    /// A drive's error in one sentence.
    package init(_ error: DriveError) {
        if error.underlying is ListingFileError {
            self.init(.failed, .driveNoPlan(why: Phrase.told(VisibleText.escaped(error.message))))
            return
        }
        let status: Ending =
            switch error.recourse {
            case .signIn: .signIn
            case .retry: .offline
            case .none, .rescan, .quota: .failed
            }
        let what = error.operation.phrase
        let phrase: Phrase =
            if let item = error.item {
                .driveCannotAt(what: what, path: VisibleText.escaped(item), why: error.phrase)
            } else {
                .driveCannot(what: what, why: error.phrase)
            }
        self.init(status, phrase)
    }
}

extension DriveOperation {
    /// What it is called after "cannot".
    fileprivate var phrase: Phrase {
        switch self {
        case .open: .driveOpen
        case .list: .driveList
        case .recheck: .driveRecheck
        case .compare: .driveCompare
        case .hash: .driveHash
        case .delete: .driveDelete
        case .reconcile: .driveReconcile
        case .restore: .driveRestore
        case .purge: .drivePurge
        case .picture: .drivePicture
        }
    }
}

extension DriveProblem {
    /// Where something is wrong, and what.
    package var phrase: Phrase {
        .lineAt(path: VisibleText.escaped(path), text: Phrase.told(VisibleText.escaped(reason)))
    }
}

extension DriveNote {
    /// What is to be said.
    package var phrase: Phrase { .told(VisibleText.escaped(text)) }
}
