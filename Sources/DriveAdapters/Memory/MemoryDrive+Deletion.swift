// SPDX-License-Identifier: Apache-2.0

internal import Messages
public import RuleEngine

extension MemoryDrive {
    /// Enough for any test.
    public var orderCountMax: Int { 500 }

    /// All but permanent deletion can be taken back as long as the process lives.
    public func reversal(of method: DeletionMethod) -> Reversal {
        switch method {
        case .recycle: Reversal(isPossible: true, place: .recycleBin)
        case .quarantine:
            Reversal(
                isPossible: true, days: 30, place: .quarantine)
        case .permanent: Reversal(isPossible: false, place: .nowhere)
        }
    }

    /// Deletes each item that is still what its order says.
    public func delete(
        _ orders: [DeletionOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [DeletionOutcome] {
        var outcomes: [DeletionOutcome] = []
        for order in orders {
            if shouldStop() { break }
            outcomes.append(state.withLock { $0.delete(order, drive: name) })
        }
        return outcomes.padded(to: orders.count, with: .notAttempted)
    }

    /// What became of `orders`.
    public func reconcile(
        _ orders: [DeletionOrder]
    ) async throws(DriveError) -> [Reconciliation] {
        state.withLock { state in orders.map { state.reconcile($0) } }
    }

    /// Brings items back from the bin.
    public func restore(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [RestoreOutcome] {
        var outcomes: [RestoreOutcome] = []
        for order in orders {
            if shouldStop() { break }
            outcomes.append(state.withLock { $0.restore(order, drive: name) })
        }
        return outcomes.padded(to: orders.count, with: .notAttempted)
    }

    /// Empties the bin of items that were put in quarantine.
    public func purge(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [PurgeOutcome] {
        var outcomes: [PurgeOutcome] = []
        for order in orders {
            if shouldStop() { break }
            outcomes.append(state.withLock { $0.purge(order) })
        }
        return outcomes.padded(to: orders.count, with: .notAttempted)
    }

    /// The digests of items that are what they were.
    public func verifiedSHA256(of items: [ItemValues]) async throws(DriveError) -> [String?] {
        state.withLock { state in
            items.map { item in
                guard case .unchanged = state.check(item) else { return nil }
                guard let content = state.items[item.key]?.content else { return nil }
                let digest = SHA256Stream()
                digest.update(content)
                return digest.finish()
            }
        }
    }
}

extension Array {
    /// These, and `filler` up to `count` of them.
    fileprivate func padded(to count: Int, with filler: Element) -> [Element] {
        self + [Element](repeating: filler, count: count - self.count)
    }
}

extension MemoryDrive.State {
    /// What has become of `item`.
    func check(_ item: ItemValues) -> ItemCheck {
        if let proof = Absence(item, in: self) { return .gone(proof) }
        guard let now = items[item.key] else { preconditionFailure("it is there") }
        // Without a tag, size and date are all there is to go by, and both are needed.
        if item.eTag == nil, item.size == nil || item.modified == nil {
            return .changed([.tag], now: now.values)
        }
        return .comparing(item, now: now.values)
    }

    /// Deletes one item.
    mutating func delete(_ order: DeletionOrder, drive: String) -> DeletionOutcome {
        if let clause = order.planFault { return .failed(clause) }
        guard order.item.isOn(drive) else { return .failed(DeletionText.notAPath) }
        switch check(order.item) {
        case .gone(let proof): return .gone(proof)
        case .changed(let changes, _): return .changed(ItemChange.clause(of: changes))
        case .missing(let problem), .unanswered(let problem): return .failed(problem.reason)
        case .unchanged: break
        }
        guard let item = items[order.item.key] else { preconditionFailure("it is there") }
        if item.values.type == .folder, hasItems(below: item.values.path) {
            return .changed(DeletionText.folderNotEmpty)
        }
        for demand in order.companions {
            if let clause = unmet(demand, item, drive) { return .changed(clause) }
        }
        items[order.item.key] = nil
        return .deleted(bin.add(item, order))
    }

    private func hasItems(below path: String) -> Bool {
        let prefix = Array(path.utf8) + [UInt8(ascii: "/")]
        return items.values.contains { $0.values.path.utf8.starts(with: prefix) }
    }

    /// Why `demand` is not met; nil if it is.
    private func unmet(
        _ demand: CompanionDemand, _ item: MemoryDrive.Item, _ drive: String
    ) -> String? {
        var counted: Set<[UInt8]> = [item.values.identity]
        var found = 0
        var clause: String?
        for member in demand.members where found < demand.needed {
            switch check(member) {
            case .gone: clause = clause ?? DeletionText.copyGone(member.path)
            case .changed, .missing, .unanswered:
                clause = clause ?? DeletionText.copyChanged(member.path)
            case .unchanged(let now):
                if !counted.insert(now.identity).inserted || !member.isOn(drive) {
                    clause = clause ?? DeletionText.noCopy(member.path)
                } else if demand.comparesBytes, !hasBytes(of: item, member) {
                    clause = clause ?? DeletionText.copyDiffers(member.path)
                } else {
                    found += 1
                }
            }
        }
        return found >= demand.needed ? nil : clause ?? DeletionText.copiesMissing
    }

    private func hasBytes(of item: MemoryDrive.Item, _ member: ItemValues) -> Bool {
        guard let content = item.content else { return false }
        return items[member.key]?.content == content
    }

    /// What became of one order.
    func reconcile(_ order: DeletionOrder) -> Reconciliation {
        let check = check(order.item)
        if case .unchanged = check { return .unchanged }
        if let entry = bin.number(of: order.item, nil).flatMap(bin.entry) {
            return .deleted(entry.receipt, by: Absence(entry))
        }
        if case .changed(let changes, _) = check {
            return .changed(ItemChange.clause(of: changes))
        }
        guard case .gone(let proof) = check else { return .unanswered(DeletionText.placeUnknown) }
        return order.method == .permanent
            ? .deleted(DeletionReceipt(method: .permanent), by: proof) : .gone(proof)
    }

    /// Brings one item back.
    mutating func restore(_ order: RestoreOrder, drive: String) -> RestoreOutcome {
        if order.receipt?.method == DeletionMethod.permanent.rawValue {
            return .impossible(DeletionText.deletedForGood)
        }
        if case .unchanged(let now) = check(order.item) {
            return .restored(path: now.path, tag: now.eTag)
        }
        guard let number = bin.number(of: order.item, order.receipt),
            var item = bin.entry(number)?.item
        else { return backBeside(order.item) }
        let path = item.values.path
        var attempt = 0
        while isTaken(item.values) {
            attempt += 1
            let beside = RestoredName.path(beside: path, attempt: attempt)
            if item.values.id == item.values.path { item.values.id = beside }
            item.values.path = beside
        }
        bin.remove(number)
        put(item, drive: drive)
        return .restored(path: item.values.path, tag: item.values.eTag)
    }

    /// The item where it was brought back to before; tags are unique, so it is known by its own.
    private func backBeside(_ item: ItemValues) -> RestoreOutcome {
        let found = items.values.first { there in
            guard let tag = item.eTag, let other = there.values.eTag else { return false }
            return tag.utf8.elementsEqual(other.utf8)
        }
        guard let found else {
            return .impossible(String(clause: "it is no longer in the bin of the drive"))
        }
        return .restored(path: found.values.path, tag: found.values.eTag)
    }

    private func isTaken(_ values: ItemValues) -> Bool {
        items[values.key] != nil
            || items.values.contains { $0.values.path.utf8.elementsEqual(values.path.utf8) }
    }

    /// Removes one item from quarantine.
    mutating func purge(_ order: RestoreOrder) -> PurgeOutcome {
        if order.receipt?.method == DeletionMethod.permanent.rawValue { return .purged }
        guard let number = bin.number(of: order.item, order.receipt) else {
            return order.receipt?.token == nil ? .failed(DeletionText.placeUnknown) : .purged
        }
        guard bin.entry(number)?.method == .quarantine else {
            return .failed(DeletionText.notInQuarantine)
        }
        bin.remove(number)
        return .purged
    }
}

extension ItemValues {
    /// What hard links have in common, or else the key.
    fileprivate var identity: [UInt8] { link.map { Array($0.utf8) } ?? key }
}
