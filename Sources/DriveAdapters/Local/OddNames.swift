// SPDX-License-Identifier: Apache-2.0

import RuleEngine

/// The names of one folder that are not UTF-8, until the whole folder is known.
///
/// They are listed escaped. Escaping alone keeps them apart from each other, but a file may well
/// be called what another's escaped name reads: whoever has that name as it stands keeps it.
struct OddNames {
    /// The names as the kernel has them.
    private(set) var names: [[UInt8]] = []
    /// Names of the folder that are text and look as if they were escaped.
    private var taken: Set<[UInt8]> = []

    /// Takes note of a name that is not text.
    mutating func append(_ name: TextSlice) { unsafe names.append(Array(name.buffer)) }

    /// Takes note of a name that is text, if it could be mistaken for an escaped one.
    @inline(__always)
    mutating func avoid(_ name: TextSlice) {
        if unsafe EntryName.mayBeEscaped(name.buffer) { unsafe taken.insert(Array(name.buffer)) }
    }

    /// Writes the escaped form of `name`, unlike any other name of the folder, to `text`.
    func appendText(of name: [UInt8], to text: Column<UInt8>) {
        let start = text.count
        unsafe name.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe EntryName.appendEscaped(TextSlice(start: base, count: bytes.count), to: text)
        }
        // No name holds a zero byte, so that its escape can come from no other name.
        while unsafe taken.contains(
            Array(UnsafeBufferPointer(start: text.base + start, count: text.count - start)))
        {
            EntryName.appendEscaped(0, to: text)
        }
    }
}
