// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import Glibc
internal import RuleEngine
internal import Text
internal import Threads
internal import Wording
internal import Workflow

/// What has the parts of a plan judged.
package enum FleetEngine: Sendable, Hashable {
    /// Processes of this machine.
    case local
    /// A cluster.
    case spark(FleetSpark)
    /// Somebody else has had them judged.
    case elsewhere

    /// The program that judges parts.
    func program() async throws(Failure) -> String {
        switch self {
        case .local: try FleetPool.program()
        case .spark(let spark): try await spark.program()
        case .elsewhere: try FleetSpark.givenOrOwn()
        }
    }
}

/// Has Apache Spark carry what parts of a fleet tell each other, by a program in Python that does no
/// more than start it and wait: the package `cleanrules-spark`.
package struct FleetSpark: Sendable, Hashable {
    /// The master, as Spark writes it; nil: the one of Spark's own settings.
    private let master: String?
    /// Whether what was found out is kept in the folder of the plan after each step.
    private let keepsSteps: Bool
    /// For how many seconds no worker may have taken a task before it is given up; 0: for ever.
    private let patience: Int64

    /// Spark at `master`.
    package init(master: String?, keepsSteps: Bool, patience: Int64) {
        self.master = master
        self.keepsSteps = keepsSteps
        self.patience = patience
    }

    /// The seconds that no worker may have taken a task where nobody says how many.
    package static let usualPatience: Int64 = 120

    private static let package = "cleanrules_spark"
    /// Where Spark's users say which Python is theirs.
    private static let pythonVariables = ["PYSPARK_DRIVER_PYTHON", "PYSPARK_PYTHON"]
    /// Where they say which program judges.
    private static let programVariable = "CLEANRULES_PART"
    /// What the driver's last sentence begins with.
    private static let mark = "cleanrules-spark: "

    // MARK: The program

    /// The program that the environment names; nil where it names none.
    private static func given() throws(Failure) -> String? {
        guard let path = ProcessInfo.processInfo.environment[programVariable] else { return nil }
        if path.hasPrefix("/"), access(path, X_OK) == 0 { return path }
        throw Failure(
            .failed, .fleetNoStart(path: VisibleText.escaped(path), detail: programVariable))
    }

    /// The program that the environment names, or the one beside this program.
    static func givenOrOwn() throws(Failure) -> String {
        if let given = try given() { return given }
        return try FleetPool.program()
    }

    /// The program that workers run: the one that the environment names; or that of the package, which
    /// is for all machines; or the one beside this program.
    func program() async throws(Failure) -> String {
        if let given = try Self.given() { return given }
        let (python, surroundings) = (Self.python, Self.surroundings)
        let answer = await BlockingCall.value {
            HelperProgram.run(
                python, ["-m", Self.package, "--part"], surroundings: surroundings)
        }
        guard let answer, !Self.lacksPackage(answer) else { throw Self.noPackage }
        guard answer.status == 0 else { throw Self.failure(answer) }
        let told = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let version = told.first, version == Version.text, told.count > 1 else {
            throw Failure(
                .failed,
                .fleetSparkVersion(
                    path: VisibleText.escaped(python),
                    version: VisibleText.escaped(String(told.first ?? "")), wanted: Version.text))
        }
        return told[1].isEmpty ? try FleetPool.program() : String(told[1])
    }

    // MARK: The work

    /// Has the parts of the plan in `folder` judged by `program`; `tell` hears how far it is.
    func judge(
        _ program: String, _ folder: PartFolder, tell: @escaping @Sendable (SparkStep) -> Void,
        _ stop: @escaping @Sendable () -> Ending?
    ) async throws(Failure) {
        var arguments = ["-m", Self.package, "judge", folder.path, "--part", program]
        arguments += ["--wait", String(patience)]
        if let master { arguments += ["--master", master] }
        if keepsSteps { arguments.append("--checkpoint") }
        let (python, words, surroundings) = (Self.python, arguments, Self.surroundings)
        let answer = await BlockingCall.value {
            var progress = SparkProgress(in: folder)
            defer { progress.remove() }
            let answer = HelperProgram.work(python, words, surroundings: surroundings) {
                for step in progress.news() { tell(step) }
                return stop() != nil
            }
            for step in progress.news(atOnce: true) { tell(step) }
            return answer
        }
        if let ending = stop() { throw Failure(ending) }
        guard let answer, !Self.lacksPackage(answer) else { throw Self.noPackage }
        if answer.status == 0 { return }
        throw Self.failure(answer)
    }

    /// The Python that Spark's users mean.
    private static var python: String {
        let surroundings = surroundings
        // Some have Jupyter stand there, which starts notebooks.
        return pythonVariables.lazy.compactMap { surroundings[$0] }
            .first { $0.split(separator: "/").last?.hasPrefix("py") == true } ?? "python3"
    }

    /// The environment without what this program alone is to know: Spark needs no credential.
    private static var surroundings: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("CLEANRULES_") }
    }

    private static func lacksPackage(_ answer: HelperProgram.Answer) -> Bool {
        answer.errors.contains("No module named " + package)
    }

    private static var noPackage: Failure {
        Failure(.failed, .fleetNoSpark(path: VisibleText.escaped(python)))
    }

    private static func failure(_ answer: HelperProgram.Answer) -> Failure {
        let lines = answer.errors.split(separator: "\n").map { String($0) }
        let last = lines.last { $0.hasPrefix(mark) }?.dropFirst(mark.count)
        let text = last.map { String($0) } ?? lines.last ?? String(answer.status)
        let ending: Ending =
            switch answer.status {
            case Ending.invalidRules.exitStatus: .invalidRules
            case Ending.offline.exitStatus: .offline
            default: .failed
            }
        return Failure(ending, .fleetSparkFailed(text: VisibleText.escaped(text)))
    }
}
