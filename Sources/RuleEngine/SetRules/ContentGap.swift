// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// Files of one drive that `same: content` leaves out, because they lack the hash it compares by.
struct ContentGap: Sendable, Hashable {
    /// The drive's name.
    let drive: String
    /// The algorithm that the scope compares by; nil where no file carries any hash.
    let algorithm: HashAlgorithm?
    /// How many files are left out.
    let leftOut: Int
    /// How many files of the drive could be in a group.
    let eligible: Int
    /// How many of those left out carry which other algorithm; one may carry several.
    let carried: [HashAlgorithm: Int]
    /// How many of those left out carry no hash at all.
    let unhashed: Int

    /// What the plan says of it, where `rule` is the rule that compares contents.
    func diagnostic(of rule: Rule) -> Diagnostic {
        let clause: Message
        if let algorithm {
            var parts = HashAlgorithm.allCases.reversed().compactMap { other in
                carried[other].map { Message("\($0) with \(other.rawValue)") }
            }
            if unhashed > 0 { parts.append(Message("\(unhashed) without any hash")) }
            clause = Message(
                "rule '\(rule.id)' compares contents by \(algorithm.rawValue), which \(leftOut) of"
                    + " \(eligible) files of drive '\(drive)' do not carry"
                    + " (\(Message.series(parts, separator: ", "))): they are in no group")
        } else {
            clause = Message(
                "rule '\(rule.id)' finds no copies among the \(eligible) files of drive"
                    + " '\(drive)', because none of them carries a hash")
        }
        return Diagnostic(.warning, .contentNotCompared, clause, at: rule.location)
    }
}
