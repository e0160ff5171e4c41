// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

/// A drive of the simulator, in the hands of its owner: items are made and changed as if people
/// did it with other devices.
///
/// Where an item is named, its id does, or its path, which begins with a slash.
package struct SimulatedDrive: Sendable {
    /// The service that it belongs to.
    package let graph: SimulatedGraph
    let number: Int

    init(graph: SimulatedGraph, number: Int) {
        self.graph = graph
        self.number = number
    }

    // MARK: - The drive

    /// The id as the service gives it.
    package var id: String { reading { $0.ids.driveID } }

    /// The id of the top folder.
    package var rootID: String { reading { $0.id(of: 0) } }

    /// The kind of drive.
    package var kind: SimulatedDriveKind { reading { $0.kind } }

    /// The address of the owner.
    package var ownerAddress: String { reading { $0.owner.address ?? "" } }

    /// The id of the site that the drive belongs to.
    package var siteID: String { graph.state.withLock { $0.siteID(of: $0.drives[number]) } }

    /// The GUIDs of site, web and list of the library, as others than Graph tell of it.
    package var library: (site: String, web: String, list: String) {
        reading { ($0.ids.site.text, $0.ids.web.text, $0.ids.list.text) }
    }

    /// How the drive behaves.
    package var settings: SimulatedDriveSettings {
        get { reading { $0.settings } }
        nonmutating set { change { drive, _ in drive.settings = newValue } }
    }

    /// A live access token for the owner.
    package var token: String { graph.accessToken(for: self) }

    // MARK: - New items

    /// Adds a file; folders above it that are missing are made. Its id.
    @discardableResult package func addFile(
        _ path: String, _ content: SimulatedContent,
        _ adjust: (inout SimulatedFacets) -> Void = { _ in }
    ) throws(SimulatorError) -> String {
        try add(path, content, isFolder: false, adjust)
    }

    /// Adds a folder; folders above it that are missing are made. Its id.
    @discardableResult package func addFolder(
        _ path: String, _ adjust: (inout SimulatedFacets) -> Void = { _ in }
    ) throws(SimulatorError) -> String {
        try add(path, nil, isFolder: true, adjust)
    }

    /// Adds what is neither file nor folder: a notebook, a shortcut. Its id.
    @discardableResult package func addSpecial(
        _ path: String, _ special: SimulatedFacets.Special
    ) throws(SimulatorError) -> String {
        try add(path, nil, isFolder: false) { $0.special = special }
    }

    private func add(
        _ path: String, _ content: SimulatedContent?, isFolder: Bool,
        _ adjust: (inout SimulatedFacets) -> Void
    ) throws(SimulatorError) -> String {
        var facets = SimulatedFacets()
        adjust(&facets)
        let box: SimulatedFacets? = facets == SimulatedFacets() ? nil : facets
        return try changing { drive, now throws(SimulatorError) in
            var names = Self.names(path)
            guard let name = names.popLast() else { throw SimulatorError("the path is empty") }
            let parent = try drive.makeFolders(names, now: now)
            if drive.index(at: [name], from: parent) != nil {
                throw SimulatorError("there is something at '\(path)' already")
            }
            guard drive.isName(name) else { throw SimulatorError("'\(name)' is no name") }
            let index = drive.add(
                name: name, parent: parent, content: content, isFolder: isFolder, facets: box,
                now: now)
            return drive.id(of: index)
        }
    }

    static func names(_ path: String) -> [String] { path.split(separator: "/").map(String.init) }

    // MARK: - The truth

    /// Every live item below the top, folders before what is in them; what lies in a closed vault
    /// among them.
    package func truth() -> [SimulatedItem] {
        reading { drive in drive.subtree(of: 0).dropFirst().map { drive.item(Int($0)) } }
    }

    /// The live item of that id or path; nil if there is none.
    package func item(_ item: String) -> SimulatedItem? {
        reading { drive in (try? drive.live(item)).map { drive.item($0) } }
    }

    /// What can be restored: the items with the paths that they had.
    package func recycleBin() -> [SimulatedItem] {
        reading { drive in
            drive.bin.sorted { $0.key < $1.key }.map { index, entry in
                var item = drive.item(Int(index))
                item.path = entry.path
                return item
            }
        }
    }

    /// The content of the live file of that id or path; nil if there is none.
    package func content(_ item: String) -> SimulatedContent? {
        reading { drive in (try? drive.live(item)).flatMap { drive.nodes[$0].content } }
    }

    // MARK: - In and out

    private func reading<Value>(_ body: (DriveState) -> Value) -> Value {
        graph.state.withLock { body($0.drives[number]) }
    }

    func change(_ body: (inout DriveState, Int64) -> Void) {
        let now = DriveState.milliseconds(graph.time.now)
        graph.state.withLock { body(&$0.drives[number], now) }
    }

    func changing<Value>(
        _ body: (inout DriveState, Int64) throws(SimulatorError) -> Value
    ) throws(SimulatorError) -> Value {
        let now = DriveState.milliseconds(graph.time.now)
        return try graph.state.withLock { state throws(SimulatorError) in
            try body(&state.drives[number], now)
        }
    }
}

extension DriveState {
    /// The index of the live item of that id or path.
    func live(_ item: String) throws(SimulatorError) -> Int {
        let index =
            item.hasPrefix("/") ? index(at: SimulatedDrive.names(item)) : index(ofID: item)
        guard let index, nodes[index].stage == .live else {
            throw SimulatorError("there is no item '\(item)'")
        }
        return index
    }

    /// The folder at the end of `names`, made as far as it is missing.
    mutating func makeFolders(_ names: [String], now: Int64) throws(SimulatorError) -> Int {
        var parent = 0
        for name in names {
            if let found = index(at: [name], from: parent) {
                parent = found
            } else {
                guard isName(name) else { throw SimulatorError("'\(name)' is no name") }
                parent = add(
                    name: name, parent: parent, content: nil, isFolder: true, facets: nil,
                    now: now)
            }
            guard nodes[parent].isFolder else { throw SimulatorError("'\(name)' is not a folder") }
        }
        return parent
    }

    /// The item as it really is.
    func item(_ index: Int) -> SimulatedItem {
        let node = nodes[index]
        return SimulatedItem(
            path: path(of: index), id: id(of: index), listItemID: listItemID(of: index),
            parentID: node.parent >= 0 ? id(of: Int(node.parent)) : nil, name: node.name,
            size: node.size, isFolder: node.isFolder, eTag: tag(of: index),
            cTag: tag(of: index, ofContent: true),
            fileModified: Double(node.fileModified) / 1_000)
    }
}
