// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// Two folders and a simulated OneDrive, with all that people ever wrote there: what is known of it
/// here owes nothing to the program.
final class NightWorld {
    /// The drives by the names that the rules give them.
    enum Place: String, CaseIterable {
        case d, e, cloud
    }

    /// What a file is for the rules.
    enum Kind: String, CaseIterable {
        /// Goes when it is old.
        case iso
        /// Goes when there are newer generations.
        case bak
        /// Goes when there is another copy.
        case jpg
        /// Stays.
        case txt
    }

    /// One file, wherever it is by now.
    struct File {
        let number: Int
        let place: Place
        var path: String
        var text: String
        let kind: Kind
        /// When it was changed last, in seconds since 1970.
        let modified: Int
        /// Its id, on a OneDrive.
        var cloudID: String?
        /// Whether it is in its place; else in a bin, as far as is known.
        var isLive = true
        /// Why it must not go any more; nil: the rules may have it.
        var stays: String?
        /// What happened to it, for who has to find out why it went.
        var story: [String] = []

        /// What the program calls it.
        var name: String { "\(place.rawValue):\(path)" }
    }

    /// What lies where at one instant.
    struct Sight {
        /// The texts of the files in their places, by drive and path.
        var live: [String: String] = [:]
        /// The texts of what lies in bins and in quarantine.
        var binned: [String] = []

        /// How often each text is there.
        var counts: [String: Int] {
            (Array(live.values) + binned).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    let home: ScratchHome
    let cloud: SimulatedDrive
    private(set) var files: [File] = []
    /// Where the folder of a local drive lies, below the home, while it is not in its place.
    var folders: [Place: String] = [:]
    /// How often each text was written, less what people deleted themselves.
    private(set) var owed: [String: Int] = [:]
    private var cloudTexts: [String: String] = [:]
    /// What is written into the stories of files: the night, and what went wrong in it.
    var today = ""
    /// Texts that somebody has laid hands on for a night.
    var excused: Set<String> = []
    /// The text of the canary.
    var song: String { "\(mark), canary\n" }
    /// Tells the files of this world from all others in the same bins.
    let mark = "night \(UUID().uuidString)"

    init(_ home: ScratchHome, _ cloud: SimulatedDrive) {
        self.home = home
        self.cloud = cloud
    }

    // MARK: What people do

    /// A text that nothing else has.
    func newText() -> String {
        texts += 1
        return "\(mark), text \(texts)\n" + String(repeating: "x", count: texts % 7) + "\n"
    }
    private var texts = 0

    /// Writes a file that was changed last at `modified`.
    @discardableResult
    func add(
        _ place: Place, _ path: String, _ kind: Kind, modified: Int, text: String? = nil
    ) throws -> Int {
        let text = text ?? newText()
        var file = File(
            number: files.count, place: place, path: path, text: text, kind: kind,
            modified: modified)
        if path.contains("/Precious/") || path.contains("/Keep/") { file.stays = "protected" }
        if place == .cloud {
            let id = try cloud.addFile(path, .text(text)) {
                $0.fileModified = Double(modified)
                $0.fileCreated = Double(modified)
            }
            file.cloudID = id
            cloudTexts[id] = text
        } else {
            try write(text, place, path, modified)
        }
        files.append(file)
        owed[text, default: 0] += 1
        return file.number
    }

    private func write(_ text: String, _ place: Place, _ path: String, _ modified: Int) throws {
        try home.write(text, to: place.rawValue + path)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(modified))],
            ofItemAtPath: home.path + "/" + place.rawValue + path)
    }

    /// Puts another text into a file; its date is as it was, so that only the bytes tell.
    func edit(_ number: Int) throws {
        let file = files[number]
        let text = newText()
        if let id = file.cloudID {
            try cloud.edit(id, .text(text))
            cloudTexts[id] = text
        } else {
            try write(text, file.place, file.path, file.modified)
        }
        owed[file.text, default: 0] -= 1
        owed[text, default: 0] += 1
        files[number].text = text
        tell(number, "edited")
        if files[number].stays == Self.takenBack { files[number].stays = nil }
    }

    /// Moves a file to another name in its folder.
    func move(_ number: Int) throws {
        let file = files[number]
        let parts = file.path.split(separator: "/")
        let folder = parts.dropLast().map { "/" + $0 }.joined()
        let path = folder + "/moved-\(file.number)-\(texts).\(file.kind.rawValue)"
        texts += 1
        if let id = file.cloudID {
            try cloud.move(id, to: path)
        } else {
            let base = home.path + "/" + file.place.rawValue
            try FileManager.default.moveItem(atPath: base + file.path, toPath: base + path)
        }
        files[number].path = path
        tell(number, "moved from \(file.path)")
    }

    /// Deletes a file for good, as people do.
    func delete(_ number: Int) throws {
        let file = files[number]
        if let id = file.cloudID {
            try cloud.delete(id)
            cloud.purge(id: id)
        } else {
            try home.remove(file.place.rawValue + file.path)
        }
        owed[file.text, default: 0] -= 1
        files[number].isLive = false
        files[number].stays = "deleted by a person"
    }

    /// Takes a file out of the bin by hand; false if it is not there.
    func fetch(_ number: Int) throws -> Bool {
        let file = files[number]
        if let id = file.cloudID {
            guard cloud.recycleBin().contains(where: { $0.id == id }),
                (try? cloud.restore(id: id)) != nil
            else { return false }
        } else {
            let bin = ".local/share/Trash/files"
            guard !home.has(file.place.rawValue + file.path),
                let name = home.tree(bin).first(where: {
                    (try? home.text(bin + "/" + $0)) == file.text
                })
            else { return false }
            try FileManager.default.moveItem(
                atPath: home.path + "/\(bin)/\(name)",
                toPath: home.path + "/" + file.place.rawValue + file.path)
            try? home.remove(".local/share/Trash/info/\(name).trashinfo")
        }
        files[number].isLive = true
        tell(number, "fetched by hand")
        return true
    }

    /// What was taken back by the program's own commands stays as long as it is as it is.
    static let takenBack = "taken back"

    /// Notes that a file must not go any more.
    func keep(_ number: Int, _ why: String) {
        files[number].stays = files[number].stays ?? why
        tell(number, why)
    }

    private func tell(_ number: Int, _ what: String) {
        files[number].story.append("\(what) before \(today)")
    }

    /// Notes that a file is in its place or not, and where.
    func note(_ number: Int, isLive: Bool, at path: String? = nil) {
        files[number].isLive = isLive
        tell(number, isLive ? "brought back" : "gone")
        if let path { files[number].path = path }
    }

    // MARK: What is there

    /// Looks at everything.
    func look() throws -> Sight {
        var sight = Sight()
        for place in [Place.d, .e] {
            let folder = folders[place] ?? place.rawValue
            for (path, text) in try texts(in: folder) {
                if path.hasPrefix(".cleanrules/") {
                    sight.binned.append(text)
                } else {
                    sight.live["\(place.rawValue):/\(path)"] = text
                }
            }
        }
        for bin in LocalStormDrive(home: home).bins {
            sight.binned += try texts(in: bin).map(\.text)
        }
        for item in cloud.truth() where !item.isFolder {
            guard let text = cloudTexts[item.id] else { continue }
            let bytes = cloud.content(item.id)?.allBytes
            let isWhole = bytes.map { $0 == Array(text.utf8) } ?? false
            if item.path.hasPrefix("/.cleanrules/") {
                sight.binned.append(text)
            } else {
                sight.live["cloud:\(item.path)"] = isWhole ? text : "changed"
            }
        }
        sight.binned += cloud.recycleBin().filter { !$0.isFolder }.compactMap { cloudTexts[$0.id] }
        return sight
    }

    /// The texts of this world's files below a folder of the home, by path.
    private func texts(in folder: String) throws -> [(path: String, text: String)] {
        home.tree(folder).compactMap { path in
            let text = (try? home.text(folder + "/" + path)) ?? ""
            return text.hasPrefix(mark) ? (path, text) : nil
        }
    }
}
