// SPDX-License-Identifier: Apache-2.0

/// A column that takes no room until a row has a value.
package struct OptionalColumn<Element: BitwiseCopyable & Equatable & Sendable>: Sendable {
    /// What stands in rows without a value.
    package let missing: Element
    /// The rows; nil while no row has a value.
    package private(set) var column: Column<Element>?

    /// A column in which no row has a value.
    package init(missing: Element) {
        self.missing = missing
    }

    /// A column that holds `column` for its first rows; none if that is nil.
    package init(missing: Element, column: Column<Element>?) {
        self.missing = missing
        self.column = column
    }

    /// How many bytes the rows take.
    package var byteCount: Int { column?.byteCount ?? 0 }

    /// The value of `row`, or `missing`.
    @inline(__always)
    package subscript(row: Int) -> Element {
        guard let column, unsafe row < column.count else { return missing }
        return unsafe column.base[row]
    }

    /// Gives `row`, the newest, its value.
    @inline(__always)
    package mutating func append(_ value: Element, row: Int) {
        if value == missing { return }
        if column == nil { column = Column(capacity: row + 1) }
        guard let column else { return }
        if unsafe column.count < row {
            unsafe column.append(repeating: missing, count: row - column.count)
        }
        column.append(value)
    }

    /// Fills up to `count` rows, so that the column can be read through its pointer.
    package mutating func pad(to count: Int) {
        guard let column, unsafe column.count < count else { return }
        unsafe column.append(repeating: missing, count: count - column.count)
    }

    /// Adds the rows of `other`, the first of which becomes row `first`.
    package mutating func append(contentsOf other: OptionalColumn, first: Int) {
        guard let source = other.column, unsafe source.count > 0 else { return }
        let target = unsafe prepared(first: first, extra: source.count)
        unsafe target.append(UnsafePointer(source.base), count: source.count)
    }

    /// Forgets all rows but not the room for them.
    package func removeAll() { column?.truncate(to: 0) }

    /// Makes room as `Column.reserve(factor:ifBelow:)` does, if there are rows.
    package func reserve(factor: Double, ifBelow share: Double) {
        column?.reserve(factor: factor, ifBelow: share)
    }

    /// The column, with as many rows as stand before row `first`.
    fileprivate mutating func prepared(first: Int, extra: Int) -> Column<Element> {
        let target = column ?? Column(capacity: first + extra)
        column = target
        pad(to: first)
        return target
    }

    /// Keeps only `rows`, which rise.
    package mutating func keep(rows: Column<UInt32>) {
        guard let column else { return }
        for target in unsafe 0..<rows.count { column[target] = self[Int(rows[target])] }
        unsafe column.truncate(to: rows.count)
    }
}

/// Texts of a column in which few are distinct: numbers from 1, and 0 for a missing text.
package struct InternedColumn: Sendable {
    /// The distinct texts; row value `n` stands for text `n - 1`.
    package private(set) var texts = Interner()
    /// The numbers.
    package private(set) var numbers = OptionalColumn<UInt32>(missing: 0)

    /// A column in which no row has a text.
    package init() {}

    /// A column whose rows number `texts` from 1; nothing in `numbers` is above their count.
    package init(texts: Interner, numbers: Column<UInt32>?) {
        self.texts = texts
        self.numbers = OptionalColumn(missing: 0, column: numbers)
    }

    /// How many bytes the rows and the texts take.
    package var byteCount: Int { numbers.byteCount + texts.byteCount }

    /// How many bytes the texts have.
    package var textByteCount: Int { unsafe texts.texts.bytes.count }

    /// Gives `row`, the newest, its text; empty means that there is none.
    @inline(__always)
    package mutating func append(_ text: TextSlice, row: Int) {
        if text.isEmpty { return }
        numbers.append(texts.number(of: text) &+ 1, row: row)
    }

    /// The text of `row`, or nil.
    package func text(_ row: Int) -> String? {
        let number = numbers[row]
        return number == 0 ? nil : texts.texts[Int(number) - 1].string
    }

    /// Adds the rows of `other`, the first of which becomes row `first`; `map` holds the numbers
    /// here of the texts there and is brought up to date.
    package mutating func append(
        contentsOf other: InternedColumn, first: Int, map: Column<UInt32>
    ) {
        guard let source = other.numbers.column, unsafe source.count > 0 else { return }
        if unsafe map.count == 0 { map.append(0) }
        while unsafe map.count <= other.texts.count {
            unsafe map.append(texts.number(of: other.texts.texts[map.count - 1]) + 1)
        }
        let target = unsafe numbers.prepared(first: first, extra: source.count)
        let rows = unsafe target.extend(by: source.count)
        for row in unsafe 0..<source.count { unsafe rows[row] = map[Int(source[row])] }
    }

    /// Forgets all rows, but neither the texts nor the room.
    package func removeAllRows() { numbers.removeAll() }

    /// Makes room as `Column.reserve(factor:ifBelow:)` does, if there are rows.
    package func reserve(factor: Double, ifBelow share: Double) {
        numbers.reserve(factor: factor, ifBelow: share)
    }

    /// Fills up to `count` rows.
    package mutating func pad(to count: Int) { numbers.pad(to: count) }

    /// Keeps only `rows`, which rise.
    package mutating func keep(rows: Column<UInt32>) { numbers.keep(rows: rows) }
}
