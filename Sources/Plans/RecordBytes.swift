// SPDX-License-Identifier: Apache-2.0

package import Messages

/// What keeps the bytes of a plan from being read.
package struct PlanRecordError: Error, Sendable, Equatable {
    /// What is wrong, one clause.
    package let reason: Message

    /// Bytes that were not written as a plan, or not all of them.
    static let damaged = PlanRecordError(reason: Message("it is damaged"))
    /// Bytes of another version of the format.
    static let otherVersion = PlanRecordError(
        reason: Message("it was written by another version of cleanrules"))
}

/// Writes numbers and texts one after another, little endian.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func add(_ text: String) {
        add(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(count: Int) { add(UInt32(truncatingIfNeeded: count)) }

    /// Whether there is a value, and it.
    mutating func add<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
        add(value != nil)
        if let value { write(&self, value) }
    }

    mutating func add(_ text: String?) { add(text) { $0.add($1) } }

    mutating func add(_ number: Int64?) { add(number) { $0.add($1) } }

    mutating func add<Value>(_ list: [Value], _ write: (inout Self, Value) -> Void) {
        add(count: list.count)
        for value in list { write(&self, value) }
    }
}

/// Reads what `RecordWriter` wrote, and nothing past the end.
struct RecordReader {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    /// How many bytes were read.
    var position: Int { index - bytes.startIndex }

    mutating func number<Number: FixedWidthInteger>(
        _: Number.Type = Number.self
    ) throws(PlanRecordError) -> Number {
        let width = MemoryLayout<Number>.size
        guard bytes.endIndex - index >= width else { throw .damaged }
        var number: Number = 0
        for byte in bytes[index..<(index + width)].reversed() {
            number = number << 8 | Number(truncatingIfNeeded: byte)
        }
        index += width
        return number
    }

    mutating func flag() throws(PlanRecordError) -> Bool {
        let byte = try number(UInt8.self)
        guard byte <= 1 else { throw .damaged }
        return byte == 1
    }

    mutating func text() throws(PlanRecordError) -> String {
        let count = Int(try number(UInt32.self))
        guard bytes.endIndex - index >= count,
            let text = String(validating: bytes[index..<(index + count)], as: UTF8.self)
        else { throw .damaged }
        index += count
        return text
    }

    /// How many values follow, each of which takes a byte at least.
    mutating func count() throws(PlanRecordError) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= bytes.endIndex - index else { throw .damaged }
        return count
    }

    mutating func optional<Value>(
        _ read: (inout Self) throws(PlanRecordError) -> Value
    ) throws(PlanRecordError) -> Value? {
        try flag() ? try read(&self) : nil
    }

    mutating func textIfAny() throws(PlanRecordError) -> String? {
        try optional { (reader) throws(PlanRecordError) in try reader.text() }
    }

    mutating func numberIfAny() throws(PlanRecordError) -> Int64? {
        try optional { (reader) throws(PlanRecordError) in try reader.number(Int64.self) }
    }

    mutating func list<Value>(
        _ read: (inout Self) throws(PlanRecordError) -> Value
    ) throws(PlanRecordError) -> [Value] {
        let count = try count()
        var list: [Value] = []
        // Not reserved: what the bytes say of their number may be wrong.
        for _ in 0..<count { list.append(try read(&self)) }
        return list
    }

    /// A member of an enumeration by its raw value.
    mutating func member<Value: RawRepresentable>(
        _: Value.Type = Value.self
    ) throws(PlanRecordError) -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: try text()) else { throw .damaged }
        return value
    }
}
