// SPDX-License-Identifier: Apache-2.0

/// A file of the program's own on a drive, as it lay there when its folder was listed.
package struct ShelvedFile: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// Its id.
    let id: String
    /// What changes whenever anything about it does.
    let tag: String
}
