// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// What lies in a folder, by a listing that is made now.
struct GraphChildren {
    let client: GraphClient
    let info: GraphDriveInfo

    /// The most pages of one folder; empty ones count as well.
    private static let pageCountMax = 1_000
    /// How often a folder is listed that shows only items which are gone.
    private static let attemptCountMax = 3

    /// What lies in the folder with that id; stops after the page with which there are more than
    /// `countMax`.
    func list(
        _ folder: String, countMax: Int = .max, selection: String = GraphAddress.folderSelection
    ) async throws(GraphFailure) -> [GraphItemState] {
        var items: [GraphItemState] = []
        var links: Set<String> = []
        var emptyPageCount = 0
        var next: String? =
            GraphAddress.item(folder, on: info.path) + "/children"
            + selection + "&$top=200"
        while let link = next {
            if links.count >= GraphChildren.pageCountMax || !links.insert(link).inserted {
                throw GraphFailure(message: GraphText.noEnd)
            }
            let response = try await client.send(GraphRequest(.get, link, cost: 2))
            guard response.status == 200 else { throw GraphFailure(response) }
            guard let page = GraphItemReader.page(response.body) else {
                throw GraphFailure(status: 200, message: GraphText.incomplete)
            }
            emptyPageCount = page.items.isEmpty ? emptyPageCount + 1 : 0
            if emptyPageCount >= FeedRun.emptyPageCountMax, page.nextLink != nil {
                throw GraphFailure(message: GraphText.noEnd)
            }
            items += page.items.filter { !$0.facets.contains(.deleted) }
            if items.count > countMax { return items }
            // A page may be empty and yet not be the last.
            next = page.nextLink
        }
        return items
    }

    /// Whether a folder is empty.
    enum Emptiness {
        case empty
        case filled
        /// Nobody knows; why, one clause.
        case unclear(String)
    }

    /// Whether the folder with that id is empty. A listing may still show what is gone, which is
    /// asked for one by one.
    func emptiness(of folder: String) async throws(GraphFailure) -> Emptiness {
        for attempt in 1...GraphChildren.attemptCountMax {
            let children = try await list(folder, countMax: GraphClient.batchCountMax)
            if children.isEmpty { return .empty }
            if children.count > GraphClient.batchCountMax { return .filled }
            let requests = children.map { child in
                GraphRequest(
                    .get,
                    GraphAddress.item(child.id, on: info.path) + GraphAddress.folderSelection)
            }
            for (child, answer) in zip(children, try await client.answers(to: requests)) {
                switch GraphLook.reply(answer, id: child.id) {
                case .missing: continue
                case .neither(let reason): return .unclear(reason)
                case .state(let state):
                    let isHere =
                        state.parentID.map { GraphID.isSame(item: $0, folder) } ?? true
                    if isHere { return .filled }
                }
            }
            if attempt == GraphChildren.attemptCountMax { break }
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                break
            }
        }
        return .unclear(GraphText.folderUnclear)
    }
}
