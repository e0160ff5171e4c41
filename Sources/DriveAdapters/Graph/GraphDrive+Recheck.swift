// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension GraphDrive {
    /// Compares `items` with what the service says of them now.
    ///
    /// Items are asked for by their ids; that they still lie where the plan saw them is told by
    /// the folders above them.
    package func recheck(_ items: [ItemValues]) async throws(DriveError) -> [ItemCheck] {
        let info = try await info(for: .recheck)
        var look = GraphLook(self, info)
        do throws(GraphFailure) {
            try await refreshAlbums(info)
            let found = try await checks(of: items, &look)
            remember(found, of: items, usesMemory: false)
            return found.map(\.check)
        } catch {
            throw error.driveError(.recheck)
        }
    }

    /// Where the feed says that nothing has changed, and a deletion is bound to the tag.
    package var usesListings: Bool { settings.sendsIfMatch }

    /// Looks at `items` for a deletion: those are asked for that have changed by the feed, or of
    /// which `listed` says nothing; and the folders above all of them, unless that was a moment ago.
    package func recheck(
        _ items: [ItemValues], listed: [ListedItem?], ahead: [String]
    ) async throws(DriveError) -> [ItemCheck] {
        let info = try await info(for: .recheck)
        do throws(GraphFailure) {
            try await refreshAlbums(info)
            let found = try await looks(at: items, listed, ahead, info)
            remember(found, of: items, usesMemory: settings.sendsIfMatch)
            return found.map(\.check)
        } catch {
            throw error.driveError(.recheck)
        }
    }

    private func looks(
        at items: [ItemValues], _ listed: [ListedItem?], _ ahead: [String], _ info: GraphDriveInfo
    ) async throws(GraphFailure) -> [CheckedItem] {
        let view = listed.contains { $0 != nil } ? await changeView(info) : nil
        let known = zip(items, listed).map { item, listed in
            unnamed(item, listed, view).map { state in
                GraphLook.Target.Known(
                    state: state, instant: view?.instant ?? client.seconds,
                    folderIDs: listed?.folderIDs ?? [])
            }
        }
        var look = GraphLook(self, info, usesMemory: settings.sendsIfMatch)
        look.ahead = ahead
        var found = try await checks(of: items, known: known, &look)
        let others = found.indices.filter { !found[$0].isUnchanged }
        if others.isEmpty || !settings.sendsIfMatch { return found }
        // Somebody else is at work: nothing that was known before counts, neither of the folders
        // above the others, nor of what seems to have changed and was not asked for.
        self.known.withLock { $0.folders.forgetAll() }
        var again = GraphLook(self, info, usesMemory: true)
        let unasked = others.filter { known[$0] != nil }
        let checked = try await checks(of: unasked.map { items[$0] }, &again)
        for (index, check) in zip(unasked, checked) { found[index] = check }
        let placed = found.indices.filter { found[$0].isUnchanged && !unasked.contains($0) }
        let sightings = placed.compactMap { found[$0].sighting }
        for (index, finding) in zip(placed, try await again.place(sightings)) {
            found[index] = check(items[index], finding)
        }
        return found
    }

    /// Keeps what a look has shown for the deletion that may follow.
    private func remember(
        _ found: [CheckedItem], of items: [ItemValues], usesMemory: Bool
    ) {
        let instant = client.seconds
        known.withLock { known in
            known.looked = [:]
            for (item, checked) in zip(items, found) {
                guard let id = item.id else { continue }
                known.looked[id] = RecentLook(
                    item: item, checked: checked, instant: instant, usesMemory: usesMemory)
            }
        }
    }

    /// What a look has shown of an item that a plan recorded.
    struct CheckedItem {
        /// In the words of drives.
        var check: ItemCheck
        /// The item, where it was seen.
        var sighting: GraphLook.Sighting?
        /// Whether it is gone and the bin, asked for it, does not have it.
        var isOutOfBin = false

        /// Whether it was seen, as the plan recorded it.
        var isUnchanged: Bool {
            if case .unchanged = check { sighting != nil } else { false }
        }
    }

    /// Looks at `items` and compares each with what is there; those that are `known` are not asked
    /// for.
    func checks(
        of items: [ItemValues], known: [GraphLook.Target.Known?] = [], _ look: inout GraphLook
    ) async throws(GraphFailure) -> [CheckedItem] {
        var targets: [GraphLook.Target] = []
        var askedItems: [Int] = []
        var checks = items.map { item in
            CheckedItem(
                check: .unanswered(DriveProblem(path: item.path, reason: GraphText.idUnknown)))
        }
        for (index, item) in items.enumerated() {
            if let reason = fault(of: item) {
                checks[index].check = .unanswered(DriveProblem(path: item.path, reason: reason))
            } else if let id = item.id {
                targets.append(
                    GraphLook.Target(
                        id: id, path: wholePath(of: item),
                        known: index < known.count ? known[index] : nil))
                askedItems.append(index)
            }
        }
        let findings = try await look.find(targets)
        for (index, finding) in zip(askedItems, findings) {
            checks[index] = check(items[index], finding)
        }
        return checks
    }

    /// Why `item` cannot be asked for; nil if it can.
    func fault(of item: ItemValues) -> String? {
        guard item.isOn(name), let path = wholePath(of: item),
            unsafe path.components.first?.elementsEqual(TextSlice.ownFolderName.buffer) == false
        else { return DeletionText.notAPath }
        guard let id = item.id, GraphAddress.segment(id.utf8) != nil else {
            return GraphText.idUnknown
        }
        return nil
    }

    /// The path of `item` from the root of the drive; nil if it has none.
    func wholePath(of item: ItemValues) -> GraphItemPath? {
        guard let path = GraphItemPath(item.path), !path.components.isEmpty,
            let root = GraphItemPath(settings.root)
        else { return nil }
        return GraphItemPath(root.components + path.components)
    }

    /// Where the item of `order` should lie: in quarantine, or where the plan saw it.
    func place(of order: RestoreOrder) -> GraphItemPath? {
        if order.receipt?.method == DeletionMethod.quarantine.rawValue,
            let place = order.receipt?.place.flatMap({ GraphItemPath($0) })
        {
            return place
        }
        return wholePath(of: order.item)
    }

    /// Compares `item` with what was found of it.
    func check(_ item: ItemValues, _ finding: GraphLook.Finding) -> CheckedItem {
        switch finding {
        case .gone(let proof):
            let absence = proof.binned.flatMap { Absence(inBin: $0, of: item) } ?? proof.absence
            return CheckedItem(check: .gone(absence), isOutOfBin: proof.isOutOfBin)
        case .missing(let reason):
            return CheckedItem(check: .missing(DriveProblem(path: item.path, reason: reason)))
        case .unanswered(let reason):
            return CheckedItem(
                check: .unanswered(DriveProblem(path: item.path, reason: reason)))
        case .there(let sighting):
            return CheckedItem(check: compare(item, sighting), sighting: sighting)
        }
    }

    /// Compares `item` with what was seen of it.
    func compare(_ item: ItemValues, _ sighting: GraphLook.Sighting) -> ItemCheck {
        var now = sighting.state.values
        now.drive = name
        // As the plan spells them: of personal items the service changes the case of ids.
        now.id = item.id
        now.path = item.path
        now.albums = albums(ofItem: item.id)
        var known = item
        // The content tag of a folder changes with whatever lies below it.
        if item.type == .folder { known.cTag = nil }
        var changes: Set<ItemChange> = []
        if case .changed(let found, _) = ItemCheck.comparing(known, now: now) { changes = found }
        // What the plan knew and the service does not tell any more was not found as it was.
        if item.type == .file {
            if known.size != nil, now.size == nil { changes.insert(.size) }
            if known.hasLostHash(now) { changes.insert(.hash) }
        }
        // Without a tag nothing shows that it is the same, and no deletion can be bound to it.
        if item.eTag == nil || now.eTag == nil { changes.insert(.tag) }
        if sighting.state.obstacle != nil { changes.insert(.type) }
        now.path = path(below: sighting.path)
        // The service spells some names in two ways. Rules ask about names, so that what protects
        // the one spelling may not know the other.
        let isSpelledSo = now.path.utf8.elementsEqual(item.path.utf8)
        if sighting.obstacleAbove != nil || !isSpelledSo || !isInPlace(item, sighting.path) {
            changes.insert(.place)
        }
        return changes.isEmpty ? .unchanged(now) : .changed(changes, now: now)
    }

    /// Whether `path` is where the plan saw `item`.
    func isInPlace(_ item: ItemValues, _ path: GraphItemPath) -> Bool {
        guard let root = GraphItemPath(settings.root)?.components,
            let wanted = GraphItemPath(item.path)?.components,
            path.components.count == root.count + wanted.count
        else { return false }
        return zip(root, path.components).allSatisfy { GraphName.isSimilar($0, $1) }
            && zip(wanted, path.components.dropFirst(root.count)).allSatisfy {
                GraphName.isSame($0, $1)
            }
    }

    /// `path` as listings write it: without the folder that is the top, where it lies below it.
    func path(below path: GraphItemPath) -> String {
        let root = GraphItemPath(settings.root)?.components ?? []
        let isBelow =
            path.components.count > root.count
            && zip(root, path.components).allSatisfy { GraphName.isSimilar($0, $1) }
        if !isBelow { return path.text }
        return GraphItemPath(Array(path.components.dropFirst(root.count))).text
    }
}
