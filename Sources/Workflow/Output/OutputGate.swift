// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import Glibc
internal import Messages
internal import POSIX
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import YAMLBridge

/// What no output is ever written over, whatever name, link or mount leads there: states and what
/// belongs to them, rules, listings, tokens, and the files of drives.
///
/// Everything that a person names as a place to write to passes here, and no option leads around it.
package struct OutputGate: Sendable {
    /// Files that are there, each with what it is to the command.
    private var files: [FileIdentity: Message] = [:]
    /// Paths at which files of a state are, or may come to be.
    private var statePaths: Set<String> = []
    /// How the paths of a state's backups begin.
    private var backupPrefixes: [String] = []
    /// Local drives: their names, their roots, and where these lie.
    private var roots: [(name: String, path: String, place: FolderPlace)] = []

    /// Whether all that must be kept is known; until then nothing that is there is written over but
    /// a report of this program.
    package var isWhole = true

    /// What every command keeps; there is no state, rules file or drive that it has to do with.
    package init() { keepStandardInput() }

    /// A gate of a command that does not know yet what it has to do with.
    package static var unfinished: OutputGate {
        var gate = OutputGate()
        gate.isWhole = false
        return gate
    }

    // MARK: What a command has to do with

    /// Keeps the state in `state` and all that belongs to it.
    package mutating func keep(_ state: StateFile) {
        for path in StateFile.ownFiles(of: state.path) {
            statePaths.insert(path)
            keep(path, as: Message("belongs to the state file"))
        }
        let real = Self.place(of: state.path)
        let name = real.split(separator: "/").last ?? ""
        backupPrefixes.append("\(StateCompanions.backupFolder(ofState: real))/\(name).")
    }

    /// Keeps the files of `rules`, the listings that they name, and their local drives.
    package mutating func keep(_ rules: LoadedRules) {
        for path in rules.ownFiles { keep(rulesAt: path) }
        for drive in rules.file.drives {
            if let root = rules.root(of: drive), drive.kind == .local {
                keep(drive: drive.name, at: root)
            }
            if let file = drive.settings["file"], drive.kind == .listing {
                keep(listing: MachinePath.resolve(file, from: rules.folder))
            }
        }
    }

    /// Keeps the file of rules at `path`.
    package mutating func keep(rulesAt path: String) {
        keep(path, as: Message("belongs to the rules in use"))
    }

    /// Keeps the listing in the file at `path`.
    package mutating func keep(listing path: String) {
        keep(path, as: Message("is the listing of a drive"))
    }

    /// Keeps what standard input is read from, where that is a file.
    private mutating func keepStandardInput() {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        files[FileIdentity(status)] = Message("is what standard input is read from")
    }

    /// Keeps the files of the local drive `name`, whose root is `path`.
    package mutating func keep(drive name: String, at path: String) {
        guard let place = FolderPlace(path: path, crossesMounts: true) else { return }
        roots.append((name, MachinePath.canonical(path) ?? path, place))
    }

    /// Notes that this command itself has just written `path`: a file that was kept and is gone since,
    /// as a backup of which there are enough, may have left its number to it.
    package mutating func take(written path: String) {
        if let file = try? FileIdentity(path: Self.place(of: path)) { files[file] = nil }
    }

    private mutating func keep(_ path: String, as what: Message) {
        if let file = try? FileIdentity(path: path) { files[file] = what }
    }

    // MARK: Passing

    /// Where output to `path` goes; throws `refused` where that must not be written.
    package func target(_ path: String) throws(Failure) -> OutputTarget {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            try checkLink(path, status)
        }
        try checkLinksAbove(path)
        // A link is followed: the file it leads to is replaced, the link stays.
        let real = Self.place(of: path)
        let isThere = stat(real, &status) == 0
        let target = OutputTarget(path: real, shown: path, status: isThere ? status : nil)
        if isThere, !target.isFile {
            guard status.st_mode & S_IFMT == S_IFBLK else { return target }
            throw Failure(
                .refused,
                Message(
                    "'\(VisibleText.escaped(path))' is a disk, which output would write over; name"
                        + " a file"))
        }
        if let why = try reason(against: target) {
            throw Failure(
                .refused,
                Message(
                    "'\(VisibleText.escaped(path))' \(why), and is not written over; name another"
                        + " file"))
        }
        if isThere, !isWhole, !Self.isReport(real) {
            throw Failure(
                .refused,
                Message(
                    "'\(VisibleText.escaped(path))' is there, and as not all could be read nobody"
                        + " knows what must not be written over; name a file that is not there"))
        }
        return target
    }

    /// Whoever makes a link above the file says in which folder it is written.
    private func checkLinksAbove(_ path: String) throws(Failure) {
        var place = MachinePath.folder(of: MachinePath.absolute(path))
        while place != "/" {
            var status = stat()
            if lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
                status.st_uid != geteuid(), status.st_uid != 0
            {
                throw Failure(
                    .refused,
                    Message(
                        "'\(VisibleText.escaped(path))' lies behind the link"
                            + " '\(VisibleText.escaped(place))', which another user made; name the"
                            + " place itself"))
            }
            place = MachinePath.folder(of: place)
        }
    }

    private func checkLink(_ path: String, _ status: stat) throws(Failure) {
        let shown = VisibleText.escaped(path)
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw Failure(
                .refused,
                Message("'\(shown)' is a link that another user made; name the file itself"))
        }
        var end = stat()
        guard stat(path, &end) == 0 else {
            throw Failure(
                .refused, Message("'\(shown)' is a link that leads nowhere; name another file"))
        }
        // Who takes in the files of others, as from a repository, owns the links in them as well.
        if end.st_mode & S_IFMT == S_IFREG, !Self.isReport(path), !Self.isOutput(path) {
            throw Failure(
                .refused,
                Message(
                    "'\(shown)' is a link to a file that is neither empty nor written by this"
                        + " program; name that file itself"))
        }
    }

    /// What speaks against writing to `target`, as a clause; nil if nothing does.
    private func reason(against target: OutputTarget) throws(Failure) -> Message? {
        // First of all: what this process has open as a state must not be opened once more.
        if let what = target.identity.flatMap({ files[$0] }) { return what }
        let isBackup = backupPrefixes.contains { target.path.utf8.starts(with: $0.utf8) }
        if statePaths.contains(target.path) || isBackup {
            return Message("belongs to the state file")
        }
        let folder = FolderPlace(path: MachinePath.folder(of: target.path), crossesMounts: false)
        if let folder, let own = StateFile.ownFolder,
            let kept = FolderPlace(path: own, crossesMounts: false), folder.isWithin(kept)
        {
            return Message(
                "lies in the folder of states and sign-ins, '\(VisibleText.escaped(own))'")
        }
        if let state = StateCompanions.state(owning: target.path) {
            let isCompanion = state != target.path
            return isCompanion
                ? Message("belongs to the state file '\(VisibleText.escaped(state))'")
                : Message("is a state file")
        }
        if Self.isInTrash(target.path, folder) {
            return Message("lies in a trash folder, where deleted items wait to be restored")
        }
        guard target.status != nil else { return nil }
        if Self.isRules(target.path) { return Message("exists and looks like a rules file") }
        if let drive = folder.flatMap({ drive(of: target, in: $0) }) {
            return Message("is a file of drive '\(VisibleText.escaped(drive))'")
        }
        return nil
    }

    /// Whether the file at `path`, which lies in `folder`, is in a trash: the one of the home folder,
    /// or one at the top of a file system (freedesktop.org Trash specification).
    private static func isInTrash(_ path: String, _ folder: FolderPlace?) -> Bool {
        for home in LocalDrive.Options.trashes(environment: Environment.all) {
            if let trash = FolderPlace(path: home, crossesMounts: false), let folder,
                folder.isWithin(trash)
            {
                return true
            }
        }
        let name = path.split(separator: "/").last ?? ""
        let paths = [path] + [folder?.pathInFileSystem].compactMap { $0.map { "\($0)/\(name)" } }
        return paths.contains(where: isBelowTrash)
    }

    /// Whether a trash at the top of a file system, or the quarantine of a drive, is on this path.
    private static func isBelowTrash(_ path: String) -> Bool {
        let folders = ["files", "info", "expunged"].map { "/\($0)/" }
        return path.contains("/.Trash") && folders.contains(where: path.contains)
            || path.contains("/.cleanrules/quarantine/")
    }

    /// The drive that the file `target`, which lies in `folder`, is a file of.
    ///
    /// What lies right in the program's own folder on a drive is no item.
    private func drive(of target: OutputTarget, in folder: FolderPlace) -> String? {
        roots.first { root in
            guard folder.isWithin(root.place) else { return false }
            let own = root.path + "/.cleanrules"
            var status = stat()
            let isOwn =
                lstat(own, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
                && (try? FileIdentity(path: MachinePath.folder(of: target.path)))
                    == FileIdentity(status)
            return !isOwn
        }?.name
    }

    /// How a summary in Markdown for a CI service begins.
    package static let summaryMark = "<!-- cleanrules -->\n"

    /// Whether the file at `path` is empty, or a report of this program: of a round, of findings as
    /// JSON, SARIF or code quality, of tests, or a summary.
    private static func isReport(_ path: String) -> Bool {
        guard let bytes = try? FileBytes.read(path, most: reportBytesMax) else { return false }
        if bytes.isEmpty || RunReport.marks.contains(where: { bytes.starts(with: $0.utf8) }) {
            return true
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix(summaryMark) || text == "[]\n" { return true }
        let plain = text.filter { !$0.isWhitespace }
        return reportMarks.contains { mark in plain.prefixMatch(of: mark) != nil }
    }

    /// Whether the file at `path` is what other commands write: a plan, an export, a picture of
    /// statistics, a bundle for support.
    private static func isOutput(_ path: String) -> Bool {
        guard let bytes = try? FileBytes.read(path, most: outputBytesMax) else { return false }
        let text = String(decoding: bytes.prefix(outputBytesMax), as: UTF8.self)
        if text.hasPrefix(PlanCSV.heads) { return true }
        let plain = text.filter { !$0.isWhitespace }
        return outputMarks.contains { mark in plain.prefixMatch(of: mark) != nil }
    }

    /// How much of a file is looked at to see whether it is output.
    private static let outputBytesMax = 1 << 12
    /// How output begins, without any space.
    private static var outputMarks: [Regex<Substring>] {
        [
            #/\{(?:"changes":\{"added":[0-9]+,"removed":[0-9]+,"since":(?:null|"[^"]*")\},)?"created":"[0-9T:Z-]+","drives":\[/#,
            #/<!doctypehtml><htmllang="[a-z]+"><head><metacharset="utf-8"><metahttp-equiv="Content-Security-Policy"content="default-src'none';script-src'sha256-/#,
            #/\{"format":1,"version":[0-9]+,"settings":\[/#,
            #/<svgxmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*aria-labelledby="chart-titlechart-description"/#,
            #/\{"about":"cleanrules[a-z-]+"/#,
        ]
    }

    /// How much of a file is looked at to see whether it is a report.
    private static let reportBytesMax = 1 << 20
    /// How reports of findings and tests begin, without any space: no other program's do.
    private static var reportMarks: [Regex<Substring>] {
        [
            #/\{"\$schema":"https:\/\/docs\.oasis-open\.org\/sarif\/[^"]*".*?\{"name":"cleanrules"/#,
            #/\[\{"check_name":"[a-z-]+","description":"(?:[^"\\]|\\.)*","fingerprint":"[0-9a-f]{64}","location":\{"lines":\{"begin":[0-9]+\},"path":/#,
            #/\{"errors":[0-9]+,"findings":\[(?:\]|\{"code":"[a-z-]+")/#,
            #/<\?xmlversion="1\.0"encoding="UTF-8"\?><testsuitesname="cleanrules"/#,
        ]
    }

    /// Whether the file at `path` is called like rules, or holds some.
    private static func isRules(_ path: String) -> Bool {
        let name = path.lowercased()
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return true }
        guard let bytes = try? FileBytes.read(path, most: FileBytes.rulesBytesMax),
            bytes.count <= FileBytes.rulesBytesMax
        else { return false }
        let included = Array("version: 1\nrules: []\n".utf8)
        let read = RuleFileDecoder.decode(bytes, file: path) { _, _ in included }
        if read.rules.value != nil { return true }
        // Rules with a mistake in them are a person's work as well.
        let begins = Set(
            bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
                line.firstIndex(of: UInt8(ascii: ":")).map {
                    String(decoding: line[..<$0], as: UTF8.self)
                }
            })
        return begins.contains("version")
            && !begins.isDisjoint(with: ["rules", "protect", "drives", "define", "include"])
    }

    /// `path` without links; what is not there yet lies in its folder.
    private static func place(of path: String) -> String {
        if let real = MachinePath.canonical(path) { return real }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return MachinePath.canonical(MachinePath.folder(of: path)).map {
            $0 == "/" ? "/" + name : $0 + "/" + name
        } ?? path
    }
}

/// A place that may be written to.
package struct OutputTarget {
    /// Its path, without links.
    package let path: String
    /// Its path as it was named.
    package let shown: String
    /// What lay there when it was looked at; nil for nothing.
    package let status: stat?

    /// Which file that was.
    var identity: FileIdentity? { status.map { FileIdentity($0) } }

    /// Whether it was a regular file.
    package var isFile: Bool { status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false }
}
