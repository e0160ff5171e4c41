// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
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
    /// `{n} pictures that look alike; keep this one:`
    package static func deckAlike(n: some BinaryInteger) -> Phrase {
        Phrase("deck:alike", ["n": .count(Int64(clamping: n))])
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
    /// `{name} was decided on {device}, on {time}: {what}`
    package static func deckElsewhereDevice(name: some PhrasePart, device: some PhrasePart, time: Moment, what: some PhrasePart) -> Phrase {
        Phrase("deck:elsewhere.device", ["name": name.phraseValue, "device": device.phraseValue, "time": .moment(time), "what": what.phraseValue])
    }
    /// `One of these was decided in another window.`
    package static var deckElsewhereMember: Phrase { Phrase("deck:elsewhere.member") }
    /// `There is a newer plan; this is its first card.`
    package static var deckElsewherePlan: Phrase { Phrase("deck:elsewhere.plan") }
    /// `{n} equal items; keep this one:`
    package static func deckEqual(n: some BinaryInteger) -> Phrase {
        Phrase("deck:equal", ["n": .count(Int64(clamping: n))])
    }
    /// `Enter look at it`
    package static var deckGroupsEnter: Phrase { Phrase("deck:groups.enter") }
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
    /// `{number} of {total}, {fate}`
    package static func deckPair(number: some BinaryInteger, total: some BinaryInteger, fate: some PhrasePart) -> Phrase {
        Phrase("deck:pair", ["number": .count(Int64(clamping: number)), "total": .count(Int64(clamping: total)), "fate": fate.phraseValue])
    }
    /// `Enter: {n} would go, {size}`
    package static func deckPairAccept(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("deck:pair.accept", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `your choice`
    package static var deckPairChosen: Phrase { Phrase("deck:pair.chosen") }
    /// `equal`
    package static var deckPairEqual: Phrase { Phrase("deck:pair.equal") }
    /// `would go`
    package static var deckPairGoes: Phrase { Phrase("deck:pair.goes") }
    /// `larger`
    package static var deckPairLarger: Phrase { Phrase("deck:pair.larger") }
    /// `{count} of 256 marks differ`
    package static func deckPairLike(count: some BinaryInteger) -> Phrase {
        Phrase("deck:pair.like", ["count": .count(Int64(clamping: count))])
    }
    /// `smaller`
    package static var deckPairSmaller: Phrase { Phrase("deck:pair.smaller") }
    /// `stays too`
    package static var deckPairStayingToo: Phrase { Phrase("deck:pair.staying-too") }
    /// `stays`
    package static var deckPairStays: Phrase { Phrase("deck:pair.stays") }
    /// `That one stays by your rules.`
    package static var deckPairStaysAnyway: Phrase { Phrase("deck:pair.stays-anyway") }
    /// `marked`
    package static var deckPairWent: Phrase { Phrase("deck:pair.went") }
    /// `stays: {why}`
    package static func deckPairWhy(why: some PhrasePart) -> Phrase {
        Phrase("deck:pair.why", ["why": why.phraseValue])
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
    /// `its files stay or go together`
    package static var deckShot: Phrase { Phrase("deck:shot") }
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
    /// `Not the same: {name}. u takes it back.`
    package static func deckUnlike(name: some PhrasePart) -> Phrase {
        Phrase("deck:unlike", ["name": name.phraseValue])
    }
    /// `In the group again: {name}.`
    package static func deckUnlikeBack(name: some PhrasePart) -> Phrase {
        Phrase("deck:unlike.back", ["name": name.phraseValue])
    }
    /// `Album: {text}`
    package static func factAlbum(text: some PhrasePart) -> Phrase {
        Phrase("fact:album", ["text": text.phraseValue])
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
    /// `Files of one shot, which stay or go together: {text}`
    package static func factParts(text: some PhrasePart) -> Phrase {
        Phrase("fact:parts", ["text": text.phraseValue])
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
    /// `Of copies: accept the card; the others go.`
    package static var keyAccept: Phrase { Phrase("key:accept") }
    /// `Mark it; 'stage' is what moves it to the bin.`
    package static var keyDelete: Phrase { Phrase("key:delete") }
    /// `Of copies: flip between the one that stays and this one.`
    package static var keyFlip: Phrase { Phrase("key:flip") }
    /// `Decide all cards of the same rule at once.`
    package static var keyGroup: Phrase { Phrase("key:group") }
    /// `All groups of copies, the most certain first; Enter there opens one.`
    package static var keyGroups: Phrase { Phrase("key:groups") }
    /// `These keys.`
    package static var keyHelp: Phrase { Phrase("key:help") }
    /// `Keep it until its content changes.`
    package static var keyKeep: Phrase { Phrase("key:keep") }
    /// `accept`
    package static var keyLabelAccept: Phrase { Phrase("key:label.accept") }
    /// `delete`
    package static var keyLabelDelete: Phrase { Phrase("key:label.delete") }
    /// `flip`
    package static var keyLabelFlip: Phrase { Phrase("key:label.flip") }
    /// `group`
    package static var keyLabelGroup: Phrase { Phrase("key:label.group") }
    /// `all groups`
    package static var keyLabelGroups: Phrase { Phrase("key:label.groups") }
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
    /// `stays`
    package static var keyLabelStayInstead: Phrase { Phrase("key:label.stay-instead") }
    /// `keep too`
    package static var keyLabelStayToo: Phrase { Phrase("key:label.stay-too") }
    /// `undo`
    package static var keyLabelUndo: Phrase { Phrase("key:label.undo") }
    /// `not the same`
    package static var keyLabelUnlike: Phrase { Phrase("key:label.unlike") }
    /// `walk`
    package static var keyLabelWalk: Phrase { Phrase("key:label.walk") }
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
    /// `Of copies: make this the one that stays.`
    package static var keyStayInstead: Phrase { Phrase("key:stay-instead") }
    /// `Of copies: keep this one too, or do not.`
    package static var keyStayToo: Phrase { Phrase("key:stay-too") }
    /// `Take back the newest step, any number of times.`
    package static var keyUndo: Phrase { Phrase("key:undo") }
    /// `Of pictures that look alike: not the same.`
    package static var keyUnlike: Phrase { Phrase("key:unlike") }
    /// `Of copies: the next one, the one before.`
    package static var keyWalk: Phrase { Phrase("key:walk") }
    /// `The facts, and why it is asked about.`
    package static var keyWhy: Phrase { Phrase("key:why") }
    /// `and {n} more`
    package static func lineAndMore(n: some BinaryInteger) -> Phrase {
        Phrase("line:and-more", ["n": .count(Int64(clamping: n))])
    }
    /// `'{path}': {text}`
    package static func lineAt(path: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("line:at", ["path": path.phraseValue, "text": text.phraseValue])
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
    /// `{n} pictures that look alike; a number keeps that one and marks the undecided others:`
    package static func plainAlike(n: some BinaryInteger) -> Phrase {
        Phrase("plain:alike", ["n": .count(Int64(clamping: n))])
    }
    /// `All done: nothing is left to decide in this plan.`
    package static var plainDone: Phrase { Phrase("plain:done") }
    /// `{n} equal items; a number keeps that one and marks the undecided others:`
    package static func plainEqual(n: some BinaryInteger) -> Phrase {
        Phrase("plain:equal", ["n": .count(Int64(clamping: n))])
    }
    /// `{what}; 'groups 1' brings the first to the front:`
    package static func plainGroups(what: some PhrasePart) -> Phrase {
        Phrase("plain:groups", ["what": what.phraseValue])
    }
    /// `That group is decided already; 'groups' lists those that are left.`
    package static var plainGroupsDecided: Phrase { Phrase("plain:groups.decided") }
    /// `{n} more; 'groups more' tells the next.`
    package static func plainGroupsMore(n: some BinaryInteger) -> Phrase {
        Phrase("plain:groups.more", ["n": .count(Int64(clamping: n))])
    }
    /// `There are no more groups.`
    package static var plainGroupsNoMore: Phrase { Phrase("plain:groups.no-more") }
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
    /// `of copies: accept what is proposed; 'accept 2 3' keeps these too`
    package static var plainKeyAccept: Phrase { Phrase("plain:key.accept") }
    /// `mark it to be deleted; '{command}' is what moves it to the bin`
    package static func plainKeyDelete(command: Hint) -> Phrase {
        Phrase("plain:key.delete", ["command": .command(command)])
    }
    /// `decide all items of the same rule at once`
    package static var plainKeyGroup: Phrase { Phrase("plain:key.group") }
    /// `all groups of copies, the most certain first; 'groups 3' brings the third to the front`
    package static var plainKeyGroups: Phrase { Phrase("plain:key.groups") }
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
    /// `of pictures that look alike: 'unlike 2' says that 2 is not the same`
    package static var plainKeyUnlike: Phrase { Phrase("plain:key.unlike") }
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
    /// `Accepting marks {n} for deletion, {size}.`
    package static func plainPairAccept(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("plain:pair.accept", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `equal to photo {number}`
    package static func plainPairEquals(number: some BinaryInteger) -> Phrase {
        Phrase("plain:pair.equals", ["number": .count(Int64(clamping: number))])
    }
    /// `looks like photo {number}`
    package static func plainPairLooksLike(number: some BinaryInteger) -> Phrase {
        Phrase("plain:pair.looks-like", ["number": .count(Int64(clamping: number))])
    }
    /// `[a]ccept [k]eep all [d]elete all [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit >`
    package static var plainPairPrompt: Phrase { Phrase("plain:pair.prompt") }
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
    /// `bigger-than`
    package static var reasonNameBiggerThan: Phrase { Phrase("reason:name.bigger-than") }
    /// `duplicate`
    package static var reasonNameDuplicate: Phrase { Phrase("reason:name.duplicate") }
    /// `folder-not-empty`
    package static var reasonNameFolderNotEmpty: Phrase { Phrase("reason:name.folder-not-empty") }
    /// `kept-by-rule`
    package static var reasonNameKeptByRule: Phrase { Phrase("reason:name.kept-by-rule") }
    /// `last-copy`
    package static var reasonNameLastCopy: Phrase { Phrase("reason:name.last-copy") }
    /// `outside`
    package static var reasonNameOutside: Phrase { Phrase("reason:name.outside") }
    /// `person-deleted`
    package static var reasonNamePersonDeleted: Phrase { Phrase("reason:name.person-deleted") }
    /// `person-kept`
    package static var reasonNamePersonKept: Phrase { Phrase("reason:name.person-kept") }
    /// `protected`
    package static var reasonNameProtected: Phrase { Phrase("reason:name.protected") }
    /// `rule`
    package static var reasonNameRule: Phrase { Phrase("reason:name.rule") }
    /// `snoozed`
    package static var reasonNameSnoozed: Phrase { Phrase("reason:name.snoozed") }
    /// `surplus`
    package static var reasonNameSurplus: Phrase { Phrase("reason:name.surplus") }
    /// `survivor-under-review`
    package static var reasonNameSurvivorUnderReview: Phrase { Phrase("reason:name.survivor-under-review") }
    /// `trial`
    package static var reasonNameTrial: Phrase { Phrase("reason:name.trial") }
    /// `unknown`
    package static var reasonNameUnknown: Phrase { Phrase("reason:name.unknown") }
    /// `unmatched`
    package static var reasonNameUnmatched: Phrase { Phrase("reason:name.unmatched") }
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
    /// `over saved pages you decided on {time}: {what}; it has changed since`
    package static func reviewConflict(time: Moment, what: some PhrasePart) -> Phrase {
        Phrase("review:conflict", ["time": .moment(time), "what": what.phraseValue])
    }
    /// `over saved pages you decided on {time}: {what}; it has changed since, on {date}`
    package static func reviewConflictDated(time: Moment, what: some PhrasePart, date: Moment) -> Phrase {
        Phrase("review:conflict.dated", ["time": .moment(time), "what": what.phraseValue, "date": .moment(date)])
    }
    /// `decide later`
    package static var reviewConflictSnoozed: Phrase { Phrase("review:conflict.snoozed") }
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
    /// `{n} groups to decide, the most certain first`
    package static func reviewGroups(n: some BinaryInteger) -> Phrase {
        Phrase("review:groups", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} would go, {size}`
    package static func reviewGroupsGo(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("review:groups.go", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `at most {count} of 256 marks differ`
    package static func reviewGroupsMarks(count: some BinaryInteger) -> Phrase {
        Phrase("review:groups.marks", ["count": .count(Int64(clamping: count))])
    }
    /// `No group is left to decide.`
    package static var reviewGroupsNone: Phrase { Phrase("review:groups.none") }
    /// `rule '{rule}'`
    package static func reviewGroupsRule(rule: some PhrasePart) -> Phrase {
        Phrase("review:groups.rule", ["rule": rule.phraseValue])
    }
    /// `{path} and {n} others stay`
    package static func reviewGroupsStay(n: some BinaryInteger, path: some PhrasePart) -> Phrase {
        Phrase("review:groups.stay", ["n": .count(Int64(clamping: n)), "path": path.phraseValue])
    }
    /// `{path} stays`
    package static func reviewGroupsStays(path: some PhrasePart) -> Phrase {
        Phrase("review:groups.stays", ["path": path.phraseValue])
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
    /// `decided on {device}, on {time}`
    package static func reviewOnDevice(device: some PhrasePart, time: Moment) -> Phrase {
        Phrase("review:on-device", ["device": device.phraseValue, "time": .moment(time)])
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
    /// `and {n} that look like it`
    package static func reviewOthersAlike(n: some BinaryInteger) -> Phrase {
        Phrase("review:others.alike", ["n": .count(Int64(clamping: n))])
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
    /// `{name}; {n} others marked for deletion`
    package static func reviewSubjectMarked(n: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("review:subject.marked", ["n": .count(Int64(clamping: n)), "name": name.phraseValue])
    }
    /// `{name} and {n} more`
    package static func reviewSubjectMore(n: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("review:subject.more", ["n": .count(Int64(clamping: n)), "name": name.phraseValue])
    }
    /// `{n} items, {size}`
    package static func reviewTally(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("review:tally", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
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
    /// `is in the album {names}`
    package static func staysAlbum(names: some PhrasePart) -> Phrase {
        Phrase("stays:album", ["names": names.phraseValue])
    }
    /// `nothing else that stays tells by which camera`
    package static var staysBetterCamera: Phrase { Phrase("stays:better.camera") }
    /// `nothing else that stays has as many pixels`
    package static var staysBetterPixels: Phrase { Phrase("stays:better.pixels") }
    /// `what the camera saw; the others are made of that`
    package static var staysBetterRaw: Phrase { Phrase("stays:better.raw") }
    /// `nothing else that stays tells when it was taken`
    package static var staysBetterTaken: Phrase { Phrase("stays:better.taken") }
    /// `the brightest of {count}`
    package static func staysBrightest(count: some BinaryInteger) -> Phrase {
        Phrase("stays:brightest", ["count": .count(Int64(clamping: count))])
    }
    /// `kept by “{rule}”`
    package static func staysByRule(rule: some PhrasePart) -> Phrase {
        Phrase("stays:by-rule", ["rule": rule.phraseValue])
    }
    /// `for {name}, which is of its shot and stays`
    package static func staysCompanion(name: some PhrasePart) -> Phrase {
        Phrase("stays:companion", ["name": name.phraseValue])
    }
    /// `you kept it`
    package static var staysDecided: Phrase { Phrase("stays:decided") }
    /// `the deepest folder`
    package static var staysDeepest: Phrase { Phrase("stays:deepest") }
    /// `in {folder}`
    package static func staysIn(folder: some PhrasePart) -> Phrase {
        Phrase("stays:in", ["folder": folder.phraseValue])
    }
    /// `the largest: {size}`
    package static func staysLargest(size: Int64) -> Phrase {
        Phrase("stays:largest", ["size": .size(size)])
    }
    /// `the longest path`
    package static var staysLongestPath: Phrase { Phrase("stays:longest-path") }
    /// `named {name}`
    package static func staysNamed(name: some PhrasePart) -> Phrase {
        Phrase("stays:named", ["name": name.phraseValue])
    }
    /// `the newest`
    package static var staysNewest: Phrase { Phrase("stays:newest") }
    /// `changed last`
    package static var staysNewestModified: Phrase { Phrase("stays:newest-modified") }
    /// `taken last`
    package static var staysNewestTaken: Phrase { Phrase("stays:newest-taken") }
    /// `the oldest`
    package static var staysOldest: Phrase { Phrase("stays:oldest") }
    /// `changed longest ago`
    package static var staysOldestModified: Phrase { Phrase("stays:oldest-modified") }
    /// `taken first`
    package static var staysOldestTaken: Phrase { Phrase("stays:oldest-taken") }
    /// `on {drive}`
    package static func staysOnDrive(drive: some PhrasePart) -> Phrase {
        Phrase("stays:on-drive", ["drive": drive.phraseValue])
    }
    /// `{value} MP`
    package static func staysPixels(value: some PhrasePart) -> Phrase {
        Phrase("stays:pixels", ["value": value.phraseValue])
    }
    /// `protected`
    package static var staysProtected: Phrase { Phrase("stays:protected") }
    /// `the highest folder`
    package static var staysShallowest: Phrase { Phrase("stays:shallowest") }
    /// `the sharpest of {count}`
    package static func staysSharpest(count: some BinaryInteger) -> Phrase {
        Phrase("stays:sharpest", ["count": .count(Int64(clamping: count))])
    }
    /// `the shortest name`
    package static var staysShortestName: Phrase { Phrase("stays:shortest-name") }
    /// `the shortest path`
    package static var staysShortestPath: Phrase { Phrase("stays:shortest-path") }
    /// `the smallest: {size}`
    package static func staysSmallest(size: Int64) -> Phrase {
        Phrase("stays:smallest", ["size": .size(size)])
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
}
