// SPDX-License-Identifier: Apache-2.0

/// What one part of a fleet has: told first, for the hash that contents are compared by is the one that
/// most files of all parts carry.
package struct PartCensus: Sendable, Hashable {
    /// A drive of the part.
    package struct Drive: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// Which hashes its files carry.
        package let tally: HashTally
    }

    /// The drives of the part, in the order of the scalars of their names.
    package private(set) var drives: [Drive]
    /// How many items there are.
    package let items: Int
    /// On how many of them regular expressions gave up.
    package let givenUp: Int

    /// What `listing` has, on so many items of which regular expressions gave up; 0 where no rules
    /// were looked at yet.
    package init(_ listing: Listing, givenUp: Int = 0) {
        drives = zip(listing.drives, HashTally.tallies(listing))
            .map { Drive(name: $0.name, tally: $1) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        items = listing.count
        self.givenUp = givenUp
    }

    /// The census of those drives alone that `isMeant` takes.
    package func of(_ isMeant: (String) -> Bool) -> PartCensus {
        var census = self
        census.drives = drives.filter { isMeant($0.name) }
        return census
    }

    /// What is told.
    package var body: [UInt8] {
        let writer = PartWriter()
        writer.count(items)
        writer.count(givenUp)
        writer.count(drives.count)
        for drive in drives {
            writer.text(drive.name)
            for count in drive.tally.counts { writer.count(count) }
        }
        return writer.array
    }

    /// Reads what `body` told.
    package init(_ body: [UInt8]) throws(PartError) {
        var reader = PartReader(body)
        items = try reader.count(most: Int(UInt32.max))
        givenUp = try reader.count(most: items)
        let count = try reader.count(most: Int(UInt16.max))
        var drives: [Drive] = []
        for _ in 0..<count {
            let name = try reader.string()
            if let last = drives.last, !last.name.utf8.lexicographicallyPrecedes(name.utf8) {
                throw .damaged
            }
            drives.append(Drive(name: name, tally: try HashTally(&reader, most: items)))
        }
        guard reader.isAtEnd else { throw .damaged }
        self.drives = drives
    }
}

/// What all parts of a fleet have together, as far as a part must know it.
package struct PartsTogether: Sendable, Hashable {
    /// Which hashes the files of all parts carry.
    package let carried: HashTally

    /// What `parts` have together. Throws where a drive is in two of them, or where expressions give
    /// up on too many items, as in a plan over one listing.
    package init(_ parts: [PartCensus]) throws(PartError) {
        var carried = HashTally()
        var names: Set<[UInt8]> = []
        var givenUp = 0
        for part in parts {
            givenUp += part.givenUp
            for drive in part.drives {
                carried.add(drive.tally)
                guard names.insert(Array(drive.name.utf8)).inserted else {
                    throw PartError(.sharedDrive(drive.name))
                }
            }
        }
        try PartsTogether.refuse(givenUp: givenUp)
        self.carried = carried
    }

    /// Throws where expressions give up on so many items of all parts that there is no plan, as in one
    /// over one listing.
    package static func refuse(givenUp count: Int) throws(PartError) {
        if count > MatchEffort.itemsMax { throw PartError(.givenUp(count)) }
    }

    /// What is told to every part.
    package var body: [UInt8] {
        let writer = PartWriter()
        for count in carried.counts { writer.count(count) }
        return writer.array
    }

    /// Reads what `body` told.
    package init(_ body: [UInt8]) throws(PartError) {
        var reader = PartReader(body)
        carried = try HashTally(&reader, most: 1 << 48)
        guard reader.isAtEnd else { throw .damaged }
    }

    /// What plans of all parts have to say together of files that a rule across drives leaves out, as a
    /// plan over one listing says it.
    package static func findings(_ parts: [PartCensus], of file: RuleFile) -> [Diagnostic] {
        let drives = parts.flatMap(\.drives)
        let gaps = ContentScopes.inOrder(
            ContentScopes.gaps(
                drives.map { ($0.name, $0.tally) }, HashTally.mostCarried(drives.map(\.tally))))
        return file.rules.filter { rule in
            guard rule.isEnabled, case .duplicates(let selection)? = rule.selection else {
                return false
            }
            return selection.reach == .drives && selection.key == .content
        }
        .flatMap { rule in gaps.map { $0.diagnostic(of: rule) } }
    }
}

/// Which hashes the files of the drives of a fleet carry, of which contents are compared by one.
package struct HashesTogether: Sendable, Hashable {
    /// The drives that have files without one hash.
    package struct Lack: Sendable, Hashable {
        /// The hash.
        package let algorithm: HashAlgorithm
        /// Their names, in order.
        package let drives: [String]
        /// How many files that are.
        package let files: Int
    }

    /// By which hash contents are compared across drives; nil where no file carries any.
    package let chosen: HashAlgorithm?
    /// Of each hash that some file carries.
    package let lacks: [Lack]

    /// What `parts` have together. O(drives).
    package init(_ parts: [PartCensus]) {
        let drives = parts.flatMap(\.drives).sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
        chosen = HashTally.mostCarried(drives.map(\.tally))
        lacks = HashAlgorithm.allCases.compactMap { algorithm in
            guard drives.contains(where: { $0.tally.carrying(algorithm) > 0 }) else { return nil }
            let without = drives.map { ($0.name, $0.tally.eligible - $0.tally.carrying(algorithm)) }
                .filter { $0.1 > 0 }
            return Lack(
                algorithm: algorithm, drives: without.map(\.0),
                files: without.reduce(0) { $0 + $1.1 })
        }
    }
}

extension HashTally {
    /// Reads the counts that were told, each at most `most`.
    fileprivate init(_ reader: inout PartReader, most: Int) throws(PartError) {
        self.init()
        for kind in counts.indices { counts[kind] = try reader.count(most: most) }
    }
}
