// SPDX-License-Identifier: Apache-2.0

/// Rules that a command only looks at, from a file or from standard input.
package struct RulesInput {
    /// What findings call it.
    package let name: String
    /// What it holds.
    package let bytes: [UInt8]
    /// What the files that it includes have to meet; nil unless it was found.
    package var trust: FoundRules?

    /// What stands for standard input; a file of that name is `./-`.
    private static let standardInput = "-"

    /// The rules that `named` says, or those that 'plan' would use. What standard input includes is
    /// looked for from the current folder.
    package static func read(_ named: String?) throws(Failure) -> RulesInput {
        if named == standardInput {
            return RulesInput(
                name: "standard input",
                bytes: try FileBytes.readStandardInput(most: FileBytes.rulesBytesMax))
        }
        let place = try RulesLoader.find(named, folder: nil)
        return RulesInput(
            name: place.path,
            bytes: try FileBytes.read(place.path, most: FileBytes.rulesBytesMax),
            trust: place.trust)
    }
}
