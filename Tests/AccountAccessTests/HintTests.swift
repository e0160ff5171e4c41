// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("What is kept of hints")
struct HintTests {
    @Test("is changed as a whole, by one process after another")
    func changes() async throws {
        let folder = AccountFolder(path: AccountWorld.newFolder() + "/accounts")
        let memory = HintMemory(folder: folder)
        #expect(try memory.text() == "")
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await HintMemory(folder: folder).change { text in
                        (String((Int(text) ?? 0) + 1), ())
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try memory.text() == "20")
        // Nothing is written where nothing is given.
        #expect(try await memory.change { text in (nil, text) } == "20")
        #expect(try HintMemory(folder: folder).text() == "20")
    }

    @Test("is nothing where nobody could remember it")
    func unwritable() async throws {
        let path = AccountWorld.newFolder() + "/file"
        try "x".write(toFile: path, atomically: true, encoding: .utf8)
        let memory = HintMemory(folder: AccountFolder(path: path))
        await #expect(throws: AccessError.self) { try await memory.change { _ in ("on", ()) } }
    }
}
