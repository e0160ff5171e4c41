// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text
internal import Wording

/// Drives that could not be listed, where a plan may do without them.
///
/// The plan is what it would be for the other drives if these were there as well; so there is none
/// where a rule compares across drives: that a drive is not there must be no reason for anything to
/// go. A drive that was listed in part is missed as a whole.
package struct MissedDrives: Sendable {
    /// The rules by which a plan is made without them; nil: the first of them ends it.
    let rules: RuleFile?
    /// What they are called, and why each could not be listed, in the order of the rules.
    package private(set) var all: [(name: String, failure: Failure)] = []

    /// None so far; with `rules` a plan is made without those that these can do without.
    init(leftOutBy rules: RuleFile?) { self.rules = rules }

    /// The drive could not be listed. Throws what ends the plan: `failure` itself, where it is none
    /// of a drive, or where no drive may be left out.
    mutating func take(_ name: String, _ failure: Failure) throws(Failure) {
        guard let rules, failure.isOfOneDrive else { throw failure }
        if rules.comparesAcrossDrives {
            throw Failure(
                failure.status,
                .runMissedCompared(
                    why: failure.phrase ?? .runUnlisted, drive: VisibleText.escaped(name)))
        }
        all.append((name, failure))
    }

    /// Throws why the first of them could not be listed, where `count` drives were listed and that
    /// is none.
    func demandAny(listed count: Int) throws(Failure) {
        if count == 0, let first = all.first { throw first.failure }
    }
}

extension Failure {
    /// Whether it may be of a drive, not of the rules, the state or the way the program was called.
    package var isOfOneDrive: Bool {
        if isOfState { return false }
        return switch status {
        case .failed, .signIn, .offline: true
        default: false
        }
    }
}
