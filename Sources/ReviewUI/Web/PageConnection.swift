// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Wording

/// A request, with its body.
struct PageRequest: Sendable {
    let head: RequestHead
    let body: [UInt8]

    /// The most bytes of a body.
    static let bodyByteCountMax = 64 << 10
}

/// One client's connection: takes requests off it, and puts answers on it.
struct PageConnection {
    private let socket: PageSocket
    private let number: Int
    private let table: ConnectionTable
    private let timing: ServerTiming
    private let hub: EventHub
    private let router: PageRouter
    /// The words of the last request of which there was a head.
    private var words: Words
    /// What was read and not used.
    private var rest: [UInt8] = []

    init(
        _ socket: PageSocket, number: Int, table: ConnectionTable, timing: ServerTiming,
        hub: EventHub, router: PageRouter
    ) {
        self.socket = socket
        self.number = number
        self.table = table
        self.timing = timing
        self.hub = hub
        self.router = router
        words = router.words(for: nil)
    }

    /// Serves requests until one side has enough.
    mutating func serve() async {
        do {
            while let request = try await nextRequest() {
                await table.enter(.working, number, seconds: nil)
                var answer = await router.answer(request)
                if answer.isForVisitor { await table.welcome(number) }
                if !request.head.keepsAlive { answer.isLast = true }
                if case .events(let last) = answer.body {
                    try await tell(after: last, request.head)
                    return
                }
                await table.enter(.moving, number, seconds: timing.moving)
                try await send(answer, to: request.head)
                if answer.isLast { return }
                await table.enter(.waiting, number, seconds: timing.waiting)
            }
        } catch let fault as RequestFault {
            await refuse(fault)
        } catch {
            // The client is gone, or was hung up on: there is nobody to tell.
        }
    }

    // MARK: Requests

    /// The next request; nil when the client has no more.
    private mutating func nextRequest() async throws -> PageRequest? {
        guard let head = try await nextHead() else { return nil }
        words = router.words(for: head)
        if head.value("transfer-encoding") != nil {
            throw RequestFault(411, Message("the body's length has to be said"))
        }
        guard let said = head.value("content-length") else {
            return PageRequest(head: head, body: [])
        }
        guard !said.isEmpty, said.utf8.allSatisfy({ (0x30...0x39) ~= $0 }) else {
            throw RequestFault(400, Message("the body's length is no number"))
        }
        guard let count = Int(said), count <= PageRequest.bodyByteCountMax else {
            throw RequestFault(413, Message("a request has at most 64 KiB"))
        }
        if head.minorVersion == 1, head.value("expect")?.lowercased() == "100-continue",
            rest.count < count
        {
            try await write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
        }
        while rest.count < count { try await readMore() }
        defer { rest.removeFirst(count) }
        return PageRequest(head: head, body: Array(rest[..<count]))
    }

    private mutating func nextHead() async throws -> RequestHead? {
        if rest.isEmpty {
            rest = try await socket.read(16 << 10)
            if rest.isEmpty { return nil }
        }
        await table.enter(.moving, number, seconds: timing.moving)
        var searched = 0
        while true {
            if let end = Self.headEnd(rest, from: searched) {
                let head = try RequestHead(rest[..<end])
                rest.removeFirst(end + 4)
                return head
            }
            guard rest.count < RequestHead.byteCountMax else {
                throw RequestFault(431, Message("the header fields are too long"))
            }
            searched = max(0, rest.count - 3)
            try await readMore()
        }
    }

    /// Where the empty line after a head begins.
    private static func headEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (start...max(start, bytes.count - 4)).first { place in
            place + 4 <= bytes.count && bytes[place] == 0x0d && bytes[place + 1] == 0x0a
                && bytes[place + 2] == 0x0d && bytes[place + 3] == 0x0a
        }
    }

    private mutating func readMore() async throws {
        let bytes = try await socket.read(16 << 10)
        guard !bytes.isEmpty else { throw ConnectionLost() }
        rest += bytes
    }

    // MARK: Answers

    private func send(_ answer: PageAnswer, to head: RequestHead) async throws {
        let isChunked = head.minorVersion == 1
        let isHeadOnly = head.method == "HEAD"
        switch answer.body {
        case .bytes(let bytes):
            try await write((answer.head(chunked: false) + (isHeadOnly ? [] : bytes))[...])
        case .pieces(let next):
            try await write(answer.head(chunked: isChunked)[...])
            while true {
                await table.enter(.working, number, seconds: nil)
                let piece = try await next()
                await table.enter(.moving, number, seconds: timing.moving)
                guard let piece else { break }
                if !piece.isEmpty { try await write(Self.chunk(piece, isChunked)[...]) }
            }
            if isChunked { try await write(Array("0\r\n\r\n".utf8)[...]) }
        case .events: break
        }
    }

    private static func chunk(_ bytes: [UInt8], _ isChunked: Bool) -> [UInt8] {
        guard isChunked else { return bytes }
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0d, 0x0a]
    }

    /// Sends all of `bytes`; every piece that gets through gives the client more time.
    private func write(_ bytes: ArraySlice<UInt8>) async throws {
        var left = bytes
        while !left.isEmpty {
            let count = try await socket.write(left)
            left = left.dropFirst(count)
            if !left.isEmpty {
                await table.enter(.moving, number, seconds: timing.moving)
            }
        }
    }

    /// Says why there is no answer, and ends the connection so that the client can read that.
    private func refuse(_ fault: RequestFault) async {
        var answer = PageRefusal(fault.status, "invalid", fault.message).answer(words)
        answer.isLast = true
        do {
            await table.enter(.moving, number, seconds: timing.moving)
            try await write((answer.head(chunked: false) + answer.bytes)[...])
            // To close over unread bytes would reset the connection, and the answer with it.
            socket.endWriting()
            var left = 4 << 20
            while left > 0 {
                let count = try await socket.read(16 << 10).count
                if count == 0 { return }
                left -= count
            }
        } catch {
            // The client does not want to know.
        }
    }

    // MARK: Events

    private func tell(after last: String?, _ head: RequestHead) async throws {
        let isChunked = head.minorVersion == 1
        guard let (listener, events) = await hub.listen(after: last) else {
            var answer = PageRefusal(503, "busy", Message("too many pages listen already"))
                .answer(words)
            answer.isLast = true
            await table.enter(.moving, number, seconds: timing.moving)
            try await write((answer.head(chunked: false) + answer.bytes)[...])
            return
        }
        await table.enter(.listening, number, seconds: nil)
        let answer = PageAnswer(
            200, [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
            body: .events(after: last))
        let socket = socket
        let connection = self
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // A listener has nothing to say: bytes or their end mean that it leaves.
                _ = try? await socket.read(1)
            }
            group.addTask {
                try? await connection.tell(events, answer.head(chunked: isChunked), isChunked)
            }
            await group.next()
            group.cancelAll()
        }
        await hub.leave(listener)
    }

    private func tell(
        _ events: AsyncStream<PageEvent>, _ head: [UInt8], _ isChunked: Bool
    ) async throws {
        try await tell(head + Self.chunk(Array("retry: 1000\n\n".utf8), isChunked))
        for await event in events {
            try await tell(Self.chunk(Array(event.text.utf8), isChunked))
        }
        if isChunked { try await tell(Array("0\r\n\r\n".utf8)) }
        socket.endWriting()
    }

    private func tell(_ bytes: [UInt8]) async throws {
        await table.enter(.listening, number, seconds: timing.moving)
        var left = bytes[...]
        while !left.isEmpty { left = left.dropFirst(try await socket.write(left)) }
        await table.enter(.listening, number, seconds: nil)
    }
}
