// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
internal import RuleEngine

/// A fresh look at some items: what they are now, and where they lie, told by the folders above
/// them and not by any path that the service gives.
///
/// "Not found" is not believed, however often it is said: a replica that lags behind says so of what
/// is there. What seems to be gone is gone once that is proved. Every folder is asked for once.
struct GraphLook {
    let drive: GraphDrive
    let info: GraphDriveInfo
    /// What was found of folders, by their ids.
    var folders: [String: Folder] = [:]
    /// When each of them was asked for, in seconds of the client's clock.
    var instants: [String: Double] = [:]
    /// Whether it takes what earlier looks have shown of folders a moment ago, and leaves what it
    /// is shown to later ones.
    let usesMemory: Bool
    /// The ids of folders that will be asked for soon: where a batch has room, they go along.
    var ahead: [String] = []

    /// An item to be looked at.
    struct Target {
        /// Its id.
        var id: String
        /// Where it should lie, as the second way to ask for it.
        var path: GraphItemPath?
        /// What is known of it without asking; nil if it has to be asked for.
        var known: Known?

        /// What is known of an item, and since when.
        struct Known {
            /// The item.
            var state: GraphItemState
            /// In seconds of the client's clock.
            var instant: Double
            /// The folders above it, as far as they are known: they are asked for together.
            var folderIDs: [String]
        }
    }

    /// What a look at one item has shown.
    enum Finding {
        /// It is there.
        case there(Sighting)
        /// It is not there, which is proved.
        case gone(GraphProof)
        /// The service does not find it, and nothing proves that it is gone; why, one clause.
        case missing(String)
        /// No answer could be had; why, one clause.
        case unanswered(String)
    }

    /// An item that was seen.
    struct Sighting {
        /// What it is.
        var state: GraphItemState
        /// Where it lies.
        var path: GraphItemPath
        /// When the oldest of all that this rests on was asked for, in seconds of the client's
        /// clock.
        var instant: Double
        /// Why nothing that lies there is touched; nil if nothing speaks against it.
        var obstacleAbove: String?
        /// Whether it was found by its path only, while the service did not find it by its id:
        /// too little to count on.
        var isDoubtful = false
    }

    /// A folder above an item.
    enum Folder {
        /// It is there.
        case there(GraphItemState)
        /// It cannot be had; why, one clause.
        case unknown(String)
    }

    /// What one request for an item was answered.
    enum Reply {
        /// It is there.
        case state(GraphItemState)
        /// There is no such item.
        case missing
        /// Neither; why, one clause.
        case neither(String)

        /// Whether there is no such item.
        var isMissing: Bool { if case .missing = self { true } else { false } }
    }

    /// A look at items of `drive`; only one for a deletion that is bound to a tag `usesMemory`.
    init(_ drive: GraphDrive, _ info: GraphDriveInfo, usesMemory: Bool = false) {
        self.drive = drive
        self.info = info
        self.usesMemory = usesMemory
        guard usesMemory else { return }
        for (key, seen) in drive.known.withLock({ $0.folders.fresh(at: drive.client.seconds) }) {
            folders[key] = .there(seen.state)
            instants[key] = seen.instant
        }
    }

    var client: GraphClient { drive.client }

    /// Looks at `targets`.
    mutating func find(_ targets: [Target]) async throws(GraphFailure) -> [Finding] {
        let asked = targets.indices.filter { targets[$0].known == nil }
        let requests = asked.map { index in
            GraphRequest(
                .get,
                GraphAddress.item(targets[index].id, on: info.path) + GraphAddress.itemSelection)
        }
        var replies = targets.map { target in
            target.known.map { Reply.state($0.state) } ?? .neither(GraphText.incomplete)
        }
        let instant = client.seconds
        for (index, answer) in zip(asked, try await client.answers(to: requests)) {
            replies[index] = GraphLook.reply(answer, id: targets[index].id)
        }
        let doubtful = try await confirm(&replies, targets)
        try await findFolders(
            above: replies, with: targets.lazy.compactMap(\.known).flatMap(\.folderIDs))
        let missing = replies.indices.filter { replies[$0].isMissing }
        let proved = await prove(missing, targets, replies)
        return replies.enumerated().map { index, reply in
            switch reply {
            case .state(let state):
                sighting(
                    of: state, at: targets[index].known?.instant ?? instant,
                    isDoubtful: doubtful.contains(index))
            case .missing: proved[index] ?? .missing(GraphText.notProved)
            case .neither(let reason): .unanswered(reason)
            }
        }
    }

    /// Looks at where items lie that were `seen` a moment ago: no tag of an item tells that a
    /// folder above it was moved.
    mutating func place(_ seen: [Sighting]) async throws(GraphFailure) -> [Finding] {
        try await findFolders(above: seen.map { .state($0.state) })
        return seen.map { sighting(of: $0.state, at: $0.instant, isDoubtful: $0.isDoubtful) }
    }

    /// Looks at where the items `states` lie, which were seen this moment.
    mutating func place(_ states: [GraphItemState]) async throws(GraphFailure) -> [Finding] {
        let instant = client.seconds
        try await findFolders(above: states.map { .state($0) })
        return states.map { sighting(of: $0, at: instant, isDoubtful: false) }
    }

    /// What `answer` says of the item with that id; of whichever item, if it is nil.
    static func reply(_ answer: BatchAnswer, id: String?) -> Reply {
        switch answer {
        case .throttled: return .neither(GraphText.throttled)
        case .unknown(let reason): return .neither(reason)
        case .response(let response):
            if response.status == 404 { return .missing }
            guard response.status == 200 else { return .neither(GraphText.answer(response)) }
            guard let state = GraphItemReader.item(response.body) else {
                return .neither(GraphText.incomplete)
            }
            if let id, !GraphID.isSame(item: state.id, id) {
                return .neither(GraphText.foreignItem)
            }
            return state.facets.contains(.deleted) ? .missing : .state(state)
        }
    }

    // MARK: - What seems to be gone

    /// Asks a second time, and by another way, for what seems not to be there; the places of what
    /// only the other way has found.
    private func confirm(
        _ replies: inout [Reply], _ targets: [Target]
    ) async throws(GraphFailure) -> Set<Int> {
        let missing = replies.indices.filter { replies[$0].isMissing }
        if missing.isEmpty { return [] }
        do throws(HTTPError) {
            try await client.traffic.backOff(attempt: 1)
        } catch {
            for index in missing { replies[index] = .neither(error.message) }
            return []
        }
        // A drive of which nothing at all is found is not empty but out of reach.
        var requests = [GraphRequest(.get, info.path + "/root" + GraphAddress.folderSelection)]
        for index in missing {
            let target = targets[index]
            let byID = GraphAddress.item(target.id, on: info.path)
            requests.append(GraphRequest(.get, byID + GraphAddress.itemSelection))
            if let address = target.path.flatMap({ GraphAddress.item(at: $0, on: info.path) }) {
                requests.append(GraphRequest(.get, address + GraphAddress.itemSelection))
            }
        }
        var answers = try await client.answers(to: requests)[...]
        let root = answers.popFirst().map { GraphLook.reply($0, id: nil) }
        var doubtful: Set<Int> = []
        for index in missing {
            let target = targets[index]
            let hasPath =
                target.path.flatMap { GraphAddress.item(at: $0, on: info.path) } != nil
            let byID = answers.popFirst()
            let byPath = hasPath ? answers.popFirst() : nil
            guard let byID else { continue }
            replies[index] = settle(target, root, byID, byPath)
            if GraphLook.reply(byID, id: target.id).isMissing { doubtful.insert(index) }
        }
        return doubtful
    }

    /// What the second round of questions says of one item.
    private func settle(
        _ target: Target, _ root: Reply?, _ byID: BatchAnswer, _ byPath: BatchAnswer?
    ) -> Reply {
        guard case .state(let top)? = root, top.facets.contains(.root) else {
            return .neither(GraphText.rootSilent)
        }
        let again = GraphLook.reply(byID, id: target.id)
        guard case .missing = again, let byPath else { return again }
        switch GraphLook.reply(byPath, id: nil) {
        case .state(let state) where GraphID.isSame(item: state.id, target.id):
            return .state(state)
        // Something else lies there now, or nothing.
        case .state, .missing: return .missing
        case .neither(let reason): return .neither(reason)
        }
    }
}
