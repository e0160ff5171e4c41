// SPDX-License-Identifier: Apache-2.0

package import StateLedger

extension Ledger {
    /// Everything that is held, as pieces of one JSON document.
    package func exportedPieces(looks: Bool = false) throws -> [String] {
        var pieces: [String] = []
        try export(looks: looks) { pieces.append($0) }
        return pieces
    }
}
