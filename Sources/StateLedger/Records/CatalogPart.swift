// SPDX-License-Identifier: Apache-2.0

/// One piece of a stored listing: the ledger keeps the bytes and knows nothing of their meaning.
package struct CatalogPart: Sendable, Hashable {
    /// What the piece is of; unique together with `chunk`.
    package var name: String
    /// The number of the piece.
    package var chunk: Int
    /// The bytes.
    package var bytes: [UInt8]

    /// The given piece.
    package init(name: String, chunk: Int, bytes: [UInt8]) {
        self.name = name
        self.chunk = chunk
        self.bytes = bytes
    }
}
