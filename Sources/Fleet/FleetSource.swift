// SPDX-License-Identifier: Apache-2.0

package import FleetParts
internal import Messages
internal import POSIX
internal import RuleEngine
internal import Text
internal import Wording
package import Workflow
package import YAMLBridge

/// A fleet file whose drives are planned together, with what it leads to.
package struct FleetSource: Sendable {
    /// What the file says.
    package let file: FleetFile
    /// The path of the fleet file, absolute.
    package let path: String
    /// The same with the links by which it was named.
    let namedPath: String
    /// The folder of plans, absolute.
    package let work: FleetFolder

    /// The most bytes of an inventory.
    private static let inventoryBytesMax = 256 << 20

    /// Reads the fleet file at `path`; throws where its drives have rounds of their own.
    package static func load(_ path: String) throws(Failure) -> FleetSource {
        let file = try FleetSettings.read(path)
        guard file.source != nil, let work = file.work else {
            throw Failure(
                .invalidRules,
                Message(
                    "'\(VisibleText.escaped(path))' has no 'source': its drives have rounds of"
                        + " their own, and no plan together"))
        }
        let whole = MachinePath.canonical(path) ?? MachinePath.absolute(path)
        let folder = MachinePath.folder(of: whole)
        return FleetSource(
            file: file, path: whole, namedPath: MachinePath.named(path),
            work: FleetFolder(path: MachinePath.resolve(work.text, from: folder)))
    }

    /// Whether the drives of the fleet file at `path` are planned together; what is wrong with it, who
    /// reads it next says.
    package static func isMeant(by path: String) throws(Failure) -> Bool {
        let bytes = try FileBytes.read(path, most: FileBytes.rulesBytesMax)
        return FleetFileDecoder.decode(bytes, file: path).value?.source != nil
    }

    /// Whether a dataset tells of its drives.
    package var isDataset: Bool { file.source?.kind == .dataset }

    /// Whether the listings are those that states of this program keep.
    package var isOfStates: Bool { file.source?.kind == .state }

    /// The folder of the fleet file.
    var folder: String { MachinePath.folder(of: path) }

    // MARK: Rules

    /// The path of the rules, absolute.
    var rulesPath: String { MachinePath.resolve(file.rules?.text ?? "", from: folder) }

    /// Reads the rules, and refuses those that cannot be of such a fleet.
    package func rules() throws(Failure) -> LoadedRules {
        guard let entry = file.rules else { throw Failure(.invalidRules) }
        // What is wrong with the inventory is told beside what is wrong with the rules.
        var fault: Failure?
        do throws(Failure) { _ = try inventory() } catch { fault = error }
        let rules = try RulesLoader.load(MachinePath.resolve(entry.text, from: folder))
        if let fault { throw fault }
        try FleetSettings.refuseDrives(rules)
        try rules.refuse(SharedRules.obstacles(rules.file))
        try refuseUntold(rules)
        try refuseTaking(rules)
        try RulesTests.demandPassing(rules)
        return rules
    }

    /// Refuses rules that go by what the source never tells.
    private func refuseUntold(_ rules: LoadedRules) throws(Failure) {
        let kind: DriveKind
        switch file.source?.kind {
        case .dataset: kind = .dataset
        // What is known by the id of a drive is a OneDrive, or saved pages of one.
        case .state: kind = .onedrive
        case .listings, nil: return
        }
        let findings = SupplyCheck.diagnostics(rules.file, source: kind)
        try rules.refuse(findings)
    }

    /// Refuses rules that would take a file from its owner because another one has it too, unless the
    /// fleet file says that they may. Where nobody says whose drives are, they have several owners.
    private func refuseTaking(_ rules: LoadedRules) throws(Failure) {
        if file.acrossOwners == .delete { return }
        let taking = rules.file.rules.filter { rule in
            guard rule.isEnabled, rule.action == .delete,
                case .duplicates(let selection)? = rule.selection
            else { return false }
            return selection.reach == .drives
        }
        if taking.isEmpty { return }
        if try inventory()?.haveOneOwner == true { return }
        try rules.refuse(
            taking.map { rule in
                Diagnostic(
                    .error, .valueMisplaced,
                    Message(
                        "rule '\(rule.id)' deletes copies across drives, and may take a file from"
                            + " its owner because another one has it; write 'across: drive' or"
                            + " 'then: review', or 'across_owners: delete' in the fleet file"),
                    at: rule.location)
            })
    }

    // MARK: What is listed

    /// The files of the source, in the order of their names; throws where there are none, or one cannot
    /// be read. Those whose paths are among `leftOut` are not looked at.
    package func listings(without leftOut: Set<String> = []) throws(Failure) -> [SourceFile] {
        var files: [SourceFile] = []
        for path in try listingPaths() where !leftOut.contains(path) {
            let name = name(of: path)
            files.append(
                SourceFile(path: path, name: name, stamp: try stamp(of: path, name)))
        }
        return files
    }

    /// The paths of the files that people name as `names`, seen from the fleet file or from here. Throws
    /// where one is none of the source.
    func paths(named names: [String]) throws(Failure) -> Set<String> {
        if names.isEmpty { return [] }
        guard file.source?.kind == .listings else {
            throw Failure(
                .usage,
                Message(
                    "'--without-file' is for a source of listings; leave drives out with '--without'"
                ))
        }
        let known = Set(try listingPaths())
        var paths: Set<String> = []
        for name in names {
            let meant = [MachinePath.resolve(name, from: folder), MachinePath.absolute(name)]
            guard let path = meant.first(where: known.contains) else {
                throw Failure(
                    .failed,
                    Message("the source has no file '\(VisibleText.escaped(name))'"))
            }
            paths.insert(path)
        }
        return paths
    }

    private func listingPaths() throws(Failure) -> [String] {
        guard let pattern = file.source?.files.text else { throw Failure(.invalidRules) }
        let paths = try FilePattern(pattern, from: folder).paths()
        if paths.isEmpty {
            throw Failure(
                .failed,
                Message(
                    "there is no file '\(VisibleText.escaped(looked(for: pattern)))', where the fleet"
                        + " file has those of its source; put them there, or say as 'files' where they"
                        + " are"))
        }
        return paths
    }

    /// Where files like `pattern` were looked for.
    private func looked(for pattern: String) -> String {
        MachinePath.resolve(pattern, from: folder)
    }

    /// How people know the file at `path`.
    func name(of path: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    /// What the file at `path`, which people know as `name`, is known by.
    func stamp(of path: String, _ name: String) throws(Failure) -> FileStamp {
        let shown = VisibleText.escaped(name)
        let stamp: FileStamp?
        do throws(SystemError) {
            stamp = try FileStamp(path: path)
            // Whoever may not read it is told so before any work.
            if stamp != nil { try FileStamp.demandReadable(path) }
        } catch {
            throw Failure(.failed, Message("cannot read '\(shown)': \(error.text)"))
        }
        guard let stamp else {
            throw Failure(
                .failed, Message("'\(shown)' is no regular file, and no file of a source"))
        }
        return stamp
    }

    /// The drives that there are, and whose they are; nil where no file says so.
    package func inventory() throws(Failure) -> FleetOwners? {
        guard let (bytes, path) = try inventoryBytes() else { return nil }
        return try FleetOwners(bytes, path: path, ofDataset: isDataset)
    }

    /// What is imported of the dataset, by the program of that digest.
    func datasetJob(engine: UInt64) throws(Failure) -> DatasetJob {
        guard let (bytes, path) = try inventoryBytes() else { throw Failure(.invalidRules) }
        // All that is wrong is told first.
        _ = try FleetOwners(bytes, path: path, ofDataset: true)
        return DatasetJob(
            drives: try FleetLibraries(bytes, path: path).drives,
            takesOneDrivesOnly: file.source?.libraries == .onedrive, files: try listings(),
            engine: engine)
    }

    private func inventoryBytes() throws(Failure) -> (bytes: [UInt8], path: String)? {
        guard let entry = file.inventory else { return nil }
        let path = MachinePath.resolve(entry.text, from: folder)
        let bytes = try FileBytes.read(path, most: Self.inventoryBytesMax)
        if bytes.count > Self.inventoryBytesMax {
            throw Failure(
                .failed,
                Message(
                    "'\(VisibleText.escaped(path))' is larger than"
                        + " \(Self.inventoryBytesMax >> 20) MiB, and no inventory is"))
        }
        return (bytes, path)
    }
}
