// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// Where a deleted item lies, as receipts hold it: JSON of one line.
///
/// Of what was recycled nothing is noted that could not be told again after a crash, when nobody
/// knows more than the order.
struct GraphReceipt: Hashable {
    /// What kind of place it is.
    var kind: Kind
    /// The drive, by its id for comparison.
    var drive: String
    /// The item.
    var id: String
    /// The item's name there.
    var name: String
    /// The folder of the quarantine; nil for the recycle bin.
    var folder: String?

    /// The kinds of places.
    enum Kind: String {
        case recycle
        case quarantine
    }

    /// The given place.
    init(kind: Kind, drive: String, id: String, name: String, folder: String? = nil) {
        self.kind = kind
        self.drive = drive
        self.id = id
        self.name = name
        self.folder = folder
    }

    /// The JSON.
    var text: String {
        var members: [(name: String, value: JSONValue)] = [("drive", .text(drive))]
        if let folder { members.append(("folder", .text(folder))) }
        members += [
            ("id", .text(id)), ("kind", .text(kind.rawValue)), ("name", .text(name)),
        ]
        return JSONValue.object(members).line(.controlsAndDelete)
    }

    /// The receipt that `text` writes; nil if it is none.
    init?(_ text: String) {
        var values: [String: String] = [:]
        let isRead: Void? = unsafe JSONReader.value(of: Array(text.utf8)) {
            (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                values[key] = try unsafe reader.textIfAny(&place, depth: 1)
            }
        }
        guard isRead != nil, let kind = values["kind"].flatMap(Kind.init),
            let drive = values["drive"], let id = values["id"], let name = values["name"],
            GraphAddress.segment(id.utf8) != nil
        else { return nil }
        self.init(kind: kind, drive: drive, id: id, name: name, folder: values["folder"])
        if kind == .quarantine && folder == nil { return nil }
    }
}

extension GraphDriveInfo {
    /// The receipt of an item that went into the recycle bin.
    func recycled(_ item: ItemValues) -> DeletionReceipt {
        let name = GraphItemPath(item.path)?.components.last ?? []
        let token = GraphReceipt(
            kind: .recycle, drive: comparableID, id: item.id ?? "",
            name: String(decoding: name, as: UTF8.self))
        return DeletionReceipt(method: .recycle, place: recycleBinPlace, token: token.text)
    }

    /// The receipt of an item that lies in quarantine as `state`, moved there by `plan`.
    func quarantined(
        _ item: ItemValues, as state: GraphItemState, plan: String
    ) -> DeletionReceipt {
        let token = GraphReceipt(
            kind: .quarantine, drive: comparableID, id: item.id ?? state.id, name: state.name,
            folder: state.parentID ?? "")
        return DeletionReceipt(
            method: .quarantine, place: "\(GraphQuarantine.folder(of: plan).text)/\(state.name)",
            token: token.text)
    }
}

/// Where items wait that were moved out of the way.
enum GraphQuarantine {
    private static let top: [[UInt8]] = [Array(".cleanrules".utf8), Array("quarantine".utf8)]

    /// The folder of the items of `plan`, from the root of the drive, whatever folder is the top of
    /// the listing: no listing shows it then.
    static func folder(of plan: String) -> GraphItemPath {
        GraphItemPath(top + [Array(plan.utf8)])
    }

    /// Whether `path` is that of an item in the folder of some plan; of `plan`, if it is given.
    static func holds(_ path: GraphItemPath, plan: String? = nil) -> Bool {
        guard path.components.count == top.count + 2,
            zip(top, path.components).allSatisfy({ GraphName.isSimilar($0, $1) })
        else { return false }
        return plan.map { GraphName.isSimilar(Array($0.utf8), path.components[top.count]) } ?? true
    }
}
