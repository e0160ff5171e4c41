// SPDX-License-Identifier: Apache-2.0

import Foundation
import Reports
import RuleEngine
import StateLedger
import Testing
import Text
import Wording
import Workflow

@testable import Commands

/// What words on the command line name.
@Suite("Words on the command line")
struct SelectionTests {
    private let drives = [
        LedgerDrive(
            name: "photos", kind: "local", identity: "local:1",
            settings: ["root": "/nowhere/photos"],
            syncedAt: Timestamp(secondsSinceEpoch: 0), itemCount: 0, fileCount: 0),
        LedgerDrive(
            name: "work", kind: "onedrive", identity: "onedrive:1", settings: [:],
            syncedAt: Timestamp(secondsSinceEpoch: 0), itemCount: 0, fileCount: 0),
    ]

    @Test(
        "a path is read as one on a drive, on a named drive, or of this machine",
        arguments: [
            ("/a", "photos", "/a", true), ("/a", "work", "/a/b", true),
            ("/a", "work", "/ab", false),
            ("/a/", "work", "/a", true), ("work:/a", "work", "/a", true),
            ("work:/a", "photos", "/a", false), ("photos:/", "photos", "/x/y", true),
            ("/nowhere/photos/2019", "photos", "/2019/1.jpg", true),
            ("/nowhere/photos/2019", "work", "/2019/1.jpg", false),
            ("/nowhere/photos", "photos", "/2019/1.jpg", true),
            ("/nowhere/photosmore", "photos", "/2019/1.jpg", false),
            ("/e\u{301}", "photos", "/\u{e9}", false), ("", "photos", "/a", false),
        ])
    func places(text: String, drive: String, path: String, isMeant: Bool) {
        let place = ItemSelection.place(text, drives)
        #expect(place.holds(drive: drive, path: path) == isMeant)
    }

    @Test(
        "ids of plans are told from files",
        arguments: [
            ("p-0123456789ab", true), ("p-0123456789AB", false), ("p-0123456789a", false),
            ("p-0123456789abc", false), ("plan.json", false), ("", false),
        ])
    func planIDs(text: String, isOne: Bool) {
        #expect(PlanID.isOne(text) == isOne)
    }

    @Test("paths of this machine are made whole as far as they are there")
    func wholePaths() throws {
        let home = try ScratchHome()
        try home.write("x", to: "d/a/b")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/link", withDestinationPath: home.path + "/d")
        #expect(MachinePath.whole(home.path + "/link/a/b") == home.path + "/d/a/b")
        #expect(MachinePath.whole(home.path + "/link/gone/../c") == home.path + "/d/c")
        // The last component may be the item itself, so it is not followed.
        #expect(MachinePath.whole(home.path + "/link") == home.path + "/link")
        #expect(MachinePath.whole("/") == "/")
        #expect(MachinePath.path("/r/a", below: "/r") == "/a")
        #expect(MachinePath.path("/r", below: "/r") == "/")
        #expect(MachinePath.path("/ra", below: "/r") == nil)
        #expect(MachinePath.path("/a", below: "/") == "/a")
    }

    @Test(
        "dates, instants and spans of time",
        arguments: [
            ("2026-01-31", true, "2026-01-30T23:00:00Z"),
            ("2026-01-31T08:00:00Z", true, "2026-01-31T08:00:00Z"),
            ("7d", true, "2026-05-25T12:00:00Z"), ("7d", false, "2026-06-08T12:00:00Z"),
            ("1mo", true, "2026-05-01T12:00:00Z"),
        ])
    func whens(text: String, goesBack: Bool, expected: String) throws {
        let zone = try #require(RuleTimeZone(identifier: "Europe/Berlin"))
        let now = try #require(try Timestamp.parse("2026-06-01T12:00:00Z"))
        let instant = try WhenText.instant(text, now: now, timeZone: zone, goesBack: goesBack)
        #expect(instant.description == expected)
    }

    @Test("what is no date says so", arguments: ["", "yesterday", "2026-02-30", "7", "-7d"])
    func noWhens(text: String) {
        #expect(throws: Failure.self) {
            _ = try WhenText.instant(
                text, now: Timestamp(secondsSinceEpoch: 0), timeZone: .utc, goesBack: true)
        }
    }

    @Test(
        "spans of time for people",
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (3_600, "1 h"), (3_660, "1 h 1 min"),
            (86_400, "1 d"), (90_000, "1 d 1 h"), (85_260, "23 h 41 min"),
        ])
    func spans(seconds: Int64, text: String) {
        #expect(LocalTimeText.span(seconds) == text)
    }

    @Test(
        "about how long something takes, in one unit, no less than a minute",
        arguments: [
            (0, "1 minute"), (89, "1 minute"), (1_200, "20 minutes"), (5_399, "90 minutes"),
            (5_400, "2 hours"), (86_400, "24 hours"), (129_600, "2 days"), (72_230_400, "836 days"),
            (.infinity, "11,574,074,074 days"),
        ])
    func abouts(seconds: Double, text: String) {
        #expect(Words.english(LocalTimeText.about(seconds)) == text)
    }

    @Test("instants are shown as the wall clocks of the rules' zone")
    func walls() throws {
        let zone = try #require(RuleTimeZone(identifier: "Europe/Berlin"))
        let now = try #require(try Timestamp.parse("2026-11-21T12:00:00Z"))
        let time = LocalTimeText(timeZone: zone, now: now, words: .english)
        let later = try #require(try Timestamp.parse("2026-11-22T13:05:00Z"))
        #expect(time.text(later) == "Sun 2026-11-22 14:05 +01:00 (in 1 d 1 h)")
        #expect(time.text(now) == "Sat 2026-11-21 13:00 +01:00 (now)")
        let old = try #require(try Timestamp.parse("1969-12-31T22:59:59Z"))
        #expect(time.wall(old) == "Wed 1969-12-31 23:59 +01:00")
    }

    @Test("the next day of a quota begins at local midnight, or after a later day that counts")
    func nextDay() throws {
        let zone = try #require(RuleTimeZone(identifier: "Europe/Berlin"))
        let now = try #require(try Timestamp.parse("2026-11-21T12:00:00Z"))
        #expect(
            zone.nextDayStart(after: "2026-11-21", at: now).description == "2026-11-21T23:00:00Z")
        #expect(
            zone.nextDayStart(after: "2026-11-25", at: now).description == "2026-11-25T23:00:00Z")
    }

    @Test("JSON has its keys sorted, and each element of a list on its own line")
    func json() {
        let value = JSONValue.object([
            "b": .list([.number(1), .object(["z": .null, "y": .bool(true)])]),
            "a": .text("x\u{202e}\n\""), "c": .list([]),
        ])
        #expect(
            value.document == """
                {
                "a": "x\\u202e\\n\\"",
                "b": [
                1,
                {"y":true,"z":null}
                ],
                "c": []
                }

                """)
    }
}
