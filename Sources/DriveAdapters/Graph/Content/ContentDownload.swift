// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// Reads the content of one item from its beginning to its end, without keeping it.
///
/// The content lies at an address of its own, which carries its own permission and must never see
/// a token. It is used byte for byte as the service gave it; where a transfer breaks, the next one
/// goes on from there.
struct ContentDownload {
    private let client: GraphClient
    private let address: String
    private let size: Int64
    private let digest: ContentDigest
    private let meter: ReadingMeter?
    private let shouldStop: @Sendable () -> Bool
    /// Whether a broken transfer is taken up where it ended.
    private var resumes = true
    private var attempt = 0
    private var addressCount = 0

    /// How often a transfer is tried.
    private static let attemptCountMax = 6
    /// How often the service is asked for an address: one that is new may be refused once.
    private static let addressCountMax = 2

    /// What a reading came to.
    enum Outcome {
        /// The digests of all of it.
        case read([HashAlgorithm: [UInt8]])
        /// There are fewer or more bytes than the drive lists.
        case notAsListed
        /// It is not to be had; why, one clause.
        case unavailable(String)
        /// The caller stopped.
        case stopped
    }

    /// The reading of an item of the drive at `info`, of whose bytes `meter` is told; nil if libcrypto
    /// lacks an algorithm.
    init?(
        _ state: GraphItemState, size: Int64, on info: GraphDriveInfo, client: GraphClient,
        algorithms: Set<HashAlgorithm>, meter: ReadingMeter? = nil,
        shouldStop: @escaping @Sendable () -> Bool
    ) {
        guard let digest = ContentDigest(algorithms, countMax: size) else { return nil }
        self.client = client
        self.size = size
        self.digest = digest
        self.meter = meter
        self.shouldStop = shouldStop
        address = GraphAddress.item(state.id, on: info.path) + "/content"
    }

    /// What comes next.
    private enum Step {
        case end(Outcome)
        case again
        case newAddress
    }

    /// Reads the content.
    mutating func run() async -> Outcome {
        // Nothing is there to be read, and some services have no address for nothing.
        if size == 0 { return .read(digest.finish()) }
        var url: String?
        while attempt < ContentDownload.attemptCountMax {
            if shouldStop() { return .stopped }
            attempt += 1
            do throws(Ending) {
                let current = if let url { url } else { try await location() }
                url = current
                switch await transfer(current) {
                case .end(let outcome): return outcome
                case .again: continue
                case .newAddress:
                    digest.restart()
                    url = nil
                }
            } catch {
                return error.outcome
            }
        }
        return .unavailable(GraphText.contentBroken)
    }

    private struct Ending: Error {
        var outcome: Outcome
    }

    // MARK: - Where it lies

    private mutating func location() async throws(Ending) -> String {
        addressCount += 1
        if addressCount > ContentDownload.addressCountMax {
            throw Ending(outcome: .unavailable(GraphText.contentRefused))
        }
        let response: GraphResponse
        do throws(GraphFailure) {
            response = try await client.send(GraphRequest(.get, address))
        } catch {
            throw Ending(outcome: .unavailable(error.message))
        }
        if ContentDownload.isInfected(response.headers) {
            throw Ending(outcome: .unavailable(GraphText.infected))
        }
        guard [301, 302, 303, 307, 308].contains(response.status),
            let url = response.header("Location")
        else {
            // Some services give the content at once.
            if response.status == 200 { throw Ending(outcome: take(response.body)) }
            throw Ending(outcome: .unavailable(GraphText.answer(response)))
        }
        guard client.mayFetch(url) else {
            throw Ending(outcome: .unavailable(GraphText.contentAddress))
        }
        return url
    }

    private func take(_ body: [UInt8]) -> Outcome {
        meter?.add(body.count)
        let isTaken = unsafe body.withUnsafeBytes { unsafe digest.take($0, shouldStop: shouldStop) }
        return isTaken && digest.count == size ? .read(digest.finish()) : .notAsListed
    }

    // MARK: - The transfer

    private mutating func transfer(_ url: String) async -> Step {
        if !resumes { digest.restart() }
        let offset = digest.count
        // Some hosts refuse a download that does not say so.
        var headers = [HTTPField("Accept", "*/*")]
        if offset > 0 { headers.append(HTTPField("Range", "bytes=\(offset)-")) }
        // Not idempotent for the transport: the bytes that were taken do not come twice.
        let request = HTTPRequest(
            .get, url, headers: headers, isIdempotent: false,
            // The digest counts for itself; the text of a refusal may be longer than a small file.
            responseByteCountMax: max(Int(clamping: size), 1 << 16) &+ 1)
        let (digest, meter, shouldStop) = (digest, meter, shouldStop)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try unsafe await client.downloads.send(request, cost: 1, count: 1) { bytes in
                meter?.add(bytes.count)
                return unsafe digest.take(bytes, shouldStop: shouldStop)
            }
        } catch {
            return await afterFailure(error, offset)
        }
        return await afterResponse(response, offset)
    }

    private mutating func afterFailure(_ error: HTTPError, _ offset: Int64) async -> Step {
        if digest.isStopped { return .end(.stopped) }
        if digest.isOver || error.kind == .tooLarge {
            // After a resumed transfer that may be a service that began from the beginning.
            if offset == 0 { return .end(.notAsListed) }
            resumes = false
            return .again
        }
        switch error.kind {
        case .broken, .timedOut, .unreachable, .foreign, .throttled, .failed:
            return await wait(seconds: nil, isBusy: false, GraphText.contentBroken)
        case .badAddress, .untrusted, .tooLarge, .cancelled, .late:
            return .end(.unavailable(error.message))
        }
    }

    private mutating func afterResponse(_ response: HTTPResponse, _ offset: Int64) async -> Step {
        let answer = GraphResponse(
            status: response.status, headers: response.headers, body: response.body)
        if ContentDownload.isInfected(response.headers) {
            return .end(.unavailable(GraphText.infected))
        }
        switch response.status {
        case 200 where offset == 0: return .end(complete())
        case 206 where offset > 0 && isContinued(response, at: offset): return .end(complete())
        case 200, 206, 416:
            // The service began from the beginning, or somewhere else.
            if offset == 0 { return .end(.unavailable(GraphText.answer(answer))) }
            resumes = false
            return .again
        case 401, 404, 410: return .newAddress
        case 429, 503, 509:
            return await wait(
                seconds: answer.retryAfterSeconds, isBusy: true, GraphText.answer(answer))
        case 500, 502, 504: return await wait(seconds: nil, isBusy: false, GraphText.answer(answer))
        default: return .end(.unavailable(GraphText.answer(answer)))
        }
    }

    /// What it means that a transfer came to its end.
    private func complete() -> Outcome {
        digest.count == size && !digest.isOver ? .read(digest.finish()) : .notAsListed
    }

    /// Whether the bytes that came are those from `offset` on, of a content of the listed size.
    private func isContinued(_ response: HTTPResponse, at offset: Int64) -> Bool {
        guard let range = response.header("Content-Range") else { return false }
        let wanted = "bytes \(offset)-\(size - 1)/"
        return range == wanted + "\(size)" || range == wanted + "*"
    }

    private func wait(seconds: Double?, isBusy: Bool, _ reason: String) async -> Step {
        do throws(HTTPError) {
            if isBusy {
                try await client.downloads.pause(seconds: seconds)
            } else {
                try await client.downloads.backOff(attempt: attempt)
            }
            return .again
        } catch {
            return .end(.unavailable(reason))
        }
    }

    private static func isInfected(_ headers: [HTTPField]) -> Bool {
        headers.contains {
            $0.name.lowercased() == "x-virus-infected" && $0.value.lowercased() != "false"
        }
    }
}
