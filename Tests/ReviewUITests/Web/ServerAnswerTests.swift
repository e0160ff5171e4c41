// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import Wording

@testable import ReviewUI

extension ServerTests {
    @Suite("answers the page as they agreed") struct Answers {}
}

extension ServerTests.Answers {
    private static let state = [
        "by_rules", "can_alike", "can_redo", "cards", "drives", "format", "groups", "kept",
        "key", "looks", "marked", "notice_seconds",
        "now", "plan", "put_off", "quota", "remaining", "revision", "seen", "streak", "time_zone",
        "token", "total", "undo", "version",
    ]
    private static let card = [
        "act", "blind", "decided", "drive", "folder", "id", "items", "kind", "large", "last_copy",
        "members", "modified", "name", "next_of_rule", "others_of_rule", "path", "picture",
        "reason", "rule",
        "size", "type", "verdict",
    ]
    private static let act = [
        "at", "blind", "charge", "day", "drive", "items", "marked", "name", "number", "path",
        "source", "undone_at", "until", "verdict",
    ]

    @Test("the state has all that was agreed, and the next five cards with their details")
    func state() async throws {
        var services = PageServices()
        services.version = "1.2.3"
        services.drives = { ["photos (OneDrive ana@example.com)"] }
        services.streak = { 4 }
        try await ServerWorld.serving(services: services) { server in
            let browser = try await server.browser()
            let answer = try await browser.get("/api/state")
            #expect(answer.field("content-type") == "application/json")
            #expect(answer.field("cache-control") == "no-store")
            let state = try answer.json
            #expect(state.names == Self.state)
            #expect(state["format"].number == 1)
            #expect(state["now"].text == "2026-11-18T11:06:40Z")
            #expect(state["time_zone"].text == "Europe/Berlin")
            #expect(state["version"].text == "1.2.3")
            #expect(state["streak"].number == 4)
            #expect(state["drives"][0].text == "photos (OneDrive ana@example.com)")
            #expect(
                state["plan"].names == [
                    "created", "delete_bytes", "deletes", "exceeded_limits", "expires", "id",
                    "review_bytes", "reviews", "used_at",
                ])
            #expect(
                state["quota"].names == [
                    "day", "invites", "left", "limit", "near_end", "next_day", "tier", "used",
                    "used_up",
                    "warn_at", "warns",
                ])
            #expect(state["quota"]["warn_at"].number == 20)
            #expect(state["quota"]["next_day"].text == "2026-11-18T23:00:00Z")
            #expect(state["remaining"].number == 8)
            #expect(state["cards"].list.count == 5)
            let card = state["cards"][0]
            #expect(card.names == (Self.card + ["details"]).sorted())
            #expect(
                card["details"].names == [
                    "album", "camera", "conditions", "created", "height", "place", "reason_text",
                    "rule_text", "shared", "taken", "width",
                ])
            #expect(card["id"].text == "p-000000000001.0")
            #expect(card["folder"].text == "/old")
            #expect(card["kind"].text == "photo")
            #expect(card["modified"].text == "1970-01-01T00:16:40Z")
            #expect(card["decided"] == .null)
            #expect(card["others_of_rule"].number == 7)
        }
    }

    @Test("the state says how many pictures were looked at, where a rule asks what they show")
    func looks() async throws {
        for looks in [ReviewLooks(eligible: 5, looked: 3), nil] {
            let world = try await ReviewWorld(ReviewWorld.items(2), looks: looks)
            try await ServerWorld.serving(world) { server in
                let state = try await server.browser().get("/api/state").json
                #expect(state["looks"].names == (looks == nil ? [] : ["eligible", "looked"]))
                #expect(state["looks"]["eligible"].number == (looks == nil ? nil : 5))
                #expect(state["looks"]["looked"].number == (looks == nil ? nil : 3))
            }
        }
    }

    @Test("a card goes over the wire byte for byte as recorded")
    func golden() async throws {
        let path = "/Bilder/<img src=x onerror=alert(1)>\"\\\u{202e}\n\u{7f}.JPG"
        var item = ReviewWorld.item(path, size: nil, reason: .unknown)
        item.reviewed.item.cTag = "https://graph.example/v1.0/drives/secret"
        item.reviewed.item.modified = nil
        let world = try await ReviewWorld([item])
        try await ServerWorld.serving(world) { server in
            let browser = try await server.browser()
            let text = try await browser.get("/api/same-rule?id=p-000000000001.0").text
            let version = item.item.pictureVersion
            #expect(!text.contains("graph.example"))
            let name = "<img src=x onerror=alert(1)>\\\"\\\\\u{202e}\\u000a\u{7f}.JPG"
            #expect(
                text == """
                    {"cards":[{"id":"p-000000000001.0","drive":"photos",\
                    "path":"/Bilder/\(name)","name":"\(name)","folder":"/Bilder","type":"file",\
                    "kind":"photo","size":null,"modified":null,"rule":"old","reason":"unknown",\
                    "verdict":"review","picture":"/t/p-000000000001.0?v=\(version)",\
                    "large":"/t/p-000000000001.0?v=\(version)&side=2048","last_copy":false,\
                    "others_of_rule":0,"next_of_rule":0,"members":[],"decided":null,"act":null,"blind":false,\
                    "items":1}]}
                    """)
        }
    }

    @Test("what is decided is in the state file before the answer, and a repeated key counts once")
    func decide() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let card = "p-000000000001.0"
            let body =
                ",\"milliseconds\":1500,\"blind\":true,\"seen\":0,\"accepts_last_copy\":false"
            let answer = try await browser.decide("delete", key: "key-00001", card: card, body)
            #expect(answer.status == 200)
            let json = try answer.json
            #expect(json.names == ["act", "card", "state", "unstaged"])
            #expect(json["act"].names == Self.act)
            #expect(json["act"]["source"].text == "web")
            #expect(json["act"]["blind"].isTrue)
            #expect(json["card"]["decided"].text == "delete")
            #expect(json["state"].names == Self.state)
            #expect(json["state"]["marked"]["items"].number == 1)
            #expect(json["state"]["cards"][0]["id"].text == "p-000000000001.1")
            #expect(try await server.world.ledger.newestReviewActs(most: 9).count == 1)
            let again = try await browser.decide("delete", key: "key-00001", card: card, body)
            #expect(try again.json["act"]["number"].number == 1)
            #expect(try await server.world.ledger.newestReviewActs(most: 9).count == 1)
            #expect(try again.json["state"]["quota"]["used"].number == 1)
            let marked = try await browser.get("/api/marked").json["cards"]
            #expect(marked.list.count == 1)
            #expect(marked[0].names == Self.card)
            #expect(marked[0]["blind"].isTrue)
            let history = try await browser.get("/api/history").json["acts"]
            #expect(history.list.count == 1)
            #expect(history[0].names == Self.act)
        }
    }

    @Test("undo brings the card back, redo takes it away, and an undo of nothing says so")
    func undo() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            _ = try await browser.decide("keep", key: "key-00001")
            _ = try await browser.decide("delete", key: "key-00002")
            // Named twice: the second time there is nothing, rather than another step.
            for expected in [true, false] {
                let answer = try await browser.post("/api/undo", "{\"act\":2}").json
                #expect(answer["act"]["number"].number == (expected ? 2 : nil))
                #expect(answer["nothing"].isTrue == !expected)
                #expect(answer["state"]["remaining"].number == 7)
            }
            let back = try await browser.get("/api/state").json
            #expect(back["cards"][0]["id"].text == "p-000000000001.1")
            #expect(back["quota"]["used"].number == 1)
            #expect(back["can_redo"].isTrue)
            let redone = try await browser.post("/api/redo", "{}").json
            #expect(redone["act"]["verdict"].text == "delete")
            #expect(try await browser.post("/api/redo", "{}").json["nothing"].isTrue)
            for _ in 0..<2 { _ = try await browser.post("/api/undo", "{}") }
            let nothing = try await browser.post("/api/undo", "{}").json
            #expect(nothing.names == ["nothing", "state"])
            #expect(nothing["state"]["quota"]["used"].number == 0)
        }
    }

    @Test("of two windows that decide one card one wins, and the other is shown how it stands")
    func race() async throws {
        try await ServerWorld.serving { server in
            let (one, other) = (try await server.browser(), try await server.browser())
            for round in 0..<6 {
                let state = try await one.get("/api/state").json
                let card = try #require(state["cards"][0]["id"].text)
                let seen = ",\"seen\":\(state["seen"].number ?? -1)"
                async let first = one.decide(
                    "delete", key: "one-0000\(round)", card: card, seen)
                async let second = other.decide(
                    "keep", key: "two-0000\(round)", card: card, seen)
                let answers = try await [first, second]
                #expect(answers.map(\.status).sorted() == [200, 409])
                let loser = try #require(answers.first { $0.status == 409 }).json
                #expect(loser["error"]["code"].text == "decided-elsewhere")
                #expect(loser["state"].names == Self.state)
                #expect(loser["state"]["remaining"].number == 7 - round)
            }
            #expect(try await server.world.ledger.newestReviewActs(most: 99).count == 6)
        }
    }

    @Test("a card of an older plan is refused with the new state, and so is nonsense")
    func stale() async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let later = Timestamp(
                secondsSinceEpoch: ReviewWorld.start.secondsSinceEpoch + 60)
            try await server.world.save("p-000000000002", created: later)
            let answer = try await browser.decide(
                "delete", key: "key-00001", card: "p-000000000001.0")
            #expect(answer.status == 409)
            #expect(try answer.json["error"]["code"].text == "stale-card")
            #expect(try answer.json["state"]["plan"]["id"].text == "p-000000000002")
            for id in ["p-000000000002.8", "p-000000000002.-1", "nonsense", "..%2f", "%00", "é"] {
                #expect(try await browser.get("/t/\(id)").status != 200)
                #expect(try await browser.get("/api/card?id=\(id)").status != 200)
            }
            #expect(try await server.world.ledger.newestReviewActs(most: 9).isEmpty)
        }
    }

    @Test(
        "a change that makes no sense is refused in words, and changes nothing",
        arguments: [
            ("/api/decide", "", 400), ("/api/decide", "[]", 400), ("/api/decide", "{", 400),
            ("/api/decide", "{\"card\":5}", 400),
            ("/api/decide", "{\"card\":\"C\",\"verdict\":\"delete\"}", 400),
            ("/api/decide", "{\"card\":\"C\",\"key\":\"12345678\"}", 400),
            ("/api/decide", "{\"card\":\"C\",\"verdict\":\"purge\",\"key\":\"12345678\"}", 400),
            ("/api/decide", "{\"card\":\"C\",\"verdict\":\"keep\",\"key\":\"short\"}", 400),
            ("/api/decide", "{\"card\":\"C\",\"verdict\":\"keep\",\"key\":\"1234 5678\"}", 400),
            ("/api/decide", "{\"card\":\"C\",\"verdict\":\"snooze\",\"key\":\"12345678\"}", 400),
            (
                "/api/decide",
                "{\"card\":\"C\",\"verdict\":\"snooze\",\"key\":\"12345678\",\"until\":\"soon\"}",
                400
            ),
            (
                "/api/together",
                "{\"cards\":[\"C\"],\"verdict\":\"keep\",\"typed\":2,\"key\":\"12345678\"}", 422
            ),
            (
                "/api/together",
                "{\"cards\":[],\"verdict\":\"keep\",\"typed\":0,\"key\":\"12345678\"}", 400
            ),
            ("/api/keep-only", "{\"card\":\"C\",\"key\":\"12345678\"}", 400),
            ("/api/quota/extend", "{\"reviews\":0}", 400),
            ("/api/quota/extend", "{\"reviews\":1001}", 400),
            ("/api/quota/extend", "{\"reviews\":1e300}", 400),
            ("/api/plan/stage", "{}", 400), ("/api/undo", "{\"act\":\"x\"}", 400),
            ("/api/settings", "[]", 400), ("/api/settings", "{\"a\":}", 400),
            ("/api/settings", "{\"a\":[[[[[[[[[1]]]]]]]]]}", 400),
            (
                "/api/decide",
                "{\"card\":\"p-000000000001.+0\",\"verdict\":\"keep\",\"key\":\"12345678\"}", 409
            ),
        ])
    func nonsense(_ path: String, _ body: String, _ status: Int) async throws {
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            let before = try await server.world.ledger.newestSequence()
            let sent = body.split(separator: "\"C\"", omittingEmptySubsequences: false)
                .joined(separator: "\"p-000000000001.0\"")
            let answer = try await browser.post(path, sent)
            #expect(answer.status == status, "\(answer.text)")
            #expect(try answer.json["error"]["message"].text?.isEmpty == false)
            #expect(try await server.world.ledger.newestSequence() == before)
        }
    }

    @Test("a group is kept to one, decided together by count, and its last copy needs a yes")
    func groups() async throws {
        let items =
            ["/a.jpg", "/b.jpg", "/c.jpg"].map { ReviewWorld.item($0, rule: "same", group: "g") }
            + ReviewWorld.items(3)
        let world = try await ReviewWorld(items, reviewsPerDay: 25, protected: ["/old/1003.jpg"])
        try await ServerWorld.serving(world) { server in
            let browser = try await server.browser()
            let group = try await browser.get("/api/state").json["cards"].list.first {
                $0["members"].list.count == 3
            }
            let id = try #require(group?["id"].text)
            #expect(
                group?["members"][0].names == [
                    "details", "drive", "id", "large", "look", "modified", "open", "path",
                    "picture", "size", "verdict",
                ])
            #expect(
                group?["group"].names == ["bytes", "going", "kind", "leader", "marks", "to_open"])
            let all = try await browser.decide("delete", key: "key-00001", card: id)
            #expect(all.status == 422)
            #expect(try all.json["error"]["code"].text == "last-copy")
            let second = try #require(group?["members"][1]["id"].text)
            let kept = try await browser.post(
                "/api/keep-only", "{\"card\":\"\(second)\",\"key\":\"key-00002\"}")
            #expect(try kept.json["act"]["items"].number == 3)
            #expect(try kept.json["state"]["marked"]["items"].number == 2)
            _ = try await browser.post("/api/undo", "{}")
            let meant = try await browser.decide(
                "delete", key: "key-00003", card: id, ",\"accepts_last_copy\":true")
            #expect(try meant.json["state"]["marked"]["items"].number == 3)
            let cards = try await browser.get("/api/queue?n=50").json["cards"].list.compactMap {
                $0["id"].text
            }
            #expect(cards.count == 3)
            let list = cards.map { "\"\($0)\"" }.joined(separator: ",")
            let body = "{\"cards\":[\(list)],\"typed\":3,\"key\":\"key-00004\",\"verdict\":"
            let guarded = try await browser.post("/api/together", body + "\"delete\"}")
            #expect(guarded.status == 403)
            #expect(try guarded.json["error"]["code"].text == "protected")
            let together = try await browser.post("/api/together", body + "\"keep\"}")
            #expect(try together.json["act"]["items"].number == 3)
            #expect(try together.json["state"]["remaining"].number == 0)
            #expect(try together.json["state"]["cards"].list.isEmpty)
        }
    }

    @Test("the day's end is shown with the state, and can be put off")
    func quota() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(5), reviewsPerDay: 2)
        try await ServerWorld.serving(world) { server in
            let browser = try await server.browser()
            for number in 0..<2 { _ = try await browser.decide("keep", key: "key-0000\(number)") }
            let stopped = try await browser.decide("keep", key: "key-00002")
            #expect(stopped.status == 429)
            #expect(try stopped.json["error"]["code"].text == "over-quota")
            #expect(try stopped.json["state"]["quota"]["used_up"].isTrue)
            #expect(try await browser.decide("later", key: "key-00003").status == 200)
            let more = try await browser.post("/api/quota/extend", "{\"reviews\":1}").json
            #expect(more.names == ["state"])
            #expect(more["state"]["quota"]["limit"].number == 3)
            #expect(try await browser.decide("keep", key: "key-00004").status == 200)
        }
    }

    @Test("lists come in parts, and parts that nobody may have are refused")
    func parts() async throws {
        let world = try await ReviewWorld(
            ReviewWorld.items(60)
                + (1...3).map {
                    ReviewWorld.item("/z/\($0).zip", rule: "zip", size: 9, verdict: .delete)
                })
        try await ServerWorld.serving(world) { server in
            let browser = try await server.browser()
            let queue = try await browser.get("/api/queue?offset=55&n=50").json
            #expect(queue["cards"].list.count == 5)
            #expect(queue["cards"][0]["name"].text == "1056.jpg")
            #expect(queue["cards"][0]["details"] != .null)
            #expect(queue["revision"].number == 1)
            let rules = try await browser.get("/api/by-rules?offset=1&n=1").json["cards"]
            #expect(rules.list.map { $0["name"].text } == ["2.zip"])
            #expect(rules[0].names == Self.card)
            for query in [
                "queue?n=51", "queue?n=-1", "queue?n=x", "queue?offset=-1", "marked?n=1001",
                "by-rules?offset=99999999999999999999", "history?n=0", "stats?days=8", "card",
                "same-rule?id=",
            ] {
                #expect(try await browser.get("/api/\(query)").status == 400, "\(query)")
            }
            let card = try await browser.get("/api/card?id=p%2D000000000001%2e0").json
            #expect(card["name"].text == "1001.jpg")
        }
    }

    @Test("the plan shows what would be staged, and another number than shown stages nothing")
    func plan() async throws {
        let world = try await ReviewWorld(
            [ReviewWorld.item("/a.jpg", size: 5), ReviewWorld.item("/b.jpg", size: nil)]
                + (1...9).map { (number: Int) in
                    ReviewWorld.item(
                        "/z/\(number).zip", rule: "zip", size: Int64(number), verdict: .delete)
                })
        var services = PageServices()
        services.stagePreview = {
            var preview = StagePreview()
            preview.items = 10
            preview.bytes = 50
            preview.waysBack = [.verbatim("the recycle bin, 30 days")]
            preview.rules = [StageShare(rule: "zip", items: 9, bytes: 45)]
            preview.firstDue = ReviewWorld.start
            return preview
        }
        services.stage = { count async throws(ReviewError) in
            guard count == 10 else { throw ReviewError(.wrongCount, "10 would be staged") }
            return StageResult(staged: 9, skipped: 1, firstDue: nil, lastDue: nil)
        }
        services.cancel = { 9 }
        try await ServerWorld.serving(world, services: services) { server in
            let browser = try await server.browser()
            _ = try await browser.decide(
                "delete", key: "key-00001", card: "p-000000000001.0", ",\"blind\":true")
            _ = try await browser.decide("keep", key: "key-00002", card: "p-000000000001.10")
            let plan = try await browser.get("/api/plan").json
            #expect(
                plan.names == [
                    "blind", "bytes", "can_stage", "first_due", "items", "largest", "random",
                    "refusals", "rules", "started_at", "waiting", "ways_back",
                ])
            #expect(plan["can_stage"].isTrue)
            #expect(plan["largest"].list.map { $0["size"].number } == [8, 7, 6, 5, 5])
            #expect(plan["random"].list.count == 5)
            #expect(plan["blind"].list.map { $0["name"].text } == ["a.jpg"])
            #expect(plan["waiting"].names == ["bytes", "items", "next_due"])
            let other = try await browser.post("/api/plan/stage", "{\"items\":9}")
            #expect(other.status == 409)
            #expect(try other.json["error"]["code"].text == "count")
            #expect(try other.json["state"].names == Self.state)
            let staged = try await browser.post("/api/plan/stage", "{\"items\":10}").json
            #expect(
                staged.names == ["first_due", "last_due", "skipped", "staged", "state"])
            #expect(try await browser.post("/api/plan/cancel", "{}").json["undone"].number == 9)
        }
    }

    @Test("settings are kept as JSON of at most 16 KiB, and come back as they were")
    func settings() async throws {
        actor Kept {
            var bytes = Array("{}".utf8)
            func set(_ new: [UInt8]) { bytes = new }
        }
        let kept = Kept()
        var services = PageServices()
        services.settings = { await kept.bytes }
        services.saveSettings = { bytes in await kept.set(bytes) }
        try await ServerWorld.serving(services: services) { server in
            let browser = try await server.browser()
            let text =
                "{ \"b\": [1, 2.5, -0.25, true, null], \"a\": {\"\\u0041\\n\": \"\u{1f600}\"} }"
            #expect(try await browser.post("/api/settings", text).text == "{\"ok\":true}")
            let answer = try await browser.get("/api/settings").text
            #expect(
                answer == "{\"a\":{\"A\\u000a\":\"\u{1f600}\"},\"b\":[1,2.5,-0.25,true,null]}")
            let long = "{\"a\":\"\(String(repeating: "a", count: 16 << 10))\"}"
            #expect(try await browser.post("/api/settings", long).status == 413)
            let deep = String(repeating: "[", count: 8_000) + String(repeating: "]", count: 8_000)
            #expect(try await browser.post("/api/settings", "{\"a\":\(deep)}").status == 400)
            #expect(try await browser.get("/api/settings").text == answer)
        }
    }

    @Test("what signing in would bring is asked for, put off and ended; accounts say who they are")
    func offers() async throws {
        actor Said {
            var answers: [PageOffer.Answer] = []
            func take(_ answer: PageOffer.Answer) { answers.append(answer) }
        }
        let said = Said()
        var services = PageServices()
        services.offer = {
            PageOffer(
                lines: [.verbatim("what"), .verbatim("asks")], drive: "photos",
                command: "cleanrules login photos")
        }
        services.answerOffer = { await said.take($0) }
        services.accounts = {
            [
                PageAccount(
                    drive: "photos", account: "ana", person: nil, scopes: [], place: nil,
                    command: "cleanrules login photos")
            ]
        }
        try await ServerWorld.serving(services: services) { server in
            let browser = try await server.browser()
            let offer = try await browser.post("/api/offer", "{}").json["offer"]
            #expect(offer.names == ["command", "drive", "largest", "lines"])
            #expect(offer["lines"].list.map(\.text) == ["what", "asks"])
            for answer in ["later", "never"] {
                let taken = try await browser.post("/api/offer", "{\"answer\":\"\(answer)\"}")
                #expect(try taken.json["offer"] == .null)
            }
            #expect(try await browser.post("/api/offer", "{\"answer\":\"x\"}").status == 400)
            #expect(await said.answers == [.later, .never])
            let account = try await browser.get("/api/accounts").json["accounts"][0]
            #expect(account["drive"].text == "photos" && account["person"] == .null)
        }
        // Where nobody could sign in, nothing is said.
        try await ServerWorld.serving { server in
            let browser = try await server.browser()
            #expect(try await browser.post("/api/offer", "{}").json["offer"] == .null)
            #expect(try await browser.get("/api/accounts").json["accounts"].list.isEmpty)
        }
    }

    @Test("an export is a download that comes in pieces, whole or visibly broken off")
    func export() async throws {
        actor Pieces {
            private var left = 1_000
            private let isBroken: Bool
            init(isBroken: Bool) { self.isBroken = isBroken }
            func next() throws -> [UInt8]? {
                left -= 1
                if left == 500, isBroken { throw RawClient.Unreachable() }
                return left < 0 ? nil : Array(repeating: UInt8(ascii: "x"), count: 1_000)
            }
        }
        for isBroken in [false, true] {
            var services = PageServices()
            services.export = {
                let pieces = Pieces(isBroken: isBroken)
                return PageExport(
                    fileName: "clean\"rules\r\n.json", mediaType: "application/json"
                ) { try await pieces.next() }
            }
            try await ServerWorld.serving(services: services) { server in
                let browser = try await server.browser()
                if isBroken {
                    let client = try RawClient(port: server.port)
                    client.send(
                        "GET /api/export HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                            + "Cookie: \(browser.cookie)\r\n\r\n")
                    let bytes = await client.rest()
                    #expect(bytes.count > 400_000)
                    #expect(!bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8))
                } else {
                    let answer = try await browser.get("/api/export")
                    #expect(answer.body.count == 1_000_000)
                    #expect(
                        answer.field("content-disposition")
                            == "attachment; filename=\"clean_rules__.json\"")
                }
            }
        }
    }

    @Test("what the program cannot do is said with the status that fits")
    func refusals() {
        let expected: [(ReviewError.Kind, Int, String)] = [
            (.failed, 500, "failed"), (.noPlan, 404, "no-plan"), (.staleCard, 409, "stale-card"),
            (.decidedElsewhere, 409, "decided-elsewhere"), (.protected, 403, "protected"),
            (.overQuota, 429, "over-quota"), (.wrongCount, 422, "wrong-count"),
            (.lastCopy, 422, "last-copy"), (.invalid, 400, "invalid"),
            (.refused, 403, "refused"), (.tooLate, 410, "too-late"), (.busy, 503, "busy"),
        ]
        for (kind, status, code) in expected {
            let refusal = PageRefusal(ReviewError(kind, "why"))
            #expect(refusal.status == status)
            #expect(refusal.code == code)
            #expect(
                refusal.answer(.english).bytes.elementsEqual(
                    "{\"error\":{\"code\":\"\(code)\",\"message\":\"why\"}}".utf8))
        }
    }
}
