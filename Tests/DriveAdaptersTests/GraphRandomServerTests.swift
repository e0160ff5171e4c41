// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import RuleEngine
import Testing
import TestSupport

@testable import DriveAdapters

/// A service that answers anything to anything: what is said of an item is never more than what is
/// known of it.
@Suite struct GraphRandomServerTests {
    /// A service that has lost its mind: for every request a status and a body by chance, and now
    /// and then the right one.
    private final class MadServer: Sendable {
        private let state: Lock<State>
        private let sanity: Double
        /// Whether questions are answered as they should be, whatever is said of changes.
        private let answersTruly: Bool

        private struct State {
            var generator: SplitMix64
            var isGone = false
        }

        init(seed: UInt64, sanity: Double, answersTruly: Bool) {
            state = Lock(State(generator: SplitMix64(seed: seed)))
            self.sanity = sanity
            self.answersTruly = answersTruly
        }

        /// Whether a deletion was answered with success, or took effect.
        var isGone: Bool { state.withLock { $0.isGone } }

        static let item =
            "{\"id\":\"I\",\"name\":\"a\",\"eTag\":\"\\\"1\\\"\",\"file\":{},\"size\":1,"
            + "\"parentReference\":{\"driveId\":\"b!D\",\"id\":\"R\"}}"
        static let root = "{\"id\":\"R\",\"name\":\"root\",\"root\":{},\"folder\":{}}"
        private static let statuses = [
            100, 200, 200, 200, 201, 202, 204, 206, 301, 302, 304, 400, 401, 402, 403, 404, 404,
            405,
            406, 408, 409, 410, 411, 412, 413, 415, 416, 422, 423, 424, 429, 500, 501, 502, 503,
            504,
            507, 509, 599,
        ]
        private static let bodies = [
            "", "{}", "[]", "null", "<html>", item, root, "{\"value\":[]}", "{\"responses\":[]}",
            "{\"error\":{\"code\":\"accessDenied\",\"innerError\":{\"code\":\"throttledRequest\"}}}",
            "{\"error\":{\"code\":\"nameAlreadyExists\"}}", "{\"id\":\"I\",\"deleted\":{}}",
            "{\"error\":{\"code\":\"malformedEntityTag\"}}",
            "{\"id\":\"X\",\"name\":\"a\",\"file\":{}}",
            "{\"id\":\"I\",\"id\":\"I\"}", "{\"value\":[" + item + "],\"@odata.nextLink\":\"/x\"}",
            "{\"responses\":[{\"id\":\"1\",\"status\":204},{\"id\":\"1\",\"status\":204}]}",
        ]

        func answer(_ call: TestCall) -> TestAnswer {
            state.withLock { state in
                let isSane = Double.random(in: 0..<1, using: &state.generator) < sanity
                if isSane || (answersTruly && call.method == "GET") {
                    return Self.sane(call, &state)
                }
                let status = Self.statuses.randomElement(using: &state.generator) ?? 200
                let body = Self.bodies.randomElement(using: &state.generator) ?? ""
                let isDeletion = call.method == "DELETE" || call.path.hasSuffix("/permanentDelete")
                if isDeletion, status == 200 || status == 204 || status == 201 {
                    state.isGone = true
                }
                // What is no clear answer may have taken effect or not.
                let isUnclear = status >= 500 || status < 400
                if isDeletion, isUnclear, Bool.random(using: &state.generator) {
                    state.isGone = true
                }
                var headers: [String: String] = [:]
                if Bool.random(using: &state.generator) { headers["Retry-After"] = "0.5" }
                return TestAnswer(status, body, headers: headers)
            }
        }

        private static func sane(_ call: TestCall, _ state: inout State) -> TestAnswer {
            let missing = TestAnswer.error(404, "itemNotFound")
            switch (call.method, call.plainPath) {
            case ("GET", "/me/drive"):
                return TestAnswer(200, "{\"id\":\"b!D\",\"driveType\":\"business\"}")
            case ("GET", "/drives/b!D/root"), ("GET", "/drives/b!D/items/R"):
                return TestAnswer(200, root)
            case ("GET", "/drives/b!D/items/I"), ("GET", "/drives/b!D/root:/a:"):
                return state.isGone ? missing : TestAnswer(200, item)
            case ("DELETE", _), ("POST", "/drives/b!D/items/I/permanentDelete"):
                if state.isGone { return missing }
                state.isGone = true
                return TestAnswer(204)
            case ("GET", _): return missing
            default: return .error(403, "accessDenied")
            }
        }
    }

    private func order(_ method: DeletionMethod) -> DeletionOrder {
        var item = ItemValues(path: "/a")
        item.id = "I"
        item.size = 1
        item.eTag = "\"1\""
        return DeletionOrder(item: item, method: method, plan: "plan-1")
    }

    private func drive(_ server: MadServer, _ seed: UInt64) throws -> GraphDrive {
        let generator = Lock(SplitMix64(seed: seed ^ 0x5eed))
        let test = try TestClient(
            TestServer(
                isOdd: seed % 3 == 0,
                fault: { request, _ in
                    generator.withLock { generator in
                        switch Int.random(in: 0..<40, using: &generator) {
                        case 0: .lost
                        case 1: .failure(HTTPError(.timedOut, "slow"))
                        case 2:
                            .failure(
                                HTTPError(.unreachable, "gone", mayHaveReachedServer: false))
                        // A batch whose answer breaks off; of a single request that were a lie.
                        case 3 where request.url.hasSuffix("/$batch"):
                            .handledBut(TestAnswer(200, "{\"responses\":[{\"id\":\"1\""))
                        case 4: .handledBut(TestAnswer(500))
                        case 5: .answer(TestAnswer(429))
                        default: nil
                        }
                    }
                }, script: server.answer), patience: 60)
        let drive = GraphDrive(
            name: "d", settings: GraphDriveSettings(place: .mine), client: test.client,
            feedStore: MemoryFeedStore(), now: { 0 })
        drive.known.withLock {
            $0.info = GraphDriveInfo(id: "b!D", comparableID: "b!D", type: "business")
        }
        return drive
    }

    @Test("What is called deleted is gone, and what is called untouched is there")
    func deletion() async throws {
        var kinds: [OutcomeKind: Int] = [:]
        for seed in UInt64(0)..<600 {
            for method in [DeletionMethod.recycle, .permanent] {
                let server = MadServer(seed: seed, sanity: 0.2, answersTruly: true)
                let drive = try drive(server, seed)
                let outcomes = try? await drive.delete([order(method)], shouldStop: { false })
                guard let outcome = outcomes?.first else {
                    // A failure of the whole call touched nothing.
                    #expect(!server.isGone, "\(seed) \(method)")
                    continue
                }
                let kind = OutcomeKind(outcome)
                kinds[kind, default: 0] += 1
                switch kind {
                case .deleted, .gone: #expect(server.isGone, "\(seed) \(method)")
                case .postponed, .notAttempted, .changed:
                    #expect(!server.isGone, "\(seed) \(method): \(outcome)")
                case .failed, .missing, .unanswered: break
                }
            }
        }
        #expect(kinds.keys.contains(.deleted) && kinds.keys.contains(.failed), "\(kinds)")
        #expect(kinds.keys.contains(.postponed) && kinds.keys.contains(.unanswered), "\(kinds)")
    }

    @Test(
        "Nothing that a service says makes a call crash, or never end", arguments: [0.0, 0.5, 0.9])
    func everything(sanity: Double) async throws {
        for seed in UInt64(0)..<60 {
            for method in DeletionMethod.allCases {
                let server = MadServer(seed: seed, sanity: sanity, answersTruly: false)
                let drive = try drive(server, seed)
                let order = order(method)
                _ = try? await drive.recheck([order.item])
                _ = try? await drive.delete([order], shouldStop: { false })
                _ = try? await drive.reconcile([order])
                let restore = RestoreOrder(item: order.item, receipt: nil)
                _ = try? await drive.restore([restore], shouldStop: { false })
                _ = try? await drive.purge([restore], shouldStop: { false })
                _ = try? await drive.verifiedSHA256(of: [order.item])
            }
        }
    }
}
