// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Threads

@Suite("Threads that share the parts of a work")
struct ThreadTeamTests {
    private static let processors = ProcessInfo.processInfo.processorCount

    @Test("do each part once, however many there are", arguments: [0, 1, 2, 3, 64, 1_000])
    func once(parts: Int) {
        let done = Lock([Int](repeating: 0, count: parts))
        ThreadTeam.run(parts: parts) { part in done.withLock { $0[part] += 1 } }
        #expect(done.withLock { $0 } == [Int](repeating: 1, count: parts))
    }

    @Test("begin the parts in their order, but for those that are at work at once")
    func order() {
        let begun = Lock([Int]())
        ThreadTeam.run(parts: 300) { part in begun.withLock { $0.append(part) } }
        let all = begun.withLock { $0 }
        #expect(all.sorted() == Array(0..<300))
        // Each of those that come late is in the hands of a thread meanwhile.
        for place in all.indices {
            let late = all[(place + 1)...].count { $0 < all[place] }
            #expect(late < Self.processors, "\(place)")
        }
    }

    @Test("are several at once where there are processors for it")
    func together() {
        guard Self.processors > 1 else { return }
        let begun = Lock(0)
        let met = Lock(0)
        ThreadTeam.run(parts: 2) { _ in
            begun.withLock { $0 += 1 }
            // Each waits for the other one; the bound is for a machine that starts no thread.
            for _ in 0..<30_000 where begun.withLock({ $0 }) < 2 { usleep(1_000) }
            if begun.withLock({ $0 }) == 2 { met.withLock { $0 += 1 } }
        }
        #expect(met.withLock { $0 } == 2)
    }

    @Test("have parts that are shared by other ones in turn")
    func nested() {
        let done = Lock([Int](repeating: 0, count: 6 * 7 * 5))
        ThreadTeam.run(parts: 6) { one in
            ThreadTeam.run(parts: 7) { two in
                ThreadTeam.run(parts: 5) { three in
                    done.withLock { $0[(one * 7 + two) * 5 + three] += 1 }
                }
            }
        }
        #expect(done.withLock { $0.allSatisfy { $0 == 1 } })
    }
}
