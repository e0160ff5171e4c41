// SPDX-License-Identifier: Apache-2.0

import Logging

/// What the log says of traffic: neither headers nor bodies nor queries, which hold tokens.
struct TrafficLog: Sendable {
    let logger: Logger
    let logsPaths: Bool

    /// Ids of drives and items are shorter; what is longer may be the key to something.
    private static let segmentByteCountMax = 80
    private static let pathByteCountMax = 400

    /// A request got `response`.
    func exchange(_ request: HTTPRequest, _ response: HTTPResponse, seconds: Double) {
        logger.debug(
            "response",
            metadata: metadata(request, seconds) { metadata in
                metadata["status"] = "\(response.status)"
                for name in ["request-id", "Date", "Retry-After"] {
                    if let value = response.header(name) {
                        metadata[name.lowercased()] = "\(Wording.plain(value))"
                    }
                }
            })
    }

    /// A request got none.
    func exchange(_ request: HTTPRequest, _ error: HTTPError, seconds: Double) {
        logger.debug(
            "no response",
            metadata: metadata(request, seconds) { metadata in
                metadata["error"] = "\(error.kind.rawValue)"
                metadata["reason"] = "\(error.message)"
            })
    }

    /// A request will be sent again; after the pause if there are no seconds.
    func repeating(_ request: HTTPRequest, _ reason: String, after seconds: Double?) {
        logger.info(
            "trying again",
            metadata: [
                "method": "\(request.method.rawValue)", "target": "\(target(request.url))",
                "reason": "\(reason)",
                "wait": "\(seconds.map(Wording.seconds) ?? "until the pause is over")",
            ])
    }

    /// All requests wait.
    func pause(seconds: Double, status: Int?) {
        var metadata: Logger.Metadata = ["wait": "\(Wording.seconds(seconds))"]
        if let status { metadata["status"] = "\(status)" }
        logger.notice("the service asks to wait", metadata: metadata)
    }

    /// What is said of every exchange.
    private func metadata(
        _ request: HTTPRequest, _ seconds: Double, _ add: (inout Logger.Metadata) -> Void
    ) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "method": "\(request.method.rawValue)", "target": "\(target(request.url))",
            "milliseconds": "\(Int(max(0, min(seconds * 1_000, 1e12))))",
        ]
        if let id = request.header(RequestIdentity.header) {
            metadata[RequestIdentity.header] = "\(Wording.plain(id))"
        }
        add(&metadata)
        return metadata
    }

    /// Host and path of `url`; of its query only that there is one.
    func target(_ url: String) -> String {
        let afterScheme = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let end = url[afterScheme...].firstIndex { "?#".contains($0) } ?? url.endIndex
        let segments = url[afterScheme..<end].split(
            separator: "/", omittingEmptySubsequences: false)
        guard let authority = segments.first else { return "" }
        let host = authority.split(separator: "@").last ?? authority
        if !logsPaths { return Wording.plain(String(host)) }
        let path = segments.dropFirst().map { segment in
            segment.utf8.count > TrafficLog.segmentByteCountMax ? "..." : String(segment)
        }
        let text = ([String(host)] + path).joined(separator: "/")
        return Wording.plain(text, byteCountMax: TrafficLog.pathByteCountMax)
            + (end < url.endIndex ? "?" : "")
    }
}
