// SPDX-License-Identifier: Apache-2.0

package import Text

/// Something that happened, for a log that programs read.
package struct WorkflowEvent: Sendable {
    /// How much it matters.
    package enum Level: String, Sendable, CaseIterable {
        case info
        case warning
        case error
    }

    /// What happened; the codes are listed in docs/reference/json.md.
    package enum Code: String, Sendable, CaseIterable {
        case roundStarted = "round-started"
        case rulesLoaded = "rules-loaded"
        case driveListed = "drive-listed"
        case planMade = "plan-made"
        case staged
        case refused
        case driveHeld = "drive-held"
        case batchExecuted = "batch-executed"
        case executed
        case notified
        case roundEnded = "round-ended"
    }

    /// What happened.
    package let code: Code
    /// How much it matters.
    package let level: Level
    /// What belongs to it.
    package let data: [String: JSONValue]

    /// The event `code` with what belongs to it.
    package init(_ code: Code, _ level: Level = .info, _ data: [String: JSONValue] = [:]) {
        self.code = code
        self.level = level
        self.data = data
    }
}
