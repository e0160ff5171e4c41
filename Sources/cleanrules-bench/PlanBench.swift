// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import Glibc
internal import RuleEngine
internal import YAMLBridge

/// `cleanrules-bench plan`: a listing into columns, and a plan over the columns.
struct PlanBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Time a plan over a listing: reading it, and planning over its columns.")

    @Argument(help: "A listing file, such as 'cleanrules-bench listing' writes.")
    var listing: String

    @Option(name: .long, help: "Rules to plan by. Default: the built-in five.")
    var rules: String?

    @Option(name: .long, help: "How often to plan; the median counts.")
    var rounds = 7

    func run() async throws {
        let file = try decodeRules()
        let (columns, loading) = try await Measurement.of {
            try ListingReader(defaultDrive: "bench").read(.file(listing)).finish()
        }
        let count = columns.count
        print("items \(count)  rules \(file.rules.count + file.protections.count)")
        row("read the listing", loading, count)
        print("peak memory after reading \(Measurement.peakMebibytes) MiB")
        for threads in [1, 2] {
            var times: [Measurement] = []
            var last: Plan?
            for _ in 0..<rounds {
                let (plan, time) = try await Measurement.of {
                    try Planner(
                        PlanInput(
                            listing: columns, ruleFile: file, now: BenchRules.now,
                            timeZone: .utc, threads: threads)
                    ).plan()
                }
                times.append(time)
                last = plan
            }
            row("plan, \(threads) thread\(threads > 1 ? "s" : "")", .median(times), count)
            if threads == 2, let last { summarise(last) }
        }
        print("peak memory \(Measurement.peakMebibytes) MiB")
    }

    private func decodeRules() throws -> RuleFile {
        var bytes = Array(BenchRules.text.utf8)
        if let rules { bytes = try FileText.read(rules) }
        let decoded = RuleFileDecoder.decode(bytes, file: rules ?? "built-in") { path, _ in
            try FileText.read(path)
        }
        guard let file = decoded.rules.value else {
            throw ValidationError("the rules are not valid; see 'cleanrules check'")
        }
        return file
    }

    private func row(_ name: String, _ time: Measurement, _ count: Int) {
        let label = name + String(repeating: " ", count: max(0, 20 - name.count))
        print(
            "\(label) wall \(fixed(time.wall)) s  cpu \(fixed(time.cpu)) s"
                + "  \(fixed(Double(count) / time.wall / 1e6, 2)) M items/s"
                + "  \(fixed(time.cpu / Double(max(1, count)) * 1e9, 0 + 1)) ns cpu/item")
    }

    private func summarise(_ plan: Plan) {
        let totals = PlanTotals(plan)
        for (number, rule) in plan.rules.enumerated() {
            let counts = totals.rules[number]
            print(
                "  \(rule.id): keep \(counts.keep.items) delete \(counts.delete.items)"
                    + " review \(counts.review.items)")
        }
        print(
            "  all: keep \(totals.keep.items) delete \(totals.delete.items)"
                + " review \(totals.review.items)")
    }
}

/// Rules files, read whole.
enum FileText {
    /// The bytes of a small file.
    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ValidationError("cannot read '\(path)'") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < 1 << 21 {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}

/// The five rules that all engines are compared by: a protection with a regular expression, two
/// rules on names, copies by hash, and a review of large old films.
enum BenchRules {
    /// 2026-11-21T00:00:00Z.
    static let now = Timestamp(secondsSinceEpoch: 1_795_219_200)

    /// The rules file.
    static let text = """
        version: 1
        timezone: UTC
        limits: {items: unlimited, bytes: unlimited, percent: unlimited}
        protect:
          - id: papers
            match:
              any:
                - path: [/Keep, "/Keep/**"]
                - name_regex: "(?i)passport|contract"
        rules:
          - id: screenshots
            match: {name: ["screenshot*", "screen shot*"], modified_age: over 365d}
            then: delete
          - id: leftovers
            match: {name: ["*.tmp", "~$*", "Thumbs.db"]}
            then: delete
          - id: copies
            duplicates: {same: content, keep: [oldest, shortest_path]}
            then: delete
          - id: films
            match: {mime: "video/*", size: over 500MB, modified_age: over 730d}
            then: review

        """
}
