// SPDX-License-Identifier: Apache-2.0

internal import StateLedger

/// Finds the looks that new ones are alike.
final class PairSearch: Sendable {
    /// The pairs that `fresh` make with what is kept.
    @Sendable func find(_ fresh: [NumberedLook], _ reader: LookReader) throws -> [KeptPair] { [] }
}
