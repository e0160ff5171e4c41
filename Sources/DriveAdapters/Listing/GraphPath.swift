// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// Reads the paths that Microsoft Graph gives for the folder above an item.
enum GraphPath {
    /// The offset of what follows the first `root:`.
    static func afterRoot(_ path: TextSlice) -> Int? {
        let root: StaticString = "root:"
        let length = root.utf8CodeUnitCount
        var index = 0
        while index + length <= path.count {
            if unsafe compareBytes(path.start + index, root.utf8Start, length) == 0 {
                return index + length
            }
            index += 1
        }
        return nil
    }

    /// `text` with each `%` and two hexadecimal digits made the byte that they stand for; nil if
    /// that is not possible, or does not yield UTF-8 without NUL.
    static func percentDecoded(_ text: TextSlice, into scratch: inout JSONScratch) -> TextSlice? {
        guard unsafe text.buffer.contains(UInt8(ascii: "%")) else { return text }
        let target = unsafe scratch.reserve(text.count)
        var count = 0
        var index = 0
        while index < text.count {
            var byte = unsafe text.start[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard index + 2 <= text.count,
                    let high = unsafe HexDigits.value(of: text.start[index]),
                    let low = unsafe HexDigits.value(of: text.start[index + 1]), high | low != 0
                else { return nil }
                byte = high << 4 | low
                index += 2
            }
            unsafe target[count] = byte
            count += 1
        }
        let decoded = unsafe TextSlice(start: UnsafePointer(target), count: count)
        return isUTF8(decoded) ? decoded : nil
    }

    private static func isUTF8(_ text: TextSlice) -> Bool {
        var decoder = UTF8()
        var bytes = unsafe text.buffer.makeIterator()
        while true {
            switch unsafe decoder.decode(&bytes) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}
