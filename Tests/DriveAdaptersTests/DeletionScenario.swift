// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import Testing

@testable import DriveAdapters

/// One call that is broken off at some point, and what has to be so in the end.
enum DeletionScenario: String, CaseIterable, Sendable, Codable, CustomTestStringConvertible {
    case recycle
    case quarantine
    case permanent
    case restoreRecycled
    case restoreQuarantined
    case purge

    var testDescription: String { rawValue }

    /// What is deleted, in this order; the folder last.
    static let paths = ["/sub/a", "/sub/b", "/other/a", "/empty"]
    /// The contents of the files among it.
    static let contents = ["A", "B", "A2"]

    /// Whether the call deletes, rather than ends or takes back a deletion.
    var isDeletion: Bool { method(ofCall: true) != nil }

    private func method(ofCall: Bool) -> DeletionMethod? {
        switch self {
        case .recycle: .recycle
        case .quarantine: .quarantine
        case .permanent: .permanent
        case .restoreRecycled: ofCall ? nil : .recycle
        case .restoreQuarantined, .purge: ofCall ? nil : .quarantine
        }
    }

    /// What a call is made with; goes to another process as JSON.
    struct Input: Codable, Sendable {
        var root: String
        var trash: String
        var scenario: DeletionScenario
        var kind: String
        var entries: [Entry]

        /// One order, without what another process can find out.
        struct Entry: Codable, Sendable {
            var path: String
            var isFolder: Bool
            var size: Int64?
            var tag: String?
            var receipt: DeletionReceipt?
            var companion: String?
            var companionTag: String?
        }

        var drive: LocalDrive {
            var options = LocalDrive.Options()
            options.homeTrash = trash
            var drive = LocalDrive(name: "d", rootPath: root, options: options)
            drive.avoidsOpenat2 = kind == DeletingDriveUnderTest.localStepwise.rawValue
            drive.calls.avoidsLinks = kind == DeletingDriveUnderTest.localWithoutLinks.rawValue
            drive.calls.avoidsNoReplace =
                drive.calls.avoidsLinks || kind == DeletingDriveUnderTest.localReplacing.rawValue
            return drive
        }

        /// The orders to delete.
        var orders: [DeletionOrder] {
            entries.map { entry in
                var order = DeletionOrder(
                    item: entry.item, method: scenario.method(ofCall: false) ?? .recycle,
                    plan: "plan-1")
                if let companion = entry.companion {
                    var copy = ItemValues(path: companion)
                    copy.eTag = entry.companionTag
                    order.companions = [
                        CompanionDemand(needed: 1, comparesBytes: true, members: [copy])
                    ]
                }
                return order
            }
        }

        /// The orders to bring back, or to purge.
        var restores: [RestoreOrder] {
            entries.map { RestoreOrder(item: $0.item, receipt: $0.receipt) }
        }

        var text: String {
            get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
        }
    }

    // MARK: - The call

    /// Makes the files, and whatever went before the call.
    func prepare(_ world: LocalDeletionWorld, kind: DeletingDriveUnderTest) async throws -> Input {
        for (path, content) in zip(Self.paths, Self.contents) {
            try world.putFile(path, Array(content.utf8))
        }
        try world.putFile("/keep", Array("B".utf8))
        try world.putFolder("/empty")
        var entries: [Input.Entry] = []
        let companion = try await world.item("/keep")
        for item in try await world.items(Self.paths) {
            entries.append(
                Input.Entry(
                    path: item.path, isFolder: item.type == .folder, size: item.size,
                    tag: item.eTag))
        }
        entries[1].companion = "/keep"
        entries[1].companionTag = companion.eTag
        var input = Input(
            root: world.root, trash: world.trash, scenario: self, kind: kind.rawValue,
            entries: entries)
        if !isDeletion {
            let outcomes = try await world.local.delete(input.orders) { false }
            for (index, outcome) in outcomes.enumerated() {
                let receipt: DeletionReceipt = try #require(outcome.receipt)
                input.entries[index].receipt = receipt
            }
            // One folder is to be made again, and one name is taken.
            try world.remove("/other")
            if self != .purge { try world.putFile("/sub/a", Array("new".utf8)) }
        }
        return input
    }

    /// Makes the call; what failed is not an error. Gives the receipts of what was deleted.
    @discardableResult
    func run(_ input: Input, fault: DiskCalls.Fault?) async throws -> [DeletionReceipt?] {
        var drive = input.drive
        drive.calls.fault = fault
        switch self {
        case .recycle, .quarantine, .permanent:
            return try await drive.delete(input.orders) { false }.map(\.receipt)
        case .restoreRecycled, .restoreQuarantined:
            _ = try await drive.restore(input.restores) { false }
        case .purge: _ = try await drive.purge(input.restores) { false }
        }
        return input.entries.map { _ in nil }
    }

    /// Does what the next start does: finds out what became of the orders without a receipt in
    /// `known`, and does again what was not done. Gives the receipts of all.
    func recover(
        _ input: Input, known: [DeletionReceipt?]
    ) async throws -> [DeletionReceipt?] {
        let drive = input.drive
        guard isDeletion else {
            try await run(input, fault: nil)
            return known
        }
        var receipts = known
        let open = known.indices.filter { known[$0] == nil }
        let answers = try await drive.reconcile(open.map { input.orders[$0] })
        var again: [Int] = []
        for (index, answer) in zip(open, answers) {
            switch answer {
            case .unchanged: again.append(index)
            case .deleted(let receipt):
                let receipt: DeletionReceipt = try #require(receipt, "\(input.entries[index].path)")
                receipts[index] = receipt
            case .gone, .changed, .missing, .unanswered:
                Issue.record("\(input.entries[index].path): \(answer)")
            }
        }
        let orders = again.map { index in
            var order = input.orders[index]
            order.item = drive.expectation(afterAttempt: order.item)
            return order
        }
        let outcomes = try await drive.delete(orders) { false }
        for (index, outcome) in zip(again, outcomes) {
            let receipt: DeletionReceipt = try #require(
                outcome.receipt, "\(input.entries[index].path): \(outcome)")
            receipts[index] = receipt
        }
        return receipts
    }

    // MARK: - What has to be so

    /// At any moment: no content is lost that is not to be.
    func checkContents(_ world: LocalDeletionWorld) {
        if self == .permanent || self == .purge { return }
        let found = Set(
            [world.root, world.home.root].flatMap { root in
                (FileManager.default.subpaths(atPath: root) ?? []).compactMap {
                    world.bytes(root + "/" + $0).map { String(decoding: $0, as: UTF8.self) }
                }
            })
        #expect(found.isSuperset(of: Self.contents + ["B"]))
    }

    /// At the end: all is as if nothing had happened on the way.
    func checkEnd(
        _ world: LocalDeletionWorld, _ input: Input, _ receipts: [DeletionReceipt?]
    ) async throws {
        let trash = world.trashNames
        #expect(trash.files == trash.notes)
        if !isDeletion {
            #expect(trash.files.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: world.root + "/.cleanrules"))
        }
        switch self {
        case .recycle, .quarantine:
            #expect(try await world.paths == ["/keep", "/other", "/sub"])
            #expect(trash.files == (self == .recycle ? ["a", "a.2", "b", "empty"] : []))
            try await checkReturn(world, input, receipts)
        case .permanent:
            #expect(try await world.paths == ["/keep", "/other", "/sub"])
        case .purge: #expect(try await world.paths == ["/keep", "/sub"])
        case .restoreRecycled, .restoreQuarantined:
            try await checkFiles(
                world,
                [
                    "/sub/a": "new", "/sub/a (restored)": "A", "/sub/b": "B", "/other/a": "A2",
                ])
        }
    }

    private func checkReturn(
        _ world: LocalDeletionWorld, _ input: Input, _ receipts: [DeletionReceipt?]
    ) async throws {
        var input = input
        for (index, receipt) in receipts.enumerated() { input.entries[index].receipt = receipt }
        let restored = try await world.local.restore(input.restores) { false }
        #expect(restored.map(\.path) == Self.paths)
        try await checkFiles(world, ["/sub/a": "A", "/sub/b": "B", "/other/a": "A2"])
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: world.root + "/.cleanrules"))
    }

    private func checkFiles(
        _ world: LocalDeletionWorld, _ files: [String: String]
    ) async throws {
        let others = ["/empty", "/keep", "/other", "/sub"]
        #expect(try await world.paths == (others + files.keys).sorted())
        for (path, content) in files {
            #expect(world.bytes(world.root + path) == Array(content.utf8), "\(path)")
        }
    }
}

extension DeletionScenario.Input.Entry {
    var item: ItemValues {
        var item = ItemValues(path: path, type: isFolder ? .folder : .file)
        item.size = size
        item.eTag = tag
        return item
    }
}
