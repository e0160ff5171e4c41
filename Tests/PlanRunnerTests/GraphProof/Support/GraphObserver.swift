// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport

import RuleEngine
import TestSupport
/// Watches a drive while a client works on it: what goes by the client's hand, and what other
/// devices change between any two of its requests.
final class GraphObserver: Sendable {
    /// An item that went from its place by the hand of the client.
    struct Departure: Sendable {
        let item: SimulatedItem
        /// Whether it lies in quarantine now.
        let isQuarantined: Bool
        /// How many files with the same content stay.
        let copyCount: Int
        /// What lay in it, if it was a folder.
        let childCount: Int
        /// The folders above it.
        let foldersAbove: [String]
        /// How many requests the service had seen.
        let place: Int
        /// In seconds since 1970.
        let time: Int64
    }

    /// A change by another device.
    struct Edit: Sendable {
        /// What was changed, by its id; of something new the folder that it lies in.
        let id: String
        /// The content that was there before, of a file.
        let content: SimulatedContent?
        /// How many requests the service had seen.
        let place: Int
    }

    private struct State {
        var departures: [Departure] = []
        var edits: [Edit] = []
        /// The ids of everything that other devices have deleted, moved or brought back.
        var touched: Set<String> = []
        var truth: [String: SimulatedItem] = [:]
        var contents: [String: SimulatedContent] = [:]
        var changeCount = -1
        var isOver = false
    }

    private let state = Lock(State())
    private let editor: Lock<GraphEditor>
    /// Once in how many places another device changes something; 0: never.
    private let frequency: Lock<UInt64>

    init(seed: UInt64) {
        editor = Lock(GraphEditor(seed: seed))
        frequency = Lock(0)
    }

    /// Once in how many places between two requests another device changes something; 0: never.
    func setFrequency(_ times: UInt64) { frequency.withLock { $0 = times } }

    /// Puts `count` files on the drive of `world`.
    func fill(_ world: GraphWorld, count: Int) {
        editor.withLock { editor in
            for _ in 0..<count {
                let folders = world.account.truth().filter(\.isFolder)
                _ = editor.add(world.account, folders)
            }
        }
    }

    /// Watches `world` from now on, and what was seen of another world stays.
    func follow(_ world: GraphWorld) {
        state.withLock { state in
            state.isOver = false
            Self.look(world, &state)
        }
        world.wire.watch(hook(for: world))
    }

    /// What is to be called at every request of `world`.
    func hook(for world: GraphWorld) -> GraphWire.Hook {
        { [weak world] place, _, _ in
            if let world { self.notice(place, world) }
            return nil
        }
    }

    /// What follows is not seen any more: the process is dead.
    func close() { state.withLock { $0.isOver = true } }

    /// What went since the last call.
    func takeDepartures() -> [Departure] {
        state.withLock { state in
            defer { state.departures = [] }
            return state.departures
        }
    }

    /// All changes by other devices.
    var edits: [Edit] { state.withLock { $0.edits } }

    /// The ids of everything that other devices have deleted, moved or brought back.
    var touched: Set<String> { state.withLock { $0.touched } }

    /// Lets another device change something now.
    func edit(_ world: GraphWorld) {
        state.withLock { state in
            if state.isOver { return }
            let found = editor.withLock { $0.change(world.account) }
            let place = world.graph.log.count
            for one in found {
                let content = state.contents[one.id]
                state.edits.append(Edit(id: one.id, content: content, place: place))
                if one.isTouch { state.touched.insert(GraphID.comparable(item: one.id)) }
            }
            Self.look(world, &state)
        }
    }

    private func notice(_ place: GraphWire.Place, _ world: GraphWorld) {
        state.withLock { state in
            if !state.isOver, place == .after { Self.compare(world, &state) }
        }
        let times = frequency.withLock { $0 }
        if times > 0, editor.withLock({ $0.random.once(in: times) }) { edit(world) }
    }

    /// Notes what has gone since the last look.
    private static func compare(_ world: GraphWorld, _ state: inout State) {
        if world.graph.changeCount == state.changeCount { return }
        let before = state.truth
        let contents = state.contents
        look(world, &state)
        for (id, item) in before {
            let now = state.truth[id]
            let isQuarantined = now.map { $0.path.hasPrefix("/.cleanrules/") } ?? false
            if now != nil && (!isQuarantined || item.path.hasPrefix("/.cleanrules/")) { continue }
            let content = contents[id]
            let copies = state.contents.filter { other, found in
                found == content && state.truth[other]?.path.hasPrefix("/.cleanrules/") == false
            }
            var above: [String] = []
            var parent = item.parentID
            while let folder = parent.flatMap({ before[$0] }) {
                above.append(folder.id)
                parent = folder.parentID
            }
            state.departures.append(
                Departure(
                    item: item, isQuarantined: isQuarantined,
                    copyCount: content == nil ? 0 : copies.count,
                    childCount: before.values.count { $0.parentID == id },
                    foldersAbove: above, place: world.graph.log.count,
                    time: Int64(world.graph.time.now)))
        }
    }

    private static func look(_ world: GraphWorld, _ state: inout State) {
        state.changeCount = world.graph.changeCount
        state.truth = [:]
        state.contents = [:]
        for item in world.account.truth() {
            state.truth[item.id] = item
            if !item.isFolder { state.contents[item.id] = world.account.content(item.id) }
        }
    }
}

/// Another device, which changes this and that.
struct GraphEditor {
    var random: SplitMix64
    private var count = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// What was changed, and whether it is in another place now, or gone, or back.
    typealias Change = (id: String, isTouch: Bool)

    /// Changes something; what.
    mutating func change(_ drive: SimulatedDrive) -> [Change] {
        count += 1
        let items = drive.truth().filter { !$0.path.hasPrefix("/.cleanrules") }
        let files = items.filter { !$0.isFolder }
        let folders = items.filter(\.isFolder)
        // What cannot be done is not done.
        switch random.below(10) {
        case 0, 1: return add(drive, folders)
        case 2, 3: return files.isEmpty ? [] : edit(drive, random.pick(files))
        case 4: return files.isEmpty ? [] : rename(drive, random.pick(files))
        case 5: return files.isEmpty || folders.isEmpty ? [] : move(drive, files, folders)
        case 6: return files.isEmpty ? [] : delete(drive, random.pick(files))
        case 7: return moveFolder(drive, folders, items)
        case 8: return touch(drive, items)
        default: return bringBack(drive)
        }
    }

    private mutating func somePath(_ folders: [SimulatedItem]) -> String {
        let folder = random.once(in: 4) || folders.isEmpty ? "" : random.pick(folders).path
        let name = random.pick(["p", "k", "n"]) + String(random.below(30))
        return folder + "/" + name + random.pick([".tmp", ".dup", ".q", ".txt"])
    }

    mutating func someContent() -> SimulatedContent {
        .text(random.pick(["one", "two", "three", "longer text", "dup", "dup", "dup"]))
    }

    mutating func add(_ drive: SimulatedDrive, _ folders: [SimulatedItem]) -> [Change] {
        let path = somePath(folders)
        guard let id = try? drive.addFile(path, someContent()) else { return [] }
        return [(drive.item(id)?.parentID ?? id, false)]
    }

    private mutating func edit(_ drive: SimulatedDrive, _ item: SimulatedItem) -> [Change] {
        try? drive.edit(item.id, someContent())
        return [(item.id, false)]
    }

    private mutating func rename(_ drive: SimulatedDrive, _ item: SimulatedItem) -> [Change] {
        let folder = item.path.dropLast(item.name.count)
        try? drive.move(item.id, to: "\(folder)renamed\(count)" + random.pick([".tmp", ".txt"]))
        return [(item.id, true)]
    }

    private mutating func move(
        _ drive: SimulatedDrive, _ files: [SimulatedItem], _ folders: [SimulatedItem]
    ) -> [Change] {
        let item = random.pick(files)
        try? drive.move(item.id, to: random.pick(folders).path + "/" + item.name)
        return [(item.id, true)]
    }

    private mutating func delete(_ drive: SimulatedDrive, _ item: SimulatedItem) -> [Change] {
        try? drive.delete(item.id)
        return [(item.id, true)]
    }

    /// Puts a folder under the protection, or out of it.
    private mutating func moveFolder(
        _ drive: SimulatedDrive, _ folders: [SimulatedItem], _ items: [SimulatedItem]
    ) -> [Change] {
        let movable = folders.filter { $0.path != "/safe" }
        if movable.isEmpty { return [] }
        let folder = random.pick(movable)
        let target = folder.path.hasPrefix("/safe/") ? "" : "/safe"
        do {
            try drive.move(folder.id, to: target + "/" + folder.name)
        } catch {
            return []
        }
        let below = items.filter { $0.path.hasPrefix(folder.path + "/") }
        return [(folder.id, true)] + below.map { ($0.id, true) }
    }

    private mutating func touch(_ drive: SimulatedDrive, _ items: [SimulatedItem]) -> [Change] {
        if items.isEmpty { return [] }
        let item = random.pick(items)
        try? drive.touch(item.id)
        return [(item.id, false)]
    }

    private mutating func bringBack(_ drive: SimulatedDrive) -> [Change] {
        let bin = drive.recycleBin()
        if bin.isEmpty { return [] }
        let item = random.pick(bin)
        try? drive.restore(id: item.id)
        return drive.item(item.id) == nil ? [] : [(item.id, true)]
    }
}
