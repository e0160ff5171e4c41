// SPDX-License-Identifier: Apache-2.0

/// What looking at one picture brought: what it says of itself, and what it looks like. What is nil
/// was not there to be read.
package struct PictureReport: Sendable, Hashable {
    /// When it was taken, by the clock on the wall: seconds since 1970 as if that clock showed UTC.
    package var takenWallSeconds: Int64?
    /// Thousandths of a second beyond that; nil where the picture does not say.
    package var takenMilliseconds: Int?
    /// How far that clock was ahead of UTC, in seconds; nil where the picture does not say.
    package var takenOffsetSeconds: Int?
    /// Pixels across, as it is shown.
    package var width: Int?
    /// Pixels down, as it is shown.
    package var height: Int?
    /// Make and model, with a blank between them.
    package var camera: String?
    /// Whether it says itself that it is a screenshot.
    package var isScreenshot = false
    /// What the parts of a Live Photo have in common.
    package var liveID: String?
    /// What it looks like; nil where it could not be decoded, or was not to be.
    package var look: PhotoLook?
    /// Why there is no look, one clause; nil where there is one.
    package var problem: String?

    /// A report of nothing.
    package init() {}
}
