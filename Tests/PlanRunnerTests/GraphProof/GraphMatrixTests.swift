// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Every request that a run sends, answered wrongly once; then the next process goes on in peace.
@Suite("Every fault of OneDrive at every request", .tags(.anyAnswer, .onlyWhatWasPlanned))
struct GraphMatrixTests {
    /// One fault at one request.
    private struct Cell {
        let trouble: GraphTrouble
        let target: GraphTarget
        /// Which of the requests of that sort, from 1.
        let number: Int
    }

    /// How many cells a sample has of each sort of request.
    private static let sampleCount = 3

    @Test(
        "loses nothing, deletes nothing else, and comes to the same end",
        arguments: GraphErrand.allCases, [SimulatedDriveKind.personal, .business])
    func everyFault(errand: GraphErrand, kind: SimulatedDriveKind) async throws {
        let tree = try LocalTree()
        let trial = try await GraphTrial(errand, kind, in: tree)
        #expect(trial.counts.count >= 2)
        for one in trial.counts {
            let troubles = GraphTrouble.all.filter { $0.mayHit(one.target.kind) }
            let cells = troubles.flatMap { trouble in
                (1...one.count).map { Cell(trouble: trouble, target: one.target, number: $0) }
            }
            let name = "\(errand) \(kind) \(one.target)"
            for cell in ProofScale.sample(cells, Self.sampleCount, name) {
                let what: Comment =
                    "\(trial.name), \(cell.target) number \(cell.number): \(cell.trouble); \(ProofScale.note)"
                do {
                    try await run(trial, cell, what)
                } catch {
                    Issue.record(error, what)
                }
            }
        }
    }

    private func run(_ trial: GraphTrial, _ cell: Cell, _ what: Comment) async throws {
        let world = try trial.world()
        world.graph.play(cell.target.rule(cell.trouble.fault, number: cell.number))
        await trial.attempt(world, what)
        #expect(world.graph.faultCounts == [1], what)
        try await trial.checkAfterTrouble(world, what)
        world.graph.play()
        try await trial.resume(world, isLie: cell.trouble.mayMislead(cell.target.kind), what)
        // What the service lied about when it listed the drive is mended by the next full listing.
        let isListingWrong = cell.trouble.isLie && cell.target.kind == .delta
        try await world.checkListing(what, fully: isListingWrong)
    }

    @Test(
        "A token that cannot be had does no harm, whichever it is",
        arguments: GraphErrand.allCases, AccessError.Kind.allCases)
    func everyToken(errand: GraphErrand, problem: AccessError.Kind) async throws {
        let tree = try LocalTree()
        let trial = try await GraphTrial(errand, .personal, in: tree)
        let error = AccessError(problem, "there is no token")
        let places = (0..<trial.tokenCount).flatMap { [($0, $0 + 1), ($0, Int.max)] }
        #expect(places.count > 4)
        for (first, end) in ProofScale.sample(places, 2, "\(errand) \(problem)") {
            let world = try trial.world()
            let what: Comment =
                "\(trial.name), tokens \(first)..<\(end): \(problem); \(ProofScale.note)"
            world.tokens.fail(first..<end, with: error)
            await trial.attempt(world, what)
            #expect(world.tokens.count > first, what)
            try await trial.checkAfterTrouble(world, what)
            world.tokens.fail(0..<0, with: error)
            try await trial.resume(world, what)
            try await world.checkListing(what)
        }
    }
}
