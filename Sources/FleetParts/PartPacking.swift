// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine

/// Blobs as they travel and lie on disks: compressed where that makes them smaller, as it does with
/// paths. What is wrong with one tells `PartBlob`, whose checksum is of what comes out.
package enum PartPacking {
    private static let magic = Array("CRPZ".utf8)
    /// The most that comes out.
    private static let bytesMax = PartBlob.bytesMax + PartBlob.frameBytes

    /// `blob` as it travels. Fingerprints of keys are like nothing, and not tried.
    package static func packed(_ blob: [UInt8]) -> [UInt8] {
        let phase = PartBlob.place(of: blob)?.phase
        if phase == .keys || phase == .common { return blob }
        guard let packed = FeedCompression.packed(blob), packed.count + magic.count < blob.count
        else { return blob }
        return magic + packed
    }

    /// The blob that came as `bytes`; nil where that is damaged, or would be larger than any blob.
    package static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        if !bytes.starts(with: magic) { return bytes }
        return FeedCompression.unpacked(Array(bytes.dropFirst(magic.count)), most: bytesMax)
    }
}
