// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The allocator that finds what a program does wrong with its memory: see
/// `Tests/Interposer/allocator.c`.
struct CheckedAllocator {
    private let home: ScratchHome
    private let report = "allocator-report"

    /// An allocator for programs that run in `home`.
    init(_ home: ScratchHome) { self.home = home }

    /// The environment in which a program has it.
    func environment(_ others: [String: String] = [:]) throws -> [String: String] {
        var all = others
        all["LD_PRELOAD"] = [try Self.library.get(), others["LD_PRELOAD"]].compactMap { $0 }
            .joined(separator: " ")
        all["CHECK_REPORT"] = home.path + "/" + report
        // A crash is told by the status; looking for its place takes longer than all else.
        all["SWIFT_BACKTRACE"] = "enable=no"
        return all
    }

    /// How many blocks of memory the programs that have ended by themselves had, how many of them
    /// had pages of their own, and how many freed bytes were looked at.
    func counts() throws -> (programs: Int, blocks: Int, paged: Int, freedBytes: Int) {
        guard home.has(report) else { return (0, 0, 0, 0) }
        let lines = try home.text(report).split(separator: "\n")
            .map { $0.split(separator: " ").compactMap { Int($0) } }
        func sum(_ place: Int) -> Int { lines.reduce(0) { $0 + ($1.count == 4 ? $1[place] : 0) } }
        return (lines.count, sum(1), sum(2), sum(3))
    }

    /// Holds a program to having done nothing wrong, and to having been looked at.
    func check(_ run: CommandRun, _ what: String, before: Int) throws {
        #expect(!run.errors.contains("allocator: "), "\(what): \(run.errors)")
        #expect(run.status < 128, "\(what): \(run.status): \(run.errors)")
        #expect(try counts().programs > before, "\(what) ran without the allocator")
    }

    private static let library = Result { try CompiledC.library("allocator") }
}
