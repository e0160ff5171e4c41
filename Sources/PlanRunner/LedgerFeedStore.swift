// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import RuleEngine
package import StateLedger

/// Keeps the pages of a drive's feed in the state file.
package struct LedgerFeedStore: FeedStore {
    /// The state file.
    let ledger: Ledger
    /// The name that rules use.
    let drive: String

    /// The pages of `drive` in `ledger`.
    package init(ledger: Ledger, drive: String) {
        self.ledger = ledger
        self.drive = drive
    }

    /// What is kept for the drive.
    package func state() async throws(DriveError) -> FeedState? {
        let feeds = try await calling { ledger async throws(LedgerError) in
            try await ledger.feeds(of: drive)
        }
        var state = FeedState()
        for feed in feeds {
            let link: FeedLink? = feed.link.map {
                $0.endsRound ? .delta($0.url) : .next($0.url)
            }
            let found = FeedState.Enumeration(
                generation: feed.generation,
                start: FeedStart(
                    identity: feed.identity, selection: feed.selection,
                    startedAt: feed.startedAt.secondsSinceEpoch),
                pageCount: feed.pageCount, link: link)
            if feed.isComplete { state.complete = found } else { state.unfinished = found }
        }
        return feeds.isEmpty ? nil : state
    }

    /// A page; one that is damaged is as good as none, for the service has it still.
    package func page(
        _ number: Int, of generation: Int64
    ) async throws(DriveError) -> FeedPage? {
        let found: (bytes: [UInt8], link: FeedPageLink)?
        do throws(LedgerError) {
            found = try await ledger.feedPage(number, of: generation)
        } catch {
            if error.kind == .corrupt { return nil }
            throw driveError(error)
        }
        return found.map { found in
            FeedPage(
                bytes: found.bytes,
                link: found.link.endsRound ? .delta(found.link.url) : .next(found.link.url))
        }
    }

    /// Begins an enumeration.
    package func begin(_ start: FeedStart) async throws(DriveError) -> Int64 {
        try await calling { ledger async throws(LedgerError) in
            try await ledger.beginFeed(
                of: drive, identity: start.identity, selection: start.selection,
                outdatesPlans: start.isResync,
                at: Timestamp(secondsSinceEpoch: start.startedAt))
        }
    }

    /// Adds a page.
    package func append(
        _ page: FeedPage, to generation: Int64
    ) async throws(DriveError) {
        let link =
            switch page.link {
            case .next(let url): FeedPageLink(url: url, endsRound: false)
            case .delta(let url): FeedPageLink(url: url, endsRound: true)
            }
        try await calling { ledger async throws(LedgerError) in
            try await ledger.appendFeedPage(page.bytes, link: link, to: generation)
        }
    }

    /// Forgets all pages.
    package func removeAll() async throws(DriveError) {
        try await calling { ledger async throws(LedgerError) in
            try await ledger.removeFeeds(of: drive)
        }
    }

    private func calling<Value: Sendable>(
        _ body: (Ledger) async throws(LedgerError) -> Value
    ) async throws(DriveError) -> Value {
        do throws(LedgerError) {
            return try await body(ledger)
        } catch {
            throw driveError(error)
        }
    }

    private func driveError(_ error: LedgerError) -> DriveError {
        DriveError(operation: .list, message: error.message, underlying: error)
    }
}
