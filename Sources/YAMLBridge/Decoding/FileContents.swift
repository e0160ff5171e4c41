// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// What one file holds, before the names in it are resolved.
struct FileContents {
    /// Everything the file says itself.
    var ruleFile = RuleFile()
    /// The names it declares and uses.
    var names = NameUses()
    /// The files it includes, in order.
    var includes: [NameUse] = []
    /// What was found.
    var findings: [Diagnostic] = []
}

extension FileDecoder {
    /// Everything that one file holds.
    static func contents(of tree: MarkedTree, in source: SourceText, isIncluded: Bool)
        -> FileContents
    {
        var decoder = FileDecoder(source: source, tree: tree, isIncluded: isIncluded)
        var contents = FileContents()
        decoder.findings = TreeChecks(source: source, tree: tree).findings()
        decoder.read(into: &contents)
        contents.names = decoder.names
        contents.findings = decoder.findings
        return contents
    }

    /// Reads the root.
    private mutating func read(into contents: inout FileContents) {
        guard let root = tree.root else {
            return reportMissing(at: source.range(source.start..<source.start))
        }
        if case .empty = shape(of: Slot(value: root)) {
            let range = tree[root].range
            return reportMissing(
                at: source.range(range.isEmpty ? source.start..<source.start : range))
        }
        guard
            let fields = fields(
                Slot(value: root), FileKey.self,
                excluding: { [isIncluded] _ in
                    isIncluded ? Set(FileKey.allCases.filter { !$0.isIncludable }) : []
                })
        else { return }
        if isIncluded { reportNotIncludable(fields) }
        parsed(required(.version, in: fields), VersionGrammar.check)
        readSettings(fields, into: &contents.ruleFile)
        readRules(fields, into: &contents)
        contents.includes = includes(fields[.include])
    }

    /// Keys that only the including file may hold.
    private mutating func reportNotIncludable(_ fields: Fields<FileKey>) {
        for key in FileKey.allCases where !key.isIncludable {
            guard let node = fields[key]?.key else { continue }
            report(
                .keyMisplaced,
                Message(
                    "an included file has no '\(key.rawValue)'; only the file that includes it has"),
                at: place(ofKey: node))
        }
    }

    /// An empty file lacks what every file needs.
    private mutating func reportMissing(at place: SourceRange) {
        let fields = Fields<FileKey>(place: place, slots: [:])
        _ = required(.version, in: fields)
        if !isIncluded { _ = required(.rules, in: fields) }
    }

    /// What only the first file holds.
    private mutating func readSettings(_ fields: Fields<FileKey>, into file: inout RuleFile) {
        guard !isIncluded else { return }
        file.timeZone = timeZone(fields[.timezone])
        file.drives = drives(fields[.drives])
        file.defaults = defaults(fields[.defaults])
        file.limits = limits(fields[.limits])
        file.limitLocations = limitLocations(fields[.limits])
        file.quota = quota(fields[.quota])
        file.photos = photos(fields[.photos])
        file.review = review(fields[.review])
        file.policyIssuer = policyIssuer(fields[.policy])
        file.notifications = (list(fields[.notify]) ?? []).flatMap { notifications($0) }
        file.sync = sync(fields[.sync], drives: file.drives)
    }

    /// What every file may hold.
    private mutating func readRules(_ fields: Fields<FileKey>, into contents: inout FileContents) {
        contents.ruleFile.definitions = definitions(fields[.define])
        for slot in list(fields[.protect]) ?? [] {
            if let rule = protection(slot) { contents.ruleFile.protections.append(rule) }
        }
        let rules = isIncluded ? fields[.rules] : required(.rules, in: fields)
        for slot in list(rules) ?? [] {
            if let rule = rule(slot) { contents.ruleFile.rules.append(rule) }
        }
        for slot in list(fields[.tests]) ?? [] {
            if let test = test(slot) { contents.ruleFile.tests.append(test) }
        }
        warnIfDisabled(contents.ruleFile.rules, rules)
    }

    /// A file all of whose rules are switched off deletes nothing, which may not be meant.
    private mutating func warnIfDisabled(_ rules: [Rule], _ slot: Slot?) {
        guard let key = slot?.key, !rules.isEmpty, !rules.contains(where: \.isEnabled) else {
            return
        }
        warn(
            .rulesDisabled, Message("every rule of this file is switched off"),
            at: place(ofKey: key))
    }

    /// The named conditions.
    private mutating func definitions(_ slot: Slot?) -> [Definition] {
        guard let slot, let mapping = mapping(slot, Message("'\("define")'")) else { return [] }
        return entries(of: mapping).compactMap { definition($0) }
    }

    /// One named condition, and the names that it uses.
    private mutating func definition(_ entry: NamedEntry) -> Definition? {
        let slot = Slot(value: entry.value, key: entry.key)
        guard let name = entry.name else {
            reportUnknown(entry, Message("'\("define")'"), among: [])
            _ = condition(slot)
            return nil
        }
        let place = place(ofKey: entry.key)
        var isValid = true
        do throws(ValueError) {
            try NameGrammar.checkID(name)
        } catch {
            isValid = false
            if !Secrets.isSecret(name) {
                let hint = hint(forName: name, NameGrammar.checkID)
                report(error.code, error.clause + hint, at: place)
            }
        }
        let outside = names.definitionUses
        names.definitionUses = []
        let condition = condition(slot)
        names.definitions.append(
            DefinitionUse(
                name: NameUse(name: name, place: place), uses: names.definitionUses,
                nodeCount: tree[slot.value].expandedCount,
                testsSharpness: condition?.tests(.sharpness) ?? false))
        names.definitionUses = outside
        guard isValid, let condition else { return nil }
        return Definition(name: name, condition: condition)
    }

    /// The paths of included files.
    private mutating func includes(_ slot: Slot?) -> [NameUse] {
        (list(slot) ?? []).compactMap { element in
            guard let path = text(element) else { return nil }
            let place = place(of: element)
            guard !path.utf8.starts(with: "/".utf8) else {
                report(
                    .includeAbsolute,
                    Message(
                        "an included path is relative to this file; write it without the first '/'"),
                    at: place)
                return nil
            }
            return NameUse(name: path, place: place)
        }
    }
}
