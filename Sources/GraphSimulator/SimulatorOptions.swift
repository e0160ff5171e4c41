// SPDX-License-Identifier: Apache-2.0

/// How the simulated service as a whole behaves.
package struct SimulatorOptions: Sendable, Hashable {
    /// Where chance begins: ids, tokens and orders follow from it.
    package var seed: UInt64
    /// How many requests the service takes.
    package var throttle = SimulatedThrottle()
    /// Whether the answers of a batch come in any order.
    package var shufflesBatches = true
    /// The ids of drives that `/me/drives` lists for consumers, and that nobody can use.
    package var phantomDriveIDs = ["0D1E2F3A4B5C6D7E", "1A2B3C4D5E6F7081"]

    /// A service with everything that follows from `seed`.
    package init(seed: UInt64 = 1) {
        self.seed = seed
    }
}

/// Why the simulator cannot do what its owner asks.
package struct SimulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One clause, without a full stop.
    package let description: String

    /// That clause.
    package init(_ description: String) {
        self.description = description
    }
}
