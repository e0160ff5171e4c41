// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

/// What goes wrong because a script says so.
@Suite("Faults")
struct FaultTests {
    private let drive = SimulatedGraph().addAccount(.personal)

    private var client: Client { Client(drive) }

    @Test("hit the requests that they are told to, once")
    func once() async throws {
        for number in 0..<6 { try drive.addFile("/item \(number)", "x") }
        let items = drive.truth()
        drive.graph.play(FaultRule([.delete], .refusal("locked"), first: 3))
        var statuses: [Int] = []
        for item in items {
            _ = try await client.get("/me/drive")
            statuses.append(try await client.send(.delete, "/me/drive/items/\(item.id)").status)
        }
        #expect(statuses == [204, 204, 423, 204, 204, 204])
        #expect(drive.graph.faultCounts == [1])
        #expect(drive.truth().map(\.id) == [items[2].id])
    }

    @Test("are told apart by kind, place, address and count")
    func matching() async throws {
        let id = try drive.addFile("/a.txt", "x")
        try drive.addFile("/b.txt", "x")
        drive.graph.play(
            FaultRule([.get], .refusal("server-error"), count: nil, urlPart: "a.txt"),
            FaultRule([.get], .refusal("not-found"), place: .batch),
            FaultRule([.me, .drive], .refusal("unavailable"), count: 2))
        #expect(try await client.send(.get, "/me/drive/root:/b.txt").status == 200)
        for _ in 0..<3 {
            #expect(try await client.send(.get, "/me/drive/root:/a.txt").status == 500)
        }
        let request: GraphJSON = [
            "id": "1", "method": "GET", "url": .string("/me/drive/items/\(id)"),
        ]
        #expect(try await client.batch([request]).byID["1"]?["status"] == 404)
        #expect(try await client.batch([request]).byID["1"]?["status"] == 200)
        var statuses: [Int] = []
        for path in ["/me", "/me/drive", "/me"] {
            statuses.append(try await client.send(.get, path).status)
        }
        #expect(statuses == [503, 503, 200])
        #expect(drive.graph.faultCounts == [3, 1, 2])
    }

    @Test("come by chance as the seed has it")
    func chance() async throws {
        func run(_ seed: UInt64) async throws -> [Int] {
            let rule = FaultRule([.me], .refusal("throttled"), count: nil, probability: 0.3)
            drive.graph.play(FaultScript([rule], seed: seed))
            var statuses: [Int] = []
            for _ in 0..<200 { statuses.append(try await client.send(.get, "/me").status) }
            return statuses
        }
        let first = try await run(1)
        #expect((30...90).contains(first.count { $0 == 429 }))
        #expect(try await run(1) == first)
        #expect(try await run(2) != first)
    }

    @Test("refuse in the words of the service", arguments: SimulatedFailure.names)
    func refusals(name: String) async throws {
        let id = try drive.addFile("/a.txt", "x")
        drive.graph.play(FaultRule([.delete], .refusal(name)))
        let answer = try await client.send(.delete, "/me/drive/items/\(id)")
        let failure = try #require(SimulatedFailure(named: name))
        #expect(answer.status == failure.status)
        #expect(drive.item(id) != nil)
        if failure.isHTML {
            #expect(answer.text.hasPrefix("<"))
        } else if let code = failure.code {
            #expect(answer.codes == [code] + failure.innerCodes)
        } else {
            #expect(answer.body.isEmpty)
        }
        if failure.status == 401 { #expect(answer.header("WWW-Authenticate") != nil) }
    }

    @Test("say when to come again in each way that servers have")
    func retryAfter() async throws {
        var failure = SimulatedFailure(429, "tooMany")
        let ways: [(SimulatedFailure.RetryAfter, String?)] = [
            (.none, nil), (.seconds(7), "7"), (.seconds(0.25), "0.25"),
            (.date(60), "Tue, 03 Nov 2026 09:16:22 GMT"),
        ]
        for (way, text) in ways {
            failure.retryAfter = way
            drive.graph.play(FaultRule([.me], .refused(failure)))
            #expect(try await client.send(.get, "/me").header("Retry-After") == text)
        }
    }

    @Test("come before the effect or after it")
    func effects() async throws {
        let cases: [(SimulatedFault, Bool, Int?)] = [
            (.refusal("gateway-timeout"), false, 504),
            (.failureAfterEffect("gateway-timeout"), true, 504), (.dropped, false, nil),
            (.droppedAfterEffect, true, nil),
        ]
        for (fault, hasEffect, status) in cases {
            let id = try drive.addFile("/a.txt", "x")
            drive.graph.play(FaultRule([.delete], fault))
            do throws(HTTPError) {
                let token = drive.token
                let answer = try await drive.graph.exchange(
                    HTTPRequest(
                        .delete, "\(drive.graph.addresses.graph)/me/drive/items/\(id)",
                        headers: [HTTPField("Authorization", "Bearer \(token)")]))
                #expect(answer.status == status)
            } catch {
                #expect(status == nil && error.kind == .broken && error.mayHaveReachedServer)
            }
            #expect((drive.item(id) == nil) == hasEffect, "\(fault)")
            if !hasEffect { try drive.delete(id) }
        }
    }

    @Test("cut bodies short, or put others in their place")
    func bodies() async throws {
        drive.graph.play(FaultRule([.me], .truncated(byteCount: 20)))
        let error = await #expect(throws: HTTPError.self) { try await client.send(.get, "/me") }
        #expect(error?.kind == .broken && error?.status == 200)
        drive.graph.play(FaultRule([.me], .garbage(status: 200)))
        let page = try await client.send(.get, "/me")
        #expect(page.status == 200 && page.json == nil && page.text.contains("<html>"))
        drive.graph.play(FaultRule([.me], .slow(seconds: 0.02)))
        #expect(try await client.send(.get, "/me").status == 200)
        drive.graph.play(FaultRule([.me], .slow(seconds: 600)))
        var request = HTTPRequest(.get, drive.graph.addresses.graph + "/me")
        request.firstByteSeconds = 0.02
        let late = await #expect(throws: HTTPError.self) {
            try await drive.graph.exchange(request)
        }
        #expect(late?.kind == .timedOut)
    }

    @Test("spoil pages without losing items")
    func pages() async throws {
        for number in 0..<12 { try drive.addFile("/item \(number)", "x") }
        drive.settings.pageItemCount = 5
        for path in ["/me/drive/root/delta", "/me/drive/root/children"] {
            let whole = Set(try await client.pages(path).items.compactMap { $0["id"]?.text })
            for fault in [SimulatedFault.emptyPage, .duplicateItems, .shuffledItems] {
                drive.graph.play(FaultRule([.delta, .children], fault, first: 2))
                let items = try await client.pages(path).items
                #expect(Set(items.compactMap { $0["id"]?.text }) == whole, "\(fault)")
                #expect(drive.graph.faultCounts == [1])
            }
        }
        // Where an item comes twice, the last word is right.
        drive.graph.play(FaultRule([.delta], .duplicateItems, count: nil))
        var replay = FeedReplay()
        let items = try await client.pages("/me/drive/root/delta").items
        #expect(items.contains { $0["name"]?.text?.hasPrefix("old ") == true })
        replay.replace(with: items)
        #expect(replay.paths == drive.truePaths)
    }

    @Test("lead links astray")
    func links() async throws {
        for number in 0..<12 { try drive.addFile("/item \(number)", "x") }
        drive.settings.pageItemCount = 5
        let path = "/me/drive/root/delta"
        drive.graph.play(FaultRule([.delta], .foreignLink(origin: "https://elsewhere.example")))
        let foreign = try await client.get(path)["@odata.nextLink"]?.text
        #expect(foreign?.hasPrefix("https://elsewhere.example/v1.0/me/drive/root/delta?") == true)
        let second = try #require(try await client.get(path)["@odata.nextLink"]?.text)
        drive.graph.play(FaultRule([.delta], .linkLoop))
        #expect(try await client.get(second)["@odata.nextLink"]?.text == second)
        #expect(try await client.get(second)["@odata.nextLink"]?.text != second)
    }

    @Test("lose the token of the feed, and the way on with it", arguments: [false, true])
    func lostToken(isLocationBroken: Bool) async throws {
        drive.graph.play(FaultRule([.delta], .lostToken(isLocationBroken: isLocationBroken)))
        let answer = try await client.send(.get, "/me/drive/root/delta")
        #expect(answer.status == 410)
        let location = try #require(answer.header("Location"))
        let next = try await client.send(.get, location)
        #expect(next.status == (isLocationBroken ? 500 : 200))
        #expect(try await client.send(.get, "/me/drive/root/delta").status == 200)
    }

    @Test("leave answers out of a batch, whose requests took effect all the same")
    func missingResponses() async throws {
        for number in 0..<5 { try drive.addFile("/item \(number)", "x") }
        let requests = drive.truth().map { item -> GraphJSON in
            [
                "id": .string(item.id), "method": "DELETE",
                "url": .string("/me/drive/items/\(item.id)"),
            ]
        }
        drive.graph.play(FaultRule([.batch], .missingResponses(count: 2)))
        #expect(try await client.batch(requests).order.count == 3)
        #expect(drive.truth().isEmpty)
    }

    @Test("leave things out")
    func omissions() async throws {
        let id = try drive.addFile("/a.txt", "x")
        try drive.addFile("/b.txt", "x")
        drive.graph.play(FaultRule([.children], .missingItems(count: 1)))
        let some = try await client.pages("/me/drive/root/children").items
        #expect(some.compactMap { $0["name"]?.text } == ["a.txt"])
        drive.graph.play(FaultRule([.delta], .latestLink))
        let link = try await client.pages("/me/drive/root/delta").link
        #expect(link?.hasSuffix("?token=latest") == true)
        let next = try #require(try await client.pages("/me/drive/root/delta").link)
        try drive.delete(id)
        drive.graph.play(FaultRule([.delta], .missingTombstones))
        #expect(!(try await client.pages(next).items.contains { $0["deleted"] != nil }))
        #expect(try await client.pages(next).items.contains { $0["deleted"] != nil })
        drive.graph.play(FaultRule([.create], .emptyBody))
        let made = try await client.send(
            .post, "/me/drive/root/children", body: ["name": "f", "folder": [:]])
        #expect(made.status == 201 && made.body.isEmpty && drive.item("/f") != nil)
    }

    @Test("find another item at a path, but never by an id")
    func otherItem() async throws {
        let id = try drive.addFile("/v1.0.0", "x")
        let other = try drive.addFile("/v2.0.0", "x")
        drive.graph.play(FaultRule([.get], .otherItem, count: nil))
        #expect(try await client.get("/me/drive/root:/v1.0.0")["id"]?.text == other)
        #expect(try await client.get("/me/drive/items/\(id)")["id"]?.text == id)
    }

    @Test("show in listings what is gone")
    func staleListing() async throws {
        let id = try drive.addFile("/f/a.txt", "x")
        try drive.delete(id)
        for path in ["/me/drive/root:/f:/children", "/me/drive/root/delta"] {
            drive.graph.play(FaultRule([.children, .delta], .staleListing))
            let stale = try await client.pages(path).items.first { $0["id"]?.text == id }
            #expect(stale != nil && stale?["deleted"] == nil)
            #expect(!(try await client.pages(path).items.contains { $0["id"]?.text == id }))
        }
    }

    @Test("spoil what items say")
    func items() async throws {
        let path = "/Über/ä b.txt"
        let id = try drive.addFile(path, "x")
        func item(_ fault: SimulatedFault) async throws -> GraphJSON {
            drive.graph.play(FaultRule([.get], fault))
            return try await client.get("/me/drive/items/\(id)")
        }
        #expect(try await item(.encodedNames)["name"] == "%C3%A4%20b.txt")
        let dates = try await item(.oddDates)
        #expect(dates["createdDateTime"] == "0001-01-01T00:00:00Z")
        #expect(dates.at("fileSystemInfo.lastModifiedDateTime") == "0001-01-01T00:00:00Z")
        let missing = try await item(.missingMembers(["file.hashes", "eTag"]))
        #expect(missing["file"] != nil && missing.at("file.hashes") == nil)
        #expect(missing["eTag"] == nil && missing["cTag"] != nil)
        let foreign = try await item(.foreignParents)
        #expect(foreign.at("parentReference.driveId")?.text != drive.id)
        let flipped = try await item(.drivesSpelt(.flipped))
        #expect(flipped.at("parentReference.driveId")?.text == drive.id.lowercased())
        #expect(flipped["id"]?.text?.hasPrefix(drive.id.lowercased()) == true)
        let short = try await item(.drivesSpelt(.short))
        #expect(short.at("parentReference.driveId")?.text == String(drive.id.dropFirst()))
        #expect(short["id"]?.text == String(id.dropFirst()))
        // Whatever the spelling, the item is found by it.
        for spelling in [flipped, short] {
            let text = try #require(spelling["id"]?.text)
            #expect(try await client.get("/me/drive/items/\(text)")["name"] == "ä b.txt")
        }
    }

    @Test("hit sign-ins in the words of the sign-in service")
    func signIn() async throws {
        drive.graph.play(FaultRule([.token], .signIn(.revoked), first: 2))
        let login = Login(drive.graph)
        let code = try await login.code()
        #expect(try await login.poll(code).json?["error"] == "authorization_pending")
        let refused = try await login.poll(code)
        #expect(refused.status == 400 && refused.json?["error"] == "invalid_grant")
        #expect(try await login.poll(code).status == 200)
    }
}

/// Scripts as files.
@Suite("Fault scripts")
struct FaultScriptTests {
    private func script(_ text: String) throws(FaultScriptError) -> FaultScript {
        try FaultScript(json: Array(text.utf8))
    }

    @Test("say in JSON what they could say in code")
    func reading() throws {
        let text = """
            {"seed": 7, "rules": [
              {"on": ["delete", "patch"], "in": "batch", "first": 2, "times": 3,
               "fault": "throttled", "retry-after": 1.5},
              {"on": "delta", "url": "token=", "probability": 0.25, "fault": "lost-token",
               "location": "broken"},
              {"fault": "gateway-timeout", "after": true, "times": "all"},
              {"on": "token", "fault": "revoked"},
              {"fault": "status", "status": 418, "code": "teapot", "inner": ["a", "b"]},
              {"fault": "missing-members", "members": ["file.hashes"]},
              {"fault": "lost-token", "variant": "keep-own"}
            ]}
            """
        var throttled = try #require(SimulatedFailure(named: "throttled"))
        throttled.retryAfter = .seconds(1.5)
        let teapot = SimulatedFailure(418, "teapot", inner: ["a", "b"])
        let expected = FaultScript(
            [
                FaultRule(
                    [.delete, .patch], .refused(throttled), first: 2, count: 3, place: .batch),
                FaultRule(
                    [.delta], .lostToken(isLocationBroken: true), count: nil, urlPart: "token=",
                    probability: 0.25),
                FaultRule([], .failureAfterEffect("gateway-timeout"), count: nil),
                FaultRule([.token], .signIn(.revoked)), FaultRule([], .refused(teapot)),
                FaultRule([], .missingMembers(["file.hashes"])),
                FaultRule([], .lostToken(.keepOwn)),
            ], seed: 7)
        #expect(try script(text) == expected)
    }

    @Test("know every fault by its name", arguments: SimulatedFault.names)
    func names(name: String) throws {
        let text = #"{"rules": [{"fault": "\#(name)", "status": 500}]}"#
        #expect(try script(text).rules.count == 1)
    }

    @Test(
        "that are wrong say where",
        arguments: [
            ("[]", "no JSON object"), (#"{"rules": {}}"#, "'rules' must be a list"),
            (#"{"rules": [], "x": 1}"#, "'x' is not known"),
            (#"{"rules": [{"fault": "drop"}, {"fault": "nothing"}]}"#, "rule 2: there is no fault"),
            (#"{"rules": [{"fault": "drop", "on": "remove"}]}"#, "not 'remove'"),
            (#"{"rules": [{"fault": "drop", "tims": 1}]}"#, "'tims' is not known"),
            (#"{"rules": [{"fault": "drop", "first": 0}]}"#, "'first'"),
            (#"{"rules": [{"fault": "status"}]}"#, "'status' is missing"),
            (#"{"rules": [{}]}"#, "'fault'"),
        ])
    func mistakes(text: String, part: String) {
        let error = #expect(throws: FaultScriptError.self) { try script(text) }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }
}
