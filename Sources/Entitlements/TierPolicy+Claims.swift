// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
package import Text

extension TierPolicy {
    /// The `typ` of its signed text.
    package static let kind = "cleanrules-policy"

    /// The most tiers, offers and bindings.
    package static let tiersMax = 50

    /// What verified `claims` say.
    package init(claims tree: JSONTree) throws(EntitlementRefusal) {
        let claims = Claims(tree: tree)
        let issuer = try claims.text("iss")
        self.init(
            issuer: issuer, title: try claims.textIfAny("title") ?? issuer,
            sequence: try claims.number("seq"), signedAt: try claims.instant("iat"))
        expires = try claims.instantIfAny("exp")
        try readTiers(claims)
        try readBindings(claims)
        try readPeriods(claims)
        try readOffers(claims)
    }

    private mutating func readTiers(_ claims: Claims) throws(EntitlementRefusal) {
        let members = try claims.members("tiers")
        guard !members.isEmpty else { throw .claimMissing("tiers") }
        guard members.count <= Self.tiersMax else { throw .claimInvalid("tiers") }
        for (name, value) in members { tiers[name] = try TierTerms(claims: value) }
        for (product, value) in try claims.members("products") {
            guard let tier = value.text, tiers[tier] != nil else { throw .claimInvalid("products") }
            products[product] = tier
        }
        guard let value = claims.tree["trial"] else { return }
        let inner = Claims(tree: value)
        let tier = try inner.text("tier")
        guard tiers[tier] != nil else { throw .tierUnknown(tier) }
        trial = Trial(tier: tier, seconds: try inner.number("seconds"))
    }

    private mutating func readBindings(_ claims: Claims) throws(EntitlementRefusal) {
        for value in try Self.list(claims, "applies") {
            let inner = Claims(tree: value)
            let binding = Binding(
                tenant: try inner.textIfAny("tenant"), drive: try inner.textIfAny("drive"),
                folder: try inner.textIfAny("folder", most: 4_096))
            guard binding != Binding(), binding.folder?.hasPrefix("/") ?? true else {
                throw .claimInvalid("applies")
            }
            applies.append(binding)
        }
        guard let value = claims.tree["apple"] else { return }
        let inner = Claims(tree: value)
        app = App(
            bundle: try inner.text("bundle_id"), id: try inner.numberIfAny("app_id"),
            environment: try inner.text("environment"))
        guard ["production", "sandbox"].contains(app?.environment) else {
            throw .claimInvalid("environment")
        }
    }

    private mutating func readPeriods(_ claims: Claims) throws(EntitlementRefusal) {
        existingUsers = try claims.numberIfAny("existing_users")
        warnAtPercent = try claims.numberIfAny("warn_at") ?? warnAtPercent
        guard (1...100).contains(warnAtPercent) else { throw .claimInvalid("warn_at") }
        billingGrace = try claims.numberIfAny("billing_grace") ?? 0
        offline = try claims.numberIfAny("offline")
        for period in [existingUsers, billingGrace, offline, trial?.seconds] {
            guard (period ?? 0) <= Self.periodMax else { throw .claimInvalid("seconds") }
        }
    }

    /// The longest period that is taken: a hundred years.
    private static let periodMax: Int64 = 100 * 366 * 86_400

    private mutating func readOffers(_ claims: Claims) throws(EntitlementRefusal) {
        for value in try Self.list(claims, "offers") {
            let inner = Claims(tree: value)
            let tier = try inner.text("tier")
            guard tiers[tier] != nil else { throw .tierUnknown(tier) }
            offers.append(
                Offer(
                    id: try inner.text("id"), tier: tier, title: try inner.text("title"),
                    price: try inner.textIfAny("price")))
        }
        for link in Link.allCases {
            guard let address = try claims.textIfAny(link.rawValue, most: 2_048) else { continue }
            guard Self.isAddress(address) else { throw .claimInvalid(link.rawValue) }
            links[link] = address
        }
    }

    /// Whether `address` is one that a person may be told: https, mail, or this machine itself.
    package static func isAddress(_ address: String) -> Bool {
        let loopback = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"]
        let isKnown = (["https://", "mailto:"] + loopback).contains { address.hasPrefix($0) }
        return isKnown && address.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    private static func list(
        _ claims: Claims, _ name: String
    ) throws(EntitlementRefusal) -> [JSONTree] {
        guard let value = claims.tree[name] else { return [] }
        guard let list = value.list, list.count <= tiersMax else { throw .claimInvalid(name) }
        return list
    }

    // MARK: Written

    /// What is signed.
    package var claims: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("iss", .text(issuer)), ("title", .text(title)), ("seq", .number(sequence)),
            ("iat", .number(signedAt.secondsSinceEpoch)), ("warn_at", .number(warnAtPercent)),
            ("billing_grace", .number(billingGrace)),
            ("tiers", .sorted(tiers.map { ($0.key, $0.value.claims) })),
        ]
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append((name, value)) }
        }
        add("exp", expires.map { .number($0.secondsSinceEpoch) })
        add("existing_users", existingUsers.map { .number($0) })
        add("offline", offline.map { .number($0) })
        add("trial", trial?.claims)
        add("apple", app?.claims)
        if !applies.isEmpty { add("applies", .list(applies.map(\.claims))) }
        if !offers.isEmpty { add("offers", .list(offers.map(\.claims))) }
        if !products.isEmpty {
            add("products", .sorted(products.map { ($0.key, .text($0.value)) }))
        }
        for (link, address) in links { add(link.rawValue, .text(address)) }
        return .sorted(members)
    }
}

extension TierPolicy.Trial {
    fileprivate var claims: JSONValue {
        .object([("tier", .text(tier)), ("seconds", .number(seconds))])
    }
}

extension TierPolicy.App {
    fileprivate var claims: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("bundle_id", .text(bundle)), ("environment", .text(environment)),
        ]
        if let id { members.append(("app_id", .number(id))) }
        return .object(members)
    }
}

extension TierPolicy.Binding {
    fileprivate var claims: JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        if let tenant { members.append(("tenant", .text(tenant))) }
        if let drive { members.append(("drive", .text(drive))) }
        if let folder { members.append(("folder", .text(folder))) }
        return .object(members)
    }
}

extension TierPolicy.Offer {
    fileprivate var claims: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .text(id)), ("tier", .text(tier)), ("title", .text(title)),
        ]
        if let price { members.append(("price", .text(price))) }
        return .object(members)
    }
}

extension TierTerms {
    /// What a member of `tiers` says; what it does not say is not bounded, but for the features.
    init(claims tree: JSONTree) throws(EntitlementRefusal) {
        guard tree.members != nil else { throw .claimInvalid("tiers") }
        let claims = Claims(tree: tree)
        self.init(
            reviews: try claims.numberIfAny("reviews"), deletes: try claims.numberIfAny("deletes"),
            bytes: try claims.numberIfAny("bytes"), drives: try claims.numberIfAny("drives"),
            rules: try claims.numberIfAny("rules"))
        // What a later version of the program knows is no feature of this one.
        features = Set(try claims.texts("features").compactMap(TierFeature.init))
    }

    /// The same, written.
    var claims: JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        for (name, value) in [
            ("reviews", reviews), ("deletes", deletes), ("bytes", bytes), ("drives", drives),
            ("rules", rules),
        ] {
            if let value { members.append((name, .number(value))) }
        }
        let features = features ?? Set(TierFeature.allCases)
        members.append(("features", .texts(features.map(\.rawValue).sorted())))
        return .sorted(members)
    }
}
