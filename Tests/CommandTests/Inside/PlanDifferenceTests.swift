// SPDX-License-Identifier: Apache-2.0

import PlanRunner
import Testing

@testable import cleanrules

@Suite("The difference of two plans")
struct PlanDifferenceTests {
    @Test("an item whose verdict is another has gone and come")
    func changedVerdict() throws {
        func document(_ verdict: String) -> [UInt8] {
            let entry =
                #"{"applied":[],"drive":"d","id":"/a","path":"/a","reason":"rule","rule":"r","#
                + #""size":1,"type":"file","verdict":"\#(verdict)"}"#
            let kept = #"{"drive":"d","id":"/b","path":"/b","verdict":"keep"}"#
            return Array("{\n\"entries\": [\n\(entry),\n\(kept)\n],\n\"id\": \"x\"\n}\n".utf8)
        }
        let delete = try PlanDocumentReader(document("delete"))
        let review = try PlanDocumentReader(document("review"))
        let difference = try PlanDifference(from: delete, to: review)
        #expect(difference.removed.map(\.verdict) == ["delete"])
        #expect(difference.added.map(\.verdict) == ["review"])
        let none = try PlanDifference(from: delete, to: delete)
        #expect(none.added.isEmpty && none.removed.isEmpty)
    }
}
