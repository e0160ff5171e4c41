// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Names for entries of which many may be called the same: `photo.jpg`, `photo.2.jpg`, …
struct NumberedNames {
    /// The highest number that was found taken or given out, for each name in each folder that was
    /// not free without one.
    private var highest: [Key: Int] = [:]

    private struct Key: Hashable {
        var folder: FileKey
        var name: KernelName
    }

    /// The most numbers that are tried.
    private static let numberMax = 1 << 40
    /// The most names of which the numbers are remembered.
    private static let keyMax = 50_000

    /// A name for `name` in `folder` that is free, as far as `isTaken` tells; nil if there is none.
    /// What `isTaken` throws is thrown on.
    ///
    /// With `n` names taken this asks about 2 log n times, not n: from a taken number it goes on in
    /// growing steps to a free one, and then halves the gap until both are neighbours.
    mutating func free(
        _ name: KernelName, in folder: FileKey, byteMax: Int,
        isTaken: (KernelName) throws(SystemError) -> Bool
    ) throws(SystemError) -> KernelName? {
        let key = Key(folder: folder, name: name)
        func candidate(_ number: Int) -> KernelName {
            NumberedNames.name(name, number: number, byteMax: byteMax)
        }
        let plain = candidate(1)
        if try !isTaken(plain) { return plain }
        var taken = highest[key] ?? 1
        var step = 1
        while try isTaken(candidate(taken + step)) {
            taken += step
            step *= 2
            if step > NumberedNames.numberMax { return nil }
        }
        var free = taken + step
        while free - taken > 1 {
            let middle = taken + (free - taken) / 2
            if try isTaken(candidate(middle)) { taken = middle } else { free = middle }
        }
        if highest.count >= NumberedNames.keyMax { highest.removeAll() }
        highest[key] = free
        return candidate(free)
    }

    /// `name` with `number` before its extension, none for 1; cut to `byteMax` bytes.
    static func name(_ name: KernelName, number: Int, byteMax: Int) -> KernelName {
        if number == 1, name.bytes.count <= byteMax { return name }
        let mark = number == 1 ? "" : ".\(number)"
        return KernelName(
            RestoredName.marked(name.bytes, Array(mark.utf8), byteCountMax: byteMax))
    }

    /// Whether `candidate` is `name` or one of its numbered forms.
    static func isForm(
        _ candidate: KernelName, of name: KernelName, byteMax: Int
    ) -> Bool {
        if candidate == name { return true }
        let bytes = candidate.bytes
        let end = RestoredName.stemEnd(of: name.bytes)
        let suffixCount = name.bytes.endIndex - end
        // Whatever number it has stands just before the extension.
        let digits = bytes.dropLast(suffixCount).reversed().prefix { (48...57).contains($0) }
        let number = Int(String(decoding: digits.reversed(), as: UTF8.self)) ?? 1
        return [1, number].contains { self.name(name, number: $0, byteMax: byteMax) == candidate }
    }
}
