// SPDX-License-Identifier: Apache-2.0

/// Items and bytes.
public struct Tally: Sendable, Hashable {
    /// How many items.
    public var items: Int64 = 0
    /// How many bytes, items of unknown size counted as 0.
    public var bytes: Int64 = 0
    /// How many items of unknown size are among them; folders are not.
    public var unknownSizes: Int64 = 0

    /// Nothing.
    public init() {}

    /// Adds one item; bytes stop at the largest number there is.
    @inline(__always)
    mutating func add(size: Int64, isFolder: Bool) {
        items += 1
        if size == Missing.number {
            if !isFolder { unknownSizes += 1 }
        } else {
            let (sum, overflow) = bytes.addingReportingOverflow(size)
            bytes = overflow ? .max : sum
        }
    }
}

/// The numbers of a plan: by verdict, by deciding rule, by drive.
public struct PlanTotals: Sendable {
    /// What one rule decided.
    public struct ForRule: Sendable, Hashable {
        /// Items that it keeps.
        public var keep = Tally()
        /// Items that it sends to a person.
        public var review = Tally()
        /// Items that it deletes.
        public var delete = Tally()
    }

    /// What lies on one drive.
    public struct ForDrive: Sendable, Hashable {
        /// All files.
        public var files = Tally()
        /// All folders.
        public var folders = Tally()
        /// Files that go.
        public var deletedFiles = Tally()
    }

    /// All items.
    public var all = Tally()
    /// Items that stay.
    public var keep = Tally()
    /// Items that a person looks at.
    public var review = Tally()
    /// Items that go.
    public var delete = Tally()
    /// By number of the deciding rule.
    public var rules: [ForRule]
    /// Items that no rule named decided, by reason.
    public var unnamed: [Reason: Tally] = [:]
    /// By number of the drive.
    public var drives: [ForDrive]

    /// Counts all items of `plan`. O(items).
    public init(_ plan: Plan) {
        rules = Array(repeating: ForRule(), count: plan.rules.count)
        drives = Array(repeating: ForDrive(), count: plan.listing.drives.count)
        let listing = plan.listing
        var unmatched = Tally()
        for row in 0..<listing.count {
            let size = unsafe listing.size.base[row]
            let isFolder = listing.isFolder(row)
            let verdict = plan.verdict(row)
            let drive = listing.drive(row)
            all.add(size: size, isFolder: isFolder)
            if isFolder {
                drives[drive].folders.add(size: size, isFolder: true)
            } else {
                drives[drive].files.add(size: size, isFolder: false)
                if verdict == .delete {
                    drives[drive].deletedFiles.add(size: size, isFolder: false)
                }
            }
            let number = plan.ruleNumber(row)
            switch verdict {
            case .keep:
                keep.add(size: size, isFolder: isFolder)
                if let number { rules[number].keep.add(size: size, isFolder: isFolder) }
            case .review:
                review.add(size: size, isFolder: isFolder)
                if let number { rules[number].review.add(size: size, isFolder: isFolder) }
            case .delete:
                delete.add(size: size, isFolder: isFolder)
                if let number { rules[number].delete.add(size: size, isFolder: isFolder) }
            }
            if number == nil {
                let reason = plan.reason(row)
                if reason == .unmatched {
                    unmatched.add(size: size, isFolder: isFolder)
                } else {
                    unnamed[reason, default: Tally()].add(size: size, isFolder: isFolder)
                }
            }
        }
        if unmatched.items > 0 { unnamed[.unmatched] = unmatched }
    }
}
