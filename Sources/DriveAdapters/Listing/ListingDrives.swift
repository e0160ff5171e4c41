// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// Which drives the items of a listing may belong to.
package struct ListingDrives: Sendable {
    /// The drive of items that name none.
    package let usual: String
    /// By UTF-8, since strings of other scalars may compare equal and names of drives do not.
    private let kinds: [[UInt8]: DriveKind]

    /// Items without a drive belong to `usual`; a drive that `kinds` does not name is a listing.
    package init(usual: String, kinds: [String: DriveKind] = [:]) {
        self.usual = usual
        self.kinds = Dictionary(
            uniqueKeysWithValues: kinds.map { (Array($0.key.utf8), $0.value) })
    }

    /// The kind of the drive `name`.
    package func kind(of name: String) -> DriveKind { kinds[Array(name.utf8)] ?? .listing }
}
