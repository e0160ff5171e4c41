// SPDX-License-Identifier: Apache-2.0

/// A feed store that lasts as long as the process: for runs without a state file.
package final class MemoryFeedStore: FeedStore {
    private let kept = Lock(Kept())

    private struct Enumeration {
        let start: FeedStart
        var pages: [FeedPage] = []
        var isComplete = false
    }

    private struct Kept {
        var enumerations: [Int64: Enumeration] = [:]
        var last: Int64 = 0
    }

    /// An empty store.
    package init() {}

    /// What is kept.
    package func state() async throws(DriveError) -> FeedState? {
        kept.withLock { kept in
            if kept.enumerations.isEmpty { return nil }
            var state = FeedState()
            for (generation, one) in kept.enumerations {
                let found = FeedState.Enumeration(
                    generation: generation, start: one.start, pageCount: one.pages.count,
                    link: one.pages.last?.link)
                if one.isComplete { state.complete = found } else { state.unfinished = found }
            }
            return state
        }
    }

    /// A page.
    package func page(
        _ number: Int, of generation: Int64
    ) async throws(DriveError) -> FeedPage? {
        kept.withLock { kept in
            guard let pages = kept.enumerations[generation]?.pages, pages.indices.contains(number)
            else { return nil }
            return pages[number]
        }
    }

    /// Begins an enumeration.
    package func begin(_ start: FeedStart) async throws(DriveError) -> Int64 {
        kept.withLock { kept in
            kept.enumerations = kept.enumerations.filter { $1.isComplete }
            kept.last += 1
            kept.enumerations[kept.last] = Enumeration(start: start)
            return kept.last
        }
    }

    /// Adds a page.
    package func append(
        _ page: FeedPage, to generation: Int64
    ) async throws(DriveError) {
        kept.withLock { kept in
            kept.enumerations[generation]?.pages.append(page)
            guard case .delta = page.link else { return }
            kept.enumerations[generation]?.isComplete = true
            kept.enumerations = kept.enumerations.filter { $0.key == generation }
        }
    }

    /// Forgets everything.
    package func removeAll() async throws(DriveError) {
        kept.withLock { $0.enumerations = [:] }
    }
}
