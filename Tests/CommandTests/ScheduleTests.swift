// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Upkeep

/// Rounds that a machine starts by itself.
@Suite("Schedules", .timeLimit(.minutes(60)))
struct ScheduleTests {
    private static let names = ["cleanrules.service", "cleanrules.timer"]

    private func home(_ rules: String = "rules.yaml", root: String = "d") throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(TestRules.old(window: "1d", root: root), to: rules)
        try home.write("", to: ".local/share/cleanrules/there")
        return home
    }

    private func print(_ home: ScratchHome, _ form: String, _ more: String...) throws -> String {
        let run = try home.run(["schedule", "--print", form] + more)
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    @Test("are printed without rules as well, for both keepers")
    func withoutRules() throws {
        let home = try ScratchHome()
        let units = try print(home, "systemd")
        for word in ["ProtectSystem=strict", "NoNewPrivileges=yes", "Persistent=true"] {
            #expect(units.contains(word))
        }
        #expect(units.contains("OnCalendar=*-*-* 03:17:00"))
        // Nobody knows what the rules will reach.
        #expect(!units.contains("Network") && !units.contains("AddressFamilies"))
        let folders = units.matches(of: #/-"([^"]+)"/#).map { String($0.1) }
        #expect(folders.allSatisfy { $0.hasSuffix("/cleanrules") || $0.hasSuffix("/default") })
        #expect(try print(home, "cron").contains("\n17 3 * * * /"))
        let weekly = try print(home, "timer", "--weekly", "--on", "sat", "--at", "2:05")
        #expect(weekly.contains("OnCalendar=Sat *-*-* 02:05:00"))
        #expect(try home.run("schedule", "--at", "24:00").status == 64)
        #expect(home.tree(".config") == [] && home.tree(".local") == [])
    }

    @Test("hold up before systemd's own eyes", .enabled(if: Systemd.isInstalled))
    func verified() throws {
        let odd = #"we ird %h $HOME "q" it's \n"#
        for (rules, root) in [("rules.yaml", "d"), (odd + "/rules.yaml", "."), ("r.yaml", "gone")] {
            let home = try home(rules, root: root)
            try home.write("x", to: odd + "/a.iso")
            for name in Self.names {
                let form = String(name.split(separator: ".")[1])
                try home.write(
                    try print(
                        home, form, "--rules", rules, "--state", odd + "/s.db", "--report",
                        odd + "/r.md"), to: "u/" + name)
            }
            let looked = try home.shell(
                "\(Systemd.path) verify --man=no u/cleanrules.service u/cleanrules.timer")
            #expect(looked.status == 0 && looked.errors == "", "\(looked.errors)")
            // 0 is best; services as distributions ship them have 9.
            let rated = try home.shell(
                "\(Systemd.path) security --offline=true --threshold=25 u/cleanrules.service")
            #expect(rated.status == 0, "\(rated.output.suffix(300))")
        }
    }

    @Test("run as a line of cron, whatever stands in the paths")
    func cronLine() throws {
        let odd = #"we ird %h $HOME "q" it's \n"#
        let home = try home(odd + "/rules.yaml", root: "../d")
        try home.writeOld("x", to: "d/a.iso")
        let text = try print(
            home, "cron", "--rules", odd + "/rules.yaml", "--state", odd + "/s.db", "--report",
            odd + "/r.md")
        let line = try #require(text.split(separator: "\n").last)
        // Some crons end a line at this sign.
        #expect(!line.contains("%"))
        let command = line.split(separator: " ", maxSplits: 5).last.map(String.init)
        let run = try home.shell(try #require(command))
        #expect(run.status == 0, "\(run.errors)")
        #expect(try home.text(odd + "/r.md").contains("a.iso") || home.has(odd + "/s.db"))
        #expect(home.has("d/a.iso"))
    }

    @Test("hold no line break")
    func lineBreak() throws {
        let home = try home("a\nb/rules.yaml")
        for form in ["systemd", "cron"] {
            let run = try home.run("schedule", "--print", form, "--rules", "a\nb/rules.yaml")
            #expect(run.status == 5 && run.output == "", "\(run.output)")
        }
    }

    @Test("speak to the network only where a drive lies there")
    func network() throws {
        let home = try home()
        #expect(try print(home, "service", "--rules", "rules.yaml").contains("PrivateNetwork=yes"))
        try home.write(
            """
            version: 1
            drives: {o: {kind: onedrive, root: /, account: a@example.org, client_id: x}}
            rules: [{id: a, match: {name: "*.iso"}, then: delete}]
            """, to: "cloud.yaml")
        let cloud = try print(home, "service", "--rules", "cloud.yaml")
        #expect(!cloud.contains("PrivateNetwork") && cloud.contains("AF_INET6"))
        // Messages have to leave the machine, and what they are sent by has to be there.
        let address = "env:CLEANRULES_NOTIFY_ADDRESS"
        try home.write(
            TestRules.old(extra: "notify: [{to: slack, url: \"\(address)\"}]"), to: "told.yaml")
        let told = try home.run("schedule", "--print", "service", "--rules", "told.yaml")
        #expect(!told.output.contains("PrivateNetwork") && told.output.contains("AF_INET6"))
        #expect(told.errors.contains("CLEANRULES_NOTIFY_ADDRESS"), "\(told.errors)")
    }

    // MARK: Keeping

    /// Puts a program into the home's own `bin` that writes down how it was called.
    private func fake(_ name: String, _ script: String, _ home: ScratchHome) throws
        -> [String: String]
    {
        try home.write("#!/bin/sh\n\(script)\n", to: "bin/" + name)
        #expect(try home.shell("chmod +x bin/\(name)").status == 0)
        return ["PATH": home.path + "/bin:/usr/bin:/bin"]
    }

    @Test("are kept by systemd after a yes, and removed again, and nothing else is")
    func systemd() throws {
        let home = try home()
        let path = try fake("systemctl", #"echo "$@" >> "$HOME/called""#, home)
        let units = ".config/systemd/user"
        try home.write("[Unit]\n", to: units + "/other.timer")
        let install = ["schedule", "install", "--with", "systemd", "--rules", "rules.yaml"]
        #expect(try home.run(install, environment: path).status == 5)
        #expect(home.tree(units) == ["other.timer"])
        let kept = try home.run(install + ["--yes"], environment: path)
        #expect(kept.status == 0, "\(kept.errors)")
        #expect(home.tree(units) == Self.names + ["other.timer"])
        #expect(try home.text("called").contains("--user enable --now cleanrules.timer"))
        // Again, at another time: one's own is replaced.
        let again = try home.run(install + ["--yes", "--at", "4:44"], environment: path)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try home.text(units + "/cleanrules.timer").contains("04:44:00"))
        let shown = try home.run(["schedule", "status"], environment: path)
        #expect(shown.output.contains("daily 04:44") && shown.output.contains("none so far"))
        #expect(try home.run(["schedule", "remove", "--yes"], environment: path).status == 0)
        #expect(home.tree(units) == ["other.timer"])
        #expect(try home.run(["schedule", "remove", "--yes"], environment: path).status == 0)
    }

    @Test("write over no unit of anybody else")
    func foreign() throws {
        let home = try home()
        let path = try fake("systemctl", "exit 0", home)
        let unit = ".config/systemd/user/cleanrules.service"
        try home.write("[Unit]\nDescription=mine\n", to: unit)
        let install = [
            "schedule", "install", "--with", "systemd", "--rules", "rules.yaml", "--yes",
        ]
        let run = try home.run(install, environment: path)
        #expect(run.status == 5 && run.errors.contains("was not made by this program"))
        #expect(try home.run(["schedule", "remove", "--yes"], environment: path).status == 0)
        #expect(try home.text(unit) == "[Unit]\nDescription=mine\n")
        #expect(!home.has(".config/systemd/user/cleanrules.timer"))
    }

    @Test("are kept in a crontab beside the lines of others")
    func crontab() throws {
        let home = try home()
        let path = try fake(
            "crontab", #"[ "$1" = -l ] && exec cat "$HOME/tab"; exec cat > "$HOME/tab""#, home)
        let others = "# mine\n5 4 * * * true\n"
        try home.write(others, to: "tab")
        let install = ["schedule", "install", "--with", "cron", "--rules", "rules.yaml", "--yes"]
        for _ in 1...2 {
            #expect(try home.run(install, environment: path).status == 0)
            let lines = try home.text("tab").split(separator: "\n")
            #expect(lines.count == 4 && lines[3].hasPrefix("17 3 * * * "))
        }
        #expect(try home.run(["schedule", "remove", "--yes"], environment: path).status == 0)
        #expect(try home.text("tab") == others)
        // Nobody knows what a crontab holds that cannot be read.
        let blind = try fake(
            "crontab", #"[ "$1" = -l ] && exit 1; exec cat > "$HOME/tab""#, home)
        #expect(try home.run(install, environment: blind).status == 1)
        #expect(try home.text("tab") == others)
    }

    @Test("leave each byte of a crontab that others wrote")
    func crontabBytes() throws {
        let home = try home()
        let path = try fake(
            "crontab",
            #"[ "$1" = -l ] && { echo noise >&2; exec cat "$HOME/tab"; }; exec cat > "$HOME/tab""#,
            home)
        let tab = URL(fileURLWithPath: home.path + "/tab")
        let others = Data("5 4 * * * true # caf".utf8) + [0xe9, 0x0d, 0x0a, 0x0a]
        try others.write(to: tab)
        let install = ["schedule", "install", "--with", "cron", "--rules", "rules.yaml", "--yes"]
        let remove = ["schedule", "remove", "--yes"]
        for _ in 1...2 { #expect(try home.run(install, environment: path).status == 0) }
        #expect(try home.run(remove, environment: path).status == 0)
        #expect(try Data(contentsOf: tab) == others)
        // What has come to stand after the mark is somebody's own.
        #expect(try home.run(install, environment: path).status == 0)
        #expect(try home.shell("sed -i '/^# cleanrules/a 1 1 * * * mine' tab").status == 0)
        #expect(try home.run(remove, environment: path).status == 0)
        #expect(try home.shell("grep -aq '^1 1 . . . mine$' tab").status == 0)
        #expect(try home.shell("grep -aq ' run ' tab").status != 0)
        // Without its mark a line that makes rounds would be found by nobody.
        #expect(try home.run(install, environment: path).status == 0)
        #expect(
            try home.shell("sed -i '/ run /s| --state [^ ]*| --state /another.db|' tab").status
                == 0)
        let edited = try Data(contentsOf: tab)
        let doubtful = try home.run(remove, environment: path)
        #expect(doubtful.status == 5 && doubtful.errors.contains("crontab -e"))
        #expect(try Data(contentsOf: tab) == edited)
        // What is too much to be read would be cut.
        let much = Data(repeating: UInt8(ascii: "\n"), count: (1 << 20) + 1)
        try much.write(to: tab)
        let run = try home.run(install, environment: path)
        #expect(run.status == 1 && run.errors.contains("crontab -l"), "\(run.errors)")
        #expect(try Data(contentsOf: tab) == much)
    }

    @Test("take no line of somebody's where their own was made a comment")
    func crontabComment() throws {
        let home = try home()
        let path = try fake(
            "crontab", #"[ "$1" = -l ] && exec cat "$HOME/tab"; exec cat > "$HOME/tab""#, home)
        try home.write("5 4 * * * true\n", to: "tab")
        let install = ["schedule", "install", "--with", "cron", "--rules", "rules.yaml", "--yes"]
        #expect(try home.run(install, environment: path).status == 0)
        let lines = try home.text("tab")
        let own = try #require(lines.split(separator: "\n").last { $0.contains(" run ") })
        let other = own.replacingOccurrences(of: " run ", with: " run --execute-only ")
        let edited = lines.replacingOccurrences(of: own, with: "# " + own) + other + "\n"
        try home.write(edited, to: "tab")
        for command in [["schedule", "remove", "--yes"], install] {
            let run = try home.run(command, environment: path)
            #expect(run.status == 5 && run.errors.contains("crontab -e"), "\(run.errors)")
            #expect(try home.text("tab") == edited)
        }
        try home.write(edited.replacingOccurrences(of: other + "\n", with: ""), to: "tab")
        #expect(try home.run(["schedule", "remove", "--yes"], environment: path).status == 0)
        #expect(try home.text("tab") == "5 4 * * * true\n")
    }

    @Test("of the machine get no name that cron leaves out")
    func dots() throws {
        let name = "cleanrules.test-\(getpid())"
        defer { unlink("/etc/cron.d/" + name) }
        let run = try home().run(
            [
                "schedule", "install", "--with", "cron", "--system", "--name", name, "--rules",
                "rules.yaml", "--yes",
            ])
        #expect(run.status == 5 && run.errors.contains("--name"), "\(run.errors)")
        #expect(access("/etc/cron.d/" + name, F_OK) != 0)
    }

    @Test("do not wait without an end for a program that does not answer")
    func late() throws {
        let home = try home()
        let path = try fake("systemctl", "exec sleep 600", home)
        let install = [
            "schedule", "install", "--with", "systemd", "--rules", "rules.yaml", "--yes",
        ]
        let run = try home.run(install, environment: path)
        #expect(run.status == 1 && run.errors.contains("did not answer"), "\(run.errors)")
    }

    @Test("grant no more at first than when the folders are there")
    func firstInstall() throws {
        let home = try home()
        let path = try fake("systemctl", "exit 0", home)
        let install = [
            "schedule", "install", "--with", "systemd", "--rules", "rules.yaml", "--yes",
            "--state", "new/state/s.db", "--report", "new/report/r.md",
        ]
        var units: [String] = []
        for _ in 1...2 {
            #expect(try home.run(install, environment: path).status == 0)
            units.append(try home.text(".config/systemd/user/cleanrules.service"))
        }
        #expect(units[0] == units[1])
    }

    @Test("let root run nothing that others could change", .enabled(if: geteuid() == 0))
    func trust() throws {
        let home = try home()
        #expect(try home.shell("chmod 666 rules.yaml").status == 0)
        // Without a yes: nothing could be kept on this machine in any case.
        let rules = ["--system", "--rules", "rules.yaml"]
        let run = try home.run(["schedule", "install", "--with", "cron"] + rules)
        #expect(run.status == 5 && run.errors.contains("others than root"), "\(run.errors)")
        let printed = try home.run(["schedule", "--print", "cron"] + rules)
        #expect(printed.status == 0 && printed.errors.contains("others than root"))
    }

    // MARK: Confined

    /// What systemd does by `ReadWritePaths=` and `ProtectSystem=strict`, in a shell.
    private static let confined = """
        set -e
        mount --make-rprivate /
        for folder in "$@"; do mount --bind "$folder" "$folder"; done
        mount -o remount,bind,ro /
        for folder in "$@"; do mount -o remount,bind,rw "$folder"; done
        """

    @Test("let a round move items into the usual trash", .enabled(if: Systemd.canConfine))
    func confinedRound() throws {
        let home = try home()
        try home.write(TestRules.old(window: "none"), to: "rules.yaml")
        try home.writeOld("x", to: "d/a.iso")
        let unit = try print(home, "service", "--rules", "rules.yaml", "--state", "s/s.db")
        try home.write("", to: "s/there")
        let lines = unit.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("ReadWritePaths=") })
        let folders = line.matches(of: #/-"([^"]+)"/#).map { String($0.1) }
        #expect(folders == [home.path])
        let program = try ScratchHome.program()
        try home.write(
            Self.confined + """

                cd "$1"
                for step in 'plan -q --rules rules.yaml --summary' 'stage --yes --no-undo-window' \\
                    'execute --yes'; do "\(program)" $step --state s/s.db; done
                """, to: "round.sh")
        let run = try home.shell(
            "unshare -m sh round.sh " + folders.map { "'\($0)'" }.joined(separator: " "))
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(home.trash == ["a.iso"])
    }

    @Test(
        "say so in German, French and Spanish",
        arguments: [("de_DE", "kein Zeitplan"), ("fr_FR", "Aucune"), ("es_ES", "no hay ninguna")])
    func languages(locale: String, text: String) throws {
        let home = try home()
        let run = try home.run(
            ["schedule", "status"], environment: ["LC_ALL": locale + ".UTF-8"])
        #expect(run.status == 0 && run.output.contains(text), "\(run.output)")
    }
}

/// What of systemd tests can use here.
enum Systemd {
    static let path = "/usr/bin/systemd-analyze"

    /// Whether its checks of units are installed.
    static let isInstalled = InstalledProgram.isExpected(path)

    /// Whether this user may mount in a namespace of its own.
    static let canConfine: Bool = {
        let run = try? ChildProgram.run(
            "/usr/bin/unshare", ["-m", "sh", "-c", "mount --make-rprivate /"])
        return geteuid() == 0 && run?.status == 0
    }()
}
