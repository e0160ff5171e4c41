// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RuleEngine

/// A folder that is yet to be read.
struct PendingFolder: Sendable {
    /// Its path below the root as the kernel has it, without a first `/`; empty for the root.
    var path: [UInt8]
    /// Its path as listed, where that differs: a name on the way is not text.
    var escapedPath: [UInt8]?
    /// How many components the path has.
    var depth: Int
    /// Whether it is where another file system is mounted that may be entered.
    var isMountPoint = false

    /// The root itself.
    static let root = PendingFolder(path: [], depth: 0)

    /// The path as listed, `/` for the root.
    var listedPath: String { "/" + String(decoding: escapedPath ?? path, as: UTF8.self) }

    /// The folder called `name` in this one, listed under `escaped` where that differs.
    func child(_ name: TextSlice, escaped: TextSlice? = nil) -> PendingFolder {
        var child = PendingFolder(path: joined(path, name), depth: depth + 1)
        if escapedPath != nil || escaped != nil {
            child.escapedPath = joined(escapedPath ?? path, escaped ?? name)
        }
        return child
    }

    private func joined(_ path: [UInt8], _ name: TextSlice) -> [UInt8] {
        var joined: [UInt8] = []
        joined.reserveCapacity(path.count + 1 + name.count)
        joined.append(contentsOf: path)
        if !path.isEmpty { joined.append(UInt8(ascii: "/")) }
        unsafe joined.append(contentsOf: name.buffer)
        return joined
    }
}

/// The folders still to be read, shared by the threads that read them; the newest comes first.
///
/// A folder that was taken may bring new ones, so the end is reached when none is left and none
/// is being read.
final class FolderQueue: Sendable {
    private struct State {
        var folders: [PendingFolder]
        var activeCount = 0
        var waitingCount = 0
    }

    private let state: Lock<State>
    private let change = DispatchSemaphore(value: 0)

    /// A queue that holds `folders`.
    init(_ folders: [PendingFolder]) {
        state = Lock(State(folders: folders))
    }

    /// The next folder, after a wait if need be; nil at the end. Answer each with `finishOne`.
    func take() -> PendingFolder? {
        while true {
            var isEnd = false
            let next = state.withLock { state -> PendingFolder? in
                if let folder = state.folders.popLast() {
                    state.activeCount += 1
                    return folder
                }
                isEnd = state.activeCount == 0
                if !isEnd { state.waitingCount += 1 }
                return nil
            }
            if next != nil || isEnd { return next }
            change.wait()
        }
    }

    /// Says that a folder was read, and in it these were found.
    func finishOne(found folders: [PendingFolder]) {
        let wakeCount = state.withLock { state -> Int in
            state.activeCount -= 1
            state.folders.append(contentsOf: folders)
            let isEnd = state.activeCount == 0 && state.folders.isEmpty
            let wakeCount = isEnd ? state.waitingCount : min(state.waitingCount, folders.count)
            state.waitingCount -= wakeCount
            return wakeCount
        }
        for _ in 0..<wakeCount { change.signal() }
    }

    /// Throws away what is left.
    func clear() {
        state.withLock { $0.folders.removeAll() }
    }
}
