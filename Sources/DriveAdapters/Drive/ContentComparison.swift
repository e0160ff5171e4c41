// SPDX-License-Identifier: Apache-2.0

public import RuleEngine
internal import Text

/// What reading and comparing the contents of some rows has shown.
public struct ContentComparison: Sendable {
    /// The classes of equal bytes; 0 for a row that has no equal, that was not to be compared, or
    /// that could not be. Only the rows of one drive are in it.
    public var classes: ContentClasses
    /// How many classes there are, each of two rows or more.
    public var classCount: Int
    /// The rows that could not be compared, and why.
    public var problems: DriveProblems

    /// The given outcome.
    public init(
        classes: ContentClasses, classCount: Int = 0, problems: DriveProblems = DriveProblems()
    ) {
        self.classes = classes
        self.classCount = classCount
        self.problems = problems
    }
}

/// The hashes of the contents of some rows.
public struct ContentHashes: Sendable {
    /// The rows that were asked for.
    public let rows: [Int]
    /// Those that could not be hashed, and why.
    public var problems = DriveProblems()
    private var digests: [HashAlgorithm: Digests] = [:]

    /// The digests of one algorithm: `width` bytes for each row, and whether they are there.
    private struct Digests: Sendable {
        var bytes: [UInt8]
        var isPresent: [Bool]
    }

    /// No hashes yet for `rows`.
    public init(rows: [Int], algorithms: Set<HashAlgorithm>) {
        self.rows = rows
        for algorithm in algorithms {
            digests[algorithm] = Digests(
                bytes: [UInt8](repeating: 0, count: rows.count * algorithm.width),
                isPresent: [Bool](repeating: false, count: rows.count))
        }
    }

    /// The hash of `rows[index]`, written as listings write it; nil if there is none.
    public func text(_ algorithm: HashAlgorithm, at index: Int) -> String? {
        guard let held = digests[algorithm], held.isPresent[index] else { return nil }
        let start = index * algorithm.width
        let digest = held.bytes[start..<start + algorithm.width]
        return unsafe digest.withUnsafeBufferPointer { bytes in
            unsafe algorithm == .quickXor ? Base64.text(bytes) : HexDigits.text(bytes)
        }
    }

    /// Sets the hash of `rows[index]`.
    mutating func set(
        _ digest: UnsafeBufferPointer<UInt8>, _ algorithm: HashAlgorithm, at index: Int
    ) {
        precondition(digest.count == algorithm.width, "a digest has the width of its algorithm")
        let start = index * algorithm.width
        unsafe digests[algorithm]?.bytes.replaceSubrange(start..<start + digest.count, with: digest)
        digests[algorithm]?.isPresent[index] = true
    }
}
