// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The seeds of a property test: 200 of them, or the one in CLEANRULES_SEED.
package var propertySeeds: [UInt64] {
    if let text = ProcessInfo.processInfo.environment["CLEANRULES_SEED"], let seed = UInt64(text) {
        return [seed]
    }
    return Array(1...200)
}
