// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEngine

/// A policy as an issuer edits it, before it is signed: what each tier allows, and what holds around
/// them.
package struct PolicyFile: Sendable {
    /// What a tier allows; nil: as much as one wants.
    package struct Tier: Sendable, Hashable {
        /// Reviews a day.
        package var reviews: Int64?
        /// Deletions a day.
        package var deletes: Int64?
        /// Deleted bytes a day.
        package var bytes: Int64?
        /// Drives that rules declare.
        package var drives: Int64?
        /// Rules.
        package var rules: Int64?
        /// The features, as they are written.
        package var features: Set<String> = []
    }

    /// Drives that are bound.
    package struct Binding: Sendable, Hashable {
        /// The tenant of an account.
        package var tenant: String?
        /// The identity of a drive.
        package var drive: String?
        /// A folder of the machine, absolute.
        package var folder: String?
    }

    /// What somebody can have.
    package struct Offer: Sendable, Hashable {
        /// What tells it from others.
        package var id: String
        /// Its tier.
        package var tier: String
        /// Its name for people.
        package var title: String
        /// Its price for people.
        package var price: String?
    }

    /// The app of the App Store.
    package struct App: Sendable, Hashable {
        /// Its bundle identifier.
        package var bundle: String
        /// Its number in the store.
        package var id: Int64?
        /// `production` or `sandbox`.
        package var environment: String
    }

    /// The issuer's name.
    package var issuer = ""
    /// Its name for people.
    package var title: String?
    /// The drives that it binds.
    package var applies: [Binding] = []
    /// The tiers by name, those `as` another one resolved.
    package var tiers: [String: Tier] = [:]
    /// The tier of somebody's first days, and how many seconds they last.
    package var trial: (tier: String, seconds: Int64)?
    /// For how many seconds nothing is bounded for who was there before.
    package var existingUsers: Int64?
    /// The percentage at which is said that a day is nearly used up.
    package var warnAtPercent: Int64 = 80
    /// For how many seconds a tier holds while a payment is tried again.
    package var billingGrace: Int64 = 0
    /// For how many seconds the last good answer holds; nil: for ever.
    package var offline: Int64?
    /// For how many seconds the signed policy holds; nil: until a later one comes.
    package var validFor: Int64?
    /// The tiers of products of a store.
    package var products: [String: String] = [:]
    /// The app whose purchases hold.
    package var app: App?
    /// What somebody can have.
    package var offers: [Offer] = []
    /// Addresses for people, by the key that they stand under.
    package var links: [String: String] = [:]

    /// Nothing yet.
    init() {}
}

/// Decodes policies.
package enum PolicyFileDecoder {
    /// What `bytes`, which are called `file`, say; none where a finding is an error. Time and memory
    /// are bounded whatever the bytes hold.
    package static func decode(_ bytes: [UInt8], file: String) -> Diagnosed<PolicyFile> {
        if bytes.count > SourceCheck.byteCountMax {
            let place = SourceRange(file: file, bytes: 0..<0, line: 1, column: 1)
            return Diagnosed(
                value: nil,
                diagnostics: [
                    Diagnostic(
                        .error, .fileTooLarge, Message("a policy is at most 1 MiB"), at: place)
                ])
        }
        let source = SourceText(file: file, bytes: bytes)
        if let finding = SourceCheck.finding(in: source) {
            return Diagnosed(value: nil, diagnostics: [finding])
        }
        let composed = TreeComposer.compose(source)
        guard let tree = composed.tree else {
            return Diagnosed(value: nil, diagnostics: composed.diagnostics)
        }
        var decoder = FileDecoder(source: source, tree: tree, isIncluded: false)
        decoder.findings = TreeChecks(source: source, tree: tree).findings()
        let policy = decoder.policy()
        let findings = (decoder.findings + composed.diagnostics).sorted {
            ($0.range?.bytes.lowerBound ?? 0) < ($1.range?.bytes.lowerBound ?? 0)
        }
        let isValid = !findings.contains { $0.severity == .error }
        return Diagnosed(value: isValid ? policy : nil, diagnostics: findings)
    }
}

/// Names of issuers, which are parts of file names.
package enum IssuerName {
    /// A regular expression (ECMA 262, unanchored) for one.
    static let pattern = "[a-z0-9][a-z0-9-]{0,63}"

    /// Whether `text` is one.
    package static func isOne(_ text: String) -> Bool {
        let isFit = text.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d
        }
        return isFit && (1...64).contains(text.utf8.count) && !text.hasPrefix("-")
    }
}
