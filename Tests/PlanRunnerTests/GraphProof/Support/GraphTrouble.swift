// SPDX-License-Identifier: Apache-2.0

import GraphSimulator

/// A fault of the service, and what may come of it.
struct GraphTrouble: Sendable, CustomStringConvertible {
    let description: String
    let fault: SimulatedFault
    /// The kinds of requests that it makes a difference for; none means all.
    var kinds: Set<SimulatedRequestKind> = []
    /// Whether the service tells an untruth, so that an item may stay that would have gone.
    var isLie = false

    /// Whether an item may stay that would have gone, if it hits a request of `kind`.
    func mayMislead(_ kind: SimulatedRequestKind) -> Bool {
        // A page for people may be the content of a file.
        let isPage = fault == .garbage(status: 200)
        return isLie || isPage && (kind == .content || kind == .download)
    }

    /// Whether ids come in another spelling.
    var isAboutSpelling: Bool { if case .drivesSpelt = fault { true } else { false } }

    /// Whether it makes a difference for requests of `kind`.
    func mayHit(_ kind: SimulatedRequestKind) -> Bool { kinds.isEmpty || kinds.contains(kind) }

    private static let lists: Set<SimulatedRequestKind> = [.delta, .children]
    private static let items: Set<SimulatedRequestKind> = [
        .delta, .children, .get, .patch, .create, .restore, .drive,
    ]
    private static let effects: Set<SimulatedRequestKind> = [
        .batch, .delete, .patch, .create, .restore, .permanentDelete,
    ]

    /// Whether a replica that lags behind says "not found" of what is there.
    var isLag: Bool { if case .lagging = fault { true } else { false } }

    /// Every fault that the simulator has, but for slowness, which takes its time.
    static let all: [GraphTrouble] = refusals + late + broken + odd + lags

    /// Replicas that lag behind for one answer, for half a minute, for more than all patience.
    private static let lags: [GraphTrouble] = [0, 30, 3_000].map { seconds in
        GraphTrouble(
            description: "a replica \(seconds) s behind",
            fault: .lagging(seconds: Double(seconds)),
            kinds: [.get, .children, .delete, .patch, .restore, .permanentDelete, .content],
            isLie: true)
    }

    /// The request has no effect and is answered with every status that there is.
    private static let refusals: [GraphTrouble] = SimulatedFailure.names.compactMap { name in
        SimulatedFailure(named: name).map {
            // For a name that is not taken in truth, another one is found.
            GraphTrouble(description: name, fault: .refused($0), isLie: $0.status == 409)
        }
    }

    /// The request takes effect, and the answer says that it failed.
    private static let late: [GraphTrouble] = [
        "server-error", "bad-gateway", "unavailable", "gateway-timeout", "bandwidth", "not-found",
        "tag-mismatch", "conflict", "locked", "access-denied", "throttled",
    ].compactMap { name in
        SimulatedFailure(named: name).map { failure in
            GraphTrouble(
                description: "\(name) after the effect", fault: .failedAfterEffect(failure),
                kinds: effects, isLie: failure.status < 500)
        }
    }

    /// The way to the service and back breaks.
    private static let broken: [GraphTrouble] = [
        GraphTrouble(description: "dropped", fault: .dropped),
        GraphTrouble(description: "dropped after the effect", fault: .droppedAfterEffect),
        GraphTrouble(description: "cut off at once", fault: .truncated(byteCount: 0)),
        GraphTrouble(description: "cut off", fault: .truncated(byteCount: 40)),
        GraphTrouble(description: "a page for people", fault: .garbage(status: 200)),
        GraphTrouble(description: "a page for people, 502", fault: .garbage(status: 502)),
        GraphTrouble(
            description: "an answer missing", fault: .missingResponses(count: 1), kinds: [.batch]),
        GraphTrouble(
            description: "all answers missing", fault: .missingResponses(count: 20),
            kinds: [.batch]),
    ]

    /// The answer is odd.
    private static let odd: [GraphTrouble] =
        [
            GraphTrouble(description: "an empty page", fault: .emptyPage, kinds: lists),
            GraphTrouble(description: "items twice", fault: .duplicateItems, kinds: lists),
            GraphTrouble(description: "no order", fault: .shuffledItems, kinds: lists),
            GraphTrouble(
                description: "what was deleted", fault: .staleListing, kinds: lists, isLie: true),
            GraphTrouble(description: "a circle", fault: .linkLoop, kinds: lists),
            GraphTrouble(
                description: "another host", fault: .foreignLink(origin: "https://evil.example"),
                kinds: lists),
            GraphTrouble(
                description: "a lost token", fault: .lostToken(isLocationBroken: false),
                kinds: [.delta]),
            GraphTrouble(
                description: "a lost token and a broken link",
                fault: .lostToken(isLocationBroken: true), kinds: [.delta]),
            GraphTrouble(
                description: "names encoded", fault: .encodedNames, kinds: items, isLie: true),
            GraphTrouble(
                description: "dates of year 1", fault: .oddDates, kinds: items, isLie: true),
            GraphTrouble(
                description: "foreign parents", fault: .foreignParents, kinds: items, isLie: true),
        ]
        + SimulatedFault.Spelling.allCases.map { spelling in
            GraphTrouble(
                description: "ids \(spelling.rawValue)", fault: .drivesSpelt(spelling),
                kinds: items)
        }
        + [
            "id", "name", "size", "eTag", "cTag", "file", "folder", "file.hashes",
            "parentReference", "root", "lastModifiedDateTime", "fileSystemInfo", "value",
            "@odata.nextLink", "@odata.deltaLink",
        ].map { member in
            GraphTrouble(
                description: "without \(member)", fault: .missingMembers([member]), kinds: items,
                isLie: true)
        }
}

/// A request of a calm run that trouble can hit.
struct GraphTarget: Hashable, Comparable, Sendable, CustomStringConvertible {
    var kind: SimulatedRequestKind
    var isInBatch: Bool

    var description: String { kind.rawValue + (isInBatch ? " in a batch" : "") }

    static func < (left: GraphTarget, right: GraphTarget) -> Bool {
        left.kind == right.kind
            ? !left.isInBatch && right.isInBatch : left.kind.rawValue < right.kind.rawValue
    }

    /// How many requests of each sort `log` has.
    static func counts(of log: [LoggedRequest]) -> [(target: GraphTarget, count: Int)] {
        var counts: [GraphTarget: Int] = [:]
        for one in log {
            counts[GraphTarget(kind: one.kind, isInBatch: one.isInBatch), default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The rule that lets `fault` hit the `number`th such request, from 1.
    func rule(_ fault: SimulatedFault, number: Int) -> FaultRule {
        FaultRule([kind], fault, first: number, place: isInBatch ? .batch : .direct)
    }
}
