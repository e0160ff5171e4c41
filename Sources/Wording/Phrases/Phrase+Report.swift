// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `a delete rule`
    package static var reportActionDelete: Phrase { Phrase("report:action.delete") }
    /// `a keep rule`
    package static var reportActionKeep: Phrase { Phrase("report:action.keep") }
    /// `a protection`
    package static var reportActionProtect: Phrase { Phrase("report:action.protect") }
    /// `a review rule`
    package static var reportActionReview: Phrase { Phrase("report:action.review") }
    /// `What becomes of it`
    package static var reportAfter: Phrase { Phrase("report:after") }
    /// `as of {when}`
    package static func reportAsOf(when: some PhrasePart) -> Phrase {
        Phrase("report:as-of", ["when": when.phraseValue])
    }
    /// `Blocked: the plan is over {n} limits`
    package static func reportBlocked(n: some BinaryInteger) -> Phrase {
        Phrase("report:blocked", ["n": .count(Int64(clamping: n))])
    }
    /// `As long as that is so, nothing of it can be carried out, not even a part. Look at what the rules below take; if it is right, raise the limit in the rules file.`
    package static var reportBlockedMore: Phrase { Phrase("report:blocked.more") }
    /// `Verdict`
    package static var reportByVerdict: Phrase { Phrase("report:by-verdict") }
    /// `Colours:`
    package static var reportColours: Phrase { Phrase("report:colours") }
    /// `Because`
    package static var reportColumnBecause: Phrase { Phrase("report:column.because") }
    /// `Changed`
    package static var reportColumnChanged: Phrase { Phrase("report:column.changed") }
    /// `Delete`
    package static var reportColumnDelete: Phrase { Phrase("report:column.delete") }
    /// `Item`
    package static var reportColumnItem: Phrase { Phrase("report:column.item") }
    /// `Keep`
    package static var reportColumnKeep: Phrase { Phrase("report:column.keep") }
    /// `Review`
    package static var reportColumnReview: Phrase { Phrase("report:column.review") }
    /// `Rule`
    package static var reportColumnRule: Phrase { Phrase("report:column.rule") }
    /// `Size`
    package static var reportColumnSize: Phrase { Phrase("report:column.size") }
    /// `Verdict`
    package static var reportColumnVerdict: Phrase { Phrase("report:column.verdict") }
    /// `Copy of {path}, which stays.`
    package static func reportCopy(path: some PhrasePart) -> Phrase {
        Phrase("report:copy", ["path": path.phraseValue])
    }
    /// `Copy of {path} and {rest} more, which stay.`
    package static func reportCopyMore(n: some BinaryInteger, path: some PhrasePart, rest: some PhrasePart) -> Phrase {
        Phrase("report:copy.more", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "rest": rest.phraseValue])
    }
    /// `One of several that {who} holds for the same.`
    package static func reportCopyUnsure(who: some PhrasePart) -> Phrase {
        Phrase("report:copy.unsure", ["who": who.phraseValue])
    }
    /// `{drive}: {n} files, {size}`
    package static func reportDrive(n: some BinaryInteger, drive: some PhrasePart, size: Int64) -> Phrase {
        Phrase("report:drive", ["n": .count(Int64(clamping: n)), "drive": drive.phraseValue, "size": .size(size)])
    }
    /// `These are the first {limit} of {total} items; to search, sort and see all of them, open the page where scripts may run.`
    package static func reportFirst(limit: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("report:first", ["limit": .count(Int64(clamping: limit)), "total": .count(Int64(clamping: total))])
    }
    /// `Made by cleanrules {version}. This page loads nothing from anywhere and sends nothing anywhere.`
    package static func reportFooter(version: some PhrasePart) -> Phrase {
        Phrase("report:footer", ["version": version.phraseValue])
    }
    /// `What only delete rules name. Keep is stronger than review, and review than delete.`
    package static var reportFooterDelete: Phrase { Phrase("report:footer.delete") }
    /// `What a protection or a keep rule names, and everything that no rule names.`
    package static var reportFooterKeep: Phrase { Phrase("report:footer.keep") }
    /// `What a rule wants a person to see, and what is not known well enough to delete.`
    package static var reportFooterReview: Phrase { Phrase("report:footer.review") }
    /// `Space freed`
    package static var reportFreed: Phrase { Phrase("report:freed") }
    /// `of {size}`
    package static func reportFreedOf(size: Int64) -> Phrase {
        Phrase("report:freed.of", ["size": .size(size)])
    }
    /// `of {size}, and {n} of unknown size`
    package static func reportFreedUnknown(size: Int64, n: some BinaryInteger) -> Phrase {
        Phrase("report:freed.unknown", ["size": .size(size), "n": .count(Int64(clamping: n))])
    }
    /// `Items to delete or review`
    package static var reportItems: Phrase { Phrase("report:items") }
    /// `All items`
    package static var reportItemsAll: Phrase { Phrase("report:items.all") }
    /// `{n} that stay are only counted.`
    package static func reportItemsKept(n: some BinaryInteger) -> Phrase {
        Phrase("report:items.kept", ["n": .count(Int64(clamping: n))])
    }
    /// `Deleted bytes`
    package static var reportLimitBytes: Phrase { Phrase("report:limit.bytes") }
    /// `Fewer files than at the last sync`
    package static var reportLimitDrop: Phrase { Phrase("report:limit.drop") }
    /// `Deleted items`
    package static var reportLimitItems: Phrase { Phrase("report:limit.items") }
    /// `{what}: {text}`
    package static func reportLimitLine(what: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("report:limit.line", ["what": what.phraseValue, "text": text.phraseValue])
    }
    /// `{a} of {b}`
    package static func reportLimitOf(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("report:limit.of", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `{what} on {drive}`
    package static func reportLimitOn(what: some PhrasePart, drive: some PhrasePart) -> Phrase {
        Phrase("report:limit.on", ["what": what.phraseValue, "drive": drive.phraseValue])
    }
    /// `{a}, over the limit of {b}`
    package static func reportLimitOver(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("report:limit.over", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `Deleted share of files`
    package static var reportLimitPercent: Phrase { Phrase("report:limit.percent") }
    /// `{what}, rule {rule}`
    package static func reportLimitRule(what: some PhrasePart, rule: some PhrasePart) -> Phrase {
        Phrase("report:limit.rule", ["what": what.phraseValue, "rule": rule.phraseValue])
    }
    /// `Limits`
    package static var reportLimits: Phrase { Phrase("report:limits") }
    /// `{a} and {b}`
    package static func reportList(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("report:list", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `{n} items, {size}`
    package static func reportLiveAll(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("report:live.all", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `Also named by`
    package static var reportLiveAlso: Phrase { Phrase("report:live.also") }
    /// `Automatic`
    package static var reportLiveAutomatic: Phrase { Phrase("report:live.automatic") }
    /// `Because`
    package static var reportLiveBecause: Phrase { Phrase("report:live.because") }
    /// `{n} bytes`
    package static func reportLiveBytes(n: some BinaryInteger) -> Phrase {
        Phrase("report:live.bytes", ["n": .count(Int64(clamping: n))])
    }
    /// `Changed`
    package static var reportLiveChanged: Phrase { Phrase("report:live.changed") }
    /// `All`
    package static var reportLiveChipAll: Phrase { Phrase("report:live.chip-all") }
    /// `Dark`
    package static var reportLiveDark: Phrase { Phrase("report:live.dark") }
    /// `{year}-{month}-{day}`
    package static func reportLiveDay(year: some PhrasePart, month: some PhrasePart, day: some PhrasePart) -> Phrase {
        Phrase("report:live.day", ["year": year.phraseValue, "month": month.phraseValue, "day": day.phraseValue])
    }
    /// `Details of {name}`
    package static func reportLiveDetails(name: some PhrasePart) -> Phrase {
        Phrase("report:live.details", ["name": name.phraseValue])
    }
    /// `folder`
    package static var reportLiveFolder: Phrase { Phrase("report:live.folder") }
    /// `Light`
    package static var reportLiveLight: Phrase { Phrase("report:live.light") }
    /// `{n} of {total} items match, {size}`
    package static func reportLiveMatch(n: some BinaryInteger, total: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("report:live.match", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total)), "size": .size(size)])
    }
    /// `and {n} more`
    package static func reportLiveMore(n: some BinaryInteger) -> Phrase {
        Phrase("report:live.more", ["n": .count(Int64(clamping: n))])
    }
    /// `more rules`
    package static var reportLiveMoreRules: Phrase { Phrase("report:live.more-rules") }
    /// `no rule`
    package static var reportLiveNoRule: Phrase { Phrase("report:live.no-rule") }
    /// `not known`
    package static var reportLiveNotKnown: Phrase { Phrase("report:live.not-known") }
    /// `{text} ({count} of unknown size)`
    package static func reportLiveOfUnknown(text: some PhrasePart, count: some BinaryInteger) -> Phrase {
        Phrase("report:live.of-unknown", ["text": text.phraseValue, "count": .count(Int64(clamping: count))])
    }
    /// `Page {number} of {total}`
    package static func reportLivePage(number: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("report:live.page", ["number": .count(Int64(clamping: number)), "total": .count(Int64(clamping: total))])
    }
    /// `Path`
    package static var reportLivePath: Phrase { Phrase("report:live.path") }
    /// `Rule`
    package static var reportLiveRule: Phrase { Phrase("report:live.rule") }
    /// `rule`
    package static var reportLiveRuleLabel: Phrase { Phrase("report:live.rule-label") }
    /// `{text}, showing {a} to {b}`
    package static func reportLiveShowing(text: some PhrasePart, a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("report:live.showing", ["text": text.phraseValue, "a": a.phraseValue, "b": b.phraseValue])
    }
    /// `Size`
    package static var reportLiveSize: Phrase { Phrase("report:live.size") }
    /// `These stay`
    package static func reportLiveStays(n: some BinaryInteger) -> Phrase {
        Phrase("report:live.stays", ["n": .count(Int64(clamping: n))])
    }
    /// `Then`
    package static var reportLiveThen: Phrase { Phrase("report:live.then") }
    /// `unknown`
    package static var reportLiveUnknown: Phrase { Phrase("report:live.unknown") }
    /// `made {when}`
    package static func reportMade(when: some PhrasePart) -> Phrase {
        Phrase("report:made", ["when": when.phraseValue])
    }
    /// `Next`
    package static var reportNext: Phrase { Phrase("report:next") }
    /// `Nothing matches.`
    package static var reportNoMatch: Phrase { Phrase("report:no-match") }
    /// `No item fits the search and the filters.`
    package static var reportNoMatchMore: Phrase { Phrase("report:no-match.more") }
    /// `Nothing to delete, nothing to review.`
    package static var reportNone: Phrase { Phrase("report:none") }
    /// `Every item stays where it is.`
    package static var reportNoneMore: Phrase { Phrase("report:none.more") }
    /// `of no items`
    package static var reportOfNone: Phrase { Phrase("report:of-none") }
    /// `outside`
    package static var reportOtherOutside: Phrase { Phrase("report:other.outside") }
    /// `A person deleted it`
    package static var reportOtherPersonDeleted: Phrase { Phrase("report:other.person-deleted") }
    /// `A person kept it`
    package static var reportOtherPersonKept: Phrase { Phrase("report:other.person-kept") }
    /// `Cannot be deleted safely`
    package static var reportOtherProtected: Phrase { Phrase("report:other.protected") }
    /// `A person put it off`
    package static var reportOtherSnoozed: Phrase { Phrase("report:other.snoozed") }
    /// `No rule speaks of it`
    package static var reportOtherUnmatched: Phrase { Phrase("report:other.unmatched") }
    /// `Other limits, which hold`
    package static var reportOthersHold: Phrase { Phrase("report:others-hold") }
    /// `Pages`
    package static var reportPages: Phrase { Phrase("report:pages") }
    /// `extension`
    package static var reportPartExt: Phrase { Phrase("report:part.ext") }
    /// `height`
    package static var reportPartHeight: Phrase { Phrase("report:part.height") }
    /// `time of change`
    package static var reportPartModified: Phrase { Phrase("report:part.modified") }
    /// `name`
    package static var reportPartName: Phrase { Phrase("report:part.name") }
    /// `size`
    package static var reportPartSize: Phrase { Phrase("report:part.size") }
    /// `time of taking`
    package static var reportPartTaken: Phrase { Phrase("report:part.taken") }
    /// `width`
    package static var reportPartWidth: Phrase { Phrase("report:part.width") }
    /// `{text} % of {n} items`
    package static func reportPercent(n: some BinaryInteger, text: some PhrasePart) -> Phrase {
        Phrase("report:percent", ["n": .count(Int64(clamping: n)), "text": text.phraseValue])
    }
    /// `This is a plan. Nothing has been changed.`
    package static var reportPlanOnly: Phrase { Phrase("report:plan-only") }
    /// `Previous`
    package static var reportPrevious: Phrase { Phrase("report:previous") }
    /// `Rows a page`
    package static var reportRows: Phrase { Phrase("report:rows") }
    /// `a rule`
    package static var reportRuleSome: Phrase { Phrase("report:rule.some") }
    /// `What each rule decides`
    package static var reportRules: Phrase { Phrase("report:rules") }
    /// `rules: {name}`
    package static func reportRulesOf(name: some PhrasePart) -> Phrase {
        Phrase("report:rules-of", ["name": name.phraseValue])
    }
    /// `Same {parts} as {path}, which stays.`
    package static func reportSame(parts: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("report:same", ["parts": parts.phraseValue, "path": path.phraseValue])
    }
    /// `Same {parts} as {path} and {rest} more, which stay.`
    package static func reportSameMore(n: some BinaryInteger, parts: some PhrasePart, path: some PhrasePart, rest: some PhrasePart) -> Phrase {
        Phrase("report:same.more", ["n": .count(Int64(clamping: n)), "parts": parts.phraseValue, "path": path.phraseValue, "rest": rest.phraseValue])
    }
    /// `Search in path, rule and reason`
    package static var reportSearch: Phrase { Phrase("report:search") }
    /// `such as holiday .mp4 or copy`
    package static var reportSearchSuchAs: Phrase { Phrase("report:search.such-as") }
    /// `Of {total} items {deleted} are deleted, {count} go to a person and {kept} stay.`
    package static func reportShare(total: some BinaryInteger, deleted: some BinaryInteger, count: some BinaryInteger, kept: some BinaryInteger) -> Phrase {
        Phrase("report:share", ["total": .count(Int64(clamping: total)), "deleted": .count(Int64(clamping: deleted)), "count": .count(Int64(clamping: count)), "kept": .count(Int64(clamping: kept))])
    }
    /// `Show all again`
    package static var reportShowAll: Phrase { Phrase("report:show-all") }
    /// `Skip to the items`
    package static var reportSkip: Phrase { Phrase("report:skip") }
    /// `Sort by`
    package static var reportSort: Phrase { Phrase("report:sort") }
    /// `Changed, newest first`
    package static var reportSortChangedDown: Phrase { Phrase("report:sort.changed-down") }
    /// `Changed, oldest first`
    package static var reportSortChangedUp: Phrase { Phrase("report:sort.changed-up") }
    /// `Path, last first`
    package static var reportSortPathDown: Phrase { Phrase("report:sort.path-down") }
    /// `Path`
    package static var reportSortPathUp: Phrase { Phrase("report:sort.path-up") }
    /// `Rule, last first`
    package static var reportSortRuleDown: Phrase { Phrase("report:sort.rule-down") }
    /// `Rule`
    package static var reportSortRuleUp: Phrase { Phrase("report:sort.rule-up") }
    /// `Size, largest first`
    package static var reportSortSizeDown: Phrase { Phrase("report:sort.size-down") }
    /// `Size, smallest first`
    package static var reportSortSizeUp: Phrase { Phrase("report:sort.size-up") }
    /// `Verdict, last first`
    package static var reportSortVerdictDown: Phrase { Phrase("report:sort.verdict-down") }
    /// `Verdict`
    package static var reportSortVerdictUp: Phrase { Phrase("report:sort.verdict-up") }
    /// `Reason, last first`
    package static var reportSortWhyDown: Phrase { Phrase("report:sort.why-down") }
    /// `Reason`
    package static var reportSortWhyUp: Phrase { Phrase("report:sort.why-up") }
    /// `{n} days`
    package static func reportSpanDay(n: some BinaryInteger) -> Phrase {
        Phrase("report:span.day", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} hours`
    package static func reportSpanHour(n: some BinaryInteger) -> Phrase {
        Phrase("report:span.hour", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} minutes`
    package static func reportSpanMinute(n: some BinaryInteger) -> Phrase {
        Phrase("report:span.minute", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} months`
    package static func reportSpanMonth(n: some BinaryInteger) -> Phrase {
        Phrase("report:span.month", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} weeks`
    package static func reportSpanWeek(n: some BinaryInteger) -> Phrase {
        Phrase("report:span.week", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} years`
    package static func reportSpanYear(n: some BinaryInteger) -> Phrase {
        Phrase("report:span.year", ["n": .count(Int64(clamping: n))])
    }
    /// `Rule '{rule}'`
    package static func reportStart(rule: some PhrasePart) -> Phrase {
        Phrase("report:start", ["rule": rule.phraseValue])
    }
    /// `A rule`
    package static var reportStartSome: Phrase { Phrase("report:start.some") }
    /// `Summary`
    package static var reportSummary: Phrase { Phrase("report:summary") }
    /// `Beyond the newest {kept}; {path} stays.`
    package static func reportSurplus(kept: some BinaryInteger, path: some PhrasePart) -> Phrase {
        Phrase("report:surplus", ["kept": .count(Int64(clamping: kept)), "path": path.phraseValue])
    }
    /// `In none of the generations that {who} keeps; {path} stays.`
    package static func reportSurplusGenerations(who: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("report:surplus.generations", ["who": who.phraseValue, "path": path.phraseValue])
    }
    /// `In none of the generations that {who} keeps; {path} and {rest} more stay.`
    package static func reportSurplusGenerationsMore(n: some BinaryInteger, who: some PhrasePart, path: some PhrasePart, rest: some PhrasePart) -> Phrase {
        Phrase("report:surplus.generations-more", ["n": .count(Int64(clamping: n)), "who": who.phraseValue, "path": path.phraseValue, "rest": rest.phraseValue])
    }
    /// `Beyond the newest {kept}; {path} and {rest} more stay.`
    package static func reportSurplusMore(n: some BinaryInteger, kept: some BinaryInteger, path: some PhrasePart, rest: some PhrasePart) -> Phrase {
        Phrase("report:surplus.more", ["n": .count(Int64(clamping: n)), "kept": .count(Int64(clamping: kept)), "path": path.phraseValue, "rest": rest.phraseValue])
    }
    /// `Not the newest; {path} stays.`
    package static func reportSurplusNewest(path: some PhrasePart) -> Phrase {
        Phrase("report:surplus.newest", ["path": path.phraseValue])
    }
    /// `Not the newest; {path} and {rest} more stay.`
    package static func reportSurplusNewestMore(n: some BinaryInteger, path: some PhrasePart, rest: some PhrasePart) -> Phrase {
        Phrase("report:surplus.newest-more", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "rest": rest.phraseValue])
    }
    /// `More than {who} keeps.`
    package static func reportSurplusUnsure(who: some PhrasePart) -> Phrase {
        Phrase("report:surplus.unsure", ["who": who.phraseValue])
    }
    /// `{text}: {deleted} to delete, {left} to review`
    package static func reportTab(text: some PhrasePart, deleted: some BinaryInteger, left: some BinaryInteger) -> Phrase {
        Phrase("report:tab", ["text": text.phraseValue, "deleted": .count(Int64(clamping: deleted)), "left": .count(Int64(clamping: left))])
    }
    /// `A person decides; nothing happens until then.`
    package static var reportThenAsked: Phrase { Phrase("report:then.asked") }
    /// `It is deleted for good without an undo window.`
    package static var reportThenPermanent: Phrase { Phrase("report:then.permanent") }
    /// `It is deleted for good after an undo window of {span}.`
    package static func reportThenPermanentAfter(span: some PhrasePart) -> Phrase {
        Phrase("report:then.permanent-after", ["span": span.phraseValue])
    }
    /// `It is moved aside on the same drive without an undo window.`
    package static var reportThenQuarantine: Phrase { Phrase("report:then.quarantine") }
    /// `It is moved aside on the same drive after an undo window of {span}.`
    package static func reportThenQuarantineAfter(span: some PhrasePart) -> Phrase {
        Phrase("report:then.quarantine-after", ["span": span.phraseValue])
    }
    /// `It goes to the recycle bin without an undo window.`
    package static var reportThenRecycle: Phrase { Phrase("report:then.recycle") }
    /// `It goes to the recycle bin after an undo window of {span}.`
    package static func reportThenRecycleAfter(span: some PhrasePart) -> Phrase {
        Phrase("report:then.recycle-after", ["span": span.phraseValue])
    }
    /// `It stays.`
    package static var reportThenStays: Phrase { Phrase("report:then.stays") }
    /// `Cleanup plan`
    package static var reportTitle: Phrase { Phrase("report:title") }
    /// `Cleanup plan for {n} drives`
    package static func reportTitleDrives(n: some BinaryInteger) -> Phrase {
        Phrase("report:title.drives", ["n": .count(Int64(clamping: n))])
    }
    /// `Cleanup plan for {name}`
    package static func reportTitleFor(name: some PhrasePart) -> Phrase {
        Phrase("report:title.for", ["name": name.phraseValue])
    }
    /// `All`
    package static var reportTotal: Phrase { Phrase("report:total") }
    /// `{size} for a person to decide`
    package static func reportUndecided(size: Int64) -> Phrase {
        Phrase("report:undecided", ["size": .size(size)])
    }
    /// `nothing to decide`
    package static var reportUndecidedNone: Phrase { Phrase("report:undecided.none") }
    /// `under {text}`
    package static func reportUnder(text: some PhrasePart) -> Phrase {
        Phrase("report:under", ["text": text.phraseValue])
    }
    /// `Warnings`
    package static var reportWarnings: Phrase { Phrase("report:warnings") }
    /// `{who} would delete it, but it is larger than review.bigger_than ({size}).`
    package static func reportWhyBigger(who: some PhrasePart, size: Int64) -> Phrase {
        Phrase("report:why.bigger", ["who": who.phraseValue, "size": .size(size)])
    }
    /// `Kept by {who}.`
    package static func reportWhyKept(who: some PhrasePart) -> Phrase {
        Phrase("report:why.kept", ["who": who.phraseValue])
    }
    /// `Kept: {why}.`
    package static func reportWhyKeptFor(why: some PhrasePart) -> Phrase {
        Phrase("report:why.kept-for", ["why": why.phraseValue])
    }
    /// `No other copy is sure to stay, so a person decides.`
    package static var reportWhyLastCopy: Phrase { Phrase("report:why.last-copy") }
    /// `Matches {who}.`
    package static func reportWhyMatches(who: some PhrasePart) -> Phrase {
        Phrase("report:why.matches", ["who": who.phraseValue])
    }
    /// `Matches {who}: {why}.`
    package static func reportWhyMatchesFor(who: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("report:why.matches-for", ["who": who.phraseValue, "why": why.phraseValue])
    }
    /// `{who} may want a look: something it asks about is not known here.`
    package static func reportWhyMaybe(who: some PhrasePart) -> Phrase {
        Phrase("report:why.maybe", ["who": who.phraseValue])
    }
    /// `{who} would take the folder, but something in it stays.`
    package static func reportWhyNotEmpty(who: some PhrasePart) -> Phrase {
        Phrase("report:why.not-empty", ["who": who.phraseValue])
    }
    /// `The plan covers a folder that it does not lie in.`
    package static var reportWhyOutside: Phrase { Phrase("report:why.outside") }
    /// `A person decided to delete it.`
    package static var reportWhyPersonDeleted: Phrase { Phrase("report:why.person-deleted") }
    /// `A person decided to keep it.`
    package static var reportWhyPersonKept: Phrase { Phrase("report:why.person-kept") }
    /// `Protected.`
    package static var reportWhyProtected: Phrase { Phrase("report:why.protected") }
    /// `Protected: {why}.`
    package static func reportWhyProtectedFor(why: some PhrasePart) -> Phrase {
        Phrase("report:why.protected-for", ["why": why.phraseValue])
    }
    /// `{who} would delete it, but nobody knows how large it is.`
    package static func reportWhySizeUnknown(who: some PhrasePart) -> Phrase {
        Phrase("report:why.size-unknown", ["who": who.phraseValue])
    }
    /// `A person put it off until later.`
    package static var reportWhySnoozed: Phrase { Phrase("report:why.snoozed") }
    /// `Too few of the newer ones are sure to stay, so a person decides.`
    package static var reportWhySurvivor: Phrase { Phrase("report:why.survivor") }
    /// `{who} is new, so a person looks at its first deletions.`
    package static func reportWhyTrial(who: some PhrasePart) -> Phrase {
        Phrase("report:why.trial", ["who": who.phraseValue])
    }
    /// `Something that {who} asks about is not known here, so a person decides.`
    package static func reportWhyUnknown(who: some PhrasePart) -> Phrase {
        Phrase("report:why.unknown", ["who": who.phraseValue])
    }
    /// `No rule speaks of it.`
    package static var reportWhyUnmatched: Phrase { Phrase("report:why.unmatched") }
    /// `Within all limits`
    package static var reportWithin: Phrase { Phrase("report:within") }
}
