// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The JSON documents of all commands that work with a state, word for word: they are an interface
/// (docs/reference/json.md).
@Suite("JSON of the commands")
struct DocumentTests {
    @Test("has the shape that is promised")
    func shapes() throws {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write("young", to: "d/young.txt")
        func rules(window: String) -> String {
            TestRules.old(window: window, extra: "quota: {deletes: 100/day, grace: 30d}")
                .replacingOccurrences(
                    of: "percent: unlimited", with: "percent: unlimited, listing_drop: unlimited")
        }
        try home.write(rules(window: "none"), to: "rules.yaml")
        var text = ""
        func show(_ arguments: String...) throws {
            let run = try home.run(arguments + ["--format", "json"])
            text += "$ \(arguments.joined(separator: " ")) [\(run.status)]\n\(run.output)"
        }
        try show("sync")
        try home.run("plan", "-q")
        try show("stage", "--yes", "--no-undo-window")
        try show("keep", "/a.iso")
        try show("undo", "/b.iso")
        try show("execute", "--yes")
        try show("status")
        try show("restore", "/c.iso")
        try show("unkeep", "/a.iso")
        try home.remove("d/b.iso")
        try home.write(rules(window: "1h"), to: "rules.yaml")
        try home.run("plan", "-q")
        try show("plan", "diff")
        try show("run", "--stage", "--rules", "rules.yaml")
        try show("quota")
        try show("history", "--item", "/c.iso")
        try show("history", "--verify")
        Golden.compare(normalized(text, home), with: Self.expected)
    }

    /// The text without what is another every time.
    private func normalized(_ text: String, _ home: ScratchHome) -> String {
        var text = text.replacingOccurrences(of: home.path, with: "HOME")
        let patterns = [
            (#"p-[0-9a-f]{12}"#, "PLAN"), (#"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#, "TIME"),
            (#"[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d \S+ \(in [^)]*\)"#, "LATER"),
            (#"local:\d+:\d+:"#, "local:DEVICE:INODE:"),
            (#""day": "\d{4}-\d\d-\d\d""#, "\"day\": \"DAY\""),
            (#""day":"\d{4}-\d\d-\d\d""#, "\"day\":\"DAY\""),
            (#""(free|total)_bytes": ?\d+"#, "\"$1_bytes\": BYTES"),
            (#"r-[0-9a-f]{16}"#, "ROUND"),
        ]
        for (pattern, name) in patterns {
            text = text.replacingOccurrences(of: pattern, with: name, options: .regularExpression)
        }
        return text
    }

    @Test("has no key that the page on JSON does not name")
    func documentedKeys() throws {
        let page = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../docs/reference/json.md"), encoding: .utf8)
        let keys = Self.expected.matches(of: #/"([a-z_-]+)": ?/#).map { String($0.1) }
        #expect(keys.count > 100)
        for key in Set(keys) { #expect(page.contains("`\(key)`"), "\(key)") }
    }

    private static let expected = """
        $ sync [0]
        {
        "drives": [
        {"added":4,"changed":0,"files":4,"identity":"local:DEVICE:INODE:HOME/d","items":4,"kind":"local","listed":"TIME","name":"d","removed":0}
        ],
        "format": 1
        }
        $ stage --yes --no-undo-window [0]
        {
        "bytes": 15,
        "first_due": "TIME",
        "format": 1,
        "last_due": "TIME",
        "plan": "PLAN",
        "skipped": 0,
        "staged": 3
        }
        $ keep /a.iso [0]
        {
        "decisions": [
        {"decided_at":"TIME","drive":"d","id":"/a.iso","path":"/a.iso","rule":"old","verdict":"keep"}
        ],
        "format": 1,
        "undone": [
        {"drive":"d","id":"/a.iso","path":"/a.iso","problem":"a person decided: keep","rule":"old","size":5,"state":"undone"}
        ]
        }
        $ undo /b.iso [0]
        {
        "executing": [],
        "format": 1,
        "other": [],
        "undone": [
        {"drive":"d","id":"/b.iso","path":"/b.iso","rule":"old","size":5,"state":"undone"}
        ]
        }
        $ execute --yes [0]
        {
        "bytes": 5,
        "counts": {"cancelled":0,"changed":0,"deferred":0,"deleted":1,"executing":0,"failed":0,"gave-up":0,"gone":0,"held":0,"restored":0,"staged":0,"undone":0},
        "deleted": 1,
        "format": 1,
        "items": [
        {"drive":"d","id":"/c.iso","path":"/c.iso","place":"the trash (HOME/.local/share/Trash)","rule":"old","size":5,"state":"deleted"}
        ],
        "purged": 0,
        "quota": {"bytes":{"left":null,"limit":null,"used":5},"day":"DAY","deletes":{"left":null,"limit":null,"used":1},"extra_reviews":0,"grace_until":"TIME","next_day":"TIME","reviews":{"left":null,"limit":null,"used":0},"timezone":"UTC","warn_at":80},
        "recovered": [],
        "stopped": false,
        "waiting": []
        }
        $ status [0]
        {
        "counts": {"cancelled":0,"changed":0,"deferred":0,"deleted":1,"executing":0,"failed":0,"gave-up":0,"gone":0,"held":0,"restored":0,"staged":0,"undone":2},
        "drives": [
        {"kind":"local","name":"d","root":"HOME/d"}
        ],
        "format": 1,
        "items": [
        {"attempt":0,"drive":"d","due":"TIME","id":"/a.iso","method":"recycle","number":1,"path":"/a.iso","plan":"PLAN","problem":"a person decided: keep","rule":"old","size":5,"staged_at":"TIME","state":"undone"},
        {"attempt":0,"drive":"d","due":"TIME","id":"/b.iso","method":"recycle","number":2,"path":"/b.iso","plan":"PLAN","rule":"old","size":5,"staged_at":"TIME","state":"undone"},
        {"attempt":1,"drive":"d","due":"TIME","id":"/c.iso","method":"recycle","number":3,"path":"/c.iso","place":"the trash (HOME/.local/share/Trash)","plan":"PLAN","rule":"old","size":5,"staged_at":"TIME","state":"deleted"}
        ],
        "plan": {"created":"TIME","delete_bytes":15,"deletes":3,"exceeded_limits":[],"expires":"TIME","id":"PLAN","review_bytes":0,"reviews":0,"rules":"HOME/rules.yaml","used_at":"TIME"},
        "profile": "default",
        "state_file": "HOME/.local/state/cleanrules/default/state.sqlite"
        }
        $ restore /c.iso [0]
        {
        "format": 1,
        "items": [
        {"drive":"d","id":"/c.iso","path":"/c.iso","state":"restored"}
        ],
        "restored": 1,
        "stopped": false
        }
        $ unkeep /a.iso [0]
        {
        "decisions": [
        {"decided_at":"TIME","drive":"d","id":"/a.iso","path":"/a.iso","rule":"old","verdict":"keep"}
        ],
        "format": 1,
        "undone": []
        }
        $ plan diff [0]
        {
        "added": [],
        "after": "PLAN",
        "before": "PLAN",
        "format": 1,
        "removed": [
        {"drive":"d","id":"/b.iso","path":"/b.iso","reason":"rule","rule":"old","size":5,"verdict":"delete"}
        ]
        }
        $ run --stage --rules rules.yaml [0]
        {
        "about": "cleanrules run",
        "begun": "TIME",
        "drives": [
        {"bytes":15,"files":3,"free_bytes": BYTES,"items":3,"kind":"local","listed":"TIME","name":"d","state":"listed","total_bytes": BYTES}
        ],
        "ended": "TIME",
        "execute": {"bytes":0,"counts":{"cancelled":0,"changed":0,"deferred":0,"deleted":0,"executing":0,"failed":0,"gave-up":0,"gone":0,"held":0,"restored":0,"staged":0,"undone":0},"deleted":0,"items":[],"purged":0,"quota":{"bytes":{"left":null,"limit":null,"used":5},"day":"DAY","deletes":{"left":null,"limit":null,"used":1},"extra_reviews":0,"grace_until":"TIME","next_day":"TIME","reviews":{"left":null,"limit":null,"used":0},"timezone":"UTC","warn_at":80},"recovered":[],"stopped":false,"waiting":[]},
        "exit": 0,
        "format": 1,
        "next": {"first":"TIME","items":2},
        "plan": {"delete":{"bytes":10,"items":2},"exceeded_limits":[],"id":"PLAN","keep":{"bytes":5,"items":1},"review":{"bytes":0,"items":0}},
        "profile": "default",
        "quota": {"bytes":{"left":null,"limit":null,"used":5},"day":"DAY","deletes":{"left":null,"limit":null,"used":1},"extra_reviews":0,"grace_until":"TIME","next_day":"TIME","reviews":{"left":null,"limit":null,"used":0},"timezone":"UTC","warn_at":80},
        "round": "ROUND",
        "rules": "HOME/rules.yaml",
        "stage": {"bytes":10,"first_due":"TIME","items":[{"drive":"d","due":"TIME","id":"/a.iso","path":"/a.iso","rule":"old","size":5,"state":"staged"},{"drive":"d","due":"TIME","id":"/c.iso","path":"/c.iso","rule":"old","size":5,"state":"staged"}],"last_due":"TIME","plan":"PLAN","skipped":0,"staged":2,"undo":"cleanrules undo PLAN"},
        "state_disk": {"free_bytes": BYTES,"total_bytes": BYTES},
        "summary": "2 items are staged, and the first of them go LATER, unless 'cleanrules undo PLAN' takes them back.",
        "tests": {"failed":0,"passed":0}
        }
        $ quota [0]
        {
        "bytes": {"left":null,"limit":null,"used":5},
        "day": "DAY",
        "days": [
        {"bytes":5,"day":"DAY","deletes":1,"extra_reviews":0,"reviews":0}
        ],
        "deletes": {"left":null,"limit":null,"used":1},
        "extra_reviews": 0,
        "format": 1,
        "grace_until": "TIME",
        "next_day": "TIME",
        "reviews": {"left":null,"limit":null,"used":0},
        "timezone": "UTC",
        "warn_at": 80
        }
        $ history --item /c.iso [0]
        {
        "entries": [
        {"actor":"person","at":"TIME","drive":"d","event":"staged","id":"/c.iso","path":"/c.iso","plan":"PLAN","rule":"old","seq":5,"to":"staged"},
        {"actor":"execute","at":"TIME","drive":"d","event":"executing","from":"staged","id":"/c.iso","path":"/c.iso","plan":"PLAN","rule":"old","seq":10,"to":"executing"},
        {"actor":"execute","at":"TIME","drive":"d","event":"deleted","from":"executing","id":"/c.iso","path":"/c.iso","plan":"PLAN","rule":"old","seq":11,"to":"deleted"},
        {"actor":"person","at":"TIME","drive":"d","event":"restoring","id":"/c.iso","path":"/c.iso","plan":"PLAN","rule":"old","seq":12},
        {"actor":"person","at":"TIME","drive":"d","event":"restored","from":"deleted","id":"/c.iso","path":"/c.iso","plan":"PLAN","rule":"old","seq":13,"to":"restored"},
        {"actor":"run","at":"TIME","drive":"d","event":"staged","id":"/c.iso","path":"/c.iso","plan":"PLAN","rule":"old","seq":19,"to":"staged"}
        ],
        "format": 1
        }
        $ history --verify [0]
        {
        "differences": [],
        "format": 1
        }

        """
}

/// Texts that stand in tests word for word.
enum Golden {
    /// Compares line by line, so that the first difference is seen; with `RECORD=1`, shows what it
    /// has to be.
    static func compare(_ text: String, with expected: String) {
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { Issue.record("\(text)") }
        let (found, wanted) = (
            text.components(separatedBy: "\n"), expected.components(separatedBy: "\n")
        )
        for (number, (one, other)) in zip(found, wanted).enumerated() where one != other {
            Issue.record("line \(number + 1) is\n\(one)\nand should be\n\(other)")
            return
        }
        #expect(found.count == wanted.count)
    }
}
