// SPDX-License-Identifier: Apache-2.0

/// Every folder that holds an item, with all folders above it, once per drive.
///
/// What depends on the folder alone (path patterns, depth, drive) is judged once per folder
/// instead of once per item. A folder's path is `""` at the top, else `/a/b`.
package struct FolderTable: Sendable {
    /// Paths preceded by the drive's number (two bytes), so that equal paths of two drives differ.
    private var interner = Interner()
    /// The drive of each folder.
    package let drives: Column<UInt16> = Column()
    /// The folder above; the top is its own.
    package let parents: Column<UInt32> = Column()
    /// How many folders stand above an item in it: 0 at the top.
    package let depths: Column<UInt32> = Column()
    /// Whether it is `/.cleanrules` or lies below it: what it holds are no items.
    package let isOwn: Column<Bool> = Column()
    private let key: Column<UInt8> = Column(capacity: 1024)
    private var lastDrive: UInt16 = .max
    private var lastFolder: UInt32 = .max

    /// No folders.
    package init() {}

    /// How many folders there are.
    package var count: Int { unsafe parents.count }

    /// The most bytes that one more folder adds, with all folders above it.
    package static let chainBytesMax =
        ListingBuilder.Bounds.pathBytes * ListingBuilder.Bounds.pathComponents

    /// How many bytes their paths have.
    @inline(__always)
    package var textByteCount: Int { unsafe interner.texts.bytes.count }

    /// How many bytes they take.
    package var byteCount: Int {
        interner.byteCount + drives.byteCount + parents.byteCount + depths.byteCount
            + isOwn.byteCount
    }

    /// The path of `folder`.
    @inline(__always)
    package func path(_ folder: Int) -> TextSlice {
        let text = interner.texts[folder]
        return unsafe TextSlice(start: text.start + 2, count: text.count &- 2)
    }

    /// The last component of `folder`'s path; empty at the top.
    package func name(_ folder: Int) -> TextSlice {
        let whole = path(folder)
        if whole.isEmpty { return whole }
        let above = path(Int(parents[folder])).count + 1
        return unsafe TextSlice(start: whole.start + above, count: whole.count - above)
    }

    /// The number of the folder at `path` on `drive`, a new one if need be. O(length) expected.
    @inline(__always)
    package mutating func number(drive: UInt16, path text: TextSlice) -> UInt32 {
        if lastDrive == drive, lastFolder != .max,
            TextSlice.equal(path(Int(lastFolder)), text)
        {
            return lastFolder
        }
        lastFolder = find(drive: drive, path: text)
        lastDrive = drive
        return lastFolder
    }

    /// The number of the folder at `path` on `drive` if anything lies in it or below it.
    package func existingNumber(drive: UInt16, path text: TextSlice) -> Int? {
        let whole: Column<UInt8> = Column(capacity: text.count + 2)
        whole.append(UInt8(truncatingIfNeeded: drive))
        whole.append(UInt8(truncatingIfNeeded: drive >> 8))
        unsafe whole.append(text.start, count: text.count)
        let slice = unsafe TextSlice(start: UnsafePointer(whole.base), count: whole.count)
        return interner.existingNumber(of: slice).map(Int.init)
    }

    /// Adds the folder at `path`, whose parent has the number `parent`; the top is its own.
    ///
    /// False, and the table is of no more use, unless it is one more folder of the same drive, a
    /// child of that parent, and keeps the rules and bounds of paths.
    package mutating func append(drive: UInt16, path text: TextSlice, parent: Int) -> Bool {
        if text.isEmpty {
            guard count == 0, parent == 0 else { return false }
            return add(drive: drive, path: text, parent: .max) == 0
        }
        guard parent >= 0, parent < count, drives[parent] == drive else { return false }
        let above = path(parent)
        let nameLength = text.count - above.count - 1
        guard nameLength > 0, text.count < ListingBuilder.Bounds.pathBytes - 1,
            Int(depths[parent]) + 1 < ListingBuilder.Bounds.pathComponents,
            unsafe TextSlice.equal(TextSlice(start: text.start, count: above.count), above),
            unsafe text.start[above.count] == UInt8(ascii: "/"),
            unsafe interner.texts.bytes.count + text.count + 2 < ListingBuilder.Bounds.textBytes
        else { return false }
        let name = unsafe UnsafeBufferPointer(
            start: text.start + above.count + 1, count: nameLength)
        guard unsafe ItemPath.isComponent(name), unsafe !name.contains(0),
            unsafe !name.contains(UInt8(ascii: "/"))
        else { return false }
        let number = count
        return add(drive: drive, path: text, parent: UInt32(truncatingIfNeeded: parent)) == number
    }

    @inline(never)
    private mutating func find(drive: UInt16, path text: TextSlice) -> UInt32 {
        key.truncate(to: 0)
        key.append(UInt8(truncatingIfNeeded: drive))
        key.append(UInt8(truncatingIfNeeded: drive >> 8))
        unsafe key.append(text.start, count: text.count)
        let slice = unsafe TextSlice(start: UnsafePointer(key.base), count: key.count)
        if let known = interner.existingNumber(of: slice) { return known }
        // Parents first, so that a folder's number is always above its parent's.
        var parent: UInt32 = .max
        if !text.isEmpty {
            var length = text.count - 1
            while length > 0, unsafe text.start[length] != UInt8(ascii: "/") { length -= 1 }
            parent = unsafe find(drive: drive, path: TextSlice(start: text.start, count: length))
        }
        return add(drive: drive, path: text, parent: parent)
    }

    private mutating func add(drive: UInt16, path text: TextSlice, parent: UInt32) -> UInt32 {
        key.truncate(to: 0)
        key.append(UInt8(truncatingIfNeeded: drive))
        key.append(UInt8(truncatingIfNeeded: drive >> 8))
        unsafe key.append(text.start, count: text.count)
        let number = unsafe interner.number(
            of: TextSlice(start: UnsafePointer(key.base), count: key.count))
        let isTop = parent == .max
        drives.append(drive)
        parents.append(isTop ? number : parent)
        depths.append(isTop ? 0 : depths[Int(parent)] + 1)
        isOwn.append(!isTop && (isOwn[Int(parent)] || TextSlice.equal(text, .ownFolder)))
        return number
    }
}

extension TextSlice {
    /// The path of the program's own folder on a drive.
    package static let ownFolder = TextSlice(literal: "/.cleanrules")
    /// Its name.
    package static let ownFolderName = TextSlice(literal: ".cleanrules")

    private init(literal: StaticString) {
        unsafe self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }
}
