// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AccountAccess

@Suite("Hints")
struct HintTests {
    @Test("come at most once a day, and never after they were switched off")
    func turns() throws {
        let folder = AccountFolder(path: AccountWorld.newFolder() + "/accounts")
        let memory = HintMemory(folder: folder)
        #expect(try memory.isOn())
        #expect(memory.takesTurn(at: 1_000_000))
        #expect(!memory.takesTurn(at: 1_000_001))
        #expect(!HintMemory(folder: folder).takesTurn(at: 1_086_399))
        #expect(memory.takesTurn(at: 1_086_400))
        #expect(!memory.takesTurn(at: 1_086_399))
        // The clock was far ahead.
        #expect(memory.takesTurn(at: 5))
        try memory.set(isOn: false)
        #expect(try !memory.isOn())
        #expect(!memory.takesTurn(at: 1e9))
        try memory.set(isOn: true)
        #expect(try memory.isOn())
        #expect(memory.takesTurn(at: 1e9))
    }

    @Test("do not come where nobody could remember them")
    func unwritable() throws {
        let path = AccountWorld.newFolder() + "/file"
        try "x".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(!HintMemory(folder: AccountFolder(path: path)).takesTurn(at: 1e9))
    }
}
