// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import FleetParts
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// Listing files of a fleet that are not read, since something in them is broken or somebody has left them
/// out: no drive that they hold is planned over, for half a drive may look like a whole one.
package struct BrokenListings: Sendable {
    private struct File: Sendable {
        let path: String
        /// As people know it.
        let name: String
        /// What is wrong with it; nil where somebody has left it out.
        let why: Phrase?
        /// The drives that it is known to hold, by what was read of it before, or to mention.
        let drives: [String]
        /// Whether it was read before, so that these are known.
        let wasRead: Bool
    }

    private var files: [File] = []
    private var paths: Set<String> = []

    /// How many of them are named.
    private static let namedMax = 20

    /// None.
    package init() {}

    /// The files of `source` at `paths`, which somebody has left out.
    init(_ paths: Set<String>, _ source: FleetSource) {
        for path in paths.sorted() {
            let before = Self.drives(before: path, source.work.snapshots)
            files.append(
                File(
                    path: path, name: source.name(of: path), why: nil, drives: before ?? [],
                    wasRead: before != nil))
        }
        self.paths = paths
    }

    /// The same with `file`, of which `failure` tells what is wrong; `mentioned` are drives that it mentions.
    mutating func add(
        _ file: SourceFile, _ failure: Failure, _ folder: SnapshotFolder,
        mentioned: [String]? = nil
    ) {
        let before = Self.drives(before: file.path, folder)
        let mentioned = mentioned ?? folder.broken(file.path, file.stamp)?.drives ?? []
        files.append(
            File(
                path: file.path, name: file.name, why: failure.phrase ?? .fleetUnknown,
                drives: (before ?? []) + mentioned, wasRead: before != nil))
        paths.insert(file.path)
    }

    /// The drives that the listing file at `path` held when it was read last; nil where it never was.
    private static func drives(before path: String, _ folder: SnapshotFolder) -> [String]? {
        (try? folder.snapshot(of: path).head())?.told?.drives.map(\.name)
    }

    /// Whether the file at `path` is one of them.
    func contains(_ path: String) -> Bool { paths.contains(path) }

    /// How many of them are broken.
    package var failureCount: Int { files.count { $0.why != nil } }

    /// The drives that they are known to hold, or mention.
    var drives: [String] { files.flatMap(\.drives) }

    /// Says what is wrong with each.
    package func warn() {
        let wrong = files.compactMap(\.why)
        for why in wrong.prefix(Self.namedMax) { Host.warn(why) }
        if wrong.count > Self.namedMax { Host.note(.lineMore(n: wrong.count - Self.namedMax)) }
    }

    // MARK: What they hold

    /// Drives that are left out for them, beside those that are left out by name.
    struct LeftOut {
        /// Those of files that somebody has left out.
        var asked: [String] = []
        /// Those of files that are broken.
        var broken: [String] = []

        var all: [String] { asked + broken }
    }

    /// The drives that are left out for them, beside those that `choice` leaves out. `places` names the file
    /// that tells of each drive by the bytes of its name. Throws where nobody can say which drives these
    /// are, one of them is told of by another file as well, or rules compare drives.
    func leftOut(
        _ places: [[UInt8]: String], _ inventory: FleetOwners?, _ choice: FleetChoice,
        comparesDrives: Bool
    ) throws(Failure) -> LeftOut {
        if files.isEmpty { return LeftOut() }
        if places.isEmpty {
            throw Failure(.failed, Message("there is no listing file left that can be read"))
        }
        try refuseShared(places, choice)
        let drives = try held(places, inventory, choice)
        let asked = Set(files.filter { $0.why == nil }.flatMap(\.drives).map { Array($0.utf8) })
        var seen: Set<[UInt8]> = []
        var leftOut = LeftOut()
        for drive in drives
        where !choice.leavesOut(drive) && seen.insert(Array(drive.utf8)).inserted {
            if failureCount == 0 || asked.contains(Array(drive.utf8)) {
                leftOut.asked.append(drive)
            } else {
                leftOut.broken.append(drive)
            }
        }
        guard comparesDrives, !leftOut.broken.isEmpty,
            let broken = files.first(where: { $0.why != nil })
        else { return leftOut }
        throw Failure(
            .failed,
            Message(
                "'\(VisibleText.escaped(broken.name))' is broken, and rules compare drives; mend it, or"
                    + " plan without what it holds by '--without' or '--without-file', which leaves out"
                    + " \(FleetOwners.text(leftOut.broken))"))
    }

    /// The names of the files that somebody has left out, as people know them; nil: none.
    var askedFiles: [String]? {
        let names = files.filter { $0.why == nil }.map(\.name)
        return names.isEmpty ? nil : names
    }

    /// Refuses a drive that another file tells of too: that one would have half of it.
    private func refuseShared(
        _ places: [[UInt8]: String], _ choice: FleetChoice
    ) throws(Failure) {
        for file in files where file.why != nil {
            for drive in file.drives where !choice.leavesOut(drive) {
                if let other = places[Array(drive.utf8)] {
                    throw FleetDrives.shared(drive, other, file.name)
                }
            }
        }
    }

    /// The drives that they hold: those of the inventory of which no other file tells; where there is none,
    /// those that each had before.
    private func held(
        _ places: [[UInt8]: String], _ inventory: FleetOwners?, _ choice: FleetChoice
    ) throws(Failure) -> [String] {
        let broken = files.filter { $0.why != nil }
        guard let inventory else {
            if let file = broken.first(where: { !$0.wasRead && !Self.isOf(choice, $0) }) {
                throw Self.unknown(file)
            }
            return files.flatMap(\.drives)
        }
        let drives = inventory.names.filter { places[Array($0.utf8)] == nil }
        // What else it could hold would be some of a drive that another file tells of.
        if drives.isEmpty, let file = broken.first { throw Self.unknown(file) }
        return drives
    }

    /// Whether `file` is called after a drive that `choice` leaves out, and mentions no other one.
    private static func isOf(_ choice: FleetChoice, _ file: File) -> Bool {
        let name = file.path.split(separator: "/").last.map(String.init) ?? ""
        return file.drives.allSatisfy(choice.leavesOut)
            && choice.without.contains { $0 == name || name.hasPrefix($0 + ".") }
    }

    private static func unknown(_ file: File) -> Failure {
        let name = VisibleText.escaped(file.name)
        return Failure(
            .failed,
            Message(
                "nobody can say which drives '\(name)' holds, which is broken; mend it, or leave all of"
                    + " it out with '--without-file \(name)'"))
    }
}
