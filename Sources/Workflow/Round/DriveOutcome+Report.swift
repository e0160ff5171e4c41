// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Reports
internal import Text
internal import Wording

extension DriveOutcome {
    /// What came of it, in a line for people.
    func line(_ time: LocalTimeText) -> Phrase {
        let shown = VisibleText.escaped(name)
        var parts: [Phrase] = []
        switch standing {
        case .listed:
            if let items, let bytes {
                parts.append(.runDriveListed(n: items, drive: shown, size: bytes))
            } else {
                parts.append(.runDriveCounted(n: items ?? 0, drive: shown))
            }
        case .short, .empty, .swapped, .untold, .canary:
            parts.append(doubt?.advice(shown) ?? .runUnlisted)
        case .missing: parts.append(.runDriveMissing(drive: shown))
        case .offline: parts.append(.runDriveOffline(drive: shown))
        case .signIn:
            parts.append(.runDriveSignIn(drive: shown, command: command ?? .check))
        case .failed: parts.append(.runDriveFailed(drive: shown, why: failure ?? .runUnlisted))
        case .unasked: parts.append(.runDriveUnasked(drive: shown))
        }
        if standing != .listed, let listed {
            parts.append(.runDriveLast(when: time.phrase(listed)))
        }
        if let free = space?.freeBytes { parts.append(.runDriveFree(size: free)) }
        if let bin = space?.binBytes { parts.append(.runDriveBin(size: bin)) }
        return .series(parts, separator: " · ")
    }

    /// The same as JSON, with commands as `words` have them.
    func json(_ words: Words) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "name": .text(name), "kind": .text(kind), "state": .text(standing.rawValue),
        ]
        members.set("items", items)
        members.set("files", files)
        members.set("bytes", bytes)
        members.set("listed", listed)
        members.set("why", why.map { Words.english($0) })
        members.set("command", command.map { words.command($0) })
        if let space { members.merge(space.json) { _, new in new } }
        return members
    }
}

extension DriveSpace {
    /// What was told, as members of JSON.
    var json: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.set("free_bytes", freeBytes)
        members.set("total_bytes", totalBytes)
        members.set("bin_bytes", binBytes)
        return members
    }
}

extension QuotaReport {
    /// What is used of today's quotas and when they are free again; nil where none is set.
    func roundLine(_ time: LocalTimeText) -> Phrase? {
        var parts: [Phrase] = []
        if let limit = deletes.limit {
            parts.append(.quotaWarningDeletions(used: deletes.used, limit: limit))
        }
        if let limit = bytes.limit {
            parts.append(.quotaWarningBytes(amount: bytes.used, most: limit))
        }
        if parts.isEmpty { return nil }
        parts.append(.runQuotaFree(when: time.phrase(nextDay)))
        return .series(parts, separator: " · ")
    }
}
