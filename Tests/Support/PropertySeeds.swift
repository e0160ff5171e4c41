// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The seeds of a property test: 200 of them, as many as CLEANRULES_SEEDS says, or the one in
/// CLEANRULES_SEED.
package var propertySeeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["CLEANRULES_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let count = environment["CLEANRULES_SEEDS"].flatMap { UInt64($0) } ?? 200
    return Array(1...max(1, count))
}
