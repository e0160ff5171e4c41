// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
package import StateLedger

/// Which items a command is about, as its arguments say: plans, paths, a rule, or all.
package struct ItemSelection: Sendable {
    /// One argument that is a path, in every way that it can be read.
    package struct Place: Sendable {
        /// The argument.
        package let text: String
        /// Drive (nil: any) and path on it.
        package let readings: [(drive: String?, path: String)]
        /// The paths of this machine that it can stand for.
        package var realPaths: [String] = []
        /// The name of items anywhere that it stands for as well; nil where it is read as a path alone.
        var name: String?

        /// Whether the item, filed under `address`, is at the place or below it, whatever its drive
        /// was called then.
        package func holds(_ item: RecordedItem, _ address: ItemAddress) -> Bool {
            if holds(drive: item.drive, path: item.path) { return true }
            if let name, item.path.utf8.reversed().starts(with: ("/" + name).utf8.reversed()) {
                return true
            }
            return address.volume == ItemAddress.localVolume
                && realPaths.contains { MachinePath.isAtOrBelow(address.key, $0) }
        }

        /// Whether the item is at the place or below it.
        package func holds(_ item: RecordedItem) -> Bool {
            holds(drive: item.drive, path: item.path)
        }

        /// Whether `path` of `drive` is the place or lies below it.
        package func holds(drive: String, path: String) -> Bool {
            readings.contains { reading in
                if let wanted = reading.drive, !wanted.utf8.elementsEqual(drive.utf8) {
                    return false
                }
                return MachinePath.isAtOrBelow(path, reading.path)
            }
        }
    }

    /// Plan ids.
    package var plans: [String] = []
    /// Paths.
    package var places: [Place] = []
    /// The id of the deciding rule.
    package var rule: String?
    /// Everything.
    package var isAll = false

    /// Whether nothing was named.
    package var isEmpty: Bool { plans.isEmpty && places.isEmpty && rule == nil && !isAll }

    /// What `arguments` mean, where `drives` are known.
    package init(_ arguments: [String], rule: String?, isAll: Bool, drives: [LedgerDrive]) {
        self.rule = rule
        self.isAll = isAll
        for text in arguments {
            if PlanID.isOne(text) {
                plans.append(text)
            } else {
                places.append(Self.place(text, drives))
            }
        }
    }

    /// Whether the item was asked for.
    package func holds(_ item: StagedItem) -> Bool {
        if isAll { return true }
        if plans.contains(item.plan) { return true }
        if let rule, item.order.rule == rule { return true }
        let address = item.order.address
        return places.contains { $0.holds(item.order.item, address) }
    }

    /// Arguments for which none of `items` stands.
    package func unmet(among items: [StagedItem]) -> [String] {
        var unmet = plans.filter { plan in !items.contains { $0.plan == plan } }
        unmet += places.filter { place in
            !items.contains { place.holds($0.order.item, $0.order.address) }
        }
        .map(\.text)
        if let rule, !items.contains(where: { $0.order.rule == rule }) {
            unmet.append("--rule \(rule)")
        }
        return unmet
    }

    /// The same, but that what stands for nothing as a path is taken for a name; nil where none of
    /// `unmet` can be one.
    package func byName(_ unmet: [String]) -> ItemSelection? {
        var selection = self
        var hasName = false
        for (number, place) in places.enumerated()
        where unmet.contains(place.text) && !place.text.isEmpty && !place.text.contains("/") {
            selection.places[number].name = place.text
            hasName = true
        }
        return hasName ? selection : nil
    }

    /// A path on a drive, with the drive's name before it or not, or a path of this machine below
    /// the root of a local drive.
    package static func place(_ text: String, _ drives: [LedgerDrive]) -> Place {
        var readings: [(drive: String?, path: String)] = []
        for drive in drives {
            let head = Array((drive.name + ":/").utf8)
            if text.utf8.starts(with: head) {
                let path = String(decoding: text.utf8.dropFirst(head.count - 1), as: UTF8.self)
                readings.append((drive.name, MachinePath.withoutLastSlash(path)))
            }
        }
        if text.hasPrefix("/") { readings.append((nil, MachinePath.withoutLastSlash(text))) }
        let whole = MachinePath.whole(text)
        for drive in drives {
            guard let root = drive.settings[DriveSettings.root],
                let path = MachinePath.path(whole, below: root)
            else { continue }
            readings.append((drive.name, path))
        }
        // The same drive may be known by several names, and its root may have been another one.
        var realPaths = [whole]
        for (name, path) in readings {
            guard let name, let drive = drives.first(where: { $0.name == name }) else { continue }
            for other in drives where other.identity == drive.identity && other.name != name {
                readings.append((other.name, path))
            }
            if let root = DriveIdentityText(drive.identity).localRoot {
                realPaths.append(ItemAddress.path(path == "/" ? "" : path, below: root))
            }
        }
        return Place(text: text, readings: readings, realPaths: realPaths)
    }
}

/// Ids of plans.
package enum PlanID {
    /// Whether `text` looks like one: `p-` and twelve hex digits.
    package static func isOne(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 14 && bytes.starts(with: Array("p-".utf8))
            && bytes.dropFirst(2).allSatisfy { $0 &- 48 < 10 || $0 &- 97 < 6 }
    }
}

extension MachinePath {
    /// Whether `path` is `place` or lies below it, by bytes.
    package static func isAtOrBelow(_ path: String, _ place: String) -> Bool {
        if place == "/" { return true }
        guard path.utf8.starts(with: place.utf8) else { return false }
        let rest = path.utf8.dropFirst(place.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }

    /// `path` as a drive with that root has it; nil where it lies elsewhere.
    package static func path(_ path: String, below root: String) -> String? {
        guard isAtOrBelow(path, root) else { return nil }
        if root == "/" { return path }
        let rest = String(decoding: path.utf8.dropFirst(root.utf8.count), as: UTF8.self)
        return rest.isEmpty ? "/" : rest
    }

    /// `path` without a slash at its end.
    static func withoutLastSlash(_ path: String) -> String {
        var path = Substring(path)
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }

    /// `path` from the root of the machine: links of the folders above are followed as far as they
    /// are there, the last component is not, for it may be gone or be the item itself.
    package static func whole(_ path: String) -> String {
        var path = withoutLastSlash(resolve(path, from: ""))
        if !path.hasPrefix("/") { path = (canonical(".") ?? "") + "/" + path }
        var missing: [Substring] = []
        var parts = path.split(separator: "/")[...]
        while let last = parts.popLast() {
            missing.insert(last, at: 0)
            let above = "/" + parts.joined(separator: "/")
            guard let found = canonical(above) else { continue }
            var result = found == "/" ? "" : found
            for part in missing where part != "." {
                if part == ".." {
                    result = folder(of: result)
                    if result == "/" || result == "." { result = "" }
                } else {
                    result += "/" + part
                }
            }
            return result.isEmpty ? "/" : result
        }
        return "/"
    }
}
