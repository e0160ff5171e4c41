// SPDX-License-Identifier: Apache-2.0

package import StateLedger
package import Wording

/// The way from a hint to a sign-in, in numbers: how many came to each step.
package struct EventFunnel: Sendable {
    /// A step of the way, in its order.
    package enum Step: String, Sendable, CaseIterable {
        case shown, taken, started
        case code = "code-shown"
        case done, migrated

        fileprivate var name: EventName {
            switch self {
            case .shown: .hintShown
            case .taken: .hintTaken
            case .started: .loginStarted
            case .code: .loginCodeShown
            case .done: .loginDone
            case .migrated: .migrated
            }
        }

        /// What it is, for people.
        package var phrase: Phrase {
            switch self {
            case .shown: .eventStepShown
            case .taken: .eventStepTaken
            case .started: .eventStepStarted
            case .code: .eventStepCode
            case .done: .eventStepDone
            case .migrated: .eventStepMigrated
            }
        }
    }

    /// Of fewer hints than these no share is told: it would be chance.
    package static let impressionsMin: Int64 = 30

    /// How many came to each step.
    package let counts: [Step: Int64]
    /// Hints that were shown and followed, by the wording that was tried.
    package let variants: [String: (shown: Int64, taken: Int64)]

    /// What `events` come to.
    package init(_ events: [EventCount]) {
        var counts: [Step: Int64] = [:]
        var variants: [String: (shown: Int64, taken: Int64)] = [:]
        for event in events {
            guard let step = Step.allCases.first(where: { $0.name.text == event.name }) else {
                continue
            }
            counts[step, default: 0] += event.count
            if event.variant.isEmpty { continue }
            if step == .shown { variants[event.variant, default: (0, 0)].shown += event.count }
            if step == .taken { variants[event.variant, default: (0, 0)].taken += event.count }
        }
        self.counts = counts
        self.variants = variants
    }

    /// How many came to `step`.
    package func count(_ step: Step) -> Int64 { counts[step] ?? 0 }

    /// How many of a hundred hints were followed; nil where too few were shown to tell.
    package var percent: Int64? { Self.percent(count(.taken), of: count(.shown)) }

    /// How many of a hundred `shown` were `taken`; nil of too few.
    package static func percent(_ taken: Int64, of shown: Int64) -> Int64? {
        shown < impressionsMin ? nil : min(taken, shown) * 100 / shown
    }
}
