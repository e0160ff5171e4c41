// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Which drives a listing file mentions that cannot be read, whatever is wrong with it: what stands behind
/// `"drive":`, anywhere in it. Some may be missing that it would tell of were it whole.
package struct ListingMentions: Sendable {
    /// The names, each once, by scalars.
    package var names: [String] {
        found.sorted { $0.lexicographicallyPrecedes($1) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private var found: Set<[UInt8]> = []

    /// How many names are kept, and the most bytes of one.
    private static let namesMax = 100_000
    private static let nameBytesMax = 4_096
    /// How many bytes are looked at at once; what comes before a place where they cannot be unpacked any
    /// more is lost by so many at most.
    private static let pieceBytes = 1 << 16
    private static let key = Array("\"drive\"".utf8)

    private enum State {
        /// So many bytes of the key were there.
        case key(Int)
        /// A colon is to come.
        case colon
        /// A text is to come.
        case text
        /// Within a text.
        case name
    }

    private var state = State.key(0)
    private var last: UInt8 = 0
    /// The text, with the mark that it begins with.
    private var name: [UInt8] = []
    private var isEscaped = false

    /// The mentions in `source`, as far as it can be unpacked. O(bytes).
    package init(in source: ListingSource) {
        guard let input = try? ListingInput(source) else { return }
        var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                (try? unsafe input.fill(buffer)) ?? 0
            }
            if count == 0 { return }
            for byte in piece[..<count] { take(byte) }
        }
    }

    private mutating func take(_ byte: UInt8) {
        defer { last = byte }
        switch state {
        case .key(let count): takeOfKey(byte, count)
        case .colon: wait(for: UInt8(ascii: ":"), byte, then: .text)
        case .text:
            name = [byte]
            isEscaped = false
            wait(for: UInt8(ascii: "\""), byte, then: .name)
        case .name: takeOfName(byte)
        }
    }

    private mutating func takeOfKey(_ byte: UInt8, _ count: Int) {
        if byte == Self.key[count], count > 0 || last != UInt8(ascii: "\\") {
            state = count + 1 == Self.key.count ? .colon : .key(count + 1)
        } else {
            restart(byte)
        }
    }

    /// Looks for the key anew from `byte` on.
    private mutating func restart(_ byte: UInt8) {
        let begins = byte == Self.key[0] && last != UInt8(ascii: "\\")
        state = .key(begins ? 1 : 0)
    }

    private mutating func wait(for wanted: UInt8, _ byte: UInt8, then next: State) {
        if byte == wanted {
            state = next
        } else if byte != 0x20, byte != 0x09 {
            restart(byte)
        }
    }

    private mutating func takeOfName(_ byte: UInt8) {
        name.append(byte)
        if byte < 0x20 || name.count > Self.nameBytesMax { return restart(byte) }
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            state = .key(0)
            var reader = Text.JSONReader(name)
            guard let text = try? reader.string(), found.count < Self.namesMax else { return }
            found.insert(Array(text.utf8))
        }
    }
}
