// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport

/// Whatever people and nights do in whatever order: what a person pinned, kept, undid or restored
/// stays, under any path, and so does what lies at a pinned path.
@Suite(
    "Files that are moved about for many nights", .timeLimit(.minutes(60)))
struct ItemIdentityModelTests {
    @Test("lose nothing that a person wanted to stay", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func walk(seed: UInt64) throws {
        var walk = try IdentityWalk(seed: seed)
        for _ in 0..<30 { try walk.step() }
        let verified = try walk.home.run("history", "--verify")
        #expect(verified.status == 0, "\(walk.story): \(verified.output)")
    }
}

/// A walk of steps over a small folder, with a model of what has to stay.
private struct IdentityWalk {
    /// What is said of a file, each of which has a content that no other one has.
    private struct Thing {
        /// Taken back, and not staged by a person since.
        var isTakenBack = false
        /// The path that it had when it was decided about; nil if nothing stands.
        var decidedAt: String?
        var isPinned = false

        var stays: Bool { isTakenBack || decidedAt != nil }
    }

    let home: ScratchHome
    /// What was done, for people.
    private(set) var story: [String] = []
    private var random: SplitMix64
    private var things: [String: Thing] = [:]
    private var count = 0
    private var clock = 0

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        story = ["seed \(seed)"]
        home = try ScratchHome()
        try home.write(TestRules.old(window: "1h"), to: "rules.yaml")
        for _ in 0..<4 { try make() }
    }

    // MARK: The folder

    private static let folders = ["", "x/", "y/"]
    private static let names = ["a.iso", "b.iso", "c.iso"]

    private mutating func anyPath() -> String {
        (Self.folders.randomElement(using: &random) ?? "")
            + (Self.names.randomElement(using: &random) ?? "")
    }

    /// Where each content lies.
    private func files() throws -> [String: String] {
        var found: [String: String] = [:]
        for path in home.tree() where path.hasSuffix(".iso") {
            found[try home.text("d/" + path)] = path
        }
        return found
    }

    private mutating func anyFile() throws -> (thing: String, path: String)? {
        let files = try files().sorted { $0.value < $1.value }
        return files.randomElement(using: &random).map { (thing: $0.key, path: $0.value) }
    }

    /// Moves a file out of the folder: its number is not given to another one then.
    private func moveAway(_ path: String) throws {
        try home.write("", to: "away/kept")
        try FileManager.default.moveItem(
            atPath: home.path + "/d/" + path, toPath: home.path + "/away/\(UUID().uuidString)")
    }

    private mutating func make() throws {
        let path = anyPath()
        count += 1
        let thing = "thing " + String(repeating: "i", count: count)
        let isTaken = home.has("d/" + path)
        try home.writeOld(thing, to: "new/file", day: count)
        if isTaken { try moveAway(path) }
        try place("new/file", "d/" + path)
        things[thing] = Thing()
        story.append(isTaken ? "replace \(path)" : "make \(path)")
    }

    private func place(_ from: String, _ to: String) throws {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: home.path + "/" + to).deletingLastPathComponent(),
            withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: home.path + "/" + from, toPath: home.path + "/" + to)
    }

    // MARK: Steps

    mutating func step() throws {
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: try make()
        case 2, 3:
            guard let file = try anyFile() else { return }
            let path = anyPath()
            if home.has("d/" + path) { return }
            try place("d/" + file.path, "d/" + path)
            story.append("move \(file.path) \(path)")
        case 4:
            let (from, to) = Bool.random(using: &random) ? ("x", "y") : ("y", "x")
            if !home.has("d/" + from) || home.has("d/" + to) { return }
            try place("d/" + from, "d/" + to)
            story.append("move \(from) \(to)")
        case 5:
            guard let file = try anyFile() else { return }
            try moveAway(file.path)
            story.append("delete \(file.path)")
        case 6, 7: try undo()
        case 8: try restore()
        case 9, 10: try decide()
        case 11: try forgetDecision()
        case 12: try stage()
        case 13:
            clock += [-50_000, 3_700, 200_000].randomElement(using: &random) ?? 0
            story.append("clock \(clock)")
        default: try night()
        }
    }

    /// A night, and what has to stay through it; whether all of it was done.
    @discardableResult
    private mutating func night() throws -> Bool {
        clock += 90_000
        story.append("night \(clock)")
        let before = try files()
        let stay = Set(before.keys.filter { things[$0]?.stays ?? false })
            .union(before.filter { pinnedPaths(before).contains($0.value) }.keys)
        let run = try home.round("--stage", "-q", later: clock)
        let after = try files()
        for thing in stay {
            #expect(
                after[thing] == before[thing],
                "\(thing.count) at \(before[thing] ?? "") went: \(story), \(run.output)")
        }
        return run.status == 0
    }

    /// Where files lay that were pinned there and are not in the folder any more.
    private func pinnedPaths(_ files: [String: String]) -> Set<String> {
        Set(
            things.filter { files[$0.key] == nil && $0.value.isPinned }
                .compactMap(\.value.decidedAt))
    }

    /// What waits is taken back right after it was staged, so that paths are those of the files.
    private mutating func undo() throws {
        guard try night(), let file = try anyFile() else { return }
        // What stays anyway does not wait; what does may be another file that lay there.
        if things[file.thing]?.stays ?? true { return }
        let undo = try home.run("undo", "/" + file.path, later: clock)
        story.append("undo \(file.path): \(undo.status)")
        if undo.status == 0 { things[file.thing]?.isTakenBack = true }
    }

    private mutating func restore() throws {
        let before = try files()
        let restore = try home.run("restore", "--all", later: clock)
        let back = try files().filter { before[$0.key] == nil }
        for thing in back.keys { things[thing]?.isTakenBack = true }
        story.append("restore \(back.count): \(restore.status)")
    }

    private mutating func decide() throws {
        guard let file = try anyFile() else { return }
        try home.run("sync", "-q", later: clock)
        let isPin = Bool.random(using: &random)
        let keep = try home.run(
            ["keep", "/" + file.path] + (isPin ? ["--pin"] : []), later: clock)
        story.append("keep \(file.path) \(isPin): \(keep.status)")
        guard keep.status == 0 else { return }
        things[file.thing]?.decidedAt = file.path
        things[file.thing]?.isPinned = isPin
    }

    /// Takes back what was decided about a file, and about files that are gone and lay there.
    private mutating func forgetDecision() throws {
        guard let file = try anyFile() else { return }
        try home.run("sync", "-q", later: clock)
        let unkeep = try home.run("unkeep", "/" + file.path, later: clock)
        story.append("unkeep \(file.path): \(unkeep.status)")
        guard unkeep.status == 0 else { return }
        let now = try files()
        // An earlier word stands again, or none: nothing is demanded of what is not sure.
        for (thing, said) in things
        where thing == file.thing || now[thing] == nil && said.decidedAt == file.path {
            things[thing]?.decidedAt = nil
            things[thing]?.isPinned = false
        }
    }

    /// A person stages: what was taken back goes after all.
    private mutating func stage() throws {
        try home.run("plan", "-q", later: clock)
        let stage = try home.run("stage", "--yes", later: clock)
        story.append("stage: \(stage.status)")
        if stage.status != 0 { return }
        for thing in try files().keys { things[thing]?.isTakenBack = false }
    }
}
