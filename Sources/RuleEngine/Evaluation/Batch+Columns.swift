// SPDX-License-Identifier: Apache-2.0

/// Tests of what stands in a column of the listing, over the rows of a batch.
extension Batch {
    func judge(_ type: ItemType, into target: Mask) {
        let flags = unsafe program.listing.flags.base + first
        let expected = type == .folder ? ItemFlags.folder.rawValue : 0
        for row in 0..<count {
            unsafe target[row] = unsafe flags[row] & ItemFlags.folder.rawValue == expected ? 2 : 0
        }
    }

    func emptiness(_ row: Int, _ values: Set<Bool>) -> Truth {
        if program.listing.isFolder(row) {
            guard let contents = program.folderContents else {
                preconditionFailure("folder contents are counted where a leaf asks for them")
            }
            return values.contains(contents.isEmpty(row)) ? .yes : .no
        }
        let size = unsafe program.listing.size.base[row]
        // 'empty' has no 'missing', so a file of unknown size is unknown.
        if size == Missing.number { return .unknown }
        return values.contains(size == 0) ? .yes : .no
    }

    func judge(_ test: IntervalTest, into target: Mask) {
        let listing = program.listing
        let ofMissing = test.presence.ofMissing.rawValue
        switch test.column {
        case .size:
            unsafe judge(test, listing.size.base + first, Missing.number, ofMissing, target)
        case .created:
            unsafe judge(test, listing.created.base + first, Missing.date, ofMissing, target)
        case .modified:
            unsafe judge(test, listing.modified.base + first, Missing.date, ofMissing, target)
        case .age:
            let (created, modified) = unsafe (
                listing.created.base + first, listing.modified.base + first
            )
            unsafe withNumbers { ages in
                // A missing date is the smallest number, so the later one is the larger.
                for row in 0..<count { unsafe ages[row] = unsafe max(created[row], modified[row]) }
                unsafe judge(test, ages, Missing.date, ofMissing, target)
            }
        case .width: unsafe judge(test, listing.width, ofMissing, target)
        case .height: unsafe judge(test, listing.height, ofMissing, target)
        case .taken: unsafe judge(test, listing.taken, ofMissing, target)
        case .accessed: unsafe judge(test, listing.accessed, ofMissing, target)
        case .firstSeen: unsafe judge(test, listing.firstSeen, ofMissing, target)
        }
    }

    private func judge(
        _ test: IntervalTest, _ column: OptionalColumn<Int64>, _ ofMissing: UInt8, _ target: Mask
    ) {
        guard let values = column.column else {
            return unsafe target.update(repeating: ofMissing, count: count)
        }
        unsafe judge(test, values.base + first, column.missing, ofMissing, target)
    }

    @inline(__always)
    private func judge(
        _ test: IntervalTest, _ values: UnsafeMutablePointer<Int64>, _ missing: Int64,
        _ ofMissing: UInt8, _ target: Mask
    ) {
        if test.presence.asksPresent {
            for row in 0..<count {
                unsafe target[row] = unsafe values[row] == missing ? ofMissing : 2
            }
            return
        }
        let head = test.intervals.first ?? 1...1
        let isNever = test.intervals.isEmpty
        let (low, high) = (head.lowerBound, isNever ? 0 : head.upperBound)
        for row in 0..<count {
            let value = unsafe values[row]
            let isMet: UInt8 = value >= low && value <= high ? 2 : 0
            unsafe target[row] = value == missing ? ofMissing : isMet
        }
        if test.intervals.count < 2 { return }
        for row in 0..<count where unsafe values[row] != missing && test.contains(values[row]) {
            unsafe target[row] = Truth.yes.rawValue
        }
    }

    private func withNumbers(_ body: (UnsafeMutablePointer<Int64>) -> Void) {
        unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: Batch.rowsMax) { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe start.initialize(repeating: 0, count: count)
            unsafe body(start)
        }
    }

    func judge(_ test: InternedTest, into target: Mask) {
        let column =
            switch test.source {
            case .mime: program.listing.mime
            case .camera: program.listing.camera
            case .album: program.listing.album
            case .owner: program.listing.owner
            case .ownerAddress: program.listing.ownerAddress
            }
        let outcomes = unsafe test.outcomes.base
        guard let numbers = column.numbers.column else {
            return unsafe target.update(repeating: outcomes[0], count: count)
        }
        let values = unsafe numbers.base + first
        for row in 0..<count { unsafe target[row] = unsafe outcomes[Int(values[row])] }
    }

    func judge(
        _ name: InternedTest, _ address: InternedTest, _ presence: PresenceTest,
        into target: Mask
    ) {
        let (owners, addresses) = (program.listing.owner, program.listing.ownerAddress)
        for row in 0..<count {
            let owner = Int(owners.numbers[first + row])
            let mail = Int(addresses.numbers[first + row])
            if owner == 0, mail == 0 {
                unsafe target[row] = presence.ofMissing.rawValue
            } else {
                // Those that are there are tested; either may match.
                unsafe target[row] = max(
                    owner == 0 ? 0 : name.outcomes[owner], mail == 0 ? 0 : address.outcomes[mail])
            }
        }
    }

    func judge(_ test: ExtensionTest, into target: Mask) {
        for row in 0..<count {
            let text = fileExtension(of: names[row])
            if text.isEmpty {
                unsafe target[row] = test.presence.ofMissing.rawValue
            } else {
                unsafe target[row] = test.presence.asksPresent || test.contains(text) ? 2 : 0
            }
        }
    }

    func judge(_ test: KindTest, into target: Mask) {
        let listing = program.listing
        for row in 0..<count {
            if listing.isFolder(first + row) {
                unsafe target[row] = test.presence.ofMissing.rawValue
                continue
            }
            let decided = Int(test.kindOfMIME[Int(listing.mime.numbers[first + row])])
            let kind =
                decided > 0
                ? ItemKind.allCases[decided - 1]
                : KindTable.kind(ofExtension: fileExtension(of: names[row]))
            unsafe target[row] = test.presence.asksPresent || test.kinds.contains(kind) ? 2 : 0
        }
    }
}

/// The extension of a folded name; empty if it has none.
@inline(__always)
func fileExtension(of name: TextSlice) -> TextSlice {
    var index = name.count &- 1
    while index > 0 {
        if unsafe name.start[index] == UInt8(ascii: ".") {
            return unsafe TextSlice(start: name.start + index + 1, count: name.count - index - 1)
        }
        index &-= 1
    }
    return unsafe TextSlice(start: name.start, count: 0)
}

/// Whether `text` has just these bytes.
@inline(__always)
func isEqual(_ bytes: [UInt8], _ text: TextSlice) -> Bool {
    unsafe bytes.count == text.count
        && bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return true }
            return unsafe compareBytes(start, text.start, text.count) == 0
        }
}
