// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// By what parts of a fleet tell each other: files in the folder of the plan, or frames that
/// something else carries to where they belong.
protocol PartExchange {
    /// Tells `body` at `place`.
    func tell(_ body: [UInt8], at place: PartPlace, of origin: PartOrigin) throws(PartFailure)
    /// What was told at `place`, all of it.
    func told(at place: PartPlace, of origin: PartOrigin) throws(PartFailure) -> [UInt8]
}

extension PartFolder: PartExchange {}
