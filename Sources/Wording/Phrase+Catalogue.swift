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
    /// `{day}`
    package static func chartDayMark(day: some PhrasePart) -> Phrase {
        Phrase("chart:day-mark", ["day": day.phraseValue])
    }
    /// `decided`
    package static var chartDecided: Phrase { Phrase("chart:decided") }
    /// `efficiency`
    package static var chartEfficiency: Phrase { Phrase("chart:efficiency") }
    /// `Decisions`
    package static var chartHeading: Phrase { Phrase("chart:heading") }
    /// `kept`
    package static var chartKept: Phrase { Phrase("chart:kept") }
    /// `marked`
    package static var chartMarked: Phrase { Phrase("chart:marked") }
    /// `Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec`
    package static var chartMonths: Phrase { Phrase("chart:months") }
    /// `cleaned up`
    package static var chartMoved: Phrase { Phrase("chart:moved") }
    /// `Nothing was decided in these days.`
    package static var chartNothing: Phrase { Phrase("chart:nothing") }
    /// `days in a row`
    package static func chartStreak(n: some BinaryInteger) -> Phrase {
        Phrase("chart:streak", ["n": .count(Int64(clamping: n))])
    }
    /// `undone`
    package static var chartUndone: Phrase { Phrase("chart:undone") }
    /// `of unknown size`
    package static var chartUnknown: Phrase { Phrase("chart:unknown") }
    /// `Mon Tue Wed Thu Fri Sat Sun`
    package static var chartWeekdays: Phrase { Phrase("chart:weekdays") }
    /// `due`
    package static var columnDue: Phrase { Phrase("column:due") }
    /// `item`
    package static var columnItem: Phrase { Phrase("column:item") }
    /// `size`
    package static var columnSize: Phrase { Phrase("column:size") }
    /// `state`
    package static var columnState: Phrase { Phrase("column:state") }
    /// `why`
    package static var columnWhy: Phrase { Phrase("column:why") }
    /// `Taken back: {n} decisions.`
    package static func decideBack(n: some BinaryInteger) -> Phrase {
        Phrase("decide:back", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} decisions taken back`
    package static func decideBackDeed(n: some BinaryInteger) -> Phrase {
        Phrase("decide:back-deed", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} decisions recorded`
    package static func decideDeed(n: some BinaryInteger) -> Phrase {
        Phrase("decide:deed", ["n": .count(Int64(clamping: n))])
    }
    /// `Kept until the content changes: {n} items.`
    package static func decideKept(n: some BinaryInteger) -> Phrase {
        Phrase("decide:kept", ["n": .count(Int64(clamping: n))])
    }
    /// `Kept for good: {n} items.`
    package static func decidePinned(n: some BinaryInteger) -> Phrase {
        Phrase("decide:pinned", ["n": .count(Int64(clamping: n))])
    }
    /// `Kept until {time}: {n} items.`
    package static func decideSnoozed(n: some BinaryInteger, time: Moment) -> Phrase {
        Phrase("decide:snoozed", ["n": .count(Int64(clamping: n)), "time": .moment(time)])
    }
    /// `Taken back, not to be deleted now: {items}.`
    package static func decideUndone(items: some PhrasePart) -> Phrase {
        Phrase("decide:undone", ["items": items.phraseValue])
    }
    /// `Esc back`
    package static var deckBack: Phrase { Phrase("deck:back") }
    /// `changed {time}`
    package static func deckChanged(time: Moment) -> Phrase {
        Phrase("deck:changed", ["time": .moment(time)])
    }
    /// `↑ ↓ choose`
    package static var deckChoose: Phrase { Phrase("deck:choose") }
    /// `Next: q, and then: {command}`
    package static func deckDoneNext(command: Hint) -> Phrase {
        Phrase("deck:done.next", ["command": .command(command)])
    }
    /// `Nothing is left to decide in this plan.`
    package static var deckDoneText: Phrase { Phrase("deck:done.text") }
    /// `All done`
    package static var deckDoneTitle: Phrase { Phrase("deck:done.title") }
    /// `Decided in another window: {name}`
    package static func deckElsewhereCard(name: some PhrasePart) -> Phrase {
        Phrase("deck:elsewhere.card", ["name": name.phraseValue])
    }
    /// `One of these was decided in another window.`
    package static var deckElsewhereMember: Phrase { Phrase("deck:elsewhere.member") }
    /// `There is a newer plan; this is its first card.`
    package static var deckElsewherePlan: Phrase { Phrase("deck:elsewhere.plan") }
    /// `{n} equal items; keep this one:`
    package static func deckEqual(n: some BinaryInteger) -> Phrase {
        Phrase("deck:equal", ["n": .count(Int64(clamping: n))])
    }
    /// `Keys`
    package static var deckKeys: Phrase { Phrase("deck:keys") }
    /// `! the last copy`
    package static var deckLastCopy: Phrase { Phrase("deck:last-copy") }
    /// `y marks it all the same; any other key goes back.`
    package static var deckLastKeys: Phrase { Phrase("deck:last.keys") }
    /// `y mark it`
    package static var deckLastMark: Phrase { Phrase("deck:last.mark") }
    /// `If it is marked, none of its copies is sure to stay.`
    package static var deckLastText: Phrase { Phrase("deck:last.text") }
    /// `No copy of it would be left`
    package static var deckLastTitle: Phrase { Phrase("deck:last.title") }
    /// `Make one: {command}`
    package static func deckMakePlan(command: Hint) -> Phrase {
        Phrase("deck:make-plan", ["command": .command(command)])
    }
    /// `Marked for deletion: {tally}`
    package static func deckMarked(tally: some PhrasePart) -> Phrase {
        Phrase("deck:marked", ["tally": tally.phraseValue])
    }
    /// `{n} more: Tab`
    package static func deckMoreTab(n: some BinaryInteger) -> Phrase {
        Phrase("deck:more-tab", ["n": .count(Int64(clamping: n))])
    }
    /// `There is no other undecided card of this rule.`
    package static var deckNoOthers: Phrase { Phrase("deck:no-others") }
    /// `no picture`
    package static var deckNoPicture: Phrase { Phrase("deck:no-picture") }
    /// `This terminal shows no pictures.`
    package static var deckNoPictures: Phrase { Phrase("deck:no-pictures") }
    /// `There is no plan to review yet.`
    package static var deckNoPlan: Phrase { Phrase("deck:no-plan") }
    /// `{n} more of this rule`
    package static func deckOfRule(n: some BinaryInteger) -> Phrase {
        Phrase("deck:of-rule", ["n": .count(Int64(clamping: n))])
    }
    /// `on {drive}`
    package static func deckOnDrive(drive: some PhrasePart) -> Phrase {
        Phrase("deck:on-drive", ["drive": drive.phraseValue])
    }
    /// `{number} of {total}`
    package static func deckPlace(number: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("deck:place", ["number": .count(Int64(clamping: number)), "total": .count(Int64(clamping: total))])
    }
    /// `{used}/{limit} today`
    package static func deckQuota(used: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("deck:quota", ["used": .count(Int64(clamping: used)), "limit": .count(Int64(clamping: limit))])
    }
    /// `{what}   U makes it again`
    package static func deckRedo(what: some PhrasePart) -> Phrase {
        Phrase("deck:redo", ["what": what.phraseValue])
    }
    /// `k keep it`
    package static var deckRowKeyKeep: Phrase { Phrase("deck:row-key.keep") }
    /// `d mark it`
    package static var deckRowKeyMark: Phrase { Phrase("deck:row-key.mark") }
    /// `+ kept`
    package static var deckRowKept: Phrase { Phrase("deck:row.kept") }
    /// `- marked`
    package static var deckRowMarked: Phrase { Phrase("deck:row.marked") }
    /// `Enter do it`
    package static var deckSameKeyEnter: Phrase { Phrase("deck:same-key.enter") }
    /// `k keep all`
    package static var deckSameKeyKeep: Phrase { Phrase("deck:same-key.keep") }
    /// `d mark all`
    package static var deckSameKeyMark: Phrase { Phrase("deck:same-key.mark") }
    /// `k keeps them all, d marks them all.`
    package static var deckSameChoose: Phrase { Phrase("deck:same.choose") }
    /// `Mark all for deletion. Type {count} and Enter:`
    package static func deckSameDelete(count: some BinaryInteger) -> Phrase {
        Phrase("deck:same.delete", ["count": .count(Int64(clamping: count))])
    }
    /// `{n} cards with {count} items of rule {rule}, decided at once`
    package static func deckSameItems(n: some BinaryInteger, count: some BinaryInteger, rule: some PhrasePart) -> Phrase {
        Phrase("deck:same.items", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count)), "rule": rule.phraseValue])
    }
    /// `Keep all. Type {count} and Enter:`
    package static func deckSameKeep(count: some BinaryInteger) -> Phrase {
        Phrase("deck:same.keep", ["count": .count(Int64(clamping: count))])
    }
    /// `{n} cards of rule {rule}, decided at once`
    package static func deckSameTitle(n: some BinaryInteger, rule: some PhrasePart) -> Phrase {
        Phrase("deck:same.title", ["n": .count(Int64(clamping: n)), "rule": rule.phraseValue])
    }
    /// `↑ ↓ scroll`
    package static var deckScroll: Phrase { Phrase("deck:scroll") }
    /// `The count starts again at {time}.`
    package static func deckStopAgain(time: Moment) -> Phrase {
        Phrase("deck:stop.again", ["time": .moment(time)])
    }
    /// `That was all for today`
    package static var deckStopTitle: Phrase { Phrase("deck:stop.title") }
    /// `Undo is free, as always.`
    package static var deckStopUndo: Phrase { Phrase("deck:stop.undo") }
    /// `{used} of {limit} reviews are used; {n} items are left.`
    package static func deckStopUsed(n: some BinaryInteger, used: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("deck:stop.used", ["n": .count(Int64(clamping: n)), "used": .count(Int64(clamping: used)), "limit": .count(Int64(clamping: limit))])
    }
    /// `taken {time}`
    package static func deckTaken(time: Moment) -> Phrase {
        Phrase("deck:taken", ["time": .moment(time)])
    }
    /// `cleanrules review`
    package static var deckTitle: Phrase { Phrase("deck:title") }
    /// `Typed before this was shown; nothing was decided.`
    package static var deckTooEarly: Phrase { Phrase("deck:too-early") }
    /// `This terminal is {columns}×{rows}.`
    package static func deckTooSmall1(columns: some BinaryInteger, rows: some BinaryInteger) -> Phrase {
        Phrase("deck:too-small.1", ["columns": .count(Int64(clamping: columns)), "rows": .count(Int64(clamping: rows))])
    }
    /// `The review needs {columns}×{rows}.`
    package static func deckTooSmall2(columns: some BinaryInteger, rows: some BinaryInteger) -> Phrase {
        Phrase("deck:too-small.2", ["columns": .count(Int64(clamping: columns)), "rows": .count(Int64(clamping: rows))])
    }
    /// `Make it larger; u undoes, q ends.`
    package static var deckTooSmall3: Phrase { Phrase("deck:too-small.3") }
    /// `u undo`
    package static var deckUndo: Phrase { Phrase("deck:undo") }
    /// `Begin?`
    package static var executeBegin: Phrase { Phrase("execute:begin") }
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
    /// `Not settled yet, from a run that did not end: {items}; the drive does not say now what became of them.`
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
    /// `Camera: {text}`
    package static func factCamera(text: some PhrasePart) -> Phrase {
        Phrase("fact:camera", ["text": text.phraseValue])
    }
    /// `Changed: {time}`
    package static func factChanged(time: Moment) -> Phrase {
        Phrase("fact:changed", ["time": .moment(time)])
    }
    /// `Drive: {text}`
    package static func factDrive(text: some PhrasePart) -> Phrase {
        Phrase("fact:drive", ["text": text.phraseValue])
    }
    /// `Folder`
    package static var factFolder: Phrase { Phrase("fact:folder") }
    /// `Made: {time}`
    package static func factMade(time: Moment) -> Phrase {
        Phrase("fact:made", ["time": .moment(time)])
    }
    /// `Path: {text}`
    package static func factPath(text: some PhrasePart) -> Phrase {
        Phrase("fact:path", ["text": text.phraseValue])
    }
    /// `Picture: {text}`
    package static func factPicture(text: some PhrasePart) -> Phrase {
        Phrase("fact:picture", ["text": text.phraseValue])
    }
    /// `Rule: {text}`
    package static func factRule(text: some PhrasePart) -> Phrase {
        Phrase("fact:rule", ["text": text.phraseValue])
    }
    /// `Shared with others: {text}`
    package static func factShared(text: some PhrasePart) -> Phrase {
        Phrase("fact:shared", ["text": text.phraseValue])
    }
    /// `Size: {text}`
    package static func factSize(text: some PhrasePart) -> Phrase {
        Phrase("fact:size", ["text": text.phraseValue])
    }
    /// `Taken: {time}`
    package static func factTaken(time: Moment) -> Phrase {
        Phrase("fact:taken", ["time": .moment(time)])
    }
    /// `Why it is asked: {text}`
    package static func factWhy(text: some PhrasePart) -> Phrase {
        Phrase("fact:why", ["text": text.phraseValue])
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
    /// `stays where it is: {items} in {place}`
    package static func forgetPlace(items: some PhrasePart, place: some PhrasePart) -> Phrase {
        Phrase("forget:place", ["items": items.phraseValue, "place": place.phraseValue])
    }
    /// `{items} that wait to be deleted will stay.`
    package static func forgetWaiting(items: some PhrasePart) -> Phrase {
        Phrase("forget:waiting", ["items": items.phraseValue])
    }
    /// `… {n} earlier lines`
    package static func historyEarlier(n: some BinaryInteger) -> Phrase {
        Phrase("history:earlier", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items, {size}`
    package static func itemsCount(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("items:count", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `Mark it; 'stage' is what moves it to the bin.`
    package static var keyDelete: Phrase { Phrase("key:delete") }
    /// `Decide all cards of the same rule at once.`
    package static var keyGroup: Phrase { Phrase("key:group") }
    /// `These keys.`
    package static var keyHelp: Phrase { Phrase("key:help") }
    /// `Keep it until its content changes.`
    package static var keyKeep: Phrase { Phrase("key:keep") }
    /// `delete`
    package static var keyLabelDelete: Phrase { Phrase("key:label.delete") }
    /// `group`
    package static var keyLabelGroup: Phrase { Phrase("key:label.group") }
    /// `keys`
    package static var keyLabelHelp: Phrase { Phrase("key:label.help") }
    /// `keep`
    package static var keyLabelKeep: Phrase { Phrase("key:label.keep") }
    /// `later`
    package static var keyLabelLater: Phrase { Phrase("key:label.later") }
    /// `marked`
    package static var keyLabelMarked: Phrase { Phrase("key:label.marked") }
    /// `open`
    package static var keyLabelOpen: Phrase { Phrase("key:label.open") }
    /// `quit`
    package static var keyLabelQuit: Phrase { Phrase("key:label.quit") }
    /// `undo`
    package static var keyLabelUndo: Phrase { Phrase("key:label.undo") }
    /// `why`
    package static var keyLabelWhy: Phrase { Phrase("key:label.why") }
    /// `Show it again at the end; costs nothing.`
    package static var keyLater: Phrase { Phrase("key:later") }
    /// `What is marked; 'k' there takes a mark back.`
    package static var keyMarked: Phrase { Phrase("key:marked") }
    /// `Open it where it lies.`
    package static var keyOpen: Phrase { Phrase("key:open") }
    /// `Keep it for good, whatever becomes of it.`
    package static var keyPin: Phrase { Phrase("key:pin") }
    /// `Show pictures, or do not.`
    package static var keyPreview: Phrase { Phrase("key:preview") }
    /// `End; everything is saved already.`
    package static var keyQuit: Phrase { Phrase("key:quit") }
    /// `Make the step again that was undone last.`
    package static var keyRedo: Phrase { Phrase("key:redo") }
    /// `Keep it for 30 days, then ask again.`
    package static var keySnooze: Phrase { Phrase("key:snooze") }
    /// `Take back the newest step, any number of times.`
    package static var keyUndo: Phrase { Phrase("key:undo") }
    /// `The facts, and why it is asked about.`
    package static var keyWhy: Phrase { Phrase("key:why") }
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
    /// `error: {text}`
    package static func lineError(text: some PhrasePart) -> Phrase {
        Phrase("line:error", ["text": text.phraseValue])
    }
    /// `{why}; what was done stands all the same: {what}`
    package static func lineLostOutput(why: some PhrasePart, what: some PhrasePart) -> Phrase {
        Phrase("line:lost-output", ["why": why.phraseValue, "what": what.phraseValue])
    }
    /// `… {n} more`
    package static func lineMore(n: some BinaryInteger) -> Phrase {
        Phrase("line:more", ["n": .count(Int64(clamping: n))])
    }
    /// `Next:`
    package static var lineNext: Phrase { Phrase("line:next") }
    /// `note: {text}`
    package static func lineNote(text: some PhrasePart) -> Phrase {
        Phrase("line:note", ["text": text.phraseValue])
    }
    /// `Next: nothing to do.`
    package static var lineNothingNext: Phrase { Phrase("line:nothing-next") }
    /// `standard output is closed`
    package static var lineOutputClosed: Phrase { Phrase("line:output-closed") }
    /// `standard output cannot be written: {detail}`
    package static func lineOutputFailed(detail: some PhrasePart) -> Phrase {
        Phrase("line:output-failed", ["detail": detail.phraseValue])
    }
    /// `warning: {text}`
    package static func lineWarning(text: some PhrasePart) -> Phrase {
        Phrase("line:warning", ["text": text.phraseValue])
    }
    /// `A link works once, and for two minutes. Press o in the terminal where cleanrules runs for a new one, or start it again:`
    package static var linkText: Phrase { Phrase("link:text") }
    /// `This link is used up`
    package static var linkTitle: Phrase { Phrase("link:title") }
    /// `begin anew:`
    package static var nextAnew: Phrase { Phrase("next:anew") }
    /// `see the lines before:`
    package static var nextBefore: Phrase { Phrase("next:before") }
    /// `delete what is due:`
    package static var nextExecute: Phrase { Phrase("next:execute") }
    /// `once a window is over:`
    package static var nextExecuteLater: Phrase { Phrase("next:execute-later") }
    /// `see what was done:`
    package static var nextHistory: Phrase { Phrase("next:history") }
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
    /// `All done: nothing is left to decide in this plan.`
    package static var plainDone: Phrase { Phrase("plain:done") }
    /// `{n} equal items; a number keeps that one only:`
    package static func plainEqual(n: some BinaryInteger) -> Phrase {
        Phrase("plain:equal", ["n": .count(Int64(clamping: n))])
    }
    /// `{letter} or {word}: {help}`
    package static func plainHelpLine(letter: some PhrasePart, word: some PhrasePart, help: some PhrasePart) -> Phrase {
        Phrase("plain:help-line", ["letter": letter.phraseValue, "word": word.phraseValue, "help": help.phraseValue])
    }
    /// `Item {number} of {total}, {quota}. {name}, {sort}, {what}.`
    package static func plainItem(number: some BinaryInteger, total: some BinaryInteger, quota: some PhrasePart, name: some PhrasePart, sort: some PhrasePart, what: some PhrasePart) -> Phrase {
        Phrase("plain:item", ["number": .count(Int64(clamping: number)), "total": .count(Int64(clamping: total)), "quota": quota.phraseValue, "name": name.phraseValue, "sort": sort.phraseValue, "what": what.phraseValue])
    }
    /// `Item {number} of {total}, {quota}. {name}, {sort}, {what}, changed {date}.`
    package static func plainItemChanged(number: some BinaryInteger, total: some BinaryInteger, quota: some PhrasePart, name: some PhrasePart, sort: some PhrasePart, what: some PhrasePart, date: Moment) -> Phrase {
        Phrase("plain:item.changed", ["number": .count(Int64(clamping: number)), "total": .count(Int64(clamping: total)), "quota": quota.phraseValue, "name": name.phraseValue, "sort": sort.phraseValue, "what": what.phraseValue, "date": .moment(date)])
    }
    /// `Item {number} of {total}, {quota}. {name}, {sort}, {what}, taken {date}.`
    package static func plainItemTaken(number: some BinaryInteger, total: some BinaryInteger, quota: some PhrasePart, name: some PhrasePart, sort: some PhrasePart, what: some PhrasePart, date: Moment) -> Phrase {
        Phrase("plain:item.taken", ["number": .count(Int64(clamping: number)), "total": .count(Int64(clamping: total)), "quota": quota.phraseValue, "name": name.phraseValue, "sort": sort.phraseValue, "what": what.phraseValue, "date": .moment(date)])
    }
    /// `A number keeps that one after all, Enter goes back >`
    package static var plainKeepNumber: Phrase { Phrase("plain:keep-number") }
    /// `mark it to be deleted; '{command}' is what moves it to the bin`
    package static func plainKeyDelete(command: Hint) -> Phrase {
        Phrase("plain:key.delete", ["command": .command(command)])
    }
    /// `decide all items of the same rule at once`
    package static var plainKeyGroup: Phrase { Phrase("plain:key.group") }
    /// `these commands`
    package static var plainKeyHelp: Phrase { Phrase("plain:key.help") }
    /// `keep it until its content changes`
    package static var plainKeyKeep: Phrase { Phrase("plain:key.keep") }
    /// `show it again at the end; costs nothing`
    package static var plainKeyLater: Phrase { Phrase("plain:key.later") }
    /// `what is marked to be deleted`
    package static var plainKeyMarked: Phrase { Phrase("plain:key.marked") }
    /// `of equal items, keep the one with that number only`
    package static var plainKeyNumber: Phrase { Phrase("plain:key.number") }
    /// `open it where it lies`
    package static var plainKeyOpen: Phrase { Phrase("plain:key.open") }
    /// `keep it for good`
    package static var plainKeyPin: Phrase { Phrase("plain:key.pin") }
    /// `end; everything is saved already`
    package static var plainKeyQuit: Phrase { Phrase("plain:key.quit") }
    /// `how many reviews are left today`
    package static var plainKeyQuota: Phrase { Phrase("plain:key.quota") }
    /// `make the step again that was undone last`
    package static var plainKeyRedo: Phrase { Phrase("plain:key.redo") }
    /// `keep it for 30 days, then ask again; 'snooze 90d' for 90 days`
    package static var plainKeySnooze: Phrase { Phrase("plain:key.snooze") }
    /// `take back the newest step, any number of times`
    package static var plainKeyUndo: Phrase { Phrase("plain:key.undo") }
    /// `the facts, and why it is asked about`
    package static var plainKeyWhy: Phrase { Phrase("plain:key.why") }
    /// `No copy of it would be left. Type {yes} if that is meant >`
    package static func plainLastCopy(yes: some PhrasePart) -> Phrase {
        Phrase("plain:last-copy", ["yes": yes.phraseValue])
    }
    /// `{left} left to decide. {more}`
    package static func plainLeft(left: some BinaryInteger, more: some PhrasePart) -> Phrase {
        Phrase("plain:left", ["left": .count(Int64(clamping: left)), "more": more.phraseValue])
    }
    /// `{number} {path} on {drive}, {fate}`
    package static func plainMember(number: some BinaryInteger, path: some PhrasePart, drive: some PhrasePart, fate: some PhrasePart) -> Phrase {
        Phrase("plain:member", ["number": .count(Int64(clamping: number)), "path": path.phraseValue, "drive": drive.phraseValue, "fate": fate.phraseValue])
    }
    /// `There is no item to decide; u undoes, q ends.`
    package static var plainNoItem: Phrase { Phrase("plain:no-item") }
    /// `{n} reviews today; there is no limit.`
    package static func plainNoLimit(n: some BinaryInteger) -> Phrase {
        Phrase("plain:no-limit", ["n": .count(Int64(clamping: n))])
    }
    /// `There is no such number.`
    package static var plainNoNumber: Phrase { Phrase("plain:no-number") }
    /// `There is no other undecided item of this rule.`
    package static var plainNoOthers: Phrase { Phrase("plain:no-others") }
    /// `Note: {text}.`
    package static func plainNote(text: some PhrasePart) -> Phrase {
        Phrase("plain:note", ["text": text.phraseValue])
    }
    /// `{n} more of this rule; g decides them together.`
    package static func plainOfRule(n: some BinaryInteger) -> Phrase {
        Phrase("plain:of-rule", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} more of this rule; g decides the next {count} together.`
    package static func plainOfRuleNext(n: some BinaryInteger, count: some BinaryInteger) -> Phrase {
        Phrase("plain:of-rule-next", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count))])
    }
    /// `[k]eep [d]elete [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit >`
    package static var plainPrompt: Phrase { Phrase("plain:prompt") }
    /// `[u]ndo [m]arked [r]quota [?]help [q]uit >`
    package static var plainPromptShort: Phrase { Phrase("plain:prompt.short") }
    /// `{quota}; the count starts again at {time}. {more}`
    package static func plainQuota(quota: some PhrasePart, time: Moment, more: some PhrasePart) -> Phrase {
        Phrase("plain:quota", ["quota": quota.phraseValue, "time": .moment(time), "more": more.phraseValue])
    }
    /// `A number chooses among equal items; this is a single one.`
    package static var plainSingle: Phrase { Phrase("plain:single") }
    /// `That one stays anyway; d marks the others, k keeps them.`
    package static var plainStaysAnyway: Phrase { Phrase("plain:stays-anyway") }
    /// `{what}. u undoes it.`
    package static func plainStep(what: some PhrasePart) -> Phrase {
        Phrase("plain:step", ["what": what.phraseValue])
    }
    /// `Type keep or delete and how many items these are, as in 'keep {count}' >`
    package static func plainTogether(count: some BinaryInteger) -> Phrase {
        Phrase("plain:together", ["count": .count(Int64(clamping: count))])
    }
    /// `There are {n} of them; nothing was decided.`
    package static func plainTooFew(n: some BinaryInteger) -> Phrase {
        Phrase("plain:too-few", ["n": .count(Int64(clamping: n))])
    }
    /// `{what}. U makes it again.`
    package static func plainUndone(what: some PhrasePart) -> Phrase {
        Phrase("plain:undone", ["what": what.phraseValue])
    }
    /// `'{text}' is no answer here; ? lists the answers.`
    package static func plainUnknown(text: some PhrasePart) -> Phrase {
        Phrase("plain:unknown", ["text": text.phraseValue])
    }
    /// `Folder: {folder} on {drive}. {why}.`
    package static func plainWhere(folder: some PhrasePart, drive: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("plain:where", ["folder": folder.phraseValue, "drive": drive.phraseValue, "why": why.phraseValue])
    }
    /// `yes`
    package static var plainYes: Phrase { Phrase("plain:yes") }
    /// `To review: {text}`
    package static func planToReview(text: some PhrasePart) -> Phrase {
        Phrase("plan:to-review", ["text": text.phraseValue])
    }
    /// `Is the clock right?`
    package static var quotaClockAsk: Phrase { Phrase("quota:clock-ask") }
    /// `larger than 'bigger_than'`
    package static var reasonBigger: Phrase { Phrase("reason:bigger") }
    /// `copy of {path}`
    package static func reasonCopyOf(path: some PhrasePart) -> Phrase {
        Phrase("reason:copy-of", ["path": path.phraseValue])
    }
    /// `a copy`
    package static var reasonDuplicate: Phrase { Phrase("reason:duplicate") }
    /// `kept by a rule`
    package static var reasonKept: Phrase { Phrase("reason:kept") }
    /// `no other copy would be left`
    package static var reasonLastCopy: Phrase { Phrase("reason:last-copy") }
    /// `the folder is not empty`
    package static var reasonNotEmpty: Phrase { Phrase("reason:not-empty") }
    /// `outside of the folder`
    package static var reasonOutside: Phrase { Phrase("reason:outside") }
    /// `you deleted it`
    package static var reasonPersonDeleted: Phrase { Phrase("reason:person-deleted") }
    /// `you kept it`
    package static var reasonPersonKept: Phrase { Phrase("reason:person-kept") }
    /// `protected`
    package static var reasonProtected: Phrase { Phrase("reason:protected") }
    /// `a rule asks for it`
    package static var reasonRule: Phrase { Phrase("reason:rule") }
    /// `you put it off`
    package static var reasonSnoozed: Phrase { Phrase("reason:snoozed") }
    /// `more than are kept`
    package static var reasonSurplus: Phrase { Phrase("reason:surplus") }
    /// `a survivor is under review`
    package static var reasonSurvivor: Phrase { Phrase("reason:survivor") }
    /// `the rule is on trial`
    package static var reasonTrial: Phrase { Phrase("reason:trial") }
    /// `something is not known`
    package static var reasonUnknown: Phrase { Phrase("reason:unknown") }
    /// `no rule matched`
    package static var reasonUnmatched: Phrase { Phrase("reason:unmatched") }
    /// `the number of items has changed; look at the plan again`
    package static var refuseCountChanged: Phrase { Phrase("refuse:count-changed") }
    /// `this terminal cannot move its cursor (TERM={name}); use --plain or --web`
    package static func refuseCursor(name: some PhrasePart) -> Phrase {
        Phrase("refuse:cursor", ["name": name.phraseValue])
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
    /// `these are {count} items, and {typed} was typed; nothing is decided`
    package static func refuseWrongCount(count: some BinaryInteger, typed: some BinaryInteger) -> Phrase {
        Phrase("refuse:wrong-count", ["count": .count(Int64(clamping: count)), "typed": .count(Int64(clamping: typed))])
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
    /// `stopped; what came back is recorded, and the rest is where it was`
    package static var restoreStopped: Phrase { Phrase("restore:stopped") }
    /// `nothing that was staged answers to {names}`
    package static func restoreUnmet(names: some PhrasePart) -> Phrase {
        Phrase("restore:unmet", ["names": names.phraseValue])
    }
    /// `{text} (it is {actual})`
    package static func reviewActual(text: some PhrasePart, actual: some PhrasePart) -> Phrase {
        Phrase("review:actual", ["text": text.phraseValue, "actual": actual.phraseValue])
    }
    /// `o: another address. Ctrl-C ends.`
    package static var reviewAnotherLink: Phrase { Phrase("review:another-link") }
    /// `{n} answers refused; the lines above say why`
    package static func reviewAnswersRefused(n: some BinaryInteger) -> Phrase {
        Phrase("review:answers-refused", ["n": .count(Int64(clamping: n))])
    }
    /// `Marked for deletion`
    package static var reviewDoneDelete: Phrase { Phrase("review:done.delete") }
    /// `Kept`
    package static var reviewDoneKeep: Phrase { Phrase("review:done.keep") }
    /// `Put off to the end`
    package static var reviewDoneLater: Phrase { Phrase("review:done.later") }
    /// `Kept for good`
    package static var reviewDonePin: Phrase { Phrase("review:done.pin") }
    /// `Kept until {date}`
    package static func reviewDoneUntil(date: Moment) -> Phrase {
        Phrase("review:done.until", ["date": .moment(date)])
    }
    /// `Kept for a while`
    package static var reviewDoneWhile: Phrase { Phrase("review:done.while") }
    /// `Marked: {tally}. Next: {command}`
    package static func reviewEndMarked(tally: some PhrasePart, command: Hint) -> Phrase {
        Phrase("review:end.marked", ["tally": tally.phraseValue, "command": .command(command)])
    }
    /// `'{name}' is too large for decisions`
    package static func reviewFileTooLarge(name: some PhrasePart) -> Phrase {
        Phrase("review:file-too-large", ["name": name.phraseValue])
    }
    /// `Nobody came for half an hour, so the page was closed. All is saved.`
    package static var reviewIdle: Phrase { Phrase("review:idle") }
    /// `It is the last copy: no other one would be left.`
    package static var reviewLastCopy: Phrase { Phrase("review:last-copy") }
    /// `Marked for deletion: {tally}.`
    package static func reviewMarked(tally: some PhrasePart) -> Phrase {
        Phrase("review:marked", ["tally": tally.phraseValue])
    }
    /// `'{command}' allows 10 more for this day.`
    package static func reviewMoreToday(command: Hint) -> Phrase {
        Phrase("review:more-today", ["command": .command(command)])
    }
    /// `{n} reviews left today`
    package static func reviewNearEnd(n: some BinaryInteger) -> Phrase {
        Phrase("review:near-end", ["n": .count(Int64(clamping: n))])
    }
    /// `review needs a terminal; use --web or --plain`
    package static var reviewNeedsTerminal: Phrase { Phrase("review:needs-terminal") }
    /// `there is no program here that opens it`
    package static var reviewNoOpener: Phrase { Phrase("review:no-opener") }
    /// `It is not known where it can be opened.`
    package static var reviewNoPlace: Phrase { Phrase("review:no-place") }
    /// `There is nothing to make again.`
    package static var reviewNoRedo: Phrase { Phrase("review:no-redo") }
    /// `there is no rule '{rule}' in '{name}'`
    package static func reviewNoRule(rule: some PhrasePart, name: some PhrasePart) -> Phrase {
        Phrase("review:no-rule", ["rule": rule.phraseValue, "name": name.phraseValue])
    }
    /// `There is nothing to undo.`
    package static var reviewNoUndo: Phrase { Phrase("review:no-undo") }
    /// `Nothing was decided.`
    package static var reviewNothingDecided: Phrase { Phrase("review:nothing-decided") }
    /// `Nothing is marked.`
    package static var reviewNothingMarked: Phrase { Phrase("review:nothing-marked") }
    /// `This plan has expired; decisions are kept, and '{command}' makes a new one.`
    package static func reviewNoticeExpired(command: Hint) -> Phrase {
        Phrase("review:notice.expired", ["command": .command(command)])
    }
    /// `There is no plan to review yet. Make one: {command}`
    package static func reviewNoticeNone(command: Hint) -> Phrase {
        Phrase("review:notice.none", ["command": .command(command)])
    }
    /// `This plan is staged already; what you decide here goes into the next plan: {command}`
    package static func reviewNoticeUsed(command: Hint) -> Phrase {
        Phrase("review:notice.used", ["command": .command(command)])
    }
    /// `Open this address within two minutes; it works once. Ctrl-C ends.`
    package static var reviewOpenLink: Phrase { Phrase("review:open-link") }
    /// `Open this address within two minutes; it works once. o and Enter: another one. Ctrl-C ends.`
    package static var reviewOpenLinkMore: Phrase { Phrase("review:open-link.more") }
    /// `Opened.`
    package static var reviewOpened: Phrase { Phrase("review:opened") }
    /// `and {n} equal ones`
    package static func reviewOthers(n: some BinaryInteger) -> Phrase {
        Phrase("review:others", ["n": .count(Int64(clamping: n))])
    }
    /// `no`
    package static var reviewOutcomeNo: Phrase { Phrase("review:outcome.no") }
    /// `unknown`
    package static var reviewOutcomeUnknown: Phrase { Phrase("review:outcome.unknown") }
    /// `yes`
    package static var reviewOutcomeYes: Phrase { Phrase("review:outcome.yes") }
    /// `It lies at {place}`
    package static func reviewPlace(place: some PhrasePart) -> Phrase {
        Phrase("review:place", ["place": place.phraseValue])
    }
    /// `{used} of {limit} today`
    package static func reviewQuota(used: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("review:quota", ["used": .count(Int64(clamping: used)), "limit": .count(Int64(clamping: limit))])
    }
    /// `{used} today`
    package static func reviewQuotaFree(used: some BinaryInteger) -> Phrase {
        Phrase("review:quota.free", ["used": .count(Int64(clamping: used))])
    }
    /// `the decisions are recorded`
    package static var reviewRecorded: Phrase { Phrase("review:recorded") }
    /// `rule '{rule}': {why}`
    package static func reviewRuleReason(rule: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("review:rule-reason", ["rule": rule.phraseValue, "why": why.phraseValue])
    }
    /// `{n} decisions saved. Nothing was deleted.`
    package static func reviewSaved(n: some BinaryInteger) -> Phrase {
        Phrase("review:saved", ["n": .count(Int64(clamping: n))])
    }
    /// `size unknown`
    package static var reviewSizeUnknown: Phrase { Phrase("review:size-unknown") }
    /// `file`
    package static var reviewSortFile: Phrase { Phrase("review:sort.file") }
    /// `folder`
    package static var reviewSortFolder: Phrase { Phrase("review:sort.folder") }
    /// `stays`
    package static var reviewStays: Phrase { Phrase("review:stays") }
    /// `That one stays anyway.`
    package static var reviewStaysAnyway: Phrase { Phrase("review:stays-anyway") }
    /// `{what}: {name}`
    package static func reviewStep(what: some PhrasePart, name: some PhrasePart) -> Phrase {
        Phrase("review:step", ["what": what.phraseValue, "name": name.phraseValue])
    }
    /// `That was all for today: {used} of {limit} reviews are used. The count starts again at {time}.`
    package static func reviewStop(used: some BinaryInteger, limit: some BinaryInteger, time: Moment) -> Phrase {
        Phrase("review:stop", ["used": .count(Int64(clamping: used)), "limit": .count(Int64(clamping: limit)), "time": .moment(time)])
    }
    /// `{name} and {n} more`
    package static func reviewSubjectMore(n: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("review:subject.more", ["n": .count(Int64(clamping: n)), "name": name.phraseValue])
    }
    /// `{n} items, {size}`
    package static func reviewTally(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("review:tally", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `undecided`
    package static var reviewUndecided: Phrase { Phrase("review:undecided") }
    /// `Undone: {what}`
    package static func reviewUndone(what: some PhrasePart) -> Phrase {
        Phrase("review:undone", ["what": what.phraseValue])
    }
    /// `unless {text}`
    package static func reviewUnless(text: some PhrasePart) -> Phrase {
        Phrase("review:unless", ["text": text.phraseValue])
    }
    /// `{n} that waited for deletion, and do not any more.`
    package static func reviewUnstaged(n: some BinaryInteger) -> Phrase {
        Phrase("review:unstaged", ["n": .count(Int64(clamping: n))])
    }
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
    /// `Some of them have no undo window and are due at once.`
    package static var stageAtOnce: Phrase { Phrase("stage:at-once") }
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
    package static var stageDue: Phrase { Phrase("stage:due") }
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
    /// `nothing is staged of {text}`
    package static func stageHeld(text: some PhrasePart) -> Phrase {
        Phrase("stage:held", ["text": text.phraseValue])
    }
    /// `the service had drive '{drive}' listed anew since`
    package static func stageListedAnew(drive: some PhrasePart) -> Phrase {
        Phrase("stage:listed-anew", ["drive": drive.phraseValue])
    }
    /// `with what was marked in the review it is over the limit '{name}': {count}, and at most {limit} are allowed`
    package static func stageMarkedOver(name: some PhrasePart, count: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("stage:marked-over", ["name": name.phraseValue, "count": .count(Int64(clamping: count)), "limit": .count(Int64(clamping: limit))])
    }
    /// `with what was marked in the review it is over the limit '{name}' on drive '{drive}': {count}, and at most {limit} are allowed`
    package static func stageMarkedOverDrive(name: some PhrasePart, drive: some PhrasePart, count: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("stage:marked-over.drive", ["name": name.phraseValue, "drive": drive.phraseValue, "count": .count(Int64(clamping: count)), "limit": .count(Int64(clamping: limit))])
    }
    /// `{n} of its deletions have no undo window; allow that with --no-undo-window`
    package static func stageNoWindow(n: some BinaryInteger) -> Phrase {
        Phrase("stage:no-window", ["n": .count(Int64(clamping: n))])
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
    /// `{n} of its deletions are for good; allow that with --permanent`
    package static func stagePermanent(n: some BinaryInteger) -> Phrase {
        Phrase("stage:permanent", ["n": .count(Int64(clamping: n))])
    }
    /// `plan {plan} is not staged: drive '{drive}' is of kind {kind}, from which this version deletes nothing; plan over the folder itself`
    package static func stageReadOnly(plan: some PhrasePart, drive: some PhrasePart, kind: some PhrasePart) -> Phrase {
        Phrase("stage:read-only", ["plan": plan.phraseValue, "drive": drive.phraseValue, "kind": kind.phraseValue])
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
    /// `Put a backup in the place of '{path}'?`
    package static func stateAskRestore(path: some PhrasePart) -> Phrase {
        Phrase("state:ask-restore", ["path": path.phraseValue])
    }
    /// `cancelled, the rules changed`
    package static var stateCancelled: Phrase { Phrase("state:cancelled") }
    /// `changed since, left`
    package static var stateChanged: Phrase { Phrase("state:changed") }
    /// `{n} items: {what}`
    package static func stateCount(n: some BinaryInteger, what: some PhrasePart) -> Phrase {
        Phrase("state:count", ["n": .count(Int64(clamping: n)), "what": what.phraseValue])
    }
    /// `waits for another day`
    package static var stateDeferred: Phrase { Phrase("state:deferred") }
    /// `deleted`
    package static var stateDeleted: Phrase { Phrase("state:deleted") }
    /// `being deleted`
    package static var stateExecuting: Phrase { Phrase("state:executing") }
    /// `failed, to be tried again`
    package static var stateFailed: Phrase { Phrase("state:failed") }
    /// `given up`
    package static var stateGaveUp: Phrase { Phrase("state:gave-up") }
    /// `gone already`
    package static var stateGone: Phrase { Phrase("state:gone") }
    /// `held`
    package static var stateHeld: Phrase { Phrase("state:held") }
    /// `restored`
    package static var stateRestored: Phrase { Phrase("state:restored") }
    /// `waiting`
    package static var stateStaged: Phrase { Phrase("state:staged") }
    /// `taken back`
    package static var stateUndone: Phrase { Phrase("state:undone") }
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
    /// `Take back everything that waits?`
    package static var undoAsk: Phrase { Phrase("undo:ask") }
    /// `being deleted right now: {place}`
    package static func undoBeingDeleted(place: some PhrasePart) -> Phrase {
        Phrase("undo:being-deleted", ["place": place.phraseValue])
    }
    /// `{n} items will not be deleted`
    package static func undoDeed(n: some BinaryInteger) -> Phrase {
        Phrase("undo:deed", ["n": .count(Int64(clamping: n))])
    }
    /// `Taken back: {items}. Nothing of it is deleted.`
    package static func undoDone(items: some PhrasePart) -> Phrase {
        Phrase("undo:done", ["items": items.phraseValue])
    }
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
    /// `delete`
    package static var verdictDelete: Phrase { Phrase("verdict:delete") }
    /// `keep`
    package static var verdictKeep: Phrase { Phrase("verdict:keep") }
    /// `keep for good`
    package static var verdictPin: Phrase { Phrase("verdict:pin") }
    /// `review`
    package static var verdictReview: Phrase { Phrase("verdict:review") }
    /// `ask again later`
    package static var verdictSnooze: Phrase { Phrase("verdict:snooze") }
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
