// SPDX-License-Identifier: Apache-2.0

/// A sum over the last so many seconds that must not exceed a limit.
///
/// Memory is bounded by `entryCountMax`: amounts that follow each other closely share an entry,
/// and leave the window when the last of them would.
struct SlidingWindow {
    private struct Entry {
        var firstTime: Double
        var lastTime: Double
        var amount: Double
    }

    /// What the sum must not exceed; it may become another one at any time.
    var limit: Double
    let seconds: Double
    private var entries: [Entry] = []
    /// Where the entries begin that are still in the window.
    private var head = 0
    private var sum = 0.0

    static let entryCountMax = 4_000.0

    /// An empty window.
    init(limit: Double, seconds: Double) {
        self.limit = limit
        self.seconds = seconds
    }

    /// How many entries are kept, with those that have left but are not forgotten yet.
    var entryCount: Int { entries.count }

    /// After how many seconds `amount` fits. What is more than the whole limit fits into an empty
    /// window.
    mutating func wait(for amount: Double, now: Double) -> Double {
        expire(now)
        var excess = sum + min(amount, limit) - limit
        var index = head
        while excess > 0, index < entries.count {
            excess -= entries[index].amount
            if excess <= 0 { return entries[index].lastTime + seconds - now }
            index += 1
        }
        return 0
    }

    /// Whether nothing is in it.
    mutating func isEmpty(now: Double) -> Bool {
        expire(now)
        return entries.isEmpty
    }

    /// Adds `amount`, whether it fits or not.
    mutating func add(_ amount: Double, now: Double) {
        if amount <= 0 { return }
        expire(now)
        sum += amount
        if head < entries.count, let last = entries.indices.last,
            now - entries[last].firstTime < seconds / SlidingWindow.entryCountMax
        {
            entries[last].lastTime = now
            entries[last].amount += amount
        } else {
            entries.append(Entry(firstTime: now, lastTime: now, amount: amount))
        }
    }

    /// Lets go of what has left the window; O(1) on the average.
    private mutating func expire(_ now: Double) {
        while head < entries.count, entries[head].lastTime + seconds <= now {
            sum -= entries[head].amount
            head += 1
        }
        if head == entries.count {
            entries.removeAll(keepingCapacity: true)
            head = 0
            sum = 0
        } else if head > 1_024, head * 2 > entries.count {
            entries.removeFirst(head)
            head = 0
        }
    }
}
