// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import cleanrules

@Suite("The status that the program ends with")
struct StatusTests {
    /// From the one that says least about what went wrong to the one that says most.
    private static let order: [cleanrules.ExitStatus] = [
        .done, .somethingToDo, .quota, .partial, .refused, .offline, .signIn, .locked,
        .invalidRules, .failed, .usage, .interrupted, .terminated,
    ]

    @Test("of several things, it is the one that says most, whatever comes first")
    func worstStatus() {
        #expect(Set(Self.order) == Set(cleanrules.ExitStatus.allCases))
        #expect(Self.order.count == cleanrules.ExitStatus.allCases.count)
        #expect(cleanrules.ExitStatus.worst(of: []) == .done)
        for (low, one) in Self.order.enumerated() {
            #expect(cleanrules.ExitStatus.worst(of: [one]) == one)
            for other in Self.order[low...] {
                #expect(cleanrules.ExitStatus.worst(of: [one, other]) == other)
                #expect(cleanrules.ExitStatus.worst(of: [other, one]) == other)
            }
        }
        #expect(cleanrules.ExitStatus.worst(of: Self.order.shuffled()) == .terminated)
    }

    @Test(
        "names that are no profile",
        arguments: ["", ".", "..", "a/b", "a b", "ä", String(repeating: "x", count: 65)])
    func badNames(name: String) {
        #expect(!StateFile.isProfileName(name))
    }
}
