// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// Looks at pictures by the program that opens them in a process without rights.
package enum PictureLooking {
    /// The one that belongs to the running program; nil where there is none.
    package static func ofProgram() -> PictureLook? { nil }
}
