// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording
internal import Glibc
package import Messages
internal import StateLedger

/// A rules file, and whether somebody named it or it lay where rules are looked for.
package struct RulesPlace {
    /// The path, as it was named or looked for.
    package let path: String
    /// What the file and those that it includes have to meet; nil for rules that were named, which
    /// are taken as they are.
    var trust: FoundRules?
}

/// Where rules are looked for when none are named, and which of those found are trusted.
///
/// Whoever writes the rules says what is deleted. A folder that others filled may hold rules too, so
/// those that nobody named count only where they are the person's own and nobody else could have
/// written them or put them there.
package struct FoundRules: Sendable {
    /// Whose files are trusted.
    private let user = geteuid()
    /// The folder the rules are for, without links; nil where they lie in the configuration.
    private let folder: String?
    /// Where the file lies, from the root; the links in it are those below `folder`.
    let path: String

    /// The names a rules file is looked for by, the first one first.
    private static let names = ["cleanrules.yaml", "rules.yaml"]
    /// The folder of a folder that holds its rules.
    private static let ownFolder = ".cleanrules"

    /// Who starts the command.
    package enum Watch {
        /// A person, who sees which rules are taken.
        case attended
        /// A timer perhaps: rules count only where they are named or in the configuration.
        case unattended
    }

    /// The first rules file that is there; throws where it is not to be trusted, or there is none.
    package static func first(for folder: String?, _ watch: Watch) throws(Failure) -> RulesPlace {
        let places = candidates(for: folder, watch)
        guard let found = places.first(where: { isThere($0.path) }) else {
            if let folder, watch == .attended, !isFolder(folder) {
                throw Failure(.failed, Message("'\(VisibleText.escaped(folder))' is not a folder"))
            }
            throw absent(places.map(\.path), watch)
        }
        if let trust = found.trust, let why = trust.doubt(about: trust.path) {
            throw refusal(trust.path, why)
        }
        return found
    }

    /// All places that are looked at, in order: never the folder above the one that was named.
    private static func candidates(for folder: String?, _ watch: Watch) -> [RulesPlace] {
        var places: [RulesPlace] = []
        if watch == .attended {
            let base = folder ?? "."
            let whole = MachinePath.canonical(base) ?? base
            for name in names.map({ ownFolder + "/" + $0 }) + names {
                let path = MachinePath.resolve(name, from: whole)
                places.append(
                    RulesPlace(
                        path: base == "/" ? path : base + "/" + name,
                        trust: FoundRules(folder: whole, path: path)))
            }
        }
        if let configuration {
            for path in names.map({ configuration + "/" + $0 }) {
                places.append(
                    RulesPlace(path: path, trust: FoundRules(folder: nil, path: path)))
            }
        }
        return places
    }

    /// The rules file of the configuration that a round takes; nil where there is none.
    static var inConfiguration: String? {
        candidates(for: nil, .unattended).map(\.path).first(where: isThere)
    }

    /// Where the rules of the configuration lie when somebody has made none yet.
    static var usual: String? { candidates(for: nil, .unattended).last?.path }

    /// The folder of this program's configuration. The XDG base directory specification wants
    /// relative paths to be ignored: they would lead into whatever folder is the current one.
    private static var configuration: String? {
        if let folder = Environment.folder("XDG_CONFIG_HOME") { return folder + "/cleanrules" }
        return Environment.folder("HOME").map { $0 + "/.config/cleanrules" }
    }

    /// Why the file at `path`, one of these rules, is not trusted; nil if it is.
    func doubt(about path: String) -> Message? {
        guard let folder else { return configurationDoubt(path) }
        if let why = fileDoubt(path, followsLinks: false) { return why }
        // Every folder from that of the rules up to the one they are for: who can write one of them
        // can put another file, or another folder, in the place of what was looked at.
        var place = MachinePath.folder(of: path)
        while MachinePath.isAtOrBelow(place, folder) {
            if let why = folderDoubt(place) { return why }
            if place == "/" { break }
            place = MachinePath.folder(of: place)
        }
        return nil
    }

    /// Why the file at `path`, rules of the configuration, is not trusted. It and its folder may be
    /// links, as people keep their settings elsewhere; what they lead to is looked at as well.
    private func configurationDoubt(_ path: String) -> Message? {
        if let why = fileDoubt(path, followsLinks: true) { return why }
        let own = MachinePath.folder(of: path)
        let folders = [own, MachinePath.folder(of: own)]
        let real = MachinePath.canonical(path).map(MachinePath.folder)
        for folder in folders + [real].compactMap(\.self) {
            if let why = folderDoubt(folder, followsLinks: true) { return why }
        }
        return nil
    }

    /// Why others than this user and root could change the file at `path`, or put another one in its
    /// place, from the root of the machine down; nil if nobody else can. Links are followed.
    package static func doubt(aboutFile path: String) -> Message? {
        let whole = MachinePath.canonical(path) ?? MachinePath.absolute(path)
        return FoundRules(folder: "/", path: whole).doubt(about: whole)
    }

    /// Why the program at `path` is not run for rules: it is not there, is no program, or others than
    /// this user and root could change it or put another one in its place. Links are followed.
    package static func doubt(aboutProgram path: String) -> Message? {
        guard let whole = MachinePath.canonical(path) else {
            return Message("it cannot be looked at (\(FileBytes.reason()))")
        }
        let trust = FoundRules(folder: nil, path: whole)
        if let why = trust.fileDoubt(whole, followsLinks: false) { return why }
        for place in [MachinePath.folder(of: whole), MachinePath.folder(of: path)] {
            let folder = MachinePath.canonical(place) ?? place
            if let why = trust.folderDoubt(folder) { return why }
        }
        return access(whole, X_OK) == 0 ? nil : Message("it is no program that this user may run")
    }

    private func fileDoubt(_ path: String, followsLinks: Bool) -> Message? {
        var status = stat()
        let code = followsLinks ? stat(path, &status) : lstat(path, &status)
        guard code == 0 else { return Message("it cannot be looked at (\(FileBytes.reason()))") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return status.st_mode & S_IFMT == S_IFLNK
                ? Message("it is a link, which anybody may have put there")
                : Message("it is no regular file")
        }
        // Configuration that root installed is as good as the person's own.
        let isOwn = status.st_uid == user || (folder == nil && status.st_uid == 0)
        if !isOwn { return Message("it belongs to another user (\(Self.name(of: status.st_uid)))") }
        return !UserAccount.canOthersWrite(status)
            ? nil
            : Message("others can write it ('chmod go-w \(ShellWord.quoted(path))' ends that)")
    }

    private func folderDoubt(_ path: String, followsLinks: Bool = false) -> Message? {
        let shown = VisibleText.escaped(path)
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
            return Message("its folder '\(shown)' cannot be looked at (\(FileBytes.reason()))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return Message("'\(shown)' is a link") }
        guard status.st_uid == user || status.st_uid == 0 else {
            return Message(
                "its folder '\(shown)' belongs to another user (\(Self.name(of: status.st_uid)))")
        }
        return !UserAccount.canOthersWrite(status)
            ? nil
            : Message(
                "others can write into its folder '\(shown)' ('chmod go-w"
                    + " \(ShellWord.quoted(path))' ends that)")
    }

    private static func name(of user: uid_t) -> String { "uid \(user)" }

    /// Whether there is anything at `path`, a link that leads nowhere included.
    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether there is a folder at `path`, or a link to one.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func refusal(_ path: String, _ why: Message) -> Failure {
        Failure(
            .refused,
            Message(
                "the rules '\(VisibleText.escaped(path))' lie where rules are looked for, and are not"
                    + " taken: \(why); if you know who wrote them, name them with '--rules"
                    + " \(ShellWord.quoted(path))'"))
    }

    private static func absent(_ places: [String], _ watch: Watch) -> Failure {
        let looked =
            places.isEmpty
            ? Message("nowhere")
            : .plain(places.map(VisibleText.escaped).joined(separator: ", "))
        switch watch {
        case .attended:
            return Failure(
                .failed,
                Message(
                    "no rules file found; name one with --rules, or make one with 'cleanrules init'"
                        + " (looked for \(looked))"))
        case .unattended:
            return Failure(
                .failed,
                Message(
                    "no rules file found; a round that nobody watches takes none from the folder that"
                        + " it works on or is started in: name one with --rules, or put one into the"
                        + " configuration (looked for \(looked))"))
        }
    }
}
