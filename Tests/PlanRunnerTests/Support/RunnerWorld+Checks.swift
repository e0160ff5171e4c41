// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

extension RunnerWorld {
    /// The item at `path` that was staged last.
    func item(_ path: String, drive: String? = nil) async throws -> StagedItem {
        let found = try await ledger.stagedItems(states: nil).last { item in
            item.order.item.path.utf8.elementsEqual(path.utf8)
                && (drive == nil || item.order.item.drive == drive)
        }
        return try #require(found, "'\(path)' is not staged")
    }

    /// The state of the item at `path` that was staged last.
    func state(_ path: String, drive: String? = nil) async throws -> ItemState {
        try await item(path, drive: drive).state
    }

    /// The last state of every item by its path.
    func states() async throws -> [String: ItemState] {
        var states: [String: ItemState] = [:]
        for item in try await ledger.stagedItems(states: nil) {
            states[item.order.item.path] = item.state
        }
        return states
    }

    /// The states that the item at `path` went through since it was staged.
    func way(_ path: String, drive: String? = nil) async throws -> [ItemState] {
        let number = try await item(path, drive: drive).number
        return try await history().filter { $0.staged == number && $0.from != $0.to }
            .compactMap(\.to)
    }

    /// All of the history.
    func history() async throws -> [HistoryEntry] {
        var all: [HistoryEntry] = []
        while true {
            let more = try await ledger.history(
                since: nil, path: nil, afterSequence: all.last?.sequence ?? 0, most: 1_000)
            if more.isEmpty { return all }
            all += more
        }
    }

    /// What was charged for each day.
    func charged() async throws -> [String: QuotaUse] {
        var found: [String: QuotaUse] = [:]
        for use in try await ledger.quotaHistory() { found[use.day] = use }
        return found
    }

    /// How many deletions were charged in all.
    func chargedDeletes() async throws -> Int64 {
        try await ledger.quotaHistory().reduce(0) { $0 + $1.deletes }
    }

    /// What holds at every instant, whatever has happened.
    func checkSoundness(_ what: Comment? = nil) async throws {
        #expect(try await ledger.replayDifferences() == [], what)
        let history = try await history()
        var last: [Int64: ItemState] = [:]
        for (index, entry) in history.enumerated() {
            #expect(entry.sequence == Int64(index + 1), what)
            guard let number = entry.staged, let next = entry.to, entry.from != next else {
                continue
            }
            #expect(entry.from == last[number], what)
            if let before = entry.from {
                #expect(before.mayBecome(next), what)
            } else {
                #expect(next == .staged, what)
            }
            last[number] = next
        }
        let items = try await ledger.stagedItems(states: nil)
        var deletes: [String: Int64] = [:]
        var bytes: [String: Int64] = [:]
        for item in items {
            #expect(item.state == last[item.number], what)
            if item.state == .deleted || item.state == .restored {
                deletes[item.quotaDay ?? "-", default: 0] += 1
                bytes[item.quotaDay ?? "-", default: 0] += item.order.item.size ?? 0
            }
        }
        for use in try await ledger.quotaHistory() where use.deletes != 0 || use.bytes != 0 {
            #expect(use.deletes == deletes.removeValue(forKey: use.day), what)
            #expect(use.bytes == bytes[use.day], what)
        }
        #expect(deletes == [:], what)
    }
}

extension MemoryDrive {
    /// A drive with files by their paths, as old as the world; the folders come by themselves.
    convenience init(_ files: [String: String], name: String = "main", identity: String? = nil) {
        self.init(name: name, identity: identity)
        for (path, content) in files.sorted(by: { $0.key < $1.key }) { write(path, content) }
    }

    /// Writes a file, with the folders above it.
    func write(_ path: String, _ content: String, ageDays: Int64 = 100) {
        let parts = path.split(separator: "/").dropLast()
        for count in 0..<parts.count {
            let folder = "/" + parts[...count].joined(separator: "/")
            if !has(folder) { put(Item(folder: folder)) }
        }
        var item = Item(path: path, content: Array(content.utf8))
        let date = Timestamp(secondsSinceEpoch: RunnerWorld.start - ageDays * day)
        item.values.modified = date
        item.values.created = date
        item.values.accessed = date
        put(item)
    }

    /// Whether something lies at `path`.
    func has(_ path: String) -> Bool { values(path) != nil }

    /// All paths of files, sorted.
    var files: [String] {
        state.withLock { state in
            state.items.values.filter { $0.values.type == .file }.map(\.values.path).sorted()
        }
    }

    /// What is known of the item at `path`.
    func values(_ path: String) -> ItemValues? {
        state.withLock { $0.items[Array(path.utf8)]?.values }
    }

    /// Changes what is known of the item at `path`; tags stay as they are unless `body` sets them.
    func change(_ path: String, _ body: (inout Item) -> Void) {
        state.withLock { state in
            if var item = state.items[Array(path.utf8)] {
                body(&item)
                state.items[Array(path.utf8)] = item
            }
        }
    }
}
