// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The digests of a content that arrives in pieces, and may have to begin anew.
final class ContentDigest: Sendable {
    private let state: Lock<State>

    private struct State: ~Copyable {
        var hasher: FileHasher
        var count: Int64 = 0
        /// As many bytes as there should be.
        let countMax: Int64
        var isOver = false
        var isStopped = false
    }

    /// A digest of `countMax` bytes; nil if libcrypto does without one of `algorithms`.
    init?(_ algorithms: Set<HashAlgorithm>, countMax: Int64) {
        guard let hasher = FileHasher(algorithms) else { return nil }
        state = Lock(State(hasher: hasher, countMax: countMax))
    }

    /// How many bytes were taken.
    var count: Int64 { state.withLock { $0.count } }
    /// Whether there were more bytes than there should be.
    var isOver: Bool { state.withLock { $0.isOver } }
    /// Whether the caller gave up.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Takes further bytes; false if no more are wanted.
    func take(_ bytes: UnsafeRawBufferPointer, shouldStop: () -> Bool) -> Bool {
        let stops = shouldStop()
        return state.withLock { state in
            if stops { state.isStopped = true }
            if state.isStopped || state.isOver { return false }
            let room = state.countMax - state.count
            if Int64(bytes.count) > room {
                state.isOver = true
                return false
            }
            unsafe state.hasher.update(bytes)
            state.count += Int64(bytes.count)
            return true
        }
    }

    /// Begins anew.
    func restart() {
        state.withLock { state in
            state.hasher.reset()
            state.count = 0
            state.isOver = false
        }
    }

    /// The digests; nothing may be added afterwards.
    func finish() -> [HashAlgorithm: [UInt8]] {
        state.withLock { state in
            var digests: [HashAlgorithm: [UInt8]] = [:]
            unsafe state.hasher.finish { digests[$0] = unsafe Array($1) }
            return digests
        }
    }
}
