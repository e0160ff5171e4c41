// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What looks have shown of folders a moment ago, so that the folders above many items are not
/// asked for with each of them.
///
/// It says where items lie, for a deletion that follows, and is never evidence that anything is
/// gone. Whatever turns out not to be as planned empties it: then somebody else is at work.
struct GraphFolderMemory {
    /// A folder that was seen.
    struct Seen {
        /// What it was.
        var state: GraphItemState
        /// When it was asked for, in seconds of the client's clock.
        var instant: Double
    }

    /// By ids for comparison.
    private var seen: [String: Seen] = [:]
    /// The id of the drive's root, which never changes.
    private(set) var rootID: String?

    /// For so many seconds what was seen counts: half of the bound on what a deletion rests on, so
    /// that there is time to send it.
    private static let freshSeconds = GraphDrive.lookSecondsMax / 2
    /// The most folders that are remembered.
    private static let countMax = 10_000

    /// The folders that count at `now`.
    func fresh(at now: Double) -> [String: Seen] { seen.filter { isFresh($0.value, now) } }

    /// `ids`, which are to be asked for at `now`, with those of the folders above them that do not
    /// count any more, as far as they are known; and of others, those of `ahead` first, until they
    /// fill whole batches of `count`.
    func chain(
        of ids: [String: String], ahead: [String], at now: Double, filling count: Int
    ) -> [String: String] {
        var wanted = ids
        for first in ids.keys {
            var next = first
            while let parent = seen[next]?.state.parentID {
                next = GraphID.comparable(item: parent)
                if wanted[next] != nil { break }
                if let known = seen[next], isFresh(known, now) { break }
                wanted[next] = parent
            }
        }
        var room = (count - wanted.count % count) % count
        for id in ahead where room > 0 {
            let key = GraphID.comparable(item: id)
            if wanted[key] != nil || seen[key].map({ isFresh($0, now) }) == true { continue }
            wanted[key] = id
            room -= 1
        }
        for (key, known) in seen where room > 0 && wanted[key] == nil && !isFresh(known, now) {
            wanted[key] = known.state.id
            room -= 1
        }
        return wanted
    }

    /// The ids, for comparison, of all folders that are remembered.
    var ids: Set<String> { Set(seen.keys) }

    /// Whether the folder with that id, for comparison, is by `state` where it was, and what it was.
    func isSame(_ id: String, _ state: GraphItemState?) -> Bool {
        guard let known = seen[id]?.state, let state else { return false }
        return known.name.utf8.elementsEqual(state.name.utf8) && known.facets == state.facets
            && known.parentID == state.parentID && known.driveID == state.driveID
    }

    /// Takes what was seen of the folder `state`, asked for at `instant`.
    mutating func note(_ state: GraphItemState, at instant: Double) {
        if seen.count >= GraphFolderMemory.countMax { seen = [:] }
        if state.facets.contains(.root) { rootID = state.id }
        seen[GraphID.comparable(item: state.id)] = Seen(state: state, instant: instant)
    }

    /// Forgets the folder with that id.
    mutating func forget(_ id: String) { seen[GraphID.comparable(item: id)] = nil }

    /// Forgets all folders.
    mutating func forgetAll() { seen = [:] }

    private func isFresh(_ folder: Seen, _ now: Double) -> Bool {
        now - folder.instant < GraphFolderMemory.freshSeconds
    }
}
