// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

@testable import AccountAccess

/// Against the simulated sign-in service, which forgets a refresh token once it was used.
@Suite("With a service that is strict")
struct SimulatedServiceTests {
    private struct DirectTraffic: Traffic {
        let graph: SimulatedGraph

        func send(
            _ request: HTTPRequest, cost: Int, count: Int, receiver: HTTPReceiver?
        ) async throws(HTTPError) -> HTTPResponse {
            try await graph.exchange(request, receiver: receiver)
        }

        func pause(seconds: Double?) async throws(HTTPError) {}

        func backOff(attempt: Int) async throws(HTTPError) {}
    }

    @Test("no token is lost or used twice, however many processes renew at once")
    func rotation() async throws {
        let graph = SimulatedGraph(time: SimulatedTime(secondsSinceEpoch: FakeClock.start))
        graph.addAccount(.personal, address: "ana@example.com")
        graph.signIn.refusesUsedRefreshTokens = true
        graph.signIn.tokenSeconds = 8
        graph.signIn.deviceAnswers = []
        let world = try AccountWorld(
            [],
            SignInSettings.Source(
                account: "ana@example.com", clientID: "app-1", graphURL: graph.addresses.graph,
                loginURL: graph.addresses.login))
        let traffic = DirectTraffic(graph: graph)
        let service = SignInService(settings: world.settings, traffic: traffic)
        let signIn = SignIn(service: service, vault: world.vault, clock: world.clock.clock)
        _ = try await signIn.run(.deviceCode { _ in }, restores: true)
        let processes = (0..<4).map { _ in
            AccountTokens(
                service: service, vault: world.vault, loginCommand: "cleanrules login",
                clock: world.clock.patient)
        }
        for _ in 0..<25 {
            world.clock.advance(7)
            graph.time.advance(seconds: 7)
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for tokens in processes {
                    for _ in 0..<3 { group.addTask { try await tokens.token() } }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            let look = AccountQuery(
                graph: world.settings.key.graph, traffic: traffic, tokens: processes[0])
            #expect(try await look.drive(.mine).type == "personal")
        }
        // The service ends all access tokens at once.
        graph.revokeAccessTokens()
        for tokens in processes {
            let look = AccountQuery(
                graph: world.settings.key.graph, traffic: traffic, tokens: tokens)
            #expect(try await look.drive(.mine).type == "personal")
        }
    }
}
