// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text
internal import Wording

/// What pictures that look alike have in common, and what not, as lines of text.
struct LikenessText {
    let words: Words
    let timeZone: RuleTimeZone

    /// The lines for one rule, where the one that leads the group stays for `staying`.
    func lines(_ likeness: RuleExplanation.Likeness, _ staying: StayingGround?) -> [String] {
        switch likeness {
        case .like(let pair): lines(pair, staying)
        case .leads:
            [
                words(
                    staying.map { Phrase.similarLeadsWhy(why: $0.phrase) } ?? .similarLeads)
            ]
        case .notLookedAt: [words(.similarNotLookedAt)]
        case .tooLittleToSee(let detail): [words(.similarTooLittle(value: String(detail)))]
        case .claimed: [words(.similarClaimed)]
        case .alone: [words(.similarAlone)]
        case .contradicts(.taken(let told, let seen)):
            [
                words(
                    .similarContradictsTaken(
                        told: LocalTimeText.wall(told, in: timeZone, words),
                        seen: LocalTimeText.wall(seen, in: timeZone, words)))
            ]
        case .contradicts(.camera(let told, let seen)):
            [
                words(
                    .similarContradictsCamera(
                        told: VisibleText.escaped(told), seen: VisibleText.escaped(seen)))
            ]
        }
    }

    /// The lines about what else is of one shot with the item.
    func lines(_ shot: RuleExplanation.Shot) -> [String] {
        func name(_ path: String) -> String {
            path.parts(between: "/", omitsEmpty: true).last ?? path
        }
        var lines: [String] = []
        if let main = shot.main {
            lines.append(words(.similarBelongs(path: VisibleText.escaped(main))))
        }
        if !shot.parts.isEmpty {
            lines.append(words(.similarParts(names: Phrase.names(shot.parts.map(name)))))
        }
        if let part = shot.keptFor {
            lines.append(words(.similarKeptFor(name: VisibleText.escaped(name(part)))))
        }
        return lines
    }

    private func lines(
        _ pair: RuleExplanation.Pair, _ staying: StayingGround?
    ) -> [String] {
        let path = VisibleText.escaped(pair.path)
        let like: Phrase =
            if let staying {
                .similarLikeWhy(path: path, why: staying.phrase)
            } else {
                pair.stays ? .similarLike(path: path) : .similarLikeGoes(path: path)
            }
        var lines = [words(like)]
        let (marks, bound) = (String(pair.marks), String(pair.marksMax))
        let correlation = Self.decimal(pair.correlation, digits: 3)
        var figures = words(
            pair.areCopies
                ? .similarSame(
                    marks: marks, bound: bound, correlation: correlation,
                    block: Self.decimal(pair.block, digits: 2))
                : .similarMoment(marks: marks, bound: bound, correlation: correlation))
        if pair.isTurned { figures += " · " + words(.similarTurned) }
        lines.append("  " + figures)
        if pair.taken.contains(where: { $0 != nil }) {
            let (here, there) = both(pair.taken) {
                .verbatim(LocalTimeText.wall($0, in: timeZone, words))
            }
            lines.append("  " + words(.similarTaken(here: here, there: there)))
        }
        if pair.pixels.contains(where: { $0 != nil }) {
            let (here, there) = both(pair.pixels) {
                .similarMegapixels(value: Self.decimal(Double($0) / 1_000_000, digits: 1))
            }
            lines.append("  " + words(.similarPixels(here: here, there: there)))
        }
        if let better = pair.better { lines.append("  " + words(better.phrase)) }
        for doubt in pair.doubts { lines.append("  " + words(doubt.phrase)) }
        return lines
    }

    private func both<Value>(
        _ values: [Value?], _ phrase: (Value) -> Phrase
    ) -> (Phrase, Phrase) {
        let phrases = values.map { $0.map(phrase) ?? .similarMissing }
        return (phrases.first ?? .similarMissing, phrases.last ?? .similarMissing)
    }

    /// The number with so many digits behind the point, rounded half up.
    static func decimal(_ number: Double, digits: Int) -> String {
        let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
        let whole = Int((abs(number) * Double(unit)).rounded())
        let rest = String(whole % unit)
        let zeros = String(repeating: "0", count: digits - rest.utf8.count)
        return "\(number < 0 && whole > 0 ? "-" : "")\(whole / unit).\(zeros)\(rest)"
    }
}

extension LookDoubt {
    /// What is said of it beside a picture.
    var phrase: Phrase {
        switch self {
        case .notAllowed: .similarUnseenNotAllowed
        case .noState: .similarUnseenNoState
        case .undecided(let groups, let needed):
            .similarUnseenUndecided(groups: String(groups), needed: String(needed))
        case .notLookedAt(let pictures): .similarUnseenNotLookedAt(n: pictures)
        case .notPresent: .similarUnseenNotPresent
        case .taken: .similarUnseenTaken
        case .notAsGood: .similarUnseenNotAsGood
        case .raw: .similarUnseenRaw
        }
    }

    /// What programs know it by.
    var code: String {
        switch self {
        case .notAllowed: "not-allowed"
        case .noState: "no-state"
        case .undecided: "undecided"
        case .notLookedAt: "not-looked-at"
        case .notPresent: "not-present"
        case .taken: "taken"
        case .notAsGood: "not-as-good"
        case .raw: "raw"
        }
    }
}

extension BetterGround {
    /// What is said of it.
    fileprivate var phrase: Phrase {
        switch self {
        case .pixels: .similarBetterPixels
        case .taken: .similarBetterTaken
        case .camera: .similarBetterCamera
        case .raw: .similarBetterRaw
        }
    }
}
