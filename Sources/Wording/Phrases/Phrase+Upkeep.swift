// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `Written to {path}. It holds no names of files, paths, accounts or addresses; look through it before you give it away.`
    package static func bundleMade(path: some PhrasePart) -> Phrase {
        Phrase("bundle:made", ["path": path.phraseValue])
    }
    /// `{n} backups, the newest of {when}`
    package static func doctorBackups(n: some BinaryInteger, when: some PhrasePart) -> Phrase {
        Phrase("doctor:backups", ["n": .count(Int64(clamping: n)), "when": when.phraseValue])
    }
    /// `none yet; the first is made when something is recorded on another day, or is about to be deleted`
    package static var doctorBackupsNone: Phrase { Phrase("doctor:backups.none") }
    /// `{time}, zone {name}`
    package static func doctorClock(time: Moment, name: some PhrasePart) -> Phrase {
        Phrase("doctor:clock", ["time": .moment(time), "name": name.phraseValue])
    }
    /// `the machine has no table of time zones, so that rules with a zone cannot be used`
    package static var doctorClockNoZones: Phrase { Phrase("doctor:clock.no-zones") }
    /// `{size} free {what} ({path})`
    package static func doctorDisk(size: Int64, what: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("doctor:disk", ["size": .size(size), "what": what.phraseValue, "path": path.phraseValue])
    }
    /// `on the drive and in its trash`
    package static var doctorDiskDrive: Phrase { Phrase("doctor:disk.drive") }
    /// `for the state`
    package static var doctorDiskState: Phrase { Phrase("doctor:disk.state") }
    /// `nobody can tell how much room there is at {path}`
    package static func doctorDiskUnknown(path: some PhrasePart) -> Phrase {
        Phrase("doctor:disk.unknown", ["path": path.phraseValue])
    }
    /// `{path}; changes stay below {name}`
    package static func doctorDrive(path: some PhrasePart, name: some PhrasePart) -> Phrase {
        Phrase("doctor:drive", ["path": path.phraseValue, "name": name.phraseValue])
    }
    /// `{path}: {why}`
    package static func doctorDriveCanary(path: some PhrasePart, why: some PhrasePart) -> Phrase {
        Phrase("doctor:drive.canary", ["path": path.phraseValue, "why": why.phraseValue])
    }
    /// `{path} is not there`
    package static func doctorDriveMissing(path: some PhrasePart) -> Phrase {
        Phrase("doctor:drive.missing", ["path": path.phraseValue])
    }
    /// `nothing can be deleted from {path}: this user may not write there`
    package static func doctorDriveReadOnly(path: some PhrasePart) -> Phrase {
        Phrase("doctor:drive.read-only", ["path": path.phraseValue])
    }
    /// `at {path} is another folder or disk than at the last listing`
    package static func doctorDriveReplaced(path: some PhrasePart) -> Phrase {
        Phrase("doctor:drive.replaced", ["path": path.phraseValue])
    }
    /// `{path} cannot be looked at`
    package static func doctorDriveUnreadable(path: some PhrasePart) -> Phrase {
        Phrase("doctor:drive.unreadable", ["path": path.phraseValue])
    }
    /// `to do: {what}`
    package static func doctorFix(what: some PhrasePart) -> Phrase {
        Phrase("doctor:fix", ["what": what.phraseValue])
    }
    /// `make room beside the state file, and let a command record something`
    package static var doctorFixBackups: Phrase { Phrase("doctor:fix.backups") }
    /// `let this user look into the folder {path}`
    package static func doctorFixBrakeUnknown(path: some PhrasePart) -> Phrase {
        Phrase("doctor:fix.brake-unknown", ["path": path.phraseValue])
    }
    /// `'{text}' says what is wrong`
    package static func doctorFixCheck(text: some PhrasePart) -> Phrase {
        Phrase("doctor:fix.check", ["text": text.phraseValue])
    }
    /// `make room: without it nothing is recorded, and so nothing deleted`
    package static var doctorFixDisk: Phrase { Phrase("doctor:fix.disk") }
    /// `look whether its files are what they should be, then put the canary back as it was, or correct 'canary' in the rules`
    package static var doctorFixDriveCanary: Phrase { Phrase("doctor:fix.drive-canary") }
    /// `see to it that this user can read it`
    package static var doctorFixDriveCanaryUnseen: Phrase { Phrase("doctor:fix.drive-canary-unseen") }
    /// `mount it, or correct 'root' in the rules`
    package static var doctorFixDriveMissing: Phrase { Phrase("doctor:fix.drive-missing") }
    /// `let this user write there, or run as one who may`
    package static var doctorFixDriveReadOnly: Phrase { Phrase("doctor:fix.drive-read-only") }
    /// `look whether it is meant; '{command}' says so`
    package static func doctorFixDriveReplaced(command: Hint) -> Phrase {
        Phrase("doctor:fix.drive-replaced", ["command": .command(command)])
    }
    /// `set the variable, put the file there with mode 600, or correct 'notify' in the rules`
    package static var doctorFixNotify: Phrase { Phrase("doctor:fix.notify") }
    /// `install a program that takes mails, or name a mail server with 'url' in the rules`
    package static var doctorFixNotifyProgram: Phrase { Phrase("doctor:fix.notify-program") }
    /// `nothing is lost: the next round settles what was open`
    package static var doctorFixRounds: Phrase { Phrase("doctor:fix.rounds") }
    /// `look why none began: 'systemctl status', or the mail of cron`
    package static var doctorFixRoundsLate: Phrase { Phrase("doctor:fix.rounds-late") }
    /// `put them at {path}, or name them with --rules`
    package static func doctorFixRules(path: some PhrasePart) -> Phrase {
        Phrase("doctor:fix.rules", ["path": path.phraseValue])
    }
    /// `name the rules that are meant with --rules`
    package static var doctorFixRulesNamed: Phrase { Phrase("doctor:fix.rules-named") }
    /// `make the schedule anew: {text}`
    package static func doctorFixScheduleAnew(text: some PhrasePart) -> Phrase {
        Phrase("doctor:fix.schedule-anew", ["text": text.phraseValue])
    }
    /// `{command}`
    package static func doctorFixSignIn(command: Hint) -> Phrase {
        Phrase("doctor:fix.sign-in", ["command": .command(command)])
    }
    /// `look at it with 'cleanrules state check'; 'cleanrules state restore' brings a damaged one back`
    package static var doctorFixState: Phrase { Phrase("doctor:fix.state") }
    /// `{text}`
    package static func doctorFixType(text: some PhrasePart) -> Phrase {
        Phrase("doctor:fix.type", ["text": text.phraseValue])
    }
    /// `install the package 'tzdata'`
    package static var doctorFixZones: Phrase { Phrase("doctor:fix.zones") }
    /// `{name}, UTF-8`
    package static func doctorLanguage(name: some PhrasePart) -> Phrase {
        Phrase("doctor:language", ["name": name.phraseValue])
    }
    /// `{name}; the locale is not UTF-8, so that a review in a terminal does not work`
    package static func doctorLanguageNoUnicode(name: some PhrasePart) -> Phrase {
        Phrase("doctor:language.no-unicode", ["name": name.phraseValue])
    }
    /// `{names}`
    package static func doctorLibraries(names: some PhrasePart) -> Phrase {
        Phrase("doctor:libraries", ["names": names.phraseValue])
    }
    /// `{n} things need a look.`
    package static func doctorLook(n: some BinaryInteger) -> Phrase {
        Phrase("doctor:look", ["n": .count(Int64(clamping: n))])
    }
    /// `backups`
    package static var doctorNameBackups: Phrase { Phrase("doctor:name.backups") }
    /// `clock`
    package static var doctorNameClock: Phrase { Phrase("doctor:name.clock") }
    /// `disk`
    package static var doctorNameDisk: Phrase { Phrase("doctor:name.disk") }
    /// `drive`
    package static var doctorNameDrive: Phrase { Phrase("doctor:name.drive") }
    /// `language`
    package static var doctorNameLanguage: Phrase { Phrase("doctor:name.language") }
    /// `libraries`
    package static var doctorNameLibraries: Phrase { Phrase("doctor:name.libraries") }
    /// `messages`
    package static var doctorNameNotify: Phrase { Phrase("doctor:name.notify") }
    /// `pictures`
    package static var doctorNamePictures: Phrase { Phrase("doctor:name.pictures") }
    /// `program`
    package static var doctorNameProgram: Phrase { Phrase("doctor:name.program") }
    /// `rounds`
    package static var doctorNameRounds: Phrase { Phrase("doctor:name.rounds") }
    /// `rules`
    package static var doctorNameRules: Phrase { Phrase("doctor:name.rules") }
    /// `schedule`
    package static var doctorNameSchedule: Phrase { Phrase("doctor:name.schedule") }
    /// `sign-in`
    package static var doctorNameSignIn: Phrase { Phrase("doctor:name.sign-in") }
    /// `state`
    package static var doctorNameState: Phrase { Phrase("doctor:name.state") }
    /// `all that sending needs is there`
    package static var doctorNotify: Phrase { Phrase("doctor:notify") }
    /// `LOOK`
    package static var doctorOutcomeLook: Phrase { Phrase("doctor:outcome.look") }
    /// `–`
    package static var doctorOutcomeNone: Phrase { Phrase("doctor:outcome.none") }
    /// `ok`
    package static var doctorOutcomeWell: Phrase { Phrase("doctor:outcome.well") }
    /// `all {n} kinds can be made`
    package static func doctorPictures(n: some BinaryInteger) -> Phrase {
        Phrase("doctor:pictures", ["n": .count(Int64(clamping: n))])
    }
    /// `{path} did not answer within {n} seconds and was ended`
    package static func doctorPicturesLate(path: some PhrasePart, n: some BinaryInteger) -> Phrase {
        Phrase("doctor:pictures.late", ["path": path.phraseValue, "n": .count(Int64(clamping: n))])
    }
    /// `none; reviews show icons`
    package static var doctorPicturesNone: Phrase { Phrase("doctor:pictures.none") }
    /// `an icon stands in the place of {names}`
    package static func doctorPicturesSome(names: some PhrasePart) -> Phrase {
        Phrase("doctor:pictures.some", ["names": names.phraseValue])
    }
    /// `cleanrules {version}, {path}`
    package static func doctorProgram(version: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("doctor:program", ["version": version.phraseValue, "path": path.phraseValue])
    }
    /// `the last one ended {when}`
    package static func doctorRounds(when: some PhrasePart) -> Phrase {
        Phrase("doctor:rounds", ["when": when.phraseValue])
    }
    /// `none so far`
    package static var doctorRoundsNone: Phrase { Phrase("doctor:rounds.none") }
    /// `the one that began {when} never came to its end`
    package static func doctorRoundsUnfinished(when: some PhrasePart) -> Phrase {
        Phrase("doctor:rounds.unfinished", ["when": when.phraseValue])
    }
    /// `{path}, {n} rules`
    package static func doctorRules(n: some BinaryInteger, path: some PhrasePart) -> Phrase {
        Phrase("doctor:rules", ["n": .count(Int64(clamping: n)), "path": path.phraseValue])
    }
    /// `{path} has {n} errors, and no round can use it`
    package static func doctorRulesInvalid(n: some BinaryInteger, path: some PhrasePart) -> Phrase {
        Phrase("doctor:rules.invalid", ["n": .count(Int64(clamping: n)), "path": path.phraseValue])
    }
    /// `no rules lie where a round looks for them`
    package static var doctorRulesNone: Phrase { Phrase("doctor:rules.none") }
    /// `{n} tests of {path} fail, and a round does nothing then`
    package static func doctorRulesTests(n: some BinaryInteger, path: some PhrasePart) -> Phrase {
        Phrase("doctor:rules.tests", ["n": .count(Int64(clamping: n)), "path": path.phraseValue])
    }
    /// `{path} cannot be read`
    package static func doctorRulesUnreadable(path: some PhrasePart) -> Phrase {
        Phrase("doctor:rules.unreadable", ["path": path.phraseValue])
    }
    /// `{when}, in {path}`
    package static func doctorSchedule(when: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("doctor:schedule", ["when": when.phraseValue, "path": path.phraseValue])
    }
    /// `it needs {path}, which is not there`
    package static func doctorScheduleGone(path: some PhrasePart) -> Phrase {
        Phrase("doctor:schedule.gone", ["path": path.phraseValue])
    }
    /// `no round begins by itself`
    package static var doctorScheduleNone: Phrase { Phrase("doctor:schedule.none") }
    /// `the timer in {path} is not switched on`
    package static func doctorScheduleOff(path: some PhrasePart) -> Phrase {
        Phrase("doctor:schedule.off", ["path": path.phraseValue])
    }
    /// `signed in`
    package static var doctorSignIn: Phrase { Phrase("doctor:sign-in") }
    /// `the sign-in has ended, and cannot be renewed`
    package static var doctorSignInExpired: Phrase { Phrase("doctor:sign-in.expired") }
    /// `the application signs in by itself`
    package static var doctorSignInItself: Phrase { Phrase("doctor:sign-in.itself") }
    /// `nobody is signed in`
    package static var doctorSignInNone: Phrase { Phrase("doctor:sign-in.none") }
    /// `where the sign-in is kept cannot be read`
    package static var doctorSignInUnknown: Phrase { Phrase("doctor:sign-in.unknown") }
    /// `{path}, {size}, version {number}, sound`
    package static func doctorState(path: some PhrasePart, size: Int64, number: some BinaryInteger) -> Phrase {
        Phrase("doctor:state", ["path": path.phraseValue, "size": .size(size), "number": .count(Int64(clamping: number))])
    }
    /// `{path} does not hold together`
    package static func doctorStateBad(path: some PhrasePart) -> Phrase {
        Phrase("doctor:state.bad", ["path": path.phraseValue])
    }
    /// `none yet; it would be {path}`
    package static func doctorStateNone(path: some PhrasePart) -> Phrase {
        Phrase("doctor:state.none", ["path": path.phraseValue])
    }
    /// `others can read {path}`
    package static func doctorStateOpen(path: some PhrasePart) -> Phrase {
        Phrase("doctor:state.open", ["path": path.phraseValue])
    }
    /// `All is well.`
    package static var doctorWell: Phrase { Phrase("doctor:well") }
    /// `Keep a schedule of rounds in {path}: {when}, by the rules {name}?`
    package static func scheduleAsk(path: some PhrasePart, when: some PhrasePart, name: some PhrasePart) -> Phrase {
        Phrase("schedule:ask", ["path": path.phraseValue, "when": when.phraseValue, "name": name.phraseValue])
    }
    /// `Remove the schedule '{name}' from {path}?`
    package static func scheduleAskRemove(name: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("schedule:ask.remove", ["name": name.phraseValue, "path": path.phraseValue])
    }
    /// `last round`
    package static var scheduleColumnLast: Phrase { Phrase("schedule:column.last") }
    /// `schedule`
    package static var scheduleColumnName: Phrase { Phrase("schedule:column.name") }
    /// `state`
    package static var scheduleColumnState: Phrase { Phrase("schedule:column.state") }
    /// `when`
    package static var scheduleColumnWhen: Phrase { Phrase("schedule:column.when") }
    /// `kept in`
    package static var scheduleColumnWhere: Phrase { Phrase("schedule:column.where") }
    /// `every day at {clock}`
    package static func scheduleDaily(clock: some PhrasePart) -> Phrase {
        Phrase("schedule:daily", ["clock": clock.phraseValue])
    }
    /// `every Friday at {clock}`
    package static func scheduleDayFri(clock: some PhrasePart) -> Phrase {
        Phrase("schedule:day.fri", ["clock": clock.phraseValue])
    }
    /// `every Monday at {clock}`
    package static func scheduleDayMon(clock: some PhrasePart) -> Phrase {
        Phrase("schedule:day.mon", ["clock": clock.phraseValue])
    }
    /// `every Saturday at {clock}`
    package static func scheduleDaySat(clock: some PhrasePart) -> Phrase {
        Phrase("schedule:day.sat", ["clock": clock.phraseValue])
    }
    /// `every Sunday at {clock}`
    package static func scheduleDaySun(clock: some PhrasePart) -> Phrase {
        Phrase("schedule:day.sun", ["clock": clock.phraseValue])
    }
    /// `every Thursday at {clock}`
    package static func scheduleDayThu(clock: some PhrasePart) -> Phrase {
        Phrase("schedule:day.thu", ["clock": clock.phraseValue])
    }
    /// `every Tuesday at {clock}`
    package static func scheduleDayTue(clock: some PhrasePart) -> Phrase {
        Phrase("schedule:day.tue", ["clock": clock.phraseValue])
    }
    /// `every Wednesday at {clock}`
    package static func scheduleDayWed(clock: some PhrasePart) -> Phrase {
        Phrase("schedule:day.wed", ["clock": clock.phraseValue])
    }
    /// `a schedule was kept in {path}`
    package static func scheduleDeed(path: some PhrasePart) -> Phrase {
        Phrase("schedule:deed", ["path": path.phraseValue])
    }
    /// `Rounds begin {when} ({path}). The report goes to {name}.`
    package static func scheduleInstalled(when: some PhrasePart, path: some PhrasePart, name: some PhrasePart) -> Phrase {
        Phrase("schedule:installed", ["when": when.phraseValue, "path": path.phraseValue, "name": name.phraseValue])
    }
    /// `timers of a user run only while somebody is signed in; 'loginctl enable-linger' lets them run always`
    package static var scheduleLinger: Phrase { Phrase("schedule:linger") }
    /// `the program of 'sendmail' may be unable to send from a timer of systemd, which gives it no further rights and lets it write nothing; name a mail server with 'url' in the rules, or use cron`
    package static var scheduleMailProgram: Phrase { Phrase("schedule:mail-program") }
    /// `drive '{drive}' is not there now, so that nobody knows where its trash is; make the schedule again when it is`
    package static func scheduleMissing(drive: some PhrasePart) -> Phrase {
        Phrase("schedule:missing", ["drive": drive.phraseValue])
    }
    /// `none so far`
    package static var scheduleNever: Phrase { Phrase("schedule:never") }
    /// `the report's folder {path} is not there yet, and a round ends with an error until it is: {text}`
    package static func scheduleNoFolder(path: some PhrasePart, text: some PhrasePart) -> Phrase {
        Phrase("schedule:no-folder", ["path": path.phraseValue, "text": text.phraseValue])
    }
    /// `no rules lie at {path} yet; a round ends with an error until they do`
    package static func scheduleNoRules(path: some PhrasePart) -> Phrase {
        Phrase("schedule:no-rules", ["path": path.phraseValue])
    }
    /// `No schedule of this program is kept here.`
    package static var scheduleNone: Phrase { Phrase("schedule:none") }
    /// `{path} (not switched on)`
    package static func scheduleOff(path: some PhrasePart) -> Phrase {
        Phrase("schedule:off", ["path": path.phraseValue])
    }
    /// `Removed the schedule '{name}' from {path}.`
    package static func scheduleRemoved(name: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("schedule:removed", ["name": name.phraseValue, "path": path.phraseValue])
    }
    /// `the schedule '{name}' was removed`
    package static func scheduleRemovedDeed(name: some PhrasePart) -> Phrase {
        Phrase("schedule:removed.deed", ["name": name.phraseValue])
    }
    /// `others than root could change what root runs, and 'install' refuses that: '{path}': {what}`
    package static func scheduleTrust(path: some PhrasePart, what: some PhrasePart) -> Phrase {
        Phrase("schedule:trust", ["path": path.phraseValue, "what": what.phraseValue])
    }
    /// `the rules take {name} for 'notify' from the environment, which a schedule does not have; use 'file:' instead of 'env:'`
    package static func scheduleVariable(name: some PhrasePart) -> Phrase {
        Phrase("schedule:variable", ["name": name.phraseValue])
    }
}
