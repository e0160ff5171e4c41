// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Workflow

/// How much of a long list is shown.
struct LimitOption: ParsableArguments {
    @Option(name: .long, help: "Show at most so many lines.")
    var limit: Int?

    /// How many lines a terminal is shown unless somebody says otherwise.
    static let onTerminal = StatusReport.itemsMax

    mutating func validate() throws {
        if let limit, limit < 1 {
            throw ValidationError(String(clause: "--limit takes a number from 1 on."))
        }
    }
}
