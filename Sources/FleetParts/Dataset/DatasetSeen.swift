// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

/// When the files of a part were first seen, as far as that is known. Where it was known and is lost, it
/// stays unknown: no date is made up for what may have been there for long.
struct DatasetSeen {
    private var times: [DatasetKey: Int64] = [:]
    /// The sites of which it is lost.
    private var lost: Set<UInt32> = []

    /// What stands for a time that is lost.
    private static let unknown = Int64.min
    /// The bytes of a file: those of its site and of its id, and the seconds.
    private static let entryBytes = 40
    /// The most that one file takes.
    private static let bytesMax = 1 << 32

    /// What was told before of the files of `share` in the sites `own`, numbers in `sites`.
    init(
        _ generation: DatasetGeneration, sites: [String], own: [Int], _ share: DatasetGather.Share
    ) {
        if generation.hasLostSeen { lost = Set(own.map { UInt32($0) }) }
        let bits = own.map { site in
            let (high, low) = DatasetGUID.bits(sites[site])
            return (Bits(high: high, low: low), UInt32(site))
        }
        let numbers = Dictionary(bits, uniquingKeysWith: { first, _ in first })
        for seen in generation.seen {
            let range = (seen.sites.first ?? "")...(seen.sites.last ?? "")
            let told = own.filter { range.contains(sites[$0]) }
            if told.isEmpty { continue }
            if !take(seen, numbers, share) { lost.formUnion(told.map { UInt32($0) }) }
        }
    }

    private struct Bits: Hashable {
        let high: UInt64
        let low: UInt64
    }

    /// Takes what stands in the file of `seen`; false where that is not what was written.
    private mutating func take(
        _ seen: DatasetGeneration.Seen, _ numbers: [Bits: UInt32], _ share: DatasetGather.Share
    ) -> Bool {
        guard let bytes = try? PartFolder.read(seen.path, most: Self.bytesMax) else { return false }
        let digest = SHA256Stream()
        digest.update(bytes)
        guard digest.finish() == seen.digest, bytes.count % Self.entryBytes == 0 else {
            return false
        }
        for place in stride(from: 0, to: bytes.count, by: Self.entryBytes) {
            let words = (0..<5).map { DatasetRecord.word(bytes, at: place + 8 * $0) }
            guard let site = numbers[Bits(high: words[0], low: words[1])] else { continue }
            let key = DatasetKey(site: site, high: words[2], low: words[3])
            if share.has(key) { times[key] = Int64(bitPattern: words[4]) }
        }
        return true
    }

    /// Whether some of it is lost.
    var isLost: Bool { !lost.isEmpty }

    /// When `item` was first seen, in seconds since 1970; nil where that is not known any more.
    func first(_ item: DatasetGather.Item) -> Int64? {
        let key = item.record.key
        if let time = times[key] {
            return time == Self.unknown ? nil : min(time, item.first ?? time)
        }
        return lost.contains(key.site) ? nil : item.first
    }

    /// Appends that the file of `key` was first seen at `first`.
    func append(_ key: DatasetKey, _ first: Int64?, site: String, to bytes: inout [UInt8]) {
        let bits = DatasetGUID.bits(site)
        for word in [bits.high, bits.low, key.high, key.low] {
            DatasetRecord.append(word, to: &bytes)
        }
        DatasetRecord.append(UInt64(bitPattern: first ?? Self.unknown), to: &bytes)
    }
}
