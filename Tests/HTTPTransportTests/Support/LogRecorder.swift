// SPDX-License-Identifier: Apache-2.0

import Logging

@testable import HTTPTransport

/// Keeps what is logged.
final class LogRecorder: Sendable {
    private let kept = Lock<[String]>([])

    /// Each line with its level and its metadata.
    var lines: [String] { kept.withLock { $0 } }

    /// A logger that writes here, everything.
    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(recorder: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let words = (event.metadata ?? [:]).sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value)" }
            let line = (["\(event.level)", "\(event.message)"] + words).joined(separator: " ")
            recorder.kept.withLock { $0.append(line) }
        }
    }
}
