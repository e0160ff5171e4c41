// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// Brings deleted items back: from quarantine by moving them, from the recycle bin where the
/// service lets a program do that. Whatever is back already stays where it is.
struct GraphRestoration {
    let drive: GraphDrive
    let info: GraphDriveInfo

    /// How many names are tried for an item whose own is taken.
    static let nameCountMax = 100

    var client: GraphClient { drive.client }

    /// Why an item is not brought back.
    struct Obstacle: Error {
        var outcome: RestoreOutcome

        init(_ outcome: RestoreOutcome) { self.outcome = outcome }
        init(_ failure: GraphFailure) { outcome = .failed(failure.message) }

        /// The same after something was sent that may have brought the item back.
        var unanswered: Obstacle {
            guard case .failed(let reason) = outcome else { return self }
            return Obstacle(.unanswered(reason))
        }
    }

    /// Carries out `orders`, folders before what lay in them; `shouldStop` is asked before each.
    ///
    /// What is seen in the bin of a personal account is ordered back together, about two requests
    /// for twenty items; all else one by one.
    func run(_ orders: [RestoreOrder], shouldStop: () -> Bool) async -> [RestoreOutcome] {
        var outcomes = [RestoreOutcome](repeating: .notAttempted, count: orders.count)
        var others: [Int] = []
        for index in orders.indices {
            if let obstacle = obstacle(to: orders[index]) {
                outcomes[index] = obstacle.outcome
            } else {
                others.append(index)
            }
        }
        let binned = await seenInBin(orders, others)
        others.removeAll(where: binned.contains)
        let found = await find(orders, others)
        var work = BinWork(look: GraphLook(drive, info))
        for group in GraphRestoration.groups(of: orders) {
            var mayGoOn = true
            for index in group where binned.contains(index) || found[index] != nil {
                if shouldStop() {
                    mayGoOn = false
                    work.open = []
                    break
                }
                guard let found = found[index] else {
                    work.open.append(index)
                    if work.open.count == GraphClient.batchCountMax {
                        await takeOutOfBin(&work, orders, &outcomes)
                    }
                    continue
                }
                do throws(Obstacle) {
                    outcomes[index] = try await restore(orders[index], found)
                } catch {
                    outcomes[index] = error.outcome
                }
            }
            // Folders are back before what lay in them is ordered.
            await takeOutOfBin(&work, orders, &outcomes)
            await findPlaces(&work, orders, &outcomes)
            if !mayGoOn { break }
        }
        return outcomes
    }

    /// The places of orders that may be carried out together: folders first, the higher ones before
    /// the lower ones.
    private static func groups(of orders: [RestoreOrder]) -> [[Int]] {
        let files = orders.indices.filter { orders[$0].item.type == .file }
        let folders = Dictionary(
            grouping: orders.indices.filter { orders[$0].item.type == .folder },
            by: { orders[$0].item.path.utf8.count { $0 == UInt8(ascii: "/") } })
        return folders.sorted { $0.key < $1.key }.map(\.value) + [files]
    }

    /// Why the item of `order` is not even asked for; nil if it is.
    private func obstacle(to order: RestoreOrder) -> Obstacle? {
        if order.receipt?.method == DeletionMethod.permanent.rawValue {
            return Obstacle(.impossible(DeletionText.deletedForGood))
        }
        if let fault = drive.fault(of: order.item) { return Obstacle(.failed(fault)) }
        let token = order.receipt?.token.flatMap(GraphReceipt.init)
        let isElsewhere = token.map { $0.drive != info.comparableID } ?? false
        return isElsewhere ? Obstacle(.impossible(GraphText.otherAccount)) : nil
    }

    /// Those of the `orders` at `indices` whose items are seen in the bin of a personal account.
    private func seenInBin(_ orders: [RestoreOrder], _ indices: [Int]) async -> Set<Int> {
        guard info.isPersonal else { return [] }
        let asked = indices.filter {
            orders[$0].receipt?.method != DeletionMethod.quarantine.rawValue
        }
        let bin = GraphBin(client: client, info: info)
        let places = try? await bin.search(for: asked.map { orders[$0].item.id ?? "" })
        return Set(
            zip(asked, places ?? []).compactMap { index, place in
                if case .inBin = place { index } else { nil }
            })
    }

    /// Where the items of the `orders` at `indices` lie, asked for together: what is not found is
    /// asked for a second time after a while, and all can share that.
    private func find(
        _ orders: [RestoreOrder], _ indices: [Int]
    ) async -> [Int: Result<GraphLook.Finding, Obstacle>] {
        var look = GraphLook(drive, info)
        let targets = indices.map {
            GraphLook.Target(id: orders[$0].item.id ?? "", path: drive.place(of: orders[$0]))
        }
        var found: [Int: Result<GraphLook.Finding, Obstacle>] = [:]
        do throws(GraphFailure) {
            for (index, finding) in zip(indices, try await look.find(targets)) {
                found[index] = .success(finding)
            }
        } catch {
            for index in indices { found[index] = .failure(Obstacle(error)) }
        }
        return found
    }

    private func restore(
        _ order: RestoreOrder, _ found: Result<GraphLook.Finding, Obstacle>
    ) async throws(Obstacle) -> RestoreOutcome {
        let id = order.item.id ?? ""
        let finding: GraphLook.Finding
        do throws(Obstacle) {
            finding = try found.get()
        } catch {
            throw order.mayBeBack ? error.unanswered : error
        }
        switch finding {
        case .there(let sighting):
            if GraphQuarantine.holds(sighting.path) {
                return try await moveBack(order, sighting)
            }
            if isFromBefore(sighting, order) {
                return try await bringBackSeen(order, id, sighting)
            }
            // What an order of this program brought back may have been edited before or since.
            if !order.mayBeBack, order.item.hasOtherContent(sighting.state.values) {
                let path = drive.path(below: sighting.path)
                throw Obstacle(.impossible(GraphText.otherContent(path)))
            }
            return restored(sighting)
        case .gone: break
        case .missing(let reason), .unanswered(let reason):
            throw Obstacle(order.mayBeBack ? .unanswered(reason) : .failed(reason))
        }
        if order.receipt?.method == DeletionMethod.quarantine.rawValue {
            let place = order.receipt?.place ?? "quarantine"
            throw Obstacle(.impossible(DeletionText.noLonger(in: place)))
        }
        guard info.isPersonal else {
            throw Obstacle(.impossible(GraphText.notRestorable(info.recycleBinPlace)))
        }
        return try await takeOutOfBin(order.item, id)
    }

    /// Whether `sighting` may show an item as it was before its deletion, which was so recent that
    /// not all of the service has heard of it. What has another tag or place has been changed since.
    func isFromBefore(_ sighting: GraphLook.Sighting, _ order: RestoreOrder) -> Bool {
        order.isFresh && sighting.state.values.eTag == order.item.eTag
            && drive.isInPlace(order.item, sighting.path)
    }

    /// Brings back what was deleted a moment ago and is seen where it was, which may be so because
    /// not all of the service has heard of its deletion: it is ordered all the same.
    private func bringBackSeen(
        _ order: RestoreOrder, _ id: String, _ sighting: GraphLook.Sighting
    ) async throws(Obstacle) -> RestoreOutcome {
        if order.receipt?.method == DeletionMethod.quarantine.rawValue {
            return try await moveBack(order, sighting)
        }
        if info.isPersonal { return try await takeOutOfBin(order.item, id) }
        throw seenTooSoon(order)
    }

    /// Too little is known of what is seen in its place so soon after its deletion.
    func seenTooSoon(_ order: RestoreOrder) -> Obstacle {
        let obstacle = Obstacle(.failed(GraphText.seenTooSoon))
        return order.mayBeBack ? obstacle.unanswered : obstacle
    }

    /// The item with that id where it lies now; nil if it is seen nowhere, which proves nothing.
    func find(_ id: String) async throws(Obstacle) -> GraphLook.Sighting? {
        var look = GraphLook(drive, info)
        do throws(GraphFailure) {
            switch try await look.find([GraphLook.Target(id: id, path: nil)]).first {
            case .there(let sighting): return sighting
            case .gone, .missing: return nil
            case .unanswered(let reason): throw GraphFailure(message: reason)
            case nil: throw GraphFailure(message: GraphText.incomplete)
            }
        } catch {
            throw Obstacle(error)
        }
    }

    /// The answer about an item that is back.
    func restored(_ sighting: GraphLook.Sighting) -> RestoreOutcome {
        .restored(path: drive.path(below: sighting.path), tag: sighting.state.values.eTag)
    }

    /// The name of `item` that is tried for the `attempt`th time, from 0: its own, then others.
    func name(of item: ItemValues, attempt: Int) -> String {
        let name = GraphItemPath(item.path)?.components.last ?? []
        let bytes = attempt == 0 ? name : RestoredName.name(name[...], attempt: attempt)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The folder that `item` lay in, made anew where it is gone.
    func folder(of item: ItemValues) async throws(Obstacle) -> String {
        var path = drive.wholePath(of: item)?.components ?? []
        if !path.isEmpty { path.removeLast() }
        let found: GraphFolders.Found
        do throws(GraphFailure) {
            found = try await GraphFolders(client: client, info: info).ensure(GraphItemPath(path))
        } catch {
            throw Obstacle(error)
        }
        switch found {
        case .folder(let id): return id
        case .none(let reason, _): throw Obstacle(.failed(DeletionText.noFolder(reason)))
        }
    }

    /// The folder that stands in the place of the folder `item`, if one does: then it serves.
    func substitute(for item: ItemValues) async -> RestoreOutcome? {
        guard item.type == .folder, let path = drive.wholePath(of: item),
            let address = GraphAddress.item(at: path, on: info.path),
            let response = try? await client.send(
                GraphRequest(.get, address + GraphAddress.itemSelection)),
            response.status == 200, let found = GraphItemReader.item(response.body),
            let sighting = try? await find(found.id), sighting.state.obstacle == nil,
            sighting.state.values.type == .folder, drive.isInPlace(item, sighting.path)
        else { return nil }
        return restored(sighting)
    }
}
