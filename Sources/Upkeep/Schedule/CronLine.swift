// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A schedule as a line of a crontab, after a line that says whose it is.
package struct CronLine: Sendable {
    let schedule: Schedule

    /// The line of `schedule`.
    package init(_ schedule: Schedule) { self.schedule = schedule }

    /// Both lines. With an account, as files in /etc/cron.d have them.
    package var text: String {
        let account = schedule.account.map { $0 + " " } ?? ""
        let variables = schedule.environment.sorted { $0.key < $1.key }
        let words =
            (variables.isEmpty ? [] : ["env"])
            + variables.map { $0.key + "=" + Self.word($0.value) } + schedule.command.map(Self.word)
        return """
            \(ScheduleMark(schedule).line)
            \(schedule.time.cronFields) \(account)\(words.joined(separator: " "))

            """
    }

    /// `text` as one word of a command of cron. Some crons take `%` for the end of the line and some
    /// do not, so the shell puts it in.
    static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte &- 48 < 10 || (byte | 32) &- 97 < 26 || "/._-".utf8.contains(byte)
        }
        if isPlain, !text.isEmpty { return text }
        return text.parts(between: "%").map { part in
            "'" + part.parts(between: "'").joined(separator: "'\\''") + "'"
        }.joined(separator: #""$(printf '\045')""#)
    }
}
