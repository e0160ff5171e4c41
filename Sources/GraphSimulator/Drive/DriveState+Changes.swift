// SPDX-License-Identifier: Apache-2.0

/// What can be done to the items of a drive. Everything that is refused gives nil or false and
/// changes nothing.
extension DriveState {
    /// Whether a name can stand on the drive.
    func isName(_ name: String) -> Bool {
        if name.isEmpty || name == "." || name == ".." || name.utf8.count > 400 { return false }
        if name.hasPrefix(" ") || name.hasSuffix(" ") || name.hasSuffix(".") { return false }
        return !name.unicodeScalars.contains {
            "/\\*<>?:|\"".unicodeScalars.contains($0) || $0.value < 32
        }
    }

    /// A name like `name` that is free in the folder.
    func freeName(like name: String, in parent: Int) -> String {
        let folder = nodes[parent].folder
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
        let stem = dot.map { name[..<$0] } ?? name[...]
        let suffix = dot.map { name[$0...] } ?? ""
        var number = 1
        while folder?.child(named: "\(stem) \(number)\(suffix)", nodes: nodes) != nil {
            number += 1
        }
        return "\(stem) \(number)\(suffix)"
    }

    /// Whether `index` lies in `folder`, or is it.
    func isWithin(_ index: Int, _ folder: Int) -> Bool {
        var index = index
        while index >= 0 {
            if index == folder { return true }
            index = Int(nodes[index].parent)
        }
        return false
    }

    /// Puts the item into another folder, or renames it.
    mutating func move(_ index: Int, to parent: Int, named name: String, now: Int64) {
        place(index, in: parent, named: name)
        change(index, at: now) { _ in }
    }

    /// Gives the item another content.
    mutating func edit(_ index: Int, _ content: SimulatedContent, now: Int64) {
        let difference = content.size - nodes[index].size
        addSize(difference, above: index)
        change(index, at: now, isContent: true) { node in
            node.content = content
            node.size = content.size
            node.modified = now
            node.fileModified = now
        }
    }

    /// Puts the item and everything in it into the recycle bin.
    mutating func bin(_ index: Int, now: Int64) {
        let path = path(of: index)
        let all = subtree(of: index)
        takeOut(index)
        for one in all { adjust(Int(one)) { $0.stage = .binned } }
        bin[Int32(index)] = BinEntry(time: now, path: path, nodes: all)
        log(index, at: now)
        if settings.givesTombstonesBelow ?? !kind.isPersonal {
            for one in all.dropFirst() { log(Int(one), at: now) }
        }
    }

    /// Takes what was deleted as `index` out of the recycle bin again.
    mutating func restore(_ index: Int, to parent: Int, named name: String, now: Int64) {
        guard let entry = bin.removeValue(forKey: Int32(index)) else { return }
        adjust(index) { node in
            node.parent = Int32(parent)
            node.name = name
        }
        for one in entry.nodes { adjust(Int(one)) { $0.stage = .live } }
        putBack(index)
        // Those who were told that the folder is gone know nothing of what was in it any more.
        for one in entry.nodes { log(Int(one), at: now) }
    }

    /// Lets what was deleted as `index` go for good.
    mutating func purge(_ index: Int) {
        guard let entry = bin.removeValue(forKey: Int32(index)) else { return }
        for one in entry.nodes { forget(Int(one)) }
    }

    /// Lets a live item go for good.
    mutating func destroy(_ index: Int, now: Int64) {
        bin(index, now: now)
        purge(index)
    }

    private mutating func forget(_ index: Int) {
        adjust(index) { node in
            node.stage = .gone
            node.content = nil
        }
    }

    /// Lets go what was in the recycle bin for too long.
    mutating func purgeOld(now: Int64) {
        if bin.isEmpty { return }
        let oldest = now - Int64(kind.binDayCount) * 86_400_000
        for (index, entry) in bin where entry.time < oldest { purge(Int(index)) }
    }

    /// Opens or closes the vault; what is in it appears or disappears for those who look.
    mutating func setVault(open isOpen: Bool, now: Int64) {
        guard isOpen != vaultIsOpen else { return }
        vaultIsOpen = isOpen
        for index in nodes.indices where isVault(index) && nodes[index].stage == .live {
            for one in subtree(of: index).dropFirst() { log(Int(one), at: now) }
        }
    }
}
