// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import Testing

@testable import DriveAdapters

/// Calls that fail, or end with the process, at every point at which they change the disk.
@Suite struct LocalDeletionFaultTests {
    private static let kinds: [DeletingDriveUnderTest] = [
        .local, .localReplacing, .localWithoutLinks,
    ]

    @Test(
        "Whichever change fails, the next attempt gets to the end",
        arguments: DeletionScenario.allCases, kinds)
    func everyFault(scenario: DeletionScenario, kind: DeletingDriveUnderTest) async throws {
        for code in [EIO, ENOSPC] {
            var number = 0
            var isReached = true
            while isReached {
                isReached = try await fail(scenario, kind, at: number, with: code)
                number += 1
            }
            #expect(number > 6, "so few changes were made")
        }
    }

    /// Fails the change of that number; false if there were fewer.
    private func fail(
        _ scenario: DeletionScenario, _ kind: DeletingDriveUnderTest, at number: Int,
        with code: Int32
    ) async throws -> Bool {
        let world = try kind.makeLocalWorld(inMemory: true)
        let input = try await scenario.prepare(world, kind: kind)
        let count = Lock(0)
        let what = Lock("")
        let receipts = try await scenario.run(input) { change, name in
            count.withLock { count in
                count += 1
                if count == number + 1 { what.withLock { $0 = "\(change) \(name)" } }
                return count == number + 1 ? code : nil
            }
        }
        let place = "change \(number), \(what.withLock { $0 })"
        scenario.checkContents(world)
        do {
            let recovered = try await scenario.recover(input, known: receipts)
            try await scenario.checkEnd(world, input, recovered)
        } catch {
            Issue.record(error, "\(place)")
        }
        return count.withLock { $0 } > number
    }

    @Test(
        "A disk that fails for good leaves all that it may",
        arguments: DeletionScenario.allCases, DiskCalls.Change.allCases)
    func allFail(scenario: DeletionScenario, change: DiskCalls.Change) async throws {
        let world = try LocalDeletionWorld(inMemory: true)
        let input = try await scenario.prepare(world, kind: .local)
        let receipts = try await scenario.run(input) { asked, _ in asked == change ? EIO : nil }
        scenario.checkContents(world)
        let recovered = try await scenario.recover(input, known: receipts)
        try await scenario.checkEnd(world, input, recovered)
    }

    @Test(
        "When the moves cannot be brought to the disk, they are taken back",
        arguments: [DeletionScenario.recycle, .quarantine])
    func lastSync(scenario: DeletionScenario) async throws {
        let world = try LocalDeletionWorld()
        let input = try await scenario.prepare(world, kind: .local)
        let syncs = Lock(0)
        var drive = input.drive
        drive.calls.fault = { change, _ in
            guard change == .sync else { return nil }
            return syncs.withLock { syncs in
                syncs += 1
                return syncs == 2 ? EIO : nil
            }
        }
        let outcomes = try await drive.delete(input.orders) { false }
        #expect(outcomes.allSatisfy { $0 == .failed("the disk reports an error") }, "\(outcomes)")
        #expect(
            try await world.paths
                == ["/empty", "/keep", "/other", "/other/a", "/sub", "/sub/a", "/sub/b"])
        #expect(world.trashNames.files.isEmpty && world.trashNames.notes.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: world.root + "/.cleanrules"))
    }

    @Test("A note that could not be taken back goes later", arguments: [1, 2, 5])
    func leftNote(failing: Int) async throws {
        let world = try LocalDeletionWorld()
        try world.putFile("/a", [1])
        let order = try await world.orders(["/a"])[0]
        let left = Lock(failing)
        var drive = world.local
        drive.calls.fault = { change, name in
            guard change == .writeFile || change == .unlink, name == "a.trashinfo" else {
                return nil
            }
            return left.withLock { left in
                left -= 1
                return left >= 0 ? EIO : nil
            }
        }
        #expect(try await drive.delete([order]) { false }[0].failure != nil)
        // Where the disk failed but for a moment, nothing is left; else the next attempt takes it
        // up.
        #expect(world.trashNames.notes == (failing < 3 ? [] : ["a"]))
        // Long ago, so that nobody is still at writing it.
        let note = world.trash + "/info/a.trashinfo"
        utimensat(AT_FDCWD, note, [timespec(), timespec()], 0)
        #expect(try await world.delete([order])[0].isDeleted)
        #expect(world.trashNames.files == ["a"] && world.trashNames.notes == ["a"])
    }

    @Test(
        "All notes are on the disk before the first move, and all moves before the answer",
        arguments: [DeletionScenario.recycle, .quarantine, .permanent])
    func sequence(scenario: DeletionScenario) async throws {
        let world = try LocalDeletionWorld()
        let input = try await scenario.prepare(world, kind: .local)
        let changes = Lock<[DiskCalls.Change]>([])
        try await scenario.run(input) { change, _ in
            changes.withLock { $0.append(change) }
            return nil
        }
        let made = changes.withLock { $0 }
        #expect(made.last == .sync)
        let moves: Set<DiskCalls.Change> = [.move, .unlink, .removeFolder]
        let first = try #require(made.firstIndex { moves.contains($0) })
        if scenario == .permanent {
            #expect(made.filter { $0 == .sync }.count == 1)
        } else {
            #expect(made[first - 1] == .sync)
            #expect(made.filter { $0 == .sync }.count == 2)
            #expect(!made[first...].contains(.createFile))
            #expect(!made[first...].contains(.writeFile))
        }
    }

    // MARK: - Kills

    /// How many changes the call makes.
    private func changeCount(
        _ scenario: DeletionScenario, _ kind: DeletingDriveUnderTest
    ) async throws -> Int {
        let world = try kind.makeLocalWorld(inMemory: true)
        let input = try await scenario.prepare(world, kind: kind)
        let count = Lock(0)
        try await scenario.run(input) { _, _ in
            count.withLock { $0 += 1 }
            return nil
        }
        return count.withLock { $0 }
    }

    /// Not on file systems that have neither hard links nor a move that never replaces: there a
    /// kill can leave an empty file that held a place, which nobody can tell from another's.
    @Test(
        "Killed at any change, the next start gets to the same end",
        arguments: DeletionScenario.allCases, kinds.dropLast())
    func everyKill(scenario: DeletionScenario, kind: DeletingDriveUnderTest) async throws {
        let count = try await changeCount(scenario, kind)
        #expect(count > 6)
        for number in 0...count {
            let world = try kind.makeLocalWorld(inMemory: true)
            let input = try await scenario.prepare(world, kind: kind)
            let text = try input.text
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [text = text as String, number = number as Int] in
                let input = try JSONDecoder().decode(
                    DeletionScenario.Input.self, from: Data(text.utf8))
                let left = Lock(number)
                try await input.scenario.run(input) { _, _ in
                    left.withLock { left in
                        if left == 0 { kill(getpid(), SIGKILL) }
                        left -= 1
                    }
                    return nil
                }
                // All was done, and the outcome was not recorded.
                kill(getpid(), SIGKILL)
            }
            scenario.checkContents(world)
            let receipts = try await scenario.recover(input, known: input.entries.map { _ in nil })
            try await scenario.checkEnd(world, input, receipts)
        }
    }
}
