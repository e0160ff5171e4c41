// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

/// Many requests in one.
@Suite("Batches")
struct BatchTests {
    private let drive = SimulatedGraph().addAccount(.business)

    private func deletions(_ items: [SimulatedItem]) -> [GraphJSON] {
        items.enumerated().map { index, item in
            [
                "id": .string(String(index)), "method": "DELETE",
                "url": .string("/drives/\(drive.id)/items/\(item.id)"),
                "headers": ["If-Match": .string(item.eTag)],
            ]
        }
    }

    @Test("handle each request by itself, and answer in any order")
    func mixed() async throws {
        for number in 0..<20 { try drive.addFile("/item \(number)", "x") }
        let items = drive.truth()
        try drive.touch(items[3].id)
        try drive.setLocked(items[5].id, true)
        try drive.delete(items[7].id)
        let (answers, order) = try await Client(drive).batch(deletions(items))
        #expect(answers.count == 20)
        #expect(order != order.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) })
        let statuses = (0..<20).map { answers[String($0)]?["status"]?.integer }
        #expect(statuses[3] == 412 && statuses[5] == 423 && statuses[7] == 404)
        #expect(statuses.count { $0 == 204 } == 17)
        #expect(answers["0"]?["body"] == .null)
        #expect(answers["3"]?.at("body.error.code") == "resourceModified")
        #expect(answers["3"]?.at("headers.Content-Type") == "application/json")
        #expect(drive.truth().map(\.id) == [items[3].id, items[5].id])
    }

    @Test("that are malformed are refused as a whole")
    func malformed() async throws {
        let id = try drive.addFile("/a", "x")
        let one: GraphJSON = [
            "id": "1", "method": "DELETE", "url": .string("/me/drive/items/\(id)"),
        ]
        var relative = one
        relative.set("url", .string("me/drive/items/\(id)"))
        var untyped = one
        untyped.set("body", ["name": "b"])
        var twin = one
        twin.set("id", "1")
        let many = (0..<21).map { number in
            var request = one
            request.set("id", .string(String(number)))
            return request
        }
        for requests in [[], [relative], [untyped], [one, twin], many] {
            let answer = try await Client(drive).send(
                .post, "/$batch", body: ["requests": .array(requests)])
            #expect(answer.status == 400)
        }
        #expect(drive.item(id) != nil)
    }

    @Test("stop where one request depends on another that failed")
    func dependencies() async throws {
        let id = try drive.addFile("/a", "x")
        let requests: [GraphJSON] = [
            ["id": "1", "method": "GET", "url": "/me/drive/root:/none"],
            [
                "id": "2", "method": "DELETE", "url": .string("/me/drive/items/\(id)"),
                "dependsOn": ["1"],
            ],
        ]
        let (answers, _) = try await Client(drive).batch(requests)
        #expect(answers["2"]?["status"] == 424)
        #expect(drive.item(id) != nil)
    }

    @Test("move and redirect as requests by themselves do")
    func others() async throws {
        let id = try drive.addFile("/a", "x")
        let requests: [GraphJSON] = [
            [
                "id": "m", "method": "PATCH", "url": .string("/me/drive/items/\(id)"),
                "headers": ["Content-Type": "application/json"], "body": ["name": "b"],
            ],
            ["id": "c", "method": "GET", "url": .string("/me/drive/items/\(id)/content")],
        ]
        let (answers, _) = try await Client(drive).batch(requests)
        #expect(answers["m"]?.at("body.name") == "b")
        #expect(answers["c"]?["status"] == 302)
        #expect(answers["c"]?.at("headers.Location")?.text?.contains("tempauth=") == true)
    }

    @Test("are throttled request by request, with fractions of seconds")
    func throttled() async throws {
        for number in 0..<8 { try drive.addFile("/item \(number)", "x") }
        // A deletion costs two units.
        drive.graph.setThrottle(
            SimulatedThrottle(units: .init(capacity: 10, perSecond: 1.5)))
        let items = drive.truth()
        let client = Client(drive)
        let (answers, _) = try await client.batch(deletions(items))
        let refused = answers.values.filter { $0["status"] == 429 }
        #expect(refused.count == 3)
        let wait = try #require(refused.first?.at("headers.Retry-After")?.text)
        #expect(wait == "1.334")
        let outside = try await client.send(.get, "/me/drive/root/children")
        #expect(outside.status == 429)
        #expect(outside.header("Retry-After") == "2")
        #expect(outside.codes == ["activityLimitReached", "throttledRequest", "quota"])
        drive.graph.time.advance(seconds: 2)
        #expect(try await client.send(.get, "/me/drive/root/children").status == 200)
        #expect(drive.truth().count == 3)
    }

    @Test("that are cut off have had the effects of what came before")
    func cutOff() async throws {
        for number in 0..<6 { try drive.addFile("/item \(number)", "x") }
        let items = drive.truth()
        drive.graph.play(FaultRule([.delete], .dropped, first: 4, place: .batch))
        await #expect(throws: HTTPError.self) { try await Client(drive).batch(deletions(items)) }
        #expect(drive.truth().map(\.id) == items.suffix(3).map(\.id))
    }

    @Test("are written down request by request")
    func log() async throws {
        let id = try drive.addFile("/a", "x")
        let client = Client(drive)
        _ = try await client.batch(deletions(drive.truth()))
        let log = drive.graph.log(.delete)
        #expect(log.count == 1)
        #expect(log[0].isInBatch && log[0].hadToken && log[0].status == 204)
        #expect(log[0].url.hasSuffix("/items/\(id)"))
        #expect(log[0].header("if-match") != nil)
        #expect(drive.graph.counters.requests == 1)
        #expect(drive.graph.counters.batchEntries == 1)
        #expect(drive.graph.log.allSatisfy { $0.header("Authorization") == nil })
        #expect(
            drive.graph.log.allSatisfy { !$0.headers.description.contains(client.token ?? "-") })
    }
}
