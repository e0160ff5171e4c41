// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
package import StateLedger
internal import Text
internal import Wording

/// What each kind of drive can do.
package enum DriveKinds {
    /// What lies in a listing file can be planned over, and nothing else.
    package static func refuseReadOnlyDrives(_ record: LedgerPlan) throws(Failure) {
        for (name, identity) in record.driveIdentities.sorted(by: { $0.key < $1.key }) {
            let kind = identity.prefix { $0 != ":" }
            let isOurs = kind == DriveKind.local.rawValue || kind == DriveKind.onedrive.rawValue
            if isOurs { continue }
            throw Failure(
                .refused,
                .stageReadOnly(
                    plan: record.id, drive: VisibleText.escaped(name), kind: String(kind)))
        }
    }
}
