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

    /// The digest of `pieces` one behind the other.
    package static func of(_ pieces: [[UInt8]]) -> String {
        let digest = SHA256Stream()
        for piece in pieces { digest.update(piece) }
        return digest.finish()
    }
}
