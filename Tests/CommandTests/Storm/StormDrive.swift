// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import RuleEngine

/// A drive over which storms go.
protocol StormDrive {
    /// How rules declare it.
    var declaration: String { get }
    /// How the rules have items deleted.
    var method: DeletionMethod { get }
    /// Whether what was deleted so can be brought back.
    var canRestore: Bool { get }
    /// Faults of the drive itself that can be played, next to those of the machine.
    var faultNames: [String] { get }
    /// How far ahead of the machine's the clock of the drive is, in seconds.
    func setClock(ahead seconds: Int)
    /// Puts a file there.
    func add(_ path: String) throws
    /// The paths of the files that are in their place.
    func live() throws -> [String]
    /// The names of the files that lie in the bin.
    func binned() throws -> [String]
    /// Lets the drive do something wrong once; nil: no more.
    func play(_ fault: String?, at request: Int)
    /// Whether it has done so.
    var hasPlayed: Bool { get }
    /// Takes everything away, out of the bin too.
    func clear() throws
}

/// The folder `d` of a home, with the trash of that home.
struct LocalStormDrive: StormDrive {
    let home: ScratchHome
    let declaration = "{kind: local, root: d}"
    let method = DeletionMethod.recycle
    let canRestore = true
    let faultNames: [String] = []

    func setClock(ahead seconds: Int) {}

    /// The trash of the home, and those that are taken where that cannot be had: one at the top of
    /// the file system, wherever that is, above the home. As paths below the home.
    var bins: [String] {
        let depth = home.path.split(separator: "/").count
        let ways = (1...depth).map { String(repeating: "../", count: $0) }
        return [".local/share/Trash/files"] + ways.map { $0 + ".Trash-\(getuid())/files" }
    }

    func add(_ path: String) throws { try home.writeOld("content of \(path)", to: "d" + path) }

    func live() throws -> [String] {
        try home.tree("d").filter { $0.contains(".") }.map { path in
            // What is cut or mixed up is not the file that was there.
            try home.text("d/" + path) == "content of /\(path)" ? "/" + path : "changed /" + path
        }
    }

    func binned() throws -> [String] {
        // A note that an error has left behind takes its name from the next one.
        bins.flatMap { bin in
            home.tree(bin).filter { $0.hasPrefix("r") && $0.contains(".iso") }.compactMap { name in
                let text = (try? home.text(bin + "/" + name)) ?? ""
                guard text.hasPrefix("content of /r") else { return nil }
                return text.split(separator: "/").last.map(String.init)
            }
        }
    }

    func play(_ fault: String?, at request: Int) {}
    let hasPlayed = false

    func clear() throws {
        for folder in ["d", ".local/share/Trash"] where home.has(folder) { try home.remove(folder) }
        try FileManager.default.createDirectory(
            atPath: home.path + "/d", withIntermediateDirectories: true)
    }
}

/// A simulated OneDrive.
struct GraphStormDrive: StormDrive {
    let graph: SimulatedGraph
    let drive: SimulatedDrive
    let kind: SimulatedDriveKind
    let method: DeletionMethod
    /// What lies in the bin of a work account, only a person can bring back, on the web.
    var canRestore: Bool { kind == .personal || method == .quarantine }
    let declaration = "{kind: onedrive, account: pat.sample@outlook.com, root: /}"

    /// Refusals, answers that are lost or cut, and answers that say the contrary of what was done.
    let faultNames =
        SimulatedFailure.names + SimulatedFailure.names.map { $0 + " afterwards" }
        + ["dropped", "dropped afterwards", "cut", "a page for people", "no body", "no answers"]

    func setClock(ahead seconds: Int) {
        graph.time.advance(seconds: Date().timeIntervalSince1970 + Double(seconds) - graph.time.now)
    }

    func add(_ path: String) throws { try drive.addFile(path, .text("content of \(path)")) }

    private static let quarantine = "/.cleanrules/"

    private var files: [String] { drive.truth().filter { !$0.isFolder }.map(\.path) }

    func live() throws -> [String] { files.filter { !$0.hasPrefix(Self.quarantine) } }

    func binned() throws -> [String] {
        let paths = drive.recycleBin().filter { !$0.isFolder }.map(\.path)
        return (paths + files.filter { $0.hasPrefix(Self.quarantine) })
            .compactMap { $0.split(separator: "/").last }.map(String.init)
    }

    func play(_ fault: String?, at request: Int) {
        guard let fault, let fault = Self.fault(fault) else { return graph.play(FaultScript()) }
        graph.play(FaultRule([], fault, first: request))
    }

    var hasPlayed: Bool { graph.faultCounts == [1] }

    private static func fault(_ name: String) -> SimulatedFault? {
        switch name {
        case "dropped": return .dropped
        case "dropped afterwards": return .droppedAfterEffect
        case "cut": return .truncated(byteCount: 30)
        case "a page for people": return .garbage(status: 502)
        case "no body": return .emptyBody
        case "no answers": return .missingResponses(count: 20)
        default: break
        }
        let words = name.split(separator: " ")
        guard let failure = words.first.flatMap({ SimulatedFailure(named: String($0)) }) else {
            return nil
        }
        return words.count == 1 ? .refused(failure) : .failedAfterEffect(failure)
    }

    func clear() throws {
        for item in drive.truth() where !item.isFolder { try drive.delete(item.id) }
        drive.emptyBin()
    }
}
