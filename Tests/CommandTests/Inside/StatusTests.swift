// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import cleanrules

@Suite("The status that the program ends with")
struct StatusTests {
    @Test("of several things, it is the one that says most")
    func worstStatus() {
        #expect(ExitStatus.worst(of: []) == .done)
        #expect(ExitStatus.worst(of: [.done, .quota]) == .quota)
        #expect(ExitStatus.worst(of: [.quota, .partial]) == .partial)
        #expect(ExitStatus.worst(of: [.partial, .refused]) == .refused)
        #expect(ExitStatus.worst(of: [.refused, .offline]) == .offline)
        #expect(ExitStatus.worst(of: [.offline, .signIn]) == .signIn)
        #expect(ExitStatus.worst(of: [.signIn, .locked]) == .locked)
        #expect(ExitStatus.worst(of: [.locked, .invalidRules]) == .invalidRules)
        #expect(ExitStatus.worst(of: [.invalidRules, .failed]) == .failed)
    }

    @Test(
        "names that are no profile",
        arguments: ["", ".", "..", "a/b", "a b", "ä", String(repeating: "x", count: 65)])
    func badNames(name: String) {
        #expect(!StateFile.isProfileName(name))
    }
}
