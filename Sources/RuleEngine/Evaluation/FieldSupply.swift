// SPDX-License-Identifier: Apache-2.0

/// Which fields the drives of a listing tell at all.
///
/// Where a source does not tell, nothing is missing: on a drive of a kind that can never supply a
/// field, and on a drive of kind `listing` none of whose items carries it, every test of that field
/// is unknown, `present` and `missing` too. When items were first seen is told by a state file and
/// not by the drive, so that of every kind the items themselves are asked.
struct FieldSupply: Sendable {
    /// By field: the numbers of the drives that do not tell it. Fields that all tell are left out.
    private var untold: [Field: Set<Int>] = [:]

    /// Every drive tells every field, as in the tests of a rules file.
    static let everything = FieldSupply()

    private init() {}

    /// What drives of these kinds can supply, where single items are asked about: of the rest of
    /// their drive nothing is known then.
    init(kindsOf drives: [ListedDrive]) {
        for field in Field.allCases {
            let suppliers = Vocabulary.description(of: field).suppliers
            let silent = drives.indices.filter { !suppliers.contains(drives[$0].kind) }
            if !silent.isEmpty { untold[field] = Set(silent) }
        }
    }

    /// What the drives of `listing` tell in it. O(rows × fields) at worst; mostly the first row of a drive settles it.
    init(_ listing: Listing) {
        self.init(kindsOf: listing.drives)
        for field in Field.allCases {
            guard let carries = FieldSupply.carries(field, listing) else { continue }
            var silent = drivesWithout(field)
            var asked: Set<Int> = []
            for (number, drive) in listing.drives.enumerated()
            where !silent.contains(number) && (drive.kind == .listing || field == .knownFor) {
                asked.insert(number)
            }
            var row = 0
            while !asked.isEmpty, row < listing.count {
                let drive = listing.drive(row)
                if asked.contains(drive), carries(row) { asked.remove(drive) }
                row += 1
            }
            silent.formUnion(asked)
            if !silent.isEmpty { untold[field] = silent }
        }
    }

    /// The numbers of the drives that do not tell `field`.
    func drivesWithout(_ field: Field) -> Set<Int> { untold[field] ?? [] }

    /// Whether a row has a value of `field`; nil for what follows from the path or the item itself,
    /// which every source tells.
    private static func carries(_ field: Field, _ listing: Listing) -> ((Int) -> Bool)? {
        func has(_ column: OptionalColumn<Int64>) -> (Int) -> Bool {
            { column[$0] != column.missing }
        }
        func has(_ columns: InternedColumn...) -> (Int) -> Bool {
            { row in columns.contains { $0.numbers[row] != 0 } }
        }
        let (size, created, modified) = (listing.size, listing.created, listing.modified)
        switch field {
        case .name, .path, .nameRegex, .pathRegex, .ext, .kind, .empty, .depth, .drive: return nil
        case .size: return { size[$0] != Missing.number }
        case .age: return { created[$0] != Missing.date || modified[$0] != Missing.date }
        case .modified, .modifiedAge: return { modified[$0] != Missing.date }
        case .created, .createdAge: return { created[$0] != Missing.date }
        case .taken, .takenAge: return has(listing.taken)
        case .accessed, .accessedAge: return has(listing.accessed)
        case .knownFor: return has(listing.firstSeen)
        case .mime: return has(listing.mime)
        case .shared: return { listing.itemFlags($0).contains(.sharedKnown) }
        case .owner: return has(listing.owner, listing.ownerAddress)
        case .width: return has(listing.width)
        case .height: return has(listing.height)
        case .camera: return has(listing.camera)
        }
    }
}
