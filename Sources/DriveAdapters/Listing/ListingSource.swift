// SPDX-License-Identifier: Apache-2.0

/// Where a listing is read from; gzip is recognised by its first bytes.
public enum ListingSource: Sendable {
    /// A file by its path; `-` stands for standard input.
    case file(String)
    /// An open file, pipe or terminal, which stays open.
    case descriptor(Int32)
    /// Bytes in memory.
    case bytes([UInt8])
}

/// How far the reading of a listing has come.
public struct ListingProgress: Sendable, Hashable {
    /// Items read so far.
    public var items = 0
    /// Bytes of the source read so far; of a compressed one, those that are in the file.
    public var bytes: Int64 = 0
    /// All bytes of the source, if it is known how many there are.
    public var totalBytes: Int64?

    /// Nothing yet.
    public init() {}
}

/// Told from time to time how far a reading has come; called on one thread at a time.
public typealias ListingProgressHandler = @Sendable (ListingProgress) -> Void
