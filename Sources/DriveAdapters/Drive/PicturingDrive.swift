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

/// A drive whose service makes small pictures of what lies on it, so that they are asked for many at
/// once.
package protocol ThumbnailDrive: PicturingDrive {
    /// Where the small picture of each of `items` lies, in their order, at least `longestSide` pixels
    /// long where the service makes them so large. Items of one folder cost least.
    ///
    /// Addresses are good for a short time. A failure says nothing about any item.
    func thumbnailPlaces(
        of items: [ItemValues], longestSide: Int
    ) async throws(DriveError) -> [ThumbnailPlace]

    /// What lies at an address that `thumbnailPlaces` gave. Whether services count such requests is
    /// written nowhere: they are kept within the budget of the account.
    func thumbnail(at address: String) async throws(DriveError) -> ThumbnailAnswer

    /// Which of `items` are now what was listed, in their order. `trustsFeed` where what the drive
    /// tells of changes is known to begin at that listing.
    func areAsListed(_ items: [ItemValues], trustsFeed: Bool) async throws(DriveError) -> [Bool]
}

/// Where the small picture of one item lies.
package enum ThumbnailPlace: Sendable, Hashable {
    /// At an address that carries its own permission.
    case address(String)
    /// Nowhere: the service makes none of it.
    case none
    /// The item is not what was listed any more, or not there.
    case changed
    /// It was not to be had now; why, one clause.
    case later(String)
}

/// What came from the address of a small picture.
package enum ThumbnailAnswer: Sendable, Hashable {
    /// A picture, as somebody else made it: foreign bytes, whatever the type says.
    case thumbnail([UInt8], mediaType: String)
    /// There is none.
    case none
    /// The address is too old.
    case expired
}
