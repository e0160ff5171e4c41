// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// Where this user's wishes about hints are kept, and when the last one was shown: one file for all
/// profiles, so that *never* is said once.
package struct HintMemory: Sendable {
    private let file: PrivateFile
    private let clock: AccountClock

    /// The memory in `folder`.
    package init(folder: AccountFolder, clock: AccountClock = .system) {
        file = PrivateFile(
            folder: folder, name: "hints", what: String(clause: "the file of the hints"))
        self.clock = clock
    }

    /// What is kept; empty where nothing is.
    package func text() throws(AccessError) -> String {
        String(decoding: try file.bytes() ?? [], as: UTF8.self)
    }

    /// Puts `body` of what is kept in its place, one process after another; nothing is written where
    /// it gives nil. Waits at most `patienceSeconds` for another process.
    package func change<Value: Sendable>(
        patienceSeconds: Double = 180,
        _ body: @Sendable (String) -> (text: String?, value: Value)
    ) async throws(AccessError) -> Value {
        let lock = try await StoreLock.taken(file.folder, clock, patienceSeconds: patienceSeconds)
        defer { lock.release() }
        let (text, value) = body(try text())
        if let text { try file.replace(Array(text.utf8)) }
        return value
    }
}
