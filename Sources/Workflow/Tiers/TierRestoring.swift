// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages
internal import StateLedger
internal import Text
internal import Tiers

/// Brings back what issuers granted: to a state that was made anew, or to another machine of a family.
///
/// Every issuer whose policy is known is asked, also where another one cannot be: what one of them says
/// does not wait for the others.
package struct TierRestoring: Sendable {
    /// What it came to.
    package struct Outcome: Sendable {
        /// Whether anything is new.
        package private(set) var isNew = false
        /// How many grants there are for this state.
        package private(set) var grants = 0
        /// How many grants have no place left for another machine.
        package private(set) var full = 0
        /// How many grants a person did not agree to when they were made, and are left.
        package private(set) var declined = 0
        /// Why an issuer could not be asked; nil where all of them answered.
        package private(set) var failure: Failure?

        fileprivate mutating func add(_ one: TierExchange.Outcome) {
            isNew = isNew || one.isNew
            grants += one.grants
            full += one.full
            declined += one.declined
        }

        /// What is worth another try counts before what is not.
        fileprivate mutating func add(_ failure: Failure) {
            if self.failure == nil || failure.status == .offline { self.failure = failure }
        }
    }

    private let session: StateSession
    private let client: (any HTTPExchanging)?

    /// A restoring into `session`; `client` is asked instead of the network in tests of modules.
    package init(_ session: StateSession, client: (any HTTPExchanging)? = nil) {
        self.session = session
        self.client = client
    }

    /// Asks `issuer`, or all that are known, with the grants in `kept`, a file that somebody kept.
    package func run(issuer: String?, kept: String?) async throws(Failure) -> Outcome {
        let proof = try await proof(kept)
        if let policies = proof?.policies, !policies.isEmpty {
            _ = try await TierTaking.read(policies.joined(separator: "\n"), session).take()
        }
        var outcome = Outcome()
        for name in try await names(issuer, proof) {
            do throws(Failure) {
                let exchange = try await TierExchange.with(name, session, client: client)
                outcome.add(try await exchange.restore(proof: proof?.grants[name] ?? []))
            } catch {
                outcome.add(error)
            }
        }
        return outcome
    }

    private func proof(_ kept: String?) async throws(Failure) -> TierProof? {
        guard let kept else { return nil }
        let tiers = session.tiers
        let desk = try await session.asking { _ async throws(LedgerError) in
            try await tiers.desk()
        }
        do throws(TierError) {
            return try TierProof(kept, at: desk)
        } catch {
            throw Failure(.refused, error.clause + Message(" (\(error.code))"))
        }
    }

    private func names(_ issuer: String?, _ proof: TierProof?) async throws(Failure) -> [String] {
        let tiers = session.tiers
        let known = try await session.asking { _ async throws(LedgerError) in
            try await tiers.desk().issuers
        }
        let meant = issuer.map { [$0] } ?? proof.map { $0.grants.keys.sorted() } ?? known
        if let unknown = meant.first(where: { !known.contains($0) }) {
            throw Failure(
                .refused,
                Message(
                    "the policy of '\(VisibleText.escaped(unknown))' is not known yet; redeem that first"
                ))
        }
        if meant.isEmpty {
            throw Failure(
                .refused,
                Message("no policy is known here yet; redeem that of the issuer first"))
        }
        return meant
    }
}
