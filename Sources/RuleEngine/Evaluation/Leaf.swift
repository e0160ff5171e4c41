// SPDX-License-Identifier: Apache-2.0

/// A test of one field, with everything resolved that does not depend on the item.
enum Leaf: Sendable {
    /// The same for every item.
    case constant(Truth)
    /// Files only, or folders only.
    case itemType(ItemType)
    /// Numbers and instants.
    case interval(IntervalTest)
    /// What the folder decides, alone or together with the name: `path`, `in`, `depth`, `drive`.
    case folder(FolderTest)
    /// Globs on the name.
    case name(GlobSet)
    /// Globs on a text of which few are distinct: the outcome by the text's number.
    case interned(InternedTest)
    /// Globs on owner or address.
    case owner(InternedTest, InternedTest, PresenceTest)
    /// Extensions.
    case fileExtension(ExtensionTest)
    /// Kinds.
    case kind(KindTest)
    /// Whether the item is shared.
    case shared(PresenceTest, values: Set<Bool>)
    /// Whether the item is empty.
    case empty(values: Set<Bool>)
    /// Regular expressions on name or path.
    case regularExpression(RegularExpressionTest)
    /// A number that is read of what a picture looks like.
    case look(LookTest)
    /// Whether a picture is a screenshot.
    case screenshot(values: Set<Bool>)
    /// Whether it is known of an item what its picture tells: on local drives, whether it was looked
    /// at.
    case isLookedAt

    /// What a batch costs, roughly; the cheaper side of an "and" goes first.
    var cost: Int {
        switch self {
        case .constant: 0
        case .folder(let test): test.nameSets.isEmpty ? 1 : 3
        case .itemType, .interval, .shared, .empty: 1
        case .interned, .owner, .isLookedAt: 1
        case .look, .screenshot: 4
        case .fileExtension, .kind: 3
        case .name(let globs): 2 + globs.cost
        case .regularExpression: 40
        }
    }

    /// Whether the leaf looks at folded names.
    var needsFoldedNames: Bool {
        switch self {
        case .name, .fileExtension, .kind, .regularExpression: true
        case .folder(let test): !test.nameSets.isEmpty
        default: false
        }
    }
}

/// Whether a test asks for presence or absence, and for values besides.
struct PresenceTest: Sendable, Equatable {
    /// `present` is among the alternatives.
    var asksPresent = false
    /// `missing` is among the alternatives.
    var asksMissing = false
    /// Some alternative is a value.
    var asksValue = false

    /// The outcome for an item that lacks the field.
    var ofMissing: Truth { asksMissing ? .yes : asksValue ? .unknown : .no }

    /// The presence part of `alternatives`.
    init(_ alternatives: [TestValue]) {
        for alternative in alternatives {
            switch alternative {
            case .present: asksPresent = true
            case .missing: asksMissing = true
            default: asksValue = true
            }
        }
    }
}

/// A column of numbers or instants.
enum NumberColumn: Sendable, Equatable {
    case size
    case width
    case height
    /// The later of created and modified.
    case age
    case created
    case modified
    case taken
    case accessed
    case firstSeen
}

/// A number or an instant within any of some closed intervals.
struct IntervalTest: Sendable {
    let column: NumberColumn
    /// Rising, without overlap.
    let intervals: [ClosedRange<Int64>]
    let presence: PresenceTest

    /// A test whether a number lies in any of `intervals`. O(n log n).
    init(column: NumberColumn, intervals: [ClosedRange<Int64>], presence: PresenceTest) {
        self.column = column
        self.intervals = intervals.united
        self.presence = presence
    }

    /// Whether `value` lies in any of the intervals. O(log n).
    @inline(__always)
    func contains(_ value: Int64) -> Bool { intervals.holds(value) }
}

extension [ClosedRange<Int64>] {
    /// The same numbers in intervals that rise and do not overlap. O(n log n).
    var united: [ClosedRange<Int64>] {
        var united: [ClosedRange<Int64>] = []
        for interval in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = united.last, interval.lowerBound <= last.upperBound {
                let end = Swift.max(last.upperBound, interval.upperBound)
                united[united.count - 1] = last.lowerBound...end
            } else {
                united.append(interval)
            }
        }
        return united
    }

    /// Whether `value` lies in any of the intervals, which are `united`. O(log n).
    func holds(_ value: Int64) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].contains(value)
    }
}

/// A number that is read of what a picture looks like, within any of some closed intervals.
struct LookTest: Sendable {
    /// Which number.
    enum Value: Sendable { case sharpness, brightness, detail }
    let value: Value
    /// Rising, without overlap.
    let intervals: [ClosedRange<Int64>]

    /// A test whether the number lies in any of `intervals`. O(n log n).
    init(_ value: Value, intervals: [ClosedRange<Int64>]) {
        self.value = value
        self.intervals = intervals.united
    }
}

/// Outcomes by the number of an interned text; outcome 0 is that of a missing text.
struct InternedTest: Sendable {
    enum Source: Sendable { case mime, camera, album, owner, ownerAddress }
    var source: Source
    var outcomes: Column<UInt8>
}

/// The extension against a few.
struct ExtensionTest: Sendable {
    private let extensions: Interner
    let presence: PresenceTest

    /// A test whether the extension is any of `extensions`, folded and in Form C.
    init(extensions: [[UInt8]], presence: PresenceTest) {
        var known = Interner()
        for text in extensions {
            unsafe text.withUnsafeBufferPointer { text in
                guard let start = text.baseAddress else { return }
                _ = unsafe known.number(of: TextSlice(start: start, count: text.count))
            }
        }
        self.extensions = known
        self.presence = presence
    }

    /// Whether `text`, folded, is one of the extensions. O(length) expected.
    @inline(__always)
    func contains(_ text: TextSlice) -> Bool { extensions.existingNumber(of: text) != nil }
}

/// The kind against a few.
struct KindTest: Sendable {
    var kinds: Set<ItemKind>
    var presence: PresenceTest
    /// By the number of the MIME type: the kind's index plus 1, or 0 where the extension decides.
    var kindOfMIME: Column<UInt8>
}

/// Regular expressions on name or path.
struct RegularExpressionTest: Sendable {
    var onPath: Bool
    var patterns: [RegularExpression]
    /// One of these ASCII literals stands in the folded form of every name that can match; nil if
    /// no such literals are known.
    var literals: [[UInt8]]?
}
