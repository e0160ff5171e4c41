// SPDX-License-Identifier: Apache-2.0

package import Entitlements
internal import GRDB
internal import Messages
package import RuleEngine
internal import SignedText
internal import Text
package import Workflow
internal import YAMLBridge

extension IssuerStore {
    /// Signs the policy in the file at `path`, with the next number, and keeps it. Says all that is
    /// wrong with the file; throws `invalidRules` where anything is.
    package func signPolicy(_ path: String, now: Timestamp) throws(Failure) -> String {
        let bytes = try FileBytes.read(path, most: FileBytes.rulesBytesMax)
        let decoded = PolicyFileDecoder.decode(bytes, file: path)
        RulesLoader.report(decoded.diagnostics, [RuleSource(file: path, bytes: bytes)])
        guard let file = decoded.value else { throw Failure(.invalidRules) }
        guard file.issuer == issuer else {
            throw Failure(
                .refused,
                Message(
                    "the policy is of '\(file.issuer)', and this store is the key of '\(issuer)'"))
        }
        return try asking { db in
            let last = try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM policy") ?? 0
            let policy = TierPolicy(file, sequence: last + 1, signedAt: now)
            let signed = try SignedTextWriter.text(policy.claims, kind: TierPolicy.kind, key: key)
            try db.execute(
                sql: "INSERT INTO policy (sequence, signed, signed_at) VALUES (?, ?, ?)",
                arguments: [last + 1, signed, now.secondsSinceEpoch])
            return signed
        }
    }

    /// The newest policy, as it was signed; throws where none was.
    package func policy() throws(Failure) -> (signed: String, policy: TierPolicy) {
        let signed = try asking { db in
            try String.fetchOne(
                db, sql: "SELECT signed FROM policy ORDER BY sequence DESC LIMIT 1")
        }
        guard let signed else {
            throw Failure(
                .refused,
                Message("no policy is signed yet; 'cleanrules-issuer policy sign' does it"))
        }
        let text = try Self.signing { () throws(SignedTextRefusal) in
            try SignedTextReader.read(signed, kind: TierPolicy.kind, key: key.verifying)
        }
        do throws(EntitlementRefusal) {
            return (signed, try TierPolicy(claims: text.claims))
        } catch {
            throw Failure(.failed, error.clause)
        }
    }
}

extension TierPolicy {
    /// What `file` says, with its number and instant.
    init(_ file: PolicyFile, sequence: Int64, signedAt: Timestamp) {
        self.init(
            issuer: file.issuer, title: file.title ?? file.issuer, sequence: sequence,
            signedAt: signedAt)
        expires = file.validFor.map {
            Timestamp(secondsSinceEpoch: signedAt.secondsSinceEpoch + $0)
        }
        applies = file.applies.map {
            Binding(tenant: $0.tenant, drive: $0.drive, folder: $0.folder)
        }
        tiers = file.tiers.mapValues { tier in
            TierTerms(
                reviews: tier.reviews, deletes: tier.deletes, bytes: tier.bytes,
                drives: tier.drives, rules: tier.rules,
                features: Set(tier.features.compactMap(TierFeature.init)))
        }
        products = file.products
        trial = file.trial.map { Trial(tier: $0.tier, seconds: $0.seconds) }
        existingUsers = file.existingUsers
        warnAtPercent = file.warnAtPercent
        billingGrace = file.billingGrace
        offline = file.offline
        app = file.app.map { App(bundle: $0.bundle, id: $0.id, environment: $0.environment) }
        offers = file.offers.map {
            Offer(id: $0.id, tier: $0.tier, title: $0.title, price: $0.price)
        }
        for link in Link.allCases { links[link] = file.links[link.rawValue] }
    }
}
