// SPDX-License-Identifier: Apache-2.0

import DriveAdapters

/// Counts the steps of a run and lets a test do something at one of them.
final class Witness: Sendable {
    private struct State {
        var count = 0
        var target: Int?
        var action: (@Sendable () -> Void)?
        var name = ""
        var names: [String] = []
        var every: (@Sendable (String) -> Void)?
    }

    private let state = Lock(State())

    /// Starts to count anew; at step `target` (the first is 0), `action` is called.
    func watch(_ target: Int?, _ action: @escaping @Sendable () -> Void = {}) {
        state.withLock { $0 = State(target: target, action: action) }
    }

    /// Calls `action` with the name of every step; nil: no more.
    func watchEvery(_ action: (@Sendable (String) -> Void)?) {
        state.withLock { $0.every = action }
    }

    /// Something is about to happen.
    func step(_ name: String) {
        state.withLock { $0.every }?(name)
        let action: (@Sendable () -> Void)? = state.withLock { state in
            defer { state.count += 1 }
            if state.target == nil { state.names.append(name) }
            if state.count != state.target { return nil }
            state.name = name
            // Once is enough, and what it holds on to is let go.
            return state.action.take()
        }
        action?()
    }

    /// How many steps there were.
    var count: Int { state.withLock { $0.count } }

    /// What all steps were, while there was no target.
    var names: [String] { state.withLock { $0.names } }

    /// What the step at the target was.
    var name: String { state.withLock { $0.name } }
}
