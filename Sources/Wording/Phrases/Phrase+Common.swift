// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `there is no terminal to ask on; if this is meant, say so with '{name}'`
    package static func askNoTerminal(name: some PhrasePart) -> Phrase {
        Phrase("ask:no-terminal", ["name": name.phraseValue])
    }
    /// `that is not '{text}'; nothing was done`
    package static func askNotTheWord(text: some PhrasePart) -> Phrase {
        Phrase("ask:not-the-word", ["text": text.phraseValue])
    }
    /// `nothing was done`
    package static var askNothingDone: Phrase { Phrase("ask:nothing-done") }
    /// `y yes`
    package static var askYes: Phrase { Phrase("ask:yes") }
    /// `{question} [y/N]`
    package static func askYesNo(question: some PhrasePart) -> Phrase {
        Phrase("ask:yes-no", ["question": question.phraseValue])
    }
    /// `… {n} earlier lines`
    package static func historyEarlier(n: some BinaryInteger) -> Phrase {
        Phrase("history:earlier", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items, {size}`
    package static func itemsCount(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("items:count", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `begin anew:`
    package static var nextAnew: Phrase { Phrase("next:anew") }
    /// `see the lines before:`
    package static var nextBefore: Phrase { Phrase("next:before") }
    /// `see what was carried over:`
    package static var nextCarried: Phrase { Phrase("next:carried") }
    /// `delete what is due:`
    package static var nextExecute: Phrase { Phrase("next:execute") }
    /// `once a window is over:`
    package static var nextExecuteLater: Phrase { Phrase("next:execute-later") }
    /// `see what was done:`
    package static var nextHistory: Phrase { Phrase("next:history") }
    /// `write rules first:`
    package static var nextInit: Phrase { Phrase("next:init") }
    /// `keep it, whatever the rules say:`
    package static var nextKeep: Phrase { Phrase("next:keep") }
    /// `keep an item for good:`
    package static var nextKeepBack: Phrase { Phrase("next:keep-back") }
    /// `see what is left:`
    package static var nextLeft: Phrase { Phrase("next:left") }
    /// `list the drive:`
    package static var nextList: Phrase { Phrase("next:list") }
    /// `the whole plan as a page:`
    package static var nextPage: Phrase { Phrase("next:page") }
    /// `a picture to share:`
    package static var nextPicture: Phrase { Phrase("next:picture") }
    /// `make a plan:`
    package static var nextPlan: Phrase { Phrase("next:plan") }
    /// `what the rules make of it:`
    package static var nextPlanAgain: Phrase { Phrase("next:plan-again") }
    /// `plan anew:`
    package static var nextPlanAnew: Phrase { Phrase("next:plan-anew") }
    /// `see the quotas:`
    package static var nextQuota: Phrase { Phrase("next:quota") }
    /// `bring an item back:`
    package static var nextRestore: Phrase { Phrase("next:restore") }
    /// `bring back what is deleted already:`
    package static var nextRestoreDeleted: Phrase { Phrase("next:restore-deleted") }
    /// `it did not come back the last time; try again:`
    package static var nextRestoreTried: Phrase { Phrase("next:restore-tried") }
    /// `decide what waits for you:`
    package static var nextReview: Phrase { Phrase("next:review") }
    /// `decide the {n} to review:`
    package static func nextReviewCount(n: some BinaryInteger) -> Phrase {
        Phrase("next:review-count", ["n": .count(Int64(clamping: n))])
    }
    /// `sign in:`
    package static var nextSignIn: Phrase { Phrase("next:sign-in") }
    /// `the undo windows begin:`
    package static var nextStage: Phrase { Phrase("next:stage") }
    /// `stage the newest plan:`
    package static var nextStageNewest: Phrase { Phrase("next:stage-newest") }
    /// `see what waits:`
    package static var nextStatus: Phrase { Phrase("next:status") }
    /// `list the drives anew:`
    package static var nextSync: Phrase { Phrase("next:sync") }
    /// `take it back:`
    package static var nextUndo: Phrase { Phrase("next:undo") }
    /// `take it all back:`
    package static var nextUndoAll: Phrase { Phrase("next:undo-all") }
    /// `take it back:`
    package static var nextUnkeep: Phrase { Phrase("next:unkeep") }
    /// `why an item has its verdict:`
    package static var nextWhy: Phrase { Phrase("next:why") }
    /// `Is the clock right?`
    package static var quotaClockAsk: Phrase { Phrase("quota:clock-ask") }
    /// `{n} days`
    package static func timeAboutDays(n: some BinaryInteger) -> Phrase {
        Phrase("time:about.days", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} hours`
    package static func timeAboutHours(n: some BinaryInteger) -> Phrase {
        Phrase("time:about.hours", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} minutes`
    package static func timeAboutMinutes(n: some BinaryInteger) -> Phrase {
        Phrase("time:about.minutes", ["n": .count(Int64(clamping: n))])
    }
    /// `{time} ({span} ago)`
    package static func timeAgo(time: Moment, span: some PhrasePart) -> Phrase {
        Phrase("time:ago", ["time": .moment(time), "span": span.phraseValue])
    }
    /// `{time} (in {span})`
    package static func timeAhead(time: Moment, span: some PhrasePart) -> Phrase {
        Phrase("time:ahead", ["time": .moment(time), "span": span.phraseValue])
    }
    /// `{day} {month} {year}`
    package static func timeDate(day: some PhrasePart, month: some PhrasePart, year: some PhrasePart) -> Phrase {
        Phrase("time:date", ["day": day.phraseValue, "month": month.phraseValue, "year": year.phraseValue])
    }
    /// `{year}-{month}-{day}T{clock}Z`
    package static func timeExact(year: some PhrasePart, month: some PhrasePart, day: some PhrasePart, clock: some PhrasePart) -> Phrase {
        Phrase("time:exact", ["year": year.phraseValue, "month": month.phraseValue, "day": day.phraseValue, "clock": clock.phraseValue])
    }
    /// `{year}-{month}-{day} {clock} {offset}`
    package static func timeInstant(year: some PhrasePart, month: some PhrasePart, day: some PhrasePart, clock: some PhrasePart, offset: some PhrasePart) -> Phrase {
        Phrase("time:instant", ["year": year.phraseValue, "month": month.phraseValue, "day": day.phraseValue, "clock": clock.phraseValue, "offset": offset.phraseValue])
    }
    /// `January February March April May June July August September October November December`
    package static var timeMonths: Phrase { Phrase("time:months") }
    /// `{time} (now)`
    package static func timeNow(time: Moment) -> Phrase {
        Phrase("time:now", ["time": .moment(time)])
    }
    /// `{weekday} {year}-{month}-{day} {clock} {offset}`
    package static func timeWall(weekday: some PhrasePart, year: some PhrasePart, month: some PhrasePart, day: some PhrasePart, clock: some PhrasePart, offset: some PhrasePart) -> Phrase {
        Phrase("time:wall", ["weekday": weekday.phraseValue, "year": year.phraseValue, "month": month.phraseValue, "day": day.phraseValue, "clock": clock.phraseValue, "offset": offset.phraseValue])
    }
    /// `Mon Tue Wed Thu Fri Sat Sun`
    package static var timeWeekdays: Phrase { Phrase("time:weekdays") }
    /// `{who} would delete it, but it is larger than review.bigger_than (or of unknown size), so a person decides`
    package static func whyBigger(who: some PhrasePart) -> Phrase {
        Phrase("why:bigger", ["who": who.phraseValue])
    }
    /// `{who} keeps it{why}`
    package static func whyKept(who: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("why:kept", ["who": who.phraseValue, "why": why.phraseValue])
    }
    /// `{who} would delete it, but too few copies would be left, so a person decides`
    package static func whyLastCopy(who: some PhrasePart) -> Phrase {
        Phrase("why:last-copy", ["who": who.phraseValue])
    }
    /// `no rule`
    package static var whyNoRule: Phrase { Phrase("why:no-rule") }
    /// `{who} would take the folder, but something in it stays, so it stays`
    package static func whyNotEmpty(who: some PhrasePart) -> Phrase {
        Phrase("why:not-empty", ["who": who.phraseValue])
    }
    /// `the plan covers a folder that it does not lie in, so it stays`
    package static var whyOutside: Phrase { Phrase("why:outside") }
    /// `a person decided to delete it`
    package static var whyPersonDeleted: Phrase { Phrase("why:person-deleted") }
    /// `a person decided to keep it`
    package static var whyPersonKept: Phrase { Phrase("why:person-kept") }
    /// `'{rule}'`
    package static func whyRule(rule: some PhrasePart) -> Phrase {
        Phrase("why:rule", ["rule": rule.phraseValue])
    }
    /// `{who} says {what}{why}`
    package static func whySays(who: some PhrasePart, what: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("why:says", ["who": who.phraseValue, "what": what.phraseValue, "why": why.phraseValue])
    }
    /// `a person put it off`
    package static var whySnoozed: Phrase { Phrase("why:snoozed") }
    /// `{who} would delete it, but what it counts on is not sure to stay, so a person decides`
    package static func whySurvivor(who: some PhrasePart) -> Phrase {
        Phrase("why:survivor", ["who": who.phraseValue])
    }
    /// `: {text}`
    package static func whyText(text: some PhrasePart) -> Phrase {
        Phrase("why:text", ["text": text.phraseValue])
    }
    /// `{who} would delete it, but the rule is on trial, so a person decides`
    package static func whyTrial(who: some PhrasePart) -> Phrase {
        Phrase("why:trial", ["who": who.phraseValue])
    }
    /// `{who} cannot tell because something is not known, so a person decides`
    package static func whyUnknown(who: some PhrasePart) -> Phrase {
        Phrase("why:unknown", ["who": who.phraseValue])
    }
    /// `no rule speaks of it, so it stays`
    package static var whyUnmatched: Phrase { Phrase("why:unmatched") }
    /// `it cannot be deleted safely (its name or kind), so it stays`
    package static var whyUnsafe: Phrase { Phrase("why:unsafe") }
}
