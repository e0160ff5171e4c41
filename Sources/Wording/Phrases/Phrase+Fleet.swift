// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `the service knows nobody and nothing of that name, or there is no drive`
    package static var fleetAbsent: Phrase { Phrase("fleet:absent") }
    /// `'cleanrules fleet' needs the program 'cleanrules-fleet' beside this one, at '{path}'; install it there`
    package static func fleetAbsentProgram(path: some PhrasePart) -> Phrase {
        Phrase("fleet:absent-program", ["path": path.phraseValue])
    }
    /// `To stage: the fleet file says all that is needed, and the credential can be read; the service was not asked whether it takes it.`
    package static var fleetCheckCredential: Phrase { Phrase("fleet:check.credential") }
    /// `no credential is named in this environment, which planning does not need; 'cleanrules fleet stage' and 'execute' will: name the certificate of the application in CLEANRULES_CLIENT_CERTIFICATE, or another credential`
    package static var fleetCheckCredentialNone: Phrase { Phrase("fleet:check.credential.none") }
    /// `{n} files`
    package static func fleetCheckFiles(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:check.files", ["n": .count(Int64(clamping: n))])
    }
    /// `Rules across drives compare contents by {name}; files without it are in no group.`
    package static func fleetCheckHash(name: some PhrasePart) -> Phrase {
        Phrase("fleet:check.hash", ["name": name.phraseValue])
    }
    /// `{name}: {n} of {total} drives have files without it, {files}`
    package static func fleetCheckHashLack(n: some BinaryInteger, name: some PhrasePart, total: some BinaryInteger, files: some PhrasePart) -> Phrase {
        Phrase("fleet:check.hash.lack", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "total": .count(Int64(clamping: total)), "files": files.phraseValue])
    }
    /// `No file carries a hash: rules across drives find no equal contents.`
    package static var fleetCheckHashNone: Phrase { Phrase("fleet:check.hash.none") }
    /// `{n} items are imported, from {count} of {total} files.`
    package static func fleetCheckImported(n: some BinaryInteger, count: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("fleet:check.imported", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count)), "total": .count(Int64(clamping: total))])
    }
    /// `Plan {name} is as of {when}.`
    package static func fleetCheckPlan(name: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("fleet:check.plan", ["name": name.phraseValue, "when": when.phraseValue])
    }
    /// `To plan, nothing is missing. 'cleanrules fleet stage' will need {names}, and the credential of an application.`
    package static func fleetCheckPlanOnly(names: some PhrasePart) -> Phrase {
        Phrase("fleet:check.plan-only", ["names": names.phraseValue])
    }
    /// `Plan {name} is as of {when}, and of other rules than these; plan again.`
    package static func fleetCheckPlanOther(name: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("fleet:check.plan.other", ["name": name.phraseValue, "when": when.phraseValue])
    }
    /// `A full pull of the dataset costs $0.75 for {total} files.`
    package static func fleetCheckPrice(total: some BinaryInteger) -> Phrase {
        Phrase("fleet:check.price", ["total": .count(Int64(clamping: total))])
    }
    /// `A full pull of the dataset, {n} files, costs about ${used} at $0.75 for {total} files.`
    package static func fleetCheckPriceOf(n: some BinaryInteger, used: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("fleet:check.price.of", ["n": .count(Int64(clamping: n)), "used": .count(Int64(clamping: used)), "total": .count(Int64(clamping: total))])
    }
    /// `At {used} units a day the service lets {n} deletions through, or fewer where copies are looked at.`
    package static func fleetCheckRate(n: some BinaryInteger, used: some BinaryInteger) -> Phrase {
        Phrase("fleet:check.rate", ["n": .count(Int64(clamping: n)), "used": .count(Int64(clamping: used))])
    }
    /// `Copies of {names} are read before they go, as is one that stays, {size} a day at most; 'verify: hash' reads none.`
    package static func fleetCheckReading(names: some PhrasePart, size: Int64) -> Phrase {
        Phrase("fleet:check.reading", ["names": names.phraseValue, "size": .size(size)])
    }
    /// `'cleanrules fleet stage' will need {names}, which planning does not`
    package static func fleetCheckStageLacks(names: some PhrasePart) -> Phrase {
        Phrase("fleet:check.stage.lacks", ["names": names.phraseValue])
    }
    /// `What of that goes, and how many days it takes, '{command}' says.`
    package static func fleetCheckUnplanned(command: Hint) -> Phrase {
        Phrase("fleet:check.unplanned", ["command": .command(command)])
    }
    /// `How many items there are, '{command}' says; what goes, and how many days that takes, '{show}'.`
    package static func fleetCheckUnread(command: Hint, show: Hint) -> Phrase {
        Phrase("fleet:check.unread", ["command": .command(command), "show": .command(show)])
    }
    /// `{path}: {n} drives, as far as it names them; rules and credential are in order.`
    package static func fleetChecked(n: some BinaryInteger, path: some PhrasePart) -> Phrase {
        Phrase("fleet:checked", ["n": .count(Int64(clamping: n)), "path": path.phraseValue])
    }
    /// `{path}: {n} drives in the inventory, {files} as of {when}, as far as they were looked at; the rules are in order.`
    package static func fleetCheckedDataset(n: some BinaryInteger, path: some PhrasePart, files: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("fleet:checked.dataset", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "files": files.phraseValue, "when": when.phraseValue])
    }
    /// `{path}: {n} drives in {files}, as far as they were looked at; the rules are in order.`
    package static func fleetCheckedSource(n: some BinaryInteger, path: some PhrasePart, files: some PhrasePart) -> Phrase {
        Phrase("fleet:checked.source", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "files": files.phraseValue])
    }
    /// `{path}: {n} drives in {count} states, the first of them listed {when}, the last {later}; the rules are in order.`
    package static func fleetCheckedStates(n: some BinaryInteger, path: some PhrasePart, count: some BinaryInteger, when: some PhrasePart, later: some PhrasePart) -> Phrase {
        Phrase("fleet:checked.states", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "count": .count(Int64(clamping: count)), "when": when.phraseValue, "later": later.phraseValue])
    }
    /// `a fleet acts by itself: name the certificate of the application in CLEANRULES_CLIENT_CERTIFICATE, or another credential, and the organisation as 'tenant' under 'graph'`
    package static var fleetCredential: Phrase { Phrase("fleet:credential") }
    /// `deleted`
    package static var fleetDeleted: Phrase { Phrase("fleet:deleted") }
    /// `drive`
    package static var fleetDrive: Phrase { Phrase("fleet:drive") }
    /// `{n} drives had files in an earlier plan, and no listing tells of them now: {names}; list them, or leave them out with '--without'`
    package static func fleetEmptied(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("fleet:emptied", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `{n} listing files`
    package static func fleetFiles(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:files", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} files of the dataset`
    package static func fleetFilesDataset(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:files.dataset", ["n": .count(Int64(clamping: n))])
    }
    /// `the inventory does not have {n} drives that listings tell of: {names}`
    package static func fleetForeign(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("fleet:foreign", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `Why: {why}.`
    package static func fleetHeldWhy(why: some PhrasePart) -> Phrase {
        Phrase("fleet:held.why", ["why": why.phraseValue])
    }
    /// `In working hours ({names}, {from} to {to}) {share} of what the service grants are taken, else {text}.`
    package static func fleetHours(names: some PhrasePart, from: some PhrasePart, to: some PhrasePart, share: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("fleet:hours", ["names": names.phraseValue, "from": from.phraseValue, "to": to.phraseValue, "share": share.phraseValue, "text": text.phraseValue])
    }
    /// `It is {time} now, which is outside of these hours: {share} are taken.`
    package static func fleetHoursNot(time: Moment, share: some PhrasePart) -> Phrase {
        Phrase("fleet:hours.not", ["time": .moment(time), "share": share.phraseValue])
    }
    /// `It is {time} now, which is within these hours: {share} are taken.`
    package static func fleetHoursNow(time: Moment, share: some PhrasePart) -> Phrase {
        Phrase("fleet:hours.now", ["time": .moment(time), "share": share.phraseValue])
    }
    /// `When files of {n} parts were first seen cannot be read any more; there it stays unknown, and no test of 'known_for' holds.`
    package static func fleetImportLost(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:import.lost", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} are of other libraries`
    package static func fleetImportOthers(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:import.others", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} lines of the dataset are of no drive of the inventory, and {others}: they were left out.`
    package static func fleetImportSkipped(n: some BinaryInteger, others: some PhrasePart) -> Phrase {
        Phrase("fleet:import.skipped", ["n": .count(Int64(clamping: n)), "others": others.phraseValue])
    }
    /// `{path}: {n} listing files, {count} of them read anew.`
    package static func fleetImported(n: some BinaryInteger, path: some PhrasePart, count: some BinaryInteger) -> Phrase {
        Phrase("fleet:imported", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "count": .count(Int64(clamping: count))])
    }
    /// `{n} of {total} listing files are broken, as was said; the others are imported`
    package static func fleetImportedNot(n: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("fleet:imported.not", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total))])
    }
    /// `{path}: {n} states, {count} of them read anew.`
    package static func fleetImportedStates(n: some BinaryInteger, path: some PhrasePart, count: some BinaryInteger) -> Phrase {
        Phrase("fleet:imported.states", ["n": .count(Int64(clamping: n)), "path": path.phraseValue, "count": .count(Int64(clamping: count))])
    }
    /// `{name}: {text}`
    package static func fleetLine(name: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("fleet:line", ["name": name.phraseValue, "text": text.phraseValue])
    }
    /// `The folder '{path}' is of this fleet file from now on; plan, journal and states in it stay as they are.`
    package static func fleetMoved(path: some PhrasePart) -> Phrase {
        Phrase("fleet:moved", ["path": path.phraseValue])
    }
    /// `The folder '{path}' is of this fleet file already.`
    package static func fleetMovedAlready(path: some PhrasePart) -> Phrase {
        Phrase("fleet:moved.already", ["path": path.phraseValue])
    }
    /// `'{name}' is there still, and is refused from now on; remove it, or name another folder as 'work' in it`
    package static func fleetMovedOther(name: some PhrasePart) -> Phrase {
        Phrase("fleet:moved.other", ["name": name.phraseValue])
    }
    /// `no drive of the fleet is called {names}; 'fleet status' names those on which something waits`
    package static func fleetNoDrive(names: some PhrasePart) -> Phrase {
        Phrase("fleet:no-drive", ["names": names.phraseValue])
    }
    /// `'cleanrules fleet plan' needs the program 'cleanrules-part' beside this one, at '{path}'; install it there`
    package static func fleetNoPart(path: some PhrasePart) -> Phrase {
        Phrase("fleet:no-part", ["path": path.phraseValue])
    }
    /// `planning on Spark needs the Python package 'cleanrules-spark', which '{path}' does not have: in a checkout of cleanrules, 'script/spark-wheel' makes its wheel, and '{path} -m pip install .build/dist/cleanrules_spark-*.whl' installs it, into an environment of its own at best, whose Python PYSPARK_DRIVER_PYTHON names; without '--engine spark' this machine plans`
    package static func fleetNoSpark(path: some PhrasePart) -> Phrase {
        Phrase("fleet:no-spark", ["path": path.phraseValue])
    }
    /// `'{path}' cannot be started: {detail}`
    package static func fleetNoStart(path: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("fleet:no-start", ["path": path.phraseValue, "detail": detail.phraseValue])
    }
    /// `it may be one of '{name}', which could not be read: {why}`
    package static func fleetOnlyHidden(name: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("fleet:only.hidden", ["name": name.phraseValue, "why": why.phraseValue])
    }
    /// `no drive of the fleet is called {names}; it has {n} drives: {drives}`
    package static func fleetOnlyUnknown(n: some BinaryInteger, names: some PhrasePart, drives: some PhrasePart) -> Phrase {
        Phrase("fleet:only.unknown", ["n": .count(Int64(clamping: n)), "names": names.phraseValue, "drives": drives.phraseValue])
    }
    /// `{n} drives with a state are no part of the fleet tonight and were left alone: {names}`
    package static func fleetOutside(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("fleet:outside", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `the step '{step}' of {name} was ended by signal {signal}, and is begun again`
    package static func fleetPartAgain(step: some PhrasePart, name: some PhrasePart, signal: some PhrasePart) -> Phrase {
        Phrase("fleet:part.again", ["step": step.phraseValue, "name": name.phraseValue, "signal": signal.phraseValue])
    }
    /// `the step '{step}' of {name} was ended {times} times by signal {signal}; this should not happen, please report it`
    package static func fleetPartCrashed(step: some PhrasePart, name: some PhrasePart, times: some PhrasePart, signal: some PhrasePart) -> Phrase {
        Phrase("fleet:part.crashed", ["step": step.phraseValue, "name": name.phraseValue, "times": times.phraseValue, "signal": signal.phraseValue])
    }
    /// `the step '{step}' of {name} failed: {text}`
    package static func fleetPartFailed(step: some PhrasePart, name: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("fleet:part.failed", ["step": step.phraseValue, "name": name.phraseValue, "text": text.phraseValue])
    }
    /// `the step '{step}' of {name} was ended {times} times by signal {signal}, as happens where memory is short; give fewer '--jobs', or smaller listing files`
    package static func fleetPartKilled(step: some PhrasePart, name: some PhrasePart, times: some PhrasePart, signal: some PhrasePart) -> Phrase {
        Phrase("fleet:part.killed", ["step": step.phraseValue, "name": name.phraseValue, "times": times.phraseValue, "signal": signal.phraseValue])
    }
    /// `Paused: nothing of the fleet is deleted until '{command}'.`
    package static func fleetPaused(command: Hint) -> Phrase {
        Phrase("fleet:paused", ["command": .command(command)])
    }
    /// `The fleet was paused already: nothing of it is deleted until '{command}'.`
    package static func fleetPausedAlready(command: Hint) -> Phrase {
        Phrase("fleet:paused.already", ["command": .command(command)])
    }
    /// `{n} drives are over a limit of the rules by themselves, and nothing of them may go:`
    package static func fleetPlanBlocked(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:plan.blocked", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} drives are left out of the plan, since their listing files were not read: {names}`
    package static func fleetPlanBroken(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.broken", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `Going on with the plan as of {when}, which was begun and not finished.`
    package static func fleetPlanGoesOn(when: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.goes-on", ["when": when.phraseValue])
    }
    /// `{n} items ({size})`
    package static func fleetPlanItems(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("fleet:plan.items", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `The first of the drives was listed {when}, the last {later}.`
    package static func fleetPlanListed(when: some PhrasePart, later: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.listed", ["when": when.phraseValue, "later": later.phraseValue])
    }
    /// `All items: {command}`
    package static func fleetPlanNext(command: Hint) -> Phrase {
        Phrase("fleet:plan.next", ["command": .command(command)])
    }
    /// `A try over {n} drives alone, drawn by their names; copies on other drives do not count.`
    package static func fleetPlanSample(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:plan.sample", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} drives, {items}`
    package static func fleetPlanScanned(n: some BinaryInteger, items: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.scanned", ["n": .count(Int64(clamping: n)), "items": items.phraseValue])
    }
    /// `The items are as of {when}.`
    package static func fleetPlanSnapshot(when: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.snapshot", ["when": when.phraseValue])
    }
    /// `{name}: {number} of {total}`
    package static func fleetPlanStep(name: some PhrasePart, number: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("fleet:plan.step", ["name": name.phraseValue, "number": .count(Int64(clamping: number)), "total": .count(Int64(clamping: total))])
    }
    /// `Plan {name} is there already. Other rules, listings or drives, or another instant ('--now'), make a new one.`
    package static func fleetPlanThere(name: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.there", ["name": name.phraseValue])
    }
    /// `Plan {name} is there already: this machine made it at {when}. Other rules, listings or drives, or another instant ('--now'), make a new one.`
    package static func fleetPlanThereLocal(name: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.there.local", ["name": name.phraseValue, "when": when.phraseValue])
    }
    /// `Plan {name} is there already: Spark made it at {when}. Other rules, listings or drives, or another instant ('--now'), make a new one.`
    package static func fleetPlanThereSpark(name: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.there.spark", ["name": name.phraseValue, "when": when.phraseValue])
    }
    /// `Nothing of a plan for a try is ever staged, and the plan before stays. All its items: {command}`
    package static func fleetPlanTry(command: Hint) -> Phrase {
        Phrase("fleet:plan.try", ["command": .command(command)])
    }
    /// `{n} drives are left out of the plan, as was asked: {names}`
    package static func fleetPlanWithout(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.without", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `{n} listing files are left out, as was asked: {names}`
    package static func fleetPlanWithoutFiles(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("fleet:plan.without.files", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `planned`
    package static var fleetPlanned: Phrase { Phrase("fleet:planned") }
    /// `{n} of {total} drives`
    package static func fleetProgress(n: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("fleet:progress", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total))])
    }
    /// `the service answers {answer}`
    package static func fleetRefused(answer: some PhrasePart) -> Phrase {
        Phrase("fleet:refused", ["answer": answer.phraseValue])
    }
    /// `Resumed: what is due goes with the next run.`
    package static var fleetResumed: Phrase { Phrase("fleet:resumed") }
    /// `Somebody has paused the fleet again meanwhile: nothing of it is staged or deleted until '{command}'.`
    package static func fleetResumedAgain(command: Hint) -> Phrase {
        Phrase("fleet:resumed.again", ["command": .command(command)])
    }
    /// `The fleet was not paused: nothing has changed.`
    package static var fleetResumedNot: Phrase { Phrase("fleet:resumed.not") }
    /// `{name}: {total} of {total} after {span}`
    package static func fleetSparkDone(name: some PhrasePart, total: some BinaryInteger, span: some PhrasePart) -> Phrase {
        Phrase("fleet:spark.done", ["name": name.phraseValue, "total": .count(Int64(clamping: total)), "span": span.phraseValue])
    }
    /// `Spark made no plan: {text}`
    package static func fleetSparkFailed(text: some PhrasePart) -> Phrase {
        Phrase("fleet:spark.failed", ["text": text.phraseValue])
    }
    /// `{name}: {number} of {total}, {n} tasks failed and are tried again`
    package static func fleetSparkFailures(n: some BinaryInteger, name: some PhrasePart, number: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("fleet:spark.failures", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "number": .count(Int64(clamping: number)), "total": .count(Int64(clamping: total))])
    }
    /// `the Python package 'cleanrules-spark' of '{path}' is version {version}, and this program is {wanted}; install the one of the same version, whose wheel 'script/spark-wheel' makes in a checkout of it`
    package static func fleetSparkVersion(path: some PhrasePart, version: some PhrasePart, wanted: some PhrasePart) -> Phrase {
        Phrase("fleet:spark.version", ["path": path.phraseValue, "version": version.phraseValue, "wanted": wanted.phraseValue])
    }
    /// `staged`
    package static var fleetStaged: Phrase { Phrase("fleet:staged") }
    /// `{n} drives of the states are none of the inventory: they were left out.`
    package static func fleetStatesForeign(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:states.foreign", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items of these drives wait for their deletion by their own states, and the plan may take them for copies that stay; let them go first, or take them back there with 'cleanrules undo'`
    package static func fleetStatesWaiting(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:states.waiting", ["n": .count(Int64(clamping: n))])
    }
    /// `{name}: {n} items wait ({size}), {count} of them due; cleanrules status{text}`
    package static func fleetStatusLine(n: some BinaryInteger, name: some PhrasePart, size: Int64, count: some BinaryInteger, text: some PhrasePart) -> Phrase {
        Phrase("fleet:status.line", ["n": .count(Int64(clamping: n)), "name": name.phraseValue, "size": .size(size), "count": .count(Int64(clamping: count)), "text": text.phraseValue])
    }
    /// `No drive has anything that waits.`
    package static var fleetStatusNone: Phrase { Phrase("fleet:status.none") }
    /// `The fleet is paused; '{command}' lets it go on.`
    package static func fleetStatusPaused(command: Hint) -> Phrase {
        Phrase("fleet:status.paused", ["command": .command(command)])
    }
    /// `{n} items ({size}) of the caps of today are used.`
    package static func fleetStatusUsed(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("fleet:status.used", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `{n} items that are due wait for another day, by the caps of the fleet.`
    package static func fleetSumDeferred(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:sum.deferred", ["n": .count(Int64(clamping: n))])
    }
    /// `The night ended early: {why}.`
    package static func fleetSumEnded(why: some PhrasePart) -> Phrase {
        Phrase("fleet:sum.ended", ["why": why.phraseValue])
    }
    /// `{n} of {total} drives failed or could not be found.`
    package static func fleetSumFailed(n: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("fleet:sum.failed", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total))])
    }
    /// `{n} of {total} drives failed, and {share} may: nothing more is deleted tonight; see what is wrong with them first.`
    package static func fleetSumHeld(n: some BinaryInteger, total: some BinaryInteger, share: some PhrasePart) -> Phrase {
        Phrase("fleet:sum.held", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total)), "share": share.phraseValue])
    }
    /// `Working hours, in which nothing is asked of the service: what is left goes on from {time}.`
    package static func fleetSumHours(time: Moment) -> Phrase {
        Phrase("fleet:sum.hours", ["time": .moment(time)])
    }
    /// `{n} drives were looked at; there was nothing to do.`
    package static func fleetSumNothing(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:sum.nothing", ["n": .count(Int64(clamping: n))])
    }
    /// `The fleet is paused, and nothing is deleted; '{command}' lets it go on.`
    package static func fleetSumPaused(command: Hint) -> Phrase {
        Phrase("fleet:sum.paused", ["command": .command(command)])
    }
    /// `{n} items were staged, on {count} of the drives; '{command}' takes all of them back.`
    package static func fleetSumStaged(n: some BinaryInteger, count: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("fleet:sum.staged", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count)), "command": .command(command)])
    }
    /// `'{path}' is damaged, and nobody can say of which fleet file the folder is; if it is of this one, say so with '{command}'`
    package static func fleetTenureLost(path: some PhrasePart, command: Hint) -> Phrase {
        Phrase("fleet:tenure.lost", ["path": path.phraseValue, "command": .command(command)])
    }
    /// `the folder '{path}' is of the fleet file '{name}', as 'fleet.json' in it says; name another folder as 'work', or say with '{command}' that this is the same fleet, whose file was moved or renamed`
    package static func fleetTenureOther(path: some PhrasePart, name: some PhrasePart, command: Hint) -> Phrase {
        Phrase("fleet:tenure.other", ["path": path.phraseValue, "name": name.phraseValue, "command": .command(command)])
    }
    /// `A night of the fleet`
    package static var fleetTitle: Phrase { Phrase("fleet:title") }
    /// `{name}: {n} items taken back`
    package static func fleetUndone(n: some BinaryInteger, name: some PhrasePart) -> Phrase {
        Phrase("fleet:undone", ["n": .count(Int64(clamping: n)), "name": name.phraseValue])
    }
    /// `{n} items are being deleted, or were when a run was killed, and cannot be taken back now; the next run finds out what became of them, and deletes those that are there still`
    package static func fleetUndoneLate(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:undone.late", ["n": .count(Int64(clamping: n))])
    }
    /// `Nothing waited to be taken back.`
    package static var fleetUndoneNone: Phrase { Phrase("fleet:undone.none") }
    /// `The run that began {when} did not come to its end; what it had left to do came first in this one.`
    package static func fleetUnfinished(when: some PhrasePart) -> Phrase {
        Phrase("fleet:unfinished", ["when": when.phraseValue])
    }
    /// `nobody knows why`
    package static var fleetUnknown: Phrase { Phrase("fleet:unknown") }
    /// `no listing tells of {n} drives of the inventory: {names}; list them, leave them out with '--without', or say '--empty-is-empty' where they are known to be empty`
    package static func fleetUntold(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("fleet:untold", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `deferred`
    package static var fleetWaiting: Phrase { Phrase("fleet:waiting") }
    /// `{name}: {text}, {why}`
    package static func fleetWhyItem(name: some PhrasePart, text: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("fleet:why.item", ["name": name.phraseValue, "text": text.phraseValue, "why": why.phraseValue])
    }
    /// `its conditions cannot be told any more: {why}`
    package static func fleetWhyNoConditions(why: some PhrasePart) -> Phrase {
        Phrase("fleet:why.no-conditions", ["why": why.phraseValue])
    }
    /// `rule: {rule}`
    package static func fleetWhyRule(rule: some PhrasePart) -> Phrase {
        Phrase("fleet:why.rule", ["rule": rule.phraseValue])
    }
    /// `stays: {name}`
    package static func fleetWhyStays(name: some PhrasePart) -> Phrase {
        Phrase("fleet:why.stays", ["name": name.phraseValue])
    }
    /// `stays: {name} ({size})`
    package static func fleetWhyStaysSized(name: some PhrasePart, size: Int64) -> Phrase {
        Phrase("fleet:why.stays.sized", ["name": name.phraseValue, "size": .size(size)])
    }
    /// `{n} members of the groups and queries have no drive`
    package static func fleetWithout(n: some BinaryInteger) -> Phrase {
        Phrase("fleet:without", ["n": .count(Int64(clamping: n))])
    }
}
