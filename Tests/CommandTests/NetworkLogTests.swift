// SPDX-License-Identifier: Apache-2.0

import Testing
import Workflow

/// What is written of traffic with the network.
@Suite("The log of the network")
struct NetworkLogTests {
    @Test(
        "has notices, none of them where nobody wants notes, and whatever was asked for by its name"
    )
    func levels() {
        let levels: [(asked: String?, isQuiet: Bool, level: String)] = [
            (nil, false, "notice"), (nil, true, "warning"), ("debug", false, "debug"),
            ("debug", true, "debug"), ("nonsense", false, "notice"), ("", true, "warning"),
        ]
        for one in levels {
            let level = NetworkLog.level(asked: one.asked, isQuiet: one.isQuiet)
            #expect(level == one.level, "\(one)")
        }
    }
}
