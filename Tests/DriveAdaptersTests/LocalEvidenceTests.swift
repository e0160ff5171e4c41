// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import DriveAdapters

/// What counts as proof that a local item is gone, and what does not.
@Suite struct LocalEvidenceTests {
    /// `order` for an item that lay on another file system, below the root, that is not mounted.
    private func onAnotherDisk(_ order: DeletionOrder) throws -> DeletionOrder {
        var order = order
        var tag = try #require(order.item.eTag.flatMap { FileTag(text: $0) })
        tag.otherDevice = 0xdead_beef
        order.item.eTag = tag.text
        return order
    }

    @Test("A disk that is not mounted takes nothing with it", arguments: ["/sub/a", "/sub", ""])
    func unmounted(removed: String) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/sub/a", [1])
        try world.putFile("/b", [1])
        let order = try onAnotherDisk(try await world.orders(["/sub/a"])[0])
        if !removed.isEmpty { try world.remove("/sub/a") }
        if removed == "/sub" { try world.remove("/sub") }
        let check = try await world.local.recheck([order.item])[0]
        let outcome = try await world.local.delete([order]) { false }[0]
        let answer = try await world.local.reconcile([order])[0]
        if removed.isEmpty {
            // Something else lies there, on this disk.
            guard case .changed = check, case .changed = outcome, case .changed = answer else {
                return #expect(Bool(false), "\(check), \(outcome), \(answer)")
            }
            return
        }
        guard case .missing = check, case .postponed = outcome, case .unanswered = answer else {
            return #expect(Bool(false), "\(check), \(outcome), \(answer)")
        }
    }

    @Test("What is not in its folder is gone, and so is what lay in a folder that is gone")
    func gone() async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/sub/deep/a", [1])
        let orders = try await world.orders(["/sub/deep/a"])
        for removed in ["/sub/deep/a", "/sub/deep", "/sub"] {
            try world.remove(removed)
            #expect(try await world.local.recheck(orders.map(\.item))[0].isGone, "\(removed)")
            #expect(try await world.local.reconcile(orders)[0].isGone, "\(removed)")
        }
        // Nothing can lie in a file.
        try world.putFile("/sub", [1])
        #expect(try await world.local.recheck(orders.map(\.item))[0].isGone)
        #expect(try await world.local.delete(orders) { false }[0].isGone)
    }
}
