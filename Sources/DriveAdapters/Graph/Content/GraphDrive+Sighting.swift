// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

extension GraphDrive {
    /// Looks at the file at `path`: by the SHA-256 that the service gives, else by its bytes.
    ///
    /// That it is not there is said twice, by a service that finds the root of the drive besides.
    package func sighting(ofFile path: String, byteCountMax: Int64) async -> FileSighting {
        do throws(GraphFailure) {
            let info = try await info()
            guard let path = GraphItemPath(settings.root + path),
                let address = GraphAddress.item(at: path, on: info.path)
            else { return .unseen(DeletionText.notAPath) }
            let question = GraphRequest(.get, address + GraphAddress.itemSelection)
            var reply = try await self.reply(to: question)
            if reply.isMissing {
                do throws(HTTPError) {
                    try await client.traffic.backOff(attempt: 1)
                } catch {
                    return .unseen(error.message)
                }
                let top = GraphRequest(.get, info.path + "/root" + GraphAddress.folderSelection)
                guard case .state(let root) = try await self.reply(to: top),
                    root.facets.contains(.root)
                else { return .unseen(GraphText.rootSilent) }
                reply = try await self.reply(to: question)
            }
            switch reply {
            case .missing: return .missing
            case .neither(let why): return .unseen(why)
            case .state(let state): return await sighting(of: state, info, byteCountMax)
            }
        } catch {
            return .unseen(error.message)
        }
    }

    private func reply(to question: GraphRequest) async throws(GraphFailure) -> GraphLook.Reply {
        GraphLook.reply(.response(try await client.send(question)), id: nil)
    }

    private func sighting(
        of state: GraphItemState, _ info: GraphDriveInfo, _ byteCountMax: Int64
    ) async -> FileSighting {
        if state.facets.contains(.malware) { return .unseen(GraphText.infected) }
        let isHere =
            state.driveID.map { GraphID.comparable(drive: $0) == info.comparableID } ?? true
        guard isHere, state.facets.contains(.file), state.obstacle == nil else {
            return .irregular
        }
        if let size = state.values.size, size > byteCountMax { return .tooLarge(size) }
        switch await anyProof(of: state, info, shouldStop: { Task.isCancelled }) {
        case .sha256(let digest): return .file(sha256: digest)
        case .notAsListed: return .unseen(GraphText.notAsListed)
        case .unavailable(let why): return .unseen(why)
        case .stopped: return .unseen(GraphText.contentBroken)
        }
    }
}
