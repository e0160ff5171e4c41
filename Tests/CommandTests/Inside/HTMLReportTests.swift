// SPDX-License-Identifier: Apache-2.0

import Foundation
import DriveAdapters
import Reports
import RuleEngine
import Testing
import Text
import Wording
import Workflow

@testable import Samples
@testable import Commands

@Suite struct HTMLReportTests {
    @Test("the page needs nothing from outside and says so in its policy")
    func isSelfContained() throws {
        let page = try Page.demo()
        for address in ["http:", "https:", "//cdn", "@import", "url(", " src=\"", "<iframe"] {
            // The only addresses are names of namespaces, which nobody fetches.
            let rest = page.text.components(separatedBy: "http://www.w3.org/2000/svg").joined()
            #expect(!rest.contains(address), "\(address)")
        }
        #expect(page.text.contains("default-src 'none'"))
        #expect(!page.text.contains("unsafe-inline"))
        #expect(page.text.contains("'sha256-\(sha256(try page.between("<style>", "</style>")))'"))
        #expect(page.text.contains("'sha256-\(sha256(try page.between("<script>", "</script>")))'"))
        let markup =
            try page.text.components(separatedBy: "<style>")[0]
            + page.between("</style>", "<script type")
        #expect(!markup.contains(" style=\""))
        #expect(!markup.contains(" onclick") && !markup.contains("javascript:"))
    }

    @Test("no name of a file becomes markup, and none is shown but as it is")
    func hostileNames() throws {
        let page = try Page(
            DemoPlan.make(and: [
                "/Downloads/<img src=x onerror=alert(1)>.exe", "/Downloads/two\nlines.tmp",
                "/Downloads/]]> & \"quoted\".tmp", "/Downloads/<b>bold<",
                "/Downloads/<!--/script>.tmp",
            ]))
        #expect(page.text.components(separatedBy: "</script").count == 3)
        #expect(!page.text.contains("<img") && !page.text.contains("<b>bold"))
        #expect(page.text.contains("&lt;img src=x onerror=alert(1)&gt;.exe"))
        #expect(page.text.contains("invoice_\\u202Efdp.exe"))
        #expect(page.text.contains("two\\nlines.tmp"))
        let hidden = page.text.unicodeScalars.filter { $0 != "\n" && $0.isHiddenOrControl }
        #expect(hidden.map(\.value) == [])
        let names = try page.rows().map(\.name)
        #expect(names.contains("<img src=x onerror=alert(1)>.exe"))
        #expect(names.contains("]]> & \"quoted\".tmp"))
        #expect(names.contains { $0.utf8.count == 255 })
    }

    @Test("a rule's id, a title, a note and a drive's name are escaped as well")
    func hostileSurroundings() throws {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "<drive>&\u{202E}", kind: .listing)
        try builder.append(ItemValues(path: "/a.tmp"), drive: drive)
        let rule = Rule(
            id: "x", why: "</script><b>why</b>", match: .everything, action: .delete)
        let plan = try Planner(
            PlanInput(
                listing: builder.finish(), ruleFile: RuleFile(rules: [rule]),
                now: DemoDrive.now, timeZone: .utc)
        ).plan()
        let page = try Page(plan) {
            $0.title = "<title>"
            $0.notes = ["<note>"]
            $0.rulesName = "\"<rules>\""
        }
        for text in ["<drive>", "<b>why", "<title><", "<note>", "<rules>", "\u{202E}"] {
            #expect(!page.text.contains(text), "\(text)")
        }
        #expect(page.text.contains("&lt;drive&gt;&amp;\\u202E"))
        #expect(try page.rows().count == 1)
    }

    @Test("the data says of every item what the plan says")
    func dataIsThePlan() throws {
        let plan = try DemoPlan.make()
        for includesKept in [false, true] {
            let page = try Page(plan) { $0.includesKept = includesKept }
            let rows = try page.rows()
            let expected = plan.orderedRows { includesKept || plan.verdict($0) != .keep }
            #expect(rows.count == expected.count)
            for (shown, row) in zip(rows, expected) {
                let item = plan.listing.values(row)
                #expect(shown.path == VisibleText.escaped(item.path))
                #expect(shown.verdict == plan.verdict(row).rawValue.first)
                #expect(shown.size == item.size)
                #expect(shown.time == item.modified?.secondsSinceEpoch)
                #expect(shown.rule == plan.rule(row)?.id)
                #expect(shown.isFolder == (item.type == .folder))
                if plan.reason(row) == .duplicate { #expect(!shown.staying.isEmpty) }
            }
        }
    }

    @Test(
        "every reason is a sentence",
        arguments: [
            (
                "/Downloads/printer-driver-4.2.dmg",
                "Matches rule 'old-installers': Installed long ago, and there is a newer version"
                    + " by now."
            ),
            (
                "/Phone/Camera/IMG_2262.HEIC",
                "Copy of /Photos/2023/07 Brittany/IMG_2262.HEIC, which stays."
            ),
            (
                "/Downloads/Recipe plum cake (1).pdf",
                "Copy of Recipe plum cake (2).pdf, which stays."
            ),
            (
                "/Backups/Bookkeeping/bookkeeping-2025-10-19.zip",
                "Beyond the newest 3; bookkeeping-2026-01-11.zip and 3 more stay."
            ),
            (
                "/Backups/Web site/site-2025-08.sql.gz",
                "Too few of the newer ones are sure to stay, so a person decides."
            ),
            (
                "/Backups/Web site/site-2025-11.sql.gz",
                "No other copy is sure to stay, so a person decides."
            ),
            (
                "/Downloads/linux-desktop-22.04.iso",
                "Rule 'old-installers' would delete it, but it is larger than"
                    + " review.bigger_than (2.8 GiB)."
            ),
            (
                "/Downloads/game-launcher.dmg",
                "Rule 'old-installers' would delete it, but nobody knows how large it is."
            ),
            (
                "/Downloads/Energy certificate.pdf",
                "Copy of /Papers/House/Energy certificate.pdf, which stays."
            ),
            (
                "/Downloads/holiday flat",
                "Rule 'folders' would take the folder, but something in it stays."
            ),
            (
                "/Papers/Passports/Ida Hale.pdf",
                "Protected: Tax, contracts and passports are nobody's clutter."
            ),
            (
                "/Photos/Albums/Grandma is eighty/IMG_2103.JPG",
                "Kept: Chosen by hand; these copies are meant."
            ),
            ("/Music/Maren Holt/Two Rooms/01.mp3", "No rule speaks of it."),
        ])
    func reasons(path: String, sentence: String) throws {
        let plan = try DemoPlan.make()
        let row = try #require((0..<plan.listing.count).first { plan.listing.path($0) == path })
        #expect(HTMLReportReasons(plan).text(row) == sentence)
    }

    @Test("the script has its words, and no other, in every language", arguments: Language.allCases)
    func scriptWords(language: Language) throws {
        let said = Set(HTMLReport.script.matches(of: #/\bt\.(\w+)/#).map { String($0.1) })
        #expect(said == Set(HTMLReportWords(language).texts.keys))
        let page = try Page(DemoPlan.make()) { $0.words = Words(language) }
        #expect(page.text.contains("<html lang=\"\(language.rawValue)\">"))
        #expect(page.text.contains("\"language\":\"\(language.rawValue)\""))
        // The places that the script fills stand in the reasons as they are named.
        #expect(try page.between("\"reasons\":", "\"rules\":").contains("{path}"))
    }

    @Test("what stays of a large group is worked out once and named in part")
    func largeGroup() throws {
        let page = try Page(Self.copies(4_000, keeping: 7))
        let rows = try page.rows()
        #expect(rows.count == 3_993)
        #expect(rows.allSatisfy { $0.staying.count == HTMLReportReasons.stayingMax })
        #expect(page.text.contains("Copy of 00000.bin and 6 more, which stay."))
    }

    @Test("without a script the page has the first 500 rows and says how many there are")
    func plainRows() throws {
        let long = try Page(Self.copies(2_000, keeping: 1))
        let rows = long.text.components(separatedBy: "<tr class=\"row\"").count - 1
        #expect(rows == HTMLReport.plainRowsMax)
        #expect(long.text.contains("first 500 of 1,999 items"))
        #expect(try long.rows().count == 1_999)
        let short = try Page.demo()
        #expect(short.text.components(separatedBy: "<tr class=\"row\"").count - 1 == 199)
        #expect(!short.text.contains("<noscript>"))
    }

    @Test("a limit that is exceeded stands above everything, with value and threshold")
    func blocked() throws {
        var file = try DemoPlan.rules()
        file.limits.items = .atMost(12)
        file.limits.bytes = .unlimited
        let plan = try Planner(
            PlanInput(
                listing: try DemoDrive.listing(), ruleFile: file, now: DemoDrive.now,
                timeZone: .utc)
        ).plan()
        let page = try Page(plan)
        #expect(page.text.contains("Blocked: the plan is over a limit"))
        #expect(page.text.contains("179, over the limit of 12"))
        #expect(page.text.contains("Other limits, which hold"))
        #expect(!page.text.contains("Deleted bytes"))
        #expect(!(try Page.demo()).text.contains("id=\"blocked\""))
    }

    @Test("a plan without items, and one that touches none, are pages as well")
    func nothingToDo() throws {
        for listing in [ListingBuilder().finish(), try DemoDrive.listing()] {
            let plan = try Planner(
                PlanInput(
                    listing: listing, ruleFile: RuleFile(), now: DemoDrive.now, timeZone: .utc)
            ).plan()
            let page = try Page(plan)
            #expect(page.text.contains("Nothing to delete, nothing to review."))
            #expect(try page.rows().isEmpty)
        }
    }

    @Test("how many pictures were looked at stands with the numbers, where it is known")
    func looks() throws {
        let mark = "<p class=\"calm\">"
        #expect(try Page.demo().text.components(separatedBy: mark).count == 2)
        let page = try Page(DemoPlan.make()) { $0.looks = ["Pictures: 4 of 5", "<2> groups"] }
        let text = try page.between("</dl>", "</section>")
        #expect(text.contains("\(mark)Pictures: 4 of 5</p>\n\(mark)&lt;2&gt; groups</p>"))
    }

    @Test("the same plan makes the same bytes, written in pieces")
    func isDeterministic() throws {
        #expect(try Page.demo().text == Page.demo().text)
        let plan = try Self.copies(6_000, keeping: 1)
        var pieces = 0
        let totals = PlanTotals(plan)
        let report = HTMLReport(
            plan: plan, totals: totals, limits: LimitOutcome.outcomes(plan, totals),
            version: Version.text)
        try report.write(to: ByteSink(.closure { _ in pieces += 1 }))
        #expect(pieces > 1)
    }

    /// A plan over `count` equal files, of which `keeping` stay.
    private static func copies(_ count: Int, keeping: Int) throws -> Plan {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "home", kind: .listing)
        for index in 0..<count {
            let digits = String(index)
            let name = String(repeating: "0", count: 5 - digits.utf8.count) + digits
            var item = ItemValues(path: "/\(name).bin")
            item.size = 1_000
            item.sha256 = String(repeating: "ab", count: 32)
            try builder.append(item, drive: drive)
        }
        let rule = Rule(
            id: "copies",
            selection: .duplicates(DuplicateSelection(key: .content, copies: keeping)),
            action: .delete)
        return try Planner(
            PlanInput(
                listing: builder.finish(), ruleFile: RuleFile(rules: [rule]), now: DemoDrive.now,
                timeZone: .utc)
        ).plan()
    }

    private func sha256(_ text: String) -> String {
        let digest = SHA256Stream()
        digest.update(Array(text.utf8))
        let digits = Array(digest.finish())
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        return Data(bytes).base64EncodedString()
    }
}

/// A page that was made, and the data that stands in it.
private struct Page {
    let text: String

    struct Row {
        var verdict: Character?
        var isFolder: Bool
        var name: String
        var path: String
        var size: Int64?
        var time: Int64?
        var rule: String?
        var staying: [String]
    }

    /// The shape of the data.
    private struct Content: Decodable {
        struct Rows: Decodable {
            let verdict, type: String
            let folder: [Int]
            let name: [String]
            let size, time: [Int64?]
            let rule, reason, copy, how: [Int]
        }
        struct Named: Decodable {
            let id: String
        }
        struct Folder: Decodable {
            let path: String

            init(from decoder: any Decoder) throws {
                var parts = try decoder.unkeyedContainer()
                _ = try parts.decode(Int.self)
                path = try parts.decode(String.self)
            }
        }
        struct Staying: Decodable {
            let total: Int
            let named: [Folder]

            init(from decoder: any Decoder) throws {
                var parts = try decoder.unkeyedContainer()
                total = try parts.decode(Int.self)
                var named: [Folder] = []
                while !parts.isAtEnd { named.append(try parts.decode(Folder.self)) }
                self.named = named
            }
        }
        let format: Int
        let rows: Rows
        let folders: [Folder]
        let copies: [Staying]
        let rules: [Named]
        let reasons, handling: [[String]]
    }

    static func demo() throws -> Page { try Page(DemoPlan.make()) }

    init(_ plan: Plan, _ adjust: (inout HTMLReport) -> Void = { _ in }) throws {
        let totals = PlanTotals(plan)
        var report = HTMLReport(
            plan: plan, totals: totals, limits: LimitOutcome.outcomes(plan, totals),
            version: Version.text)
        adjust(&report)
        var bytes: [UInt8] = []
        try report.write(to: ByteSink(.closure { bytes.append(contentsOf: $0) }))
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// What stands between the first `start` and the next `end`.
    func between(_ start: String, _ end: String) throws -> String {
        let after = try #require(text.range(of: start)).upperBound
        let until = try #require(text.range(of: end, range: after..<text.endIndex)).lowerBound
        return String(text[after..<until])
    }

    func rows() throws -> [Row] {
        let json = try between("id=\"data\">", "</script>")
        let content = try JSONDecoder().decode(Content.self, from: Data(json.utf8))
        let rows = content.rows
        let (verdicts, types) = (Array(rows.verdict), Array(rows.type))
        let count = rows.name.count
        for length in [
            verdicts.count, types.count, rows.folder.count, rows.size.count, rows.time.count,
            rows.rule.count, rows.reason.count, rows.copy.count, rows.how.count,
        ] { #expect(length == count) }
        return (0..<count).map { index in
            #expect(content.reasons.indices.contains(rows.reason[index]))
            #expect(content.handling.indices.contains(rows.how[index]))
            return Row(
                verdict: verdicts[index], isFolder: types[index] == "f", name: rows.name[index],
                path: content.folders[rows.folder[index]].path + "/" + rows.name[index],
                size: rows.size[index], time: rows.time[index],
                rule: rows.rule[index] < 0 ? nil : content.rules[rows.rule[index]].id,
                staying: rows.copy[index] < 0
                    ? [] : content.copies[rows.copy[index]].named.map(\.path))
        }
    }
}
