// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import Text
package import Workflow

/// Where schedules are kept: units or a crontab, of this user or of the whole machine.
package struct SchedulePlace: Sendable, Hashable {
    /// Who keeps them.
    package let keeper: Schedule.Keeper
    /// Whether they are of the whole machine.
    package let isOfMachine: Bool

    /// That place.
    package init(_ keeper: Schedule.Keeper, isOfMachine: Bool) {
        self.keeper = keeper
        self.isOfMachine = isOfMachine
    }

    /// All there are.
    package static let all = Schedule.Keeper.allCases.flatMap { keeper in
        [false, true].map { SchedulePlace(keeper, isOfMachine: $0) }
    }

    /// Who keeps schedules on this machine: systemd where it runs.
    package static var usualKeeper: Schedule.Keeper {
        FileBytes.isFolder("/run/systemd/system") ? .systemd : .cron
    }

    /// The folder of its files; nil for the crontab of a user, which only `crontab` may touch.
    package var folder: String? {
        switch (keeper, isOfMachine) {
        case (.systemd, true): "/etc/systemd/system"
        case (.systemd, false):
            (Environment.folder("XDG_CONFIG_HOME")
                ?? Environment.folder("HOME").map { $0 + "/.config" }).map { $0 + "/systemd/user" }
        case (.cron, true): "/etc/cron.d"
        case (.cron, false): nil
        }
    }

    /// Where it is, for people.
    package var shown: String { folder ?? "crontab" }

    /// The files of the schedule called `name`, the one with the time last.
    package func files(_ name: String) -> [String] {
        guard let folder else { return [] }
        switch keeper {
        case .systemd: return [".service", ".timer"].map { folder + "/" + name + $0 }
        case .cron: return [folder + "/" + name]
        }
    }

    /// Refuses a schedule that no keeper could hold.
    package static func demandWritable(_ schedule: Schedule) throws(Failure) {
        try schedule.demandWritable()
    }

    /// Refuses a name under which a schedule would be kept here and never begin.
    package func demandName(_ name: String) throws(Failure) {
        // cron(8): files whose names have a dot are ignored there.
        guard keeper == .cron, isOfMachine, name.contains(".") else { return }
        throw Failure(
            .refused,
            Message(
                "cron would never start a schedule called '\(VisibleText.escaped(name))', for it takes"
                    + " no file with a dot in its name; give it another one with --name"))
    }

    /// The schedules of this program that are kept here, by name.
    package func schedules() -> [ScheduleMark] {
        guard let folder else { return Crontab.marks }
        let suffix = keeper == .systemd ? ".timer" : ""
        return Self.names(in: folder).filter { $0.hasSuffix(suffix) }.sorted().compactMap { name in
            Self.mark(of: folder + "/" + name)
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    names.append(String(cString: $0))
                }
            }
        }
        return names
    }

    /// The mark of the file at `path`; nil where it has none, or there is no such file.
    static func mark(of path: String) -> ScheduleMark? {
        guard let bytes = try? FileBytes.read(path, most: 1 << 20) else { return nil }
        return ScheduleMark(in: String(decoding: bytes, as: UTF8.self))
    }
}

/// The crontab of this user, by the program that alone may change it. Others have written it in
/// whatever encoding: its bytes are kept as they are.
enum Crontab {
    /// All of it; empty where there is none, and nil where nobody can say: then nothing may be put
    /// in its place.
    static func read() -> [UInt8]? {
        guard let answer = HelperProgram.run("crontab", ["-l"]), !answer.isLate else { return nil }
        if answer.status == 0 { return answer.output }
        return answer.errors.contains("no crontab") ? [] : nil
    }

    /// The marks in it.
    static var marks: [ScheduleMark] {
        (read() ?? []).split(separator: lineEnd).compactMap { mark($0) }
    }

    /// `text` without the schedule called `name`: the line with its mark, and the one behind it that
    /// makes rounds over its state. Throws `refused` where another line may do so: without the mark
    /// nobody would find it again.
    static func removing(_ name: String, from text: [UInt8]) throws(Failure) -> [UInt8] {
        var lines = text.split(separator: lineEnd, omittingEmptySubsequences: false)
        var place = 0
        while place < lines.count {
            guard let mark = mark(lines[place]), mark.name == name else {
                place += 1
                continue
            }
            let behind = lines[(place + 1)...].prefix { self.mark($0) == nil }
            // A line that was made a comment is the one that was written, too.
            let own = behind.indices.filter { makesRounds(lines[$0], of: mark) }
            let doubtful =
                own.count > 1
                ? lines[own[1]]
                : own.isEmpty ? behind.first { mayMakeRounds($0, of: mark) } : nil
            if let doubtful {
                let shown = VisibleText.escaped(String(decoding: doubtful, as: UTF8.self))
                throw Failure(
                    .refused,
                    Message(
                        "the crontab was changed by hand, and nobody can say whether the line"
                            + " '\(shown)' belongs to the schedule '\(mark.name)'; take it out with"
                            + " 'crontab -e', and try again"))
            }
            if let line = own.first { lines.remove(at: line) }
            lines.remove(at: place)
        }
        return Array(lines.joined(separator: [lineEnd]))
    }

    /// Whether `line` makes rounds over the state of `mark`, or would if it were no comment. Whoever
    /// changed the time changed that line; whatever else has come to stand there is somebody's own.
    private static func makesRounds(_ line: ArraySlice<UInt8>, of mark: ScheduleMark) -> Bool {
        let state = " --state " + CronLine.word(mark.state)
        return line.contains(" run ".utf8)
            && (line.suffix(state.utf8.count).elementsEqual(state.utf8)
                || line.contains((state + " ").utf8))
    }

    /// Whether `line` starts a program like that of `mark`, for whatever state.
    private static func mayMakeRounds(_ line: ArraySlice<UInt8>, of mark: ScheduleMark) -> Bool {
        if line.first == UInt8(ascii: "#") { return false }
        let name = mark.program.split(separator: "/").last ?? ""
        return !name.isEmpty && line.contains(name.utf8) && line.contains(" run ".utf8)
    }

    private static func mark(_ line: ArraySlice<UInt8>) -> ScheduleMark? {
        ScheduleMark(Substring(String(decoding: line, as: UTF8.self)))
    }

    static let lineEnd = UInt8(ascii: "\n")
}
