// SPDX-License-Identifier: Apache-2.0

package import Messages
package import Workflow

/// Rounds that a machine makes by itself: what is run, when, and what of the machine that needs.
package struct Schedule: Sendable, Hashable {
    /// Who keeps the schedule.
    package enum Keeper: String, CaseIterable, Sendable {
        case systemd
        case cron
    }

    /// Names of units and of files; `cleanrules`, or `cleanrules-PROFILE`.
    package var name: String
    /// The program, by its whole path.
    package var program: String
    /// The rules file, by its whole path.
    package var rules: String
    /// The state file, by its whole path.
    package var state: String
    /// Where the report of the last round goes, by its whole path.
    package var report: String
    /// When.
    package var time: ScheduleTime
    /// The account that a schedule of the whole machine runs as; nil for one of this user.
    package var account: String?
    /// Whether that account is root.
    package var isRoot: Bool
    /// Variables of the environment that say where things lie or how they are kept.
    package var environment: [String: String]
    /// What the rounds reach.
    package var reach: ScheduleReach

    /// Rounds of this program by those rules and that state, with the variables of the environment
    /// that they need.
    package init(
        name: String, rules: String, state: String, report: String, time: ScheduleTime,
        account: String?, reach: ScheduleReach
    ) {
        self.name = name
        program = Machine.program ?? "/usr/bin/cleanrules"
        self.rules = rules
        self.state = state
        self.report = report
        self.time = time
        self.account = account
        isRoot = account == "root"
        environment = Environment.ofRounds
        self.reach = reach
    }

    /// The words of the command of a round.
    package var command: [String] {
        [
            program, "run", "--stage", "--quiet", "--report", "markdown", report,
            "--rules", rules, "--state", state,
        ]
    }

    /// The name of a schedule for `file`.
    package static func name(for file: StateFile) -> String {
        file.profile == "default" ? "cleanrules" : "cleanrules-" + file.profile
    }

    /// The first file that root would run, or go by `rules`, and that others could change, with the
    /// reason; nil where there is none, or where the rounds are not those of root.
    package func doubt(_ rules: LoadedRules?) -> (path: String, why: Message)? {
        guard isRoot else { return nil }
        for path in [program] + (rules.map { [self.rules] + $0.ownFiles } ?? []) {
            if let why = FoundRules.doubt(aboutFile: path) { return (path, why) }
        }
        return nil
    }

    /// Refuses what could not be said to a keeper of schedules in one line.
    func demandWritable() throws(Failure) {
        let texts = command + reach.folders + environment.values + [account ?? ""]
        guard let bad = texts.first(where: { $0.unicodeScalars.contains(where: Self.isControl) })
        else { return }
        throw .lineBreak(bad)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
            || scalar.properties.generalCategory == .lineSeparator
            || scalar.properties.generalCategory == .paragraphSeparator
    }
}
