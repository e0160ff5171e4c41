// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `deletions may go on`
    package static var brakeDeedOff: Phrase { Phrase("brake:deed-off") }
    /// `deletions are paused`
    package static var brakeDeedOn: Phrase { Phrase("brake:deed-on") }
    /// `nothing is deleted while the file '{path}' is there; remove it to let it go on`
    package static func brakeFile(path: some PhrasePart) -> Phrase {
        Phrase("brake:file", ["path": path.phraseValue])
    }
    /// `Paused: {why}.`
    package static func brakeLine(why: some PhrasePart) -> Phrase {
        Phrase("brake:line", ["why": why.phraseValue])
    }
    /// `Resumed. What is due goes with the next 'cleanrules execute' or 'cleanrules run'.`
    package static var brakeOff: Phrase { Phrase("brake:off") }
    /// `Nothing was paused.`
    package static var brakeOffNone: Phrase { Phrase("brake:off.none") }
    /// `Paused. Nothing is deleted until '{command}'; {n} items wait and keep their undo windows.`
    package static func brakeOn(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("brake:on", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `It was paused before, and that stands.`
    package static var brakeOnAlready: Phrase { Phrase("brake:on.already") }
    /// `nothing is deleted: paused since {when}; '{command}' lets it go on`
    package static func brakePerson(when: some PhrasePart, command: Hint) -> Phrase {
        Phrase("brake:person", ["when": when.phraseValue, "command": .command(command)])
    }
    /// `nothing is deleted: paused since {when} ({why}); '{command}' lets it go on`
    package static func brakePersonWhy(when: some PhrasePart, why: some PhrasePart, command: Hint) -> Phrase {
        Phrase("brake:person.why", ["when": when.phraseValue, "why": why.phraseValue, "command": .command(command)])
    }
    /// `nothing is deleted: nobody can tell whether there is a file '{path}' ({why})`
    package static func brakeUnknown(path: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("brake:unknown", ["path": path.phraseValue, "why": why.phraseValue])
    }
    /// `cannot {what}: {why}`
    package static func driveCannot(what: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("drive:cannot", ["what": what.phraseValue, "why": why.phraseValue])
    }
    /// `cannot {what} '{path}': {why}`
    package static func driveCannotAt(what: some PhrasePart, path: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("drive:cannot-at", ["what": what.phraseValue, "path": path.phraseValue, "why": why.phraseValue])
    }
    /// `compare`
    package static var driveCompare: Phrase { Phrase("drive:compare") }
    /// `delete`
    package static var driveDelete: Phrase { Phrase("drive:delete") }
    /// `hash`
    package static var driveHash: Phrase { Phrase("drive:hash") }
    /// `list`
    package static var driveList: Phrase { Phrase("drive:list") }
    /// `{why}; no plan is made`
    package static func driveNoPlan(why: some PhrasePart) -> Phrase {
        Phrase("drive:no-plan", ["why": why.phraseValue])
    }
    /// `open`
    package static var driveOpen: Phrase { Phrase("drive:open") }
    /// `picture`
    package static var drivePicture: Phrase { Phrase("drive:picture") }
    /// `purge`
    package static var drivePurge: Phrase { Phrase("drive:purge") }
    /// `recheck`
    package static var driveRecheck: Phrase { Phrase("drive:recheck") }
    /// `reconcile`
    package static var driveReconcile: Phrase { Phrase("drive:reconcile") }
    /// `restore`
    package static var driveRestore: Phrase { Phrase("drive:restore") }
    /// `called-different`
    package static var eventCalledDifferent: Phrase { Phrase("event:called-different") }
    /// `called-same`
    package static var eventCalledSame: Phrase { Phrase("event:called-same") }
    /// `clock-reset`
    package static var eventClockReset: Phrase { Phrase("event:clock-reset") }
    /// `counts-raised`
    package static var eventCountsRaised: Phrase { Phrase("event:counts-raised") }
    /// `decided`
    package static var eventDecided: Phrase { Phrase("event:decided") }
    /// `decision-undone`
    package static var eventDecisionUndone: Phrase { Phrase("event:decision-undone") }
    /// `issuer-trusted`
    package static var eventIssuerTrusted: Phrase { Phrase("event:issuer-trusted") }
    /// `paused`
    package static var eventPaused: Phrase { Phrase("event:paused") }
    /// `person`
    package static var eventPerson: Phrase { Phrase("event:person") }
    /// `plan-saved`
    package static var eventPlanSaved: Phrase { Phrase("event:plan-saved") }
    /// `plan-used`
    package static var eventPlanUsed: Phrase { Phrase("event:plan-used") }
    /// `policy-seen`
    package static var eventPolicySeen: Phrase { Phrase("event:policy-seen") }
    /// `purged`
    package static var eventPurged: Phrase { Phrase("event:purged") }
    /// `quota-extended`
    package static var eventQuotaExtended: Phrase { Phrase("event:quota-extended") }
    /// `redemption-begun`
    package static var eventRedemptionBegun: Phrase { Phrase("event:redemption-begun") }
    /// `redemption-declined`
    package static var eventRedemptionDeclined: Phrase { Phrase("event:redemption-declined") }
    /// `redemption-finished`
    package static var eventRedemptionFinished: Phrase { Phrase("event:redemption-finished") }
    /// `redemption-pending`
    package static var eventRedemptionPending: Phrase { Phrase("event:redemption-pending") }
    /// `redemption-refused`
    package static var eventRedemptionRefused: Phrase { Phrase("event:redemption-refused") }
    /// `redemption-written`
    package static var eventRedemptionWritten: Phrase { Phrase("event:redemption-written") }
    /// `renewed`
    package static var eventRenewed: Phrase { Phrase("event:renewed") }
    /// `restaged`
    package static var eventRestaged: Phrase { Phrase("event:restaged") }
    /// `restore-failed`
    package static var eventRestoreFailed: Phrase { Phrase("event:restore-failed") }
    /// `restoring`
    package static var eventRestoring: Phrase { Phrase("event:restoring") }
    /// `resumed`
    package static var eventResumed: Phrase { Phrase("event:resumed") }
    /// `review-charged`
    package static var eventReviewCharged: Phrase { Phrase("event:review-charged") }
    /// `review-undone`
    package static var eventReviewUndone: Phrase { Phrase("event:review-undone") }
    /// `reviewed`
    package static var eventReviewed: Phrase { Phrase("event:reviewed") }
    /// `ruling`
    package static var eventRuling: Phrase { Phrase("event:ruling") }
    /// `state-restored`
    package static var eventStateRestored: Phrase { Phrase("event:state-restored") }
    /// `tier-changed`
    package static var eventTierChanged: Phrase { Phrase("event:tier-changed") }
    /// `Begin?`
    package static var executeBegin: Phrase { Phrase("execute:begin") }
    /// `{n} folders wait: something below them waits still`
    package static func executeBlocked(n: some BinaryInteger) -> Phrase {
        Phrase("execute:blocked", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items deleted`
    package static func executeDeedDeleted(n: some BinaryInteger) -> Phrase {
        Phrase("execute:deed.deleted", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items removed from quarantine`
    package static func executeDeedPurged(n: some BinaryInteger) -> Phrase {
        Phrase("execute:deed.purged", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items settled from a run that did not end`
    package static func executeDeedSettled(n: some BinaryInteger) -> Phrase {
        Phrase("execute:deed.settled", ["n": .count(Int64(clamping: n))])
    }
    /// `{what}; each is recorded, see '{command}' and '{show}'`
    package static func executeDeeds(what: some PhrasePart, command: Hint, show: Hint) -> Phrase {
        Phrase("execute:deeds", ["what": what.phraseValue, "command": .command(command), "show": .command(show)])
    }
    /// `Delete {items}, now?`
    package static func executeDeleteNow(items: some PhrasePart) -> Phrase {
        Phrase("execute:delete-now", ["items": items.phraseValue])
    }
    /// `Deleted: {items}.`
    package static func executeDeleted(items: some PhrasePart) -> Phrase {
        Phrase("execute:deleted", ["items": items.phraseValue])
    }
    /// `Nothing is due. {n} items wait, the next until {when}.`
    package static func executeNotDue(n: some BinaryInteger, when: some PhrasePart) -> Phrase {
        Phrase("execute:not-due", ["n": .count(Int64(clamping: n)), "when": when.phraseValue])
    }
    /// `Nothing is staged.`
    package static var executeNothing: Phrase { Phrase("execute:nothing") }
    /// `{n} items whose deletion was begun before are looked at too; their requests are repeated where all still speaks for them.`
    package static func executeOpenNote(n: some BinaryInteger) -> Phrase {
        Phrase("execute:open-note", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items to be deleted for good wait for 'cleanrules execute --permanent'`
    package static func executePermanentWaits(n: some BinaryInteger) -> Phrase {
        Phrase("execute:permanent-waits", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items in quarantine for 30 days will be removed for good.`
    package static func executePurgeNote(n: some BinaryInteger) -> Phrase {
        Phrase("execute:purge-note", ["n": .count(Int64(clamping: n))])
    }
    /// `Removed from quarantine for good: {n} items.`
    package static func executePurged(n: some BinaryInteger) -> Phrase {
        Phrase("execute:purged", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items left in quarantine after 30 days`
    package static func executeQuarantineLeft(n: some BinaryInteger) -> Phrase {
        Phrase("execute:quarantine-left", ["n": .count(Int64(clamping: n))])
    }
    /// `Settled first, from a run that did not end: {items}.`
    package static func executeSettled(items: some PhrasePart) -> Phrase {
        Phrase("execute:settled", ["items": items.phraseValue])
    }
    /// `stopped; everything that was done is recorded, and it is safe to run again`
    package static var executeStopped: Phrase { Phrase("execute:stopped") }
    /// `{items} will be gone for good. Type their number:`
    package static func executeTypeCount(items: some PhrasePart) -> Phrase {
        Phrase("execute:type-count", ["items": items.phraseValue])
    }
    /// `Not settled yet: {items}. The deletion was begun and not answered; what became of it is asked again, a minute later at the soonest.`
    package static func executeUnsettled(items: some PhrasePart) -> Phrase {
        Phrase("execute:unsettled", ["items": items.phraseValue])
    }
    /// `{items} will be deleted once the windows are over, {when}.`
    package static func executeWait(items: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("execute:wait", ["items": items.phraseValue, "when": when.phraseValue])
    }
    /// `Wait and delete?`
    package static var executeWaitAsk: Phrase { Phrase("execute:wait-ask") }
    /// `stopped; nothing was deleted`
    package static var executeWaitStopped: Phrase { Phrase("execute:wait-stopped") }
    /// `{n} items would be deleted for good, --count says {count}; nothing was done`
    package static func executeWrongCount(n: some BinaryInteger, count: some BinaryInteger) -> Phrase {
        Phrase("execute:wrong-count", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count))])
    }
    /// `{n} decided so before`
    package static func fileAlready(n: some BinaryInteger) -> Phrase {
        Phrase("file:already", ["n": .count(Int64(clamping: n))])
    }
    /// `several drives have {name}; name one by 'drive'`
    package static func fileAmbiguous(name: some PhrasePart) -> Phrase {
        Phrase("file:ambiguous", ["name": name.phraseValue])
    }
    /// `nothing was decided: the file of decisions is not right`
    package static var fileBad: Phrase { Phrase("file:bad") }
    /// `there is no verdict '{name}'; there are {names}`
    package static func fileBadVerdict(name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("file:bad-verdict", ["name": name.phraseValue, "names": names.phraseValue])
    }
    /// `it is longer than {limit} bytes`
    package static func fileBytes(limit: some BinaryInteger) -> Phrase {
        Phrase("file:bytes", ["limit": .count(Int64(clamping: limit))])
    }
    /// `a protection of the rules covers {name}`
    package static func fileCovered(name: some PhrasePart) -> Phrase {
        Phrase("file:covered", ["name": name.phraseValue])
    }
    /// `{n} decided`
    package static func fileDecided(n: some BinaryInteger) -> Phrase {
        Phrase("file:decided", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} not decided`
    package static func fileFailed(n: some BinaryInteger) -> Phrase {
        Phrase("file:failed", ["n": .count(Int64(clamping: n))])
    }
    /// `{detail}`
    package static func fileJson(detail: some PhrasePart) -> Phrase {
        Phrase("file:json", ["detail": detail.phraseValue])
    }
    /// `a ':' is missing`
    package static var fileJsonColon: Phrase { Phrase("file:json.colon") }
    /// `a control character stands in a text`
    package static var fileJsonControl: Phrase { Phrase("file:json.control") }
    /// `an escape in a text is none`
    package static var fileJsonEscape: Phrase { Phrase("file:json.escape") }
    /// `half a character stands in a text`
    package static var fileJsonHalf: Phrase { Phrase("file:json.half") }
    /// `something follows the object`
    package static var fileJsonMore: Phrase { Phrase("file:json.more") }
    /// `an object begins with '{'`
    package static var fileJsonObject: Phrase { Phrase("file:json.object") }
    /// `a ',' or the '}' at the end is missing`
    package static var fileJsonObjectEnd: Phrase { Phrase("file:json.object-end") }
    /// `a text in quotes is missing`
    package static var fileJsonText: Phrase { Phrase("file:json.text") }
    /// `a text has no end`
    package static var fileJsonTextEnd: Phrase { Phrase("file:json.text-end") }
    /// `'{name}' is there twice`
    package static func fileJsonTwice(name: some PhrasePart) -> Phrase {
        Phrase("file:json.twice", ["name": name.phraseValue])
    }
    /// `it is not UTF-8`
    package static var fileJsonUtf8: Phrase { Phrase("file:json.utf8") }
    /// `line {line}: {text}`
    package static func fileLine(line: Int, text: some PhrasePart) -> Phrase {
        Phrase("file:line", ["line": .text(String(line)), "text": text.phraseValue])
    }
    /// `a file has at most {limit} lines`
    package static func fileLines(limit: some BinaryInteger) -> Phrase {
        Phrase("file:lines", ["limit": .count(Int64(clamping: limit))])
    }
    /// `and {n} more`
    package static func fileMore(n: some BinaryInteger) -> Phrase {
        Phrase("file:more", ["n": .count(Int64(clamping: n))])
    }
    /// `an item is named by 'path' or by 'id'`
    package static var fileNoItem: Phrase { Phrase("file:no-item") }
    /// `'snooze' needs 'until', a day or an instant`
    package static var fileNoUntil: Phrase { Phrase("file:no-until") }
    /// `'verdict' is missing`
    package static var fileNoVerdict: Phrase { Phrase("file:no-verdict") }
    /// `the plan asks nobody about {name}: {why}`
    package static func fileNotAsked(name: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("file:not-asked", ["name": name.phraseValue, "why": why.phraseValue])
    }
    /// `'{name}' is not known; there are {names}`
    package static func fileNotKnown(name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("file:not-known", ["name": name.phraseValue, "names": names.phraseValue])
    }
    /// `{name} has another verdict in line {number}`
    package static func fileOtherVerdict(name: some PhrasePart, number: some BinaryInteger) -> Phrase {
        Phrase("file:other-verdict", ["name": name.phraseValue, "number": .count(Int64(clamping: number))])
    }
    /// `'until' is {time}, which has passed`
    package static func filePassed(time: Moment) -> Phrase {
        Phrase("file:passed", ["time": .moment(time)])
    }
    /// `{name} is protected: {why}`
    package static func fileProtected(name: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("file:protected", ["name": name.phraseValue, "why": why.phraseValue])
    }
    /// `{n} left for another day`
    package static func fileQuota(n: some BinaryInteger) -> Phrase {
        Phrase("file:quota", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} refused`
    package static func fileRefused(n: some BinaryInteger) -> Phrase {
        Phrase("file:refused", ["n": .count(Int64(clamping: n))])
    }
    /// `the newest plan has nothing to decide about {name}`
    package static func fileUnknown(name: some PhrasePart) -> Phrase {
        Phrase("file:unknown", ["name": name.phraseValue])
    }
    /// `'until' is a day such as 2027-01-31, or an instant such as 2027-01-31T12:00:00Z`
    package static var fileUntil: Phrase { Phrase("file:until") }
    /// `'until' goes with 'snooze' only`
    package static var fileUntilAlone: Phrase { Phrase("file:until-alone") }
    /// `This erases the state of profile '{name}'. Type its name:`
    package static func forgetAsk(name: some PhrasePart) -> Phrase {
        Phrase("forget:ask", ["name": name.phraseValue])
    }
    /// `Listings and pictures are forgotten; decisions, plans and the history stay.`
    package static var forgetCache: Phrase { Phrase("forget:cache") }
    /// `listings and pictures are forgotten`
    package static var forgetCacheDeed: Phrase { Phrase("forget:cache-deed") }
    /// `cannot remove '{path}': {detail}`
    package static func forgetCannotRemove(path: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("forget:cannot-remove", ["path": path.phraseValue, "detail": detail.phraseValue])
    }
    /// `'{path}', which is not of this state`
    package static func forgetForeign(path: some PhrasePart) -> Phrase {
        Phrase("forget:foreign", ["path": path.phraseValue])
    }
    /// `Left: {what}`
    package static func forgetLeft(what: some PhrasePart) -> Phrase {
        Phrase("forget:left", ["what": what.phraseValue])
    }
    /// `what a Secret Service may keep of sign-ins, for none can be asked without DBUS_SESSION_BUS_ADDRESS`
    package static var forgetNoBus: Phrase { Phrase("forget:no-bus") }
    /// `{n} items of a run that did not end are not settled; '{command}' settles them`
    package static func forgetOpen(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("forget:open", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `the profile is called '{name}', not '{text}'; nothing was done`
    package static func forgetOtherName(name: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("forget:other-name", ["name": name.phraseValue, "text": text.phraseValue])
    }
    /// `stays where it is: {items} in {place}`
    package static func forgetPlace(items: some PhrasePart, place: some PhrasePart) -> Phrase {
        Phrase("forget:place", ["items": items.phraseValue, "place": place.phraseValue])
    }
    /// `the sign-ins, which profile {names} may use; 'cleanrules logout DRIVE' forgets one`
    package static func forgetShared(names: some PhrasePart) -> Phrase {
        Phrase("forget:shared", ["names": names.phraseValue])
    }
    /// `Forgotten: the sign-ins. No drive was touched.`
    package static var forgetSignIns: Phrase { Phrase("forget:sign-ins") }
    /// `the sign-ins are forgotten`
    package static var forgetSignInsDeed: Phrase { Phrase("forget:sign-ins-deed") }
    /// `they cannot be forgotten`
    package static var forgetSignInsFail: Phrase { Phrase("forget:sign-ins-fail") }
    /// `the sign-ins: {detail}`
    package static func forgetSignInsStay(detail: some PhrasePart) -> Phrase {
        Phrase("forget:sign-ins-stay", ["detail": detail.phraseValue])
    }
    /// `Forgotten: the state of profile '{name}'. No drive was touched.`
    package static func forgetState(name: some PhrasePart) -> Phrase {
        Phrase("forget:state", ["name": name.phraseValue])
    }
    /// `the state of profile '{name}' is forgotten`
    package static func forgetStateDeed(name: some PhrasePart) -> Phrase {
        Phrase("forget:state-deed", ["name": name.phraseValue])
    }
    /// `'{path}': {detail}`
    package static func forgetStays(path: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("forget:stays", ["path": path.phraseValue, "detail": detail.phraseValue])
    }
    /// `{items} waiting to be deleted will stay.`
    package static func forgetWaiting(items: some PhrasePart) -> Phrase {
        Phrase("forget:waiting", ["items": items.phraseValue])
    }
    /// `if that is meant, '{entry}' below 'limits' allows it: {place}`
    package static func limitAdvice(entry: some PhrasePart, place: some PhrasePart) -> Phrase {
        Phrase("limit:advice", ["entry": entry.phraseValue, "place": place.phraseValue])
    }
    /// `if that is meant, '{entry}' below 'limits' in the rules allows it`
    package static func limitAdviceAbsent(entry: some PhrasePart) -> Phrase {
        Phrase("limit:advice.absent", ["entry": entry.phraseValue])
    }
    /// `{what} ({advice})`
    package static func limitAdvised(what: some PhrasePart, advice: some PhrasePart) -> Phrase {
        Phrase("limit:advised", ["what": what.phraseValue, "advice": advice.phraseValue])
    }
    /// `{who} deletes {amount}, the limit is {most}`
    package static func limitBytes(who: some PhrasePart, amount: Int64, most: Int64) -> Phrase {
        Phrase("limit:bytes", ["who": who.phraseValue, "amount": .size(amount), "most": .size(most)])
    }
    /// `'{drive}' lists {count} % fewer files than at the last good sync, the limit is {limit} %`
    package static func limitDrop(drive: some PhrasePart, count: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("limit:drop", ["drive": drive.phraseValue, "count": .count(Int64(clamping: count)), "limit": .count(Int64(clamping: limit))])
    }
    /// `{who} deletes {n} items, the limit is {limit}`
    package static func limitItems(n: some BinaryInteger, who: some PhrasePart, limit: some BinaryInteger) -> Phrase {
        Phrase("limit:items", ["n": .count(Int64(clamping: n)), "who": who.phraseValue, "limit": .count(Int64(clamping: limit))])
    }
    /// `{who} deletes {count} % of the files of '{drive}', the limit is {limit} %`
    package static func limitPercent(who: some PhrasePart, count: some BinaryInteger, drive: some PhrasePart, limit: some BinaryInteger) -> Phrase {
        Phrase("limit:percent", ["who": who.phraseValue, "count": .count(Int64(clamping: count)), "drive": drive.phraseValue, "limit": .count(Int64(clamping: limit))])
    }
    /// `the plan`
    package static var limitPlan: Phrase { Phrase("limit:plan") }
    /// `rule '{rule}'`
    package static func limitRule(rule: some PhrasePart) -> Phrase {
        Phrase("limit:rule", ["rule": rule.phraseValue])
    }
    /// `cancelled`
    package static var nameCancelled: Phrase { Phrase("name:cancelled") }
    /// `changed`
    package static var nameChanged: Phrase { Phrase("name:changed") }
    /// `deferred`
    package static var nameDeferred: Phrase { Phrase("name:deferred") }
    /// `deleted`
    package static var nameDeleted: Phrase { Phrase("name:deleted") }
    /// `executing`
    package static var nameExecuting: Phrase { Phrase("name:executing") }
    /// `failed`
    package static var nameFailed: Phrase { Phrase("name:failed") }
    /// `gave-up`
    package static var nameGaveUp: Phrase { Phrase("name:gave-up") }
    /// `gone`
    package static var nameGone: Phrase { Phrase("name:gone") }
    /// `held`
    package static var nameHeld: Phrase { Phrase("name:held") }
    /// `restored`
    package static var nameRestored: Phrase { Phrase("name:restored") }
    /// `staged`
    package static var nameStaged: Phrase { Phrase("name:staged") }
    /// `undone`
    package static var nameUndone: Phrase { Phrase("name:undone") }
    /// `its recycle bin would hold {size}, and may empty the oldest after days where it holds more than {most}`
    package static func preflightBin(size: Int64, most: Int64) -> Phrase {
        Phrase("preflight:bin", ["size": .size(size), "most": .size(most)])
    }
    /// `its clock says {time}, and this machine's {date}; plans and undo windows go by this machine's, and nothing is deleted there until they agree`
    package static func preflightClock(time: Moment, date: Moment) -> Phrase {
        Phrase("preflight:clock", ["time": .moment(time), "date": .moment(date)])
    }
    /// `{what}; {text}`
    package static func preflightFix(what: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("preflight:fix", ["what": what.phraseValue, "text": text.phraseValue])
    }
    /// `delete less at a time, or have rules say 'method: quarantine'`
    package static var preflightFixBin: Phrase { Phrase("preflight:fix.bin") }
    /// `set this machine's clock ('date' shows it)`
    package static var preflightFixClock: Phrase { Phrase("preflight:fix.clock") }
    /// `what is deleted may count on until the recycle bin is emptied`
    package static var preflightFixFull: Phrase { Phrase("preflight:fix.full") }
    /// `what does not need it goes its way; try again when it can be reached`
    package static var preflightFixNetwork: Phrase { Phrase("preflight:fix.network") }
    /// `make room there first, or bring back fewer items`
    package static var preflightFixNoRoom: Phrase { Phrase("preflight:fix.no-room") }
    /// `sign in with '{command}'`
    package static func preflightFixSignIn(command: Hint) -> Phrase {
        Phrase("preflight:fix.sign-in", ["command": .command(command)])
    }
    /// `nothing of its {size} is free`
    package static func preflightFull(size: Int64) -> Phrase {
        Phrase("preflight:full", ["size": .size(size)])
    }
    /// `drive '{drive}': {text}`
    package static func preflightLine(drive: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("preflight:line", ["drive": drive.phraseValue, "text": text.phraseValue])
    }
    /// `the sign-in lets nothing be deleted or brought back, for it grants only reading`
    package static var preflightNoChange: Phrase { Phrase("preflight:no-change") }
    /// `the sign-in does not grant Files.ReadWrite.All, without which a personal account brings nothing back`
    package static var preflightNoRestore: Phrase { Phrase("preflight:no-restore") }
    /// `{size} are to come back, and {amount} are free`
    package static func preflightNoRoom(size: Int64, amount: Int64) -> Phrase {
        Phrase("preflight:no-room", ["size": .size(size), "amount": .size(amount)])
    }
    /// `nothing can be done on any of these drives now, so nobody is asked and nothing has changed`
    package static var preflightNothing: Phrase { Phrase("preflight:nothing") }
    /// `the number of items has changed; look at the plan again`
    package static var refuseCountChanged: Phrase { Phrase("refuse:count-changed") }
    /// `this terminal cannot move its cursor (TERM={name}); use --plain or --web`
    package static func refuseCursor(name: some PhrasePart) -> Phrase {
        Phrase("refuse:cursor", ["name": name.phraseValue])
    }
    /// `already decided on {device}, on {time}: {what}`
    package static func refuseDecidedDevice(device: some PhrasePart, time: Moment, what: some PhrasePart) -> Phrase {
        Phrase("refuse:decided-device", ["device": device.phraseValue, "time": .moment(time), "what": what.phraseValue])
    }
    /// `already decided in another window: {what}`
    package static func refuseDecidedElsewhere(what: some PhrasePart) -> Phrase {
        Phrase("refuse:decided-elsewhere", ["what": what.phraseValue])
    }
    /// `the entries of plan {plan} are not kept any more; make a new plan`
    package static func refuseEntriesGone(plan: some PhrasePart) -> Phrase {
        Phrase("refuse:entries-gone", ["plan": plan.phraseValue])
    }
    /// `{path} was deleted already; '{command}' brings it back`
    package static func refuseGone(path: some PhrasePart, command: Hint) -> Phrase {
        Phrase("refuse:gone", ["path": path.phraseValue, "command": .command(command)])
    }
    /// `{path} and {n} more were deleted already; '{command}' brings them back`
    package static func refuseGoneMore(n: some BinaryInteger, path: some PhrasePart, command: Hint) -> Phrase {
        Phrase("refuse:gone.more", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "command": .command(command)])
    }
    /// `another step has that key; nothing was decided`
    package static var refuseKeyUsed: Phrase { Phrase("refuse:key-used") }
    /// `no copy of it would be left; say so once more if that is meant`
    package static var refuseLastCopy: Phrase { Phrase("refuse:last-copy") }
    /// `that item is no member of a group`
    package static var refuseNoMember: Phrase { Phrase("refuse:no-member") }
    /// `the two are equal by your rule, or nothing tells when one of them changes`
    package static var refuseNoPair: Phrase { Phrase("refuse:no-pair") }
    /// `there is no plan to review yet; make one with '{command}'`
    package static func refuseNoPlan(command: Hint) -> Phrase {
        Phrase("refuse:no-plan", ["command": .command(command)])
    }
    /// `there is no plan yet; make one with '{command}'`
    package static func refuseNoPlanYet(command: Hint) -> Phrase {
        Phrase("refuse:no-plan-yet", ["command": .command(command)])
    }
    /// `that cannot be done from here`
    package static var refuseNotFromHere: Phrase { Phrase("refuse:not-from-here") }
    /// `the locale is not UTF-8; use --plain or --web`
    package static var refuseNotUtf8: Phrase { Phrase("refuse:not-utf8") }
    /// `that was all for today: {used} of {limit} reviews are used; undo is free, and the count starts again at {time}`
    package static func refuseOverQuota(used: some BinaryInteger, limit: some BinaryInteger, time: Moment) -> Phrase {
        Phrase("refuse:over-quota", ["used": .count(Int64(clamping: used)), "limit": .count(Int64(clamping: limit)), "time": .moment(time)])
    }
    /// `that file belongs to {path}; what is decided about that holds for both`
    package static func refusePart(path: some PhrasePart) -> Phrase {
        Phrase("refuse:part", ["path": path.phraseValue])
    }
    /// `{path} belongs to it and was decided to stay; take that back first`
    package static func refusePartKept(path: some PhrasePart) -> Phrase {
        Phrase("refuse:part-kept", ["path": path.phraseValue])
    }
    /// `plan {plan} cannot be read: {detail}; make a new plan`
    package static func refusePlanUnreadable(plan: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("refuse:plan-unreadable", ["plan": plan.phraseValue, "detail": detail.phraseValue])
    }
    /// `{source}there is no preview '{name}'; there are {names}`
    package static func refusePreview(source: some PhrasePart, name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("refuse:preview", ["source": source.phraseValue, "name": name.phraseValue, "names": names.phraseValue])
    }
    /// `a protection of the rules covers {path}; it cannot be deleted from a review`
    package static func refuseProtected(path: some PhrasePart) -> Phrase {
        Phrase("refuse:protected", ["path": path.phraseValue])
    }
    /// `the page asked for something that makes no sense; load it anew ({detail})`
    package static func refuseRequest(detail: some PhrasePart) -> Phrase {
        Phrase("refuse:request", ["detail": detail.phraseValue])
    }
    /// `the rules cannot be used as they are now`
    package static var refuseRulesBroken: Phrase { Phrase("refuse:rules-broken") }
    /// `the rules cannot be used as they are now: {why}`
    package static func refuseRulesNow(why: some PhrasePart) -> Phrase {
        Phrase("refuse:rules-now", ["why": why.phraseValue])
    }
    /// `'{command}' says what is wrong with them`
    package static func refuseRulesUnknown(command: Hint) -> Phrase {
        Phrase("refuse:rules-unknown", ["command": .command(command)])
    }
    /// `a snooze lasts until an instant that is to come`
    package static var refuseSnoozePast: Phrase { Phrase("refuse:snooze-past") }
    /// `it cannot be staged now`
    package static var refuseStageNow: Phrase { Phrase("refuse:stage-now") }
    /// `that card belongs to an older plan; there is a newer one now`
    package static var refuseStale: Phrase { Phrase("refuse:stale") }
    /// `another process holds the state file; try again in a moment`
    package static var refuseStateHeld: Phrase { Phrase("refuse:state-held") }
    /// `the state file: {detail}`
    package static func refuseStateTrouble(detail: some PhrasePart) -> Phrase {
        Phrase("refuse:state-trouble", ["detail": detail.phraseValue])
    }
    /// `the state file cannot be read now`
    package static var refuseStateUnreadable: Phrase { Phrase("refuse:state-unreadable") }
    /// `review needs a terminal; use --web, --plain, or 'review --decisions FILE'`
    package static var refuseTerminal: Phrase { Phrase("refuse:terminal") }
    /// `one step decides 1 to {limit} items, not {count}`
    package static func refuseTooMany(limit: some BinaryInteger, count: some BinaryInteger) -> Phrase {
        Phrase("refuse:too-many", ["limit": .count(Int64(clamping: limit)), "count": .count(Int64(clamping: count))])
    }
    /// `decide {n} more groups of this rule one by one first: what only looks alike is looked at`
    package static func refuseUnopened(n: some BinaryInteger) -> Phrase {
        Phrase("refuse:unopened", ["n": .count(Int64(clamping: n))])
    }
    /// `these are {count} items, and {typed} was typed; nothing is decided`
    package static func refuseWrongCount(count: some BinaryInteger, typed: some BinaryInteger) -> Phrase {
        Phrase("refuse:wrong-count", ["count": .count(Int64(clamping: count)), "typed": .count(Int64(clamping: typed))])
    }
    /// `{place} as {path}`
    package static func restoreAs(place: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("restore:as", ["place": place.phraseValue, "path": path.phraseValue])
    }
    /// `Bring back everything that was deleted?`
    package static var restoreAsk: Phrase { Phrase("restore:ask") }
    /// `{n} items came back`
    package static func restoreDeed(n: some BinaryInteger) -> Phrase {
        Phrase("restore:deed", ["n": .count(Int64(clamping: n))])
    }
    /// `Brought back: {items}.`
    package static func restoreDone(items: some PhrasePart) -> Phrase {
        Phrase("restore:done", ["items": items.phraseValue])
    }
    /// `{n} items did not come back`
    package static func restoreFailed(n: some BinaryInteger) -> Phrase {
        Phrase("restore:failed", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items were deleted for good`
    package static func restoreLasting(n: some BinaryInteger) -> Phrase {
        Phrase("restore:lasting", ["n": .count(Int64(clamping: n))])
    }
    /// `nothing of it is deleted and still to be had; see '{command}'`
    package static func restoreNothing(command: Hint) -> Phrase {
        Phrase("restore:nothing", ["command": .command(command)])
    }
    /// `no item came back, for the drive cannot be reached now`
    package static var restoreOffline: Phrase { Phrase("restore:offline") }
    /// `{n} items did not come back: sign in with '{command}', then run this again`
    package static func restoreSignIn(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("restore:sign-in", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `stopped; what came back is recorded, and the rest is where it was`
    package static var restoreStopped: Phrase { Phrase("restore:stopped") }
    /// `nothing that was staged answers to {names}`
    package static func restoreUnmet(names: some PhrasePart) -> Phrase {
        Phrase("restore:unmet", ["names": names.phraseValue])
    }
    /// `back`
    package static var restoreWordBack: Phrase { Phrase("restore:word.back") }
    /// `NOT`
    package static var restoreWordNot: Phrase { Phrase("restore:word.not") }
    /// `Plan {plan}: all that it deletes was taken back; nothing is staged.`
    package static func stageAllBack(plan: some PhrasePart) -> Phrase {
        Phrase("stage:all-back", ["plan": plan.phraseValue])
    }
    /// `Plan {plan}: all its {n} items wait already and keep their time; nothing new is staged.`
    package static func stageAllWaiting(n: some BinaryInteger, plan: some PhrasePart) -> Phrase {
        Phrase("stage:all-waiting", ["n": .count(Int64(clamping: n)), "plan": plan.phraseValue])
    }
    /// `Stage them?`
    package static var stageAsk: Phrase { Phrase("stage:ask") }
    /// `{n} of them have no undo window and are due at once.`
    package static func stageAtOnce(n: some BinaryInteger) -> Phrase {
        Phrase("stage:at-once", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items of it were taken back earlier ({when}); --leave-taken-back leaves them out.`
    package static func stageBackAmong(n: some BinaryInteger, when: some PhrasePart) -> Phrase {
        Phrase("stage:back.among", ["n": .count(Int64(clamping: n)), "when": when.phraseValue])
    }
    /// `{n} items taken back earlier ({when}) left as they are.`
    package static func stageBackLeft(n: some BinaryInteger, when: some PhrasePart) -> Phrase {
        Phrase("stage:back.left", ["n": .count(Int64(clamping: n)), "when": when.phraseValue])
    }
    /// `between {a} and {b}`
    package static func stageBetween(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("stage:between", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `{n} items of plan {plan} are staged, see '{command}'`
    package static func stageDeed(n: some BinaryInteger, plan: some PhrasePart, command: Hint) -> Phrase {
        Phrase("stage:deed", ["n": .count(Int64(clamping: n)), "plan": plan.phraseValue, "command": .command(command)])
    }
    /// `{why}; before that, {n} items were deleted and recorded, as '{command}' shows`
    package static func stageDeletedBefore(n: some BinaryInteger, why: some PhrasePart, command: Hint) -> Phrase {
        Phrase("stage:deleted-before", ["n": .count(Int64(clamping: n)), "why": why.phraseValue, "command": .command(command)])
    }
    /// `Plan {plan} deletes {n} items, {size}.`
    package static func stageDeletes(n: some BinaryInteger, plan: some PhrasePart, size: Int64) -> Phrase {
        Phrase("stage:deletes", ["n": .count(Int64(clamping: n)), "plan": plan.phraseValue, "size": .size(size)])
    }
    /// `Staged {n} items of plan {plan}, {size} in all.`
    package static func stageDone(n: some BinaryInteger, plan: some PhrasePart, size: Int64) -> Phrase {
        Phrase("stage:done", ["n": .count(Int64(clamping: n)), "plan": plan.phraseValue, "size": .size(size)])
    }
    /// `drive '{drive}': {detail}`
    package static func stageDriveError(drive: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("stage:drive-error", ["drive": drive.phraseValue, "detail": detail.phraseValue])
    }
    /// `Drive '{drive}' is {place}.`
    package static func stageDriveIs(drive: some PhrasePart, place: some PhrasePart) -> Phrase {
        Phrase("stage:drive-is", ["drive": drive.phraseValue, "place": place.phraseValue])
    }
    /// `drive '{drive}' cannot be asked: {detail}`
    package static func stageDriveMute(drive: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("stage:drive-mute", ["drive": drive.phraseValue, "detail": detail.phraseValue])
    }
    /// `drive '{drive}' is another one now`
    package static func stageDriveOther(drive: some PhrasePart) -> Phrase {
        Phrase("stage:drive-other", ["drive": drive.phraseValue])
    }
    /// `drive '{drive}' is not known to the state file any more`
    package static func stageDriveUnknown(drive: some PhrasePart) -> Phrase {
        Phrase("stage:drive-unknown", ["drive": drive.phraseValue])
    }
    /// `They have no undo window and are due.`
    package static func stageDue(n: some BinaryInteger) -> Phrase {
        Phrase("stage:due", ["n": .count(Int64(clamping: n))])
    }
    /// `The undo window ends {when}.`
    package static func stageEnds(when: some PhrasePart) -> Phrase {
        Phrase("stage:ends", ["when": when.phraseValue])
    }
    /// `The first undo window ends {a}, the last {b}.`
    package static func stageEndsBoth(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("stage:ends.both", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `it expired at {time}`
    package static func stageExpired(time: Moment) -> Phrase {
        Phrase("stage:expired", ["time": .moment(time)])
    }
    /// `{n} items were staged before in a way that can be taken back, and are not deleted for good.`
    package static func stageGentler(n: some BinaryInteger) -> Phrase {
        Phrase("stage:gentler", ["n": .count(Int64(clamping: n))])
    }
    /// `nothing is staged of {text}`
    package static func stageHeld(text: some PhrasePart) -> Phrase {
        Phrase("stage:held", ["text": text.phraseValue])
    }
    /// `{n} items that waited already wait longer now, as the plan says: the last until {when}.`
    package static func stageLater(n: some BinaryInteger, when: some PhrasePart) -> Phrase {
        Phrase("stage:later", ["n": .count(Int64(clamping: n)), "when": when.phraseValue])
    }
    /// `the service had drive '{drive}' listed anew since`
    package static func stageListedAnew(drive: some PhrasePart) -> Phrase {
        Phrase("stage:listed-anew", ["drive": drive.phraseValue])
    }
    /// `drive '{drive}' could not be listed completely, so no plan is made and the last complete listing stays ({n} problems: {problems}); make these places readable, or leave them out of the drive`
    package static func stageListedPartly(n: some BinaryInteger, drive: some PhrasePart, problems: some PhrasePart) -> Phrase {
        Phrase("stage:listed-partly", ["n": .count(Int64(clamping: n)), "drive": drive.phraseValue, "problems": problems.phraseValue])
    }
    /// `with what was marked in the review it is over the limit '{name}': {count}, and at most {limit} are allowed`
    package static func stageMarkedOver(name: some PhrasePart, count: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("stage:marked-over", ["name": name.phraseValue, "count": .count(Int64(clamping: count)), "limit": .count(Int64(clamping: limit))])
    }
    /// `with what was marked in the review it is over the limit '{name}' on drive '{drive}': {count}, and at most {limit} are allowed`
    package static func stageMarkedOverDrive(name: some PhrasePart, drive: some PhrasePart, count: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("stage:marked-over.drive", ["name": name.phraseValue, "drive": drive.phraseValue, "count": .count(Int64(clamping: count)), "limit": .count(Int64(clamping: limit))])
    }
    /// `{n} items that waited already go the way that the plan says now: {method}.`
    package static func stageMethod(n: some BinaryInteger, method: some PhrasePart) -> Phrase {
        Phrase("stage:method", ["n": .count(Int64(clamping: n)), "method": method.phraseValue])
    }
    /// `{n} of its deletions have no undo window; allow that with 'stage --no-undo-window'`
    package static func stageNoWindow(n: some BinaryInteger) -> Phrase {
        Phrase("stage:no-window", ["n": .count(Int64(clamping: n))])
    }
    /// `Plan {plan}: nothing new is staged.`
    package static func stageNoneNew(plan: some PhrasePart) -> Phrase {
        Phrase("stage:none-new", ["plan": plan.phraseValue])
    }
    /// `Nothing happens before {when}.`
    package static func stageNotBefore(when: some PhrasePart) -> Phrase {
        Phrase("stage:not-before", ["when": when.phraseValue])
    }
    /// `Plan {plan} deletes nothing; nothing is staged.`
    package static func stageNothing(plan: some PhrasePart) -> Phrase {
        Phrase("stage:nothing", ["plan": plan.phraseValue])
    }
    /// `{n} of its deletions on drive '{drive}' cannot be carried out by '{method}', for {why}`
    package static func stageObstacle(n: some BinaryInteger, drive: some PhrasePart, method: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("stage:obstacle", ["n": .count(Int64(clamping: n)), "drive": drive.phraseValue, "method": method.phraseValue, "why": why.phraseValue])
    }
    /// `{n} of its deletions are for good; allow that with 'stage --permanent'`
    package static func stagePermanent(n: some BinaryInteger) -> Phrase {
        Phrase("stage:permanent", ["n": .count(Int64(clamping: n))])
    }
    /// `plan {plan} is not staged: drive '{drive}' is of kind {kind}, from which this version deletes nothing; plan over the folder itself`
    package static func stageReadOnly(plan: some PhrasePart, drive: some PhrasePart, kind: some PhrasePart) -> Phrase {
        Phrase("stage:read-only", ["plan": plan.phraseValue, "drive": drive.phraseValue, "kind": kind.phraseValue])
    }
    /// `{n} items that waited already go by the rules of this plan now, and keep their time.`
    package static func stageRebound(n: some BinaryInteger) -> Phrase {
        Phrase("stage:rebound", ["n": .count(Int64(clamping: n))])
    }
    /// `plan {plan} is not staged: {why}; look at it with '{show}', or make a new one with '{command}'`
    package static func stageRefused(plan: some PhrasePart, why: some PhrasePart, show: Hint, command: Hint) -> Phrase {
        Phrase("stage:refused", ["plan": plan.phraseValue, "why": why.phraseValue, "show": .command(show), "command": .command(command)])
    }
    /// `the rules have changed since`
    package static var stageRulesChanged: Phrase { Phrase("stage:rules-changed") }
    /// `{n} items of it waited already and keep their time.`
    package static func stageSkipped(n: some BinaryInteger) -> Phrase {
        Phrase("stage:skipped", ["n": .count(Int64(clamping: n))])
    }
    /// `it was made for {time}, which is still to come`
    package static func stageToCome(time: Moment) -> Phrase {
        Phrase("stage:to-come", ["time": .moment(time)])
    }
    /// `{why}; whether {n} items were {what} is not recorded: the next '{command}' asks the drive, and records it`
    package static func stageUnrecorded(n: some BinaryInteger, why: some PhrasePart, what: some PhrasePart, command: Hint) -> Phrase {
        Phrase("stage:unrecorded", ["n": .count(Int64(clamping: n)), "why": why.phraseValue, "what": what.phraseValue, "command": .command(command)])
    }
    /// `it was staged at {time} already`
    package static func stageUsed(time: Moment) -> Phrase {
        Phrase("stage:used", ["time": .moment(time)])
    }
    /// `brought back`
    package static var stageWordBack: Phrase { Phrase("stage:word.back") }
    /// `deleted`
    package static var stageWordDeleted: Phrase { Phrase("stage:word.deleted") }
    /// `removed from quarantine`
    package static var stageWordRemoved: Phrase { Phrase("stage:word.removed") }
    /// `{path} (not there yet)`
    package static func stateAbsent(path: some PhrasePart) -> Phrase {
        Phrase("state:absent", ["path": path.phraseValue])
    }
    /// `There was no file to go on from: what was recorded after the backup is not known.`
    package static var stateAfterUnknown: Phrase { Phrase("state:after-unknown") }
    /// `Put a backup in the place of '{path}'?`
    package static func stateAskRestore(path: some PhrasePart) -> Phrase {
        Phrase("state:ask-restore", ["path": path.phraseValue])
    }
    /// `Brought back: {path}`
    package static func stateBroughtBack(path: some PhrasePart) -> Phrase {
        Phrase("state:brought-back", ["path": path.phraseValue])
    }
    /// `cancelled, the rules changed`
    package static var stateCancelled: Phrase { Phrase("state:cancelled") }
    /// `changed since, left`
    package static var stateChanged: Phrase { Phrase("state:changed") }
    /// `That is all that there was: nothing is lost.`
    package static var stateComplete: Phrase { Phrase("state:complete") }
    /// `{n} items: {what}`
    package static func stateCount(n: some BinaryInteger, what: some PhrasePart) -> Phrase {
        Phrase("state:count", ["n": .count(Int64(clamping: n)), "what": what.phraseValue])
    }
    /// `The damaged file: {path}`
    package static func stateDamaged(path: some PhrasePart) -> Phrase {
        Phrase("state:damaged", ["path": path.phraseValue])
    }
    /// `a backup is in the place of the state file`
    package static var stateDeed: Phrase { Phrase("state:deed") }
    /// `waits for another day`
    package static var stateDeferred: Phrase { Phrase("state:deferred") }
    /// `deleted`
    package static var stateDeleted: Phrase { Phrase("state:deleted") }
    /// `'{path}' is not plan {plan} as it was made: it was edited; change the rules instead, or say 'cleanrules keep PATH', and plan again`
    package static func stateEditedPlan(path: some PhrasePart, plan: some PhrasePart) -> Phrase {
        Phrase("state:edited-plan", ["path": path.phraseValue, "plan": plan.phraseValue])
    }
    /// `being deleted`
    package static var stateExecuting: Phrase { Phrase("state:executing") }
    /// `failed, to be tried again`
    package static var stateFailed: Phrase { Phrase("state:failed") }
    /// `'{path}' holds no plan of this program`
    package static func stateForeignPlan(path: some PhrasePart) -> Phrase {
        Phrase("state:foreign-plan", ["path": path.phraseValue])
    }
    /// `given up`
    package static var stateGaveUp: Phrase { Phrase("state:gave-up") }
    /// `gone already`
    package static var stateGone: Phrase { Phrase("state:gone") }
    /// `held`
    package static var stateHeld: Phrase { Phrase("state:held") }
    /// `the entries of plan {plan} are not kept any more; make a new plan with '{command}'`
    package static func stateNoEntries(plan: some PhrasePart, command: Hint) -> Phrase {
        Phrase("state:no-entries", ["plan": plan.phraseValue, "command": .command(command)])
    }
    /// `'{path}' is no file that can hold a state; name a regular file with --state, or give --no-state where nothing is to be kept`
    package static func stateNoFile(path: some PhrasePart) -> Phrase {
        Phrase("state:no-file", ["path": path.phraseValue])
    }
    /// `'{path}' cannot be made: '{place}' is no folder in which you may make files; name another file with --state`
    package static func stateNoFolder(path: some PhrasePart, place: some PhrasePart) -> Phrase {
        Phrase("state:no-folder", ["path": path.phraseValue, "place": place.phraseValue])
    }
    /// `HOME is not set to an absolute path, so there is no place for the state; name a file with --state (commands that delete nothing also run with --no-state)`
    package static var stateNoHome: Phrase { Phrase("state:no-home") }
    /// `'{name}' is no name for a profile: write 1 to 64 of the letters A to Z and a to z, digits, '.', '_' and '-'`
    package static func stateNoProfile(name: some PhrasePart) -> Phrase {
        Phrase("state:no-profile", ["name": name.phraseValue])
    }
    /// `the state file knows no plan {plan}; make one with '{command}'`
    package static func stateNoSuchPlan(plan: some PhrasePart, command: Hint) -> Phrase {
        Phrase("state:no-such-plan", ["plan": plan.phraseValue, "command": .command(command)])
    }
    /// `there is no state file '{path}' yet; '{command}' makes one`
    package static func stateNone(path: some PhrasePart, command: Hint) -> Phrase {
        Phrase("state:none", ["path": path.phraseValue, "command": .command(command)])
    }
    /// `What was recorded after it: {n} lines.`
    package static func stateReplayed(n: some BinaryInteger) -> Phrase {
        Phrase("state:replayed", ["n": .count(Int64(clamping: n))])
    }
    /// `restored`
    package static var stateRestored: Phrase { Phrase("state:restored") }
    /// `Not all of it could be read. Found besides: {a}, {b}.`
    package static func stateSalvaged(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("state:salvaged", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `{n} deletions`
    package static func stateSalvagedDeleted(n: some BinaryInteger) -> Phrase {
        Phrase("state:salvaged.deleted", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} decisions to keep`
    package static func stateSalvagedKept(n: some BinaryInteger) -> Phrase {
        Phrase("state:salvaged.kept", ["n": .count(Int64(clamping: n))])
    }
    /// `the state file '{path}' is in order, and nothing was done; --from brings a backup back nevertheless`
    package static func stateSound(path: some PhrasePart) -> Phrase {
        Phrase("state:sound", ["path": path.phraseValue])
    }
    /// `waiting`
    package static var stateStaged: Phrase { Phrase("state:staged") }
    /// `Taken back, for it may have been before: {a}, {b}.`
    package static func stateTakenBack(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("state:taken-back", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `{n} decisions to delete`
    package static func stateTakenBackDecisions(n: some BinaryInteger) -> Phrase {
        Phrase("state:taken-back.decisions", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items that waited`
    package static func stateTakenBackItems(n: some BinaryInteger) -> Phrase {
        Phrase("state:taken-back.items", ["n": .count(Int64(clamping: n))])
    }
    /// `taken back`
    package static var stateUndone: Phrase { Phrase("state:undone") }
    /// `What was deleted and is not known of lies in the trash; the quotas of the last days may have been used more than is known.`
    package static var stateUnknownDeletions: Phrase { Phrase("state:unknown-deletions") }
    /// `… {n} before`
    package static func statusBefore(n: some BinaryInteger) -> Phrase {
        Phrase("status:before", ["n": .count(Int64(clamping: n))])
    }
    /// `drive`
    package static var statusDrive: Phrase { Phrase("status:drive") }
    /// `{drive} is {place}`
    package static func statusDriveIs(drive: some PhrasePart, place: some PhrasePart) -> Phrase {
        Phrase("status:drive-is", ["drive": drive.phraseValue, "place": place.phraseValue])
    }
    /// `due`
    package static var statusDue: Phrase { Phrase("status:due") }
    /// `{n} due`
    package static func statusDueCount(n: some BinaryInteger) -> Phrase {
        Phrase("status:due-count", ["n": .count(Int64(clamping: n))])
    }
    /// `{plan} · expired {when}`
    package static func statusExpired(plan: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("status:expired", ["plan": plan.phraseValue, "when": when.phraseValue])
    }
    /// `items`
    package static var statusItems: Phrase { Phrase("status:items") }
    /// `{n} kept`
    package static func statusKept(n: some BinaryInteger) -> Phrase {
        Phrase("status:kept", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} marked ({size})`
    package static func statusMarked(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("status:marked", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `… {n} more (--skip {skip} shows the next of them, --limit {all} all)`
    package static func statusMore(n: some BinaryInteger, skip: some PhrasePart, all: some PhrasePart) -> Phrase {
        Phrase("status:more", ["n": .count(Int64(clamping: n)), "skip": skip.phraseValue, "all": all.phraseValue])
    }
    /// `next window ends {when}`
    package static func statusNextEnd(when: some PhrasePart) -> Phrase {
        Phrase("status:next-end", ["when": when.phraseValue])
    }
    /// `none yet`
    package static var statusNoPlan: Phrase { Phrase("status:no-plan") }
    /// `No item is left after the first {n}.`
    package static func statusNoneLeft(n: some BinaryInteger) -> Phrase {
        Phrase("status:none-left", ["n": .count(Int64(clamping: n))])
    }
    /// `nothing was staged yet`
    package static var statusNothingYet: Phrase { Phrase("status:nothing-yet") }
    /// `{plan} · not staged, expires {when}`
    package static func statusOpen(plan: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("status:open", ["plan": plan.phraseValue, "when": when.phraseValue])
    }
    /// `{plan} · over a limit`
    package static func statusOverLimit(plan: some PhrasePart) -> Phrase {
        Phrase("status:over-limit", ["plan": plan.phraseValue])
    }
    /// `pictures`
    package static var statusPictures: Phrase { Phrase("status:pictures") }
    /// `plan`
    package static var statusPlan: Phrase { Phrase("status:plan") }
    /// `{plan}, {n} to delete ({size}), {count} to review`
    package static func statusPlanCounts(n: some BinaryInteger, plan: some PhrasePart, size: Int64, count: some BinaryInteger) -> Phrase {
        Phrase("status:plan-counts", ["n": .count(Int64(clamping: n)), "plan": plan.phraseValue, "size": .size(size), "count": .count(Int64(clamping: count))])
    }
    /// `profile`
    package static var statusProfile: Phrase { Phrase("status:profile") }
    /// `review`
    package static var statusReview: Phrase { Phrase("status:review") }
    /// `so far`
    package static var statusSoFar: Phrase { Phrase("status:so-far") }
    /// `{plan} · staged {when}`
    package static func statusStaged(plan: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("status:staged", ["plan": plan.phraseValue, "when": when.phraseValue])
    }
    /// `{n} {what}`
    package static func statusState(n: some BinaryInteger, what: some PhrasePart) -> Phrase {
        Phrase("status:state", ["n": .count(Int64(clamping: n)), "what": what.phraseValue])
    }
    /// `{n} to decide`
    package static func statusToDecide(n: some BinaryInteger) -> Phrase {
        Phrase("status:to-decide", ["n": .count(Int64(clamping: n))])
    }
    /// `waiting`
    package static var statusWaiting: Phrase { Phrase("status:waiting") }
    /// `Take back everything that waits?`
    package static var undoAsk: Phrase { Phrase("undo:ask") }
    /// `its deletion was begun, and nobody knows yet whether it went: {place}; ask again in a minute`
    package static func undoBeingDeleted(place: some PhrasePart) -> Phrase {
        Phrase("undo:being-deleted", ["place": place.phraseValue])
    }
    /// `{n} items will not be deleted`
    package static func undoDeed(n: some BinaryInteger) -> Phrase {
        Phrase("undo:deed", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items were deleted before; '{command}' brings them back, where their drives still have them.`
    package static func undoDeletedBefore(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("undo:deleted-before", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `Taken back: {items}. Nothing of it is deleted.`
    package static func undoDone(items: some PhrasePart) -> Phrase {
        Phrase("undo:done", ["items": items.phraseValue])
    }
    /// `Nothing waits to be deleted, so nothing was taken back.`
    package static var undoNoneWaits: Phrase { Phrase("undo:none-waits") }
    /// `Nothing was taken back.`
    package static var undoNothing: Phrase { Phrase("undo:nothing") }
    /// `{n} items could not be taken back; '{command}' brings back what is deleted`
    package static func undoTooLate(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("undo:too-late", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `nothing that was staged answers to {names}; '{command}' lists what waits`
    package static func undoUnmet(names: some PhrasePart, command: Hint) -> Phrase {
        Phrase("undo:unmet", ["names": names.phraseValue, "command": .command(command)])
    }
    /// `what was being deleted is not settled yet: {why}`
    package static func undoUnsettled(why: some PhrasePart) -> Phrase {
        Phrase("undo:unsettled", ["why": why.phraseValue])
    }
    /// `will lie {place} and can be brought back`
    package static func wayBack(place: some PhrasePart) -> Phrase {
        Phrase("way:back", ["place": place.phraseValue])
    }
    /// `will lie {place} and can be brought back for {n} days`
    package static func wayBackDays(n: some BinaryInteger, place: some PhrasePart) -> Phrase {
        Phrase("way:back.days", ["n": .count(Int64(clamping: n)), "place": place.phraseValue])
    }
    /// `will lie {place} for {n} days; this program cannot bring them back`
    package static func wayElsewhere(n: some BinaryInteger, place: some PhrasePart) -> Phrase {
        Phrase("way:elsewhere", ["n": .count(Int64(clamping: n)), "place": place.phraseValue])
    }
    /// `{n} deletions: {what}`
    package static func wayLine(n: some BinaryInteger, what: some PhrasePart) -> Phrase {
        Phrase("way:line", ["n": .count(Int64(clamping: n)), "what": what.phraseValue])
    }
    /// `{n} deletions on {drive}: {what}`
    package static func wayLineDrive(n: some BinaryInteger, drive: some PhrasePart, what: some PhrasePart) -> Phrase {
        Phrase("way:line.drive", ["n": .count(Int64(clamping: n)), "drive": drive.phraseValue, "what": what.phraseValue])
    }
    /// `{place}; nothing brings them back`
    package static func wayNever(place: some PhrasePart) -> Phrase {
        Phrase("way:never", ["place": place.phraseValue])
    }
    /// `this kind of account has no permanent deletion`
    package static var wayNoPermanent: Phrase { Phrase("way:no-permanent") }
    /// `cannot be staged, for {why}`
    package static func wayObstacle(why: some PhrasePart) -> Phrase {
        Phrase("way:obstacle", ["why": why.phraseValue])
    }
    /// `{place} ({page})`
    package static func wayPage(place: some PhrasePart, page: some PhrasePart) -> Phrase {
        Phrase("way:page", ["place": place.phraseValue, "page": page.phraseValue])
    }
    /// `in the recycle bin of the OneDrive`
    package static var wayPlaceBin: Phrase { Phrase("way:place.bin") }
    /// `in /.cleanrules/quarantine on the OneDrive`
    package static var wayPlaceCloudQuarantine: Phrase { Phrase("way:place.cloud-quarantine") }
    /// `gone for good`
    package static var wayPlaceGone: Phrase { Phrase("way:place.gone") }
    /// `in /.cleanrules/quarantine on the drive`
    package static var wayPlaceQuarantine: Phrase { Phrase("way:place.quarantine") }
    /// `in the recycle bin of the site`
    package static var wayPlaceSiteBin: Phrase { Phrase("way:place.site-bin") }
    /// `in the trash of this machine`
    package static var wayPlaceTrash: Phrase { Phrase("way:place.trash") }
    /// `{place} (sign in with 'login --restore' to have a way back)`
    package static func waySignIn(place: some PhrasePart) -> Phrase {
        Phrase("way:sign-in", ["place": place.phraseValue])
    }
    /// `Ways back`
    package static var wayTitle: Phrase { Phrase("way:title") }
    /// `will lie {place}; whether they can be brought back is known once it was asked`
    package static func wayUnknown(place: some PhrasePart) -> Phrase {
        Phrase("way:unknown", ["place": place.phraseValue])
    }
}
