// SPDX-License-Identifier: Apache-2.0

/// Rows of a listing on their way into one of their own, in an order of their own.
///
/// A plan keeps what is needed of the items that it speaks of, and nothing of all others.
package struct ListingGathering {
    /// What is taken along of a row beside its place, size and times.
    package struct Facts: OptionSet, Sendable {
        package let rawValue: UInt8

        /// The given facts.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// When it was made.
        package static let created = Facts(rawValue: 1)
        /// When a sync first saw it.
        package static let firstSeen = Facts(rawValue: 2)
        /// The tag of its content.
        package static let cTag = Facts(rawValue: 4)
        /// The hash that `deciding` names, and the SHA-256 beside it.
        package static let hashes = Facts(rawValue: 8)
    }

    private let source: Listing
    private var target = Listing()
    private var hashes: [HashColumn]
    /// The hashes that some row has, the strongest first. They are looked at where they stand: to copy a
    /// column takes longer than to copy a hash.
    private let strongestFirst: [Source]

    private final class Source: Sendable {
        let column: HashColumn

        init(_ column: HashColumn) { self.column = column }
    }

    /// Takes rows of `listing`, about `count` of them.
    package init(_ listing: Listing, count: Int) {
        source = listing
        target.drives = listing.drives
        // Read only from here on: the numbers of folders stay what they are.
        target.folders = listing.folders
        hashes = HashAlgorithm.allCases.map { HashColumn(algorithm: $0) }
        strongestFirst = HashAlgorithm.allCases.reversed().compactMap {
            listing.hashes[$0].map(Source.init)
        }
        target.folder.reserve(count)
        target.flags.reserve(count)
        target.size.reserve(count)
        target.created.reserve(count)
        target.modified.reserve(count)
    }

    /// How many rows were taken.
    package var count: Int { target.count }

    /// Takes `row` with `facts`; `deciding` is the algorithm that proved it equal to others, if one
    /// did: its hash goes along, else the strongest that is known.
    package mutating func append(_ row: Int, _ facts: Facts, deciding: HashAlgorithm? = nil) {
        let place = target.count
        target.count = place + 1
        unsafe target.folder.append(source.folder.base[row])
        target.names.append(source.names[row])
        target.ids.append(source.ids[row])
        unsafe target.flags.append(source.flags.base[row] & ItemFlags.folder.rawValue)
        unsafe target.size.append(source.size.base[row])
        unsafe target.created.append(
            facts.contains(.created) ? source.created.base[row] : Missing.date)
        unsafe target.modified.append(source.modified.base[row])
        target.eTag.append(source.eTag.slice(row), row: place)
        if facts.contains(.firstSeen) { target.firstSeen.append(source.firstSeen[row], row: place) }
        if facts.contains(.cTag) { target.cTag.append(source.cTag.slice(row), row: place) }
        if facts.contains(.hashes) { appendHashes(row, deciding, place) }
    }

    private mutating func appendHashes(_ row: Int, _ deciding: HashAlgorithm?, _ place: Int) {
        var taken: Int?
        for number in strongestFirst.indices where has(number, row) {
            if taken == nil { taken = number }
            if strongestFirst[number].column.algorithm == deciding { taken = number }
        }
        guard let taken else { return }
        copy(taken, row, place)
        if strongestFirst[taken].column.algorithm == .sha256 { return }
        for number in strongestFirst.indices
        where strongestFirst[number].column.algorithm == .sha256 && has(number, row) {
            copy(number, row, place)
        }
    }

    private func has(_ number: Int, _ row: Int) -> Bool {
        strongestFirst[number].column.states[row] != HashColumn.State.missing
    }

    private mutating func copy(_ number: Int, _ row: Int, _ place: Int) {
        let source = strongestFirst[number]
        for index in hashes.indices
        where hashes[index].algorithm == source.column.algorithm {
            hashes[index].append(row: row, of: source.column, as: place)
        }
    }

    /// The listing of what was taken, in its order.
    package consuming func finish() -> Listing {
        let count = target.count
        target.firstSeen.pad(to: count)
        for index in hashes.indices {
            hashes[index].padIfUsed(to: count)
            if hashes[index].presentCount > 0 {
                target.hashes[hashes[index].algorithm] = hashes[index]
            }
        }
        return target
    }
}
