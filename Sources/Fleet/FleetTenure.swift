// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import Messages
internal import Text
internal import Wording
package import Workflow

/// Of which fleet file a folder of plans, states and journal is. Two of them over one folder would take the
/// plan of each other for their own.
///
/// It is told by the way from the folder to the file, so that both can be moved together, or be reached under
/// another path on another machine. There are two such ways, to the file and to the link by which it was named:
/// where configuration is put in place by having a link lead to another folder, the second one stays. One
/// of them is enough.
package struct FleetTenure: Sendable {
    private struct Note: Codable, Equatable {
        /// The way to the file.
        var file: String
        /// The way to the name that leads there by links; nil where none is known.
        var link: String?
    }

    private let work: FleetFolder
    /// The path of the fleet file that asks, absolute and without links.
    private let path: String
    /// The same with the links by which it was named.
    private let named: String
    private static let bytesMax = 1 << 16

    /// What the folder `work` says to the fleet file at `path`, which is absolute and without links, and is
    /// called `named` by people.
    init(_ work: FleetFolder, of path: String, named: String) {
        self.work = work
        self.path = path
        self.named = named
    }

    /// The same to the fleet file at `path`, as a person has typed it.
    private init(_ work: FleetFolder, typed path: String) {
        self.init(
            work, of: MachinePath.canonical(path) ?? MachinePath.absolute(path),
            named: MachinePath.named(path))
    }

    private var notePath: String { work.path + "/fleet.json" }
    /// The folder without links.
    private var place: String { MachinePath.canonical(work.path) ?? work.path }

    // MARK: Asking

    /// Throws where the folder is of another fleet file.
    func demand() throws(Failure) {
        if let stranger = try stranger() { throw Failure(.refused, stranger) }
    }

    /// The same; from now on, the folder is of this one if it was of none, and of the file to which the link
    /// leads by now. Whoever asks has its lock.
    func claim() throws(Failure) {
        try demand()
        let known = try told()
        var note = self.note
        // Another name takes nothing from one that leads here still.
        if let old = known?.link, note.link == nil || leadsHere(old) { note.link = old }
        if note != known { try write(note) }
    }

    /// Says that the folder is of another fleet file, where nothing is done that depends on it.
    func warn() {
        do throws(Failure) {
            if let stranger = try stranger() { Host.warn(stranger) }
        } catch {
            if let phrase = error.phrase { Host.warn(phrase) }
        }
    }

    private func stranger() throws(Failure) -> Phrase? {
        guard let told = try told(), !isOwn(told) else { return nil }
        return .fleetTenureOther(
            path: VisibleText.escaped(work.path),
            name: VisibleText.escaped(Self.path(along: told.file, from: place)),
            command: .fleetMoved(file: named))
    }

    /// Whether `note` is of the file that asks, by one of its ways.
    private func isOwn(_ note: Note) -> Bool {
        let own = self.note
        let known = [note.file, note.link].compactMap { $0.map { Array($0.utf8) } }
        return [own.file, own.link].contains { way in
            way.map { known.contains(Array($0.utf8)) } ?? false
        } || note.link.map(leadsHere) ?? false
    }

    /// Whether the file that asks lies at the end of `way`.
    private func leadsHere(_ way: String) -> Bool {
        MachinePath.canonical(Self.path(along: way, from: place)) == path
    }

    /// What is noted of the file that the folder is of; nil where it is of none yet.
    private func told() throws(Failure) -> Note? {
        guard FileBytes.exists(notePath) else { return nil }
        let bytes: [UInt8]
        do throws(PartFailure) {
            bytes = try PartFolder.read(notePath, most: Self.bytesMax)
        } catch {
            throw Failure(error)
        }
        guard let note = try? JSONDecoder().decode(Note.self, from: Data(bytes)) else {
            throw Failure(
                .refused,
                .fleetTenureLost(
                    path: VisibleText.escaped(notePath), command: .fleetMoved(file: named)))
        }
        return note
    }

    private func write(_ note: Note) throws(Failure) {
        // Texts alone: nothing of it cannot be written.
        let bytes = (try? JSONEncoder().encode(note)).map { Array($0) } ?? []
        do throws(PartFailure) {
            try PartFolder.write(bytes, to: notePath)
        } catch {
            throw Failure(error)
        }
    }

    /// Throws where the folder that the fleet file at `path` names is of another one. It works whatever is
    /// wrong elsewhere in the file.
    package static func demand(by path: String) throws(Failure) {
        let work = try FleetRecords.read(path).work
        try FleetTenure(work, typed: path).demand()
    }

    // MARK: Taking over

    /// Has the folder of the fleet file at `path` be of that file, whatever it was of: plan, journal and states
    /// in it stay as they are. Gives the folder, and whether it was not of this file before; warns where the
    /// file that it was of is there still. Throws where there is no folder, or a run is under way in it.
    package static func adopt(by path: String) throws(Failure) -> (folder: String, isNews: Bool) {
        let work = try FleetRecords.read(path).work
        guard FileBytes.isFolder(work.path) else {
            throw Failure(
                .failed,
                Message(
                    "there is no folder '\(VisibleText.escaped(work.path))' yet, and so it is of no"
                        + " other fleet file"))
        }
        try work.prepare()
        let lock = try work.locked()
        defer { withExtendedLifetime(lock) {} }
        let tenure = FleetTenure(work, typed: path)
        // Of a note that is damaged nobody knows whose the folder was.
        let told = try? tenure.told()
        let isNews = told.map { !tenure.isOwn($0) } ?? true
        if isNews {
            try tenure.write(tenure.note)
            if let told { tenure.warn(ofOther: told) }
        } else {
            try tenure.claim()
        }
        return (work.path, isNews)
    }

    /// Says that the fleet file of `note` is there still, which is another one from now on: whoever moves or
    /// renames a file leaves none behind.
    private func warn(ofOther note: Note) {
        let other = Self.path(along: note.file, from: place)
        guard FileBytes.exists(other), MachinePath.canonical(other) != path else { return }
        Host.warn(.fleetMovedOther(name: VisibleText.escaped(other)))
    }

    // MARK: Ways

    /// The ways from the folder to the file that asks.
    private var note: Note {
        let place = place
        let isLinked = !named.utf8.elementsEqual(path.utf8)
        return Note(
            file: Self.way(to: path, from: place),
            link: isLinked ? Self.way(to: named, from: place) : nil)
    }

    /// The way to `path` from `folder`, which is without links.
    static func way(to path: String, from folder: String) -> String {
        let (to, from) = (path.split(separator: "/"), folder.split(separator: "/"))
        var common = 0
        while common < min(to.count - 1, from.count),
            to[common].utf8.elementsEqual(from[common].utf8)
        {
            common += 1
        }
        let up = [Substring](repeating: "..", count: from.count - common)
        return (up + to[common...]).joined(separator: "/")
    }

    /// Where `way` leads from `folder`.
    static func path(along way: String, from folder: String) -> String {
        var parts = folder.split(separator: "/")
        for part in way.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}

extension FleetRecords {
    /// Says that the folder is of another fleet file, where nothing is done that depends on it.
    package func warnOfTenure() { FleetTenure(work, of: path, named: namedPath).warn() }
}

extension FleetSettings {
    /// The same.
    package func warnOfTenure() { FleetTenure(work, of: path, named: namedPath).warn() }
}

extension FleetSource {
    /// Of which fleet file the folder of plans is.
    var tenure: FleetTenure { FleetTenure(work, of: path, named: namedPath) }
}
