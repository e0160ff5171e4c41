// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
internal import RuleEngine

extension GraphLook {
    /// The most folders above an item.
    private static let depthMax = 256

    /// Where the chain of folders above an item leads to.
    enum Chain {
        case whole(GraphItemPath, obstacle: String?, instant: Double)
        /// The folder with this id has to be asked for.
        case open(String)
        case broken(String)
    }

    /// Asks for all folders above those items that are there: level by level where nobody knows
    /// them, and all together where `likely` has them, or an earlier look.
    mutating func findFolders(
        above replies: [Reply], with likely: [String] = []
    ) async throws(GraphFailure) {
        var likely = likely
        for _ in 0...GraphLook.depthMax {
            var wanted: [String: String] = [:]
            for case .state(let state) in replies {
                guard case .open(let id) = chain(above: state) else { continue }
                wanted[GraphID.comparable(item: id)] = id
            }
            if wanted.isEmpty { return }
            for id in likely where folders[GraphID.comparable(item: id)] == nil {
                wanted[GraphID.comparable(item: id)] = id
            }
            likely = []
            if usesMemory {
                let now = client.seconds
                wanted = drive.known.withLock {
                    $0.folders.chain(
                        of: wanted, ahead: ahead, at: now, filling: GraphClient.batchCountMax)
                }
                wanted = wanted.filter { folders[$0.key] == nil }
            }
            try await fetch(wanted.sorted { $0.key < $1.key }.map(\.value))
        }
    }

    /// Asks for the folders with these ids, a second time for those that are not found.
    mutating func fetch(_ ids: [String]) async throws(GraphFailure) {
        var open = ids
        for attempt in 1...2 {
            var missing: [String] = []
            let requests = open.map { id in
                GraphRequest(
                    .get, GraphAddress.item(id, on: info.path) + GraphAddress.folderSelection)
            }
            let instant = client.seconds
            for (id, answer) in zip(open, try await client.answers(to: requests)) {
                let key = GraphID.comparable(item: id)
                let reply = GraphLook.reply(answer, id: id)
                instants[key] = instant
                if usesMemory { remember(reply, id, instant) }
                switch reply {
                case .state(let state): folders[key] = .there(state)
                case .missing:
                    folders[key] = .unknown(GraphText.folderMissing)
                    missing.append(id)
                case .neither(let reason): folders[key] = .unknown(reason)
                }
            }
            open = missing
            if open.isEmpty || attempt == 2 { return }
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                return
            }
        }
    }

    func remember(_ reply: Reply, _ id: String, _ instant: Double) {
        drive.known.withLock { known in
            if case .state(let state) = reply {
                known.folders.note(state, at: instant)
            } else {
                known.folders.forget(id)
            }
        }
    }

    func chain(above state: GraphItemState) -> Chain {
        var components: [[UInt8]] = []
        var instant = Double.infinity
        var obstacle: String?
        var current = state
        while !current.facets.contains(.root) {
            if components.count > GraphLook.depthMax { return .broken(GraphText.tooDeep) }
            if let drive = current.driveID,
                GraphID.comparable(drive: drive) != info.comparableID
            {
                return .broken(GraphText.otherDrive)
            }
            components.append(Array(current.name.utf8))
            guard let parent = current.parentID else { return .broken(GraphText.noParent) }
            switch folders[GraphID.comparable(item: parent)] {
            case nil: return .open(parent)
            case .unknown(let reason): return .broken(reason)
            case .there(let folder):
                obstacle = obstacle ?? folder.obstacleBelow
                instant = min(instant, instants[GraphID.comparable(item: parent)] ?? instant)
                current = folder
            }
        }
        return .whole(GraphItemPath(components.reversed()), obstacle: obstacle, instant: instant)
    }

    /// What a look has shown of `state`, which was asked for at `instant`.
    func sighting(
        of state: GraphItemState, at instant: Double, isDoubtful: Bool
    ) -> Finding {
        switch chain(above: state) {
        case .whole(let path, let obstacle, let oldest):
            .there(
                Sighting(
                    state: state, path: path, instant: min(instant, oldest),
                    obstacleAbove: obstacle, isDoubtful: isDoubtful))
        case .open: .unanswered(GraphText.tooDeep)
        case .broken(let reason): .unanswered(reason)
        }
    }
}

extension GraphItemState {
    /// Why nothing that lies in this folder is touched; nil if nothing speaks against it.
    fileprivate var obstacleBelow: String? {
        if facets.contains(.root) { return nil }
        let isPlain = facets.isDisjoint(with: [.package, .remoteItem, .vault, .bundle, .unnamed])
        if isPlain && facets.contains(.folder) { return nil }
        return String(clause: "it lies in something that is no ordinary folder")
    }
}
