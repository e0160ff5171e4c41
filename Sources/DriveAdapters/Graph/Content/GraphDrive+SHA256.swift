// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
package import RuleEngine
internal import Text

extension GraphDrive {
    /// What a content's SHA-256 is, or why nobody knows.
    enum ContentProof: Sendable {
        /// In lower-case hex.
        case sha256(String)
        /// The content is not what the drive lists.
        case notAsListed
        /// It cannot be had; why, one clause.
        case unavailable(String)
        /// The caller stopped.
        case stopped
    }

    /// The most digests that are remembered.
    private static let digestCountMax = 20_000

    /// The SHA-256 of each item that is what it was: announced by the service, or of its bytes.
    package func verifiedSHA256(of items: [ItemValues]) async throws(DriveError) -> [String?] {
        if items.isEmpty { return [] }
        let info = try await info(for: .hash)
        var digests = [String?](repeating: nil, count: items.count)
        do throws(GraphFailure) {
            var look = GraphLook(self, info)
            let checked = try await checks(of: items, &look)
            var read: [Int] = []
            for (index, item) in checked.enumerated() {
                guard case .unchanged(let now) = item.check, now.type == .file,
                    let state = item.sighting?.state
                else { continue }
                if let announced = GraphDrive.announcedSHA256(now) {
                    digests[index] = announced
                } else if case .sha256(let digest) = await proof(
                    of: state, info, shouldStop: { Task.isCancelled })
                {
                    digests[index] = digest
                    read.append(index)
                }
            }
            // They must have stayed what they were while they were read.
            var again = GraphLook(self, info)
            let after = try await checks(of: read.map { items[$0] }, &again)
            for (index, item) in zip(read, after) {
                guard case .unchanged = item.check else {
                    digests[index] = nil
                    continue
                }
            }
        } catch {
            throw error.driveError(.hash)
        }
        if Task.isCancelled { throw .cancelled(.hash) }
        return digests
    }

    /// The SHA-256 that the service itself gives; nil if it gives none.
    static func announcedSHA256(_ values: ItemValues) -> String? {
        guard let text = values.sha256?.lowercased(), text.utf8.count == 64,
            text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        return text
    }

    /// Has `watcher` told how much is downloaded as a proof.
    package func watchReading(_ watcher: ContentReadingHandler?) { reading.watch(watcher) }

    /// The SHA-256 of an item: the one that the service itself gives, else that of its bytes.
    func anyProof(
        of state: GraphItemState, _ info: GraphDriveInfo,
        shouldStop: @escaping @Sendable () -> Bool
    ) async -> ContentProof {
        if let announced = GraphDrive.announcedSHA256(state.values) { return .sha256(announced) }
        return await proof(of: state, info, shouldStop: shouldStop)
    }

    /// The SHA-256 of the bytes of an item, read once as long as its tag stays the same.
    func proof(
        of state: GraphItemState, _ info: GraphDriveInfo,
        shouldStop: @escaping @Sendable () -> Bool
    ) async -> ContentProof {
        guard let tag = state.values.eTag, let size = state.values.size else {
            return .unavailable(DeletionText.tooLittleKnown)
        }
        let key = DigestKey(
            id: Array(GraphID.comparable(item: state.id).utf8), tag: Array(tag.utf8))
        if let digest = known.withLock({ $0.digests[key] }) { return .sha256(digest) }
        let download = ContentDownload(
            state, size: size, on: info, client: client, algorithms: [.sha256],
            meter: reading, shouldStop: shouldStop)
        guard var download else { return .unavailable(DriveError.digestMissing.message) }
        reading.begin()
        defer { reading.end() }
        switch await download.run() {
        case .read(let digests):
            let digest = HexDigits.text(digests[.sha256] ?? [])
            known.withLock { known in
                if known.digests.count >= GraphDrive.digestCountMax { known.digests.removeAll() }
                known.digests[key] = digest
            }
            return .sha256(digest)
        case .notAsListed: return .notAsListed
        case .unavailable(let reason): return .unavailable(reason)
        case .stopped: return .stopped
        }
    }
}
