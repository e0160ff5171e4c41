// SPDX-License-Identifier: Apache-2.0

/// When lines of devices had arrived somewhere, for lines that say that they come from the future.
///
/// A device whose clock is ahead would have the last word until that time has come. So who reads such
/// a line first notes in its own log when it arrived, and that is when it counts as said, for all: of
/// several such notes the earliest holds, wherever they are read first.
package struct SyncArrivals: Sendable, Hashable {
    /// All lines of `dot.device` up to `dot.number` had arrived by then.
    private var notes: [String: [(upTo: Int64, at: HybridClock)]] = [:]

    /// None.
    package init() {}

    /// Takes a note; whether it says anything new.
    @discardableResult
    package mutating func take(_ dot: SyncDot, at: HybridClock) -> Bool {
        var known = notes[dot.device] ?? []
        if known.contains(where: { $0.upTo >= dot.number && $0.at <= at }) { return false }
        known.removeAll { $0.upTo <= dot.number && $0.at >= at }
        if known.count >= SyncLimits.arrivalsMax { return false }
        let others = notes.reduce(0) { $0 + ($1.key == dot.device ? 0 : $1.value.count) }
        if others + known.count >= SyncLimits.allArrivalsMax { return false }
        if known.isEmpty, notes[dot.device] == nil, notes.count >= SyncLimits.arrivedDevicesMax {
            return false
        }
        known.append((dot.number, at))
        known.sort { $0.upTo < $1.upTo }
        notes[dot.device] = known
        return true
    }

    /// When the line `dot`, which says that it was said at `at`, counts as said.
    package func clock(of dot: SyncDot, at: HybridClock) -> HybridClock {
        let arrived = (notes[dot.device] ?? []).filter { $0.upTo >= dot.number }.map(\.at).min()
        return arrived.map { min($0, at) } ?? at
    }

    /// All notes, by device.
    package var all: [(dot: SyncDot, at: HybridClock)] {
        notes.sorted { $0.key < $1.key }.flatMap { device, known in
            known.map { (SyncDot(device, $0.upTo), $0.at) }
        }
    }

    /// Whether both say the same.
    package static func == (left: SyncArrivals, right: SyncArrivals) -> Bool {
        left.all.elementsEqual(right.all) { $0.dot == $1.dot && $0.at == $1.at }
    }

    /// Feeds all notes.
    package func hash(into hasher: inout Hasher) {
        for note in all {
            hasher.combine(note.dot)
            hasher.combine(note.at)
        }
    }
}
