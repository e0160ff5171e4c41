// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Text

/// The line that units and crontabs of this program begin with: what does not have it belongs to
/// somebody else, and is never touched.
package struct ScheduleMark: Sendable, Hashable {
    /// The name of the schedule.
    package var name: String
    /// The program that it runs.
    package var program: String
    /// Its rules file.
    package var rules: String
    /// Its state file.
    package var state: String
    /// Where its reports go.
    package var report: String
    /// When it runs, as `ScheduleTime.text` has it.
    package var time: String

    private static let start = "# cleanrules schedule: "

    init(_ schedule: Schedule) {
        name = schedule.name
        program = schedule.program
        rules = schedule.rules
        state = schedule.state
        report = schedule.report
        time = schedule.time.text
    }

    /// What `line` says, if it is such a line.
    init?(_ line: Substring) {
        guard line.utf8.starts(with: Self.start.utf8) else { return nil }
        let text = String(decoding: line.utf8.dropFirst(Self.start.utf8.count), as: UTF8.self)
        var reader = JSONReader(text)
        guard let found = try? reader.dictionary(), let name = found["name"],
            let program = found["program"], let rules = found["rules"],
            let state = found["state"], let report = found["report"], let time = found["time"]
        else { return nil }
        (self.name, self.program, self.rules) = (name, program, rules)
        (self.state, self.report, self.time) = (state, report, time)
    }

    /// The first mark in `text`.
    init?(in text: String) {
        let marks = text.split(separator: "\n").compactMap { ScheduleMark($0) }
        guard let first = marks.first else { return nil }
        self = first
    }

    /// The line, without its end.
    var line: String { Self.start + JSONValue.object(members.mapValues { .text($0) }).line }

    private var members: [String: String] {
        [
            "name": name, "program": program, "rules": rules, "state": state, "report": report,
            "time": time,
        ]
    }

    /// The day that it runs on, or that it does every day, and the clock.
    package var seconds: Int64 { time.hasPrefix("daily") ? 86_400 : 7 * 86_400 }
}
