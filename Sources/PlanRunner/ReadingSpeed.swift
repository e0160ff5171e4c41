// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import StateLedger

/// How fast the contents of a drive arrived when they were last downloaded as a proof.
package struct ReadingSpeed: Sendable, Hashable {
    /// Bytes a second, at least 1.
    package let bytesPerSecond: Int64

    /// What less than this much says of the speed is chance.
    private static let measuredBytesMin: Int64 = 1 << 20

    /// The speed of `reading`; nil where too little was read to tell.
    package init?(_ reading: ContentReading) {
        let (seconds, attoseconds) = reading.elapsed.components
        let time = Double(seconds) + Double(attoseconds) / 1e18
        guard reading.bytes >= Self.measuredBytesMin, time > 0 else { return nil }
        bytesPerSecond = max(1, Int64(exactly: (Double(reading.bytes) / time).rounded()) ?? .max)
    }

    /// What a state file has kept; nil if it is no speed.
    fileprivate init?(kept text: String) {
        guard let speed = Int64(text), speed > 0 else { return nil }
        bytesPerSecond = speed
    }

    /// For how many seconds `bytes` last at this speed, rounded up.
    package func seconds(for bytes: Int64) -> Int64 {
        let whole = bytes / bytesPerSecond
        return bytes % bytesPerSecond > 0 ? whole + 1 : whole
    }

    /// The name under which a state file keeps it.
    fileprivate static func setting(_ identity: String) -> String { "download-speed \(identity)" }
}

extension Runner {
    /// The last speed of the drive of that identity; nil where none was measured.
    package func readingSpeed(ofDrive identity: String) async throws(RunnerError) -> ReadingSpeed? {
        let kept = try await calling { ledger async throws(LedgerError) in
            try await ledger.setting(ReadingSpeed.setting(identity))
        }
        return kept.flatMap { ReadingSpeed(kept: $0) }
    }

    /// Keeps how fast contents of that drive were downloaded, for what plans say of the next time.
    /// Where there is no room for it, the next plan says what an earlier one said.
    func keep(_ reading: ContentReading, ofDrive identity: String) async {
        guard let speed = ReadingSpeed(reading) else { return }
        try? await ledger.store(
            String(speed.bytesPerSecond), setting: ReadingSpeed.setting(identity))
    }
}
