// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

extension SimulatedGraph {
    /// A service that knows at this instant what this one knows, and shares nothing with it.
    package func copy() -> SimulatedGraph {
        let copy = SimulatedGraph(time: SimulatedTime(secondsSinceEpoch: time.now))
        state.withLock { own in copy.state.withLock { $0 = own.copied() } }
        return copy
    }

    /// How often something was changed on any drive.
    package var changeCount: Int {
        state.withLock { state in state.drives.reduce(0) { $0 + $1.changes.count } }
    }
}

extension GraphState {
    /// A copy with folders of its own, which are objects.
    fileprivate func copied() -> GraphState {
        var copy = self
        for number in copy.drives.indices {
            for index in copy.drives[number].nodes.indices {
                guard let folder = copy.drives[number].nodes[index].folder else { continue }
                let own = FolderIndex()
                // Names are looked up when they are needed first.
                for child in folder.children { own.add(child, name: "") }
                copy.drives[number].adjust(index) { $0.folder = own }
            }
        }
        return copy
    }
}
