// SPDX-License-Identifier: Apache-2.0

package import StateLedger
internal import Text
package import Wording

/// Where local drives really lie on this machine: a name in the rules does not say it, and people
/// are told before anything happens there.
package enum DrivePlaces {
    /// A line for each local drive of `known` that one of `items` lies on.
    package static func lines(of items: some Sequence<RecordedItem>, _ known: [LedgerDrive])
        -> [Phrase]
    {
        lines(Set(items.map(\.drive)), known)
    }

    /// A line for each local drive of `known` that `names` names.
    package static func lines(_ names: Set<String>, _ known: [LedgerDrive]) -> [Phrase] {
        known.filter { names.contains($0.name) }.compactMap { drive in
            root(of: drive).map {
                Phrase.stageDriveIs(drive: VisibleText.escaped(drive.name), place: $0)
            }
        }
    }

    /// The path of a local drive, shown so that it cannot deceive; nil for other drives.
    package static func root(of drive: LedgerDrive) -> String? {
        drive.settings[DriveSettings.root].flatMap { root in
            drive.kind == "local" ? "'\(VisibleText.escaped(root))'" : nil
        }
    }
}
