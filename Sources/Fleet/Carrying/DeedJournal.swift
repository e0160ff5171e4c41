// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import RuleEngine
internal import Text
internal import Threads
internal import Wording
internal import Workflow

/// The journal of a plan over all drives. Whoever adds a line has read all others before, under a lock
/// that the kernel keeps: so no two processes decide anything from what they cannot both have seen.
final class DeedJournal: Sendable {
    private let folder: FleetFolder
    private let state: Lock<State>

    private struct State {
        var file: ChainedFile
        var deeds = FleetDeeds()
    }

    /// The journal of `folder`, of which nothing was read yet.
    init(_ folder: FleetFolder) throws(Failure) {
        self.folder = folder
        try folder.prepareJournal()
        state = Lock(State(file: ChainedFile(path: folder.deeds, keepsLinks: true)))
    }

    /// What it comes to now. As long as somebody has this, the next line that is added copies all of it;
    /// whoever asks for each drive uses `reading`.
    func deeds() throws(Failure) -> FleetDeeds { try reading { $0 } }

    /// What `body` makes of what it comes to now.
    func reading<Value>(
        _ body: (FleetDeeds) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try state.withLock { (state) throws(Failure) in
            let lock = try folder.journalLock()
            defer { lock.close() }
            try Self.catchUp(&state)
            return try body(state.deeds)
        }
    }

    // MARK: What states know of it

    /// How many lines it had when this process last added one, and the digest of that: all of them stay.
    var head: (lines: Int64, link: String) {
        state.withLock { (Int64($0.file.durable.count), $0.file.durable.link) }
    }

    /// Whether it still has all that `mark` says a state knew of it.
    func holds(_ mark: FleetMark) -> Bool {
        state.withLock { $0.file.holds(mark.lines, mark.link) }
    }

    // MARK: The clock

    /// By so many seconds a line may lie ahead of the clock without a word.
    private static let aheadSecondsMax: Int64 = 300

    /// What is wrong with the clock, by the newest line of `deeds`; nil where nothing is. `fleet` is the path
    /// of the fleet file.
    func clockProblem(_ deeds: FleetDeeds, _ fleet: String) -> Message? {
        let ahead = deeds.at - SystemClock.now().secondsSinceEpoch
        if ahead <= Self.aheadSecondsMax { return nil }
        let newest = Timestamp(secondsSinceEpoch: deeds.at)
        let command = "cleanrules fleet resume \(ShellWord.quoted(fleet)) --clock"
        return Message(
            "'\(VisibleText.escaped(folder.deeds))' was written to at \(newest.description), which is"
                + " still to come: until then no new day of caps begins, and no wave has rested; if the"
                + " clock of this machine is wrong ('date' shows it), set it right; if it was ahead once"
                + " and is right now, say so with '\(command)'")
    }

    /// Adds the lines that `body` makes of what there is, at an instant no earlier than any before, and
    /// gives what it says besides. When this returns, they stay. `resetsClock`: the clock is known to be right,
    /// whatever was said before.
    @discardableResult
    func add<Value>(
        resetsClock: Bool = false,
        _ body: (FleetDeeds, _ now: Int64) throws(Failure) -> (deeds: [FleetDeed], value: Value)
    ) throws(Failure) -> Value {
        try state.withLock { (state) throws(Failure) in
            let lock = try folder.journalLock()
            defer { lock.close() }
            try Self.catchUp(&state)
            let clock = SystemClock.now().secondsSinceEpoch
            let now = resetsClock ? clock : max(state.deeds.at, clock)
            let (deeds, value) = try body(state.deeds, now)
            let dated = deeds.map { deed in
                var deed = deed
                deed.at = now
                return deed
            }
            try state.file.add(dated.map(\.body))
            for deed in dated { state.deeds.take(deed) }
            return value
        }
    }

    /// Adds those lines.
    func add(_ deeds: [FleetDeed]) throws(Failure) {
        try add { (_, _) throws(Failure) in (deeds, ()) }
    }

    private static func catchUp(_ state: inout State) throws(Failure) {
        // Taken out, lest all of it is copied for the first line.
        var deeds = state.deeds
        state.deeds = FleetDeeds()
        defer { state.deeds = deeds }
        try state.file.read { body in
            guard let deed = FleetDeed(body: body) else { return false }
            deeds.take(deed)
            return true
        }
        if state.file.torn > 0 {
            Host.warn(.carryTorn(n: state.file.torn, path: VisibleText.escaped(state.file.path)))
            // Said once: what is added next takes its place.
            try state.file.cutTail()
        }
    }

    /// Who acts, as this machine knows them: the name of the user and of the machine.
    static var person: String {
        let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
        return "\(user ?? String(geteuid()))@\(host)"
    }

    /// What this machine calls itself.
    static var host: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "?" }
        return withUnsafePointer(to: &name.nodename) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 65) { String(cString: $0) }
        }
    }
}

/// Held while lines are read and added.
struct JournalLock {
    fileprivate let descriptor: Int32

    func close() { Glibc.close(descriptor) }
}

extension FleetFolder {
    /// The folder of the journal of a plan over all drives.
    var journals: String { path + "/journal" }
    /// The journal.
    var deeds: String { FleetMark.journal(in: path) }
    /// The journal of the deletions of the drive that is called `key`.
    func audit(of key: String) -> String { "\(journals)/\(key).ndjson" }
    /// Which items of other drives rely on some of the drive that is called `key`.
    func reliance(on key: String) -> String { "\(journals)/\(key).relied.ndjson" }

    /// Makes what the journal needs, for this user alone.
    func prepareJournal() throws(Failure) {
        try prepare()
        try make(journals)
    }

    /// Waits until no other process, and nobody else in this one, adds to a file of the folder of
    /// journals, and keeps it so until it is closed. Nothing may be awaited meanwhile.
    func journalLock() throws(Failure) -> JournalLock {
        let path = journals + "/lock"
        do throws(SystemError) {
            let file = try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            let number = file.number
            _ = try SystemCall.uninterrupted { flock(number, LOCK_EX) }
            return JournalLock(descriptor: file.take())
        } catch {
            throw ChainedFile.cannotUse(path, error)
        }
    }
}
