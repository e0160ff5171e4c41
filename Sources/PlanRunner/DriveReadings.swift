// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine

/// What is read on the drives of one execution, added up for whoever watches it.
struct DriveReadings: Sendable {
    private let drives: [ReadyDrive]
    private let readings: ReadingTable

    /// Watches `drives` from now on, and has `tells` told of all of them together.
    init(_ drives: ReadyDrives, tells: @escaping ContentReadingHandler) {
        let ready = drives.all.compactMap { try? $0.get() }
        let readings = ReadingTable(count: ready.count)
        for (number, one) in ready.enumerated() {
            one.drive.watchReading { tells(readings.take($0, of: number)) }
        }
        self.drives = ready
        self.readings = readings
    }

    /// Watches no more, and keeps how fast what had to be downloaded came.
    func end(_ runner: Runner) async {
        for (number, one) in drives.enumerated() {
            one.drive.watchReading(nil)
            guard one.drive.kind == .onedrive else { continue }
            await runner.keep(readings[number], ofDrive: one.identity)
        }
    }
}

/// What was read on each of some drives.
private final class ReadingTable: Sendable {
    private let readings: Lock<[ContentReading]>

    init(count: Int) {
        readings = Lock(Array(repeating: ContentReading(), count: count))
    }

    subscript(number: Int) -> ContentReading { readings.withLock { $0[number] } }

    /// Takes what was read on drive `number`; what was read on all of them, one after another.
    func take(_ reading: ContentReading, of number: Int) -> ContentReading {
        readings.withLock { readings in
            readings[number] = reading
            return readings.reduce(into: ContentReading()) { sum, one in
                sum.bytes += one.bytes
                sum.elapsed += one.elapsed
            }
        }
    }
}
