// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
internal import RuleEngine

/// Reads the feed of a drive to its end: goes on where an earlier run stopped, asks only for what
/// has changed where it can, and begins anew where the service has lost the thread.
struct FeedRun {
    let client: GraphClient
    let store: any FeedStore
    /// The name that rules use.
    let name: String
    let info: GraphDriveInfo
    let settings: GraphDriveSettings
    /// Now, in seconds since 1970.
    let now: Int64
    /// Whether it is to end after the page in hand, which is kept.
    let shouldStop: @Sendable () -> Bool
    /// Told when the service has lost the thread, so that plans of before are worth nothing.
    let noteResync: @Sendable () -> Void

    /// What is asked for of each item. `deleted` is among it: without it a tombstone looks alive.
    static let selection =
        "id,name,size,eTag,cTag,createdDateTime,lastModifiedDateTime,fileSystemInfo,"
        + "parentReference,createdBy,file,folder,package,remoteItem,root,specialFolder,deleted,"
        + "malware,bundle,shared,photo,image,video"
    /// The feed of a drive, below its path.
    private static let feedPath = "/root" + "/delta"
    /// How many items a page is asked to have; the service may give fewer.
    private static let pageItemCount = 500
    /// An enumeration that was left so long ago is not taken up again, in seconds: a day.
    private static let resumableSeconds: Int64 = 86_400
    /// After so long everything is listed again, in seconds: a week. Some deletions are never told.
    private static let fullSeconds: Int64 = 7 * 86_400
    /// How often a page is asked for again that is not usable, or an enumeration begun anew.
    private static let attemptCountMax = 3
    /// After so many empty pages in a row nothing more is expected. A few are usual.
    static let emptyPageCountMax = 50
    /// A feed of more pages does not come to an end.
    private static let pageCountMax = 1_000_000

    /// Where a run begins.
    private struct Beginning {
        /// The enumeration that it adds to.
        var generation: Int64
        /// How many of its pages are kept already.
        var pageCount = 0
        /// The first address.
        var link: String
        /// Whether it goes on with an enumeration that was interrupted, so that its first pages are
        /// older than its end.
        var isResumed = false
        /// Whether a failure of that address is answered by an address of our own.
        var isOfferedByService = false
    }

    /// How a run ended.
    private enum Ending: ~Copyable {
        case complete(FeedTable)
        /// The service wants everything to be listed again, from the link that it gave, if any.
        case restart(link: String?)
    }

    /// Everything on the drive.
    func listing(_ progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing {
        var beginning = try await firstBeginning()
        for _ in 0...Self.attemptCountMax {
            switch try await run(from: beginning, progress) {
            case .complete(let table): return try await resolved(table)
            case .restart(let link):
                noteResync()
                beginning = try await newBeginning(link, isResync: true)
            }
        }
        throw DriveError(
            operation: .list, recourse: .retry(afterSeconds: 60),
            message: String(
                clause: "the service has lost the thread of the listing again and again; try later")
        )
    }

    // MARK: - Beginnings

    private func firstBeginning() async throws(DriveError) -> Beginning {
        if settings.listsFully { return try await newBeginning(nil) }
        let state = try await store.state()
        if let kept = state?.unfinished, isUsable(kept, for: Self.resumableSeconds),
            case .next(let link) = kept.link
        {
            // It may have been begun because the thread was lost, by a process that died since.
            if state?.complete != nil { noteResync() }
            return Beginning(
                generation: kept.generation, pageCount: kept.pageCount, link: link,
                isResumed: true)
        }
        if let kept = state?.complete, isUsable(kept, for: Self.fullSeconds), let link = kept.link {
            let url =
                switch link {
                case .next(let url), .delta(let url): url
                }
            // The service has been seen to hand out a link that means "now" for ever.
            if client.address.isOrigin(of: url), !url.contains("token=latest") {
                return Beginning(
                    generation: kept.generation, pageCount: kept.pageCount, link: url)
            }
        }
        return try await newBeginning(nil)
    }

    private func isUsable(_ kept: FeedState.Enumeration, for seconds: Int64) -> Bool {
        kept.start.identity.utf8.elementsEqual(info.comparableID.utf8)
            && kept.start.selection == Self.selection && kept.start.startedAt <= now
            && kept.start.startedAt > now - seconds
    }

    private func newBeginning(
        _ link: String?, isResync: Bool = false
    ) async throws(DriveError) -> Beginning {
        let generation = try await store.begin(
            FeedStart(
                identity: info.comparableID, selection: Self.selection, startedAt: now,
                isResync: isResync))
        let own =
            info.path + Self.feedPath + "?$select=\(Self.selection)&$top=\(Self.pageItemCount)"
        return Beginning(
            generation: generation, link: link ?? own, isOfferedByService: link != nil)
    }

    // MARK: - Pages

    private func run(
        from beginning: Beginning, _ progress: DriveProgressHandler?
    ) async throws(DriveError) -> Ending {
        var table = FeedTable(name: name, driveID: info.comparableID)
        for number in 0..<beginning.pageCount {
            guard let page = try await store.page(number, of: beginning.generation),
                let bytes = FeedCompression.unpacked(page.bytes),
                (try? table.add(bytes)) != nil
            else { return .restart(link: nil) }
        }
        var link = beginning.link
        var seen: Set<String> = []
        var isFirst = true
        var emptyPageCount = 0
        var asksOnceMore = beginning.isResumed
        var done = DriveProgress(items: table.builder.count)
        while seen.count < Self.pageCountMax {
            if Task.isCancelled || shouldStop() { throw .cancelled(.list) }
            guard seen.insert(link).inserted else { break }
            let wordCount = table.wordCount
            switch try await page(link, &table) {
            case .page(let head, let bytes):
                let next = try followed(head)
                emptyPageCount = table.wordCount == wordCount ? emptyPageCount + 1 : 0
                if emptyPageCount >= Self.emptyPageCountMax, case .next = next {
                    throw DriveError(
                        operation: .list, recourse: .retry(afterSeconds: 60),
                        message: String(
                            clause: "the service sent \(emptyPageCount) pages of the"
                                + " listing in a row with nothing in them and promises"
                                + " more; nothing is made of it, so try later"))
                }
                guard let packed = FeedCompression.packed(bytes) else {
                    throw DriveError(
                        operation: .list,
                        message: String(clause: "a page of the listing cannot be compressed"))
                }
                try await store.append(
                    FeedPage(bytes: packed, link: next), to: beginning.generation)
                done.items = table.builder.count
                done.bytes += Int64(bytes.count)
                progress?(done)
                switch next {
                case .next(let url): link = url
                case .delta(let url):
                    // What has changed since the first pages were read comes with one more round.
                    if !asksOnceMore { return .complete(table) }
                    // With such a link there is no such round, and the first pages stay old.
                    if url.contains("token=latest") { return .restart(link: nil) }
                    asksOnceMore = false
                    link = url
                }
            case .lost(let fresh):
                // The address that the service offered for a new beginning may fail itself.
                return .restart(link: isFirst && beginning.isOfferedByService ? nil : fresh)
            case .failed(let error):
                if isFirst, beginning.isOfferedByService { return .restart(link: nil) }
                throw error
            }
            isFirst = false
        }
        throw DriveError(
            operation: .list, recourse: .rescan,
            message: String(
                clause: "the service leads the listing in a circle; nothing is made of it"))
    }

    /// Where the feed goes on after a page.
    private func followed(_ head: ListingParser.FeedPageHead) throws(DriveError) -> FeedLink {
        // While there is a next page, the round is not over.
        let url = head.nextLink ?? head.deltaLink ?? ""
        guard client.address.isOrigin(of: url) else {
            throw DriveError(
                operation: .list,
                message: String(
                    clause: "the service leads the listing to another host; that is not followed"))
        }
        return head.nextLink == nil ? .delta(url) : .next(url)
    }

    /// What an address of the feed gave.
    private enum Answer {
        case page(ListingParser.FeedPageHead, [UInt8])
        /// The service does not know the address any more.
        case lost(String?)
        case failed(DriveError)
    }

    private func page(
        _ link: String, _ table: inout FeedTable
    ) async throws(DriveError) -> Answer {
        var attempt = 0
        while true {
            attempt += 1
            let response: GraphResponse
            do throws(GraphFailure) {
                response = try await client.send(
                    GraphRequest(.get, link, cost: link.contains("token=") ? 1 : 2))
            } catch {
                return .failed(error.driveError(.list))
            }
            let problem: DriveError
            if response.status == 200 {
                do throws(FeedFault) {
                    let head = try table.add(response.body)
                    let isWhole =
                        head.hasItems && (head.nextLink != nil || head.deltaLink != nil)
                    if isWhole { return .page(head, response.body) }
                    problem = DriveError(
                        operation: .list, status: 200, recourse: .retry(afterSeconds: 60),
                        message: String(clause: "a page of the listing does not say how it goes on")
                    )
                } catch {
                    problem = DriveError(
                        operation: .list, status: 200, recourse: .retry(afterSeconds: 60),
                        message: error.message)
                }
            } else if isLost(response, link) {
                return .lost(location(response))
            } else {
                problem = failure(response)
                // Ids that exist are said not to, about once in a hundred times.
                if response.status != 404 { return .failed(problem) }
            }
            if attempt >= Self.attemptCountMax {
                return response.status == 404 && isOfService(link) ? .lost(nil) : .failed(problem)
            }
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                return .failed(problem)
            }
        }
    }

    /// Whether the service gave the link, so that only it knows what is wrong with it.
    private func isOfService(_ link: String) -> Bool { link.contains("://") }

    /// Whether `response` says that the thread of the feed is lost.
    private func isLost(_ response: GraphResponse, _ link: String) -> Bool {
        if response.status == 410 { return true }
        let codes = response.codes
        if codes.contains(where: { $0 == "syncstatenotfound" || $0 == "syncstateinvalid" }) {
            return true
        }
        if codes.contains(where: { $0.hasPrefix("resync") }) { return true }
        // A malformed token is a bad request; with an address of our own it is our fault.
        return response.status == 400 && isOfService(link)
    }

    private func location(_ response: GraphResponse) -> String? {
        guard let link = response.header("Location"), client.address.isOrigin(of: link) else {
            return nil
        }
        return link
    }

    private func failure(_ response: GraphResponse) -> DriveError {
        let status = response.status
        let message =
            if let code = response.codes.last {
                String(
                    clause: "the service answered \(status) (\(code)) when asked for the listing")
            } else {
                String(clause: "the service answered \(status) when asked for the listing")
            }
        let isTransient = response.status >= 500 && response.status != 501
        return DriveError(
            operation: .list, status: response.status,
            recourse: isTransient ? .retry(afterSeconds: 60) : .none,
            message: message)
    }

    // MARK: - The end

    private func resolved(_ table: consuming FeedTable) async throws(DriveError) -> DriveListing {
        if !table.hasRoot { table.addRoot(id: try await rootID()) }
        do throws(FeedFault) {
            return try table.resolved(name: name, root: settings.root)
        } catch {
            throw DriveError(operation: .list, message: error.message)
        }
    }

    /// The id of the root, which the feed normally begins with.
    private func rootID() async throws(DriveError) -> String {
        let response: GraphResponse
        do throws(GraphFailure) {
            response = try await client.send(
                GraphRequest(.get, info.path + "/root?$select=id,name,root"))
        } catch {
            throw error.driveError(.list)
        }
        guard response.status == 200, let item = GraphItemReader.item(response.body) else {
            throw failure(response)
        }
        return item.id
    }
}
