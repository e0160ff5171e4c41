// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import RuleEngine

/// What a person decided about an item of a snapshot, as it lies there.
package struct PartDecision: Sendable, Hashable, Codable {
    private let drive: String
    private let id: String
    private let path: String
    private let verdict: String
    private let until: Timestamp?
    private let size: Int64?
    private let hashes: [String: String]
    private let cTag: String?
    private let modified: Timestamp?

    /// What stands of `decision`.
    package init(_ decision: PastDecision) {
        drive = decision.drive
        id = decision.id
        path = decision.path
        verdict = decision.verdict.rawValue
        until = decision.until
        size = decision.size
        hashes = Dictionary(
            decision.hashes.map { ($0.key.rawValue, $0.value) },
            uniquingKeysWith: { one, _ in one })
        cTag = decision.cTag
        modified = decision.modified
    }

    /// The decision; nil where it says what nobody decides.
    package var past: PastDecision? {
        guard let verdict = Decision(rawValue: verdict) else { return nil }
        var known: [HashAlgorithm: String] = [:]
        for algorithm in HashAlgorithm.allCases { known[algorithm] = hashes[algorithm.rawValue] }
        return PastDecision(
            drive: drive, id: id, path: path, verdict: verdict, until: until, size: size,
            hashes: known, cTag: cTag, modified: modified)
    }

    /// All that it says, as bytes.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers alone: nothing of it cannot be written.
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }
}
