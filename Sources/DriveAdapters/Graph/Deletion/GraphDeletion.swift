// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// Deletes the items of some orders, round by round: a fresh look at the items and the copies that
/// have to stay, then the deletions together, then whatever is needed to know what became of them.
///
/// A round takes orders as long as none of them depends on what another one of the round changes,
/// so that everything is as if they had been carried out one after the other.
struct GraphDeletion {
    let drive: GraphDrive
    let info: GraphDriveInfo
    let orders: [DeletionOrder]
    let shouldStop: @Sendable () -> Bool
    var outcomes: [DeletionOutcome?]
    /// Whether anything was sent that changes something.
    var hasSent = false
    /// The places of orders that the service refused to handle for now, so without effect, or
    /// that did not leave while what they rest on was fresh: they are looked at anew.
    var throttled: [Int] = []
    /// Why nobody knows what a request did that was sent for an order, by the order's place.
    var unclear: [Int: String] = [:]
    /// The places of orders whose deletion into the bin was sent.
    var requested: Set<Int> = []
    /// How often orders are begun anew that were refused for their number.
    private static let roundAttemptMax = 5

    /// The folders of the quarantine by their plans, as far as they were needed.
    var quarantines: [String: GraphFolders.Found] = [:]

    /// One order whose item may go.
    struct Ready {
        /// The place of the order.
        var index: Int
        /// What was seen of the item.
        var state: GraphItemState
        /// When the oldest of what speaks for the deletion was asked for, in seconds of the
        /// client's clock.
        var since: Double

        /// Until when the deletion may leave.
        var leavesBefore: Double { since + GraphDrive.lookSecondsMax }
    }

    /// The deletion of `orders`.
    init(
        _ orders: [DeletionOrder], drive: GraphDrive, info: GraphDriveInfo,
        shouldStop: @escaping @Sendable () -> Bool
    ) {
        self.drive = drive
        self.info = info
        self.orders = orders
        self.shouldStop = shouldStop
        outcomes = Array(repeating: nil, count: orders.count)
    }

    var client: GraphClient { drive.client }

    /// Carries out the orders. Throws only as long as nothing was touched.
    mutating func run() async throws(GraphFailure) -> [DeletionOutcome] {
        var next = 0
        while next < orders.count {
            let round = nextRound(&next)
            if round.isEmpty { continue }
            do throws(GraphFailure) {
                try await carryOut(round)
            } catch {
                if !hasSent { throw error }
                for index in round where outcomes[index] == nil {
                    outcomes[index] = .postponed(error.message)
                }
            }
        }
        return outcomes.indices.map(outcome)
    }

    /// The outcome of the order at `index`. Once a request was sent of which nobody knows what it
    /// did, neither that a later one had no effect nor that the item is seen says that it stays,
    /// and that it is not there does not say that it was somebody else.
    ///
    /// What was seen before its deletion was sent, and lies in the bin afterwards as it was, is
    /// taken for ours, as after a crash, even if the service has said no: what is sent twice on the
    /// way is carried out once, and answered with a refusal.
    private func outcome(of index: Int) -> DeletionOutcome {
        let outcome = outcomes[index] ?? .notAttempted
        if case .gone(let proof) = outcome {
            if drive.provesOther(proof) { return outcome }
            if proof.isInBin, requested.contains(index) {
                return .deleted(info.recycled(orders[index].item), by: proof)
            }
        }
        guard let reason = unclear[index] else { return outcome }
        return switch outcome {
        case .deleted, .changed, .missing, .unanswered: outcome
        case .gone, .failed, .postponed, .notAttempted: .unanswered(reason)
        }
    }

    // MARK: - Rounds

    /// The next orders that go together, from `next` on; `shouldStop` is asked before each.
    private mutating func nextRound(_ next: inout Int) -> [Int] {
        var round: [Int] = []
        var goes: Set<String> = []
        var stays: Set<String> = []
        while next < orders.count {
            let order = orders[next]
            let item = order.item.id.map(GraphID.comparable(item:)) ?? ""
            let members = Set(
                order.companions.lazy.flatMap(\.members).compactMap(\.id)
                    .map(GraphID.comparable(item:)))
            let isFree =
                !goes.contains(item) && !stays.contains(item) && goes.isDisjoint(with: members)
            if let first = round.first {
                // One method after the other, lest time passes between a look and what it is for.
                let isOther = orders[first].method != order.method
                if !isFree || isOther || isAlone(order) || round.contains(where: isAlone) {
                    return round
                }
            }
            if shouldStop() {
                next = orders.count
                return round
            }
            if let clause = fault(of: order) {
                outcomes[next] = clause
            } else {
                round.append(next)
                goes.insert(item)
                stays.formUnion(members)
            }
            next += 1
        }
        return round
    }

    private func isAlone(_ index: Int) -> Bool { isAlone(orders[index]) }

    /// Whether the item has to be looked at just before its own deletion.
    private func isAlone(_ order: DeletionOrder) -> Bool {
        order.item.type == .folder || order.method == .permanent || !drive.settings.sendsIfMatch
    }

    /// What is answered to an order that cannot be carried out; nil if it can.
    private func fault(of order: DeletionOrder) -> DeletionOutcome? {
        if let clause = order.planFault ?? drive.fault(of: order.item) { return .failed(clause) }
        guard let tag = order.item.eTag else { return .changed(DeletionText.tooLittleKnown) }
        // It is sent in a header.
        let isPlain = !tag.isEmpty && tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
        return isPlain ? nil : .failed(GraphText.tagMalformed)
    }

    /// Carries out a round; what the service refuses for its number is looked at and sent again
    /// once the pause that it asked for is over.
    private mutating func carryOut(_ round: [Int]) async throws(GraphFailure) {
        var open = round
        for _ in 1...GraphDeletion.roundAttemptMax {
            throttled = []
            try await carryOutOnce(open)
            open = throttled
            if open.isEmpty || shouldStop() { break }
        }
        for index in open { outcomes[index] = .postponed(GraphText.throttled) }
    }

    private mutating func carryOutOnce(_ round: [Int]) async throws(GraphFailure) {
        var look = GraphRoundLook(self, round)
        var ready: [Ready] = []
        for index in round {
            switch try await look.readiness(of: index) {
            case .ready(let state, let since):
                ready.append(Ready(index: index, state: state, since: since))
            case .not(let outcome): outcomes[index] = outcome
            }
        }
        let hasAsked = try await findQuarantines(for: ready)
        if look.hasRead || hasAsked { ready = try await stillReady(ready, look) }
        try await send(try await stillInTheirAlbums(ready))
    }

    /// Those of `ready` that are in the albums in which the rules were asked about them: an album
    /// changes nothing about an item, so that no look at the item and no tag shows it.
    private mutating func stillInTheirAlbums(_ ready: [Ready]) async throws(GraphFailure) -> [Ready]
    {
        if ready.isEmpty { return [] }
        try await drive.refreshAlbums(info)
        var still: [Ready] = []
        for one in ready {
            let order = orders[one.index]
            if let now = drive.albums(ofItem: order.item.id), now != order.albums ?? [] {
                outcomes[one.index] = .changed(GraphText.otherAlbums)
            } else {
                still.append(one)
            }
        }
        return still
    }

    /// Those of `ready` that are what they were before contents were read, which takes its time.
    private mutating func stillReady(
        _ ready: [Ready], _ before: GraphRoundLook
    ) async throws(GraphFailure) -> [Ready] {
        var look = GraphRoundLook(self, ready.map(\.index))
        var still: [Ready] = []
        for one in ready {
            if let outcome = try await look.objection(to: one.index, chosen: before) {
                outcomes[one.index] = outcome
            } else {
                still.append(
                    Ready(index: one.index, state: one.state, since: look.since(one.index)))
            }
        }
        return still
    }

    private mutating func send(_ ready: [Ready]) async throws(GraphFailure) {
        for method in DeletionMethod.allCases {
            let own = ready.filter { orders[$0.index].method == method }
            if own.isEmpty { continue }
            switch method {
            case .recycle: try await recycle(own)
            case .quarantine: try await quarantine(own)
            case .permanent: for one in own { try await deleteForGood(one) }
            }
        }
    }
}

extension GraphDrive {
    /// The header that binds a request to an item as it was seen, by its tag.
    func condition(_ tag: String) -> [HTTPField] {
        guard settings.sendsIfMatch else { return [] }
        let isQuoted = tag.hasPrefix("\"") || tag.hasPrefix("W/")
        let quotes = known.withLock { $0.quotesTags }
        return [HTTPField("If-Match", !isQuoted && quotes ? "\"\(tag)\"" : tag)]
    }

    /// Whether `proof` shows that it was not a deletion of this program that put an item into the
    /// bin: one that is bound to a tag spares another content.
    func provesOther(_ proof: Absence) -> Bool {
        settings.sendsIfMatch && proof.ground == .changedInBin
    }

    /// Whether `condition`, whose form the service refused, may be taken in another one.
    func mayBeQuoted(_ condition: [HTTPField]) -> Bool {
        guard let tag = condition.first?.value, !tag.hasPrefix("\""), !tag.hasPrefix("W/") else {
            return false
        }
        known.withLock { $0.quotesTags = true }
        return true
    }
}
