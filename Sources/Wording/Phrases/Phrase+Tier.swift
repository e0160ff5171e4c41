// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `Take this?`
    package static var tierAsk: Phrase { Phrase("tier:ask") }
    /// `{name} names no address for that.`
    package static func tierCancelUnknown(name: some PhrasePart) -> Phrase {
        Phrase("tier:cancel-unknown", ["name": name.phraseValue])
    }
    /// `{n} grants that you declined are not taken; {command} takes them.`
    package static func tierDeclined(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("tier:declined", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `what was redeemed is on record`
    package static var tierDeedRedeemed: Phrase { Phrase("tier:deed-redeemed") }
    /// `the issuer is trusted`
    package static var tierDeedTrusted: Phrase { Phrase("tier:deed-trusted") }
    /// `drives`
    package static var tierDrives: Phrase { Phrase("tier:drives") }
    /// `Besides: {names}`
    package static func tierFeatures(names: some PhrasePart) -> Phrase {
        Phrase("tier:features", ["names": names.phraseValue])
    }
    /// `The key of '{id}' has the fingerprint`
    package static func tierFingerprint(id: some PhrasePart) -> Phrase {
        Phrase("tier:fingerprint", ["id": id.phraseValue])
    }
    /// `{n} grants are on as many machines as they may be already; their issuer can make room.`
    package static func tierFull(n: some BinaryInteger) -> Phrase {
        Phrase("tier:full", ["n": .count(Int64(clamping: n))])
    }
    /// `I have a code: {command}`
    package static func tierHaveCode(command: Hint) -> Phrase {
        Phrase("tier:have-code", ["command": .command(command)])
    }
    /// `It bounds nothing that these rules do.`
    package static var tierIdle: Phrase { Phrase("tier:idle") }
    /// `active`
    package static var tierIsActive: Phrase { Phrase("tier:is-active") }
    /// `active, and not renewed afterwards`
    package static var tierIsEnding: Phrase { Phrase("tier:is-ending") }
    /// `nothing bounded yet, for you were here before the policy`
    package static var tierIsExistingGrace: Phrase { Phrase("tier:is-existing-grace") }
    /// `expired`
    package static var tierIsExpired: Phrase { Phrase("tier:is-expired") }
    /// `held while a payment is tried again`
    package static var tierIsGrace: Phrase { Phrase("tier:is-grace") }
    /// `for life`
    package static var tierIsLifetime: Phrase { Phrase("tier:is-lifetime") }
    /// `nothing granted`
    package static var tierIsNone: Phrase { Phrase("tier:is-none") }
    /// `waiting to be approved`
    package static var tierIsPending: Phrase { Phrase("tier:is-pending") }
    /// `taken back by the issuer`
    package static var tierIsRevoked: Phrase { Phrase("tier:is-revoked") }
    /// `not confirmed for too long`
    package static var tierIsStale: Phrase { Phrase("tier:is-stale") }
    /// `replaced by a newer one`
    package static var tierIsSuperseded: Phrase { Phrase("tier:is-superseded") }
    /// `first days`
    package static var tierIsTrial: Phrase { Phrase("tier:is-trial") }
    /// `not to be verified`
    package static var tierIsUnverifiable: Phrase { Phrase("tier:is-unverifiable") }
    /// `{name} ('{id}')`
    package static func tierIssuer(name: some PhrasePart, id: some PhrasePart) -> Phrase {
        Phrase("tier:issuer", ["name": name.phraseValue, "id": id.phraseValue])
    }
    /// `Maybe later: {command}`
    package static func tierLater(command: Hint) -> Phrase {
        Phrase("tier:later", ["command": .command(command)])
    }
    /// `{what}: {address}`
    package static func tierLink(what: some PhrasePart, address: some PhrasePart) -> Phrase {
        Phrase("tier:link", ["what": what.phraseValue, "address": address.phraseValue])
    }
    /// `To cancel`
    package static var tierLinkCancel: Phrase { Phrase("tier:link-cancel") }
    /// `Privacy`
    package static var tierLinkPrivacy: Phrase { Phrase("tier:link-privacy") }
    /// `Codes`
    package static var tierLinkRedeem: Phrase { Phrase("tier:link-redeem") }
    /// `Help`
    package static var tierLinkSupport: Phrase { Phrase("tier:link-support") }
    /// `Terms`
    package static var tierLinkTerms: Phrase { Phrase("tier:link-terms") }
    /// `It is what {name} allows in a day.`
    package static func tierMost(name: some PhrasePart) -> Phrase {
        Phrase("tier:most", ["name": name.phraseValue])
    }
    /// `{amount} of {most} that {name} allows to be deleted today are used`
    package static func tierNearBytes(amount: Int64, most: Int64, name: some PhrasePart) -> Phrase {
        Phrase("tier:near-bytes", ["amount": .size(amount), "most": .size(most), "name": name.phraseValue])
    }
    /// `{used} of {limit} deletions that {name} allows of today are used`
    package static func tierNearDeletions(used: some BinaryInteger, limit: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("tier:near-deletions", ["used": .count(Int64(clamping: used)), "limit": .count(Int64(clamping: limit)), "name": name.phraseValue])
    }
    /// `{name} does not allow anything to be deleted for good`
    package static func tierNoPermanent(name: some PhrasePart) -> Phrase {
        Phrase("tier:no-permanent", ["name": name.phraseValue])
    }
    /// `{name} does not let devices share decisions; {command} shows what there is, and {show} takes a code or a grant`
    package static func tierNoSync(name: some PhrasePart, command: Hint, show: Hint) -> Phrase {
        Phrase("tier:no-sync", ["name": name.phraseValue, "command": .command(command), "show": .command(show)])
    }
    /// `{name} does not allow rounds that nobody watches`
    package static func tierNoUnattended(name: some PhrasePart) -> Phrase {
        Phrase("tier:no-unattended", ["name": name.phraseValue])
    }
    /// `No policy is in force here, and none bounds anything.`
    package static var tierNone: Phrase { Phrase("tier:none") }
    /// `{why}; until that is mended, nothing is done that a policy may bound`
    package static func tierObstacle(why: some PhrasePart) -> Phrase {
        Phrase("tier:obstacle", ["why": why.phraseValue])
    }
    /// `{what}, shared by {name}`
    package static func tierOf(what: some PhrasePart, name: some PhrasePart) -> Phrase {
        Phrase("tier:of", ["what": what.phraseValue, "name": name.phraseValue])
    }
    /// `{name}, tier '{tier}': {price}`
    package static func tierOffer(name: some PhrasePart, tier: some PhrasePart, price: some PhrasePart) -> Phrase {
        Phrase("tier:offer", ["name": name.phraseValue, "tier": tier.phraseValue, "price": price.phraseValue])
    }
    /// `the issuer states no price`
    package static var tierOfferUnpriced: Phrase { Phrase("tier:offer-unpriced") }
    /// `No policy here makes an offer.`
    package static var tierOffersNone: Phrase { Phrase("tier:offers-none") }
    /// `{name} allows {limit} {what}, and these rules have {count}`
    package static func tierOver(name: some PhrasePart, limit: some BinaryInteger, what: some PhrasePart, count: some BinaryInteger) -> Phrase {
        Phrase("tier:over", ["name": name.phraseValue, "limit": .count(Int64(clamping: limit)), "what": what.phraseValue, "count": .count(Int64(clamping: count))])
    }
    /// `Nothing is said of offers before {time}.`
    package static func tierPutOff(time: Moment) -> Phrase {
        Phrase("tier:put-off", ["time": .moment(time)])
    }
    /// `What {name} allows of today is used; the rest waits for {time}.`
    package static func tierReached(name: some PhrasePart, time: Moment) -> Phrase {
        Phrase("tier:reached", ["name": name.phraseValue, "time": .moment(time)])
    }
    /// `It is on record, and holds from now on.`
    package static var tierRedeemed: Phrase { Phrase("tier:redeemed") }
    /// `All of it is known already, or replaced by something newer; nothing has changed.`
    package static var tierRedeemedNothing: Phrase { Phrase("tier:redeemed-nothing") }
    /// `Nothing is granted to this state; there is nothing to restore.`
    package static var tierRefreshedNone: Phrase { Phrase("tier:refreshed-none") }
    /// `It is renewed then, until it is cancelled.`
    package static var tierRenews: Phrase { Phrase("tier:renews") }
    /// `It ends then; nothing is said of a renewal.`
    package static var tierRenewsUnsaid: Phrase { Phrase("tier:renews-unsaid") }
    /// `rules`
    package static var tierRules: Phrase { Phrase("tier:rules") }
    /// `See what there is: {command}`
    package static func tierSee(command: Hint) -> Phrase {
        Phrase("tier:see", ["command": .command(command)])
    }
    /// `tier '{tier}', {state}`
    package static func tierStateOf(tier: some PhrasePart, state: some PhrasePart) -> Phrase {
        Phrase("tier:state-of", ["tier": tier.phraseValue, "state": state.phraseValue])
    }
    /// `{name} does not let devices share decisions: what is kept here is told to the others, but nothing that deletes until it does; what they kept is heard all the same`
    package static func tierSyncPaused(name: some PhrasePart) -> Phrase {
        Phrase("tier:sync-paused", ["name": name.phraseValue])
    }
    /// `the policy of {name}, version {version}`
    package static func tierTakesPolicy(name: some PhrasePart, version: some PhrasePart) -> Phrase {
        Phrase("tier:takes-policy", ["name": name.phraseValue, "version": version.phraseValue])
    }
    /// `{name}: {what}`
    package static func tierTakesRight(name: some PhrasePart, what: some PhrasePart) -> Phrase {
        Phrase("tier:takes-right", ["name": name.phraseValue, "what": what.phraseValue])
    }
    /// `Compare it with what the issuer told you, and type its first group:`
    package static var tierTrustAsk: Phrase { Phrase("tier:trust-ask") }
    /// `'{id}' is trusted: what it signs is believed from now on.`
    package static func tierTrusted(id: some PhrasePart) -> Phrase {
        Phrase("tier:trusted", ["id": id.phraseValue])
    }
    /// `{what}, until {time}`
    package static func tierUntil(what: some PhrasePart, time: Moment) -> Phrase {
        Phrase("tier:until", ["what": what.phraseValue, "time": .moment(time)])
    }
    /// `Something on record cannot be verified any more; it is kept, and counts for nothing.`
    package static var tierUnverifiable: Phrase { Phrase("tier:unverifiable") }
    /// `{what}: {spent} of {bound} used today`
    package static func tierUsed(what: some PhrasePart, spent: some PhrasePart, bound: some PhrasePart) -> Phrase {
        Phrase("tier:used", ["what": what.phraseValue, "spent": spent.phraseValue, "bound": bound.phraseValue])
    }
    /// `{what}: {spent} used today`
    package static func tierUsedFree(what: some PhrasePart, spent: some PhrasePart) -> Phrase {
        Phrase("tier:used-free", ["what": what.phraseValue, "spent": spent.phraseValue])
    }
}
