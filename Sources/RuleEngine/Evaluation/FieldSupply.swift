// SPDX-License-Identifier: Apache-2.0

/// Which fields the drives of a listing tell at all.
///
/// Where a source does not tell, nothing is missing: on a drive of a kind that can never supply a
/// field, and on a drive of kind `listing` none of whose items carries it, every test of that field
/// is unknown, `present` and `missing` too. When items were first seen is told by a state file and
/// not by the drive, so that of every kind the items themselves are asked. So they are for albums:
/// some accounts have them and others do not, and folders of this machine have none.
struct FieldSupply: Sendable {
    /// By field: the numbers of the drives that do not tell it. Fields that all tell are left out.
    private var untold: [Field: Set<Int>] = [:]

    /// Whether each item of a local drive tells by itself what is read of pictures: only one that was
    /// looked at does.
    let isToldByItem: Bool

    /// Every drive tells every field, as in the tests of a rules file.
    static let everything = FieldSupply()

    private init() { isToldByItem = false }

    /// What drives of these kinds can supply, where single items are asked about: of the rest of
    /// their drive nothing is known then.
    init(kindsOf drives: [ListedDrive]) {
        isToldByItem = drives.contains { $0.kind == .local }
        for field in Field.allCases {
            let suppliers = Vocabulary.description(of: field).suppliers
            let silent = drives.indices.filter { !suppliers.contains(drives[$0].kind) }
            if !silent.isEmpty { untold[field] = Set(silent) }
        }
    }

    /// The same for the items of `listing`, which tell by themselves whether their albums are known.
    init(alone listing: Listing) {
        self.init(kindsOf: listing.drives)
        ask(listing, [.album])
    }

    /// What the drives of `listing` tell in it.
    ///
    /// O(rows × fields) at worst, where some drives tell a field and others do not; mostly the first
    /// row of a drive settles it, and a column without any row is not looked through at all.
    init(_ listing: Listing) {
        self.init(kindsOf: listing.drives)
        ask(listing, Field.allCases)
    }

    private mutating func ask(_ listing: Listing, _ fields: [Field]) {
        for field in fields {
            var silent = drivesWithout(field)
            var search = Search(
                listing.drives.enumerated().map { number, drive in
                    FieldSupply.asksItems(of: drive, field) && !silent.contains(number)
                })
            guard search.scan(for: field, in: listing) else { continue }
            silent.formUnion(search.silent)
            if !silent.isEmpty { untold[field] = silent }
        }
    }

    /// Whether it takes an item of `drive` to know whether that tells `field`.
    private static func asksItems(of drive: ListedDrive, _ field: Field) -> Bool {
        switch field {
        case .knownFor: true
        case .album: drive.kind != .local || drive.isRecorded
        default: drive.kind == .listing
        }
    }

    /// The numbers of the drives that do not tell `field`.
    func drivesWithout(_ field: Field) -> Set<Int> { untold[field] ?? [] }
}

/// Looks for a row of each drive that has a value of a field.
///
/// Flat, and without a call for a row: where no row has a value, all of them are looked at.
private struct Search {
    /// By the number of a drive: whether no row of it was found yet.
    private var isAsked: [Bool]
    private var left: Int

    /// Asks the drives for which `isAsked` holds.
    init(_ isAsked: [Bool]) {
        self.isAsked = isAsked
        left = isAsked.count { $0 }
    }

    /// The numbers of the drives of which no row was found.
    var silent: [Int] { isAsked.indices.filter { isAsked[$0] } }

    /// Scans for rows that have a value of `field`; false for what follows from the path or the item
    /// itself, which every source tells.
    mutating func scan(for field: Field, in listing: Listing) -> Bool {
        let (size, created, modified) = (listing.size, listing.created, listing.modified)
        switch field {
        case .name, .path, .nameRegex, .pathRegex, .ext, .kind, .empty, .depth, .drive: return false
        // There is no test of whether they are missing.
        case .sharpness, .brightness, .detail, .screenshot: return false
        case .size: scan(in: listing) { size[$0] != Missing.number }
        case .age:
            scan(in: listing) { created[$0] != Missing.date || modified[$0] != Missing.date }
        case .modified, .modifiedAge: scan(in: listing) { modified[$0] != Missing.date }
        case .created, .createdAge: scan(in: listing) { created[$0] != Missing.date }
        case .taken, .takenAge: scan(listing.taken, in: listing)
        case .accessed, .accessedAge: scan(listing.accessed, in: listing)
        case .knownFor: scan(listing.firstSeen, in: listing)
        case .mime: scan(listing.mime, in: listing)
        case .shared: scan(in: listing) { listing.itemFlags($0).contains(.sharedKnown) }
        case .owner:
            scan(listing.owner, in: listing)
            scan(listing.ownerAddress, in: listing)
        case .width: scan(listing.width, in: listing)
        case .height: scan(listing.height, in: listing)
        case .camera: scan(listing.camera, in: listing)
        case .album: scan(listing.album, in: listing)
        }
        return true
    }

    private mutating func scan(_ column: InternedColumn, in listing: Listing) {
        scan(column.numbers, in: listing)
    }

    private mutating func scan<Element>(_ column: OptionalColumn<Element>, in listing: Listing) {
        guard let rows = column.column else { return }
        let missing = column.missing
        unsafe scan(in: listing, before: rows.count) { rows[$0] != missing }
    }

    @inline(__always)
    private mutating func scan(
        in listing: Listing, before end: Int = .max, _ carries: (Int) -> Bool
    ) {
        var row = 0
        let end = min(end, listing.count)
        while left > 0, row < end {
            if carries(row) {
                let drive = listing.drive(row)
                if isAsked[drive] {
                    isAsked[drive] = false
                    left -= 1
                }
            }
            row += 1
        }
    }
}
