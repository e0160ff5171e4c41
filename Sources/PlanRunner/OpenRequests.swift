// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// Requests to delete something of which nobody knows whether they were carried out, on drives where
/// an item that is seen may be on its way out all the same.
///
/// Such an item stays `executing`, so that nobody is told that it stays, until it is seen
/// `DeletingDrive.settlingSeconds` after the request. That time begins when the process that sent
/// it noted that no answer came; of a process that did not live to note it, when the next one sees
/// the item. Kept in the state file, so that every process knows.
struct OpenRequests: Sendable, Hashable {
    /// What is known of one request.
    private struct Request: Sendable, Hashable {
        /// Since when no request has been sent, in seconds since 1970; the last instant of all where
        /// nobody has seen the item since.
        var since: Int64
        /// Whether it counts as an attempt, and is not repeated: the process that sent it lived on
        /// and had no answer, or it was repeated already, or the item has changed.
        var isLost: Bool
    }

    /// The requests by the numbers of their items.
    private var requests: [Int64: Request] = [:]

    /// None.
    init() {}

    /// Whether the time of the request for `number` is over at `now`, which lets it count that the
    /// item is seen. A clock that was set back since begins that time anew.
    func isSettled(_ number: Int64, at now: Timestamp, after seconds: Int64) -> Bool {
        if seconds == 0 { return true }
        guard let request = requests[number] else { return false }
        // What is not seen yet has no beginning, and nothing is subtracted from that.
        return request.since <= now.secondsSinceEpoch
            && now.secondsSinceEpoch - request.since >= seconds
    }

    /// Whether anything is noted of the request for `number`.
    func isNoted(_ number: Int64) -> Bool { requests[number] != nil }

    /// Whether the request for `number` counts as an attempt, and is not repeated.
    func isLost(_ number: Int64) -> Bool { requests[number]?.isLost == true }

    /// Notes that no answer came, up to `now`, to the requests for `numbers`.
    mutating func noteLost(_ numbers: [Int64], at now: Timestamp) {
        for number in numbers {
            requests[number] = Request(since: now.secondsSinceEpoch, isLost: true)
        }
    }

    /// Notes that the requests for `numbers` are about to be repeated.
    mutating func noteSent(_ numbers: [Int64]) {
        for number in numbers { requests[number] = Request(since: .max, isLost: true) }
    }

    /// Notes that the items of `numbers` are seen at `now`, unless they were seen before.
    mutating func noteSeen(_ numbers: [Int64], at now: Timestamp) {
        for number in numbers {
            var request = requests[number] ?? Request(since: .max, isLost: false)
            request.since = min(request.since, now.secondsSinceEpoch)
            requests[number] = request
        }
    }

    /// Notes that the items of `numbers` are seen at `now`, and are not what they were: their
    /// requests are not repeated.
    mutating func noteChanged(_ numbers: [Int64], at now: Timestamp) {
        noteSeen(numbers, at: now)
        for number in numbers { requests[number]?.isLost = true }
    }

    /// Forgets all but the requests for `numbers`.
    mutating func keep(only numbers: Set<Int64>) {
        requests = requests.filter { numbers.contains($0.key) }
    }
}

extension OpenRequests {
    private static let lostMark = "lost"
    private static let seenMark = "seen"

    /// As the state file keeps it: an instant, what was noted, and for which numbers, a line each.
    var text: String {
        let groups = Dictionary(grouping: requests.keys) { requests[$0] }
        let lines = groups.compactMap { request, numbers -> (since: Int64, text: String)? in
            guard let request else { return nil }
            let words = numbers.sorted().map(String.init).joined(separator: " ")
            let mark = request.isLost ? Self.lostMark : Self.seenMark
            return (request.since, "\(request.since) \(mark) \(words)")
        }
        return lines.sorted { $0.since != $1.since ? $0.since > $1.since : $0.text < $1.text }
            .map(\.text).joined(separator: "\n")
    }

    /// What `text` keeps; a line that cannot be read is passed over, which costs a minute.
    init(text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count > 2, let since = Int64(parts[0]), since >= 0,
                [Self.lostMark, Self.seenMark].contains(String(parts[1]))
            else { continue }
            for number in parts.dropFirst(2).compactMap({ Int64($0) }) {
                requests[number] = Request(since: since, isLost: parts[1] == Self.lostMark)
            }
        }
    }
}

extension Runner {
    private static let openRequestsSetting = "open-requests"

    /// The words of `text` from its beginning that there is room for in a setting.
    static func settingText(_ text: String) -> String {
        if text.utf8.count <= Ledger.settingBytesMax { return text }
        let start = text.utf8.prefix(Ledger.settingBytesMax)
        let end = start.lastIndex { $0 == 0x20 || $0 == 0x0a } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }

    /// The requests of which nobody knows whether they were carried out.
    func openRequests() async throws(RunnerError) -> OpenRequests {
        try await calling { ledger async throws(LedgerError) in
            try await ledger.setting(Runner.openRequestsSetting)
        }.map(OpenRequests.init(text:)) ?? OpenRequests()
    }

    /// Changes what is noted of such requests.
    func updateOpenRequests(
        _ change: (inout OpenRequests) -> Void
    ) async throws(RunnerError) {
        let before = try await openRequests()
        var requests = before
        change(&requests)
        if requests == before { return }
        // Of very many the newest have to do; the others are waited for a minute longer.
        let text = Runner.settingText(requests.text)
        try await calling { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: Runner.openRequestsSetting)
        }
    }
}
