// SPDX-License-Identifier: Apache-2.0

public import Messages

/// Why no plan can be made of rules and items that are each valid.
public struct PlanError: ClausedError, Sendable, Equatable {
    /// What is wrong and what to do, one sentence without a full stop.
    public let clause: Message

    /// An error that says `clause`.
    public init(_ clause: Message) {
        self.clause = clause
    }

    /// The sentence in English.
    public var message: String { clause.description }
}

extension PlanError {
    /// That more pictures look alike than can be told apart.
    static let tooManyPairs = PlanError(
        Message(
            "over \(PhotoPairSearch.pairsMax) pairs of pictures look alike; plan over fewer folders"
                + " at a time, or take the 'similar' rules out"))

    /// That matching was too much for a plan.
    init(_ excess: MatchExcess, _ input: PlanInput, _ program: ConditionProgram) {
        switch excess {
        case .givenUp(let row, let pattern):
            self.init(
                Message(
                    "\(PlanError.owner(input) { $0.tests(pattern, input.ruleFile.definitions) }):"
                        + " the expression '\(pattern)' gives up on over \(MatchEffort.itemsMax)"
                        + " items, as on \(PlanError.text(.row(row), input)), because each takes"
                        + " over \(RegularExpressionMatcher.matchLimit) steps;"
                        + " \(PlanError.adviceOnExpressions)"))
        case .steps(let leaf, let share):
            let origin = program.origins[leaf]
            let what =
                switch origin {
                case .test(let test): Message("'\(test.field.rawValue)'")
                case .scopes, .other: Message("'\("in")'")
                }
            let pattern = share.pattern.map {
                Message(", there with the expression '\($0)'")
            }
            let advice =
                share.pattern == nil
                ? Message("write fewer patterns, or patterns that say more of what they match")
                : PlanError.adviceOnExpressions
            self.init(
                Message(
                    "\(PlanError.owner(input) { $0.holds(origin, input.ruleFile.definitions) }):"
                        + " the patterns of all rules take over"
                        + " \(input.matchStepsMax) steps on"
                        + " \(input.listing.count) items, most of them for \(what), as on"
                        + " \(PlanError.text(share.place, input))\(pattern ?? .empty); \(advice)"))
        }
    }

    private static let adviceOnExpressions = Message(
        "write it so that less can be matched in two ways, such as nested '*' and '+'")

    /// The first rule that is meant, protections before rules.
    private static func owner(_ input: PlanInput, _ isMeant: (Rule) -> Bool) -> Message {
        let file = input.ruleFile
        let owner = (file.protections + file.rules).first { $0.isEnabled && isMeant($0) }
        guard let owner else { return Message("the rules") }
        return owner.action == .protect
            ? Message("protection '\(owner.id)'") : Message("rule '\(owner.id)'")
    }

    private static func text(_ place: MatchPlace, _ input: PlanInput) -> Message {
        let listing = input.listing
        switch place {
        case .nowhere: return Message("any item")
        case .row(let row):
            return Message("'\(listing.path(row))' of drive '\(listing.driveName(row))'")
        case .folder(let folder):
            let drive = listing.drives[Int(listing.folders.drives[folder])].name
            return Message("'\(listing.folders.path(folder).string)/' of drive '\(drive)'")
        case .text(let text): return Message("the items with '\(text)'")
        }
    }
}

extension Rule {
    /// Whether the rule's conditions hold the regular expression `pattern`.
    fileprivate func tests(_ pattern: String, _ definitions: [Definition]) -> Bool {
        holdsTest(definitions) { test in
            test.alternatives.contains { value in
                guard case .regularExpression(let expression) = value else { return false }
                return expression.pattern.utf8.elementsEqual(pattern.utf8)
            }
        }
    }

    /// Whether a leaf was made of some part of the rule.
    fileprivate func holds(_ origin: LeafOrigin, _ definitions: [Definition]) -> Bool {
        switch origin {
        case .scopes(let scopes): return self.scopes == scopes
        case .other: return false
        case .test(let test):
            if holdsTest(definitions, where: { $0 == test }) { return true }
            guard let selection, case .glob(let glob)? = test.alternatives.first else {
                return false
            }
            return selection.preferences.contains { preference in
                switch preference {
                case .inside(let other), .named(let other): other == glob
                case .order, .drive: false
                }
            }
        }
    }
}
