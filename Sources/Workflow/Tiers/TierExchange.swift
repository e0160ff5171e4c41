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
    ///
    /// It is asked before the code is used up. An issuer that cannot say what a code is worth is asked
    /// to redeem it first: what was not agreed to then is on record as that, and `refresh` leaves it.
    package func redeem(
        _ code: String, consent: (any TierProspect) throws(Failure) -> Void
    ) async throws(Failure) -> Bool {
        try failpoint(.beginning)
        let seat = try await TierTrust.seat(session)
        let redemption = try await begin(code)
        try failpoint(.begun)
        let members: [(String, JSONValue)] = [
            ("code", .text(code)), ("key", .text(redemption.key)), ("seat", .text(seat)),
        ]
        let offered = try await ending(redemption.key) {
            () async throws(Failure) -> JSONTree? in
            try await answerIfKnown("/v1/offer", members)
        }
        let worth = try await self.worth(offered)
        if let worth { try consent(worth) }
        let counted = await use()
        let asked = members + [("use", counted)]
        let texts = try await ending(redemption.key) {
            () async throws(Failure) -> [String] in
            try await signed("/v1/redeem", asked).texts
        }
        try failpoint(.answered)
        let taking = try await TierTaking.read(texts.joined(separator: "\n"), session)
        if worth.map({ taking.isWorth($0) }) != true {
            // Whoever ends it here has not agreed to anything.
            try await decline(taking)
            try consent(taking)
        }
        let isNew = try await taking.take(redemption: redemption.key)
        try failpoint(.written)
        if isNew { await session.count(.offerTaken, of: [issuer]) }
        await finish(redemption.key)
        return isNew
    }

    /// What `body` makes; where the issuer refuses that, the redeeming of `key` is over, and where it has
    /// to approve it first, that is on record.
    private func ending<Value: Sendable>(
        _ key: String, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        do throws(Failure) { return try await body() } catch {
            switch error.status {
            case .refused: try await move(key, .refused)
            case .partial: try await move(key, .pending)
            default: break
            }
            throw error
        }
    }

    /// What `answer` says that a code is worth; nil where there is none, for the issuer is of an earlier
    /// version, which does not know.
    private func worth(_ answer: JSONTree?) async throws(Failure) -> TierWorth? {
        guard let answer else { return nil }
        let text = answer["signed"]?.list?.first?.text ?? ""
        guard let tier = answer["tier"]?.text, !tier.isEmpty, tier.utf8.count <= Self.nameMax,
            let isTrial = answer["trial"]?.bool
        else { throw Self.unclear }
        let taking = try await TierTaking.read(text, session)
        guard let policy = taking.policy(of: issuer), policy.tiers[tier] != nil else {
            throw Self.unclear
        }
        let seconds = answer["seconds"]?.number
        guard seconds.map({ (1...Self.secondsMax).contains($0) }) ?? true else {
            throw Self.unclear
        }
        let now = session.clock.now().secondsSinceEpoch
        return TierWorth(
            tier: tier, until: seconds.map { Timestamp(secondsSinceEpoch: now + $0) },
            seconds: seconds, isTrial: isTrial, policy: policy)
    }

    /// The most bytes of the name of a tier, and the most seconds that one is granted for.
    private static let nameMax = 256
    private static let secondsMax: Int64 = 100 * 366 * 86_400

    /// Notes that nobody has agreed to what is new in `taking`.
    private func decline(_ taking: TierTaking) async throws(Failure) {
        let (issuer, now) = (issuer, session.clock.now())
        let records = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.tierRecords()
        }
        let known = self.known(records)
        let originals = taking.originals(of: issuer).filter { !known.contains($0) }
        if originals.isEmpty { return }
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.decline(originals, of: issuer, actor: "person", at: now)
        }
    }

    /// The grants of the issuer that are on record, by the ids of the first of each.
    private func known(_ records: TierRecords) -> Set<String> {
        Set(records.entitlements.filter { $0.issuer == issuer }.map(\.original))
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
        /// How many grants a person did not agree to when they were made, and are left.
        package let declined: Int
    }

    /// Fetches the newest policy and what was granted to this state, and tells the issuer of
    /// redeemings that are on record. What a person did not agree to is taken with `agrees` alone.
    package func refresh(agrees: Bool = false) async throws(Failure) -> Outcome {
        try await ask("/v1/standing", proof: [], agrees: agrees)
    }

    /// Fetches the same, and has this state be one of the machines of the grants in `proof`, signed
    /// texts of the issuer, and of those on record, as far as they have a place left.
    package func restore(proof: [String]) async throws(Failure) -> Outcome {
        let records = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.tierRecords()
        }
        let own = records.entitlements.filter { $0.issuer == issuer && $0.kind == .grant }
        let all = proof + own.map(\.signed).filter { !proof.contains($0) }
        return try await ask(
            "/v1/grants", proof: Array(all.prefix(Self.proofMax)), agrees: false)
    }

    /// The most grants that are shown to an issuer, and redeemings that it is asked about.
    private static let proofMax = 16

    private func ask(
        _ path: String, proof: [String], agrees: Bool
    ) async throws(Failure) -> Outcome {
        let seat = try await TierTrust.seat(session)
        let records = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.tierRecords()
        }
        for one in records.redemptions where one.issuer == issuer && one.step == .written {
            await finish(one.key)
        }
        var members: [(String, JSONValue)] = [("seat", .text(seat)), ("use", await use())]
        if !proof.isEmpty { members.append(("proof", .texts(proof))) }
        let waiting = records.redemptions.filter { $0.issuer == issuer && $0.step == .pending }
            .map(\.key).prefix(Self.proofMax)
        if !waiting.isEmpty { members.append(("waiting", .texts(Array(waiting)))) }
        let answer = try await signed(path, members)
        let all = try await TierTaking.read(answer.texts.joined(separator: "\n"), session)
        // What is on record was agreed to, whatever was said of it at another time.
        let declined = (records.declined[issuer] ?? []).subtracting(known(records))
        let (taking, left) = all.without(agrees ? [] : declined, of: issuer)
        let isNew = try await taking.take()
        for key in waiting where answer.granted.contains(key) {
            try await move(key, .written)
            await finish(key)
        }
        for key in waiting where answer.refused.contains(key) { try await move(key, .refused) }
        let (now, told) = (session.clock.now(), answer.told)
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.noteAnswer(of: issuer, told: told, at: now)
        }
        try await mendCounts(now)
        return Outcome(
            isNew: isNew, grants: taking.grantCount, full: answer.full, declined: left)
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
        let context = EventCount.context(of: issuer)
        let own = (counted ?? []).filter { names.contains($0.name) && $0.context == context }
        return .list(
            own.map { event in
                .object([
                    ("day", .text(event.day)), ("name", .text(event.name)),
                    ("count", .number(event.count)),
                ])
            })
    }

    /// What an issuer answers.
    private struct Signed: Sendable {
        /// The signed texts.
        let texts: [String]
        /// How many grants it calls full.
        let full: Int
        /// What time it says it is.
        let told: Timestamp?
        /// Of the redeemings that wait, by their keys, those that were approved, and those that were
        /// refused.
        let granted, refused: Set<String>
    }

    private func signed(
        _ path: String, _ members: [(String, JSONValue)]
    ) async throws(Failure) -> Signed {
        let answer = try await answer(path, members)
        let texts = answer["signed"]?.list?.map(\.text) ?? []
        let found = texts.compactMap(\.self)
        guard !found.isEmpty, found.count == texts.count else { throw Self.unclear }
        let full = answer["full"]?.number.flatMap { Int(exactly: $0) } ?? 0
        let at = answer["at"]?.number.flatMap { (0...Self.instantMax).contains($0) ? $0 : nil }
        func keys(_ name: String) -> Set<String> {
            Set((answer[name]?.list ?? []).compactMap(\.text))
        }
        return Signed(
            texts: found, full: max(0, full), told: at.map { Timestamp(secondsSinceEpoch: $0) },
            granted: keys("granted"), refused: keys("refused"))
    }

    /// The latest instant that is taken, in the year 9999.
    private static let instantMax: Int64 = 253_402_300_799

    private static var unclear: Failure {
        Failure(.offline, Message("the issuer answers what cannot be understood; try again later"))
    }

    /// Whether `body` is what an issuer says of a path that it does not know.
    private static func isUnknown(_ body: [UInt8]) -> Bool {
        let tree = try? JSONTree(strict: body, .init(depth: 2, values: 8))
        return tree?["error"]?.text == "unknown"
    }

    /// Whether `body` is the issuer's own word `code` about what was asked by `members`. A proxy on the
    /// way answers 403 as well, but not with the key or the machine that was asked about.
    private static func isOwn(
        _ code: String, _ body: [UInt8], of members: [(String, JSONValue)]
    ) -> Bool {
        guard let tree = try? JSONTree(strict: body, .init(depth: 2, values: 8)),
            tree["error"]?.text == code, let mark = tree["of"]?.text,
            let asked = members.first(where: { $0.0 == "key" })
                ?? members.first(where: { $0.0 == "seat" }),
            case .text(let own) = asked.1
        else { return false }
        return mark == own
    }

    private func answer(
        _ path: String, _ members: [(String, JSONValue)]
    ) async throws(Failure) -> JSONTree {
        guard let answer = try await answerIfKnown(path, members) else {
            throw Failure(.offline, Message("the issuer answers \(404); try again later"))
        }
        return answer
    }

    /// The answer; nil where the issuer says that it answers nothing at `path`.
    private func answerIfKnown(
        _ path: String, _ members: [(String, JSONValue)]
    ) async throws(Failure) -> JSONTree? {
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
        case 404 where Self.isUnknown(response.body): return nil
        case 202 where Self.isOwn("pending", response.body, of: members):
            throw Failure(
                .partial,
                Message(
                    "the issuer has yet to approve this code; 'cleanrules tier refresh' fetches what"
                        + " it grants then"))
        case 403 where Self.isOwn("refused", response.body, of: members):
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
