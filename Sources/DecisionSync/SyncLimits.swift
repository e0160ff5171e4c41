// SPDX-License-Identifier: Apache-2.0

/// What a log may hold at most. Other devices write logs, and whoever may write where they lie: what
/// is beyond a limit is not read.
package enum SyncLimits {
    /// Other devices whose logs are read, by the order of their ids; with more, nothing that is shared
    /// is deleted.
    package static let devicesMax = 32
    /// Bytes of a log.
    package static let logBytesMax = 64 << 20
    /// Bytes from which on a log is compacted, where that makes it shorter by half.
    package static let compactionBytes = 4 << 20
    /// Lines of a log.
    package static let linesMax = 200_000
    /// Bytes of a line.
    package static let lineBytesMax = 8 << 10
    /// Bytes of a text in a line.
    package static let textBytesMax = 1 << 10
    /// Bytes of the name of a device.
    package static let nameBytesMax = 64
    /// Other devices whose lines one line names.
    package static let contextMax = 64
    /// Bytes, as they are written, of the drive and the id of an item that devices share.
    package static let itemBytesMax = 2 << 10
    /// Bytes, as they are written, of the tag of a content; and of all its hashes.
    package static let tagBytesMax = 512
    package static let hashBytesMax = 1 << 10
    /// Hashes of one item.
    package static let hashesMax = 8
    /// How far ahead of the own clock another one may be, in seconds.
    package static let clockSkewMax: Int64 = 300
    /// How far the count within a second goes.
    package static let countMax: Int64 = 1 << 40
    /// Notes about when lines of one device arrived.
    package static let arrivalsMax = 1_000
    /// Such notes about all devices, and the devices that they are about.
    package static let allArrivalsMax = 10_000
    package static let arrivedDevicesMax = 256
    /// Seconds from 1970, one way and the other, that an instant may be away: three thousand years.
    package static let secondsMax: Int64 = 100_000_000_000
    /// The largest number of a line.
    package static let numberMax: Int64 = 1 << 52
}
