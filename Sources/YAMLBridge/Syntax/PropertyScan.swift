// SPDX-License-Identifier: Apache-2.0

/// Finds its way through the anchor and the tag before a node, which libyaml counts to the node.
struct PropertyScan {
    private let bytes: [UInt8]

    /// A scan of `bytes`.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Where the node's own characters begin; the end of `range` when it has none.
    func end(of range: Range<Int>) -> Int {
        var offset = skipSpace(from: range.lowerBound, to: range.upperBound)
        while offset < range.upperBound, isProperty(bytes[offset]) {
            offset = propertyEnd(from: offset, to: range.upperBound)
            offset = skipSpace(from: offset, to: range.upperBound)
        }
        return min(offset, range.upperBound)
    }

    /// The bytes of the tag among the properties that begin at `start`.
    func tag(from start: Int) -> Range<Int> {
        var offset = start
        while offset < bytes.count, isProperty(bytes[offset]) {
            let end = propertyEnd(from: offset, to: bytes.count)
            if bytes[offset] == UInt8(ascii: "!") { return offset..<end }
            offset = skipSpace(from: end, to: bytes.count)
        }
        return start..<min(start + 1, bytes.count)
    }

    /// Whether an anchor or a tag begins with the byte.
    private func isProperty(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!")
    }

    /// Where the anchor or tag at `start` ends: at a blank, a line end or a sign of a flow.
    private func propertyEnd(from start: Int, to end: Int) -> Int {
        var offset = start + 1
        if offset < end, bytes[start] == UInt8(ascii: "!"), bytes[offset] == UInt8(ascii: "<") {
            while offset < end, bytes[offset] != UInt8(ascii: ">") { offset += 1 }
            return min(offset + 1, end)
        }
        while offset < end {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "{"), UInt8(ascii: "}"):
                return offset
            default: offset += 1
            }
        }
        return end
    }

    /// Past blanks, line ends and comments.
    private func skipSpace(from start: Int, to end: Int) -> Int {
        var offset = start
        while offset < end {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "#") where offset > start:
                while offset < end, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
            default: return offset
            }
        }
        return offset
    }
}
