// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import Glibc
internal import RuleEngine

/// `cleanrules-bench tree`: files with true copies and near copies, the same for the same seed.
struct TreeBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tree",
        abstract: "Write a folder tree to measure with: a fifth are copies, some nearly so.")

    @Argument(help: "The folder to make; it must not exist.")
    var folder: String

    @Option(name: .long, help: "How many files.")
    var files = 50_000

    @Option(name: .long, help: "The seed.")
    var seed: UInt64 = 1

    func run() throws {
        guard mkdir(folder, 0o755) == 0 else {
            throw ValidationError("'\(folder)' exists or cannot be made")
        }
        var random = BenchRandom(seed: seed)
        var content = [UInt8](repeating: 0, count: 1 << 23)
        for index in content.indices { content[index] = UInt8(truncatingIfNeeded: random.next()) }
        var written: [(start: Int, size: Int, mark: UInt64)] = []
        for number in 0..<files {
            if number % 50 == 0 { mkdir("\(folder)/folder \(number / 50)", 0o755) }
            var file = (start: 0, size: 0, mark: random.next())
            let choice = written.isEmpty ? 99 : random.below(100)
            if choice < 22 {
                file = written[random.below(written.count)]
                // A near copy: the same size and beginning, another last byte.
                if choice >= 20 { file.mark ^= 1 << 56 }
            } else {
                file.size = 1_024 + random.skewed(400) * random.below(1_024)
                file.start = random.below(content.count - file.size)
            }
            written.append(file)
            try write(file, content, "\(folder)/folder \(number / 50)/file \(number).bin")
        }
    }

    /// The slice of the common content with the file's own mark as its last eight bytes.
    private func write(
        _ file: (start: Int, size: Int, mark: UInt64), _ content: [UInt8], _ path: String
    ) throws {
        guard let handle = fopen(path, "w") else { throw ValidationError("cannot write '\(path)'") }
        defer { fclose(handle) }
        content.withUnsafeBytes { bytes in
            _ = fwrite(bytes.baseAddress.map { $0 + file.start }, 1, file.size - 8, handle)
        }
        withUnsafeBytes(of: file.mark) { _ = fwrite($0.baseAddress, 1, 8, handle) }
    }
}

/// `cleanrules-bench duplicates`: walk a folder and find all copies, proved by their bytes.
struct DuplicatesBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "Time the search for copies in a folder: walking, then comparing bytes.")

    @Argument(help: "The folder.")
    var folder: String

    @Flag(name: .long, help: "Only walk the folder.")
    var walkOnly = false

    func run() async throws {
        let drive = LocalDrive(name: "bench", rootPath: folder)
        let (listing, walking) = try await Measurement.of {
            let found = try await drive.list(progress: nil)
            return found.builder.finish()
        }
        print("items \(listing.count)")
        print("walk      wall \(fixed(walking.wall)) s  cpu \(fixed(walking.cpu)) s")
        if walkOnly { return }
        let (plan, comparing) = try await Measurement.of { try await self.plan(listing, drive) }
        print("compare   wall \(fixed(comparing.wall)) s  cpu \(fixed(comparing.cpu)) s")
        let totals = PlanTotals(plan)
        print("copies \(totals.delete.items)  bytes \(totals.delete.bytes)")
        print("peak memory \(Measurement.peakMebibytes) MiB")
    }

    private func plan(_ listing: Listing, _ drive: LocalDrive) async throws -> Plan {
        var file = RuleFile()
        file.rules = [
            Rule(
                id: "copies", selection: .duplicates(DuplicateSelection(key: .content)),
                action: .delete)
        ]
        let planner = try Planner(
            PlanInput(listing: listing, ruleFile: file, now: BenchRules.now, timeZone: .utc))
        let request = planner.contentRequest()
        let found = try await drive.contentClasses(
            of: request.comparisons, in: listing, progress: nil)
        return planner.plan(evidence: ContentEvidence(classes: found.classes))
    }
}
