// SPDX-License-Identifier: Apache-2.0

/// When which faults occur.
package struct FaultScript: Sendable, Hashable {
    /// The rules; the first one that applies to a request decides.
    package var rules: [FaultRule]
    /// Where chance begins.
    package var seed: UInt64

    /// A script.
    package init(_ rules: [FaultRule] = [], seed: UInt64 = 1) {
        self.rules = rules
        self.seed = seed
    }
}

/// One fault and the requests that it may hit.
package struct FaultRule: Sendable, Hashable {
    /// Where a request comes.
    package enum Place: String, Sendable, Hashable, CaseIterable {
        /// By itself.
        case direct
        /// In a batch.
        case batch
        /// In either way.
        case any
    }

    /// The kinds that it hits; none means all.
    package var kinds: Set<SimulatedRequestKind>
    /// Where they come.
    package var place: Place
    /// What the address holds, as it was sent; nil for any.
    package var urlPart: String?
    /// The first of the matching requests that is hit, from 1.
    package var first: Int
    /// How many are hit; nil for all further ones.
    package var count: Int?
    /// How likely each of them is hit; nil for certainly.
    package var probability: Double?
    /// What happens.
    package var fault: SimulatedFault

    /// A rule that hits the `first` matching request and the `count` - 1 after it.
    package init(
        _ kinds: Set<SimulatedRequestKind>, _ fault: SimulatedFault, first: Int = 1,
        count: Int? = 1, place: Place = .any, urlPart: String? = nil, probability: Double? = nil
    ) {
        self.kinds = kinds
        self.place = place
        self.urlPart = urlPart
        self.first = first
        self.count = count
        self.probability = probability
        self.fault = fault
    }
}

/// A script as it is played.
struct FaultPlayer {
    private let script: FaultScript
    private var matchCounts: [Int]
    private var hitCounts: [Int]
    private var random: SeededRandom

    init(_ script: FaultScript) {
        self.script = script
        matchCounts = Array(repeating: 0, count: script.rules.count)
        hitCounts = matchCounts
        random = SeededRandom(seed: script.seed)
    }

    /// How often each rule has hit.
    var counts: [Int] { hitCounts }

    /// What goes wrong with a request, if anything does.
    mutating func fault(
        for kind: SimulatedRequestKind, isInBatch: Bool, target: String, now: Double
    ) -> SimulatedFault? {
        var found: SimulatedFault?
        for (index, rule) in script.rules.enumerated() {
            guard rule.kinds.isEmpty || rule.kinds.contains(kind),
                rule.place == .any || (rule.place == .batch) == isInBatch,
                rule.urlPart.map({ target.contains($0) }) ?? true
            else { continue }
            matchCounts[index] += 1
            guard found == nil, matchCounts[index] >= rule.first,
                rule.count.map({ hitCounts[index] < $0 }) ?? true,
                rule.probability.map({ random.fraction() < $0 }) ?? true
            else { continue }
            hitCounts[index] += 1
            found = rule.fault
        }
        return found
    }
}
