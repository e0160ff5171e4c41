// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The fresh look at the items of one round and at the copies that have to stay.
struct GraphRoundLook {
    private let drive: GraphDrive
    private let info: GraphDriveInfo
    private let orders: [DeletionOrder]
    private let round: [Int]
    private let shouldStop: @Sendable () -> Bool
    private var checks: [Key: GraphDrive.CheckedItem] = [:]
    private var hasLooked = false
    /// Whether contents were read, so that time has passed since the look.
    private(set) var hasRead = false
    /// Contents that could not be read in this round, by item: nobody tries again for each copy.
    private var unread: [String: GraphDrive.ContentProof] = [:]
    /// The copies that were counted on, by the places of their orders.
    private var chosen: [Int: [ItemValues]] = [:]

    /// An item as a plan recorded it.
    private struct Key: Hashable {
        let item: ItemValues
    }

    /// Whether an item may go.
    enum Readiness {
        /// It may; `since` is when the oldest of what that rests on was asked for.
        case ready(GraphItemState, since: Double)
        case not(DeletionOutcome)
    }

    /// Why a copy cannot be counted.
    private enum Shortfall: Error {
        /// It is not there, or not what it was, or no copy: one clause.
        case missing(String)
        /// Its content cannot be had: one clause.
        case unreadable(String)
        /// Nobody could be asked: one clause.
        case unanswered(String)
        /// The caller stopped.
        case stopped
    }

    /// A look for the orders at `round` of `deletion`.
    init(_ deletion: GraphDeletion, _ round: [Int]) {
        drive = deletion.drive
        info = deletion.info
        orders = deletion.orders
        shouldStop = deletion.shouldStop
        self.round = round
    }

    /// Whether the item of the order at `index` may go now.
    mutating func readiness(of index: Int) async throws(GraphFailure) -> Readiness {
        try await lookOnce()
        let order = orders[index]
        let checked = check(order.item)
        if let outcome = GraphRoundLook.objection(checked) { return .not(outcome) }
        guard let state = checked?.sighting?.state else {
            return .not(.postponed(GraphText.incomplete))
        }
        if order.item.type == .folder, let outcome = try await objection(toFolder: state) {
            return .not(outcome)
        }
        for demand in order.companions where demand.needed > 0 {
            if let outcome = await unmet(demand, order, state, index) { return .not(outcome) }
        }
        return .ready(state, since: since(index))
    }

    /// When the oldest of all that the order at `index` rests on was asked for, in seconds of the
    /// client's clock.
    func since(_ index: Int) -> Double {
        let items = [orders[index].item] + (chosen[index] ?? [])
        let instants = items.compactMap { check($0)?.sighting?.instant }
        return instants.min() ?? drive.client.seconds
    }

    /// Why an item may not go although it could before contents were read; nil if it may.
    mutating func objection(
        to index: Int, chosen before: GraphRoundLook
    ) async throws(GraphFailure) -> DeletionOutcome? {
        chosen = before.chosen
        try await lookOnce()
        if let outcome = GraphRoundLook.objection(check(orders[index].item)) { return outcome }
        for member in chosen[index] ?? [] {
            switch check(member)?.check {
            case .unchanged: break
            case .gone, .changed: return .changed(DeletionText.copyChanging(member.path))
            // Nobody says that it has changed.
            case .missing(let problem), .unanswered(let problem):
                return .postponed(DeletionText.copyUnreadable(member.path, problem.reason))
            case nil:
                return .postponed(DeletionText.copyUnreadable(member.path, GraphText.incomplete))
            }
        }
        return nil
    }

    private mutating func lookOnce() async throws(GraphFailure) {
        if hasLooked { return }
        hasLooked = true
        var items: [ItemValues] = []
        for index in round {
            items.append(orders[index].item)
            items += chosen[index] ?? orders[index].companions.flatMap(\.members)
        }
        var look = GraphLook(drive, info)
        try await takeRecent(&look)
        var known = Set(checks.keys)
        let unique = items.map(Key.init).filter { known.insert($0).inserted }
        let found = try await drive.checks(of: unique.map(\.item), &look)
        for (key, checked) in zip(unique, found) { checks[key] = checked }
    }

    /// Takes over what the caller has just been shown of files whose deletion the service itself
    /// binds to their tag; all else is looked at once more, and so are the folders above them,
    /// unless that was a moment ago.
    private mutating func takeRecent(_ look: inout GraphLook) async throws(GraphFailure) {
        guard drive.settings.sendsIfMatch, chosen.isEmpty else { return }
        let now = drive.client.seconds
        var seen: [(item: ItemValues, sighting: GraphLook.Sighting)] = []
        // By folders that were seen a moment ago, where the look at the item was of that kind.
        var remembered = GraphLook(drive, info, usesMemory: true)
        var usesMemory: Set<Int> = []
        for index in round where orders[index].companions.isEmpty {
            let order = orders[index]
            guard order.item.type == .file, order.method != .permanent, let id = order.item.id
            else { continue }
            let recent = drive.known.withLock { $0.looked.removeValue(forKey: id) }
            guard let recent, recent.item == order.item,
                now - recent.instant < GraphDrive.recentSeconds,
                case .unchanged = recent.checked.check,
                let sighting = recent.checked.sighting, !sighting.isDoubtful
            else { continue }
            if recent.usesMemory { usesMemory.insert(seen.count) }
            seen.append((order.item, sighting))
        }
        for isRemembered in [true, false] {
            let own = seen.indices.filter { usesMemory.contains($0) == isRemembered }
            let sightings = own.map { seen[$0].sighting }
            let findings =
                try await isRemembered ? remembered.place(sightings) : look.place(sightings)
            for (index, finding) in zip(own, findings) {
                let item = seen[index].item
                checks[Key(item: item)] = drive.check(item, finding)
            }
        }
    }

    private func check(_ item: ItemValues) -> GraphDrive.CheckedItem? { checks[Key(item: item)] }

    private static func objection(_ checked: GraphDrive.CheckedItem?) -> DeletionOutcome? {
        switch checked?.check {
        case .unchanged: nil
        case .gone(let proof): .gone(proof)
        case .changed(let changes, _): .changed(ItemChange.clause(of: changes))
        case .missing(let problem), .unanswered(let problem): .postponed(problem.reason)
        case nil: .postponed(GraphText.incomplete)
        }
    }

    private func objection(
        toFolder state: GraphItemState
    ) async throws(GraphFailure) -> DeletionOutcome? {
        let children = GraphChildren(client: drive.client, info: info)
        do throws(GraphFailure) {
            switch try await children.emptiness(of: state.id) {
            case .empty: return nil
            case .filled: return .changed(DeletionText.folderNotEmpty)
            case .unclear(let reason): return .failed(reason)
            }
        } catch {
            // An answer about this folder says nothing about the others.
            if error.recourse == .none { return .failed(error.message) }
            // Nor does one that somebody else gave.
            if let status = error.status, status >= 500 || status == 200 {
                return .postponed(error.message)
            }
            throw error
        }
    }

    // MARK: - Copies

    private mutating func unmet(
        _ demand: CompanionDemand, _ order: DeletionOrder, _ state: GraphItemState, _ index: Int
    ) async -> DeletionOutcome? {
        var seen: Set<String> = [GraphID.comparable(item: state.id)]
        var count = 0
        var missing: String?
        var unreadable: [DeletionOutcome] = []
        for member in demand.members where count < demand.needed {
            do throws(Shortfall) {
                try await prove(member, demand.comparesBytes, order, state, &seen)
                chosen[index, default: []].append(member)
                count += 1
            } catch {
                switch error {
                case .missing(let clause): missing = missing ?? clause
                case .unreadable(let clause): unreadable.append(.failed(clause))
                case .unanswered(let clause): unreadable.append(.postponed(clause))
                case .stopped: return .notAttempted
                }
            }
        }
        if count >= demand.needed { return nil }
        if let outcome = unreadable.first, count + unreadable.count >= demand.needed {
            return outcome
        }
        return .changed(missing ?? DeletionText.copiesMissing)
    }

    /// Proves that `member` is a copy of the item of `order` that may be counted.
    private mutating func prove(
        _ member: ItemValues, _ comparesBytes: Bool, _ order: DeletionOrder,
        _ state: GraphItemState, _ seen: inout Set<String>
    ) async throws(Shortfall) {
        guard member.isOn(drive.name), member.type == .file else {
            throw .missing(DeletionText.noCopy(member.path))
        }
        let checked = check(member)
        switch checked?.check {
        case .gone: throw .missing(DeletionText.copyGone(member.path))
        case .changed: throw .missing(DeletionText.copyChanged(member.path))
        case .missing(let problem), .unanswered(let problem):
            throw .unanswered(DeletionText.copyUnreadable(member.path, problem.reason))
        case nil: throw .unanswered(DeletionText.copyUnreadable(member.path, GraphText.incomplete))
        case .unchanged: break
        }
        if checked?.sighting?.isDoubtful == true {
            throw .unanswered(
                DeletionText.copyUnreadable(member.path, GraphText.contradiction))
        }
        guard let copy = checked?.sighting?.state,
            seen.insert(GraphID.comparable(item: copy.id)).inserted
        else { throw .missing(DeletionText.noCopy(member.path)) }
        if comparesBytes { try await compare(member, copy, order.item, state) }
    }

    /// Proves that an item and its copy hold the same bytes: by the SHA-256 of each, as the service
    /// gives it, or else of its bytes. The service's other hash proves nothing: it is easily met.
    ///
    /// The copy that stays is read first, and once for all items of which it is one: where it cannot
    /// be had, nothing has to be read of the item.
    private mutating func compare(
        _ member: ItemValues, _ copy: GraphItemState, _ item: ItemValues, _ state: GraphItemState
    ) async throws(Shortfall) {
        let differs = Shortfall.missing(DeletionText.copyDiffers(member.path))
        guard item.type == .file else { throw .missing(DeletionText.noCopy(member.path)) }
        guard let size = state.values.size, size == copy.values.size else { throw differs }
        if let one = state.values.quickXor, let other = copy.values.quickXor, one != other {
            throw differs
        }
        let there: String
        switch await proof(of: copy, size) {
        case .sha256(let digest): there = digest
        case .stopped: throw .stopped
        case .notAsListed:
            throw .missing(DeletionText.copyUnreadable(member.path, GraphText.notAsListed))
        case .unavailable(let reason):
            throw .unreadable(DeletionText.copyUnreadable(member.path, reason))
        }
        switch await proof(of: state, size) {
        case .sha256(let here): if here != there { throw differs }
        case .stopped: throw .stopped
        case .notAsListed: throw .missing(GraphText.notAsListed)
        case .unavailable(let reason): throw .unreadable(GraphText.unreadable(reason))
        }
    }

    /// The SHA-256 of an item of `size` bytes, which are read where the service does not say.
    private mutating func proof(
        of state: GraphItemState, _ size: Int64
    ) async -> GraphDrive.ContentProof {
        let id = GraphID.comparable(item: state.id)
        if let known = unread[id] { return known }
        if size > 0, GraphDrive.announcedSHA256(state.values) == nil { hasRead = true }
        let proof = await drive.anyProof(of: state, info, shouldStop: shouldStop)
        switch proof {
        case .sha256, .stopped: break
        case .notAsListed, .unavailable: unread[id] = proof
        }
        return proof
    }
}
