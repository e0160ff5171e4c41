// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Real processes over a real folder, killed by SIGKILL, and what the next process makes of it.
@Suite("A process that is killed", .tags(.crashSafety, .fullDisk))
struct KillTests {
    @Test("comes to the same end when it is started again", arguments: LocalErrand.allCases)
    func kills(errand: LocalErrand) async throws {
        let calm = try await errand.prepare()
        let first = try errand.world(in: calm)
        first.witness.watch(nil)
        try await errand.run(first)
        let names = first.witness.names
        let wanted = try await LocalOutcome(of: first, in: calm)
        let steps = chosen(names)
        #expect(steps.count >= (errand == .undo ? 1 : 4))
        for step in steps {
            let tree = try await errand.prepare()
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [base = tree.base as String, target = step as Int, errand = errand as LocalErrand]
                in
                let tree = LocalTree(base: base)
                let world = try errand.world(in: tree)
                world.witness.watch(target) { kill(getpid(), SIGKILL) }
                try await errand.run(world)
            }
            let what: Comment = "\(errand.rawValue), step \(step): \(names[step])"
            let world = try errand.world(in: tree)
            try await world.checkSoundness(what)
            try await errand.run(world)
            let found = try await LocalOutcome(of: world, in: tree)
            #expect(found.differences(from: wanted) == [], what)
            try await world.checkSoundness(what)
        }
    }

    /// Of the steps called `names`, every failpoint and commit, and the last of the others of each
    /// name: what comes before it is done by then, what comes after is not.
    private func chosen(_ names: [String]) -> [Int] {
        let every = Set(Runner.Failpoint.allCases.map(\.rawValue) + ["commit"])
        var steps = Set(names.indices.filter { every.contains(names[$0]) })
        for name in Set(names).subtracting(every) {
            if let last = names.lastIndex(of: name) { steps.insert(last) }
        }
        return steps.sorted()
    }

    @Test("half way through the items of a batch, too")
    func withinBatch() async throws {
        let calm = try await LocalErrand.execution.prepare()
        let first = try LocalErrand.execution.world(in: calm)
        first.witness.watch(nil)
        try await LocalErrand.execution.run(first)
        let names = first.witness.names
        let wanted = try await LocalOutcome(of: first, in: calm)
        for step in names.indices where names[step] == "stop?" {
            let tree = try await LocalErrand.execution.prepare()
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [base = tree.base as String, target = step as Int] in
                let world = try LocalErrand.execution.world(in: LocalTree(base: base))
                world.witness.watch(target) { kill(getpid(), SIGKILL) }
                try await LocalErrand.execution.run(world)
            }
            let world = try LocalErrand.execution.world(in: tree)
            try await LocalErrand.execution.run(world)
            let found = try await LocalOutcome(of: world, in: tree)
            #expect(found.differences(from: wanted) == [], "step \(step)")
            try await world.checkSoundness()
        }
    }

    @Test("a disk that is full from some step on costs nothing but time")
    func fullDisk() async throws {
        let calm = try await LocalErrand.execution.prepare()
        let first = try LocalErrand.execution.world(in: calm)
        first.witness.watch(nil)
        try await LocalErrand.execution.run(first)
        let count = first.witness.count
        let wanted = try await LocalOutcome(of: first, in: calm)
        var hurtCount = 0
        for step in stride(from: 0, to: count, by: max(1, count / 10)) {
            let tree = try await LocalErrand.execution.prepare()
            let before = Set(tree.contents().keys)
            await #expect(processExitsWith: .success) {
                [base = tree.base as String, target = step as Int] in
                let world = try LocalErrand.execution.world(in: LocalTree(base: base))
                signal(SIGXFSZ, SIG_IGN)
                world.witness.watch(target) {
                    // No file of this process can grow any more, nor be written to at all.
                    var none = rlimit(rlim_cur: 0, rlim_max: 0)
                    if setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &none) != 0 { abort() }
                }
                do {
                    try await world.executeForGood()
                } catch let error as RunnerError {
                    // What it says happened is what happened.
                    let isOpen = try await !world.ledger.openItems().isEmpty
                    if error.message.contains("nothing was changed") { abort() }
                    if isOpen, !error.message.contains("not recorded") { abort() }
                }
            }
            let what: Comment = "step \(step) of \(count)"
            let world = try LocalErrand.execution.world(in: tree)
            try await world.checkSoundness(what)
            let left = try await LocalOutcome(of: world, in: tree)
            if !left.differences(from: wanted).isEmpty { hurtCount += 1 }
            // What failed for want of room is tried again later; nothing else went meanwhile.
            #expect(
                before.subtracting(tree.contents().keys).isSubset(
                    of: before.subtracting(calm.contents().keys)), what)
            try await world.executeForGood()
            world.now += 60
            try await world.executeForGood()
            let found = try await LocalOutcome(of: world, in: tree)
            #expect(found.differences(from: wanted) == [], what)
            try await world.checkSoundness(what)
        }
        #expect(hurtCount > 3)
    }
}
