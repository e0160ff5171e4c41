// SPDX-License-Identifier: Apache-2.0

/// Everything that is on one drive, was on it, and happened to it.
struct DriveState {
    let kind: SimulatedDriveKind
    let name: String
    let ids: ItemIDs
    var owner: Owner
    var settings = SimulatedDriveSettings()
    /// All items by index; the first one is the top.
    private(set) var nodes: [Node] = []
    /// What happened, the oldest first.
    private(set) var changes: [Change] = []
    /// What can be restored, by the index of the item that was deleted.
    var bin: [Int32: BinEntry] = [:]
    /// What people collected in albums, which are no items of folders.
    var albums: [Album] = []
    /// Feed tokens of earlier ages are refused.
    var feedAge = 0
    /// How tokens of earlier ages are refused.
    var lostTokenAnswer = SimulatedDrive.LostFeedToken.replace
    /// Whether the vault is open.
    var vaultIsOpen = false
    var random: SeededRandom
    private var byKey: [ItemIDs.Key: Int32] = [:]
    private var nextNumber: Int32 = 101

    /// Whose drive it is.
    struct Owner {
        /// The name that people see.
        var name: String
        /// The address; nil for a group without one.
        var address: String?
        /// The id.
        var id: String
        /// Whether several own it.
        var isGroup = false
    }

    /// One thing that happened to an item.
    struct Change {
        let node: Int32
        /// Milliseconds since 1970.
        let time: Int64
    }

    /// One album, which is asked for like an item.
    struct Album {
        let id: String
        var name: String
        /// The items in it.
        var members: [Int32]
        /// Milliseconds since 1970.
        let time: Int64
    }

    /// One deletion.
    struct BinEntry {
        /// Milliseconds since 1970.
        let time: Int64
        /// Where it was.
        let path: String
        /// Everything that went with it, itself among it.
        let nodes: [Int32]
    }

    /// A drive with nothing but its top.
    init(
        kind: SimulatedDriveKind, name: String, owner: Owner, personalID: String?, seed: UInt64,
        now: Int64
    ) {
        self.kind = kind
        self.name = name
        self.owner = owner
        random = SeededRandom(seed: seed)
        ids = ItemIDs(kind: kind, personalID: personalID, random: &random)
        let guid = GUID.root
        let number = kind == .personalLegacy ? nextNumber : 0
        let root = Node(
            guid: guid, number: number, parent: -1, name: "root", created: now, modified: now,
            fileCreated: now, fileModified: now, size: 0, folder: FolderIndex())
        if number > 0 { nextNumber += 1 }
        nodes.append(root)
        register(0)
        log(0, at: now)
        nodes[0].firstChangeIndex = 0
    }

    // MARK: - Looking

    /// The index of the item that `id` names, dead or alive.
    func index(ofID id: String) -> Int? {
        guard let key = ids.key(id), let index = byKey[key] else { return nil }
        return Int(index)
    }

    /// The index of the live item at the end of `names`, from the item `start` on.
    func index(at names: [String], from start: Int = 0) -> Int? {
        var index = start
        for name in names {
            guard let child = nodes[index].folder?.child(named: name, nodes: nodes) else {
                return nil
            }
            index = Int(child)
        }
        return index
    }

    /// The id of the item.
    func id(of index: Int) -> String {
        ids.text(nodes[index].guid, number: nodes[index].number)
    }

    /// The tag of the item.
    func tag(of index: Int, ofContent: Bool = false) -> String {
        let node = nodes[index]
        var bytes: [UInt8] = []
        ids.appendTag(
            node.guid, number: node.number,
            version: ofContent ? node.contentVersion : node.version, ofContent: ofContent,
            to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names from below the top down to the item.
    func names(of index: Int) -> [String] {
        var names: [String] = []
        var index = index
        while index > 0 {
            names.append(nodes[index].name)
            index = Int(nodes[index].parent)
        }
        return names.reversed()
    }

    /// The path of the item; `/` for the top.
    func path(of index: Int) -> String { "/" + names(of: index).joined(separator: "/") }

    /// The item and everything in it, parents first.
    func subtree(of index: Int) -> [Int32] {
        var found = [Int32(index)]
        var next = 0
        while next < found.count {
            if let folder = nodes[Int(found[next])].folder { found += folder.children }
            next += 1
        }
        return found
    }

    /// Whether the item lies in a vault that is closed, so that nobody sees it.
    func isHidden(_ index: Int) -> Bool {
        if vaultIsOpen || vaultCount == 0 { return false }
        var index = Int(nodes[index].parent)
        while index > 0 {
            if isVault(index) { return true }
            index = Int(nodes[index].parent)
        }
        return false
    }

    /// Whether the item is a vault.
    func isVault(_ index: Int) -> Bool { nodes[index].facetBox?.facets.specialFolder == "vault" }

    /// Whether the item is there for those who ask.
    func isVisible(_ index: Int) -> Bool { nodes[index].stage == .live && !isHidden(index) }

    private(set) var vaultCount = 0

    // MARK: - The log

    /// Notes that something happened to the item.
    mutating func log(_ index: Int, at time: Int64) {
        nodes[index].changeIndex = Int32(changes.count)
        changes.append(Change(node: Int32(index), time: time))
    }

    private mutating func register(_ index: Int) {
        let node = nodes[index]
        let key: ItemIDs.Key = node.number > 0 ? .number(node.number) : .guid(node.guid)
        byKey[key] = Int32(index)
    }

    // MARK: - Changing nodes

    /// Makes room for `count` more items.
    mutating func reserve(_ count: Int) {
        nodes.reserveCapacity(nodes.count + count)
        changes.reserveCapacity(changes.count + count)
        byKey.reserveCapacity(byKey.count + count)
    }

    /// Adds an item that nobody has yet; its parent is a live folder without an item of that name.
    mutating func add(
        name: String, parent: Int, content: SimulatedContent?, isFolder: Bool,
        facets: SimulatedFacets?, now: Int64
    ) -> Int {
        let guid = GUID(&random)
        var number: Int32 = 0
        if kind == .personalLegacy || settings.givesOldIDs && kind == .personal {
            number = nextNumber
            nextNumber += 1
        }
        let created = facets?.created.map(Self.milliseconds) ?? now
        let modified =
            facets?.modified.map(Self.milliseconds) ?? facets?.created.map(
                Self.milliseconds) ?? now
        var node = Node(
            guid: guid, number: number, parent: Int32(parent), name: name, created: created,
            modified: modified,
            fileCreated: facets?.fileCreated.map(Self.milliseconds) ?? created,
            fileModified: facets?.fileModified.map(Self.milliseconds) ?? modified,
            size: content?.size ?? 0, content: content, folder: isFolder ? FolderIndex() : nil)
        if isFolder { node.contentVersion = 0 }
        if let facets {
            node.facetBox = FacetBox(facets)
            if facets.specialFolder == "vault" { vaultCount += 1 }
        }
        let index = nodes.count
        node.firstChangeIndex = Int32(changes.count)
        nodes.append(node)
        register(index)
        nodes[parent].folder?.add(Int32(index), name: name)
        addSize(node.size, above: index)
        log(index, at: now)
        return index
    }

    /// Milliseconds of seconds.
    static func milliseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1_000).rounded()) }

    /// Adds to the sizes of all folders above the item.
    mutating func addSize(_ size: Int64, above index: Int) {
        if size == 0 { return }
        var parent = Int(nodes[index].parent)
        while parent >= 0 {
            nodes[parent].size += size
            parent = Int(nodes[parent].parent)
        }
    }

    /// Changes the item and notes it; `isContent` if its content changes.
    mutating func change(
        _ index: Int, at now: Int64, isContent: Bool = false, _ body: (inout Node) -> Void
    ) {
        body(&nodes[index])
        nodes[index].version += 1
        if isContent { nodes[index].contentVersion += 1 }
        log(index, at: now)
    }

    /// Changes the item without a trace.
    mutating func adjust(_ index: Int, _ body: (inout Node) -> Void) { body(&nodes[index]) }

    /// Puts the item into another folder under another name, without a trace.
    mutating func place(_ index: Int, in parent: Int, named name: String) {
        takeOut(index)
        nodes[index].parent = Int32(parent)
        nodes[index].name = name
        putBack(index)
    }

    /// Takes the item out of its folder.
    mutating func takeOut(_ index: Int) {
        let node = nodes[index]
        addSize(-node.size, above: index)
        nodes[Int(node.parent)].folder?.remove(Int32(index), name: node.name)
    }

    /// Puts the item into the folder that it names.
    mutating func putBack(_ index: Int) {
        let node = nodes[index]
        nodes[Int(node.parent)].folder?.add(Int32(index), name: node.name)
        addSize(node.size, above: index)
    }
}
