// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
package import Logging
internal import Threads
internal import Wording

/// Everything that this process sends over the network goes through one client.
package struct ServiceTransport: Sendable {
    private let client: any HTTPExchanging
    private let logger: Logger

    /// Transport over `client`.
    init(client: any HTTPExchanging, logger: Logger) {
        self.client = client
        self.logger = logger
    }

    /// Transport over libcurl, which trusts whom the environment says.
    static func opened() throws(Failure) -> ServiceTransport {
        do throws(HTTPError) {
            return ServiceTransport(
                client: SilenceWatch(
                    over: NamedClient(client: try CurlClient(environment: Environment.network)),
                    logger: NetworkLog.logger, clock: StoppableClock()),
                logger: NetworkLog.logger)
        } catch {
            throw Failure(.failed, .accountNetwork(detail: Phrase.told(error.message)))
        }
    }

    /// How the program is called in requests; Microsoft asks for exactly this form.
    static let userAgent = "ISV|cleanrules|cleanrules/\(Version.text)"

    /// All traffic with the service at `address`, which may have a `share` with others in it, where it counts
    /// as that of `user`.
    func traffic(
        with address: ServiceAddress, share: TrafficShare? = nil, user: String? = nil
    ) -> any Traffic {
        ServiceTraffic(
            over: client, policy: .usual(for: address), share: share, user: user, logger: logger,
            clock: StoppableClock())
    }

    /// Traffic for addresses that give access by themselves, as those of downloads.
    func downloads() -> any Traffic {
        ServiceTraffic(
            over: client, policy: .downloads, logger: logger, clock: StoppableClock())
    }
}

/// A client whose requests say which program they come from.
struct NamedClient: HTTPExchanging {
    let client: any HTTPExchanging

    func exchange(
        _ request: HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        var request = request
        if request.header("User-Agent") == nil {
            request.headers.append(HTTPField("User-Agent", ServiceTransport.userAgent))
        }
        return try await client.exchange(request, receiver: receiver)
    }
}

/// The time of the machine; a pause ends when the program is told to stop.
struct StoppableClock: TrafficClock {
    private let clock = SystemTrafficClock()
    /// How long a signal may go unnoticed.
    private static let sliceSeconds = 0.2

    var seconds: Double { clock.seconds }

    var unixSeconds: Double { clock.unixSeconds }

    func sleep(seconds: Double) async throws(CancellationError) {
        let end = clock.seconds + seconds
        while true {
            if Host.shouldStop { throw CancellationError() }
            let rest = end - clock.seconds
            if rest <= 0 { return }
            try await clock.sleep(seconds: min(rest, Self.sliceSeconds))
        }
    }
}

extension Environment {
    /// The variables that decide whom the network is trusted with.
    package static var network: [String: String] {
        let names = [
            "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR", "http_proxy", "all_proxy",
            "ALL_PROXY",
        ]
        var found: [String: String] = [:]
        for name in names { found[name] = value(name) }
        return found
    }
}

/// Where the log of the network goes.
package enum NetworkLog {
    private static let isQuiet = Lock(false)

    /// Has notices left out from now on, if `isQuiet`: whoever wants no notes wants none of these. What is
    /// opened by then goes on as it was.
    package static func heed(quiet isQuiet: Bool) {
        if isQuiet { self.isQuiet.withLock { $0 = true } }
    }

    /// Notices go to standard error, unless nobody wants any; with `CLEANRULES_LOG=debug` every request as
    /// well, without headers, bodies and queries.
    package static var logger: Logger {
        var logger = Logger(label: "cleanrules") { StreamLogHandler.standardError(label: $0) }
        let asked = Environment.value("CLEANRULES_LOG")
        let name = level(asked: asked, isQuiet: isQuiet.withLock { $0 })
        logger.logLevel = Logger.Level(rawValue: name) ?? .notice
        return logger
    }

    /// From which level on lines are written: the one that the environment has `asked` for, whatever else
    /// is said; from warnings on for whoever wants no notes.
    package static func level(asked: String?, isQuiet: Bool) -> String {
        let usual: Logger.Level = isQuiet ? .warning : .notice
        return (asked.flatMap { Logger.Level(rawValue: $0) } ?? usual).rawValue
    }
}
