// SPDX-License-Identifier: Apache-2.0

import Testing
import Workflow

@Suite("The status that the program ends with")
struct StatusTests {
    /// From the one that says least about what went wrong to the one that says most.
    private static let order: [Ending] = [
        .done, .somethingToDo, .quota, .partial, .refused, .offline, .signIn, .locked,
        .invalidRules, .failed, .usage, .interrupted, .terminated,
    ]

    @Test("of several things, it is the one that says most, whatever comes first")
    func worstStatus() {
        #expect(Set(Self.order) == Set(Ending.allCases))
        #expect(Self.order.count == Ending.allCases.count)
        #expect(Ending.worst(of: []) == .done)
        for (low, one) in Self.order.enumerated() {
            #expect(Ending.worst(of: [one]) == one)
            for other in Self.order[low...] {
                #expect(Ending.worst(of: [one, other]) == other)
                #expect(Ending.worst(of: [other, one]) == other)
            }
        }
        #expect(Ending.worst(of: Self.order.shuffled()) == .terminated)
    }

    @Test(
        "names that are no profile",
        arguments: ["", ".", "..", "a/b", "a b", "ä", String(repeating: "x", count: 65)])
    func badNames(name: String) {
        #expect(!StateFile.isProfileName(name))
    }
}
