// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine

/// Reads the items that a plan is made over.
struct ItemLoader {
    let rules: LoadedRules
    let isQuiet: Bool
    /// Whether local drives go on into other file systems that are mounted below their root.
    var crossesFileSystems = false

    /// The items of a listing file, which stands for all drives of the rules.
    func items(listing path: String) async throws(Failure) -> LoadedItems {
        let name = rules.file.drives.first?.name ?? "listing"
        let builder = try await read(path, drive: name)
        let listing = builder.finish()
        let shown = path == "-" ? "standard input" : path
        let identities = listing.drives.map { ($0.name, "listing:\(shown)") }
        return LoadedItems(
            listing: listing, drives: [:],
            identities: Dictionary(identities, uniquingKeysWith: { first, _ in first }))
    }

    /// The items below `folder`, which stands for the drive of the rules that names it, else for
    /// the first local one, else for the first.
    func items(folder: String) async throws(Failure) -> LoadedItems {
        guard FileBytes.isFolder(folder) else {
            throw Failure(.failed, "'\(VisibleText.escaped(folder))' is no folder")
        }
        let whole = MachinePath.canonical(folder) ?? folder
        let declared = rules.file.drives
        let named = declared.first { drive in
            drive.kind == .local && root(of: drive).flatMap(MachinePath.canonical) == whole
        }
        let drive = named ?? declared.first { $0.kind == .local } ?? declared.first
        return try await items(of: [local(drive?.name ?? "local", whole)])
    }

    /// The items of all drives that the rules declare.
    func items() async throws(Failure) -> LoadedItems {
        if rules.file.drives.isEmpty {
            throw Failure(
                .invalidRules,
                "'\(VisibleText.escaped(rules.name))' declares no drives; add 'drives:', name a"
                    + " folder, or give a listing with --listing")
        }
        var drives: [Source] = []
        for drive in rules.file.drives { drives.append(try source(drive)) }
        return try await items(of: drives)
    }

    // MARK: Drives

    /// Where the items of one drive come from.
    private enum Source {
        case drive(any Drive)
        case listing(name: String, path: String)
    }

    private func source(_ drive: DriveDeclaration) throws(Failure) -> Source {
        switch drive.kind {
        case .local:
            guard let root = root(of: drive) else {
                throw Failure(.invalidRules, "drive '\(drive.name)' needs a 'root'")
            }
            return local(drive.name, root)
        case .listing:
            guard let file = drive.settings["file"] else {
                throw Failure(.invalidRules, "drive '\(drive.name)' needs a 'file'")
            }
            return .listing(
                name: drive.name, path: MachinePath.resolve(file, from: rules.folder))
        case .onedrive, .memory:
            throw Failure(
                .failed,
                "drive '\(drive.name)' is of kind \(drive.kind.rawValue), which this version plans"
                    + " over from a saved listing only: give it with --listing")
        }
    }

    private func local(_ name: String, _ root: String) -> Source {
        var options = LocalDrive.Options()
        options.crossesMounts = crossesFileSystems
        options.homeTrash = LocalDrive.Options.homeTrash(environment: Environment.all)
        // The user named the root, so a link that it is itself is followed, once.
        let whole = MachinePath.canonical(root) ?? root
        return .drive(LocalDrive(name: name, rootPath: whole, options: options))
    }

    private func root(of drive: DriveDeclaration) -> String? {
        drive.settings["root"].map { MachinePath.resolve($0, from: rules.folder) }
    }

    private func items(of sources: [Source]) async throws(Failure) -> LoadedItems {
        var builder = ListingBuilder()
        var drives: [String: any Drive] = [:]
        var identities: [String: String] = [:]
        for source in sources {
            do {
                switch source {
                case .drive(let drive):
                    drives[drive.name] = drive
                    identities[drive.name] = try await identity(of: drive)
                    try builder.append(contentsOf: try await list(drive))
                case .listing(let name, let path):
                    identities[name] = "listing:\(path)"
                    try builder.append(contentsOf: try await read(path, drive: name))
                }
            } catch let error as ListingError {
                throw Failure(.failed, error.message)
            } catch let failure as Failure {
                throw failure
            } catch {
                throw Failure(.failed, "\(error)")
            }
        }
        return LoadedItems(listing: builder.finish(), drives: drives, identities: identities)
    }

    private func identity(of drive: any Drive) async throws(Failure) -> String {
        do throws(DriveError) {
            return try await drive.identity().description
        } catch {
            throw Failure(error)
        }
    }

    private func list(_ drive: any Drive) async throws(Failure) -> ListingBuilder {
        let progress = Progress("Listing '\(drive.name)'", isQuiet: isQuiet)
        defer { progress.finish() }
        do throws(DriveError) {
            let listing = try await drive.list { progress.show(items: $0.items, bytes: $0.bytes) }
            progress.finish()
            for note in listing.notes.prefix(20) where !isQuiet {
                Console.note("note: '\(VisibleText.escaped(note.path))': \(note.text)")
            }
            if case .partial(let problems) = listing.completeness {
                try refuse(problems, drive.name)
            }
            return listing.builder
        } catch {
            throw Failure(error)
        }
    }

    /// A listing with holes makes no plan: what is not seen could be the last copy.
    private func refuse(_ problems: DriveProblems, _ name: String) throws(DriveError) {
        for problem in problems.kept.prefix(20) {
            Console.note("error: '\(VisibleText.escaped(problem.path))': \(problem.reason)")
        }
        if problems.count > 20 { Console.note("and \(problems.count - 20) more") }
        throw DriveError(
            operation: .list,
            message: "drive '\(name)' could not be listed completely, so no plan is made;"
                + " make the places above readable, or plan over a folder without them")
    }

    private func read(_ path: String, drive: String) async throws(Failure) -> ListingBuilder {
        let progress = Progress("Reading the listing", isQuiet: isQuiet)
        defer { progress.finish() }
        let reader = ListingReader(defaultDrive: drive)
        do throws(ListingFileError) {
            return try reader.read(.file(path)) { progress.show(items: $0.items, bytes: $0.bytes) }
        } catch {
            let shown = path == "-" ? "<standard input>" : VisibleText.escaped(path)
            let place = error.line == nil ? "\(shown): " : "\(shown):"
            throw Failure(.failed, "\(place)\(error); no plan is made")
        }
    }
}
