// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `{n} more of this rule; g keeps them together.`
    package static func plainOfRuleKeep(n: some BinaryInteger) -> Phrase {
        Phrase("plain:of-rule-keep", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} more of this rule; g keeps the next {count} together.`
    package static func plainOfRuleKeepNext(n: some BinaryInteger, count: some BinaryInteger) -> Phrase {
        Phrase("plain:of-rule-keep-next", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count))])
    }
    /// `{n} more groups are to be decided one by one before g marks any of this rule.`
    package static func plainToOpen(n: some BinaryInteger) -> Phrase {
        Phrase("plain:to-open", ["n": .count(Int64(clamping: n))])
    }
    /// `{rule} deletes nothing unseen: without a state file nobody has decided anything`
    package static func planUnseenNoState(rule: some PhrasePart) -> Phrase {
        Phrase("plan:unseen.no-state", ["rule": rule.phraseValue])
    }
    /// `{rule} deletes unseen what all else speaks for: the last {needed} groups were decided as it would have`
    package static func planUnseenProved(rule: some PhrasePart, needed: some PhrasePart) -> Phrase {
        Phrase("plan:unseen.proved", ["rule": rule.phraseValue, "needed": needed.phraseValue])
    }
    /// `{rule} deletes nothing unseen yet: {groups} of {needed} groups decided as it would have`
    package static func planUnseenUndecided(rule: some PhrasePart, groups: some PhrasePart, needed: some PhrasePart) -> Phrase {
        Phrase("plan:unseen.undecided", ["rule": rule.phraseValue, "groups": groups.phraseValue, "needed": needed.phraseValue])
    }
    /// `belongs to a file that stays`
    package static var reasonCompanionKept: Phrase { Phrase("reason:companion-kept") }
    /// `you decided otherwise before it changed`
    package static var reasonDecidedBefore: Phrase { Phrase("reason:decided-before") }
    /// `companion-kept`
    package static var reasonNameCompanionKept: Phrase { Phrase("reason:name.companion-kept") }
    /// `decided-before`
    package static var reasonNameDecidedBefore: Phrase { Phrase("reason:name.decided-before") }
    /// `similar`
    package static var reasonNameSimilar: Phrase { Phrase("reason:name.similar") }
    /// `similar-unproved`
    package static var reasonNameSimilarUnproved: Phrase { Phrase("reason:name.similar-unproved") }
    /// `looks like one that stays`
    package static var reasonSimilar: Phrase { Phrase("reason:similar") }
    /// `looks like one that stays, and the rule is not proved yet`
    package static var reasonSimilarUnproved: Phrase { Phrase("reason:similar-unproved") }
    /// `It belongs to a picture that looks like one that stays.`
    package static var reportCompanion: Phrase { Phrase("report:companion") }
    /// `It belongs to a file that stays.`
    package static var reportCompanionKept: Phrase { Phrase("report:companion-kept") }
    /// `{who} would delete it. You decided otherwise before it changed.`
    package static func reportDecidedBefore(who: some PhrasePart) -> Phrase {
        Phrase("report:decided-before", ["who": who.phraseValue])
    }
    /// `Looks like {path}, which stays.`
    package static func reportSimilar(path: some PhrasePart) -> Phrase {
        Phrase("report:similar", ["path": path.phraseValue])
    }
    /// `{marks} of 256 marks differ, correlation {correlation}.`
    package static func reportSimilarFigures(marks: some PhrasePart, correlation: some PhrasePart) -> Phrase {
        Phrase("report:similar.figures", ["marks": marks.phraseValue, "correlation": correlation.phraseValue])
    }
    /// `Looks like {path}, which stays, as do {rest} more.`
    package static func reportSimilarMore(n: some BinaryInteger, path: some PhrasePart, rest: some PhrasePart) -> Phrase {
        Phrase("report:similar.more", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "rest": rest.phraseValue])
    }
    /// `{who} would delete it for its looks, which nobody has proved yet.`
    package static func reportSimilarUnproved(who: some PhrasePart) -> Phrase {
        Phrase("report:similar.unproved", ["who": who.phraseValue])
    }
    /// `{who} takes it for one of several pictures that look alike.`
    package static func reportSimilarUnsure(who: some PhrasePart) -> Phrase {
        Phrase("report:similar.unsure", ["who": who.phraseValue])
    }
    /// `stays, for it is in the album {names}: what is in an album is no copy too many`
    package static func similarAlbum(names: some PhrasePart) -> Phrase {
        Phrase("similar:album", ["names": names.phraseValue])
    }
    /// `looks like no other picture that may be compared with it`
    package static var similarAlone: Phrase { Phrase("similar:alone") }
    /// `belongs to {path}: it goes with that and stays with that`
    package static func similarBelongs(path: some PhrasePart) -> Phrase {
        Phrase("similar:belongs", ["path": path.phraseValue])
    }
    /// `stays all the same: nothing that stays tells by which camera`
    package static var similarBetterCamera: Phrase { Phrase("similar:better.camera") }
    /// `stays all the same: nothing that stays has as many pixels`
    package static var similarBetterPixels: Phrase { Phrase("similar:better.pixels") }
    /// `stays all the same: it is what the camera saw, and what stays is made of that`
    package static var similarBetterRaw: Phrase { Phrase("similar:better.raw") }
    /// `stays all the same: nothing that stays tells when it was taken`
    package static var similarBetterTaken: Phrase { Phrase("similar:better.taken") }
    /// `compared with no other picture, since it was said before what becomes of it`
    package static var similarClaimed: Phrase { Phrase("similar:claimed") }
    /// `the drive says that it is from {told}, the picture itself says {seen}: nothing of what was seen is used, so it is in no group`
    package static func similarContradictsCamera(told: some PhrasePart, seen: some PhrasePart) -> Phrase {
        Phrase("similar:contradicts.camera", ["told": told.phraseValue, "seen": seen.phraseValue])
    }
    /// `the drive says that it was taken {told}, the picture itself says {seen}: nothing of what was seen is used, so it is in no group`
    package static func similarContradictsTaken(told: some PhrasePart, seen: some PhrasePart) -> Phrase {
        Phrase("similar:contradicts.taken", ["told": told.phraseValue, "seen": seen.phraseValue])
    }
    /// `stays, for {name} belongs to it and stays`
    package static func similarKeptFor(name: some PhrasePart) -> Phrase {
        Phrase("similar:kept-for", ["name": name.phraseValue])
    }
    /// `others look like this one, which leads their group`
    package static var similarLeads: Phrase { Phrase("similar:leads") }
    /// `others look like this one, which leads their group: {why}`
    package static func similarLeadsWhy(why: some PhrasePart) -> Phrase {
        Phrase("similar:leads-why", ["why": why.phraseValue])
    }
    /// `looks like {path}, which stays`
    package static func similarLike(path: some PhrasePart) -> Phrase {
        Phrase("similar:like", ["path": path.phraseValue])
    }
    /// `looks like {path}, of which it is not sure that it stays`
    package static func similarLikeGoes(path: some PhrasePart) -> Phrase {
        Phrase("similar:like-goes", ["path": path.phraseValue])
    }
    /// `looks like {path}, which stays: {why}`
    package static func similarLikeWhy(path: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("similar:like-why", ["path": path.phraseValue, "why": why.phraseValue])
    }
    /// `{value} MP`
    package static func similarMegapixels(value: some PhrasePart) -> Phrase {
        Phrase("similar:megapixels", ["value": value.phraseValue])
    }
    /// `missing`
    package static var similarMissing: Phrase { Phrase("similar:missing") }
    /// `same moment: {marks} of 256 marks differ (up to {bound}), correlation {correlation}`
    package static func similarMoment(marks: some PhrasePart, bound: some PhrasePart, correlation: some PhrasePart) -> Phrase {
        Phrase("similar:moment", ["marks": marks.phraseValue, "bound": bound.phraseValue, "correlation": correlation.phraseValue])
    }
    /// `nobody has looked at this picture yet, so it is in no group`
    package static var similarNotLookedAt: Phrase { Phrase("similar:not-looked-at") }
    /// `belonging to it: {names}`
    package static func similarParts(names: some PhrasePart) -> Phrase {
        Phrase("similar:parts", ["names": names.phraseValue])
    }
    /// `pixels: {here} here, {there} there`
    package static func similarPixels(here: some PhrasePart, there: some PhrasePart) -> Phrase {
        Phrase("similar:pixels", ["here": here.phraseValue, "there": there.phraseValue])
    }
    /// `same picture: {marks} of 256 marks differ (up to {bound}), correlation {correlation}, largest difference {block}`
    package static func similarSame(marks: some PhrasePart, bound: some PhrasePart, correlation: some PhrasePart, block: some PhrasePart) -> Phrase {
        Phrase("similar:same", ["marks": marks.phraseValue, "bound": bound.phraseValue, "correlation": correlation.phraseValue, "block": block.phraseValue])
    }
    /// `taken: {here} here, {there} there`
    package static func similarTaken(here: some PhrasePart, there: some PhrasePart) -> Phrase {
        Phrase("similar:taken", ["here": here.phraseValue, "there": there.phraseValue])
    }
    /// `too little to see to compare (detail {value} of 100), so it is in no group`
    package static func similarTooLittle(value: some PhrasePart) -> Phrase {
        Phrase("similar:too-little", ["value": value.phraseValue])
    }
    /// `turned or mirrored`
    package static var similarTurned: Phrase { Phrase("similar:turned") }
    /// `not deleted unseen: without a state file nobody has decided anything`
    package static var similarUnseenNoState: Phrase { Phrase("similar:unseen.no-state") }
    /// `not deleted unseen: the rule does not say all that this takes, or would delete for good`
    package static var similarUnseenNotAllowed: Phrase { Phrase("similar:unseen.not-allowed") }
    /// `not deleted unseen: it is not known that the one that stays is at least as good`
    package static var similarUnseenNotAsGood: Phrase { Phrase("similar:unseen.not-as-good") }
    /// `not deleted unseen: {n} pictures or films in reach of the rule were not looked at yet`
    package static func similarUnseenNotLookedAt(n: some BinaryInteger) -> Phrase {
        Phrase("similar:unseen.not-looked-at", ["n": .count(Int64(clamping: n))])
    }
    /// `not deleted unseen: with this state nobody has looked at both of them as they are now`
    package static var similarUnseenNotPresent: Phrase { Phrase("similar:unseen.not-present") }
    /// `not deleted unseen: a raw file would go`
    package static var similarUnseenRaw: Phrase { Phrase("similar:unseen.raw") }
    /// `not deleted unseen: when it was taken is not known of both, or is not the same`
    package static var similarUnseenTaken: Phrase { Phrase("similar:unseen.taken") }
    /// `not deleted unseen yet: {groups} of {needed} groups decided as the rule would have`
    package static func similarUnseenUndecided(groups: some PhrasePart, needed: some PhrasePart) -> Phrase {
        Phrase("similar:unseen.undecided", ["groups": groups.phraseValue, "needed": needed.phraseValue])
    }
    /// `it belongs to a file that stays, so it stays with it`
    package static var whyCompanionKept: Phrase { Phrase("why:companion-kept") }
    /// `{who} would delete it, which you decided otherwise about before it changed, so you are asked again`
    package static func whyDecidedBefore(who: some PhrasePart) -> Phrase {
        Phrase("why:decided-before", ["who": who.phraseValue])
    }
    /// `{who} would delete it for its looks alone, which nobody has proved yet, so a person decides`
    package static func whySimilarUnproved(who: some PhrasePart) -> Phrase {
        Phrase("why:similar-unproved", ["who": who.phraseValue])
    }
}
