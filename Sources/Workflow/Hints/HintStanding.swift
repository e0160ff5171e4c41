// SPDX-License-Identifier: Apache-2.0

/// What was wished about hints, and what was shown when. A value: what may be shown next follows
/// from it, the occasions and the time, and from nothing else.
///
/// Instants are seconds since 1970.
package struct HintStanding: Sendable, Hashable {
    /// Whether hints are wanted at all.
    package var isOn = true
    /// When each was shown last.
    package var shown: [HintContext: Int64] = [:]
    /// Until when each was put off.
    package var later: [HintContext: Int64] = [:]
    /// Those that are not wanted any more.
    package var never: Set<HintContext> = []
    /// Those of which the first occasion was let go by, because the second one is tried.
    package var held: Set<HintContext> = []
    /// The one that was shown last and that nobody has followed yet.
    package var open: HintContext?
    /// When any was shown last, by whatever version of the program.
    package var lastShown: Int64?
    /// A random text that chooses the variant; nil where none are tried.
    package var variantID: String?

    /// Nothing was ever shown or wished.
    package init() {}

    /// Between any two hints lies a day.
    package static let daySeconds: Int64 = 86_400
    /// How long *later* lasts.
    package static let laterSeconds: Int64 = 7 * daySeconds

    /// The variant that is tried; nil for none.
    package var variant: HintVariant? { variantID.map { HintVariant.of(id: $0) } }

    // MARK: Deciding

    /// What is to be done on an occasion.
    package enum Choice: Sendable, Hashable {
        case nothing
        /// This is the first occasion, and the second one is tried.
        case hold(HintContext)
        case show(HintContext)
    }

    /// What is to be shown of `contexts` at `now`: the one of the highest priority, of several the
    /// first. A `now` before the last hint is a clock that was set back, and shows none.
    package func choice(of contexts: [HintContext], at now: Int64) -> Choice {
        guard isOn else { return .nothing }
        if let last = (shown.values + [lastShown].compactMap { $0 }).max(),
            now < last || now - last < Self.daySeconds
        {
            return .nothing
        }
        let open = contexts.filter { mayCome($0, at: now) }
        guard let highest = open.map(\.priority).max(),
            let context = open.first(where: { $0.priority == highest })
        else { return .nothing }
        let waits = variant == .delayed && !held.contains(context)
        return waits ? .hold(context) : .show(context)
    }

    private func mayCome(_ context: HintContext, at now: Int64) -> Bool {
        if never.contains(context) { return false }
        if let later = later[context] { return now >= later }
        return !(context.comesOnce && shown[context] != nil)
    }

    // MARK: What happened

    /// Takes down what `choice` said at `now`.
    package mutating func take(_ choice: Choice, at now: Int64) {
        switch choice {
        case .nothing: break
        case .hold(let context): held.insert(context)
        case .show(let context):
            shown[context] = now
            lastShown = now
            later[context] = nil
            open = context
        }
    }

    /// Puts `context`, or all, off for a week.
    package mutating func putOff(_ context: HintContext?, at now: Int64) {
        for context in context.map({ [$0] }) ?? HintContext.allCases {
            later[context] = now + Self.laterSeconds
        }
    }

    /// Has `context`, or none at all, come any more.
    package mutating func end(_ context: HintContext?) {
        if let context { never.insert(context) } else { isOn = false }
    }

    /// Has all come again that were put off or ended. What was shown within a day counts on.
    package mutating func welcome() {
        isOn = true
        never = []
        later = [:]
    }
}

extension HintStanding {
    /// Reads what `text` or an earlier version of the program wrote. A line that says nothing it
    /// knows is passed over.
    package init(text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let context = words.dropFirst().first.flatMap { HintContext(rawValue: $0) }
            let number = words.last.flatMap { Int64($0) }.flatMap(Self.instant)
            switch (words.first, context, number) {
            case ("off", _, _): isOn = false
            case ("shown", let context?, let at?): shown[context] = at
            case ("later", let context?, let at?): later[context] = at
            case ("never", let context?, _): never.insert(context)
            case ("held", let context?, _): held.insert(context)
            case ("open", let context?, _): open = context
            case ("last", _, let at?): lastShown = at
            case ("variants", _, _) where words.count == 2 && words[1].utf8.count == 32:
                variantID = words[1]
            default:
                // The only thing that an earlier version wrote besides 'on' and 'off'.
                if words.count == 1, let at = number { lastShown = at }
            }
        }
    }

    /// `seconds`, unless no clock of a person has ever said that.
    private static func instant(_ seconds: Int64) -> Int64? {
        (0...(1 << 40)).contains(seconds) ? seconds : nil
    }

    /// It as a text, which stays the same as long as it does.
    package var text: String {
        var lines = [isOn ? "on" : "off"]
        for context in HintContext.allCases {
            let name = context.rawValue
            if let at = shown[context] { lines.append("shown \(name) \(at)") }
            if let at = later[context] { lines.append("later \(name) \(at)") }
            if never.contains(context) { lines.append("never \(name)") }
            if held.contains(context) { lines.append("held \(name)") }
            if open == context { lines.append("open \(name)") }
        }
        if let lastShown { lines.append("last \(lastShown)") }
        if let variantID { lines.append("variants \(variantID)") }
        return lines.joined(separator: "\n")
    }
}
