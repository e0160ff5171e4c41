// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEngine
internal import Text
internal import Wording
internal import YAMLBridge

/// Does what one process does of a plan of a fleet. What it goes by stands in the folder of the plan, and
/// in the snapshot of a part's listing file; nothing is kept between two tasks.
package struct PartWorker {
    private let folder: PartFolder
    private let threads: Int
    /// By what it tells others, and is told.
    private var exchange: any PartExchange
    /// What it works on.
    let job: PartJob
    /// Of which plan something told is.
    let origin: PartOrigin
    private let rules: RuleFile
    /// The rules whose groups reach into other parts.
    let shared: SharedRules
    private let zone: RuleTimeZone
    /// The places of the listing files of each part.
    private let parts: [Range<Int>]

    /// A worker for the plan in `folder`.
    package init(_ folder: PartFolder, threads: Int) throws(PartFailure) {
        self.folder = folder
        self.threads = threads
        exchange = folder
        job = try folder.job()
        origin = job.origin
        rules = try Self.rules(job)
        shared = SharedRules(rules)
        zone = try Self.zone(rules, job)
        parts = job.parts
    }

    /// The rules of `job`.
    package static func rules(_ job: PartJob) throws(PartFailure) -> RuleFile {
        let texts = Dictionary(
            job.rules.map { (Array($0.file.utf8), $0.text) },
            uniquingKeysWith: { first, _ in first })
        guard let main = job.rules.first else { throw unreadableRules }
        let decoded = RuleFileDecoder.decode(Array(main.text.utf8), file: main.file) { path, _ in
            guard let text = texts[Array(path.utf8)] else { throw unreadableRules }
            return Array(text.utf8)
        }
        guard let file = decoded.rules.value else { throw unreadableRules }
        return file
    }

    private static var unreadableRules: PartFailure {
        PartFailure(
            .clause(Message("the rules that the plan was begun by cannot be read any more")),
            isOfRules: true)
    }

    /// The zone of `job`, whose rules are `rules`.
    package static func zone(
        _ rules: RuleFile, _ job: PartJob
    ) throws(PartFailure) -> RuleTimeZone {
        // Rules that name none have that of the machine where the plan was begun.
        let name = rules.timeZone ?? job.timeZone
        let zone = RuleTimeZone(identifier: name) ?? .machine
        guard zone.identifier == job.timeZone else {
            throw PartFailure(
                Message("'\(VisibleText.escaped(job.timeZone))' is not the time zone here"))
        }
        return zone
    }

    /// The files that `task` reads outside the folder of the plan.
    package func reads(_ task: PartTask) -> [String] {
        if task.step.isOfBuckets || !parts.indices.contains(task.number) { return [] }
        return job.files[parts[task.number]].map(\.snapshot)
    }

    /// The same worker, that tells and is told by `exchange`.
    func telling(by exchange: any PartExchange) -> PartWorker {
        var worker = self
        worker.exchange = exchange
        return worker
    }

    /// Throws where the plan has nothing like `task` to do.
    func demand(_ task: PartTask) throws(PartFailure) {
        let most = task.step.isOfBuckets ? job.buckets : parts.count
        guard task.number < most else {
            throw PartFailure(Message("the plan has no part \(task.number + 1)"))
        }
    }

    /// Does `task`.
    package func run(_ task: PartTask) throws(PartFailure) {
        try demand(task)
        switch task.step {
        case .imports: throw PartFailure(Message("the plan has no part \(task.number + 1)"))
        case .keys:
            let prints = KeyPrints(
                try listing(task.number), shared, try together(), buckets: job.buckets)
            try tell(prints.bodies, .keys, part: task.number)
        case .common:
            try meet(.keys, .common, bucket: task.number) { bodies throws(PartError) in
                try KeyPrints.answers(to: bodies, shared)
            }
        case .summaries:
            let told = try summaries(try planner(task.number), part: task.number, isTold: true)
            try tell(told.bodies, .summaries, part: task.number)
        case .settlements:
            try meet(.summaries, .settlements, bucket: task.number) { bodies throws(PartError) in
                try SummaryMeeting.answers(to: bodies, shared)
            }
        case .tallies:
            let told = try tallies(try planner(task.number), part: task.number, isTold: true)
            try tell(told.bodies, .tallies, part: task.number)
        case .totals:
            try meet(.tallies, .totals, bucket: task.number) { bodies throws(PartError) in
                try TallyMeeting.answers(to: bodies, shared)
            }
        case .lines:
            let planner = try planner(task.number)
            let plan = try plan(planner, part: task.number)
            try PartLines(plan, job, folder, part: task.number, givenUp: planner.givenUp).write()
        }
    }

    // MARK: Parts

    /// What is listed in the files of `part`, of the drives that are planned over.
    private func listing(_ part: Int) throws(PartFailure) -> Listing {
        try PartSnapshot.listing(of: job.files[parts[part]], job.choice.test)
    }

    /// The plan of `part`, as far as plain rules go.
    private func planner(_ part: Int) throws(PartFailure) -> PartPlanner {
        let listing = try listing(part)
        let decided = try PartSnapshot.decisions(
            of: job.files[parts[part]], in: listing, now: job.now)
        let input = PlanInput(
            listing: listing, ruleFile: rules, now: job.now, timeZone: zone, decisions: decided,
            threads: threads)
        do throws(PlanError) {
            return try PartPlanner(input)
        } catch {
            throw PartFailure(error)
        }
    }

    private func together() throws(PartFailure) -> PartsTogether {
        let told = try exchange.told(at: PartPlace(.carried, part: 0), of: origin)
        do throws(PartError) {
            return try PartsTogether(told)
        } catch {
            throw PartFailure(error)
        }
    }

    /// What `part` tells of its groups, or told before.
    private func summaries(
        _ planner: PartPlanner, part: Int, isTold: Bool
    ) throws(PartFailure) -> GroupSummaries {
        planner.summaries(
            try together(), common: try common(part), buckets: job.buckets, isTold: isTold)
    }

    /// The keys of `part` that others have too; nil where no rule goes across drives.
    private func common(_ part: Int) throws(PartFailure) -> CommonKeys? {
        if shared.isEmpty { return nil }
        var answers: [[UInt8]] = []
        for bucket in 0..<job.buckets {
            let place = PartPlace(.common, part: part, bucket: bucket)
            answers.append(try exchange.told(at: place, of: origin))
        }
        do throws(PartError) {
            return try CommonKeys(answers, shared)
        } catch {
            throw PartFailure(error.at(PartPlace(.common, part: part)))
        }
    }

    /// What `part` tells of the members of its groups, or told before.
    private func tallies(
        _ planner: PartPlanner, part: Int, isTold: Bool
    ) throws(PartFailure) -> GroupTallies {
        let summaries = try summaries(planner, part: part, isTold: false)
        let answers = try answers(.settlements, part: part, to: summaries.bodies) {
            bodies throws(PartError) in
            try SummaryMeeting.answers(to: bodies, shared)
        }
        do throws(PartError) {
            return try planner.tallies(summaries, answers: answers, isTold: isTold)
        } catch {
            throw PartFailure(error)
        }
    }

    private func plan(_ planner: PartPlanner, part: Int) throws(PartFailure) -> Plan {
        let tallies = try tallies(planner, part: part, isTold: false)
        let answers = try answers(.totals, part: part, to: tallies.bodies) {
            bodies throws(PartError) in
            try TallyMeeting.answers(to: bodies, shared)
        }
        do throws(PartError) {
            return try planner.plan(tallies, answers: answers)
        } catch {
            throw PartFailure(error)
        }
    }

    // MARK: What is told

    /// Writes what `part` tells, by bucket.
    private func tell(
        _ bodies: [[UInt8]], _ phase: PartPhase, part: Int
    ) throws(PartFailure) {
        for (bucket, body) in bodies.enumerated() {
            try exchange.tell(body, at: PartPlace(phase, part: part, bucket: bucket), of: origin)
        }
    }

    /// What `part` was answered, by bucket. Where no rule goes across drives nobody else has anything to
    /// tell, and `meeting` answers `bodies` at once.
    private func answers(
        _ phase: PartPhase, part: Int, to bodies: [[UInt8]],
        _ meeting: ([[UInt8]]) throws(PartError) -> [[UInt8]]
    ) throws(PartFailure) -> [[UInt8]] {
        var answers: [[UInt8]] = []
        for (bucket, body) in bodies.enumerated() {
            if shared.isEmpty {
                do throws(PartError) {
                    answers += try meeting([body])
                } catch {
                    throw PartFailure(error)
                }
            } else {
                let place = PartPlace(phase, part: part, bucket: bucket)
                answers.append(try exchange.told(at: place, of: origin))
            }
        }
        return answers
    }

    /// Brings together what all parts told in `bucket`, and writes what each of them is answered.
    private func meet(
        _ phase: PartPhase, _ answering: PartPhase, bucket: Int,
        _ meeting: ([[UInt8]]) throws(PartError) -> [[UInt8]]
    ) throws(PartFailure) {
        var bodies: [[UInt8]] = []
        for part in parts.indices {
            let place = PartPlace(phase, part: part, bucket: bucket)
            bodies.append(try exchange.told(at: place, of: origin))
        }
        let answers: [[UInt8]]
        do throws(PartError) {
            answers = try meeting(bodies)
        } catch {
            throw PartFailure(error)
        }
        for (part, answer) in answers.enumerated() {
            try exchange.tell(
                answer, at: PartPlace(answering, part: part, bucket: bucket), of: origin)
        }
    }
}
