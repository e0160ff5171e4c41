// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension GraphDrive: DeletingDrive {
    /// As many requests as one batch takes.
    package var orderCountMax: Int { GraphClient.batchCountMax }

    /// As many as can share what is asked of folders, without much being begun at once.
    package var restoreCountMax: Int { 10 * GraphClient.batchCountMax }

    /// What was learnt of the drive decides; before, nothing is promised.
    package func reversal(of method: DeletionMethod) -> Reversal {
        let info = known.withLock { $0.info ?? $0.presumed }
        switch method {
        case .recycle:
            guard let info else {
                var reversal = Reversal(
                    isPossible: false, place: .recycleBin)
                reversal.isKnown = false
                return reversal
            }
            let place = info.recycleBin
            if info.isPersonal, settings.allowsRestore == false {
                var reversal = Reversal(isPossible: false, days: 30, place: place)
                reversal.needsSignIn = true
                reversal.page = info.recycleBinPage
                return reversal
            }
            var reversal =
                info.isPersonal
                ? Reversal(isPossible: true, days: 30, place: place)
                : Reversal(isPossible: false, days: 93, place: place)
            reversal.page = info.recycleBinPage
            return reversal
        case .quarantine:
            return Reversal(
                isPossible: true, days: 30, place: .cloudQuarantine)
        case .permanent:
            return Reversal(
                isPossible: false, place: .nowhere,
                obstacle: info?.isPersonal == true ? .noPermanentDeletion : nil)
        }
    }

    /// Deletes each item that is still what its order says.
    package func delete(
        _ orders: [DeletionOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [DeletionOutcome] {
        if orders.isEmpty { return [] }
        precondition(orders.count <= orderCountMax, "a call takes so many orders")
        let info = try await info(for: .delete)
        var deletion = GraphDeletion(orders, drive: self, info: info, shouldStop: shouldStop)
        do throws(GraphFailure) {
            return try await deletion.run()
        } catch {
            throw error.driveError(.delete)
        }
    }

    /// What became of `orders`: the service is asked, and nothing is changed.
    package func reconcile(
        _ orders: [DeletionOrder]
    ) async throws(DriveError) -> [Reconciliation] {
        if orders.isEmpty { return [] }
        let info = try await info(for: .reconcile)
        do throws(GraphFailure) {
            return try await GraphReconciliation(drive: self, info: info).run(orders)
        } catch {
            throw error.driveError(.reconcile)
        }
    }

    /// Brings items back from the recycle bin where the service can, and from quarantine.
    package func restore(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [RestoreOutcome] {
        if orders.isEmpty { return [] }
        let info = try await info(for: .restore)
        let restoration = GraphRestoration(drive: self, info: info)
        return await restoration.run(orders, shouldStop: shouldStop)
    }

    /// Moves items from quarantine into the recycle bin.
    package func purge(
        _ orders: [RestoreOrder], shouldStop: @escaping @Sendable () -> Bool
    ) async throws(DriveError) -> [PurgeOutcome] {
        if orders.isEmpty { return [] }
        let info = try await info(for: .purge)
        let purge = GraphPurge(drive: self, info: info)
        return await purge.run(orders, shouldStop: shouldStop)
    }
}
