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
        let drive = ListingDrive(name: rules.file.drives.first?.name ?? "listing", path: path)
        return try await items(of: [drive])
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
        var drives: [any Drive] = []
        for declaration in rules.file.drives { drives.append(try drive(declaration)) }
        return try await items(of: drives)
    }

    // MARK: Drives

    private func drive(_ drive: DriveDeclaration) throws(Failure) -> any Drive {
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
            return ListingDrive(
                name: drive.name, path: MachinePath.resolve(file, from: rules.folder))
        case .onedrive, .memory:
            throw Failure(
                .failed,
                "drive '\(drive.name)' is of kind \(drive.kind.rawValue), which this version plans"
                    + " over from a saved listing only: give it with --listing")
        }
    }

    private func local(_ name: String, _ root: String) -> any Drive {
        var options = LocalDrive.Options()
        options.crossesMounts = crossesFileSystems
        options.homeTrash = LocalDrive.Options.homeTrash(environment: Environment.all)
        // The user named the root, so a link that it is itself is followed, once.
        let whole = MachinePath.canonical(root) ?? root
        return LocalDrive(name: name, rootPath: whole, options: options)
    }

    private func root(of drive: DriveDeclaration) -> String? {
        drive.settings["root"].map { MachinePath.resolve($0, from: rules.folder) }
    }

    private func items(of drives: [any Drive]) async throws(Failure) -> LoadedItems {
        var builder = ListingBuilder()
        var identities: [String: String] = [:]
        for drive in drives {
            identities[drive.name] = try await identity(of: drive)
            let listed = try await list(drive)
            try refuseForeign(listed.listing.drives, listedBy: drive, among: drives)
            do throws(ListingError) {
                try builder.append(contentsOf: listed)
            } catch {
                throw Failure(.failed, error.message)
            }
        }
        let listing = builder.finish()
        // A listing may name drives of its own; they share its identity.
        if let first = drives.first, drives.count == 1, first.kind == .listing {
            for drive in listing.drives { identities[drive.name] = identities[first.name] }
        }
        let readable = drives.filter { $0.kind != .listing }
        return LoadedItems(
            listing: listing,
            drives: Dictionary(
                readable.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }),
            identities: identities)
    }

    /// A listing must not put items on another drive that is read for itself: they would stand in
    /// for what is really there.
    private func refuseForeign(
        _ listed: [ListedDrive], listedBy drive: any Drive, among drives: [any Drive]
    ) throws(Failure) {
        let others = drives.map(\.name).filter { $0 != drive.name }
        guard let foreign = listed.first(where: { others.contains($0.name) }) else { return }
        throw Failure(
            .failed,
            "the listing of drive '\(drive.name)' holds items of drive '\(foreign.name)', which"
                + " is read for itself; take them out, or give the listing alone with --listing")
    }

    private func identity(of drive: any Drive) async throws(Failure) -> String {
        do throws(DriveError) {
            return try await drive.identity().description
        } catch {
            throw Failure(error)
        }
    }

    private func list(_ drive: any Drive) async throws(Failure) -> ListingBuilder {
        let verb = drive.kind == .listing ? "Reading" : "Listing"
        let progress = Progress("\(verb) '\(drive.name)'", isQuiet: isQuiet)
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
}
