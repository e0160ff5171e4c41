// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

extension PastDecision {
    /// A decision of the state file in the engine's words.
    init(_ record: DecisionRecord) {
        let item = record.item
        var hashes: [HashAlgorithm: String] = [:]
        for algorithm in HashAlgorithm.allCases {
            hashes[algorithm] = item.hashes[algorithm.rawValue]
        }
        self.init(
            drive: item.drive, id: item.id, path: item.path, verdict: record.verdict,
            until: record.until, size: item.size, hashes: hashes, cTag: item.cTag,
            modified: item.modified.map { Timestamp(secondsSinceEpoch: $0) })
    }
}

extension [DecisionRecord] {
    /// Those that were made about the drives of `identities`, by name: another drive under the
    /// same name has nothing to do with them.
    func about(_ identities: [String: String]) -> [DecisionRecord] {
        filter { identities[$0.item.drive] == $0.driveIdentity }
    }
}
