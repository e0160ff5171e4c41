// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import GraphSimulator
import RuleEngine
import TestSupport
import Testing

@testable import DriveAdapters

/// A drive on which items can be deleted, with a way to change what lies on it behind its back.
protocol DeletingWorld: DriveWorld {
    var deleting: any DeletingDrive { get }
}

extension MemoryWorld: DeletingWorld {
    var deleting: any DeletingDrive { memory }
}

/// A local drive, and a home folder on the same file system whose trash it uses.
final class LocalDeletionWorld: DeletingWorld {
    let files: LocalWorld
    let home: LocalWorld
    let local: LocalDrive

    /// A drive in a temporary folder; `change` adapts it.
    init(
        avoidsOpenat2: Bool = false, inMemory: Bool = false, hasHome: Bool = true,
        change: (inout LocalDrive) -> Void = { _ in }
    ) throws {
        files = try LocalWorld(inMemory: inMemory)
        home = try LocalWorld(inMemory: inMemory)
        var options = LocalDrive.Options()
        if hasHome { options.homeTrash = home.root + "/share/Trash" }
        var local = LocalDrive(name: "d", rootPath: files.root, options: options)
        local.avoidsOpenat2 = avoidsOpenat2
        change(&local)
        self.local = local
    }

    var root: String { files.root }
    var trash: String { home.root + "/share/Trash" }
    var drive: any Drive { local }
    var deleting: any DeletingDrive { local }
    func putFile(_ path: String, _ content: [UInt8]) throws { try files.putFile(path, content) }
    func putFolder(_ path: String) throws { try files.putFolder(path) }
    func remove(_ path: String) throws { try files.remove(path) }

    /// The names in the folder at `path`, wherever that is, sorted; none if it is not there.
    func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The bytes of the file at `path`, wherever that is.
    func bytes(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map(Array.init)
    }

    /// What is thrown away and what notes there are, with their endings cut off.
    var trashNames: (files: [String], notes: [String]) {
        let notes = names(trash + "/info").map { note in
            note.hasSuffix(".trashinfo") ? String(note.dropLast(10)) : "odd: " + note
        }
        return (names(trash + "/files"), notes.sorted())
    }
}

/// The drives that the suite for deletions runs on.
enum DeletingDriveUnderTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory
    case local
    /// As on kernels without openat2.
    case localStepwise
    /// As on file systems without RENAME_NOREPLACE.
    case localReplacing
    /// As on file systems that have no hard links either.
    case localWithoutLinks
    /// The simulated service, with an account of each kind.
    case graphPersonal
    case graphLegacy
    case graphBusiness

    var testDescription: String { rawValue }

    /// The local ones.
    static let locals: [DeletingDriveUnderTest] = [
        .local, .localStepwise, .localReplacing, .localWithoutLinks,
    ]

    /// Whether it is the simulated service: items have ids of their own there, and names rules.
    var isGraph: Bool { self == .graphPersonal || self == .graphLegacy || self == .graphBusiness }

    /// Whether it deletes by `method`.
    func deletes(by method: DeletionMethod) -> Bool {
        method != .permanent || (self != .graphPersonal && self != .graphLegacy)
    }

    /// Whether what was deleted by `method` can be brought back by a program.
    func restores(_ method: DeletionMethod) -> Bool {
        method == .quarantine || (method == .recycle && self != .graphBusiness)
    }

    func makeWorld() throws -> any DeletingWorld {
        switch self {
        case .memory: MemoryWorld()
        case .graphPersonal: try GraphWorld(.personal)
        case .graphLegacy: try GraphWorld(.personalLegacy)
        case .graphBusiness: try GraphWorld(.business)
        default: try makeLocalWorld()
        }
    }

    func makeLocalWorld(inMemory: Bool = false) throws -> LocalDeletionWorld {
        try LocalDeletionWorld(avoidsOpenat2: self == .localStepwise, inMemory: inMemory) {
            $0.calls.avoidsNoReplace = self == .localReplacing || self == .localWithoutLinks
            $0.calls.avoidsLinks = self == .localWithoutLinks
        }
    }
}

/// Writes `text` into the file at `path`, wherever that is, and keeps the file that is there.
func overwrite(_ path: String, _ text: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    let bytes = Array(text.utf8)
    if write(file, bytes, bytes.count) != bytes.count { Issue.record("cannot write \(path)") }
    close(file)
}

/// Longer than the tick by which a file system may count time.
func waitForTick() async throws { try await Task.sleep(for: .milliseconds(20)) }

extension DeletingWorld {
    /// The items at `paths` as a listing knows them now.
    func items(_ paths: [String]) async throws -> [ItemValues] {
        let listing = try await drive.listed().listing
        return try paths.map { try #require(listing.item($0), "\($0) is not listed") }
    }

    /// The item at `path` as a listing knows it now.
    func item(_ path: String) async throws -> ItemValues { try await items([path])[0] }

    /// Orders to delete what lies at `paths`.
    func orders(
        _ paths: [String], _ method: DeletionMethod = .recycle
    ) async throws -> [DeletionOrder] {
        try await items(paths).map { DeletionOrder(item: $0, method: method, plan: "plan-1") }
    }

    /// Deletes what lies at `paths`.
    func delete(
        _ paths: [String], _ method: DeletionMethod = .recycle
    ) async throws -> [DeletionOutcome] {
        try await delete(orders(paths, method))
    }

    /// Carries out `orders`.
    func delete(_ orders: [DeletionOrder]) async throws -> [DeletionOutcome] {
        try await deleting.delete(orders) { false }
    }

    /// Brings back what `orders` deleted, with the receipts in `outcomes`.
    func restore(
        _ orders: [DeletionOrder], _ outcomes: [DeletionOutcome]
    ) async throws -> [RestoreOutcome] {
        let restores = zip(orders, outcomes).map {
            RestoreOrder(item: $0.item, receipt: $1.receipt)
        }
        return try await deleting.restore(restores) { false }
    }

    /// All that is listed.
    var paths: [String] {
        get async throws { try await drive.listed().listing.paths }
    }
}

extension DeletionOutcome {
    /// The receipt of what was deleted.
    var receipt: DeletionReceipt? {
        guard case .deleted(let receipt) = self else { return nil }
        return receipt
    }

    var isDeleted: Bool { receipt != nil }

    /// Why it was found changed.
    var change: String? {
        guard case .changed(let clause) = self else { return nil }
        return clause
    }

    /// Why it failed.
    var failure: String? {
        guard case .failed(let clause) = self else { return nil }
        return clause
    }
}

extension RestoreOutcome {
    /// Where it is now.
    var path: String? {
        guard case .restored(let path, _) = self else { return nil }
        return path
    }
}

/// Runs a program and says whether it did what was asked.
@discardableResult
func runProgram(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil
) -> (isDone: Bool, output: String) {
    let run = try? ChildProgram.run(program, arguments, environment: environment)
    return (run?.isDone == true, run?.output ?? "")
}

/// Something mounted on a folder, as long as this lives.
final class TestMount {
    private let path: String

    /// Whether this process may mount anything.
    static let isPermitted: Bool = {
        guard geteuid() == 0, let world = try? LocalWorld() else { return false }
        return (try? TestMount(tmpfs: world.root)) != nil
    }()

    /// Why a test that mounts something is skipped.
    static let reason: Comment = "this process may not mount file systems"

    /// Mounts a new file system of `size` on the folder at `path`.
    convenience init(tmpfs path: String, size: String = "4m") throws {
        try self.init(["-t", "tmpfs", "-o", "size=\(size)", "none", path], at: path)
    }

    /// Shows the folder at `target` a second time at `path`.
    convenience init(showing target: String, at path: String) throws {
        try self.init(["--bind", target, path], at: path)
    }

    private init(_ arguments: [String], at path: String) throws {
        self.path = path
        guard runProgram("/bin/mount", arguments).isDone else { throw LocalWorld.Failure() }
    }

    /// Makes it read-only, or writable again.
    func setReadOnly(_ isReadOnly: Bool) throws {
        let option = isReadOnly ? "remount,ro" : "remount,rw"
        guard runProgram("/bin/mount", ["-o", option, path]).isDone else {
            throw LocalWorld.Failure()
        }
    }

    deinit { runProgram("/bin/umount", ["-l", path]) }
}

extension DeletionOutcome {
    /// Whether the item was proved to be gone.
    var isGone: Bool { if case .gone = self { true } else { false } }
}

extension ItemCheck {
    /// Whether the item was proved to be gone.
    var isGone: Bool { if case .gone = self { true } else { false } }
}

extension Reconciliation {
    /// Whether the item was proved to be gone, by whose hand nobody knows.
    var isGone: Bool { if case .gone = self { true } else { false } }
}
