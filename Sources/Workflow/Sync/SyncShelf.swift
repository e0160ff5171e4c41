// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import DriveAdapters

/// What was read at the place where devices share decisions.
struct SyncShelf: Sendable {
    /// The logs that lie there, as far as they can be read.
    var logs: [SyncLogReading] = []
    /// The files of the logs, by device, where a log is replaced only if it is still the same file.
    var files: [String: ShelvedFile] = [:]
    /// The devices whose logs lie there and were not looked at, because there are too many.
    var unread: Set<String> = []
    /// Whether not all that lies there was looked at, but for logs of devices that are gone.
    var isCut = false
}
