// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
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
}

/// Has Apache Spark carry what parts of a fleet tell each other, by a program in Python that does no
/// more than start it and wait: the package `cleanrules-spark`.
package struct FleetSpark: Sendable, Hashable {
    /// The master, as Spark writes it; nil: the one of Spark's own settings.
    private let master: String?
    /// Whether what was found out is kept in the folder of the plan after each step.
    private let keepsSteps: Bool

    /// Spark at `master`.
    package init(master: String?, keepsSteps: Bool) {
        self.master = master
        self.keepsSteps = keepsSteps
    }

    private static let package = "cleanrules_spark"
    /// Where Spark's users say which Python is theirs.
    private static let pythonVariables = ["PYSPARK_DRIVER_PYTHON", "PYSPARK_PYTHON"]
    /// What the driver's last sentence begins with.
    private static let mark = "cleanrules-spark: "

    /// Has the parts of the plan in `folder` judged by `program`.
    func judge(
        _ program: String, _ folder: PartFolder, _ stop: @escaping @Sendable () -> Ending?
    ) async throws(Failure) {
        let surroundings = Self.surroundings
        // Some have Jupyter stand there, which starts notebooks.
        let python =
            Self.pythonVariables.lazy.compactMap { surroundings[$0] }
            .first { $0.split(separator: "/").last?.hasPrefix("py") == true } ?? "python3"
        var arguments = ["-m", Self.package, "judge", folder.path, "--part", program]
        if let master { arguments += ["--master", master] }
        if keepsSteps { arguments.append("--checkpoint") }
        let words = arguments
        let answer = await BlockingCall.value {
            HelperProgram.work(python, words, surroundings: surroundings) { stop() != nil }
        }
        if let ending = stop() { throw Failure(ending) }
        guard let answer, !answer.errors.contains("No module named " + Self.package) else {
            throw Failure(.failed, .fleetNoSpark(path: VisibleText.escaped(python)))
        }
        if answer.status == 0 { return }
        throw Self.failure(answer)
    }

    /// The environment without what this program alone is to know: Spark needs no credential.
    private static var surroundings: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("CLEANRULES_") }
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
