// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// Benchmarks of the long paths: a plan over a large listing, copies among local files, and pictures
/// that look alike.
///
/// Not installed; meaningful in release builds only. Every run prints what came out beside how
/// long it took, so that a fast wrong answer is seen.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cleanrules-bench",
        abstract: "Benchmarks: listings made to measure, plans over them, copies, pairs.",
        subcommands: [
            ListingBench.self, TreeBench.self, PlanBench.self, DuplicatesBench.self,
            PairsBench.self, LooksBench.self,
        ])
}
