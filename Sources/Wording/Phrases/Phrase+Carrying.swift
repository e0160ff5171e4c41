// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `Set aside: what the journal has up to {time}. The caps count for {day} again, with what was used on later days.`
    package static func carryClockReset(time: Moment, day: some PhrasePart) -> Phrase {
        Phrase("carry:clock.reset", ["time": .moment(time), "day": day.phraseValue])
    }
    /// `In {n} states something lay ahead as well: undo windows and quotas there count by the clock again.`
    package static func carryClockStates(n: some BinaryInteger) -> Phrase {
        Phrase("carry:clock.states", ["n": .count(Int64(clamping: n))])
    }
    /// `details`
    package static var carryColumnDetail: Phrase { Phrase("carry:column.detail") }
    /// `what`
    package static var carryColumnEvent: Phrase { Phrase("carry:column.event") }
    /// `items`
    package static var carryColumnItems: Phrase { Phrase("carry:column.items") }
    /// `when`
    package static var carryColumnWhen: Phrase { Phrase("carry:column.when") }
    /// `At {used} units a day all of that takes about {span}, the largest 1 % of it {part}; that brings {size}, {share} of the bytes.`
    package static func carryCurve(used: some BinaryInteger, span: some PhrasePart, part: some PhrasePart, size: Int64, share: some PhrasePart) -> Phrase {
        Phrase("carry:curve", ["used": .count(Int64(clamping: used)), "span": span.phraseValue, "part": part.phraseValue, "size": .size(size), "share": share.phraseValue])
    }
    /// `Rule {rule}: 'verify: bytes' means reading about {size}, {span} at 400 GB an hour.`
    package static func carryCurveBytes(rule: some PhrasePart, size: Int64, span: some PhrasePart) -> Phrase {
        Phrase("carry:curve.bytes", ["rule": rule.phraseValue, "size": .size(size), "span": span.phraseValue])
    }
    /// `{n} items ({size}) were deleted, on {count} of the drives.`
    package static func carryExecDeleted(n: some BinaryInteger, size: Int64, count: some BinaryInteger) -> Phrase {
        Phrase("carry:exec.deleted", ["n": .count(Int64(clamping: n)), "size": .size(size), "count": .count(Int64(clamping: count))])
    }
    /// `{n} items that an earlier run was deleting are gone.`
    package static func carryExecFound(n: some BinaryInteger) -> Phrase {
        Phrase("carry:exec.found", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items were due, and nothing more was deleted.`
    package static func carryExecNoMore(n: some BinaryInteger) -> Phrase {
        Phrase("carry:exec.no-more", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items were due, and nothing was deleted.`
    package static func carryExecNone(n: some BinaryInteger) -> Phrase {
        Phrase("carry:exec.none", ["n": .count(Int64(clamping: n))])
    }
    /// `Nothing was due.`
    package static var carryExecNothing: Phrase { Phrase("carry:exec.nothing") }
    /// `{n} drives that a killed run had in hand were settled first.`
    package static func carryExecSettled(n: some BinaryInteger) -> Phrase {
        Phrase("carry:exec.settled", ["n": .count(Int64(clamping: n))])
    }
    /// `it is not what the plan saw, or lies elsewhere`
    package static var carryLeftChanged: Phrase { Phrase("carry:left.changed") }
    /// `people decided that it stays`
    package static var carryLeftDecided: Phrase { Phrase("carry:left.decided") }
    /// `its rule compares drives, and something of an earlier plan waits still`
    package static var carryLeftGeneration: Phrase { Phrase("carry:left.generation") }
    /// `it is gone already`
    package static var carryLeftGone: Phrase { Phrase("carry:left.gone") }
    /// `something that goes with it, or lies in it, is left out`
    package static var carryLeftIncomplete: Phrase { Phrase("carry:left.incomplete") }
    /// `the rules do not delete it any more`
    package static var carryLeftKept: Phrase { Phrase("carry:left.kept") }
    /// `too few copies would stay that can be counted on`
    package static var carryLeftLastCopies: Phrase { Phrase("carry:left.last-copies") }
    /// `the drive does not find it, and nothing proves that it is gone`
    package static var carryLeftMissing: Phrase { Phrase("carry:left.missing") }
    /// `a copy elsewhere waits to go only because this one stays`
    package static var carryLeftReliedUpon: Phrase { Phrase("carry:left.relied-upon") }
    /// `people took it back before`
    package static var carryLeftTakenBack: Phrase { Phrase("carry:left.taken-back") }
    /// `the drive could not say what it is now; the same command again asks once more`
    package static var carryLeftUnanswered: Phrase { Phrase("carry:left.unanswered") }
    /// `no drive of the fleet is called {names}; 'cleanrules fleet status' names those on which something waits, and with '--restorable' those on which something was deleted`
    package static func carryNoDrive(names: some PhrasePart) -> Phrase {
        Phrase("carry:no-drive", ["names": names.phraseValue])
    }
    /// `no drive of the fleet is called {names}; did you mean {drives}?`
    package static func carryNoDriveNear(names: some PhrasePart, drives: some PhrasePart) -> Phrase {
        Phrase("carry:no-drive.near", ["names": names.phraseValue, "drives": drives.phraseValue])
    }
    /// `'{name}' is in no wave: the plan deletes nothing there`
    package static func carryOnlyIdle(name: some PhrasePart) -> Phrase {
        Phrase("carry:only.idle", ["name": name.phraseValue])
    }
    /// `'{name}' is in no wave: it is over a limit`
    package static func carryOnlyLimits(name: some PhrasePart) -> Phrase {
        Phrase("carry:only.limits", ["name": name.phraseValue])
    }
    /// `no drive of the plan is called '{name}'`
    package static func carryOnlyUnknown(name: some PhrasePart) -> Phrase {
        Phrase("carry:only.unknown", ["name": name.phraseValue])
    }
    /// `'{name}' is in no wave: the inventory does not say its 'drive_id'`
    package static func carryOnlyUnlisted(name: some PhrasePart) -> Phrase {
        Phrase("carry:only.unlisted", ["name": name.phraseValue])
    }
    /// `'{name}' is of wave {number}`
    package static func carryOnlyWave(name: some PhrasePart, number: some BinaryInteger) -> Phrase {
        Phrase("carry:only.wave", ["name": name.phraseValue, "number": .count(Int64(clamping: number))])
    }
    /// `the inventory has another 'drive_id' now than when plan {name} was made, for {n} drives: {names}; plan again with 'cleanrules fleet plan'`
    package static func carryOtherDrives(n: some BinaryInteger, name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("carry:other-drives", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "names": names.phraseValue])
    }
    /// `Why: {why}`
    package static func carryPauseWhy(why: some PhrasePart) -> Phrase {
        Phrase("carry:pause.why", ["why": why.phraseValue])
    }
    /// `Paused: nothing of the fleet is staged or deleted until '{command}'.`
    package static func carryPaused(command: Hint) -> Phrase {
        Phrase("carry:paused", ["command": .command(command)])
    }
    /// `The fleet was paused already: nothing of it is staged or deleted until '{command}'.`
    package static func carryPausedAlready(command: Hint) -> Phrase {
        Phrase("carry:paused.already", ["command": .command(command)])
    }
    /// `the journal knows of no plan '{name}' by which something was staged; what was deleted is of {names}`
    package static func carryPlanDeleted(name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("carry:plan.deleted", ["name": name.phraseValue, "names": names.phraseValue])
    }
    /// `the journal knows of no plan '{name}' by which something was staged, and of those that it knows, which are {names}, there is nothing to take back or bring back`
    package static func carryPlanOthers(name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("carry:plan.others", ["name": name.phraseValue, "names": names.phraseValue])
    }
    /// `the journal knows of no plan '{name}' by which something was staged, and of no other of which there is something`
    package static func carryPlanUnknown(name: some PhrasePart) -> Phrase {
        Phrase("carry:plan.unknown", ["name": name.phraseValue])
    }
    /// `the journal cannot be read, and it alone says what is of which plan; take back with '--drive', '--rule' or '--all'`
    package static var carryPlanUnread: Phrase { Phrase("carry:plan.unread") }
    /// `{n} items are of plans that the journal does not know any more, and were left as they are; take them back with '--drive'`
    package static func carryPlanUnsure(n: some BinaryInteger) -> Phrase {
        Phrase("carry:plan.unsure", ["n": .count(Int64(clamping: n))])
    }
    /// `the journal knows of no plan '{name}' by which something was staged; what waits is of {names}`
    package static func carryPlanWaiting(name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("carry:plan.waiting", ["name": name.phraseValue, "names": names.phraseValue])
    }
    /// `{n} drives count as their states are now; what waits there goes when it is due.`
    package static func carryReconciled(n: some BinaryInteger) -> Phrase {
        Phrase("carry:reconciled", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items are not given up by the service: they may not be changed, or retention labels or holds keep them`
    package static func carryRefusedKept(n: some BinaryInteger) -> Phrase {
        Phrase("carry:refused.kept", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items are locked: open in applications, or checked out`
    package static func carryRefusedLocked(n: some BinaryInteger) -> Phrase {
        Phrase("carry:refused.locked", ["n": .count(Int64(clamping: n))])
    }
    /// `{name}: {n} items ({size}) were deleted, and 'cleanrules fleet restore' brings them back`
    package static func carryRestorable(n: some BinaryInteger, name: some PhrasePart, size: Int64) -> Phrase {
        Phrase("carry:restorable", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "size": .size(size)])
    }
    /// `{name}: {n} items ({size}) were deleted, and only a person can bring them back, from {path}`
    package static func carryRestorableHand(n: some BinaryInteger, name: some PhrasePart, size: Int64, path: some PhrasePart) -> Phrase {
        Phrase("carry:restorable.hand", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "size": .size(size), "path": path.phraseValue])
    }
    /// `No drive has anything that was deleted and can be brought back.`
    package static var carryRestorableNone: Phrase { Phrase("carry:restorable.none") }
    /// `{name}: {n} items brought back`
    package static func carryRestored(n: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("carry:restored", ["n": .count(Int64(clamping: n)), "name": name.phraseValue])
    }
    /// `Nothing was deleted that could be brought back.`
    package static var carryRestoredNone: Phrase { Phrase("carry:restored.none") }
    /// `{name}: {n} items are not back: {why}`
    package static func carryRestoredNot(n: some BinaryInteger, name: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("carry:restored.not", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "why": why.phraseValue])
    }
    /// `{name}, wave {number}: {n} changed, {left} failed, {undone} taken back; they count for 'stop_when' no more`
    package static func carryResumed(n: some BinaryInteger, name: some PhrasePart, number: some BinaryInteger, left: some BinaryInteger, undone: some BinaryInteger) -> Phrase {
        Phrase("carry:resumed", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "number": .count(Int64(clamping: number)), "left": .count(Int64(clamping: left)), "undone": .count(Int64(clamping: undone))])
    }
    /// `no rule is called '{name}', neither of the rules nor of what was ever staged; what was deleted is of {names}`
    package static func carryRuleDeleted(name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("carry:rule.deleted", ["name": name.phraseValue, "names": names.phraseValue])
    }
    /// `no rule is called '{name}', neither of the rules nor of what was ever staged`
    package static func carryRuleNone(name: some PhrasePart) -> Phrase {
        Phrase("carry:rule.none", ["name": name.phraseValue])
    }
    /// `no rule is called '{name}', neither of the rules nor of what was ever staged; what waits is of {names}`
    package static func carryRuleWaiting(name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("carry:rule.waiting", ["name": name.phraseValue, "names": names.phraseValue])
    }
    /// `no rule is called '{name}', neither of the rules nor of what was ever staged; the rules are {names}`
    package static func carryRuleWritten(name: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("carry:rule.written", ["name": name.phraseValue, "names": names.phraseValue])
    }
    /// `Rules that compare drives staged nothing: something that an earlier plan staged waits still.`
    package static var carryStageAcross: Phrase { Phrase("carry:stage.across") }
    /// `{n} items ({size}) stay for a later plan, by the cap of a wave.`
    package static func carryStageCap(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("carry:stage.cap", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `The cap of a wave has no room for any of it: raise 'wave' in the 'caps' of the fleet file, or later waves wait for wave {number} for ever.`
    package static func carryStageCapSmall(number: some BinaryInteger) -> Phrase {
        Phrase("carry:stage.cap.small", ["number": .count(Int64(clamping: number))])
    }
    /// `{n} items ({size}) were staged, on {count} of them.`
    package static func carryStageDone(n: some BinaryInteger, size: Int64, count: some BinaryInteger) -> Phrase {
        Phrase("carry:stage.done", ["n": .count(Int64(clamping: n)), "size": .size(size), "count": .count(Int64(clamping: count))])
    }
    /// `Wave {number} of plan {name} has no drives; the next one that has some is wave {count}.`
    package static func carryStageEmpty(number: some BinaryInteger, name: some PhrasePart, count: some BinaryInteger) -> Phrase {
        Phrase("carry:stage.empty", ["number": .count(Int64(clamping: number)), "name": name.phraseValue, "count": .count(Int64(clamping: count))])
    }
    /// `Wave {number} of plan {name} has no drives, and no later one has any.`
    package static func carryStageEmptyLast(number: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("carry:stage.empty.last", ["number": .count(Int64(clamping: number)), "name": name.phraseValue])
    }
    /// `{n} drives could not be staged; the same command again tries them once more:`
    package static func carryStageFailed(n: some BinaryInteger) -> Phrase {
        Phrase("carry:stage.failed", ["n": .count(Int64(clamping: n))])
    }
    /// `The first of it goes {time}.`
    package static func carryStageFirst(time: Moment) -> Phrase {
        Phrase("carry:stage.first", ["time": .moment(time)])
    }
    /// `Wave {number} of plan {name}: {n} drives`
    package static func carryStageHead(n: some BinaryInteger, number: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("carry:stage.head", ["n": .count(Int64(clamping: n)), "number": .count(Int64(clamping: number)), "name": name.phraseValue])
    }
    /// `{n} items left out: {why}`
    package static func carryStageLeft(n: some BinaryInteger, why: some PhrasePart) -> Phrase {
        Phrase("carry:stage.left", ["n": .count(Int64(clamping: n)), "why": why.phraseValue])
    }
    /// `{n} drives are in no wave: they are over a limit`
    package static func carryStageLimits(n: some BinaryInteger) -> Phrase {
        Phrase("carry:stage.limits", ["n": .count(Int64(clamping: n))])
    }
    /// `When the undo windows are over, '{command}' deletes it; until then '{show}' takes it back.`
    package static func carryStageNext(command: Hint, show: Hint) -> Phrase {
        Phrase("carry:stage.next", ["command": .command(command), "show": .command(show)])
    }
    /// `'{command}' deletes what is due; until then '{show}' takes it back.`
    package static func carryStageNextNow(command: Hint, show: Hint) -> Phrase {
        Phrase("carry:stage.next-now", ["command": .command(command), "show": .command(show)])
    }
    /// `{n} items ({size}) have no undo window, on {count} of the drives: {names}. Nothing was staged there. Give their rules an 'undo_window' and plan again; or allow it with '{command}', and the next 'cleanrules fleet execute' deletes them, if 'cleanrules fleet undo' has not taken them back before.`
    package static func carryStageNoWindow(n: some BinaryInteger, size: Int64, count: some BinaryInteger, names: some PhrasePart, command: Hint) -> Phrase {
        Phrase("carry:stage.no-window", ["n": .count(Int64(clamping: n)), "size": .size(size), "count": .count(Int64(clamping: count)), "names": names.phraseValue, "command": .command(command)])
    }
    /// `Nothing was staged.`
    package static var carryStageNothing: Phrase { Phrase("carry:stage.nothing") }
    /// `the fleet is paused, and nothing is staged; '{command}' lets it go on`
    package static func carryStagePaused(command: Hint) -> Phrase {
        Phrase("carry:stage.paused", ["command": .command(command)])
    }
    /// `{n} items ({size}) would go for good, on {count} of the drives: {names}. No fleet does that, and nothing was staged there. Give their rules another 'method', and plan again.`
    package static func carryStagePermanent(n: some BinaryInteger, size: Int64, count: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("carry:stage.permanent", ["n": .count(Int64(clamping: n)), "size": .size(size), "count": .count(Int64(clamping: count)), "names": names.phraseValue])
    }
    /// `Wave {number} does not count as staged yet: the same command again takes up what is left. A drive that can never be staged is left out by 'cleanrules fleet plan --without NAME'; where nothing is as the plan saw it, list the drives, and plan again.`
    package static func carryStageUnfinished(number: some BinaryInteger) -> Phrase {
        Phrase("carry:stage.unfinished", ["number": .count(Int64(clamping: number))])
    }
    /// `{n} drives are in no wave: the inventory does not say their 'drive_id'`
    package static func carryStageUnknown(n: some BinaryInteger) -> Phrase {
        Phrase("carry:stage.unknown", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items were waiting already.`
    package static func carryStageWaiting(n: some BinaryInteger) -> Phrase {
        Phrase("carry:stage.waiting", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items ({size}) of its cap are used`
    package static func carryStatusCap(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("carry:status.cap", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `{n} items wait`
    package static func carryStatusItems(n: some BinaryInteger) -> Phrase {
        Phrase("carry:status.items", ["n": .count(Int64(clamping: n))])
    }
    /// `{name}, wave {number}: {n} drives; {items}, {deleted} deleted, {left} changed or failed, {undone} taken back`
    package static func carryStatusWave(n: some BinaryInteger, name: some PhrasePart, number: some BinaryInteger, items: some PhrasePart, deleted: some BinaryInteger, left: some BinaryInteger, undone: some BinaryInteger) -> Phrase {
        Phrase("carry:status.wave", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "number": .count(Int64(clamping: number)), "items": items.phraseValue, "deleted": .count(Int64(clamping: deleted)), "left": .count(Int64(clamping: left)), "undone": .count(Int64(clamping: undone))])
    }
    /// `{n} of the {total} items of wave {number} were not what the plan saw, and {share} may be`
    package static func carryStopChanged(n: some BinaryInteger, total: some BinaryInteger, number: some BinaryInteger, share: some PhrasePart) -> Phrase {
        Phrase("carry:stop.changed", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total)), "number": .count(Int64(clamping: number)), "share": share.phraseValue])
    }
    /// `{n} of the {total} items of wave {number} could not be deleted, and {share} may fail`
    package static func carryStopFailed(n: some BinaryInteger, total: some BinaryInteger, number: some BinaryInteger, share: some PhrasePart) -> Phrase {
        Phrase("carry:stop.failed", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total)), "number": .count(Int64(clamping: number)), "share": share.phraseValue])
    }
    /// `{n} of the {total} items of wave {number} were taken back, and {share} may be`
    package static func carryStopUndone(n: some BinaryInteger, total: some BinaryInteger, number: some BinaryInteger, share: some PhrasePart) -> Phrase {
        Phrase("carry:stop.undone", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total)), "number": .count(Int64(clamping: number)), "share": share.phraseValue])
    }
    /// `the fleet has paused itself: {why}`
    package static func carryStopped(why: some PhrasePart) -> Phrase {
        Phrase("carry:stopped", ["why": why.phraseValue])
    }
    /// `another worker has the drive '{name}' in hand; try again when it is done`
    package static func carryTaken(name: some PhrasePart) -> Phrase {
        Phrase("carry:taken", ["name": name.phraseValue])
    }
    /// `the last line of '{path}' was torn off by a process that was killed; its {n} bytes were cut off, and nothing else is missing`
    package static func carryTorn(n: some BinaryInteger, path: some PhrasePart) -> Phrase {
        Phrase("carry:torn", ["n": .count(Int64(clamping: n)), "path": path.phraseValue])
    }
    /// `{n} items are being deleted, or were when a run was killed, and cannot be taken back now; once the fleet is paused, '{command}' finds out what became of them and deletes nothing, and what is there still can be taken back`
    package static func carryUndoLate(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("carry:undo.late", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `{name}: nothing was ever staged or deleted there`
    package static func carryUntouched(name: some PhrasePart) -> Phrase {
        Phrase("carry:untouched", ["name": name.phraseValue])
    }
    /// `wave {number}`
    package static func carryWave(number: some BinaryInteger) -> Phrase {
        Phrase("carry:wave", ["number": .count(Int64(clamping: number))])
    }
    /// `wave {number} has {n} drives: {names}`
    package static func carryWaveHas(n: some BinaryInteger, number: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("carry:wave.has", ["n": .count(Int64(clamping: n)), "number": .count(Int64(clamping: number)), "names": names.phraseValue])
    }
    /// `wave {number} is to rest until {time} before the next one, as the fleet file says under 'waves'`
    package static func carryWaveSoaks(number: some BinaryInteger, time: Moment) -> Phrase {
        Phrase("carry:wave.soaks", ["number": .count(Int64(clamping: number)), "time": .moment(time)])
    }
    /// `wave {number} of plan {name} was not staged on all of its drives; stage it first, and leave out a drive that can never be staged with 'cleanrules fleet plan --without NAME'`
    package static func carryWaveUnstaged(number: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("carry:wave.unstaged", ["number": .count(Int64(clamping: number)), "name": name.phraseValue])
    }
    /// `{n} items of wave {number} wait still; the next wave comes when they are gone or taken back`
    package static func carryWaveWaits(n: some BinaryInteger, number: some BinaryInteger) -> Phrase {
        Phrase("carry:wave.waits", ["n": .count(Int64(clamping: n)), "number": .count(Int64(clamping: number))])
    }
    /// `the fleet file has waves 1 to {n}`
    package static func carryWaves(n: some BinaryInteger) -> Phrase {
        Phrase("carry:waves", ["n": .count(Int64(clamping: n))])
    }
}
