// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A drive that has something a picture of an item can be made of.
package protocol PicturingDrive: Drive {
    /// What there is for a picture of `item` with that longest side in pixels; nil if nothing.
    ///
    /// A failure says nothing about the item: the same call may succeed later.
    func picture(
        of item: ItemValues, longestSide: Int
    ) async throws(DriveError) -> PictureMaterial?
}

/// What a picture can be made of.
package enum PictureMaterial: Sendable, Hashable {
    /// A picture, as somebody else made it: foreign bytes, whatever the type says.
    case bytes([UInt8], mediaType: String)
    /// The file itself, open for reading. Whoever gets the descriptor has to close it.
    case file(descriptor: Int32)
}

extension PictureMaterial {
    /// The most bytes of a picture that are taken from a drive.
    package static let byteCountMax = 8 << 20
}
