// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// Whether rounds begin by themselves, and do.
struct ScheduleHealth {
    let file: StateFile
    let session: StateSession?
    let zone: RuleTimeZone
    /// The rules that were named; nil for those of the configuration.
    let rules: String?

    /// What keeps a schedule for the same state and rules.
    private var install: String {
        let named = rules.map { " --rules " + ShellWord.quoted(MachinePath.canonical($0) ?? $0) }
        return "cleanrules schedule install" + (named ?? "") + file.arguments
    }

    func findings() async -> [Finding] {
        let kept = SchedulePlace.all.flatMap { place in
            place.schedules().map { (place: place, mark: $0) }
        }
        let own = kept.filter { samePath($0.mark.state, file.path) }
        var found = own.map { finding($0.mark, $0.place) }
        if found.isEmpty {
            found.append(
                .none(
                    .schedule, "none", .doctorScheduleNone,
                    fix: .doctorFixType(text: install)))
        }
        found.append(await rounds(own.map(\.mark)))
        return found
    }

    private func samePath(_ one: String, _ other: String) -> Bool {
        (MachinePath.canonical(one) ?? one) == (MachinePath.canonical(other) ?? other)
    }

    private func finding(_ mark: ScheduleMark, _ place: SchedulePlace) -> Finding {
        let shown = VisibleText.escaped(place.shown)
        let anew = Phrase.doctorFixScheduleAnew(text: install)
        if !Machine.isProgram(mark.program) {
            return .attention(
                .schedule, "no_program",
                .doctorScheduleGone(path: VisibleText.escaped(mark.program)), fix: anew)
        }
        if !FileBytes.exists(mark.rules) {
            return .attention(
                .schedule, "no_rules", .doctorScheduleGone(path: VisibleText.escaped(mark.rules)),
                fix: anew)
        }
        if place.isOn(mark.name) == false {
            let whose = place.isOfMachine ? "" : " --user"
            return .attention(
                .schedule, "off", .doctorScheduleOff(path: shown),
                fix: .doctorFixType(text: "systemctl\(whose) enable --now \(mark.name).timer"))
        }
        return .well(
            .schedule, .doctorSchedule(when: VisibleText.escaped(mark.time), path: shown),
            code: place.keeper.rawValue)
    }

    /// When the last round was, against when one should have been.
    private func rounds(_ marks: [ScheduleMark]) async -> Finding {
        guard let session else { return .none(.rounds, "none", .doctorRoundsNone) }
        let marker = RoundMarker(session: session)
        let now = SystemClock.now()
        let time = LocalTimeText(timeZone: zone, now: now, words: Host.words)
        if let brake = try? await session.ledger.brake() {
            return .attention(.rounds, "paused", brake.phrase(time), fix: brake.remedy(file))
        }
        // One that begins or ends while it is looked at is none that was killed.
        if let begun = (try? await marker.unfinished()) ?? nil,
            !RunnerLock.isHeld(ofState: file.path),
            (try? await marker.unfinished()) ?? nil == begun
        {
            return .attention(
                .rounds, "unfinished", .doctorRoundsUnfinished(when: time.phrase(begun)),
                fix: .doctorFixRounds)
        }
        guard let last = (try? await marker.lastEnd()) ?? nil else {
            return .none(.rounds, "none", .doctorRoundsNone)
        }
        let age = now.secondsSinceEpoch - last.secondsSinceEpoch
        let phrase = Phrase.doctorRounds(when: time.phrase(last))
        let figures = ["seconds": age]
        // A day more than planned: a machine may be off for a night.
        if let wanted = marks.map(\.seconds).min(), age > wanted + 86_400 {
            return .attention(.rounds, "late", phrase, fix: .doctorFixRoundsLate, figures)
        }
        return .well(.rounds, phrase, figures)
    }
}

extension Brake {
    /// What takes it off, for the state in `file`.
    fileprivate func remedy(_ file: StateFile) -> Phrase {
        switch self {
        case .person: .doctorFixType(text: "cleanrules resume" + file.arguments)
        case .file(let path): .doctorFixType(text: "rm \(ShellWord.quoted(path))")
        case .unknown(let path, _):
            .doctorFixBrakeUnknown(path: VisibleText.escaped(MachinePath.folder(of: path)))
        }
    }
}
