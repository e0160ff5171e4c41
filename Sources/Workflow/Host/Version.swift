// SPDX-License-Identifier: Apache-2.0

/// The program's version.
package enum Version {
    /// Semantic version, as in CHANGELOG.md.
    package static let text = "0.1.0"
}
