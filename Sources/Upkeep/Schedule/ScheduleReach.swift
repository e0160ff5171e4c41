// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import Text
package import Workflow

extension Failure {
    /// A path that a unit or a crontab cannot hold.
    static func lineBreak(_ text: String) -> Failure {
        Failure(
            .refused,
            Message(
                "'\(VisibleText.escaped(text))' holds a line break or another control character, which"
                    + " no schedule can hold; rename it"))
    }
}

/// What of the machine the rounds of a schedule reach: what they write to, and whether they speak to
/// the network.
package struct ScheduleReach: Sendable, Hashable {
    /// The folders below which rounds write, by their whole paths, none below another.
    package var folders: [String]
    /// Whether a drive lies beyond this machine, or somebody is told what a round came to; nil where
    /// nobody knows the rules.
    package var usesNetwork: Bool?
    /// The variables of the environment that messages are sent by: a schedule does not have them.
    package var variables: [String] = []
    /// Whether messages are handed to the machine's own program for mails.
    package var usesMailProgram = false
    /// Drives whose root is not there now, so that nobody knows where their trash is.
    package var missing: [String] = []

    /// The reach of rounds by `rules`, nil where they cannot be read, with the given state and report.
    package init(_ rules: LoadedRules?, state: String, report: String) {
        let own = [state, report].map { MachinePath.folder(of: $0) }
        guard let rules else {
            // Folders above them would be too much: those are made before the first round.
            self.folders = Self.highest(
                own.map { MachinePath.canonical($0) ?? MachinePath.absolute($0) })
            return
        }
        var folders = own.map(Self.existing)
        // Where decisions are shared, rounds write this device's log.
        if let shared = rules.syncFolder { folders.append(Self.existing(shared)) }
        let targets = rules.file.notifications
        usesNetwork = !targets.isEmpty
        variables = Set(
            targets.flatMap { [$0.address, $0.key, $0.mail?.user] }.compactMap(Self.variable)
        ).sorted()
        usesMailProgram = targets.contains { $0.mail?.isForProgram == true }
        for drive in rules.file.drives {
            switch drive.kind {
            case .onedrive:
                usesNetwork = true
                // Tokens are renewed, and kept again.
                if let own = StateFile.ownFolder { folders.append(Self.existing(own)) }
            case .local:
                guard let root = rules.root(of: drive) else { continue }
                let whole = MachinePath.canonical(root) ?? MachinePath.absolute(root)
                if !FileBytes.isFolder(whole) { missing.append(drive.name) }
                let local = LocalDrive(
                    name: drive.name, rootPath: whole,
                    options: .forThisUser(crossesMounts: false, ownFiles: []))
                folders.append(local.folderOfChanges())
            case .listing, .memory, .dataset: break
            }
        }
        self.folders = Self.highest(folders)
    }

    private static func variable(_ value: NotificationTarget.Value?) -> String? {
        if case .environment(let name) = value { name } else { nil }
    }

    /// `path`, or the nearest folder above it that is there: of what is not there, nothing can be
    /// made writable.
    private static func existing(_ path: String) -> String {
        var path = MachinePath.absolute(path)
        while path != "/", path != ".", !FileBytes.isFolder(path) {
            path = MachinePath.folder(of: path)
        }
        return MachinePath.canonical(path) ?? path
    }

    /// The folders without those below others, sorted.
    private static func highest(_ folders: [String]) -> [String] {
        Set(folders).sorted().filter { folder in
            !folders.contains { $0 != folder && MachinePath.isAtOrBelow(folder, $0) }
        }
    }

    /// Whether something lies below one of `places`.
    func isBelow(_ places: [String]) -> Bool {
        folders.contains { folder in places.contains { MachinePath.isAtOrBelow(folder, $0) } }
    }
}
