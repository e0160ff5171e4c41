// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import HTTPTransport
internal import PlanRunner
internal import POSIX
internal import RuleEngine
internal import Text
package import Wording

/// What became of the notices of a round.
package struct NoticeOutcome: Sendable {
    /// How many were sent, those of earlier rounds among them.
    package var sent = 0
    /// Those that could not be sent now: how, and why.
    package var unsent: [UnsentNotice] = []
    /// How many will not be tried any more.
    package var givenUp = 0

    /// The same as JSON.
    var json: JSONValue {
        .sorted([
            ("sent", .number(sent)), ("given_up", .number(givenUp)),
            (
                "unsent",
                .list(
                    unsent.map { one in
                        .sorted([
                            ("channel", .text(one.channel)), ("why", .text(Words.english(one.why))),
                        ])
                    })
            ),
        ])
    }
}

/// A notice that could not be sent.
package struct UnsentNotice: Sendable {
    /// How it is sent.
    package let channel: String
    /// Why it was not.
    package let why: Phrase
    /// Whether no other round tries it again.
    package var isFinal = false

    /// The same, for people.
    package var line: Phrase {
        isFinal
            ? .notifyRefused(what: channel, why: why) : .notifyUnsent(what: channel, why: why)
    }
}

/// Tells others what a round came to, as the rules say. It never fails a round, and takes 30 seconds
/// at most: what cannot be sent is kept for the next one, where there is a state to keep it in.
package struct Notifier {
    private let rules: LoadedRules
    private let outbox: NoticeOutbox?
    /// How long one step of a request may take, in seconds; there are three.
    private static let stepSeconds = 4.0
    /// The most bytes of an answer, which nobody reads.
    private static let responseBytesMax = 64 << 10
    /// After how many seconds no more is begun.
    private static let beginSeconds = 17.0

    /// Tells those that `rules` name. Nil for a round whose state cannot be opened, or is another
    /// round's to change: it is told as well, but what cannot be sent is not tried again.
    package init(rules: LoadedRules, session: StateSession?) {
        self.rules = rules
        outbox = session.map { NoticeOutbox(session: $0) }
    }

    /// Whether there is anybody to tell.
    package var hasTargets: Bool { !rules.file.notifications.isEmpty }

    /// Tells heartbeats that a round begins.
    package func begin() async {
        guard rules.file.notifications.contains(where: { $0.channel == .heartbeat }),
            let client = Self.client()
        else { return }
        let begin = MonotonicTime.seconds
        for target in rules.file.notifications where target.channel == .heartbeat {
            guard let address = value(target.address),
                MonotonicTime.seconds - begin < Self.stepSeconds
            else { continue }
            var request = NoticeRequest.start(address)
            request.responseByteCountMax = Self.responseBytesMax
            _ = try? await client.exchange(request)
        }
    }

    /// Sends what waits from earlier rounds, and what `report` has to tell.
    package func tell(_ report: RunReport) async -> NoticeOutcome {
        var outcome = NoticeOutcome()
        let begin = MonotonicTime.seconds
        let client = Self.client()
        var left: [NoticeOutbox.Entry] = []
        let (entries, keptCount) = await entries(report)
        for var entry in entries {
            let target = rules.file.notifications.first { Self.name(of: $0) == entry.target }
            guard let target else {
                // The rules do not name them any more.
                outcome.givenUp += 1
                continue
            }
            let isLate = MonotonicTime.seconds - begin > Self.beginSeconds
            var unsent: UnsentNotice? =
                isLate
                ? UnsentNotice(channel: target.channel.rawValue, why: .notifyLate)
                : await failure(of: entry.notice, target, client)
            entry.tries += 1
            let isLast = entry.tries >= NoticeOutbox.triesMax || outbox == nil
            if isLast || target.channel == .heartbeat { unsent?.isFinal = true }
            guard let unsent else {
                outcome.sent += 1
                continue
            }
            outcome.unsent.append(unsent)
            if target.channel == .heartbeat { continue }
            if unsent.isFinal {
                outcome.givenUp += 1
            } else {
                left.append(
                    .init(target: entry.target, notice: entry.notice.brief, tries: entry.tries))
            }
        }
        // Where that cannot be stored, what was kept before is tried again, and nothing else.
        let leftCount = await outbox?.keep(left) ?? min(left.count, keptCount)
        outcome.givenUp += left.count - leftCount
        return outcome
    }

    /// What is to be sent: what waits, then what is new; and how many of them are kept.
    private func entries(
        _ report: RunReport
    ) async -> (all: [NoticeOutbox.Entry], keptCount: Int) {
        // A heartbeat is that of the round that is under way.
        let isBeside = report.end?.status == .locked
        let targets = rules.file.notifications.filter { !isBeside || $0.channel != .heartbeat }
        let new = targets.compactMap { target -> NoticeOutbox.Entry? in
            Notice(report, for: target).map {
                NoticeOutbox.Entry(target: Self.name(of: target), notice: $0, tries: 0)
            }
        }
        // Kept before anything is sent: a process that is ended meanwhile loses none.
        let old = await outbox?.entries() ?? []
        let all = old + new
        let lasting = all.filter { !$0.target.hasPrefix(Self.heartbeatPrefix) }
        let kept = await outbox?.keep(
            lasting.map { .init(target: $0.target, notice: $0.notice.brief, tries: $0.tries) })
        return (all, kept ?? old.count)
    }

    private static let heartbeatPrefix = "\(NotificationTarget.Channel.heartbeat.rawValue) "

    /// What tells a target from others, without its address.
    private static func name(of target: NotificationTarget) -> String {
        let person = target.mail.map { "\n" + $0.recipient.text } ?? ""
        let address: String =
            switch target.address {
            case .plain(let text): SHA256Text.of(Array((text + person).utf8))
            case .environment(let name): "env:\(name)" + hashed(person)
            case .file(let path): "file:\(path)" + hashed(person)
            }
        return [target.channel.rawValue, address, target.room ?? ""].joined(separator: " ")
    }

    private static func hashed(_ person: String) -> String {
        person.isEmpty ? "" : " " + SHA256Text.of(Array(person.utf8))
    }

    // MARK: Sending

    /// Why `notice` could not be brought to `target`; nil if it was.
    private func failure(
        of notice: Notice, _ target: NotificationTarget, _ client: (any HTTPExchanging)?
    ) async -> UnsentNotice? {
        if let mail = target.mail {
            let carrier = MailCarrier(rules: rules, target: target, mail: mail)
            return await carrier.failure(of: notice, named: Self.name(of: target))
        }
        let why: Phrase?
        if let client {
            why = await reason(of: notice, target, client)
        } else {
            why = .notifyNoNetwork
        }
        return why.map { UnsentNotice(channel: target.channel.rawValue, why: $0) }
    }

    private func reason(
        of notice: Notice, _ target: NotificationTarget, _ client: any HTTPExchanging
    ) async -> Phrase? {
        guard let address = value(target.address) else { return .notifyNoValue(name: "url") }
        let key = target.key.flatMap(value)
        if target.key != nil, key == nil { return .notifyNoValue(name: "key") }
        guard ServiceAddress.origin(of: address) != nil else { return .notifyNoAddress }
        let made = NoticeRequest.request(
            notice, to: target, address: address, key: key,
            time: SystemClock.now().secondsSinceEpoch)
        guard var request = made else { return .notifyNoAddress }
        request.responseByteCountMax = Self.responseBytesMax
        request.headers.append(HTTPField("User-Agent", "cleanrules/\(Version.text)"))
        do throws(HTTPError) {
            let response = try await client.exchange(request)
            // Redirects are not followed: they could lead to somebody else.
            if (200..<300).contains(response.status) { return nil }
            return .notifyStatus(text: String(response.status))
        } catch {
            return .told(error.message)
        }
    }

    private func value(_ value: NotificationTarget.Value) -> String? {
        NoticeValues(folder: rules.folder).text(of: value)
    }

    private static func client() -> (any HTTPExchanging)? {
        var settings = CurlSettings(environment: Environment.network)
        settings.connectSeconds = stepSeconds
        settings.firstByteSeconds = stepSeconds
        settings.responseSecondsMax = stepSeconds
        return try? CurlClient(settings)
    }
}
