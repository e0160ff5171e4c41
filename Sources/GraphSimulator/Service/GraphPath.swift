// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What the path of a request names, below the version of the service.
struct GraphPath: Hashable {
    /// A drive.
    enum DriveReference: Hashable {
        case mine
        case id(String)
        case user(String)
        case site(String)
        case group(String)
    }

    /// Where the path begins.
    enum Head: Hashable {
        case me
        case users
        case user(String)
        case drive(DriveReference)
        case drives(DriveReference)
        case batch
        case site(String)
        case group(String)
        case unknown
    }

    /// An item of a drive: the top or an id, then names below it.
    struct Item: Hashable {
        /// Nil for the top.
        var id: String?
        var names: [String] = []
    }

    var head = Head.unknown
    var item: Item?
    /// What follows the item, in small letters where case does not matter.
    var action: [String] = []
    /// The token in `delta(token='…')`.
    var functionToken: String?

    /// What the encoded path `text` names; nil if its encoding is broken.
    init?(_ text: Substring) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: true)[...]
        var names: [String] = []
        for part in parts {
            guard let name = PercentText.decoded(part) else { return nil }
            names.append(name)
        }
        var rest = names[...]
        guard let first = rest.popFirst() else { return }
        parts.removeFirst()
        switch first {
        case "me": setOwner(.me, .mine, &rest)
        case "users":
            guard let user = rest.popFirst() else {
                head = .users
                return
            }
            setOwner(.user(user), .user(user), &rest)
        case "drives":
            guard let id = rest.popFirst() else { return }
            head = .drive(.id(id))
        case "sites":
            guard let id = rest.popFirst() else { return }
            setOwner(.site(id), .site(id), &rest)
        case "groups":
            guard let id = rest.popFirst() else { return }
            setOwner(.group(id), .group(id), &rest)
        case "$batch":
            head = .batch
            return
        default: return
        }
        if case .drive = head { setItem(&rest) } else { action = Array(rest) }
    }

    private mutating func setOwner(
        _ own: Head, _ drive: DriveReference, _ rest: inout ArraySlice<String>
    ) {
        head = own
        if rest.first == "drive" {
            head = .drive(drive)
            rest.removeFirst()
        } else if rest.first == "drives" {
            head = .drives(drive)
            rest.removeFirst()
        }
    }

    private mutating func setItem(_ rest: inout ArraySlice<String>) {
        guard var first = rest.popFirst() else { return }
        var item = Item()
        var hasPath = false
        if first == "items" {
            guard var id = rest.popFirst() else { return action = ["items"] }
            if id.hasSuffix(":") {
                id.removeLast()
                hasPath = true
            }
            item.id = id
        } else {
            if first.hasSuffix(":") {
                first.removeLast()
                hasPath = true
            }
            guard first == "root" else { return action = [first] + rest }
        }
        while hasPath, var name = rest.popFirst() {
            if name.hasSuffix(":") {
                name.removeLast()
                hasPath = false
            }
            if !name.isEmpty { item.names.append(name) }
        }
        self.item = item
        action = Array(rest)
        if let call = action.first, call.hasPrefix("delta(token='"), call.hasSuffix("')") {
            functionToken = String(call.dropFirst(13).dropLast(2))
            action = ["delta"]
        }
        if let call = action.first, call == "delta()" || call.hasPrefix("microsoft.graph.delta") {
            action = ["delta"]
        }
    }
}
