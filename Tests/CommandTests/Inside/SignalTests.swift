// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workflow

@testable import Commands

@Suite("Signals")
struct SignalTests {
    @Test("the first signal is taken down, the second ends the program")
    func signals() async throws {
        await #expect(processExitsWith: .exitCode(130)) {
            let signals = Signals(isQuiet: true)
            kill(getpid(), SIGINT)
            while !signals.hasCome { usleep(1_000) }
            guard signals.status == .interrupted else { exit(1) }
            kill(getpid(), SIGINT)
            sleep(60)
        }
        await #expect(processExitsWith: .exitCode(143)) {
            // Where nobody waits for an item in hand, the first one ends it.
            let signals = Signals(isQuiet: true)
            signals.stop()
            kill(getpid(), SIGTERM)
            sleep(60)
        }
    }
}
