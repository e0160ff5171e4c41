// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import Messages
package import Reports
internal import RuleEngine
package import StateLedger
package import Text
package import Wording

/// What a sync of decisions came to, for people and programs.
package struct SyncReport: Sendable {
    /// Where, and under which name.
    let state: SyncSwitch
    /// What became of the state.
    package let outcome: SyncOutcome
    /// How many decisions are about what lies in local folders, which no other device can know.
    let localCount: Int
    /// The zone of its times.
    let timeZone: RuleTimeZone
    /// The devices that nothing waits for.
    let gone: SyncGone

    /// What has to be known: logs with which something is wrong since this time.
    package var warnings: [Phrase] {
        (outcome.isRenewed ? [.devicesRenewed] : [])
            + outcome.news.filter { !gone.contains($0) }.compactMap { $0.problemPhrase }
    }

    /// That not all that lies there was looked at; nil where it was.
    package var cut: Phrase? {
        outcome.isCut
            ? .devicesTooMany(place: state.place ?? "", limit: SyncLimits.devicesMax) : nil
    }

    /// Why what the others decided was not heard to its end, and what helps; nil where it was. In
    /// English, as it is recorded.
    var obstacle: String? {
        if outcome.isCut {
            return String(
                clause:
                    "there are logs of more than \(SyncLimits.devicesMax) other devices, or too"
                    + " many other files beside them, and not all are read; remove what is of devices"
                    + " that are gone, and say so by 'cleanrules sync decisions --forget DEVICE'")
        }
        let unheard = outcome.others.filter { $0.problem != nil && !gone.contains($0) }
        guard let first = unheard.first?.unheard else { return nil }
        if unheard.count == 1 { return first }
        let names = unheard.dropFirst().map(\.shownName).joined(separator: ", ")
        return String(clause: "\(first); something is wrong as well with the logs of \(names)")
    }

    /// What was taken over, device by device.
    package var news: [Phrase] {
        outcome.heard.sorted { $0.key < $1.key }.map {
            .devicesHeard(n: $0.value, device: VisibleText.escaped($0.key))
        } + (outcome.takenBack.isEmpty ? [] : [.devicesTakenBack(n: outcome.takenBack.count)])
    }

    /// All of it, line by line.
    package func lines(_ words: Words) -> [String] {
        var lines = [
            words(
                .devicesSynced(
                    place: state.place ?? "", name: VisibleText.escaped(state.name)))
        ]
        lines.append(words(.devicesSent(n: outcome.said)))
        lines += news.map { words($0) }
        if localCount > 0 { lines.append(words(.devicesLocal(n: localCount))) }
        if outcome.others.isEmpty { return lines + [words(.devicesAlone)] }
        let time = LocalTimeText(
            timeZone: timeZone, now: state.syncedAt ?? Timestamp(secondsSinceEpoch: 0),
            words: words)
        return lines + SyncedDevice.table(outcome.others, time, words)
    }

    /// All of it as JSON.
    package var json: JSONValue {
        var members = state.members(outcome.others)
        members["format"] = .number(1)
        members["device"] = .text(outcome.device)
        members["sent"] = .number(outcome.said)
        members["taken_over"] = .number(outcome.heardCount)
        members["not_shared"] = .number(localCount)
        members["undone"] = .number(outcome.takenBack.count)
        return JSONValue.object(members)
    }
}

extension SyncSwitch {
    /// What `status` and `sync decisions` say as JSON.
    package func members(_ others: [SyncedDevice]) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "on": .bool(isOn), "name": .text(name), "place": JSONValue(place),
            "devices": .list(others.map(\.json)),
        ]
        members.set("synced_at", syncedAt)
        return members
    }

    /// What `status` says of it; nil where nothing is shared.
    package func line(_ others: [SyncedDevice], _ time: LocalTimeText) -> Phrase? {
        guard isOn else { return nil }
        guard let syncedAt else { return .devicesStatusNever }
        if others.isEmpty { return .devicesStatusAlone(when: time.phrase(syncedAt)) }
        return .devicesStatus(
            names: Phrase.names(others.map(\.shownName)), when: time.phrase(syncedAt))
    }
}

extension SyncedDevice {
    /// Its name, or the beginning of its id.
    package var shownName: String {
        VisibleText.escaped(name.isEmpty ? String(device.prefix(8)) : name)
    }

    /// What is wrong with its log, if anything.
    package var problemPhrase: Phrase? {
        switch problem {
        case .damaged(let line, let reason):
            .devicesDamaged(device: shownName, line: line, why: VisibleText.escaped(reason))
        case .wentBack: .devicesWentBack(device: shownName)
        case .rewritten: .devicesRewritten(device: shownName)
        case .missing: .devicesMissing(device: shownName)
        case nil: nil
        }
    }

    /// Why its log was not read to its end, and what helps; nil where it was.
    fileprivate var unheard: String? {
        switch problem {
        case .damaged(let line, let reason):
            return String(
                clause: "the log of \(shownName) cannot be read from line \(line) on"
                    + " (\(VisibleText.escaped(reason))); sync on that device again, which writes"
                    + " it anew, or bring this program up to date where that one is newer, or, if"
                    + " the device is gone for good, say so by 'cleanrules sync decisions --forget"
                    + " \(shortID)'")
        case .wentBack:
            return String(
                clause: "the log of \(shownName) is an older copy than what was read before; sync"
                    + " on that device again, which writes it anew, or, if the device is gone for"
                    + " good, say so by 'cleanrules sync decisions --forget \(shortID)'")
        case .rewritten:
            return String(
                clause: "the log of \(shownName) is another one than what was read before; sync on"
                    + " that device again, which begins a new log, and say by 'cleanrules sync"
                    + " decisions --forget \(shortID)' that the old one counts no more")
        case .missing:
            return String(
                clause: "the log of \(shownName) was read before and is not there now; see whether"
                    + " the place is the right one and is reached, sync on that device again, or,"
                    + " if the device is gone for good, say so by 'cleanrules sync decisions --forget"
                    + " \(shortID)'")
        case nil: return nil
        }
    }

    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["id": .text(device), "name": .text(name)]
        members.set("last_decision", lastAt)
        members.set("read_at", readAt)
        members.set("problem", problem.map { String($0.code.prefix { $0 != ":" }) })
        return JSONValue.object(members)
    }

    /// The devices as a table.
    static func table(
        _ devices: [SyncedDevice], _ time: LocalTimeText, _ words: Words
    ) -> [String] {
        var rows = [
            words([.devicesColumnDevice, .devicesColumnLast, .devicesColumnRead])
        ]
        for device in devices {
            rows.append([
                device.shownName, device.lastAt.map { time.text($0) } ?? "–",
                device.readAt.map { time.text($0) } ?? "–",
            ])
        }
        return TextTable(rows: rows, leftColumns: [0, 1, 2]).lines
    }
}
