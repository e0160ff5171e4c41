// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import RuleEngine
internal import SignedText
internal import Text
internal import Workflow

/// What is answered, whatever the wire.
struct IssuerDesk: Sendable {
    let store: IssuerStore
    /// What notifications of the App Store have to end at.
    var anchor = ChainAnchor.appStore
    let clock: @Sendable () -> Timestamp

    /// An answer.
    struct Answer {
        let status: Int
        let body: JSONValue

        /// A refusal; `asked`, the key or the machine that was asked about, tells the issuer's own
        /// from that of whatever else answers on the way.
        static func refused(_ status: Int, _ code: String, of asked: String? = nil) -> Answer {
            let mark = asked.map { [("of", JSONValue.text($0))] } ?? []
            return Answer(status: status, body: .object([("error", .text(code))] + mark))
        }
    }

    /// The answer to `body` at `path`.
    func answer(_ path: String, _ body: [UInt8]) -> Answer {
        guard let asked = try? JSONTree(strict: body, .init(depth: 4, values: 2_048)),
            asked.members != nil
        else { return .refused(400, "malformed") }
        do throws(Failure) {
            switch path {
            case "/v1/offer": return try offer(asked)
            case "/v1/redeem": return try redeem(asked)
            case "/v1/grants": return try grants(asked, proof: asked["proof"])
            case "/v1/standing": return try grants(asked, proof: nil)
            case "/apple/notifications": return try notified(asked)
            case "/v1/finish": return try finish(asked)
            default: return .refused(404, "unknown")
            }
        } catch {
            // What was wrong here is nobody's business but the issuer's.
            guard error.status == .refused else { return .refused(500, "failed") }
            return .refused(403, "refused", of: name(asked, "key") ?? name(asked, "seat"))
        }
    }

    /// The newest policy and grants, as they were signed; `full` grants have no place left. With what
    /// became of the redeemings `waiting`, where any were asked about.
    private func signed(
        _ grants: [String], full: Int = 0, waiting: [String] = []
    ) throws(Failure) -> Answer {
        let policy = try store.policy().signed
        var members: [(name: String, value: JSONValue)] = [
            ("format", .number(1)), ("at", .number(clock().secondsSinceEpoch)),
            ("signed", .texts([policy] + grants)), ("full", .number(Int64(full))),
        ]
        if !waiting.isEmpty {
            let (granted, refused) = try store.settled(waiting)
            members.append(("granted", .texts(granted)))
            members.append(("refused", .texts(refused)))
        }
        return Answer(status: 200, body: .object(members))
    }

    /// What a code is worth, which nothing is done with.
    private func offer(_ asked: JSONTree) throws(Failure) -> Answer {
        guard let code = name(asked, "code"), let key = name(asked, "key"),
            let seat = name(asked, "seat")
        else { return .refused(400, "malformed") }
        let worth = try store.worth(of: code, key: key, seat: seat)
        let policy = try store.policy().signed
        var members: [(name: String, value: JSONValue)] = [
            ("format", .number(1)), ("at", .number(clock().secondsSinceEpoch)),
            ("signed", .texts([policy])), ("tier", .text(worth.tier)),
            ("trial", .bool(worth.isTrial)),
        ]
        if let seconds = worth.seconds { members.append(("seconds", .number(seconds))) }
        return Answer(status: 200, body: .object(members))
    }

    private func redeem(_ asked: JSONTree) throws(Failure) -> Answer {
        guard let code = name(asked, "code"), let key = name(asked, "key"),
            let seat = name(asked, "seat")
        else { return .refused(400, "malformed") }
        guard let use = IssuerUse.read(asked["use"], now: clock()) else {
            return .refused(400, "malformed")
        }
        // It is on record who waits, and the same key may ask again.
        if try store.waits(for: code, key: key, seat: seat, now: clock()) {
            return .refused(202, "pending", of: key)
        }
        let grant = try store.redeem(
            code, key: key, seat: seat, subject: nil, now: clock())
        try store.note(use, seat: seat)
        return try signed([grant])
    }

    /// The most grants that are taken for proof at once, and redeemings that are asked about.
    private static let proofMax = 16

    /// The texts of `list`, of which there are at most so many; nil where it is none.
    private func listed(_ list: JSONTree?) -> [String]? {
        guard let list else { return [] }
        guard let elements = list.list, elements.count <= Self.proofMax else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }

    private func grants(_ asked: JSONTree, proof: JSONTree?) throws(Failure) -> Answer {
        guard let seat = name(asked, "seat"), let texts = listed(proof),
            let waiting = listed(asked["waiting"]),
            let use = IssuerUse.read(asked["use"], now: clock())
        else { return .refused(400, "malformed") }
        let full = try store.join(seat, texts, now: clock())
        try store.note(use, seat: seat)
        return try signed(
            try store.grants(seat: seat) + store.purchases(seat: seat), full: full,
            waiting: waiting)
    }

    private func notified(_ asked: JSONTree) throws(Failure) -> Answer {
        guard let signed = asked["signedPayload"]?.text else { return .refused(400, "malformed") }
        try store.take(notification: signed, anchor: anchor, now: clock())
        return Answer(status: 200, body: .object([("format", .number(1))]))
    }

    private func finish(_ asked: JSONTree) throws(Failure) -> Answer {
        guard let key = name(asked, "key") else { return .refused(400, "malformed") }
        try store.finish(key: key, now: clock())
        return Answer(status: 200, body: .object([("format", .number(1))]))
    }

    /// A text that may be a code, a key or the id of a machine.
    private func name(_ asked: JSONTree, _ key: String) -> String? {
        guard let text = asked[key]?.text, (8...128).contains(text.utf8.count) else { return nil }
        return text.utf8.allSatisfy { (0x21...0x7e).contains($0) } ? text : nil
    }
}
