// SPDX-License-Identifier: Apache-2.0

/// Which rows hold equal bytes: equal numbers above 0 mean equal content; 0 means not compared.
public struct ContentClasses: Sendable {
    private let numbers: Column<UInt32>

    /// No row compared.
    public init(rowCount: Int) {
        numbers = Column(repeating: 0, count: rowCount)
    }

    /// The class of `row`.
    @inline(__always)
    public subscript(row: Int) -> UInt32 {
        get { unsafe numbers.base[row] }
        nonmutating set { unsafe numbers.base[row] = newValue }
    }
}

/// What drives that the program reads itself say about content, beyond what the listing holds.
public struct ContentEvidence: Sendable {
    /// Classes of equal bytes, valid within one drive of kind `local` or `memory`.
    public var classes: ContentClasses?
    /// Hashes computed for comparison with other drives: hex or base64, by row.
    public var hashes: [HashAlgorithm: [Int: String]]

    /// The given evidence.
    public init(
        classes: ContentClasses? = nil, hashes: [HashAlgorithm: [Int: String]] = [:]
    ) {
        self.classes = classes
        self.hashes = hashes
    }
}

/// What a plan needs to know about content before it can be made.
public struct ContentRequest: Sendable {
    /// Rows of one drive and one size, of which some could be deleted as a duplicate of another.
    public var comparisons: [[Int]] = []
    /// Rows whose hash is needed, by algorithm.
    public var hashes: [HashAlgorithm: [Int]] = [:]

    /// Nothing is needed.
    public init() {}

    /// Whether nothing is needed.
    public var isEmpty: Bool { comparisons.isEmpty && hashes.isEmpty }
}

extension DriveKind {
    /// Whether the program can read the bytes of such a drive while it plans.
    package var isReadable: Bool { self == .local || self == .memory }
}
