// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import StateLedger
internal import Text
internal import Wording

/// What the state of a drive knows of the fleet that it is of: where that is, how far the fleet's journal had
/// come when something was staged or deleted here last, and which file all this was written in.
package struct FleetMark: Sendable, Hashable {
    /// The fleet file.
    package let file: String
    /// The work folder of the fleet.
    package let work: String
    /// How many lines the journal had.
    package var lines: Int64
    /// The digest of the last of them.
    package var link: String
    /// When the file of the state came into being: a copy did so later. Nil where nobody knows.
    package var born: String?
    /// The plan over all drives by which something was staged here last.
    package var plan: String?
    /// Its wave.
    package var wave: Int64?

    private static let setting = "fleet"

    /// A mark of the fleet of `file` in the state of `session`, of whose journal nothing is known yet.
    package init(file: String, work: String, in session: StateSession) {
        self.file = file
        self.work = work
        lines = 0
        link = ""
        born = session.file.born
    }

    // MARK: In the state

    /// The mark in the state of `session`; nil where it has none.
    package static func read(_ session: StateSession) async throws(Failure) -> FleetMark? {
        let text = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.setting(setting)
        }
        return text.flatMap { FleetMark(text: $0) }
    }

    /// Keeps it in the state of `session`.
    package func keep(in session: StateSession) async throws(Failure) {
        let text = text
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: Self.setting)
        }
    }

    private var text: String {
        var members: [(name: String, value: JSONValue)] = [
            ("file", .text(file)), ("work", .text(work)), ("lines", .number(lines)),
            ("link", .text(link)),
        ]
        if let born { members.append(("born", .text(born))) }
        if let plan { members.append(("plan", .text(plan))) }
        if let wave { members.append(("wave", .number(wave))) }
        return String(decoding: JSONValue.object(members).bytes(), as: UTF8.self)
    }

    private init?(text: String) {
        guard let tree = try? JSONTree(strict: Array(text.utf8)), let file = tree["file"]?.text,
            let work = tree["work"]?.text, let lines = tree["lines"]?.number,
            let link = tree["link"]?.text
        else { return nil }
        (self.file, self.work, self.lines, self.link) = (file, work, lines, link)
        born = tree["born"]?.text
        plan = tree["plan"]?.text
        wave = tree["wave"]?.number
    }

    // MARK: By hand

    /// What is done to a state by hand.
    package enum Deed: Sendable {
        /// A plan of its own is staged.
        case stage
        /// What is due is deleted.
        case execute
    }

    /// Where the journal of the fleet lies whose folder is `work`.
    package static func journal(in work: String) -> String { work + "/journal/fleet.ndjson" }

    /// Throws where the state of `session` is one of a fleet whose plan over all drives is carried out: what
    /// is done to it by hand knows nothing of the caps of the fleet, of its brake, and of what waits on other
    /// drives.
    package static func refuse(
        _ deed: Deed, in session: StateSession
    ) async throws(Failure) {
        let mark = try await read(session)
        guard let work = mark?.work ?? work(ofState: session.file.path) else { return }
        let fleet = mark.map { ShellWord.quoted($0.file) } ?? "FLEET"
        let command =
            switch deed {
            case .stage: "cleanrules fleet stage \(fleet) --wave N"
            case .execute: "cleanrules fleet execute \(fleet)"
            }
        throw Failure(
            .refused,
            Message(
                "'\(VisibleText.escaped(session.file.path))' is the state of a drive of the fleet whose"
                    + " folder is '\(VisibleText.escaped(work))': by hand neither its caps nor its"
                    + " brake nor what waits on its other drives would count; type '\(command)'"))
    }

    /// The folder of the fleet of which the state at `path` is one, by where that lies.
    private static func work(ofState path: String) -> String? {
        let folder = MachinePath.folder(of: MachinePath.canonical(path) ?? path)
        let drives = MachinePath.folder(of: folder)
        guard drives.hasSuffix("/drives") else { return nil }
        let work = MachinePath.folder(of: drives)
        return FileBytes.exists(journal(in: work)) ? work : nil
    }
}

extension StateFile {
    /// When its file came into being; nil where its file system does not tell.
    package var born: String? { FileBirth.text(MachinePath.canonical(path) ?? path) }
}
