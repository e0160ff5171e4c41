// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import GraphSimulator
internal import HTTPTransport
internal import Logging
internal import Messages
internal import RuleEngine
internal import Wording
internal import Workflow

/// The OneDrive of the demo: the real client over a simulated service, without a network.
enum DemoService {
    /// The demo drive, signed in and ready to be listed.
    static func drive() throws(Failure) -> GraphDrive {
        let now = DemoDrive.now.secondsSinceEpoch
        let service = SimulatedGraph(time: SimulatedTime(secondsSinceEpoch: Double(now)))
        let account = service.addAccount(.personal, address: "nora@haleandrowe.example")
        do throws(SimulatorError) {
            try account.load(DemoDrive.items())
            let address = try service.address
            let traffic = ServiceTraffic(
                over: service, policy: .usual(for: address), logger: NetworkLog.logger)
            return GraphDrive(
                name: DemoDrive.name, settings: GraphDriveSettings(place: .mine),
                client: GraphClient(
                    address: address, traffic: traffic,
                    tokens: DemoTokens(token: service.accessToken(for: account)),
                    downloads: traffic),
                feedStore: MemoryFeedStore(), now: { now })
        } catch {
            throw Failure(.failed, .demoFailed(detail: "\(error)"))
        }
    }
}

/// The access token of the demo's only account.
private struct DemoTokens: AccessTokens {
    let token: String

    func token() async throws(AccessError) -> String { token }

    func replacement(
        for rejected: String, claims: String?
    ) async throws(AccessError) -> String {
        throw AccessError(.signInNeeded, String(clause: "the demo needs no other sign-in"))
    }
}
