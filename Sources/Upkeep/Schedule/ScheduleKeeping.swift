// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import Text
package import Workflow

extension SchedulePlace {
    /// Keeps `schedule` here, in the place of one of its name that is of this program. Nothing of
    /// anybody else is written over. Throws, too, where it is written and could not be switched on.
    ///
    /// The folders that its rounds by `rules` write to are made first: a schedule lets them write to
    /// what is there, and to no folder above it.
    package func install(_ schedule: Schedule, by rules: LoadedRules) throws(Failure) {
        var schedule = schedule
        try schedule.demandWritable()
        try makeFolder(of: schedule.state)
        try makeFolder(of: schedule.report)
        schedule.reach = ScheduleReach(rules, state: schedule.state, report: schedule.report)
        try schedule.demandWritable()
        guard folder != nil else { return try addToCrontab(schedule) }
        let texts: [String]
        switch keeper {
        case .systemd: texts = SystemdUnits(schedule).files.map(\.text)
        case .cron: texts = [CronLine(schedule).text]
        }
        let files = files(schedule.name)
        for path in files { try refuseForeign(path) }
        for (path, text) in zip(files, texts) { try write(text, to: path) }
        if keeper == .systemd {
            try demand(["daemon-reload"])
            try demand(["enable", "--now", schedule.name + ".timer"])
        }
    }

    /// Removes the schedule called `name`; whether there was one of this program.
    package func remove(_ name: String) throws(Failure) -> Bool {
        guard schedules().contains(where: { $0.name == name }) else { return false }
        guard folder != nil else {
            try store(try Crontab.removing(name, from: try readCrontab()))
            return true
        }
        if keeper == .systemd { _ = systemctl(["disable", "--now", name + ".timer"]) }
        for path in files(name) where Self.mark(of: path) != nil {
            if unlink(path) != 0, errno != ENOENT {
                throw Failure(
                    .failed,
                    Message("cannot remove '\(VisibleText.escaped(path))': \(FileBytes.reason())"))
            }
        }
        if keeper == .systemd { _ = systemctl(["daemon-reload"]) }
        return true
    }

    /// Whether the timer called `name` is switched on; nil where nobody can say. Crontabs always are.
    package func isOn(_ name: String) -> Bool? {
        guard keeper == .systemd else { return true }
        guard let folder else { return nil }
        // As systemd.unit(5) has it: who wants a unit has a link to it in a folder.
        return FileBytes.exists(folder + "/timers.target.wants/" + name + ".timer")
    }

    // MARK: Files

    /// Refuses a file that is there and has no mark of this program.
    package func refuseForeign(_ path: String) throws(Failure) {
        var status = stat()
        if lstat(path, &status) != 0 || Self.mark(of: path) != nil { return }
        throw Failure(
            .refused,
            Message(
                "'\(VisibleText.escaped(path))' is there, and was not made by this program; move it"
                    + " away, or give the schedule another name with --name"))
    }

    private func write(_ text: String, to path: String) throws(Failure) {
        let place = MachinePath.folder(of: path)
        try Self.makeFolders(place, mode: 0o755)
        do throws(SystemError) {
            let folder = try FileDescriptor(place, O_RDONLY | O_DIRECTORY)
            let name = String(path.dropFirst(place.count + 1))
            // cron takes no file with a dot in its name.
            try FileReplacement.write(
                Array(text.utf8), to: name, by: ".\(name).\(getpid())", in: folder,
                isDurable: true)
            // Systemd and cron of the machine read them as root; there is no secret in them.
            if isOfMachine { chmod(path, 0o644) }
        } catch {
            throw Self.cannotWrite(path, error.text)
        }
    }

    /// The state's folder has to be there before a unit can make it writable.
    private func makeFolder(of path: String) throws(Failure) {
        try Self.makeFolders(MachinePath.folder(of: path), mode: 0o700)
    }

    private static func makeFolders(_ path: String, mode: mode_t) throws(Failure) {
        if FileBytes.isFolder(path) { return }
        if path != "/" { try makeFolders(MachinePath.folder(of: path), mode: mode) }
        if mkdir(path, mode) != 0, errno != EEXIST { throw cannotWrite(path, FileBytes.reason()) }
    }

    private static func cannotWrite(_ path: String, _ reason: String) -> Failure {
        Failure(.failed, Message("cannot write '\(VisibleText.escaped(path))': \(reason)"))
    }

    // MARK: Programs

    private func systemctl(_ words: [String]) -> HelperProgram.Answer? {
        HelperProgram.run("systemctl", (isOfMachine ? [] : ["--user"]) + words)
    }

    private func demand(_ words: [String]) throws(Failure) {
        let answer = systemctl(words)
        if answer?.status == 0 { return }
        let line = "systemctl " + ((isOfMachine ? [] : ["--user"]) + words).joined(separator: " ")
        if answer?.isLate == true { throw Self.late(line) }
        let said = answer?.complaint
        throw Failure(
            .failed,
            Message(
                "the units are written, and '\(line)' did not work"
                    + " (\(said.map(VisibleText.escaped) ?? "there is no systemctl")); type it where"
                    + " it works, and after it 'systemctl enable --now' of the timer"))
    }

    private func addToCrontab(_ schedule: Schedule) throws(Failure) {
        var text = try Crontab.removing(schedule.name, from: try readCrontab())
        if let last = text.last, last != Crontab.lineEnd { text.append(Crontab.lineEnd) }
        try store(text + CronLine(schedule).text.utf8)
    }

    private func readCrontab() throws(Failure) -> [UInt8] {
        if let text = Crontab.read() { return text }
        throw Failure(
            .failed,
            Message(
                "'crontab -l' does not work here, so that nobody knows what would be written over;"
                    + " 'cleanrules schedule --print cron' prints the line"))
    }

    private func store(_ text: [UInt8]) throws(Failure) {
        let answer = HelperProgram.run("crontab", ["-"], input: text)
        if answer?.status == 0 { return }
        if answer?.isLate == true { throw Self.late("crontab -") }
        let said = answer?.complaint
        throw Failure(
            .failed,
            Message(
                "crontab did not take the line"
                    + " (\(said.map(VisibleText.escaped) ?? "there is no crontab")); 'cleanrules"
                    + " schedule --print cron' prints it"))
    }

    private static func late(_ line: String) -> Failure {
        Failure(
            .failed,
            Message(
                "'\(line)' did not answer within \(Int(HelperProgram.secondsMax)) seconds and was"
                    + " ended; try it by hand"))
    }
}
