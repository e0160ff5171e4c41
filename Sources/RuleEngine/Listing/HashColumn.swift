// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A hash algorithm that a drive may announce, weakest first.
public enum HashAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// Microsoft's QuickXorHash, 20 bytes in base64; linear, so collisions can be made at will.
    case quickXor = "quickxor"
    /// SHA-1, 20 bytes in hex.
    case sha1
    /// SHA-256, 32 bytes in hex.
    case sha256

    /// How many bytes a hash has.
    package var width: Int { self == .sha256 ? 32 : 20 }
}

/// The hashes of one algorithm, packed to their bytes; what cannot be packed without loss is
/// kept as text, so that equality of packed forms is equality of the announced hashes.
package struct HashColumn: Sendable {
    /// How a row's hash is held.
    package enum State {
        /// The row has none.
        package static let missing: UInt8 = 0
        /// The row holds the hash's bytes.
        package static let packed: UInt8 = 1
        /// The row's first four bytes number a text of `oddTexts`.
        package static let odd: UInt8 = 2
    }

    /// The algorithm of all rows.
    package let algorithm: HashAlgorithm
    /// `State` of each row.
    package let states: Column<UInt8> = Column()
    /// `algorithm.width` bytes for each row.
    package let bytes: Column<UInt8> = Column()
    /// Hashes that are not in the usual form.
    package private(set) var oddTexts = Interner()
    /// How many rows have a hash.
    package private(set) var presentCount = 0

    /// No rows.
    package init(algorithm: HashAlgorithm) {
        self.algorithm = algorithm
    }

    /// How many bytes the rows take.
    package var byteCount: Int { states.byteCount + bytes.byteCount + oddTexts.byteCount }

    /// Adds the hash written as `text`; empty means that there is none.
    @inline(__always)
    package mutating func append(_ text: TextSlice) {
        if text.isEmpty { return unsafe pad(to: states.count + 1) }
        let width = algorithm.width
        bytes.append(repeating: 0, count: width)
        let target = unsafe bytes.base + (bytes.count - width)
        presentCount += 1
        let isPacked =
            unsafe algorithm == .quickXor
            ? unpackBase64(text, into: target) : unpackHex(text, width: width, into: target)
        if isPacked {
            states.append(State.packed)
        } else {
            unsafe appendOdd(text, into: target, width: width)
        }
    }

    /// Gives `row`, the newest, the hash written as `text`, which is not empty.
    @inline(__always)
    package mutating func append(_ text: TextSlice, row: Int) {
        if unsafe states.count < row { pad(to: row) }
        append(text)
    }

    /// Gives `place`, the newest row, the hash that `row` of `other` has.
    package mutating func append(row: Int, of other: HashColumn, as place: Int) {
        if unsafe states.count < place { pad(to: place) }
        let width = algorithm.width
        if other.states[row] == State.odd {
            return append(other.oddTexts.texts[other.oddNumber(row)])
        }
        states.append(other.states[row])
        unsafe bytes.append(UnsafePointer(other.bytes.base + row * width), count: width)
        presentCount += 1
    }

    /// Fills up to `count` rows if any row has a hash.
    package mutating func padIfUsed(to count: Int) {
        if presentCount > 0 { pad(to: count) }
    }

    /// Adds rows without a hash until there are `count`.
    package mutating func pad(to count: Int) {
        unsafe bytes.append(repeating: 0, count: (count - states.count) * algorithm.width)
        unsafe states.append(repeating: State.missing, count: count - states.count)
    }

    /// Adds all rows of `other`, the first of which becomes row `first`.
    package mutating func append(contentsOf other: HashColumn, first: Int) {
        if other.presentCount == 0 { return }
        pad(to: first)
        unsafe states.append(UnsafePointer(other.states.base), count: other.states.count)
        unsafe bytes.append(UnsafePointer(other.bytes.base), count: other.bytes.count)
        presentCount += other.presentCount
        guard other.oddTexts.count > 0 else { return }
        for row in unsafe first..<states.count where states[row] == State.odd {
            let target = unsafe bytes.base + row * algorithm.width
            let number = unsafe Int(UnsafeRawPointer(target).loadUnaligned(as: UInt32.self))
            let fresh = oddTexts.number(of: other.oddTexts.texts[number])
            unsafe UnsafeMutableRawPointer(target).storeBytes(of: fresh, as: UInt32.self)
        }
    }

    /// Forgets all rows but not the room for them.
    package mutating func removeAll() {
        states.truncate(to: 0)
        bytes.truncate(to: 0)
        presentCount = 0
    }

    /// Makes room as `Column.reserve(factor:ifBelow:)` does, if there are rows.
    package func reserve(factor: Double, ifBelow share: Double) {
        states.reserve(factor: factor, ifBelow: share)
        bytes.reserve(factor: factor, ifBelow: share)
    }

    /// Keeps only `rows`, which rise.
    package mutating func keep(rows: Column<UInt32>) {
        if presentCount == 0 { return }
        let width = algorithm.width
        presentCount = 0
        for (target, row) in unsafe (0..<rows.count).lazy.map({ ($0, Int(rows[$0])) }) {
            states[target] = states[row]
            if states[row] != State.missing { presentCount += 1 }
            unsafe (bytes.base + target * width).update(
                from: bytes.base + row * width, count: width)
        }
        unsafe states.truncate(to: rows.count)
        unsafe bytes.truncate(to: rows.count * width)
    }

    /// Whether the hashes of two rows that both have one are equal.
    @inline(__always)
    package func areEqual(_ left: Int, _ right: Int) -> Bool {
        let width = algorithm.width
        return unsafe states.base[left] == states.base[right]
            && compareBytes(bytes.base + left * width, bytes.base + right * width, width) == 0
    }

    /// The hash of `row` as a listing writes it; nil if it has none.
    package func text(_ row: Int) -> String? {
        let width = algorithm.width
        let start = unsafe bytes.base + row * width
        switch states[row] {
        case State.missing: return nil
        case State.odd:
            let number = unsafe Int(UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
            return oddTexts.texts[number].string
        default:
            let packed = unsafe UnsafeBufferPointer(start: UnsafePointer(start), count: width)
            return unsafe algorithm == .quickXor ? Base64.text(packed) : HexDigits.text(packed)
        }
    }

    /// The most bytes that `write(_:to:)` writes.
    package static let textBytesMax = 64

    /// Writes the hash of `row`, which is packed, as `text(_:)` has it; how many bytes that are, and
    /// none for hashes that are not packed. `target` has room for `textBytesMax`.
    @inline(__always)
    package func write(_ row: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard unsafe states.base[row] == State.packed else { return 0 }
        let start = unsafe UnsafePointer(bytes.base + row &* algorithm.width)
        return unsafe Self.write(start, of: algorithm, to: target)
    }

    /// Writes the hash of `algorithm` whose bytes stand at `start`; how many bytes that are. `target` has
    /// room for `textBytesMax`.
    @inline(__always)
    package static func write(
        _ start: UnsafePointer<UInt8>, of algorithm: HashAlgorithm,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        if algorithm == .quickXor {
            unsafe writeBase64(start, to: target)
            return 28
        }
        let width = algorithm.width
        for index in 0..<width {
            unsafe target[index &* 2] = unsafe hexDigit(start[index] >> 4)
            unsafe target[index &* 2 &+ 1] = unsafe hexDigit(start[index] & 15)
        }
        return width &* 2
    }

    /// The number in `oddTexts` of the hash of `row`, whose state is `odd`.
    package func oddNumber(_ row: Int) -> Int {
        let start = unsafe UnsafeRawPointer(bytes.base + row * algorithm.width)
        return unsafe Int(start.loadUnaligned(as: UInt32.self))
    }

    /// Rows whose states and bytes were filled in by hand, with the texts of the odd ones.
    ///
    /// False, and the column is of no more use, unless all of it fits together.
    package mutating func adopt(oddTexts texts: Interner) -> Bool {
        guard unsafe bytes.count == states.count * algorithm.width else { return false }
        oddTexts = texts
        presentCount = 0
        for row in unsafe 0..<states.count where states[row] != State.missing {
            presentCount += 1
            if states[row] == State.packed { continue }
            guard states[row] == State.odd, oddNumber(row) < texts.count else { return false }
        }
        return true
    }

    private mutating func appendOdd(
        _ text: TextSlice, into target: UnsafeMutablePointer<UInt8>, width: Int
    ) {
        // Hex compares case-insensitively; an odd hex text is folded before it is kept.
        let folded: Column<UInt8> = Column(capacity: text.count)
        for index in 0..<text.count {
            let byte = unsafe text.start[index]
            let isUpper = algorithm != .quickXor && byte >= 65 && byte <= 90
            folded.append(isUpper ? byte | 32 : byte)
        }
        let number = unsafe oddTexts.number(
            of: TextSlice(start: UnsafePointer(folded.base), count: folded.count))
        unsafe UnsafeMutableRawPointer(target).initializeMemory(
            as: UInt8.self, repeating: 0, count: width)
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: number, as: UInt32.self)
        states.append(State.odd)
    }
}

/// The value of each base64 digit, 0xff for all other bytes.
private let base64Values = digitValues { byte in
    // The other alphabet, that of addresses, is no canonical form.
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        ? nil : Base64.value(of: byte).map { UInt8($0) }
}

/// The value of each hex digit, 0xff for all other bytes.
private let hexValues = digitValues { HexDigits.value(of: $0) }

private func digitValues(_ value: (UInt8) -> UInt8?) -> Column<UInt8> {
    let values = Column<UInt8>(repeating: 0xff, count: 256)
    for byte in UInt8.min...UInt8.max { values[Int(byte)] = value(byte) ?? 0xff }
    return values
}

/// Unpacks 28 base64 characters to 20 bytes; false unless they are the one canonical form.
private func unpackBase64(_ text: TextSlice, into target: UnsafeMutablePointer<UInt8>) -> Bool {
    guard text.count == 28, unsafe text.start[27] == UInt8(ascii: "=") else { return false }
    let values = unsafe base64Values.base
    var invalid: UInt8 = 0
    for group in 0..<7 {
        let source = unsafe text.start + group * 4
        let isLast = group == 6
        let a = unsafe values[Int(source[0])]
        let b = unsafe values[Int(source[1])]
        let c = unsafe values[Int(source[2])]
        let d = unsafe isLast ? 0 : values[Int(source[3])]
        // A digit's value is below 64, so bit 7 stands for a byte that is no digit.
        invalid |= (a | b | c | d) & 0x80
        if isLast, c & 3 != 0 { return false }
        let word = UInt32(a) << 18 | UInt32(b) << 12 | UInt32(c) << 6 | UInt32(d)
        unsafe target[group * 3] = UInt8(truncatingIfNeeded: word >> 16)
        unsafe target[group * 3 + 1] = UInt8(truncatingIfNeeded: word >> 8)
        if !isLast { unsafe target[group * 3 + 2] = UInt8(truncatingIfNeeded: word) }
    }
    return invalid == 0
}

/// Unpacks hex of exactly `width` bytes, either case.
private func unpackHex(
    _ text: TextSlice, width: Int, into target: UnsafeMutablePointer<UInt8>
) -> Bool {
    guard text.count == width * 2 else { return false }
    let values = unsafe hexValues.base
    var invalid: UInt8 = 0
    for index in 0..<width {
        let high = unsafe values[Int(text.start[index * 2])]
        let low = unsafe values[Int(text.start[index * 2 + 1])]
        invalid |= (high | low) & 0x80
        unsafe target[index] = high << 4 | low & 0x0f
    }
    return invalid == 0
}

/// 20 bytes as 28 base64 characters.
@inline(__always)
private func writeBase64(
    _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
) {
    let digits = unsafe base64Digits.base
    for group in 0..<7 {
        let (from, place) = unsafe (source + group &* 3, target + group &* 4)
        let last: UInt32 = unsafe group == 6 ? 0 : UInt32(from[2])
        let word = unsafe UInt32(from[0]) << 16 | UInt32(from[1]) << 8 | last
        for digit in 0..<4 {
            unsafe place[digit] = unsafe digits[Int(word >> UInt32(18 &- digit &* 6) & 63)]
        }
    }
    unsafe target[27] = UInt8(ascii: "=")
}

/// The base64 digit of each value.
private let base64Digits: Column<UInt8> = {
    let digits = Column<UInt8>(repeating: 0, count: 64)
    for byte in UInt8.min...UInt8.max where base64Values[Int(byte)] != 0xff {
        digits[Int(base64Values[Int(byte)])] = byte
    }
    return digits
}()

/// The lower-case hex digit of a value below 16.
@inline(__always)
private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? value &+ UInt8(ascii: "0") : value &+ (UInt8(ascii: "a") - 10)
}
