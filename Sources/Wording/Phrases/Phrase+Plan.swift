// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `{a} → {b}: {count} added, {number} removed`
    package static func diffHead(a: some PhrasePart, b: some PhrasePart, count: some BinaryInteger, number: some BinaryInteger) -> Phrase {
        Phrase("diff:head", ["a": a.phraseValue, "b": b.phraseValue, "count": .count(Int64(clamping: count)), "number": .count(Int64(clamping: number))])
    }
    /// `there are no two plans yet to compare; make them with '{command}'`
    package static func diffTooFew(command: Hint) -> Phrase {
        Phrase("diff:too-few", ["command": .command(command)])
    }
    /// `it is {actual}`
    package static func explainActual(actual: some PhrasePart) -> Phrase {
        Phrase("explain:actual", ["actual": actual.phraseValue])
    }
    /// `all of`
    package static var explainAllOf: Phrase { Phrase("explain:all-of") }
    /// `any of`
    package static var explainAnyOf: Phrase { Phrase("explain:any-of") }
    /// `applies`
    package static var explainApplies: Phrase { Phrase("explain:applies") }
    /// `as above`
    package static var explainAsAbove: Phrase { Phrase("explain:as-above") }
    /// `decided: {what}, at {when}`
    package static func explainDecided(what: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("explain:decided", ["what": what.phraseValue, "when": when.phraseValue])
    }
    /// `delete, unless the content changes`
    package static var explainDelete: Phrase { Phrase("explain:delete") }
    /// `does not apply here ('in' or 'type')`
    package static var explainElsewhere: Phrase { Phrase("explain:elsewhere") }
    /// `group of {n}:`
    package static func explainGroup(n: some BinaryInteger) -> Phrase {
        Phrase("explain:group", ["n": .count(Int64(clamping: n))])
    }
    /// `keep until the content changes`
    package static var explainKeep: Phrase { Phrase("explain:keep") }
    /// `kept: {text}`
    package static func explainKept(text: some PhrasePart) -> Phrase {
        Phrase("explain:kept", ["text": text.phraseValue])
    }
    /// `missing`
    package static var explainMissing: Phrase { Phrase("explain:missing") }
    /// `no`
    package static var explainNo: Phrase { Phrase("explain:no") }
    /// `in no group of this rule`
    package static var explainNoGroup: Phrase { Phrase("explain:no-group") }
    /// `no item '{name}' among {n} items; paths begin with '/' at the drive's root`
    package static func explainNoItem(n: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("explain:no-item", ["n": .count(Int64(clamping: n)), "name": name.phraseValue])
    }
    /// `none of`
    package static var explainNoneOf: Phrase { Phrase("explain:none-of") }
    /// `switched off`
    package static var explainOff: Phrase { Phrase("explain:off") }
    /// `keep for good`
    package static var explainPin: Phrase { Phrase("explain:pin") }
    /// `not kept: {text}`
    package static func explainRefused(text: some PhrasePart) -> Phrase {
        Phrase("explain:refused", ["text": text.phraseValue])
    }
    /// `result: {text}`
    package static func explainResult(text: some PhrasePart) -> Phrase {
        Phrase("explain:result", ["text": text.phraseValue])
    }
    /// `{n} items are called '{name}'; name one of them by its drive and path, as in '{command}'`
    package static func explainSeveral(n: some BinaryInteger, name: some PhrasePart, command: Hint) -> Phrase {
        Phrase("explain:several", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "command": .command(command)])
    }
    /// `keep until {when}`
    package static func explainSnooze(when: some PhrasePart) -> Phrase {
        Phrase("explain:snooze", ["when": when.phraseValue])
    }
    /// `this one`
    package static var explainThis: Phrase { Phrase("explain:this") }
    /// `not known`
    package static var explainUnknown: Phrase { Phrase("explain:unknown") }
    /// `dated after the plan`
    package static var generationAhead: Phrase { Phrase("generation:ahead") }
    /// `one of the newest {n}`
    package static func generationLast(n: some BinaryInteger) -> Phrase {
        Phrase("generation:last", ["n": .count(Int64(clamping: n))])
    }
    /// `the newest of {period}`
    package static func generationNewest(period: some PhrasePart) -> Phrase {
        Phrase("generation:newest", ["period": period.phraseValue])
    }
    /// `not one of the newest {n}`
    package static func generationNotLast(n: some BinaryInteger) -> Phrase {
        Phrase("generation:not-last", ["n": .count(Int64(clamping: n))])
    }
    /// `of {period}, {path} is the newest`
    package static func generationNotNewest(period: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("generation:not-newest", ["period": period.phraseValue, "path": path.phraseValue])
    }
    /// `{period} is not one of the latest {n} days that have one`
    package static func generationNotRecentDaily(n: some BinaryInteger, period: some PhrasePart) -> Phrase {
        Phrase("generation:not-recent.daily", ["n": .count(Int64(clamping: n)), "period": period.phraseValue])
    }
    /// `{period} is not one of the latest {n} months that have one`
    package static func generationNotRecentMonthly(n: some BinaryInteger, period: some PhrasePart) -> Phrase {
        Phrase("generation:not-recent.monthly", ["n": .count(Int64(clamping: n)), "period": period.phraseValue])
    }
    /// `{period} is not one of the latest {n} weeks that have one`
    package static func generationNotRecentWeekly(n: some BinaryInteger, period: some PhrasePart) -> Phrase {
        Phrase("generation:not-recent.weekly", ["n": .count(Int64(clamping: n)), "period": period.phraseValue])
    }
    /// `{period} is not one of the latest {n} years that have one`
    package static func generationNotRecentYearly(n: some BinaryInteger, period: some PhrasePart) -> Phrase {
        Phrase("generation:not-recent.yearly", ["n": .count(Int64(clamping: n)), "period": period.phraseValue])
    }
    /// `the oldest, as there are not yet {n} days`
    package static func generationOldestDaily(n: some BinaryInteger) -> Phrase {
        Phrase("generation:oldest.daily", ["n": .count(Int64(clamping: n))])
    }
    /// `the oldest, as there are not yet {n} months`
    package static func generationOldestMonthly(n: some BinaryInteger) -> Phrase {
        Phrase("generation:oldest.monthly", ["n": .count(Int64(clamping: n))])
    }
    /// `the oldest, as there are not yet {n} weeks`
    package static func generationOldestWeekly(n: some BinaryInteger) -> Phrase {
        Phrase("generation:oldest.weekly", ["n": .count(Int64(clamping: n))])
    }
    /// `the oldest, as there are not yet {n} years`
    package static func generationOldestYearly(n: some BinaryInteger) -> Phrase {
        Phrase("generation:oldest.yearly", ["n": .count(Int64(clamping: n))])
    }
    /// `day {period}`
    package static func generationPeriodDaily(period: some PhrasePart) -> Phrase {
        Phrase("generation:period.daily", ["period": period.phraseValue])
    }
    /// `month {period}`
    package static func generationPeriodMonthly(period: some PhrasePart) -> Phrase {
        Phrase("generation:period.monthly", ["period": period.phraseValue])
    }
    /// `week {period}`
    package static func generationPeriodWeekly(period: some PhrasePart) -> Phrase {
        Phrase("generation:period.weekly", ["period": period.phraseValue])
    }
    /// `year {period}`
    package static func generationPeriodYearly(period: some PhrasePart) -> Phrase {
        Phrase("generation:period.yearly", ["period": period.phraseValue])
    }
    /// `{n} items for a person to decide, {why}: {rules}`
    package static func nothingAsked(n: some BinaryInteger, why: some PhrasePart, rules: some PhrasePart) -> Phrase {
        Phrase("nothing:asked", ["n": .count(Int64(clamping: n)), "why": why.phraseValue, "rules": rules.phraseValue])
    }
    /// `{n} folders that a rule names still hold something`
    package static func nothingFolders(n: some BinaryInteger) -> Phrase {
        Phrase("nothing:folders", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items kept by '{rule}'`
    package static func nothingKept(n: some BinaryInteger, rule: some PhrasePart) -> Phrase {
        Phrase("nothing:kept", ["n": .count(Int64(clamping: n)), "rule": rule.phraseValue])
    }
    /// `no delete rule applies to any item`
    package static var nothingNoRule: Phrase { Phrase("nothing:no-rule") }
    /// `{what}, of which a delete rule names {count}`
    package static func nothingOfWhich(what: some PhrasePart, count: some BinaryInteger) -> Phrase {
        Phrase("nothing:of-which", ["what": what.phraseValue, "count": .count(Int64(clamping: count))])
    }
    /// `{n} items stay because a person said so`
    package static func nothingPersonKept(n: some BinaryInteger) -> Phrase {
        Phrase("nothing:person-kept", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items protected by '{rule}'`
    package static func nothingProtected(n: some BinaryInteger, rule: some PhrasePart) -> Phrase {
        Phrase("nothing:protected", ["n": .count(Int64(clamping: n)), "rule": rule.phraseValue])
    }
    /// `'{rule}' {count}`
    package static func nothingShare(rule: some PhrasePart, count: some BinaryInteger) -> Phrase {
        Phrase("nothing:share", ["rule": rule.phraseValue, "count": .count(Int64(clamping: count))])
    }
    /// `{n} items tell too little for '{rule}'`
    package static func nothingTellsLittle(n: some BinaryInteger, rule: some PhrasePart) -> Phrase {
        Phrase("nothing:tells-little", ["n": .count(Int64(clamping: n)), "rule": rule.phraseValue])
    }
    /// `{what}: {text} is not known`
    package static func nothingTests(what: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("nothing:tests", ["what": what.phraseValue, "text": text.phraseValue])
    }
    /// `Why nothing is deleted`
    package static var nothingTitle: Phrase { Phrase("nothing:title") }
    /// `since a rule is on trial until {n} of its items are decided`
    package static func nothingTrial(n: some BinaryInteger) -> Phrase {
        Phrase("nothing:trial", ["n": .count(Int64(clamping: n))])
    }
    /// `All items`
    package static var planAllItems: Phrase { Phrase("plan:all-items") }
    /// `Blocked: this plan cannot be staged`
    package static var planBlocked: Phrase { Phrase("plan:blocked") }
    /// `because`
    package static var planColumnBecause: Phrase { Phrase("plan:column.because") }
    /// `path`
    package static var planColumnPath: Phrase { Phrase("plan:column.path") }
    /// `rule`
    package static var planColumnRule: Phrase { Phrase("plan:column.rule") }
    /// `verdict`
    package static var planColumnVerdict: Phrase { Phrase("plan:column.verdict") }
    /// `{n} {what}`
    package static func planCount(n: some BinaryInteger, what: some PhrasePart) -> Phrase {
        Phrase("plan:count", ["n": .count(Int64(clamping: n)), "what": what.phraseValue])
    }
    /// `{kept} keep · {deleted} delete ({size}) · {left} to review.`
    package static func planCounts(kept: some BinaryInteger, deleted: some BinaryInteger, size: Int64, left: some BinaryInteger) -> Phrase {
        Phrase("plan:counts", ["kept": .count(Int64(clamping: kept)), "deleted": .count(Int64(clamping: deleted)), "size": .size(size), "left": .count(Int64(clamping: left))])
    }
    /// `Decisions: {text}`
    package static func planDecisions(text: some PhrasePart) -> Phrase {
        Phrase("plan:decisions", ["text": text.phraseValue])
    }
    /// `{n} carried over`
    package static func planDecisionsCarried(n: some BinaryInteger) -> Phrase {
        Phrase("plan:decisions.carried", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} hold`
    package static func planDecisionsHold(n: some BinaryInteger) -> Phrase {
        Phrase("plan:decisions.hold", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} could not be placed (cleanrules decisions)`
    package static func planDecisionsUnplaced(n: some BinaryInteger) -> Phrase {
        Phrase("plan:decisions.unplaced", ["n": .count(Int64(clamping: n))])
    }
    /// `{drive} ({kind}): {n} files, {size}`
    package static func planDrive(n: some BinaryInteger, drive: some PhrasePart, kind: some PhrasePart, size: Int64) -> Phrase {
        Phrase("plan:drive", ["n": .count(Int64(clamping: n)), "drive": drive.phraseValue, "kind": kind.phraseValue, "size": .size(size)])
    }
    /// `{what} as listed at {when}`
    package static func planDriveListed(what: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("plan:drive.listed", ["what": what.phraseValue, "when": when.phraseValue])
    }
    /// `{place}, only {part}`
    package static func planDrivePart(place: some PhrasePart, part: some PhrasePart) -> Phrase {
        Phrase("plan:drive.part", ["place": place.phraseValue, "part": part.phraseValue])
    }
    /// `{scanned} · {rules} · as of {when}`
    package static func planHead(scanned: some PhrasePart, rules: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("plan:head", ["scanned": scanned.phraseValue, "rules": rules.phraseValue, "when": when.phraseValue])
    }
    /// `Held: nothing of drive '{drive}' can be staged`
    package static func planHeld(drive: some PhrasePart) -> Phrase {
        Phrase("plan:held", ["drive": drive.phraseValue])
    }
    /// `no item is covered by the protections {names}`
    package static func planIdle(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("plan:idle", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `Largest deletions`
    package static var planLargest: Phrase { Phrase("plan:largest") }
    /// `… {n} more (--all)`
    package static func planLargestMore(n: some BinaryInteger) -> Phrase {
        Phrase("plan:largest.more", ["n": .count(Int64(clamping: n))])
    }
    /// `Carried over from saved pages: {text}`
    package static func planMigrated(text: some PhrasePart) -> Phrase {
        Phrase("plan:migrated", ["text": text.phraseValue])
    }
    /// `{n} conflicts`
    package static func planMigratedConflicts(n: some BinaryInteger) -> Phrase {
        Phrase("plan:migrated.conflicts", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} decisions`
    package static func planMigratedDecisions(n: some BinaryInteger) -> Phrase {
        Phrase("plan:migrated.decisions", ["n": .count(Int64(clamping: n))])
    }
    /// `all statistics`
    package static var planMigratedStatistics: Phrase { Phrase("plan:migrated.statistics") }
    /// `a streak of {n} days`
    package static func planMigratedStreak(n: some BinaryInteger) -> Phrase {
        Phrase("plan:migrated.streak", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} not found`
    package static func planMigratedUnplaced(n: some BinaryInteger) -> Phrase {
        Phrase("plan:migrated.unplaced", ["n": .count(Int64(clamping: n))])
    }
    /// `a plan of {entries} entries needs about {needed} MiB of memory, and there are {present} MiB; free some, raise the limit ('ulimit -v', or that of the container), or plan over one folder or drive at a time`
    package static func planNoRoom(entries: some PhrasePart, needed: some PhrasePart, present: some PhrasePart) -> Phrase {
        Phrase("plan:no-room", ["entries": entries.phraseValue, "needed": needed.phraseValue, "present": present.phraseValue])
    }
    /// `{why}; what is not compared stays`
    package static func planNotCompared(why: some PhrasePart) -> Phrase {
        Phrase("plan:not-compared", ["why": why.phraseValue])
    }
    /// `nothing listed`
    package static var planNothingListed: Phrase { Phrase("plan:nothing-listed") }
    /// `drive '{drive}' as it was listed at {when}, {span} ago`
    package static func planOffline(drive: some PhrasePart, when: some PhrasePart, span: some PhrasePart) -> Phrase {
        Phrase("plan:offline", ["drive": drive.phraseValue, "when": when.phraseValue, "span": span.phraseValue])
    }
    /// `Proof by bytes`
    package static var planProof: Phrase { Phrase("plan:proof") }
    /// `{drive}: to prove {n} deletions of copies by their bytes, {files}`
    package static func planProofCopies(n: some BinaryInteger, drive: some PhrasePart, files: some PhrasePart) -> Phrase {
        Phrase("plan:proof.copies", ["n": .count(Int64(clamping: n)), "drive": drive.phraseValue, "files": files.phraseValue])
    }
    /// `{n} files ({size}) are downloaded right before`
    package static func planProofFiles(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("plan:proof.files", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `{text}; {n} of them cost nothing, for the drive lists their SHA-256`
    package static func planProofFree(n: some BinaryInteger, text: some PhrasePart) -> Phrase {
        Phrase("plan:proof.free", ["n": .count(Int64(clamping: n)), "text": text.phraseValue])
    }
    /// `'verify: hash' in a rule downloads nothing; it believes the hashes that the drive lists, and files that differ can have one QuickXorHash`
    package static var planProofHash: Phrase { Phrase("plan:proof.hash") }
    /// `{drive}: to prove copies on other drives by their bytes, {files}`
    package static func planProofOthers(drive: some PhrasePart, files: some PhrasePart) -> Phrase {
        Phrase("plan:proof.others", ["drive": drive.phraseValue, "files": files.phraseValue])
    }
    /// `{text}, which takes about {span} at the {size} a second of the last time`
    package static func planProofTime(text: some PhrasePart, span: some PhrasePart, size: Int64) -> Phrase {
        Phrase("plan:proof.time", ["text": text.phraseValue, "span": span.phraseValue, "size": .size(size)])
    }
    /// `{text}; how long that takes was not measured yet`
    package static func planProofUnmeasured(text: some PhrasePart) -> Phrase {
        Phrase("plan:proof.unmeasured", ["text": text.phraseValue])
    }
    /// `Since {plan}: {count} added, {number} removed (cleanrules plan diff)`
    package static func planSince(plan: some PhrasePart, count: some BinaryInteger, number: some BinaryInteger) -> Phrase {
        Phrase("plan:since", ["plan": plan.phraseValue, "count": .count(Int64(clamping: count)), "number": .count(Int64(clamping: number))])
    }
    /// `Plan {plan}: {counts}   Nothing has been changed.`
    package static func planSummary(plan: some PhrasePart, counts: some PhrasePart) -> Phrase {
        Phrase("plan:summary", ["plan": plan.phraseValue, "counts": counts.phraseValue])
    }
    /// `{counts}   Nothing has been changed.`
    package static func planSummaryUnnamed(counts: some PhrasePart) -> Phrase {
        Phrase("plan:summary.unnamed", ["counts": counts.phraseValue])
    }
    /// `Taken back before: {n} deletions (marked ↩; 'run' leaves them, 'cleanrules keep PATH' keeps them for good)`
    package static func planTakenBack(n: some BinaryInteger) -> Phrase {
        Phrase("plan:taken-back", ["n": .count(Int64(clamping: n))])
    }
    /// `To review: {text}`
    package static func planToReview(text: some PhrasePart) -> Phrase {
        Phrase("plan:to-review", ["text": text.phraseValue])
    }
    /// `too many plans were made for this instant; try again later`
    package static var planTooMany: Phrase { Phrase("plan:too-many") }
    /// `Nothing has changed since {plan}`
    package static func planUnchanged(plan: some PhrasePart) -> Phrase {
        Phrase("plan:unchanged", ["plan": plan.phraseValue])
    }
    /// `{n} files could not be compared and stay`
    package static func planUncompared(n: some BinaryInteger) -> Phrase {
        Phrase("plan:uncompared", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} files could not be hashed and stay`
    package static func planUnhashed(n: some BinaryInteger) -> Phrase {
        Phrase("plan:unhashed", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} deletions are of unknown size and count as 0 bytes`
    package static func planUnknownSizes(n: some BinaryInteger) -> Phrase {
        Phrase("plan:unknown-sizes", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} deletions: 'restore' can bring back`
    package static func showBack(n: some BinaryInteger) -> Phrase {
        Phrase("show:back", ["n": .count(Int64(clamping: n))])
    }
    /// `the plan expired at {when}; make a new one`
    package static func showExpired(when: some PhrasePart) -> Phrase {
        Phrase("show:expired", ["when": when.phraseValue])
    }
    /// `Plan {plan} · made {when} · expires {end}`
    package static func showHead(plan: some PhrasePart, when: some PhrasePart, end: some PhrasePart) -> Phrase {
        Phrase("show:head", ["plan": plan.phraseValue, "when": when.phraseValue, "end": end.phraseValue])
    }
    /// `Items to delete`
    package static var showItemsDelete: Phrase { Phrase("show:items.delete") }
    /// `Items to keep`
    package static var showItemsKeep: Phrase { Phrase("show:items.keep") }
    /// `Items to review`
    package static var showItemsReview: Phrase { Phrase("show:items.review") }
    /// `{n} deletions: nothing brings back`
    package static func showLost(n: some BinaryInteger) -> Phrase {
        Phrase("show:lost", ["n": .count(Int64(clamping: n))])
    }
    /// `'{path}' cannot be read as a plan: {detail}; 'cleanrules plan -o FILE' writes one`
    package static func showNoPlan(path: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("show:no-plan", ["path": path.phraseValue, "detail": detail.phraseValue])
    }
    /// `the rules in '{path}' are not those of the plan any more; make a new one`
    package static func showRulesChanged(path: some PhrasePart) -> Phrase {
        Phrase("show:rules-changed", ["path": path.phraseValue])
    }
    /// `'{path}' is larger than any plan`
    package static func showTooLarge(path: some PhrasePart) -> Phrase {
        Phrase("show:too-large", ["path": path.phraseValue])
    }
    /// `the plan was staged at {when} already`
    package static func showUsed(when: some PhrasePart) -> Phrase {
        Phrase("show:used", ["when": when.phraseValue])
    }
    /// `Blocked: {text}`
    package static func tableBlocked(text: some PhrasePart) -> Phrase {
        Phrase("table:blocked", ["text": text.phraseValue])
    }
    /// `**{kept}** keep · **{deleted}** delete ({size}) · **{left}** to review. Nothing has been changed.`
    package static func tableCounts(kept: some BinaryInteger, deleted: some BinaryInteger, size: Int64, left: some BinaryInteger) -> Phrase {
        Phrase("table:counts", ["kept": .count(Int64(clamping: kept)), "deleted": .count(Int64(clamping: deleted)), "size": .size(size), "left": .count(Int64(clamping: left))])
    }
    /// `… and {n} more`
    package static func tableMore(n: some BinaryInteger) -> Phrase {
        Phrase("table:more", ["n": .count(Int64(clamping: n))])
    }
    /// `Plan of {when}`
    package static func tableTitle(when: some PhrasePart) -> Phrase {
        Phrase("table:title", ["when": when.phraseValue])
    }
}
