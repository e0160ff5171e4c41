// SPDX-License-Identifier: Apache-2.0

import DecisionSync
import Testing

@Suite("Logs written anew")
struct SyncCompactionTests {
    @Test("a log is written anew where half of it says nothing, or it fits in no other way")
    func due() {
        let large = SyncLimits.compactionBytes + 1
        func isDue(_ bytes: Int, _ lineCount: Int, _ keptCount: Int, most: Int? = nil) -> Bool {
            SyncCompaction.isDue(
                bytes: bytes, lineCount: lineCount, keptCount: keptCount,
                most: most ?? SyncLimits.logBytesMax)
        }
        #expect(isDue(large, 100, 49) && !isDue(large, 100, 50) && !isDue(large - 1, 100, 1))
        #expect(isDue(large, 100, 98, most: large - 1))
        // It would come out the same.
        #expect(!isDue(large, 100, 99, most: large - 1) && !isDue(large, 100, 98, most: large))
    }
}
