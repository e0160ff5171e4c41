// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import PlanRunner
internal import RuleEngine
package import Workflow

extension DemoDrive {
    /// The plan of the demo: its rules over its drive, through all that other plans go through.
    package static func plan() async throws(Failure) -> PlanHeader {
        let loaded = try RulesLoader.load(Array(DemoRules.text.utf8), name: "demo rules")
        let items = try await items()
        return try await PlanMaker(rules: loaded, now: DemoDrive.now, isQuiet: true)
            .plan(over: items)
    }

    private static func items() async throws(Failure) -> LoadedItems {
        let drive = try DemoService.drive()
        do throws(DriveError) {
            let identity = try await drive.identity()
            let listed = try await drive.list(progress: nil)
            return LoadedItems(
                listing: listed.builder.finish(), drives: [drive.name: drive],
                identities: [drive.name: identity.description])
        } catch {
            throw Failure(error)
        }
    }
}
