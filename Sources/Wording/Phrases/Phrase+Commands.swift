// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `account`
    package static var accountColumnAccount: Phrase { Phrase("account:column.account") }
    /// `kept in`
    package static var accountColumnKept: Phrase { Phrase("account:column.kept") }
    /// `signed in as`
    package static var accountColumnSignedIn: Phrase { Phrase("account:column.signed-in") }
    /// `token until`
    package static var accountColumnUntil: Phrase { Phrase("account:column.until") }
    /// `the application itself`
    package static var accountItself: Phrase { Phrase("account:itself") }
    /// `somebody without a name`
    package static var accountNameless: Phrase { Phrase("account:nameless") }
    /// `drive '{drive}' needs an 'account': whose drive`
    package static func accountNeeded(drive: some PhrasePart) -> Phrase {
        Phrase("account:needed", ["drive": drive.phraseValue])
    }
    /// `the network cannot be used: {detail}`
    package static func accountNetwork(detail: some PhrasePart) -> Phrase {
        Phrase("account:network", ["detail": detail.phraseValue])
    }
    /// `neither XDG_STATE_HOME nor HOME is set to an absolute path, so there is no place for tokens`
    package static var accountNoFolder: Phrase { Phrase("account:no-folder") }
    /// `nobody`
    package static var accountNobody: Phrase { Phrase("account:nobody") }
    /// `'{path}' declares no drive of kind onedrive`
    package static func accountNone(path: some PhrasePart) -> Phrase {
        Phrase("account:none", ["path": path.phraseValue])
    }
    /// `file {path}`
    package static func accountPlaceFile(path: some PhrasePart) -> Phrase {
        Phrase("account:place.file", ["path": path.phraseValue])
    }
    /// `nowhere, the application has its own credentials`
    package static var accountPlaceNowhere: Phrase { Phrase("account:place.nowhere") }
    /// `secret service`
    package static var accountPlaceService: Phrase { Phrase("account:place.service") }
    /// `the root of drive '{drive}' is a path on the OneDrive, as '/' or '/Pictures', not '{path}'`
    package static func accountRoot(drive: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("account:root", ["drive": drive.phraseValue, "path": path.phraseValue])
    }
    /// `there are several drives of kind onedrive; name one of {names}`
    package static func accountSeveral(names: some PhrasePart) -> Phrase {
        Phrase("account:several", ["names": names.phraseValue])
    }
    /// `status {code}`
    package static func accountStatus(code: some PhrasePart) -> Phrase {
        Phrase("account:status", ["code": code.phraseValue])
    }
    /// `CLEANRULES_TOKEN_STORE is 'auto', 'file' or 'secret-service', not '{text}'`
    package static func accountStore(text: some PhrasePart) -> Phrase {
        Phrase("account:store", ["text": text.phraseValue])
    }
    /// `'{path}' declares no drive '{drive}' of kind onedrive; there is {names}`
    package static func accountUnknown(path: some PhrasePart, drive: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("account:unknown", ["path": path.phraseValue, "drive": drive.phraseValue, "names": names.phraseValue])
    }
    /// `{n} errors`
    package static func checkErrors(n: some BinaryInteger) -> Phrase {
        Phrase("check:errors", ["n": .count(Int64(clamping: n))])
    }
    /// `{path}: {what}`
    package static func checkLine(path: some PhrasePart, what: some PhrasePart) -> Phrase {
        Phrase("check:line", ["path": path.phraseValue, "what": what.phraseValue])
    }
    /// `{n} rules`
    package static func checkRules(n: some BinaryInteger) -> Phrase {
        Phrase("check:rules", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} warnings`
    package static func checkWarnings(n: some BinaryInteger) -> Phrase {
        Phrase("check:warnings", ["n": .count(Int64(clamping: n))])
    }
    /// `the demo drive cannot be made: {detail}`
    package static func demoFailed(detail: some PhrasePart) -> Phrase {
        Phrase("demo:failed", ["detail": detail.phraseValue])
    }
    /// `the demo drive has no item '{path}'`
    package static func demoNoItem(path: some PhrasePart) -> Phrase {
        Phrase("demo:no-item", ["path": path.phraseValue])
    }
    /// `This was the built-in demo drive; nothing of yours was looked at.`
    package static var demoNote: Phrase { Phrase("demo:note") }
    /// `the same as a page`
    package static var demoPage: Phrase { Phrase("demo:page") }
    /// `id`
    package static var drivesColumnId: Phrase { Phrase("drives:column.id") }
    /// `title`
    package static var drivesColumnTitle: Phrase { Phrase("drives:column.title") }
    /// `total`
    package static var drivesColumnTotal: Phrase { Phrase("drives:column.total") }
    /// `type`
    package static var drivesColumnType: Phrase { Phrase("drives:column.type") }
    /// `used`
    package static var drivesColumnUsed: Phrase { Phrase("drives:column.used") }
    /// `{what}, id {id}`
    package static func drivesId(what: some PhrasePart, id: some PhrasePart) -> Phrase {
        Phrase("drives:id", ["what": what.phraseValue, "id": id.phraseValue])
    }
    /// `the service does not list all drives yet ({detail})`
    package static func drivesNotAll(detail: some PhrasePart) -> Phrase {
        Phrase("drives:not-all", ["detail": detail.phraseValue])
    }
    /// `of unknown kind`
    package static var drivesUnknownKind: Phrase { Phrase("drives:unknown-kind") }
    /// `{size} in use`
    package static func drivesUsed(size: Int64) -> Phrase {
        Phrase("drives:used", ["size": .size(size)])
    }
    /// `{size} of {amount} in use`
    package static func drivesUsedOf(size: Int64, amount: Int64) -> Phrase {
        Phrase("drives:used.of", ["size": .size(size), "amount": .size(amount)])
    }
    /// `occasion`
    package static var eventColumnContext: Phrase { Phrase("event:column.context") }
    /// `count`
    package static var eventColumnCount: Phrase { Phrase("event:column.count") }
    /// `day`
    package static var eventColumnDay: Phrase { Phrase("event:column.day") }
    /// `event`
    package static var eventColumnName: Phrase { Phrase("event:column.name") }
    /// `of those shown`
    package static var eventColumnShare: Phrase { Phrase("event:column.share") }
    /// `step`
    package static var eventColumnStep: Phrase { Phrase("event:column.step") }
    /// `wording`
    package static var eventColumnVariant: Phrase { Phrase("event:column.variant") }
    /// `A share is shown from {limit} hints on`
    package static func eventFew(limit: some BinaryInteger) -> Phrase {
        Phrase("event:few", ["limit": .count(Int64(clamping: limit))])
    }
    /// `Kept {kept}, marked {deleted}`
    package static func eventMade(kept: some BinaryInteger, deleted: some BinaryInteger) -> Phrase {
        Phrase("event:made", ["kept": .count(Int64(clamping: kept)), "deleted": .count(Int64(clamping: deleted))])
    }
    /// `Nothing was counted`
    package static var eventNone: Phrase { Phrase("event:none") }
    /// `its code was shown`
    package static var eventStepCode: Phrase { Phrase("event:step.code") }
    /// `it came to its end`
    package static var eventStepDone: Phrase { Phrase("event:step.done") }
    /// `decisions were carried over`
    package static var eventStepMigrated: Phrase { Phrase("event:step.migrated") }
    /// `a hint was shown`
    package static var eventStepShown: Phrase { Phrase("event:step.shown") }
    /// `a sign-in began`
    package static var eventStepStarted: Phrase { Phrase("event:step.started") }
    /// `it was followed`
    package static var eventStepTaken: Phrase { Phrase("event:step.taken") }
    /// `the state cannot be exported: {detail}`
    package static func exportFailed(detail: some PhrasePart) -> Phrase {
        Phrase("export:failed", ["detail": detail.phraseValue])
    }
    /// `you are here again after a week`
    package static var hintAboutBack: Phrase { Phrase("hint:about.back") }
    /// `a plan over saved pages cannot be staged`
    package static var hintAboutCannotStage: Phrase { Phrase("hint:about.cannot-stage") }
    /// `you decide on another device as well`
    package static var hintAboutDevices: Phrase { Phrase("hint:about.devices") }
    /// `a first plan over saved pages finds something`
    package static var hintAboutFirstPlan: Phrase { Phrase("hint:about.first-plan") }
    /// `a picture of the statistics was made`
    package static var hintAboutPicture: Phrase { Phrase("hint:about.picture") }
    /// `what is staged could not be brought back`
    package static var hintAboutRestoreScope: Phrase { Phrase("hint:about.restore-scope") }
    /// `Microsoft will ask whether the program may read and change files of that account. No password comes here, no file is uploaded, and all that you decided stays.`
    package static var hintAsks: Phrase { Phrase("hint:asks") }
    /// `Hint: welcome back. So far you kept {kept} and marked {deleted}; once you sign in to '{drive}', that is carried out`
    package static func hintBack(kept: some BinaryInteger, deleted: some BinaryInteger, drive: some PhrasePart) -> Phrase {
        Phrase("hint:back", ["kept": .count(Int64(clamping: kept)), "deleted": .count(Int64(clamping: deleted)), "drive": drive.phraseValue])
    }
    /// `Hint: from saved pages nothing can be deleted. Once you sign in to '{drive}', it can go: {items}`
    package static func hintCannotStage(drive: some PhrasePart, items: some PhrasePart) -> Phrase {
        Phrase("hint:cannot-stage", ["drive": drive.phraseValue, "items": items.phraseValue])
    }
    /// `occasion`
    package static var hintColumnContext: Phrase { Phrase("hint:column.context") }
    /// `hint`
    package static var hintColumnStanding: Phrase { Phrase("hint:column.standing") }
    /// `when`
    package static var hintColumnWhat: Phrase { Phrase("hint:column.what") }
    /// `Hint: '{drive}' can be listed and cleaned up here once you sign in`
    package static func hintControl(drive: some PhrasePart) -> Phrase {
        Phrase("hint:control", ["drive": drive.phraseValue])
    }
    /// `Hint: you decide here and on {names}. Once you sign in to '{drive}', this device can clean up what this plan found there: {items}`
    package static func hintDevices(names: some PhrasePart, drive: some PhrasePart, items: some PhrasePart) -> Phrase {
        Phrase("hint:devices", ["names": names.phraseValue, "drive": drive.phraseValue, "items": items.phraseValue])
    }
    /// `The hint '{name}' does not come any more`
    package static func hintEnded(name: some PhrasePart) -> Phrase {
        Phrase("hint:ended", ["name": name.phraseValue])
    }
    /// `Hint: once you sign in to '{drive}', what this plan found there can be cleaned up: {items}`
    package static func hintFirstPlan(drive: some PhrasePart, items: some PhrasePart) -> Phrase {
        Phrase("hint:first-plan", ["drive": drive.phraseValue, "items": items.phraseValue])
    }
    /// `Hint: once you sign in to '{drive}', the next picture can show space that is really free`
    package static func hintPicture(drive: some PhrasePart) -> Phrase {
        Phrase("hint:picture", ["drive": drive.phraseValue])
    }
    /// `Not now: {command} · not again: {show}`
    package static func hintPutOff(command: Hint, show: Hint) -> Phrase {
        Phrase("hint:put-off", ["command": .command(command), "show": .command(show)])
    }
    /// `No hint comes before {until}`
    package static func hintPutOffAll(until: Moment) -> Phrase {
        Phrase("hint:put-off.all", ["until": .moment(until)])
    }
    /// `The hint '{name}' does not come before {until}`
    package static func hintPutOffOne(name: some PhrasePart, until: Moment) -> Phrase {
        Phrase("hint:put-off.one", ["name": name.phraseValue, "until": .moment(until)])
    }
    /// `Hint: what was staged on '{drive}' could be brought back later, had the sign-in asked for it: {items}`
    package static func hintRestoreScope(drive: some PhrasePart, items: some PhrasePart) -> Phrase {
        Phrase("hint:restore-scope", ["drive": drive.phraseValue, "items": items.phraseValue])
    }
    /// `not before {until}`
    package static func hintStandingLater(until: Moment) -> Phrase {
        Phrase("hint:standing.later", ["until": .moment(until)])
    }
    /// `never`
    package static var hintStandingNever: Phrase { Phrase("hint:standing.never") }
    /// `may come`
    package static var hintStandingReady: Phrase { Phrase("hint:standing.ready") }
    /// `shown {time}`
    package static func hintStandingShown(time: Moment) -> Phrase {
        Phrase("hint:standing.shown", ["time": .moment(time)])
    }
    /// `Wordings of hints are not compared`
    package static var hintVariantsOff: Phrase { Phrase("hint:variants.off") }
    /// `Wordings of hints are compared on this machine; yours is '{name}'`
    package static func hintVariantsOn(name: some PhrasePart) -> Phrase {
        Phrase("hint:variants.on", ["name": name.phraseValue])
    }
    /// `the history and the state differ in {n} places`
    package static func historyDiffer(n: some BinaryInteger) -> Phrase {
        Phrase("history:differ", ["n": .count(Int64(clamping: n))])
    }
    /// `'{name}' is no path on a drive and lies below no root of one`
    package static func historyNoPlace(name: some PhrasePart) -> Phrase {
        Phrase("history:no-place", ["name": name.phraseValue])
    }
    /// `The history shows nothing here.`
    package static var historyNone: Phrase { Phrase("history:none") }
    /// `The history reproduces the state, entry by entry.`
    package static var historySame: Phrase { Phrase("history:same") }
    /// `the state of profile '{name}' is imported`
    package static func importDeed(name: some PhrasePart) -> Phrase {
        Phrase("import:deed", ["name": name.phraseValue])
    }
    /// `Imported: the state of profile '{name}'.`
    package static func importDone(name: some PhrasePart) -> Phrase {
        Phrase("import:done", ["name": name.phraseValue])
    }
    /// `cannot make '{path}': {detail}`
    package static func initCannotMake(path: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("init:cannot-make", ["path": path.phraseValue, "detail": detail.phraseValue])
    }
    /// `cannot open '{path}': {detail}`
    package static func initCannotOpen(path: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("init:cannot-open", ["path": path.phraseValue, "detail": detail.phraseValue])
    }
    /// `cannot write '{path}': {detail}`
    package static func initCannotWrite(path: some PhrasePart, detail: some PhrasePart) -> Phrase {
        Phrase("init:cannot-write", ["path": path.phraseValue, "detail": detail.phraseValue])
    }
    /// `'{path}' is written`
    package static func initDeed(path: some PhrasePart) -> Phrase {
        Phrase("init:deed", ["path": path.phraseValue])
    }
    /// `'{path}' exists and is not overwritten; name another with -o`
    package static func initExists(path: some PhrasePart) -> Phrase {
        Phrase("init:exists", ["path": path.phraseValue])
    }
    /// `'{path}' belongs to another user; name a file with -o`
    package static func initForeign(path: some PhrasePart) -> Phrase {
        Phrase("init:foreign", ["path": path.phraseValue])
    }
    /// `'{path}' is a link, or not a folder; see who made it, or name a file with -o`
    package static func initLink(path: some PhrasePart) -> Phrase {
        Phrase("init:link", ["path": path.phraseValue])
    }
    /// `'{path}' is not a folder`
    package static func initNoFolder(path: some PhrasePart) -> Phrase {
        Phrase("init:no-folder", ["path": path.phraseValue])
    }
    /// `open it in an editor, then`
    package static var initOpen: Phrase { Phrase("init:open") }
    /// `Wrote {path}`
    package static func initWrote(path: some PhrasePart) -> Phrase {
        Phrase("init:wrote", ["path": path.phraseValue])
    }
    /// `drive '{drive}' is decided about as it was listed at {when}`
    package static func keepAsListed(drive: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("keep:as-listed", ["drive": drive.phraseValue, "when": when.phraseValue])
    }
    /// `drive '{drive}' is decided about as its items were when they were staged`
    package static func keepAsStaged(drive: some PhrasePart) -> Phrase {
        Phrase("keep:as-staged", ["drive": drive.phraseValue])
    }
    /// `decided`
    package static var keepColumnDecided: Phrase { Phrase("keep:column.decided") }
    /// `decision`
    package static var keepColumnDecision: Phrase { Phrase("keep:column.decision") }
    /// `now`
    package static var keepColumnNow: Phrase { Phrase("keep:column.now") }
    /// `'{text}' is no date, no instant and no span of time; write '2026-01-31', '2026-01-31T08:00:00Z' or '30d'`
    package static func keepNoTime(text: some PhrasePart) -> Phrase {
        Phrase("keep:no-time", ["text": text.phraseValue])
    }
    /// `No decisions.`
    package static var keepNone: Phrase { Phrase("keep:none") }
    /// `on no drive of the rules`
    package static var keepNowhere: Phrase { Phrase("keep:nowhere") }
    /// `{when} is over; name an instant that is still to come`
    package static func keepOver(when: some PhrasePart) -> Phrase {
        Phrase("keep:over", ["when": when.phraseValue])
    }
    /// `that would be over {limit} items; write a protection into the rules instead`
    package static func keepTooMany(limit: some BinaryInteger) -> Phrase {
        Phrase("keep:too-many", ["limit": .count(Int64(clamping: limit))])
    }
    /// `nothing was decided about {names}; '{command}' lists what is there now`
    package static func keepUnmetDecided(names: some PhrasePart, command: Hint) -> Phrase {
        Phrase("keep:unmet.decided", ["names": names.phraseValue, "command": .command(command)])
    }
    /// `the last listing knows nothing of {names}; '{command}' lists what is there now`
    package static func keepUnmetListed(names: some PhrasePart, command: Hint) -> Phrase {
        Phrase("keep:unmet.listed", ["names": names.phraseValue, "command": .command(command)])
    }
    /// `nothing at {names} was ever staged in this state; for what is still to come, write a protection into the rules`
    package static func keepUnmetStaged(names: some PhrasePart) -> Phrase {
        Phrase("keep:unmet.staged", ["names": names.phraseValue])
    }
    /// `Account: {name}`
    package static func loginAccount(name: some PhrasePart) -> Phrase {
        Phrase("login:account", ["name": name.phraseValue])
    }
    /// `{name} is set, so the application acts by itself and nobody has to sign in; 'cleanrules drives' shows what it reaches`
    package static func loginByItself(name: some PhrasePart) -> Phrase {
        Phrase("login:by-itself", ["name": name.phraseValue])
    }
    /// `standing`
    package static var loginCarriedColumn: Phrase { Phrase("login:carried.column") }
    /// `changed since`
    package static var loginCarriedConflict: Phrase { Phrase("login:carried.conflict") }
    /// `over`
    package static var loginCarriedEnded: Phrase { Phrase("login:carried.ended") }
    /// `holds`
    package static var loginCarriedHolds: Phrase { Phrase("login:carried.holds") }
    /// `Nothing was carried over from saved pages`
    package static var loginCarriedNone: Phrase { Phrase("login:carried.none") }
    /// `not found`
    package static var loginCarriedUnread: Phrase { Phrase("login:carried.unread") }
    /// `you are signed in to '{drive}'`
    package static func loginDeed(drive: some PhrasePart) -> Phrase {
        Phrase("login:deed", ["drive": drive.phraseValue])
    }
    /// `Signed in to '{drive}'; the tokens are kept in: {place}`
    package static func loginDone(drive: some PhrasePart, place: some PhrasePart) -> Phrase {
        Phrase("login:done", ["drive": drive.phraseValue, "place": place.phraseValue])
    }
    /// `Drive: {what}`
    package static func loginDrive(what: some PhrasePart) -> Phrase {
        Phrase("login:drive", ["what": what.phraseValue])
    }
    /// `the service does not show the drive yet ({detail})`
    package static func loginDriveUnknown(detail: some PhrasePart) -> Phrase {
        Phrase("login:drive-unknown", ["detail": detail.phraseValue])
    }
    /// `the sign-in failed`
    package static var loginFailed: Phrase { Phrase("login:failed") }
    /// `Hints are off`
    package static var loginHintsOff: Phrase { Phrase("login:hints.off") }
    /// `Hints are on`
    package static var loginHintsOn: Phrase { Phrase("login:hints.on") }
    /// `Is there none? Then end this with Ctrl-C and add '--device-code'.`
    package static var loginNoBrowser: Phrase { Phrase("login:no-browser") }
    /// `the service granted {names}, which lets nothing be deleted`
    package static func loginNoDeletion(names: some PhrasePart) -> Phrase {
        Phrase("login:no-deletion", ["names": names.phraseValue])
    }
    /// `Files.ReadWrite.All was not granted, so nothing can be restored on a personal account`
    package static var loginNoRestore: Phrase { Phrase("login:no-restore") }
    /// `Nobody was signed in to '{drive}'`
    package static func loginNobody(drive: some PhrasePart) -> Phrase {
        Phrase("login:nobody", ["drive": drive.phraseValue])
    }
    /// `the service gave no token to renew the sign-in with; it ends within hours`
    package static var loginNotRenewed: Phrase { Phrase("login:not-renewed") }
    /// `the service does not say now who has signed in, and it has to be '{name}'; nothing is kept of it. Try again later`
    package static func loginNotSaid(name: some PhrasePart) -> Phrase {
        Phrase("login:not-said", ["name": name.phraseValue])
    }
    /// `nothing`
    package static var loginNothingGranted: Phrase { Phrase("login:nothing-granted") }
    /// `To sign in, open this address in a browser on this machine:`
    package static var loginOpen: Phrase { Phrase("login:open") }
    /// `Signed out of '{drive}'`
    package static func loginOut(drive: some PhrasePart) -> Phrase {
        Phrase("login:out", ["drive": drive.phraseValue])
    }
    /// `nobody is signed in to '{drive}' any more`
    package static func loginOutDeed(drive: some PhrasePart) -> Phrase {
        Phrase("login:out-deed", ["drive": drive.phraseValue])
    }
    /// `Sign in on the page that the browser shows. Should none appear, open this address in a browser on this machine:`
    package static var loginPage: Phrase { Phrase("login:page") }
    /// `'{name}' has signed in, but the rules name the account '{account}'; nothing is kept of it. Sign in as that one, or write 'account: {name}' into the rules if that drive is meant`
    package static func loginStranger(name: some PhrasePart, account: some PhrasePart) -> Phrase {
        Phrase("login:stranger", ["name": name.phraseValue, "account": account.phraseValue])
    }
    /// `Waiting until the code was entered … (Ctrl-C ends it)`
    package static var loginWaitCode: Phrase { Phrase("login:wait-code") }
    /// `the service does not say yet who that is ({detail})`
    package static func loginWhoUnknown(detail: some PhrasePart) -> Phrase {
        Phrase("login:who-unknown", ["detail": detail.phraseValue])
    }
    /// `Days before`
    package static var quotaBefore: Phrase { Phrase("quota:before") }
    /// `bytes`
    package static var quotaBytes: Phrase { Phrase("quota:bytes") }
    /// `Ahead of it lies {what} as if that had been already.`
    package static func quotaClockAhead(what: some PhrasePart) -> Phrase {
        Phrase("quota:clock-ahead", ["what": what.phraseValue])
    }
    /// `If the clock is behind, set it right instead: nothing else is needed.`
    package static var quotaClockBehind: Phrase { Phrase("quota:clock-behind") }
    /// `an instant on record, {time}, and the day that the quotas count for, {day},`
    package static func quotaClockBoth(time: Moment, day: some PhrasePart) -> Phrase {
        Phrase("quota:clock-both", ["time": .moment(time), "day": day.phraseValue])
    }
    /// `the day that the quotas count for, {day},`
    package static func quotaClockDay(day: some PhrasePart) -> Phrase {
        Phrase("quota:clock-day", ["day": day.phraseValue])
    }
    /// `what lay ahead of the clock is set aside`
    package static var quotaClockDeed: Phrase { Phrase("quota:clock-deed") }
    /// `an instant on record, {time},`
    package static func quotaClockInstant(time: Moment) -> Phrase {
        Phrase("quota:clock-instant", ["time": .moment(time)])
    }
    /// `{items} were staged while the clock was ahead; the undo windows of that time stay as they are. What is to go sooner can be taken back and staged anew.`
    package static func quotaClockLate(n: some BinaryInteger, items: some PhrasePart) -> Phrase {
        Phrase("quota:clock-late", ["n": .count(Int64(clamping: n)), "items": items.phraseValue])
    }
    /// `Nothing lies ahead of the clock.`
    package static var quotaClockNone: Phrase { Phrase("quota:clock-none") }
    /// `Set aside: what was recorded up to {time}. The quotas count for {day} again.`
    package static func quotaClockReset(time: Moment, day: some PhrasePart) -> Phrase {
        Phrase("quota:clock-reset", ["time": .moment(time), "day": day.phraseValue])
    }
    /// `Set aside: what was recorded up to {time}. The quotas count for {day} again, and what was used on {days} counts for it.`
    package static func quotaClockResetDays(time: Moment, day: some PhrasePart, days: some PhrasePart) -> Phrase {
        Phrase("quota:clock-reset.days", ["time": .moment(time), "day": day.phraseValue, "days": days.phraseValue])
    }
    /// `The clock says {time} ({zone}).`
    package static func quotaClockSays(time: Moment, zone: some PhrasePart) -> Phrase {
        Phrase("quota:clock-says", ["time": .moment(time), "zone": zone.phraseValue])
    }
    /// `{what} lies ahead of the clock, which says {time}; until then undo windows count from there, and quotas by that day. If the clock is wrong, set it right; if it was ahead once and is right now, say so with 'cleanrules quota reset-clock'`
    package static func quotaClockWarning(what: some PhrasePart, time: Moment) -> Phrase {
        Phrase("quota:clock-warning", ["what": what.phraseValue, "time": .moment(time)])
    }
    /// `day`
    package static var quotaColumnDay: Phrase { Phrase("quota:column.day") }
    /// `left`
    package static var quotaColumnLeft: Phrase { Phrase("quota:column.left") }
    /// `of`
    package static var quotaColumnOf: Phrase { Phrase("quota:column.of") }
    /// `used`
    package static var quotaColumnUsed: Phrase { Phrase("quota:column.used") }
    /// `{day} ({zone}), next day {when}`
    package static func quotaDay(day: some PhrasePart, zone: some PhrasePart, when: some PhrasePart) -> Phrase {
        Phrase("quota:day", ["day": day.phraseValue, "zone": zone.phraseValue, "when": when.phraseValue])
    }
    /// `today's quota of reviews is extended`
    package static var quotaDeedExtended: Phrase { Phrase("quota:deed.extended") }
    /// `deletions`
    package static var quotaDeletions: Phrase { Phrase("quota:deletions") }
    /// `{day}: {n} reviews more than the quota, on this day only.`
    package static func quotaExtended(n: some BinaryInteger, day: some PhrasePart) -> Phrase {
        Phrase("quota:extended", ["n": .count(Int64(clamping: n)), "day": day.phraseValue])
    }
    /// `{n} reviews of them allowed for today only.`
    package static func quotaExtra(n: some BinaryInteger) -> Phrase {
        Phrase("quota:extra", ["n": .count(Int64(clamping: n))])
    }
    /// `No quota applies before {when}.`
    package static func quotaGrace(when: some PhrasePart) -> Phrase {
        Phrase("quota:grace", ["when": when.phraseValue])
    }
    /// `no quota`
    package static var quotaNone: Phrase { Phrase("quota:none") }
    /// `the rules set no quota of reviews ('quota: {example}'), so there is nothing to extend`
    package static func quotaNotSet(example: some PhrasePart) -> Phrase {
        Phrase("quota:not-set", ["example": example.phraseValue])
    }
    /// `reviews`
    package static var quotaReviews: Phrase { Phrase("quota:reviews") }
    /// `{amount} of {most} of today are used`
    package static func quotaWarningBytes(amount: Int64, most: Int64) -> Phrase {
        Phrase("quota:warning.bytes", ["amount": .size(amount), "most": .size(most)])
    }
    /// `{used} of {limit} deletions of today are used`
    package static func quotaWarningDeletions(used: some BinaryInteger, limit: some BinaryInteger) -> Phrase {
        Phrase("quota:warning.deletions", ["used": .count(Int64(clamping: used)), "limit": .count(Int64(clamping: limit))])
    }
    /// `before after size item rule`
    package static var rulesDiffColumns: Phrase { Phrase("rules:diff.columns") }
    /// `{count} of {n} items have another verdict`
    package static func rulesDiffHead(n: some BinaryInteger, count: some BinaryInteger) -> Phrase {
        Phrase("rules:diff.head", ["n": .count(Int64(clamping: n)), "count": .count(Int64(clamping: count))])
    }
    /// `nothing is written, because of --dry-run`
    package static var rulesDry: Phrase { Phrase("rules:dry") }
    /// `nothing is changed; what was written is '{path}'`
    package static func rulesEditGivenUp(path: some PhrasePart) -> Phrase {
        Phrase("rules:edit.given-up", ["path": path.phraseValue])
    }
    /// `on the last catalog: {text}`
    package static func rulesEffect(text: some PhrasePart) -> Phrase {
        Phrase("rules:effect", ["text": text.phraseValue])
    }
    /// `which files are copies is not known without reading them, so that this may be less or more; '{command}' tells all of it`
    package static func rulesEffectContents(command: Hint) -> Phrase {
        Phrase("rules:effect.contents", ["command": .command(command)])
    }
    /// `{a} would be deleted, {b} to review`
    package static func rulesEffectCounts(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("rules:effect.counts", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `largest: {path} ({size})`
    package static func rulesEffectLargest(path: some PhrasePart, size: Int64) -> Phrase {
        Phrase("rules:effect.largest", ["path": path.phraseValue, "size": .size(size)])
    }
    /// `on the last catalog: no verdict changes`
    package static var rulesEffectNone: Phrase { Phrase("rules:effect.none") }
    /// `by rule: {names}`
    package static func rulesEffectRules(names: some PhrasePart) -> Phrase {
        Phrase("rules:effect.rules", ["names": names.phraseValue])
    }
    /// `nobody can tell what comes of it on the last catalog: {why}`
    package static func rulesEffectUnknown(why: some PhrasePart) -> Phrase {
        Phrase("rules:effect.unknown", ["why": why.phraseValue])
    }
    /// `'{path}' is not in form; 'cleanrules rules fmt' brings it into it`
    package static func rulesFmtNot(path: some PhrasePart) -> Phrase {
        Phrase("rules:fmt.not", ["path": path.phraseValue])
    }
    /// `the rules had errors before, so that there is nothing to compare with`
    package static var rulesHadErrors: Phrase { Phrase("rules:had-errors") }
    /// `{n} findings`
    package static func rulesLintFindings(n: some BinaryInteger) -> Phrase {
        Phrase("rules:lint.findings", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} of them mended by --fix`
    package static func rulesLintFixable(n: some BinaryInteger) -> Phrase {
        Phrase("rules:lint.fixable", ["n": .count(Int64(clamping: n))])
    }
    /// `off`
    package static var rulesListOff: Phrase { Phrase("rules:list.off") }
    /// `on`
    package static var rulesListOn: Phrase { Phrase("rules:list.on") }
    /// `there is no complete catalog of these drives yet that would show the effect; '{command}' makes one`
    package static func rulesNoCatalog(command: Hint) -> Phrase {
        Phrase("rules:no-catalog", ["command": .command(command)])
    }
    /// `'--add NAME' adds one with its test; '--add NAME --dry-run' shows what that would change`
    package static var rulesSuggestAdd: Phrase { Phrase("rules:suggest.add") }
    /// `{names} leave these items to it: they get an exception each`
    package static func rulesSuggestAside(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("rules:suggest.aside", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `on the last catalog, {n} such items are decided by '{rule}' all the same`
    package static func rulesSuggestConflict(n: some BinaryInteger, rule: some PhrasePart) -> Phrase {
        Phrase("rules:suggest.conflict", ["n": .count(Int64(clamping: n)), "rule": rule.phraseValue])
    }
    /// `you decided otherwise about {n}: {names}`
    package static func rulesSuggestContradicted(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("rules:suggest.contradicted", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `{name}: an exception of '{rule}'`
    package static func rulesSuggestException(name: some PhrasePart, rule: some PhrasePart) -> Phrase {
        Phrase("rules:suggest.exception", ["name": name.phraseValue, "rule": rule.phraseValue])
    }
    /// `that is too little to learn from: {n} more decisions are needed`
    package static func rulesSuggestFew(n: some BinaryInteger) -> Phrase {
        Phrase("rules:suggest.few", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} decided items: {deleted} to delete, {kept} to keep`
    package static func rulesSuggestHead(n: some BinaryInteger, deleted: some BinaryInteger, kept: some BinaryInteger) -> Phrase {
        Phrase("rules:suggest.head", ["n": .count(Int64(clamping: n)), "deleted": .count(Int64(clamping: deleted)), "kept": .count(Int64(clamping: kept))])
    }
    /// `learned from {n} decisions; of {total} later ones it is right about {count}`
    package static func rulesSuggestLearned(n: some BinaryInteger, total: some BinaryInteger, count: some BinaryInteger) -> Phrase {
        Phrase("rules:suggest.learned", ["n": .count(Int64(clamping: n)), "total": .count(Int64(clamping: total)), "count": .count(Int64(clamping: count))])
    }
    /// `{n} decisions are about drives that these rules do not know, and are left out`
    package static func rulesSuggestLeftOut(n: some BinaryInteger) -> Phrase {
        Phrase("rules:suggest.left-out", ["n": .count(Int64(clamping: n))])
    }
    /// `nothing to propose: what you decided is what the rules say already, or follows nothing that held for later decisions as well`
    package static var rulesSuggestNone: Phrase { Phrase("rules:suggest.none") }
    /// `{name}: '{rule}' deletes, instead of asking`
    package static func rulesSuggestPromotion(name: some PhrasePart, rule: some PhrasePart) -> Phrase {
        Phrase("rules:suggest.promotion", ["name": name.phraseValue, "rule": rule.phraseValue])
    }
    /// `{name}: a new protection`
    package static func rulesSuggestProtection(name: some PhrasePart) -> Phrase {
        Phrase("rules:suggest.protection", ["name": name.phraseValue])
    }
    /// `it cannot be added: {why}`
    package static func rulesSuggestRefused(why: some PhrasePart) -> Phrase {
        Phrase("rules:suggest.refused", ["why": why.phraseValue])
    }
    /// `{name}: a new rule`
    package static func rulesSuggestRule(name: some PhrasePart) -> Phrase {
        Phrase("rules:suggest.rule", ["name": name.phraseValue])
    }
    /// `on the last catalog it speaks of {n} items that nobody decided about ({size})`
    package static func rulesSuggestTakes(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("rules:suggest.takes", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `there is no trial in these rules yet, so this sets one: of every delete rule, you decide about the first {number} items yourself`
    package static func rulesSuggestTrial(number: some BinaryInteger) -> Phrase {
        Phrase("rules:suggest.trial", ["number": .count(Int64(clamping: number))])
    }
    /// `{n} tests do not pass any more; 'cleanrules test' says which`
    package static func rulesTestsFail(n: some BinaryInteger) -> Phrase {
        Phrase("rules:tests-fail", ["n": .count(Int64(clamping: n))])
    }
    /// `nothing to change`
    package static var rulesUnchanged: Phrase { Phrase("rules:unchanged") }
    /// `'{path}' is changed`
    package static func rulesWrote(path: some PhrasePart) -> Phrase {
        Phrase("rules:wrote", ["path": path.phraseValue])
    }
    /// `plan {plan} is not staged: all its drives are held`
    package static func runAllHeld(plan: some PhrasePart) -> Phrase {
        Phrase("run:all-held", ["plan": plan.phraseValue])
    }
    /// `rule`
    package static var runColumnRule: Phrase { Phrase("run:column.rule") }
    /// `{n} items staged, see '{command}'`
    package static func runDeed(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("run:deed", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `nothing of drive '{drive}' is deleted in this round, because it lists far fewer files than before; look whether it is all there`
    package static func runDropped(drive: some PhrasePart) -> Phrase {
        Phrase("run:dropped", ["drive": drive.phraseValue])
    }
    /// `it lists far fewer files than before`
    package static var runFewer: Phrase { Phrase("run:fewer") }
    /// `before`
    package static var runLabelBefore: Phrase { Phrase("run:label.before") }
    /// `execute`
    package static var runLabelExecute: Phrase { Phrase("run:label.execute") }
    /// `held`
    package static var runLabelHeld: Phrase { Phrase("run:label.held") }
    /// `limit`
    package static var runLabelLimit: Phrase { Phrase("run:label.limit") }
    /// `next`
    package static var runLabelNext: Phrase { Phrase("run:label.next") }
    /// `no plan`
    package static var runLabelNoPlan: Phrase { Phrase("run:label.no-plan") }
    /// `plan`
    package static var runLabelPlan: Phrase { Phrase("run:label.plan") }
    /// `proof`
    package static var runLabelProof: Phrase { Phrase("run:label.proof") }
    /// `refused`
    package static var runLabelRefused: Phrase { Phrase("run:label.refused") }
    /// `rules`
    package static var runLabelRules: Phrase { Phrase("run:label.rules") }
    /// `staged`
    package static var runLabelStaged: Phrase { Phrase("run:label.staged") }
    /// `in short`
    package static var runLabelSummary: Phrase { Phrase("run:label.summary") }
    /// `tests`
    package static var runLabelTests: Phrase { Phrase("run:label.tests") }
    /// `{n} more items are due and were left for another round.`
    package static func runLeft(n: some BinaryInteger) -> Phrase {
        Phrase("run:left", ["n": .count(Int64(clamping: n))])
    }
    /// `the plan of this round is made without drive '{drive}', and nothing of it is staged: {why}`
    package static func runMissed(drive: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("run:missed", ["drive": drive.phraseValue, "why": why.phraseValue])
    }
    /// `{why}; rules compare across drives, so there is no plan without drive '{drive}'`
    package static func runMissedCompared(why: some PhrasePart, drive: some PhrasePart) -> Phrase {
        Phrase("run:missed.compared", ["why": why.phraseValue, "drive": drive.phraseValue])
    }
    /// `… and {n} more`
    package static func runMore(n: some BinaryInteger) -> Phrase {
        Phrase("run:more", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items wait, the first until {when}`
    package static func runNext(n: some BinaryInteger, when: some PhrasePart) -> Phrase {
        Phrase("run:next", ["n": .count(Int64(clamping: n)), "when": when.phraseValue])
    }
    /// `no plan is made in this round, and nothing is staged: {why}`
    package static func runNoPlan(why: some PhrasePart) -> Phrase {
        Phrase("run:no-plan", ["why": why.phraseValue])
    }
    /// `{plan}, {counts}`
    package static func runPlan(plan: some PhrasePart, counts: some PhrasePart) -> Phrase {
        Phrase("run:plan", ["plan": plan.phraseValue, "counts": counts.phraseValue])
    }
    /// `{n} items wait for another day, as the quota wants.`
    package static func runSumDeferred(n: some BinaryInteger) -> Phrase {
        Phrase("run:sum.deferred", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} items were deleted, {size}.`
    package static func runSumDeleted(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("run:sum.deleted", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `{n} items are due and would be deleted.`
    package static func runSumDry(n: some BinaryInteger) -> Phrase {
        Phrase("run:sum.dry", ["n": .count(Int64(clamping: n))])
    }
    /// `This round ended early: {why}`
    package static func runSumEnded(why: some PhrasePart) -> Phrase {
        Phrase("run:sum.ended", ["why": why.phraseValue])
    }
    /// `Left alone: {names}.`
    package static func runSumHeld(names: some PhrasePart) -> Phrase {
        Phrase("run:sum.held", ["names": names.phraseValue])
    }
    /// `A report could not be written: {why}.`
    package static func runSumLost(why: some PhrasePart) -> Phrase {
        Phrase("run:sum.lost", ["why": why.phraseValue])
    }
    /// `There is no plan over drive '{drive}': {why}.`
    package static func runSumMissed(drive: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("run:sum.missed", ["drive": drive.phraseValue, "why": why.phraseValue])
    }
    /// `There is no plan: {why}.`
    package static func runSumNoPlan(why: some PhrasePart) -> Phrase {
        Phrase("run:sum.no-plan", ["why": why.phraseValue])
    }
    /// `Nothing was staged or deleted: {why}`
    package static func runSumNot(why: some PhrasePart) -> Phrase {
        Phrase("run:sum.not", ["why": why.phraseValue])
    }
    /// `There was nothing to do.`
    package static var runSumNothing: Phrase { Phrase("run:sum.nothing") }
    /// `Nothing new is staged: {why}.`
    package static func runSumRefused(why: some PhrasePart) -> Phrase {
        Phrase("run:sum.refused", ["why": why.phraseValue])
    }
    /// `the rules have mistakes, and '{command}' names them`
    package static func runSumRules(command: Hint) -> Phrase {
        Phrase("run:sum.rules", ["command": .command(command)])
    }
    /// `{n} items are staged, and the first of them go {when}, unless '{command}' takes them back.`
    package static func runSumStaged(n: some BinaryInteger, when: some PhrasePart, command: Hint) -> Phrase {
        Phrase("run:sum.staged", ["n": .count(Int64(clamping: n)), "when": when.phraseValue, "command": .command(command)])
    }
    /// `{n} items that were due did not go; '{command}' says why.`
    package static func runSumTrouble(n: some BinaryInteger, command: Hint) -> Phrase {
        Phrase("run:sum.trouble", ["n": .count(Int64(clamping: n)), "command": .command(command)])
    }
    /// `The plan deletes {n} items, {size}; this round stages nothing.`
    package static func runSumUnstaged(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("run:sum.unstaged", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `{n} tests of the rules met`
    package static func runTests(n: some BinaryInteger) -> Phrase {
        Phrase("run:tests", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} tests of the rules failed`
    package static func runTestsFailed(n: some BinaryInteger) -> Phrase {
        Phrase("run:tests.failed", ["n": .count(Int64(clamping: n))])
    }
    /// `Round of cleanrules`
    package static var runTitle: Phrase { Phrase("run:title") }
    /// `the round that began {when} never came to its end: it was killed, or the machine stopped`
    package static func runUnfinished(when: some PhrasePart) -> Phrase {
        Phrase("run:unfinished", ["when": when.phraseValue])
    }
    /// `a drive could not be listed`
    package static var runUnlisted: Phrase { Phrase("run:unlisted") }
    /// `it could not be noted that this round came to its end, so the next one will say that it did not: {why}`
    package static func runUnmarked(why: some PhrasePart) -> Phrase {
        Phrase("run:unmarked", ["why": why.phraseValue])
    }
    /// `{size} in {n} items`
    package static func statsAmount(n: some BinaryInteger, size: Int64) -> Phrase {
        Phrase("stats:amount", ["n": .count(Int64(clamping: n)), "size": .size(size)])
    }
    /// `{what}, {n} of unknown size`
    package static func statsAmountUnknown(n: some BinaryInteger, what: some PhrasePart) -> Phrase {
        Phrase("stats:amount.unknown", ["n": .count(Int64(clamping: n)), "what": what.phraseValue])
    }
    /// `{kept} kept  {deleted} marked`
    package static func statsBar(kept: some BinaryInteger, deleted: some BinaryInteger) -> Phrase {
        Phrase("stats:bar", ["kept": .count(Int64(clamping: kept)), "deleted": .count(Int64(clamping: deleted))])
    }
    /// `best {count}`
    package static func statsBest(count: some BinaryInteger) -> Phrase {
        Phrase("stats:best", ["count": .count(Int64(clamping: count))])
    }
    /// `certain {what}`
    package static func statsCertain(what: some PhrasePart) -> Phrase {
        Phrase("stats:certain", ["what": what.phraseValue])
    }
    /// `day`
    package static var statsColumnDay: Phrase { Phrase("stats:column.day") }
    /// `decided`
    package static var statsColumnDecided: Phrase { Phrase("stats:column.decided") }
    /// `kept`
    package static var statsColumnKept: Phrase { Phrase("stats:column.kept") }
    /// `marked`
    package static var statsColumnMarked: Phrase { Phrase("stats:column.marked") }
    /// `rule`
    package static var statsColumnRule: Phrase { Phrase("stats:column.rule") }
    /// `went`
    package static var statsColumnWent: Phrase { Phrase("stats:column.went") }
    /// `{n} days`
    package static func statsDays(n: some BinaryInteger) -> Phrase {
        Phrase("stats:days", ["n": .count(Int64(clamping: n))])
    }
    /// `decisions`
    package static var statsDecisions: Phrase { Phrase("stats:decisions") }
    /// `deleted`
    package static var statsDeleted: Phrase { Phrase("stats:deleted") }
    /// `{drive}: {a} of {b} used, recycle bin {c}`
    package static func statsDrive(drive: some PhrasePart, a: some PhrasePart, b: some PhrasePart, c: some PhrasePart) -> Phrase {
        Phrase("stats:drive", ["drive": drive.phraseValue, "a": a.phraseValue, "b": b.phraseValue, "c": c.phraseValue])
    }
    /// `efficiency`
    package static var statsEfficiency: Phrase { Phrase("stats:efficiency") }
    /// `{title}: {range}`
    package static func statsHeading(title: some PhrasePart, range: some PhrasePart) -> Phrase {
        Phrase("stats:heading", ["title": title.phraseValue, "range": range.phraseValue])
    }
    /// `{title}: {range} ({zone})`
    package static func statsHeadingZone(title: some PhrasePart, range: some PhrasePart, zone: some PhrasePart) -> Phrase {
        Phrase("stats:heading.zone", ["title": title.phraseValue, "range": range.phraseValue, "zone": zone.phraseValue])
    }
    /// `in the bin {what}`
    package static func statsInBin(what: some PhrasePart) -> Phrase {
        Phrase("stats:in-bin", ["what": what.phraseValue])
    }
    /// `{n} kept`
    package static func statsKept(n: some BinaryInteger) -> Phrase {
        Phrase("stats:kept", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} marked to be deleted`
    package static func statsMarked(n: some BinaryInteger) -> Phrase {
        Phrase("stats:marked", ["n": .count(Int64(clamping: n))])
    }
    /// `median {what}`
    package static func statsMedian(what: some PhrasePart) -> Phrase {
        Phrase("stats:median", ["what": what.phraseValue])
    }
    /// `no PNG can be made here: {detail}; the same picture is in '{path}', which browsers show`
    package static func statsNoPng(detail: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("stats:no-png", ["detail": detail.phraseValue, "path": path.phraseValue])
    }
    /// `(no rule)`
    package static var statsNoRule: Phrase { Phrase("stats:no-rule") }
    /// `{text} (not yet today)`
    package static func statsNotToday(text: some PhrasePart) -> Phrase {
        Phrase("stats:not-today", ["text": text.phraseValue])
    }
    /// `nothing`
    package static var statsNothing: Phrase { Phrase("stats:nothing") }
    /// `planned {what}`
    package static func statsPlanned(what: some PhrasePart) -> Phrase {
        Phrase("stats:planned", ["what": what.phraseValue])
    }
    /// `{n} put off`
    package static func statsPutOff(n: some BinaryInteger) -> Phrase {
        Phrase("stats:put-off", ["n": .count(Int64(clamping: n))])
    }
    /// `reclaimed {what}`
    package static func statsReclaimed(what: some PhrasePart) -> Phrase {
        Phrase("stats:reclaimed", ["what": what.phraseValue])
    }
    /// `{n} changed again`
    package static func statsReplaced(n: some BinaryInteger) -> Phrase {
        Phrase("stats:replaced", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} brought back`
    package static func statsRestored(n: some BinaryInteger) -> Phrase {
        Phrase("stats:restored", ["n": .count(Int64(clamping: n))])
    }
    /// `rules settle {what}`
    package static func statsSettled(what: some PhrasePart) -> Phrase {
        Phrase("stats:settled", ["what": what.phraseValue])
    }
    /// `space`
    package static var statsSpace: Phrase { Phrase("stats:space") }
    /// `streak`
    package static var statsStreak: Phrase { Phrase("stats:streak") }
    /// `{count}: {what}`
    package static func statsSum(count: some BinaryInteger, what: some PhrasePart) -> Phrase {
        Phrase("stats:sum", ["count": .count(Int64(clamping: count)), "what": what.phraseValue])
    }
    /// `Last {n} days`
    package static func statsTitle(n: some BinaryInteger) -> Phrase {
        Phrase("stats:title", ["n": .count(Int64(clamping: n))])
    }
    /// `{n} undone`
    package static func statsUndone(n: some BinaryInteger) -> Phrase {
        Phrase("stats:undone", ["n": .count(Int64(clamping: n))])
    }
    /// `the totals of plan {plan} cannot be read; make a new one with '{command}'`
    package static func statsUnreadable(plan: some PhrasePart, command: Hint) -> Phrase {
        Phrase("stats:unreadable", ["plan": plan.phraseValue, "command": .command(command)])
    }
    /// `waiting {what}`
    package static func statsWaiting(what: some PhrasePart) -> Phrase {
        Phrase("stats:waiting", ["what": what.phraseValue])
    }
    /// `drive '{drive}': {why}; look whether it is mounted and whole, and if it is meant so, say '{command}'`
    package static func syncAdvice(drive: some PhrasePart, why: some PhrasePart, command: Hint) -> Phrase {
        Phrase("sync:advice", ["drive": drive.phraseValue, "why": why.phraseValue, "command": .command(command)])
    }
    /// `drive '{drive}': {why}, and so nothing of it is staged; '{command}' lists it again`
    package static func syncAdviceBefore(drive: some PhrasePart, why: some PhrasePart, command: Hint) -> Phrase {
        Phrase("sync:advice.before", ["drive": drive.phraseValue, "why": why.phraseValue, "command": .command(command)])
    }
    /// `drive '{drive}': {why}; look whether its files are what they should be, then put the canary back as it was, or correct 'canary' in the rules`
    package static func syncAdviceCanary(drive: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("sync:advice.canary", ["drive": drive.phraseValue, "why": why.phraseValue])
    }
    /// `drive '{drive}': {why}; see to it that it can be read, and the next look decides`
    package static func syncAdviceUnseen(drive: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("sync:advice.unseen", ["drive": drive.phraseValue, "why": why.phraseValue])
    }
    /// `all`
    package static var syncAll: Phrase { Phrase("sync:all") }
    /// `the canaries of {names} were not looked at, for the items come from an earlier listing`
    package static func syncCanaryUnasked(n: some BinaryInteger, names: some PhrasePart) -> Phrase {
        Phrase("sync:canary.unasked", ["n": .count(Int64(clamping: n)), "names": names.phraseValue])
    }
    /// `added`
    package static var syncColumnAdded: Phrase { Phrase("sync:column.added") }
    /// `changed`
    package static var syncColumnChanged: Phrase { Phrase("sync:column.changed") }
    /// `drive`
    package static var syncColumnDrive: Phrase { Phrase("sync:column.drive") }
    /// `files`
    package static var syncColumnFiles: Phrase { Phrase("sync:column.files") }
    /// `items`
    package static var syncColumnItems: Phrase { Phrase("sync:column.items") }
    /// `kind`
    package static var syncColumnKind: Phrase { Phrase("sync:column.kind") }
    /// `removed`
    package static var syncColumnRemoved: Phrase { Phrase("sync:column.removed") }
    /// `it told which albums pictures are in, and does not now`
    package static var syncDoubtAlbums: Phrase { Phrase("sync:doubt.albums") }
    /// `it was in doubt when the plan was made`
    package static var syncDoubtBefore: Phrase { Phrase("sync:doubt.before") }
    /// `it lists nothing, and {text} files were there before`
    package static func syncDoubtEmptied(n: some BinaryInteger, text: some PhrasePart) -> Phrase {
        Phrase("sync:doubt.emptied", ["n": .count(Int64(clamping: n)), "text": text.phraseValue])
    }
    /// `it is not the one that was listed before under this name`
    package static var syncDoubtReplaced: Phrase { Phrase("sync:doubt.replaced") }
    /// `{text}; until then nothing of it is deleted`
    package static func syncHeld(text: some PhrasePart) -> Phrase {
        Phrase("sync:held", ["text": text.phraseValue])
    }
    /// `the rules declare no drive '{drive}' to accept; they declare {names}`
    package static func syncNoDrive(drive: some PhrasePart, names: some PhrasePart) -> Phrase {
        Phrase("sync:no-drive", ["drive": drive.phraseValue, "names": names.phraseValue])
    }
    /// `{what} by '{rule}'`
    package static func testBy(what: some PhrasePart, rule: some PhrasePart) -> Phrase {
        Phrase("test:by", ["what": what.phraseValue, "rule": rule.phraseValue])
    }
    /// `coverage: {count} of {total} rules decide an item`
    package static func testCoverage(count: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("test:coverage", ["count": .count(Int64(clamping: count)), "total": .count(Int64(clamping: total))])
    }
    /// `no verdict of any test hangs on '{text}' in '{rule}'`
    package static func testCoverageIdle(text: some PhrasePart, rule: some PhrasePart) -> Phrase {
        Phrase("test:coverage.idle", ["text": text.phraseValue, "rule": rule.phraseValue])
    }
    /// `{n} parts of conditions were not tried: that would take too long; '--rule ID' asks about one rule`
    package static func testCoverageLeft(n: some BinaryInteger) -> Phrase {
        Phrase("test:coverage.left", ["n": .count(Int64(clamping: n))])
    }
    /// `'{rule}' has no near miss: an item that one test of its conditions keeps from it`
    package static func testCoverageNear(rule: some PhrasePart) -> Phrase {
        Phrase("test:coverage.near", ["rule": rule.phraseValue])
    }
    /// `'{rule}' decides no item of any test`
    package static func testCoverageNone(rule: some PhrasePart) -> Phrase {
        Phrase("test:coverage.none", ["rule": rule.phraseValue])
    }
    /// `every rule has an item that it takes and one that it just does not take, and every part of a condition matters`
    package static var testCoverageWhole: Phrase { Phrase("test:coverage.whole") }
    /// `{path}: expected {a}, came out {b}`
    package static func testExpected(path: some PhrasePart, a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("test:expected", ["path": path.phraseValue, "a": a.phraseValue, "b": b.phraseValue])
    }
    /// `FAILED`
    package static var testFailed: Phrase { Phrase("test:failed") }
    /// `the tests pass and leave gaps, which are listed above`
    package static var testGaps: Phrase { Phrase("test:gaps") }
    /// `no test notices '{a}' in the place of '{b}'`
    package static func testMutateChanged(a: some PhrasePart, b: some PhrasePart) -> Phrase {
        Phrase("test:mutate.changed", ["a": a.phraseValue, "b": b.phraseValue])
    }
    /// `no test notices that '{text}' is gone`
    package static func testMutateGone(text: some PhrasePart) -> Phrase {
        Phrase("test:mutate.gone", ["text": text.phraseValue])
    }
    /// `{n} more changes were not tried`
    package static func testMutateLeft(n: some BinaryInteger) -> Phrase {
        Phrase("test:mutate.left", ["n": .count(Int64(clamping: n))])
    }
    /// `no test notices that '{rule}' takes nothing`
    package static func testMutateOff(rule: some PhrasePart) -> Phrase {
        Phrase("test:mutate.off", ["rule": rule.phraseValue])
    }
    /// `{count} of {total} changes are noticed by a test`
    package static func testMutateSummary(count: some BinaryInteger, total: some BinaryInteger) -> Phrase {
        Phrase("test:mutate.summary", ["count": .count(Int64(clamping: count)), "total": .count(Int64(clamping: total))])
    }
    /// `there is no rule '{rule}' in '{path}'`
    package static func testNoRule(rule: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("test:no-rule", ["rule": rule.phraseValue, "path": path.phraseValue])
    }
    /// `{n} tests of '{path}' failed, so nothing is staged; see 'cleanrules test {path}'`
    package static func testNotStaged(n: some BinaryInteger, path: some PhrasePart) -> Phrase {
        Phrase("test:not-staged", ["n": .count(Int64(clamping: n)), "path": path.phraseValue])
    }
    /// `ok`
    package static var testOk: Phrase { Phrase("test:ok") }
    /// `{count} passed, {number} failed`
    package static func testSummary(count: some BinaryInteger, number: some BinaryInteger) -> Phrase {
        Phrase("test:summary", ["count": .count(Int64(clamping: count)), "number": .count(Int64(clamping: number))])
    }
    /// `not covered by any test: {names}`
    package static func testUncovered(names: some PhrasePart) -> Phrase {
        Phrase("test:uncovered", ["names": names.phraseValue])
    }
    /// `waiting for a change of '{path}'; Ctrl-C ends it`
    package static func testWatch(path: some PhrasePart) -> Phrase {
        Phrase("test:watch", ["path": path.phraseValue])
    }
    /// `Error: {text}`
    package static func usageError(text: some PhrasePart) -> Phrase {
        Phrase("usage:error", ["text": text.phraseValue])
    }
    /// `Help:  {text}`
    package static func usageHelp(text: some PhrasePart) -> Phrase {
        Phrase("usage:help", ["text": text.phraseValue])
    }
    /// `Did you mean '{text}'?`
    package static func usageMeant(text: some PhrasePart) -> Phrase {
        Phrase("usage:meant", ["text": text.phraseValue])
    }
    /// `See '{text}' for more information.`
    package static func usageSee(text: some PhrasePart) -> Phrase {
        Phrase("usage:see", ["text": text.phraseValue])
    }
    /// `Usage: {text}`
    package static func usageUsage(text: some PhrasePart) -> Phrase {
        Phrase("usage:usage", ["text": text.phraseValue])
    }
    /// `{size} cleaned up`
    package static func welcomeFreed(size: Int64) -> Phrase {
        Phrase("welcome:freed", ["size": .size(size)])
    }
    /// `Welcome back: {text}`
    package static func welcomeLine(text: some PhrasePart) -> Phrase {
        Phrase("welcome:line", ["text": text.phraseValue])
    }
    /// `{n} items reviewed since {date}`
    package static func welcomeReviewed(n: some BinaryInteger, date: Moment) -> Phrase {
        Phrase("welcome:reviewed", ["n": .count(Int64(clamping: n)), "date": .moment(date)])
    }
    /// `{n} days in a row at best`
    package static func welcomeStreak(n: some BinaryInteger) -> Phrase {
        Phrase("welcome:streak", ["n": .count(Int64(clamping: n))])
    }
}
