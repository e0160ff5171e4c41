// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

extension FleetPlanning {
    /// Whether the lines of a plan over so many items are packed, where the fleet file says `lines`.
    static func packsLines(_ lines: FleetFile.Lines?, items: Int) -> Bool {
        lines.map { $0 == .packed } ?? (items >= PartJob.packedItems)
    }

    /// Says that a plan that was made before keeps its lines in another way than is asked for now.
    func noteForm(of made: FleetPlan, asked job: PartJob) {
        if made.job.packsLines == job.packsLines { return }
        Host.note(
            .clause(
                made.job.packsLines
                    ? Message(
                        "this plan was made before, with lines that are packed, and they stay so; a"
                            + " plan as of another instant has them plain")
                    : Message(
                        "this plan was made before, with lines that are plain, and they stay so; a"
                            + " plan as of another instant has them packed")))
    }

    /// Throws where expressions gave up on too many items of all parts.
    func refuse(_ plan: FleetPlan) throws(Failure) {
        do throws(PartError) {
            try PartsTogether.refuse(givenUp: plan.ends.reduce(0) { $0 + $1.givenUp })
        } catch {
            throw Failure(.failed, error.clause.mappingTexts(VisibleText.escaped))
        }
    }
}
