// SPDX-License-Identifier: Apache-2.0

package import Logging
internal import Messages

/// Sends requests through another client, and says so when an answer takes long: after 10 seconds,
/// and then every minute, for whoever waits should know what for. Of several requests to one host that
/// take long at once one is told of, for whoever waits learns nothing from the others.
package struct SilenceWatch: HTTPExchanging {
    private let client: any HTTPExchanging
    private let logger: Logger
    private let clock: any TrafficClock
    private let told = Lock(ToldHosts())

    /// When something is said for the first time, and how long after that each further time.
    private static let firstSeconds = 10.0
    private static let nextSeconds = 60.0

    /// A watch over `client` that speaks through `logger`.
    package init(
        over client: any HTTPExchanging, logger: Logger,
        clock: any TrafficClock = SystemTrafficClock()
    ) {
        self.client = client
        self.logger = logger
        self.clock = clock
    }

    /// Sends `request`, and speaks while its answer is not there.
    package func exchange(
        _ request: HTTPRequest, receiver: HTTPReceiver?
    ) async throws(HTTPError) -> HTTPResponse {
        let outcome = await withTaskGroup(of: Result<HTTPResponse, HTTPError>?.self) { group in
            group.addTask {
                do throws(HTTPError) {
                    return unsafe .success(try await client.exchange(request, receiver: receiver))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                await speak(of: request)
                return nil
            }
            defer { group.cancelAll() }
            for await outcome in group {
                if let outcome { return outcome }
            }
            return .failure(HTTPError(.cancelled, String(clause: "the request was given up")))
        }
        return try outcome.get()
    }

    /// Speaks again and again, until the task is cancelled or the program told to stop.
    private func speak(of request: HTTPRequest) async {
        let host = TrafficLog(logger: logger, logsPaths: false).target(request.url)
        var waited = 0.0
        while !Task.isCancelled {
            let next = waited == 0 ? Self.firstSeconds : Self.nextSeconds
            do {
                try await clock.sleep(seconds: next)
            } catch {
                return
            }
            if Task.isCancelled { return }
            waited += next
            let now = clock.seconds
            guard told.withLock({ $0.mayTell(of: host, at: now) }) else { continue }
            logger.notice(
                "no complete answer yet",
                metadata: ["host": "\(host)", "waited": "\(Wording.seconds(waited))"])
        }
    }
}

/// When it was said last of each host that an answer of it is not there.
struct ToldHosts {
    private var last: [String: Double] = [:]
    /// How long nothing more is said of a host. Short of a minute, so that one request that waits alone is
    /// told of each minute, however the clock is read.
    private static let pauseSeconds = 59.0
    /// Hosts are few; where they are many, those of which it may be said again are forgotten.
    private static let hostsMax = 1_000

    /// Whether it may be said of `host` at the instant `now`; then it counts as said.
    mutating func mayTell(of host: String, at now: Double) -> Bool {
        if let before = last[host], now - before < Self.pauseSeconds { return false }
        if last.count >= Self.hostsMax {
            last = last.filter { now - $0.value < Self.pauseSeconds }
        }
        last[host] = now
        return true
    }
}
