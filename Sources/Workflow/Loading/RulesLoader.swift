// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import Reports
package import RuleEngine
internal import Text
internal import Wording
package import YAMLBridge

/// Rules that were read and are valid.
package struct LoadedRules: Sendable {
    /// The rules.
    package private(set) var file: RuleFile
    /// The path as it was given; the built-in rules have a name instead.
    package let name: String
    /// The folder that relative paths in the rules are seen from.
    package let folder: String
    /// The SHA-256 of all files that were read, in hex.
    package let digest: String
    /// Findings that are no errors.
    package let warnings: [Diagnostic]
    /// The files, for the lines beside further findings.
    package let sources: [RuleSource]

    /// The zone of the rules.
    package var timeZone: RuleTimeZone {
        get throws(Failure) {
            guard let name = file.timeZone else { return .machine }
            guard let zone = RuleTimeZone(identifier: name) else {
                throw Failure(
                    .invalidRules, Message("'\(name)' is no time zone of this machine"))
            }
            return zone
        }
    }
}

extension LoadedRules {
    /// The same rules for `drives`; throws where they declare drives themselves. They tell nobody
    /// of what happens there: whoever says which drives they are does.
    package func declaring(
        _ drives: [DriveDeclaration]
    ) throws(Failure) -> LoadedRules {
        guard file.drives.isEmpty else {
            throw Failure(
                .invalidRules,
                Message(
                    "'\(VisibleText.escaped(name))' declares drives, and is used for others"))
        }
        var rules = self
        rules.file.drives = drives
        rules.file.notifications = []
        rules.file.sync = SyncSettings()
        return rules
    }

    /// Says which rules a command goes by that took them from a plan, where nobody named any.
    package func sayWhere(_ named: String?, isQuiet: Bool) {
        if isQuiet || named != nil { return }
        Host.note(
            .clause(
                Message(
                    "Rules: \(VisibleText.escaped(absolutePath)) (of the plan; --rules names others)"
                )
            ))
    }
}

/// Reads rules files.
package enum RulesLoader {
    /// How many findings are printed word for word.
    static let findingsMax = 50

    /// The rules in the file at `path`, which somebody named; prints what is wrong with them,
    /// warnings as well.
    package static func load(_ path: String) throws(Failure) -> LoadedRules {
        // A plan keeps the path of its rules, and a relative one would lead elsewhere from elsewhere.
        guard path.hasPrefix("/") || MachinePath.canonical(".") != nil else {
            throw Failure(
                .failed,
                "the folder that this was started in is gone, so that nobody can say where"
                    + " '\(VisibleText.escaped(path))' lies; name the rules by an absolute path")
        }
        return try load(RulesPlace(path: path))
    }

    /// The same for the rules file that `find` gave.
    package static func load(_ place: RulesPlace) throws(Failure) -> LoadedRules {
        let bytes = try FileBytes.read(place.path, most: FileBytes.rulesBytesMax)
        Host.lead(toRules: place.path)
        return try load(bytes, name: place.path, trust: place.trust)
    }

    /// The rules in `bytes`, which are called `name`.
    package static func load(
        _ bytes: [UInt8], name: String, trust: FoundRules? = nil
    ) throws(Failure) -> LoadedRules {
        let decoded = decode(bytes, name: name, trust: trust)
        report(decoded.rules.diagnostics, decoded.sources)
        // Half an edit of several files is hardly ever rules without an error.
        if decoded.rules.value == nil { RulesJournal.tell(about: name) }
        return try loaded(decoded, name)
    }

    /// The same without printing anything; an error says the first finding.
    package static func loadQuietly(_ path: String) throws(Failure) -> LoadedRules {
        let decoded = decode(
            try FileBytes.read(path, most: FileBytes.rulesBytesMax), name: path)
        if decoded.rules.value == nil,
            let first = decoded.rules.diagnostics.first(where: { $0.severity == .error })
        {
            throw Failure(.invalidRules, .clause(first.clause))
        }
        return try loaded(decoded, path)
    }

    /// The rules that were decoded from what is called `name`.
    package static func loaded(
        _ decoded: DecodedRuleFile, _ name: String
    ) throws(Failure) -> LoadedRules {
        guard let file = decoded.rules.value else { throw Failure(.invalidRules) }
        try checkBounds(file, name)
        return LoadedRules(
            file: file, name: name, folder: MachinePath.folder(of: name),
            digest: digest(decoded.sources),
            warnings: decoded.rules.diagnostics.filter { $0.severity == .warning },
            sources: decoded.sources)
    }

    /// The most rules and protections of one plan.
    static let rulesMax = 60_000

    /// Refuses more rules than a plan can number.
    package static func checkBounds(_ file: RuleFile, _ name: String) throws(Failure) {
        let count = file.writtenRuleCount
        if count > rulesMax {
            let words = Host.words
            throw Failure(
                .invalidRules,
                Message(
                    "\(VisibleText.escaped(name)) holds \(words.number(count)) rules and"
                        + " protections, the most is \(words.number(rulesMax))"))
        }
    }

    /// Decodes without printing. Files that rules include which were found, and not named, have to
    /// meet `trust` as well.
    ///
    /// `open` has included files that somebody edits, by the place where they lie: they count as they
    /// are there, where they may be read at all.
    package static func decode(
        _ bytes: [UInt8], name: String, trust: FoundRules? = nil,
        open: (_ place: String) -> [UInt8]? = { _ in nil }
    ) -> DecodedRuleFile {
        let bound = IncludeBound(mainFile: name)
        return RuleFileDecoder.decode(bytes, file: name) { path, _ in
            let place = try bound.place(of: path)
            if let why = trust?.doubt(about: place) {
                throw IncludeError(
                    clause: Message(
                        "it is not taken: \(why); name the rules with --rules to take them as they"
                            + " are"))
            }
            if let bytes = open(place) { return bytes }
            do throws(Failure) {
                return try FileBytes.read(place, most: FileBytes.rulesBytesMax)
            } catch {
                throw IncludeError(clause: error.clause ?? Message("unreadable"))
            }
        }.withholding(bound.isForeign)
    }

    /// Prints findings with their lines, the first fifty word for word.
    package static func report(_ findings: [Diagnostic], _ sources: [RuleSource]) {
        Host.take(findings.map { Finding($0) })
        let words = Host.words
        let text = DiagnosticText(sources: sources) { words($0) }
        for finding in findings.prefix(findingsMax) { Host.note(text.text(finding)) }
        if findings.count > findingsMax {
            Host.note(.clause(Message("and \(findings.count - findingsMax) more")))
        }
    }

    /// The rules file to use: the one named, else the first that is found and can be trusted, which
    /// is said whatever else is kept quiet.
    package static func find(
        _ named: String?, folder: String?, _ watch: FoundRules.Watch = .attended
    ) throws(Failure) -> RulesPlace {
        if let named { return RulesPlace(path: named) }
        let found = try FoundRules.first(for: folder, watch)
        if let trust = found.trust {
            let path = VisibleText.escaped(trust.path)
            Host.note(.clause(Message("Rules: \(path) (found; --rules names others)")))
        }
        return found
    }

    /// The rules file of the configuration that a round takes; nil where there is none.
    package static func pathInConfiguration() -> String? { FoundRules.inConfiguration }

    /// Where the rules of the configuration lie when somebody has made none yet; nil without a home.
    package static var usualPath: String? { FoundRules.usual }

    /// The SHA-256 of `sources`, in hex.
    static func digest(_ sources: [RuleSource]) -> String {
        let digest = SHA256Stream()
        for source in sources {
            // Names and lengths as well, so that no two sets of files run together.
            digest.update(Array("\(source.bytes.count)\n".utf8))
            digest.update(source.bytes)
        }
        return digest.finish()
    }

    /// Why an included file cannot be read, in the words of a finding.
    private struct IncludeError: ClausedError {
        let clause: Message
    }
}
