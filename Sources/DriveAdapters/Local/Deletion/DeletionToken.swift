// SPDX-License-Identifier: Apache-2.0

import RuleEngine
internal import Text

/// Where a deleted item lies, as receipts hold it: JSON of one line.
///
/// The device is there for people who look for an item by hand. It is not compared: it may differ
/// after the next start of the machine.
struct DeletionToken: Hashable {
    /// What kind of place it is.
    var kind: Kind
    /// The whole path of the trash folder; for the quarantine the path of the folder that holds
    /// the item, below the root and without a first `/`.
    var folder: String
    /// The item's name there.
    var name: String
    /// The item's number in its file system.
    var inode: UInt64
    /// The file system.
    var device: UInt64
    /// When the item was made, in nanoseconds since 1970; nil where that is not known.
    var born: UInt64?
    /// When the item was changed last once it had arrived, in nanoseconds since 1970; nil in what
    /// earlier versions wrote, and for a file of several names, each of which changes it by going.
    var changed: UInt64?
    /// What the folders were that it lay in; nil in what earlier versions wrote.
    var ancestry: Ancestry?

    /// The kinds of places.
    enum Kind: String {
        case trash
        case quarantine
    }

    /// The given place.
    init(
        _ kind: Kind, folder: [UInt8], name: KernelName, state: EntryState,
        ancestry: Ancestry? = nil
    ) {
        self.kind = kind
        self.folder = String(decoding: folder, as: UTF8.self)
        self.name = name.text
        inode = state.inode
        device = state.device
        born = state.born?.nanosecondsSinceEpoch
        changed = state.linkCount > 1 ? nil : state.changed.nanosecondsSinceEpoch
        self.ancestry = ancestry
    }

    /// Whether `state` may be that of the item, as far as the time tells at which it was made:
    /// numbers of files are given again.
    func mayBeBorn(with state: EntryState) -> Bool {
        guard let born, let there = state.born else { return true }
        return born == there.nanosecondsSinceEpoch
    }

    /// Whether `state` is that of the item beyond doubt, whatever was written to it since: a number
    /// is given again, but not together with the instant at which the file was made.
    ///
    /// The device is not compared, since it may differ after the next start of the machine; callers
    /// look where the token leads, or where a note names the item.
    func isSurely(_ state: EntryState) -> Bool {
        guard let born, let there = state.born, state.type == .file else { return false }
        return inode == state.inode && born == there.nanosecondsSinceEpoch
    }

    /// The JSON.
    var text: String {
        var members: [(name: String, value: JSONValue)] = []
        if let ancestry { members.append(("above", .text(ancestry.text))) }
        for (name, value) in [("born", born), ("changed", changed)] {
            if let value { members.append((name, .text(String(value, radix: 16)))) }
        }
        members += [
            ("device", .text(String(device, radix: 16))), ("folder", .text(folder)),
            ("inode", .text(String(inode, radix: 16))), ("kind", .text(kind.rawValue)),
            ("name", .text(name)),
        ]
        return JSONValue.object(members).line()
    }

    /// The token that `text` writes; nil if it is none, or leads to no place of the kind.
    init?(_ text: String) {
        guard let values = DeletionToken.members(of: text),
            let kind = values["kind"].flatMap(Kind.init), let folder = values["folder"],
            let name = values["name"], KernelName.isComponent(name.utf8),
            let inode = values["inode"].flatMap({ UInt64($0, radix: 16) }),
            let device = values["device"].flatMap({ UInt64($0, radix: 16) })
        else { return nil }
        switch kind {
        case .trash: guard folder.utf8.first == 47, !folder.utf8.contains(0) else { return nil }
        case .quarantine:
            let path = Array(folder.utf8)
            let parts = path.split(separator: 47, omittingEmptySubsequences: false)
            guard parts.allSatisfy(KernelName.isComponent), parts.count > 2,
                parts[..<2].joined(separator: [47]).elementsEqual(Quarantine.path)
            else { return nil }
        }
        self.kind = kind
        self.folder = folder
        self.name = name
        self.inode = inode
        self.device = device
        born = values["born"].flatMap { UInt64($0, radix: 16) }
        changed = values["changed"].flatMap { UInt64($0, radix: 16) }
        ancestry = values["above"].map { Ancestry($0) }
    }

    /// The members of the object `text`, all of whose values are texts.
    private static func members(of text: String) -> [String: String]? {
        // What the drive writes has nothing around it.
        guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") else {
            return nil
        }
        var values: [String: String] = [:]
        let isRead: Void? = unsafe JSONReader.value(of: Array(text.utf8)) {
            (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                let start = unsafe place
                guard let text = try unsafe reader.textIfAny(&place, depth: 1) else {
                    throw unsafe JSONFault(start, "a text is wanted")
                }
                values[key] = text
            }
        }
        return isRead == nil ? nil : values
    }
}
