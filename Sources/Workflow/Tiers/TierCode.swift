// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
internal import RuleEngine
internal import ReviewUI
internal import StateLedger
internal import Threads
internal import Tiers
internal import Wording

/// Codes as issuers hand them out: letters and digits in groups.
package enum TierCode {
    /// Whether `text` is written like one.
    package static func isOne(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf) || byte == 0x2d
        }
        return isPlain && (8...128).contains(text.utf8.count)
    }

    /// Redeems the code that was entered, of `issuer` or of the only one that is known, where what it
    /// brings is what the person has agreed to; else it says what it would bring, and the code stays as it
    /// was. `client` is asked instead of the network in tests of modules.
    static func redeem(
        _ request: PageCodeRequest, of issuer: String?, _ session: StateSession,
        _ zone: RuleTimeZone, client: (any HTTPExchanging)? = nil
    ) async throws(Failure) -> PageCode {
        guard isOne(request.code) else {
            throw Failure(
                .refused,
                Message(
                    "that is no code: those look like '7K3QD-0XV5M-9ZB2T-H4N8E'; enter the whole of"
                        + " it as its issuer told it to you"))
        }
        let name = try await session.issuer(named: issuer)
        let exchange = try await TierExchange.with(name, session, client: client)
        let asked = Lock(PageCode(lines: [], digest: nil))
        do throws(Failure) {
            _ = try await exchange.redeem(request.code) { prospect throws(Failure) in
                let digest = prospect.digest
                if digest == request.agreed { return }
                asked.withLock { $0 = PageCode(lines: prospect.phrases(zone), digest: digest) }
                throw Failure(.refused)
            }
        } catch {
            let asked = asked.withLock { $0 }
            if asked.digest != nil { return asked }
            throw error
        }
        return PageCode(lines: [], digest: nil)
    }
}

extension StateSession {
    /// The issuer of that name, or the only one whose policy is known.
    package func issuer(named name: String?) async throws(Failure) -> String {
        let tiers = tiers
        let known = try await asking { _ async throws(LedgerError) in
            try await tiers.desk().issuers
        }
        if let name, known.contains(name) { return name }
        if name == nil, known.count == 1 { return known[0] }
        throw Failure(
            .refused,
            known.isEmpty
                ? Message("no policy is known here yet; redeem that of the issuer first")
                : Message("say with --issuer which is meant: \(known.joined(separator: ", "))"))
    }
}
