// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

/// SHA-256 in hex.
package enum SHA256Text {
    /// The digest of `bytes`.
    package static func of(_ bytes: [UInt8]) -> String {
        let digest = SHA256Stream()
        digest.update(bytes)
        return digest.finish()
    }
}
