// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

/// A running SHA-256.
final class Digest {
    private let state = SHA256Stream()

    /// Takes bytes.
    func update(_ bytes: UnsafeBufferPointer<UInt8>) { state.update(bytes) }

    /// Takes bytes.
    func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { state.update($0) }
    }

    /// The digest in hex; the stream is used up.
    func finish() -> String { state.finish() }
}
