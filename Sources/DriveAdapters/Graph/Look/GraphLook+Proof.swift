// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// Proof that an item is gone, and what else was learnt on the way.
struct GraphProof: Sendable {
    /// The proof.
    var absence: Absence
    /// Whether the bin, asked for it, does not have it.
    var isOutOfBin = false
    /// What lies in the bin, where it was seen there.
    var binned: GraphItemState?
}

extension GraphLook {
    /// Looks for proof that those of `targets` at `indices` are gone, whose `replies` say that they
    /// are not there: in the bin where it can be asked, in the feed, in the folders in which they
    /// should lie. The one place that makes an item gone for this drive.
    mutating func prove(
        _ indices: [Int], _ targets: [Target], _ replies: [Reply]
    ) async -> [Int: Finding] {
        if indices.isEmpty { return [:] }
        var found: [Int: Finding] = [:]
        var outOfBin: Set<Int> = []
        let bin = GraphBin(client: client, info: info)
        for attempt in 1...2 where info.isPersonal {
            // The bin may hear of it later than others.
            let asked = attempt == 1 ? indices : indices.filter(outOfBin.contains)
            if asked.isEmpty { break }
            if attempt > 1, (try? await client.traffic.backOff(attempt: 1)) == nil { break }
            let places = (try? await bin.search(for: asked.map { targets[$0].id })) ?? []
            outOfBin.subtract(asked)
            for (index, place) in zip(asked, places) {
                switch place {
                case .inBin(let proof, let state):
                    found[index] = .gone(GraphProof(absence: proof, binned: state))
                case .live: found[index] = .missing(GraphText.contradiction)
                case .gone: outOfBin.insert(index)
                case .unclear: break
                }
            }
        }
        var open = indices.filter { found[$0] == nil }
        if open.isEmpty { return found }
        let changes = await GraphChanges.sinceListing(of: drive, info)
        for index in open {
            guard let changes, let word = changes.word(on: targets[index].id) else { continue }
            let proof = Absence(of: targets[index].id, in: changes)
            found[index] =
                proof.map {
                    .gone(GraphProof(absence: $0, isOutOfBin: outOfBin.contains(index)))
                } ?? (word == .there ? .missing(GraphText.contradiction) : nil)
        }
        open = open.filter { found[$0] == nil }
        var places: [String: GraphListedPlace?] = [:]
        for index in open {
            var proof: Absence?
            if let path = targets[index].path, let folder = path.parentText {
                if places[folder] == nil { places[folder] = .some(await listedPlace(of: path)) }
                proof = (places[folder] ?? nil).flatMap {
                    Absence(reply: replies[index], of: targets[index].id, unlistedIn: $0)
                }
            }
            found[index] =
                proof.map {
                    .gone(GraphProof(absence: $0, isOutOfBin: outOfBin.contains(index)))
                } ?? .missing(GraphText.notProved)
        }
        return found
    }
}
