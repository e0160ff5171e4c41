// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import Testing

/// What services of continuous integration are told.
@Suite("Continuous integration", .timeLimit(.minutes(60)))
struct IntegrationTests {
    private static let faulty = """
        version: 1
        drives:
          d: {kind: local, root: d}
        rules:
          - id: odd
            match: {size: over 500}
            then: delete
        """

    private static let tested =
        TestRules.old(window: "1h") + """

            tests:
              - name: "iso & <stays>"
                now: 2026-01-15T12:00:00Z
                items:
                  - {path: /a.iso, size: 4GB, age: 300d, expect: keep}
              - name: text stays
                now: 2026-01-15T12:00:00Z
                items:
                  - {path: /a.txt, size: 4GB, age: 300d, expect: keep}
            """

    private func home(_ rules: String) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        try home.write(rules, to: "my rules,a:b.yaml")
        return home
    }

    private static let rules = "my rules,a:b.yaml"

    private func annotations(_ run: CommandRun) -> [String] {
        run.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("::") }
    }

    @Test("GitHub gets an annotation at the line, escaped as it wants, and a summary")
    func github() throws {
        let home = try home(Self.faulty)
        try home.write("<!-- cleanrules -->\nbefore\n", to: "summary.md")
        let environment = [
            "GITHUB_STEP_SUMMARY": home.path + "/summary.md", "GITHUB_WORKSPACE": home.path,
        ]
        for command in ["check", "plan", "run", "test"] {
            let option = command == "check" ? [] : ["--rules"]
            let run = try home.run(
                [command] + option + [Self.rules, "--ci", "github"], environment: environment)
            #expect(run.status == 3, "\(command): \(run.errors)")
            let line = try #require(
                annotations(run).first { $0.contains("size-unit-missing") }, "\(run.errors)")
            #expect(
                line.hasPrefix(
                    "::error file=my rules%2Ca%3Ab.yaml,line=6,col=19,title=size-unit-missing::"),
                "\(line)")
        }
        let summary = try home.text("summary.md")
        #expect(summary.contains("\nbefore\n") && summary.contains("size-unit-missing"))
    }

    @Test("annotations and a log for programs are not mixed")
    func mixed() throws {
        let home = try home(Self.faulty)
        for option in [["--log-format", "json"], ["--log-format=json"]] {
            let run = try home.run(["check", Self.rules, "--ci", "github"] + option)
            #expect(run.status == 64 && annotations(run).isEmpty, "\(run.errors)")
        }
        #expect(try home.run("check", Self.rules, "--log-format", "json").status == 3)
    }

    @Test("a plan says at each rule what it would delete, and a round what it did")
    func plan() throws {
        let home = try home(TestRules.old(window: "1h"))
        try home.write("", to: "summary.md")
        let environment = ["GITHUB_STEP_SUMMARY": home.path + "/summary.md"]
        let plan = try home.run(
            ["plan", "-q", "--rules", Self.rules, "--no-state", "--ci", "github"],
            environment: environment)
        #expect(plan.status == 0)
        #expect(
            annotations(plan).contains {
                $0.hasPrefix("::notice file=my rules") && $0.contains("line=8")
                    && $0.contains("rule 'old' deletes 1 items")
            }, "\(plan.errors)")
        #expect(try home.text("summary.md").contains("a.iso"))
        let run = try home.run(
            ["run", "--rules", Self.rules, "--stage", "--ci", "github"], environment: environment)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try home.text("summary.md").contains("cleanrules undo p-"))
        // A place that is no file is said, and changes nothing else.
        for place in [home.path + "/d", "relative.md", home.path + "/\(Self.rules)"] {
            let lost = try home.run(
                ["plan", "-q", "--rules", Self.rules, "--no-state", "--ci", "github"],
                environment: ["GITHUB_STEP_SUMMARY": place])
            #expect(lost.status == 0 && lost.errors.contains("warning:"), "\(lost.errors)")
        }
    }

    @Test("GitLab gets a code-quality report, with paths as it wants them")
    func gitlab() throws {
        let home = try home(Self.faulty)
        func report(_ command: [String]) throws -> [[String: Any]] {
            let run = try home.run(
                command + [Self.rules, "--ci", "gitlab", "--code-quality", "quality.json"])
            #expect(run.status == 3, "\(run.errors)")
            let json = try JSONSerialization.jsonObject(with: Data(home.text("quality.json").utf8))
            return try #require(json as? [[String: Any]])
        }
        for command in [["check"], ["run", "--stage", "--rules"], ["plan", "--rules"]] {
            let issues = try report(command)
            let one = try #require(
                issues.first { $0["check_name"] as? String == "size-unit-missing" })
            #expect(one["severity"] as? String == "critical")
            #expect((one["fingerprint"] as? String)?.utf8.count == 64)
            let place = try #require(one["location"] as? [String: Any])
            #expect(place["path"] as? String == Self.rules)
            #expect((place["lines"] as? [String: Any])?["begin"] as? Int == 6)
            #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == issues.count)
        }
        #expect(try home.run("check", Self.rules, "--ci", "gitlab").status == 64)
        #expect(try home.run("check", Self.rules, "--code-quality", "q.json").status == 64)
    }

    @Test("the tests of rules become JUnit's XML, and JSON")
    func junit() throws {
        let home = try home(Self.tested)
        let run = try home.run("test", Self.rules, "--junit", "junit.xml", "--ci", "github")
        #expect(run.status == 3)
        #expect(
            annotations(run).contains {
                $0.contains("title=rules-test-failed") && $0.contains("line=")
            })
        let document = try XMLDocument(data: Data(home.text("junit.xml").utf8))
        #expect(document.rootElement()?.name == "testsuites")
        let cases = try document.nodes(forXPath: "//testcase").compactMap { $0 as? XMLElement }
        #expect(
            cases.map { $0.attribute(forName: "name")?.stringValue } == [
                "iso & <stays>", "text stays",
            ])
        #expect(try document.nodes(forXPath: "//failure").count == 1)
        #expect(try document.nodes(forXPath: "//testsuite/@failures").first?.stringValue == "1")
        let json = try home.run("test", Self.rules, "--format", "json").json()
        #expect(json["failed"] as? Int == 1 && json["passed"] as? Int == 1)
        #expect(try home.run("test", Self.rules, "--junit", Self.rules).status == 5)
    }

    @Test("no name begins what a CI service takes for a command")
    func junitLines() throws {
        let home = try home(
            """
            version: 1
            rules:
              - {id: a, match: {name: "*"}, then: keep}
            tests:
              - name: x
                now: 2026-01-15T12:00:00Z
                items:
                  - {path: "/a\\n::error::x", size: 1MB, expect: delete}
            """)
        let run = try home.run("test", Self.rules, "--junit", "junit.xml")
        #expect(run.status == 3, "\(run.errors)")
        let failure = try XMLDocument(data: Data(home.text("junit.xml").utf8))
            .nodes(forXPath: "//failure").first?.stringValue
        let lines = try #require(failure).split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains(#"/a\n::error::x"#), "\(lines)")
    }

    @Test("check writes SARIF and JSON")
    func sarif() throws {
        let home = try home(Self.faulty)
        let run = try home.run("check", Self.rules, "--format", "sarif", "-o", "out.sarif")
        #expect(run.status == 3)
        let json = try JSONSerialization.jsonObject(with: Data(home.text("out.sarif").utf8))
        let log = try #require(json as? [String: Any])
        #expect(log["version"] as? String == "2.1.0")
        let part = try #require((log["runs"] as? [[String: Any]])?.first)
        let driver = try #require((part["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let result = try #require((part["results"] as? [[String: Any]])?.first)
        let index = try #require(result["ruleIndex"] as? Int)
        #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
        #expect(result["level"] as? String == "error")
        let place = try #require(
            ((result["locations"] as? [[String: Any]])?.first)?["physicalLocation"]
                as? [String: Any])
        #expect(
            (place["artifactLocation"] as? [String: Any])?["uri"] as? String
                == "my%20rules%2Ca%3Ab.yaml")
        #expect((place["region"] as? [String: Any])?["startLine"] as? Int == 6)
        let document = try home.run("check", Self.rules, "--format", "json").json()
        #expect(document["errors"] as? Int == 1 && document["usable"] as? Bool == false)
        #expect(try home.run("check", Self.rules, "-o", "x.json").status == 64)
        #expect(try home.run("check", Self.rules, "--format", "json", "-o", Self.rules).status == 5)
    }
}
