// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
package import HTTPTransport
internal import Messages
internal import RuleEngine
internal import SignedText
internal import StateLedger
internal import Text
internal import Tiers
internal import Wording

/// Asks an issuer: redeems a code, and fetches what was granted.
///
/// A redeeming is on record before the issuer hears of it, and the issuer hears that it is over only
/// after what came of it is on record. So it may end at any instruction: the same code goes on with the
/// same key, which the issuer takes for one redeeming.
package struct TierExchange: Sendable {
    /// A place between two steps.
    package enum Point: String, Sendable, CaseIterable {
        /// Nothing is on record.
        case beginning
        /// The key is on record, the issuer does not know of it.
        case begun
        /// The issuer has answered, nothing of it is on record.
        case answered
        /// What came of it is on record, the issuer was not told.
        case written
        /// The issuer was told, which is not on record.
        case told
    }

    private let session: StateSession
    private let issuer: String
    private let address: String
    private let client: any HTTPExchanging
    /// Told between any two steps, so that a test can end the exchange there.
    private let failpoint: @Sendable (Point) throws(Failure) -> Void

    /// The most bytes of an answer.
    private static let answerBytesMax = 1 << 20
    /// How long a step of a request may take, in seconds.
    private static let stepSeconds = 20.0

    /// An exchange with `issuer`, whose policy has to be known and to name where codes are redeemed.
    package static func with(
        _ issuer: String, _ session: StateSession, client: (any HTTPExchanging)? = nil,
        failpoint: @escaping @Sendable (Point) throws(Failure) -> Void = { _ throws(Failure) in }
    ) async throws(Failure) -> TierExchange {
        let tiers = session.tiers
        let policy = try await session.asking { _ async throws(LedgerError) in
            try await tiers.desk().policy(of: issuer)
        }
        guard let address = policy?.links[.redeem], ServiceAddress.origin(of: address) != nil else {
            throw Failure(
                .refused,
                Message(
                    "the policy of '\(VisibleText.escaped(issuer))' names no place on the network"
                        + " that answers; take what it signed as a file"))
        }
        let way: any HTTPExchanging
        if let client { way = client } else { way = try Self.client() }
        return TierExchange(
            session: session, issuer: issuer,
            address: address.hasSuffix("/") ? String(address.dropLast()) : address, client: way,
            failpoint: failpoint)
    }

    private static func client() throws(Failure) -> any HTTPExchanging {
        var settings = CurlSettings(environment: Environment.network)
        settings.connectSeconds = stepSeconds
        settings.firstByteSeconds = stepSeconds
        settings.responseSecondsMax = stepSeconds
        do throws(HTTPError) {
            return try CurlClient(settings)
        } catch {
            throw Failure(.offline, Phrase.told(error.message))
        }
    }

    // MARK: Redeeming

    /// Redeems `code`; `consent` is asked with what it would bring, and throws where that is declined.
    /// Whether anything is new.
    package func redeem(
        _ code: String, consent: (TierTaking) throws(Failure) -> Void
    ) async throws(Failure) -> Bool {
        try failpoint(.beginning)
        let seat = try await TierTrust.seat(session)
        let redemption = try await begin(code)
        try failpoint(.begun)
        let texts: [String]
        do throws(Failure) {
            texts = try await signed(
                "/v1/redeem",
                [
                    ("code", .text(code)), ("key", .text(redemption.key)), ("seat", .text(seat)),
                    ("use", await use()),
                ]
            ).texts
        } catch {
            if error.status == .refused { try await move(redemption.key, .refused) }
            throw error
        }
        try failpoint(.answered)
        let taking = try await TierTaking.read(texts.joined(separator: "\n"), session)
        try consent(taking)
        let isNew = try await taking.take(redemption: redemption.key)
        try failpoint(.written)
        if isNew { await session.count(.offerTaken, of: [issuer]) }
        await finish(redemption.key)
        return isNew
    }

    private func begin(_ code: String) async throws(Failure) -> RedemptionRecord {
        let letters = code.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        let fresh = RedemptionRecord(
            key: TierTrust.random(), issuer: issuer,
            codeDigest: SignedTextReader.digest(of: Array(letters.utf8)), step: .begun)
        let now = session.clock.now()
        return try await session.asking { ledger async throws(LedgerError) in
            try await ledger.begin(fresh, actor: "person", at: now)
        }
    }

    private func move(
        _ key: String, _ step: RedemptionRecord.Step
    ) async throws(Failure) {
        let now = session.clock.now()
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.move(redemption: key, to: step, actor: "person", at: now)
        }
    }

    /// Tells the issuer that what came of a redeeming is on record. What fails here is done another
    /// time: nothing depends on it.
    private func finish(_ key: String) async {
        do throws(Failure) {
            _ = try await answer("/v1/finish", [("key", .text(key))])
            try failpoint(.told)
            try await move(key, .finished)
        } catch {
            return
        }
    }

    // MARK: Asking

    /// What an asking came to.
    package struct Outcome: Sendable {
        /// Whether anything is new.
        package let isNew: Bool
        /// How many grants there are for this state.
        package let grants: Int
        /// How many grants have no place left for another machine.
        package let full: Int
    }

    /// Fetches the newest policy and what was granted to this state, and tells the issuer of
    /// redeemings that are on record.
    package func refresh() async throws(Failure) -> Outcome {
        try await ask("/v1/standing", proof: [])
    }

    /// Fetches the same, and has this state be one of the machines of the grants in `proof`, signed
    /// texts of the issuer, and of those on record, as far as they have a place left.
    package func restore(proof: [String]) async throws(Failure) -> Outcome {
        let records = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.tierRecords()
        }
        let own = records.entitlements.filter { $0.issuer == issuer && $0.kind == .grant }
        let all = proof + own.map(\.signed).filter { !proof.contains($0) }
        return try await ask("/v1/grants", proof: Array(all.prefix(Self.proofMax)))
    }

    /// The most grants that are shown to an issuer.
    private static let proofMax = 16

    private func ask(_ path: String, proof: [String]) async throws(Failure) -> Outcome {
        let seat = try await TierTrust.seat(session)
        let records = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.tierRecords()
        }
        for one in records.redemptions where one.issuer == issuer && one.step == .written {
            await finish(one.key)
        }
        var members: [(String, JSONValue)] = [("seat", .text(seat)), ("use", await use())]
        if !proof.isEmpty { members.append(("proof", .texts(proof))) }
        let (texts, full) = try await signed(path, members)
        let taking = try await TierTaking.read(texts.joined(separator: "\n"), session)
        let isNew = try await taking.take()
        let now = session.clock.now()
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.noteAnswer(of: issuer, at: now)
        }
        try await mendCounts(now)
        return Outcome(isNew: isNew, grants: taking.grantCount, full: full)
    }

    /// Has what is counted of today be no less than the history of the state says, now that the issuer
    /// was heard: then a day goes on in which somebody had changed the one by hand.
    private func mendCounts(_ now: Timestamp) async throws(Failure) {
        let zone = await session.timeZone(nil)
        _ = try await session.asking { ledger async throws(LedgerError) in
            let counted = try await ledger.quotaUse(day: zone.day(at: now).text)
            return try await ledger.raiseCounts(
                day: counted.effectiveDay, actor: "person", at: now)
        }
    }

    /// For how many days is told how often a bound of the issuer was come to, and its offers shown.
    private static let useDays: Int64 = 30

    /// That: by day and word, numbers alone.
    private func use() async -> JSONValue {
        let zone = await session.timeZone(nil)
        let now = session.clock.now()
        let first = Timestamp(
            secondsSinceEpoch: max(0, now.secondsSinceEpoch - Self.useDays * 86_400))
        let counted: [EventCount]? = try? await session.ledger.events(
            from: zone.day(at: first).text, to: zone.day(at: now).text)
        let names = Set(EventName.ofTiers.map(\.text))
        let own = (counted ?? []).filter { names.contains($0.name) && $0.context == issuer }
        return .list(
            own.map { event in
                .object([
                    ("day", .text(event.day)), ("name", .text(event.name)),
                    ("count", .number(event.count)),
                ])
            })
    }

    /// The signed texts of an answer, and how many grants it calls full.
    private func signed(
        _ path: String, _ members: [(String, JSONValue)]
    ) async throws(Failure) -> (texts: [String], full: Int) {
        let answer = try await answer(path, members)
        let texts = answer["signed"]?.list?.map(\.text) ?? []
        let found = texts.compactMap(\.self)
        guard !found.isEmpty, found.count == texts.count else { throw Self.unclear }
        let full = answer["full"]?.number.flatMap { Int(exactly: $0) } ?? 0
        return (found, max(0, full))
    }

    private static var unclear: Failure {
        Failure(.offline, Message("the issuer answers what cannot be understood; try again later"))
    }

    /// Whether `body` is the issuer's own refusal of what was asked by `members`. A proxy on the way
    /// answers 403 as well, but not with the key or the machine that was asked about.
    private static func isRefusal(_ body: [UInt8], of members: [(String, JSONValue)]) -> Bool {
        guard let tree = try? JSONTree(strict: body, .init(depth: 2, values: 8)),
            tree["error"]?.text == "refused", let mark = tree["of"]?.text,
            let asked = members.first(where: { $0.0 == "key" })
                ?? members.first(where: { $0.0 == "seat" }),
            case .text(let own) = asked.1
        else { return false }
        return mark == own
    }

    private func answer(
        _ path: String, _ members: [(String, JSONValue)]
    ) async throws(Failure) -> JSONTree {
        let body = JSONValue.object(members)
        var request = HTTPRequest(
            .post, address + path,
            headers: [
                HTTPField("Content-Type", "application/json"),
                HTTPField("User-Agent", "cleanrules/\(Version.text)"),
            ], body: body.bytes(), isIdempotent: true)
        request.responseByteCountMax = Self.answerBytesMax
        let response: HTTPResponse
        do throws(HTTPError) { response = try await client.exchange(request) } catch {
            throw Failure(.offline, Phrase.told(error.message))
        }
        switch response.status {
        case 200: break
        case 403 where Self.isRefusal(response.body, of: members):
            throw Failure(.refused, Message("the issuer knows no such code, or it is used up"))
        default:
            throw Failure(
                .offline, Message("the issuer answers \(response.status); try again later"))
        }
        guard let tree = try? JSONTree(strict: response.body, .init(depth: 4, values: 256))
        else { throw Self.unclear }
        return tree
    }
}
