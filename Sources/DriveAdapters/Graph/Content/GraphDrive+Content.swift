// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
package import RuleEngine

extension GraphDrive {
    /// How many items are looked at together before they are read.
    private static let portion = 20

    /// The hashes of the contents of `rows`, by downloading each.
    ///
    /// Plans never ask for it: they go by the hashes that the service lists.
    package func contentHashes(
        of rows: [Int], algorithms: Set<HashAlgorithm>, in listing: Listing,
        progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentHashes {
        var result = ContentHashes(rows: rows, algorithms: algorithms)
        let places = rows.indices.filter { listing.mayBeCompared(rows[$0]) }
        let read = try await read(
            places.map { rows[$0] }, algorithms, in: listing, progress, &result.problems)
        for (place, digests) in zip(places, read) {
            for (algorithm, digest) in digests {
                unsafe digest.withUnsafeBufferPointer {
                    unsafe result.set($0, algorithm, at: place)
                }
            }
        }
        result.problems.sort()
        return result
    }

    /// Which rows have equal bytes, by the SHA-256 of each; downloads them all.
    ///
    /// Plans never ask for it: they go by the hashes that the service lists.
    package func contentClasses(
        of groups: [[Int]], in listing: Listing, progress: DriveProgressHandler?
    ) async throws(DriveError) -> ContentComparison {
        var result = ContentComparison(classes: ContentClasses(rowCount: listing.count))
        for group in groups {
            let rows = group.filter { listing.mayBeCompared($0) && listing.size[$0] > 0 }
            if rows.count < 2 { continue }
            let read = try await read(rows, [.sha256], in: listing, progress, &result.problems)
            var equals: [[UInt8]: [Int]] = [:]
            for (row, digests) in zip(rows, read) {
                if let digest = digests[.sha256] { equals[digest, default: []].append(row) }
            }
            for rows in equals.values where rows.count > 1 {
                result.classCount += 1
                let first = rows.reduce(rows[0], min)
                for row in rows { result.classes[row] = UInt32(truncatingIfNeeded: first + 1) }
            }
        }
        result.problems.sort()
        return result
    }

    /// The digests of `rows`, none for those that are not what was listed or cannot be read.
    private func read(
        _ rows: [Int], _ algorithms: Set<HashAlgorithm>, in listing: Listing,
        _ progress: DriveProgressHandler?, _ problems: inout DriveProblems
    ) async throws(DriveError) -> [[HashAlgorithm: [UInt8]]] {
        var all: [[HashAlgorithm: [UInt8]]] = []
        let info = try await info(for: .hash)
        var done = DriveProgress()
        while all.count < rows.count {
            let portion = rows[all.count..<min(all.count + GraphDrive.portion, rows.count)]
            let items = portion.map(listing.values)
            do throws(GraphFailure) {
                var look = GraphLook(self, info)
                var found: [[HashAlgorithm: [UInt8]]] = []
                for (item, checked) in zip(items, try await checks(of: items, &look)) {
                    let digests = await read(item, checked, algorithms, info, &problems)
                    done.items += 1
                    done.bytes += item.size ?? 0
                    found.append(digests)
                    progress?(done)
                }
                var again = GraphLook(self, info)
                let after = try await checks(of: items, &again)
                for (index, checked) in after.enumerated() where !found[index].isEmpty {
                    if case .unchanged = checked.check { continue }
                    found[index] = [:]
                    problems.append(
                        DriveProblem(path: items[index].path, reason: GraphText.changedMeanwhile))
                }
                all += found
            } catch {
                throw error.driveError(.hash)
            }
            if Task.isCancelled { throw .cancelled(.hash) }
        }
        return all
    }

    private func read(
        _ item: ItemValues, _ checked: CheckedItem, _ algorithms: Set<HashAlgorithm>,
        _ info: GraphDriveInfo, _ problems: inout DriveProblems
    ) async -> [HashAlgorithm: [UInt8]] {
        var reason: String
        switch checked.check {
        case .missing(let problem), .unanswered(let problem): reason = problem.reason
        case .gone: reason = String(clause: "no longer there")
        case .changed: reason = String(clause: "changed since it was listed")
        case .unchanged(let now):
            guard let state = checked.sighting?.state, let size = now.size else {
                reason = DeletionText.tooLittleKnown
                break
            }
            let download = ContentDownload(
                state, size: size, on: info, client: client, algorithms: algorithms,
                shouldStop: { Task.isCancelled })
            guard var download else {
                reason = DriveError.digestMissing.message
                break
            }
            switch await download.run() {
            case .read(let digests): return digests
            case .notAsListed: reason = GraphText.notAsListed
            case .unavailable(let why): reason = why
            case .stopped: reason = String(clause: "stopped before the end")
            }
        }
        problems.append(DriveProblem(path: item.path, reason: reason))
        return [:]
    }
}
