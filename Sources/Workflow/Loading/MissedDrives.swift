// SPDX-License-Identifier: Apache-2.0

/// Drives that could not be listed, where a plan may do without them.
///
/// The plan is what the rules say of the other drives alone: a copy goes only beside one that was
/// listed, and what is surplus is so among what was listed. A drive that was listed in part is another
/// matter, and is missed as a whole.
package struct MissedDrives: Sendable {
    /// Whether a plan is made without them; otherwise the first of them ends it.
    let areLeftOut: Bool
    /// What they are called, and why each could not be listed, in the order of the rules.
    package private(set) var all: [(name: String, failure: Failure)] = []

    /// None so far.
    init(areLeftOut: Bool) { self.areLeftOut = areLeftOut }

    /// The drive could not be listed. Throws what ends the plan: `failure` itself, where it is none
    /// of a drive, or where no drive may be left out.
    mutating func take(_ name: String, _ failure: Failure) throws(Failure) {
        guard areLeftOut, failure.isOfOneDrive else { throw failure }
        all.append((name, failure))
    }

    /// Throws why the first of them could not be listed, where `count` drives were listed and that
    /// is none.
    func demandAny(listed count: Int) throws(Failure) {
        if count == 0, let first = all.first { throw first.failure }
    }
}

extension Failure {
    /// Whether it may be of a drive, not of the rules or of the way the program was called.
    package var isOfOneDrive: Bool {
        switch status {
        case .failed, .signIn, .offline: true
        default: false
        }
    }
}
