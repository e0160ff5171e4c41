// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// The most tiers, offers, products and bindings.
    private static let policyEntriesMax = 50
    /// The word that lifts a bound.
    private static let unlimited = "unlimited"
    /// The most bytes of a text.
    private static let policyTextMax = 256

    /// The policy that the file describes; what is wrong is reported.
    mutating func policy() -> PolicyFile {
        var policy = PolicyFile()
        guard let root = tree.root else {
            let place = source.range(source.start..<source.start)
            _ = required(.version, in: Fields<PolicyKey>(place: place, slots: [:]))
            return policy
        }
        guard let fields = fields(Slot(value: root), PolicyKey.self) else { return policy }
        parsed(required(.version, in: fields), VersionGrammar.check)
        policy.issuer = required(.issuer, in: fields).flatMap { issuerName($0) } ?? ""
        policy.title = fields[.title].flatMap { shownText($0) }
        policy.tiers = required(.tiers, in: fields).map { policyTiers($0) } ?? [:]
        readPolicyPeriods(fields, into: &policy)
        policy.applies = policyBindings(fields[.applies])
        policy.products = policyProducts(fields[.products], policy.tiers)
        policy.app = policyApp(fields[.apple])
        policy.offers = policyOffers(fields[.offers], policy.tiers)
        for key in PolicyKey.links {
            policy.links[key.rawValue] = fields[key].flatMap { policyAddress($0) }
        }
        return policy
    }

    // MARK: Texts

    /// The issuer whose policy a rules file is written for.
    mutating func policyIssuer(_ slot: Slot?) -> String? {
        guard let slot, let fields = fields(slot, RulePolicyKey.self) else { return nil }
        return required(.issuer, in: fields).flatMap { issuerName($0) }
    }

    /// A name by which grants, anchors and rules files know the issuer: it is part of file names.
    mutating func issuerName(_ slot: Slot) -> String? {
        parsed(slot) { text throws(ValueError) -> String in
            if IssuerName.isOne(text) { return text }
            throw ValueError(
                .idInvalid, Message("'\(text.quotable)' is no name of an issuer"),
                advice: Message("write up to 64 small letters, digits and '-'"))
        }
    }

    /// A text that a person will read.
    private mutating func shownText(_ slot: Slot) -> String? {
        parsed(slot) { text throws(ValueError) -> String in
            let isShown = !text.unicodeScalars.contains { $0.value < 0x20 }
            if !text.isEmpty, text.utf8.count <= Self.policyTextMax, isShown { return text }
            throw ValueError(
                .valueMisplaced,
                Message("a text is one line of at most \(Self.policyTextMax) bytes"))
        }
    }

    private mutating func policyAddress(_ slot: Slot) -> String? {
        parsed(slot) { text throws(ValueError) -> String in
            let starts = ["https://", "mailto:", "http://127.0.0.1:", "http://[::1]:"]
            let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            if isPlain, text.utf8.count <= 2_048, starts.contains(where: text.hasPrefix) {
                return text
            }
            throw ValueError(
                .valueUnknown, Message("'\(text.quotable)' is no address for people"),
                advice: Message("write one that begins with 'https://' or 'mailto:'"))
        }
    }

    /// The name of a tier that is among `tiers`.
    private mutating func tierName(
        _ slot: Slot, among tiers: some Collection<String>
    ) -> String? {
        guard let text = text(slot) else { return nil }
        if tiers.contains(text) { return text }
        report(
            .valueUnknown,
            Message("there is no tier '\(text.quotable)'")
                + suggestion.hint(forName: text, among: tiers),
            at: place(of: slot))
        return nil
    }

    // MARK: Tiers

    private mutating func policyTiers(_ slot: Slot) -> [String: PolicyFile.Tier] {
        var tiers: [String: PolicyFile.Tier] = [:]
        var same: [(name: String, slot: Slot)] = []
        for (name, slot) in namedSlots(slot, Message("'\("tiers")'")) {
            guard let fields = fields(slot, PolicyTierKey.self) else { continue }
            guard let other = fields[.same] else {
                tiers[name] = policyTier(fields)
                continue
            }
            same.append((name, other))
            let others = PolicyTierKey.allCases.filter { $0 != .same }
            for key in others.compactMap({ fields[$0]?.key }) {
                report(
                    .keyMisplaced, Message("a tier that is as another one has nothing beside 'as'"),
                    at: place(ofKey: key))
            }
        }
        let whole = tiers
        for (name, slot) in same {
            if let other = tierName(slot, among: whole.keys.sorted()) { tiers[name] = whole[other] }
        }
        return tiers
    }

    private mutating func policyTier(_ fields: Fields<PolicyTierKey>) -> PolicyFile.Tier {
        var tier = PolicyFile.Tier()
        tier.reviews = required(.reviews, in: fields).flatMap { bound($0, QuotaGrammar.count) }
        tier.deletes = required(.deletes, in: fields).flatMap { bound($0, QuotaGrammar.count) }
        tier.bytes = required(.bytes, in: fields).flatMap { bound($0, QuotaGrammar.bytes) }
        tier.drives = fields[.drives].flatMap { bound($0, CountGrammar.count) }
        tier.rules = fields[.rules].flatMap { bound($0, CountGrammar.count) }
        for slot in list(fields[.features]) ?? [] {
            if let word = word(slot, PolicyFeature.self) { tier.features.insert(word.rawValue) }
        }
        return tier
    }

    /// A bound, or nil for `unlimited`.
    private mutating func bound(
        _ slot: Slot, _ parse: (String) throws(ValueError) -> Int64
    ) -> Int64? {
        if case .text(Self.unlimited) = shape(of: slot) { return nil }
        return parsed(slot, words: [Self.unlimited], parse)
    }

    /// The entries of a mapping whose keys are names.
    private mutating func namedSlots(_ slot: Slot, _ owner: Message) -> [(String, Slot)] {
        guard let mapping = mapping(slot, owner) else { return [] }
        let entries = entries(of: mapping)
        if entries.isEmpty {
            report(.listEmpty, Message("\(owner) has at least one entry"), at: place(of: slot))
        }
        if entries.count > Self.policyEntriesMax {
            report(
                .numberTooLarge,
                Message("\(owner) has at most \(Self.policyEntriesMax) entries"),
                at: place(of: slot))
            return []
        }
        return entries.compactMap { entry in
            guard let name = entry.name, !name.isEmpty, name.utf8.count <= 128 else {
                reportUnknown(entry, owner, among: [])
                return nil
            }
            return (name, Slot(value: entry.value, key: entry.key))
        }
    }

    // MARK: Around them

    private mutating func readPolicyPeriods(
        _ fields: Fields<PolicyKey>, into policy: inout PolicyFile
    ) {
        if let slot = fields[.trial], let trial = self.fields(slot, PolicyTrialKey.self) {
            let names = policy.tiers.keys.sorted()
            let tier = required(.tier, in: trial).flatMap { tierName($0, among: names) }
            let seconds = required(.lasting, in: trial).flatMap { period($0) }
            if let tier, let seconds { policy.trial = (tier, seconds) }
        }
        if let slot = fields[.existingUsers],
            let existing = self.fields(slot, PolicyExistingKey.self)
        {
            policy.existingUsers = required(.unlimitedFor, in: existing).flatMap { period($0) }
        }
        policy.warnAtPercent = fields[.warnAt].flatMap { warningShare($0) } ?? policy.warnAtPercent
        policy.billingGrace = fields[.billingGrace].flatMap { period($0) } ?? 0
        policy.offline = fields[.offline].flatMap { period($0) }
        policy.validFor = fields[.validFor].flatMap { period($0) }
    }

    private mutating func warningShare(_ slot: Slot) -> Int64? {
        guard let share = parsed(slot, CountGrammar.percent) else { return nil }
        if (1...100).contains(share) { return share }
        report(
            .numberTooLarge, Message("\(title(of: slot)) is from 1 to 100"), at: place(of: slot))
        return nil
    }

    /// A length of time in seconds: a subscription must mean the same for everybody, so it is none of
    /// the calendar.
    private mutating func period(_ slot: Slot) -> Int64? {
        parsed(slot) { text throws(ValueError) -> Int64 in
            let age = try DurationGrammar.age(text)
            guard let seconds = age.unit.secondsExactly else {
                throw ValueError(
                    .durationUnitUnknown, Message("months and years are not equally long"),
                    advice: Message("write days or weeks, as '30d'"))
            }
            guard age.amount * seconds <= 36_500 * 86_400 else {
                throw ValueError(.numberTooLarge, Message("a period is at most 36,500 days"))
            }
            return age.amount * seconds
        }
    }

    private mutating func policyBindings(_ slot: Slot?) -> [PolicyFile.Binding] {
        guard let slots = list(slot) else { return [] }
        var bindings: [PolicyFile.Binding] = []
        for slot in slots.prefix(Self.policyEntriesMax) {
            guard let fields = fields(slot, PolicyBindingKey.self) else { continue }
            let binding = PolicyFile.Binding(
                tenant: fields[.tenant].flatMap { shownText($0) },
                drive: fields[.drive].flatMap { shownText($0) },
                folder: fields[.folder].flatMap { machineFolder($0) })
            if fields.slots.isEmpty {
                report(
                    .keyMissing,
                    Message("an entry of 'applies' needs 'tenant', 'drive' or 'folder'"),
                    at: fields.place)
            }
            bindings.append(binding)
        }
        if slots.isEmpty || slots.count > Self.policyEntriesMax, let slot {
            report(
                slots.isEmpty ? .listEmpty : .numberTooLarge,
                Message("'applies' has from 1 to \(Self.policyEntriesMax) entries"),
                at: place(of: slot))
        }
        return bindings
    }

    private mutating func machineFolder(_ slot: Slot) -> String? {
        parsed(slot) { text throws(ValueError) -> String in
            if text.hasPrefix("/") { return text }
            throw ValueError(
                .pathInvalid, Message("'\(text.quotable)' does not begin with '/'"))
        }
    }

    private mutating func policyProducts(
        _ slot: Slot?, _ tiers: [String: PolicyFile.Tier]
    ) -> [String: String] {
        guard let slot else { return [:] }
        var products: [String: String] = [:]
        for (name, slot) in namedSlots(slot, Message("'\("products")'")) {
            products[name] = tierName(slot, among: tiers.keys.sorted())
        }
        return products
    }

    private mutating func policyApp(_ slot: Slot?) -> PolicyFile.App? {
        guard let slot, let fields = fields(slot, PolicyAppleKey.self) else { return nil }
        let bundle = required(.bundleID, in: fields).flatMap { shownText($0) }
        let environment = word(required(.environment, in: fields), PolicyEnvironment.self)
        let id = count(fields[.appID], atLeast: 1)
        if environment == .production, fields[.appID] == nil {
            report(
                .keyMissing, Message("'apple' needs 'app_id' for the environment 'production'"),
                at: fields.place)
        }
        guard let bundle, let environment else { return nil }
        return PolicyFile.App(bundle: bundle, id: id, environment: environment.rawValue)
    }

    private mutating func policyOffers(
        _ slot: Slot?, _ tiers: [String: PolicyFile.Tier]
    ) -> [PolicyFile.Offer] {
        var offers: [PolicyFile.Offer] = []
        var seen: Set<ExactText> = []
        for slot in (list(slot) ?? []).prefix(Self.policyEntriesMax) {
            guard let fields = fields(slot, PolicyOfferKey.self) else { continue }
            let id = required(.id, in: fields).flatMap { shownText($0) }
            let tier = required(.tier, in: fields)
                .flatMap { tierName($0, among: tiers.keys.sorted()) }
            let title = required(.title, in: fields).flatMap { shownText($0) }
            let price = fields[.price].flatMap { shownText($0) }
            guard let id, let tier, let title else { continue }
            if !seen.insert(ExactText(text: id)).inserted {
                report(
                    .idDuplicate, Message("there is an offer '\(id.quotable)' already"),
                    at: place(of: slot))
            }
            offers.append(PolicyFile.Offer(id: id, tier: tier, title: title, price: price))
        }
        return offers
    }
}
