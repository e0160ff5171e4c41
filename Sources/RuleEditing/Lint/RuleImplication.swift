// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Whether one condition holds wherever another one does, as far as that follows from what is written.
///
/// It is said only of tests of the same field, so that both are unknown for the same items: what holds
/// of true holds of unknown. Presence is another matter, and not decided.
struct RuleImplication {
    private let definitions: [String: Condition]
    /// How deep conditions are looked into.
    private static let depthMax = 12

    /// With the definitions of `file`.
    init(_ file: RuleFile) {
        definitions = Dictionary(
            file.definitions.map { ($0.name, $0.condition) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether `second` certainly holds where `first` does.
    func holds(_ first: Condition, _ second: Condition, depth: Int = 0) -> Bool {
        if first == second { return true }
        if depth > Self.depthMax { return false }
        func next(_ one: Condition, _ other: Condition) -> Bool {
            holds(one, other, depth: depth + 1)
        }
        switch (first, second) {
        case (_, .everything): return true
        case (.defined(let names), _):
            guard let one = written(names) else { return false }
            return next(one, second)
        case (_, .defined(let names)):
            guard let other = written(names) else { return false }
            return next(first, other)
        case (_, .all(let parts)): return parts.allSatisfy { next(first, $0) }
        case (.any(let parts), _): return parts.allSatisfy { next($0, second) }
        case (.none(let ones), .none(let others)):
            return others.allSatisfy { other in ones.contains { next(other, $0) } }
        case (.all(let parts), .any(let others)):
            return others.contains { next(first, $0) } || parts.contains { next($0, second) }
        case (.all(let parts), _): return parts.contains { next($0, second) }
        case (_, .any(let parts)): return parts.contains { next(first, $0) }
        case (.test(let one), .test(let other)):
            return one.field == other.field
                && one.alternatives.allSatisfy { value in
                    other.alternatives.contains { ValueImplication.holds(value, $0) }
                }
        default: return false
        }
    }

    private func written(_ names: [String]) -> Condition? {
        let found = names.compactMap { definitions[$0] }
        guard found.count == names.count, !found.isEmpty else { return nil }
        return found.count == 1 ? found[0] : .any(found)
    }

    /// Whether `rule` applies to everything that `other` applies to.
    func covers(_ rule: Rule, _ other: Rule) -> Bool {
        guard rule.isEnabled, other.isEnabled, rule.selection == nil, other.selection == nil,
            rule.itemType == nil || rule.itemType == other.itemType,
            Self.covers(rule.scopes, other.scopes)
        else { return false }
        guard holds(other.match ?? .everything, rule.match ?? .everything) else { return false }
        guard let except = rule.unless else { return true }
        return other.unless.map { holds(except, $0) } ?? false
    }

    private static func covers(_ scopes: [Scope], _ others: [Scope]) -> Bool {
        if scopes.isEmpty { return true }
        return !others.isEmpty
            && others.allSatisfy { other in
                scopes.contains { scope in
                    scope.drive == other.drive
                        && (scope.folder.isEmpty || scope.folder == other.folder
                            || other.folder.hasPrefix(scope.folder + "/"))
                }
            }
    }
}

/// The same of single values of one field.
enum ValueImplication {
    /// Whether `second` certainly holds where `first` does.
    static func holds(_ first: TestValue, _ second: TestValue) -> Bool {
        if first == second { return true }
        switch (first, second) {
        case (.number(let one), .number(let other)):
            guard let inner = range(one), let outer = range(other) else { return false }
            return outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
        case (.age(let one), .age(let other)): return holds(one, other)
        case (.date(let one), .date(let other)): return holds(one, other)
        case (.glob(let one), .glob(let other)): return holds(one, other)
        default: return false
        }
    }

    /// The whole numbers that a comparison leaves; nil for none.
    static func range(_ comparison: Comparison<Int64>) -> ClosedRange<Int64>? {
        switch comparison {
        case .over(let bound): bound < .max ? bound + 1...(.max) : nil
        case .under(let bound): bound > .min ? (.min)...bound - 1 : nil
        case .between(let low, let high): low <= high ? low...high : nil
        case .exactly(let bound): bound...bound
        }
    }

    /// An age as a whole number of one unit: of seconds, or of months.
    private static func length(_ age: Age) -> (isCalendar: Bool, count: Int64)? {
        let factor: Int64 =
            switch age.unit {
            case .year: 12
            case .month: 1
            default: age.unit.secondsExactly ?? 0
            }
        let (count, isTooMuch) = age.amount.multipliedReportingOverflow(by: factor)
        return isTooMuch ? nil : (age.unit.secondsExactly == nil, count)
    }

    /// A comparison of ages as one of whole numbers; nil for one of both kinds of units.
    static func lengths(
        _ comparison: Comparison<Age>
    ) -> (isCalendar: Bool, comparison: Comparison<Int64>)? {
        switch comparison {
        case .over(let age): return length(age).map { ($0.isCalendar, .over($0.count)) }
        case .under(let age): return length(age).map { ($0.isCalendar, .under($0.count)) }
        case .exactly(let age): return length(age).map { ($0.isCalendar, .exactly($0.count)) }
        case .between(let low, let high):
            guard let one = length(low), let other = length(high),
                one.isCalendar == other.isCalendar
            else { return nil }
            return (one.isCalendar, .between(one.count, other.count))
        }
    }

    private static func holds(_ first: Comparison<Age>, _ second: Comparison<Age>) -> Bool {
        guard let one = lengths(first), let other = lengths(second),
            one.isCalendar == other.isCalendar
        else { return false }
        return holds(.number(one.comparison), .number(other.comparison))
    }

    private static func holds(_ first: DateComparison, _ second: DateComparison) -> Bool {
        func day(_ bound: DateBound) -> CalendarDay? {
            if case .day(let day) = bound { return day }
            return nil
        }
        switch (first, second) {
        case (.before(let one), .before(let other)):
            guard let one = day(one), let other = day(other) else { return false }
            return one <= other
        case (.since(let one), .since(let other)), (.between(let one, _), .since(let other)):
            guard let one = day(one), let other = day(other) else { return false }
            return one >= other
        case (.between(_, let one), .before(let other)):
            guard let one = day(one), let other = day(other) else { return false }
            return one < other
        case (.between(let low, let high), .between(let least, let most)):
            guard let low = day(low), let high = day(high), let least = day(least),
                let most = day(most)
            else { return false }
            return least <= low && high <= most
        default: return false
        }
    }

    /// Of two globs that say the same but for more folders, or that take every name.
    private static func holds(_ first: Glob, _ second: Glob) -> Bool {
        guard first.style == second.style else { return false }
        if second.style == .name, second.text == "*" { return true }
        guard second.style == .path, second.text.hasSuffix("/**") else { return false }
        let folder = second.text.dropLast(2)
        if folder == "/" { return true }
        // What stands before the first sign with a meaning is the same for every item.
        let plain = first.text.prefix { !"*?[{\\".contains($0) }
        return !folder.contains(where: { "*?[{\\".contains($0) }) && plain.hasPrefix(folder)
            && first.text.count > folder.count
    }
}
