// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PictureExchange
import Testing
import TestSupport

@testable import ReviewUI

/// Making pictures once, keeping them, and living through workers that do what they like.
@Suite("The store of pictures", .timeLimit(.minutes(60)))
struct PictureStoreTests {
    private let folder: PictureTestFolder

    init() throws {
        folder = try PictureTestFolder()
    }

    /// A store over the real program, whose source is the fixture of the request's name.
    private func store(
        _ worker: PictureWorker?, keeps: Bool = false, counter: PictureTestCounter? = nil
    ) -> PictureStore {
        PictureStore(folder: keeps ? folder.path + "/thumbs" : nil, worker: worker) { request in
            await counter?.add()
            guard let file = PictureFixture.fileIfAny(request.name) else { return .none("gone") }
            return .file(file)
        }
    }

    // MARK: - Where pictures come from

    @Test("hands the drive's own picture on as it is, whatever its type is said to be")
    func ownThumbnail() async throws {
        let bytes = try PictureFixture.bytes("plain.webp")
        let store = PictureStore(folder: nil, worker: nil) { _ in
            .bytes(bytes, mediaType: "text/html")
        }
        let answer = await store.picture(request())
        #expect(answer == .picture(Picture(bytes: bytes, mediaType: "image/webp")))
    }

    @Test("has the drive's own picture changed for a terminal")
    func ownThumbnailForTerminal() async throws {
        let bytes = try PictureFixture.bytes("plain.jpg")
        let store = PictureStore(folder: nil, worker: try PictureFixture.worker()) { _ in
            .bytes(bytes, mediaType: "image/jpeg")
        }
        let answer = await store.picture(request(side: 8, form: .rgba))
        #expect(answer.made?.bytes.count == 8 * 6 * 4)
        #expect(answer.made?.mediaType == "application/x-rgba")
    }

    @Test("shows nothing of a drive's answer that is no picture")
    func noThumbnail() async throws {
        let bytes = try PictureFixture.bytes("page.jpg")
        let store = PictureStore(folder: nil, worker: try PictureFixture.worker()) { _ in
            .bytes(bytes, mediaType: "image/jpeg")
        }
        #expect(await store.picture(request()).reason != nil)
    }

    @Test("makes pictures of files, in each form")
    func forms() async throws {
        let store = store(try PictureFixture.worker())
        let jpeg = await store.picture(request("plain.jpg", side: 32))
        #expect(jpeg.made?.mediaType == "image/jpeg" && jpeg.made?.width == 32)
        let png = await store.picture(request("plain.jpg", form: .png))
        #expect(png.made?.mediaType == "image/png")
        guard try PictureFixture.has("raw"), try PictureFixture.has("sixel") else { return }
        let raw = await store.picture(
            request("plain.dng", form: .sixel(columns: 9, rows: 9, cellWidth: 4, cellHeight: 8)))
        #expect(raw.made?.mediaType == "application/x-sixel")
    }

    @Test("asks no worker about files that have no picture, and says what else is missing")
    func noWorker() async throws {
        let store = store(nil)
        #expect(await store.picture(request("make.py")).reason?.contains("kind") == true)
        #expect(await store.picture(request("plain.jpg")).reason?.contains("missing") == true)
        #expect(await store.picture(request("nowhere.jpg")).reason == "gone")
    }

    // MARK: - Workers that do what they like

    @Test(
        "loses one picture to a worker that crashes, stops halfway or talks nonsense",
        arguments: [
            "kill -SEGV $$", "exit 3", "exit 0", "printf CRPX", "printf nonsense", "exec /nowhere",
            "printf 'CRPX\\001\\000\\000\\000\\001\\000\\000\\000\\001\\000\\000\\000\\005abcd'",
            // A whole frame, and then a bad end.
            "printf 'CRPX\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\001a'; exit 1",
        ])
    func badWorker(script: String) async throws {
        let store = store(try folder.worker(script))
        #expect(await store.picture(request("plain.jpg")).reason == "the file cannot be read")
    }

    @Test("loses one picture to a worker that never ends", arguments: ["", "exec >&-; "])
    func endlessWorker(first: String) async throws {
        let store = store(try folder.worker(first + "exec sleep 600", secondsMax: 0.3))
        #expect(await store.picture(request("plain.jpg")).reason == "making it took too long")
    }

    @Test("loses one picture to a worker that never stops writing")
    func endlessOutput() async throws {
        let store = store(try folder.worker("exec yes CRPXCRPXCRPXCRPXCRPXCRPXCRPXCRPX"))
        #expect(await store.picture(request("plain.jpg")).reason == "the file cannot be read")
    }

    @Test("believes no worker that answers something else than what was asked for")
    func wrongAnswers() async throws {
        let jpeg = try PictureFixture.bytes("plain.jpg")
        let answers: [(PictureForm, PictureReply)] = [
            (.jpeg, .picture(width: 9, height: 9, bytes: Array("<script>".utf8))),
            (.jpeg, .picture(width: 9, height: 9, bytes: try PictureFixture.bytes("plain.png"))),
            (.jpeg, .picture(width: 65, height: 9, bytes: jpeg)),
            (.png, .picture(width: 9, height: 9, bytes: jpeg)),
            (.rgba, .picture(width: 2, height: 2, bytes: [1, 2, 3])),
            (
                .sixel(columns: 9, rows: 9, cellWidth: 8, cellHeight: 8),
                .picture(width: 9, height: 9, bytes: Array("\u{1b}]0;title\u{7}".utf8))
            ),
        ]
        for (form, reply) in answers {
            let store = store(try folder.worker(answering: reply.frame))
            let answer = await store.picture(request("plain.jpg", form: form))
            #expect(answer.reason == "the file cannot be read", "\(form)")
        }
        let store = store(
            try folder.worker(
                answering: PictureReply.picture(width: 64, height: 48, bytes: jpeg).frame))
        #expect(await store.picture(request("plain.jpg")).made?.bytes == jpeg)
        let liar = try folder.worker(
            answering: PictureReply.picture(width: 9, height: 9, bytes: jpeg).frame)
        let failure = await #expect(throws: StatsPicture.Failure.self) {
            _ = try await StatsPicture.png("<svg/>", by: liar)
        }
        #expect(failure?.reason == "the file cannot be read")
    }

    @Test("gives a worker an open file and no other, and nothing of the user's surroundings")
    func surroundings() async throws {
        setenv("CLEANRULES_PICTURE_TEST", "secret", 1)
        // Open for every program that is started, unless somebody sees to it.
        let inherited = try PictureFixture.file("plain.jpg")
        let held = dup(inherited.descriptor)
        defer { close(held) }
        let place = folder.path + "/seen"
        let store = store(
            try folder.worker("env > '\(place)'; ls /proc/self/fd >> '\(place)'; exit 1"))
        _ = await store.picture(request("plain.jpg"))
        let seen = try String(contentsOfFile: place, encoding: .utf8)
        #expect(!seen.contains("secret") && !seen.contains("HOME="))
        #expect(seen.contains("LC_ALL=C.UTF-8"))
        // The last is that of ls itself.
        #expect(seen.split(separator: "\n").compactMap { Int($0) } == [0, 1, 2, 3])
    }

    @Test("gives a worker a session of its own, which has no terminal")
    func session() async throws {
        let place = folder.path + "/status"
        let store = store(try folder.worker("cat /proc/$$/stat > '\(place)'; exit 1"))
        _ = await store.picture(request("plain.jpg"))
        let line = try String(contentsOfFile: place, encoding: .utf8)
        // proc_pid_stat(5): after the name come state, parent, group, session and terminal.
        let name = try #require(line.lastIndex(of: ")"))
        let fields = line[name...].split(separator: " ")
        let number = try #require(line.split(separator: " ").first)
        try #require(fields.count > 5)
        #expect(fields[3] == number && fields[4] == number && fields[5] == "0")
    }

    @Test("gives a worker the right files, whatever numbers they have")
    func numbers() async throws {
        var held: [PictureFile] = []
        for _ in 0..<120 {
            held.append(try PictureFixture.file("plain.jpg"))
            let store = store(try PictureFixture.worker())
            #expect(await store.picture(request("plain.jpg", side: 1, form: .rgba)).made != nil)
        }
    }

    // MARK: - Once for all

    @Test("makes one picture for all who ask for it at once")
    func shared() async throws {
        let counter = PictureTestCounter()
        let store = store(try PictureFixture.worker(), counter: counter)
        await withTaskGroup(of: PictureAnswer.self) { group in
            for _ in 0..<20 { group.addTask { await store.picture(request("plain.jpg")) } }
            for await answer in group { #expect(answer.made != nil) }
        }
        #expect(await store.picture(request("plain.jpg")).made != nil)
        #expect(await counter.value == 1)
    }

    @Test("remembers that a file has no picture, but not that a drive was not there")
    func remembered() async throws {
        let counter = PictureTestCounter()
        let store = store(try PictureFixture.worker(), counter: counter)
        for _ in 0..<3 { _ = await store.picture(request("cut.jpg")) }
        #expect(await counter.value == 1)
        for _ in 0..<3 { _ = await store.picture(request("nowhere.jpg")) }
        #expect(await counter.value == 4)
    }

    @Test("knows keys, sizes and forms apart, and names by their bytes")
    func identities() async throws {
        let counter = PictureTestCounter()
        let store = store(try PictureFixture.worker(), counter: counter)
        let requests = [
            request("plain.jpg", key: "caf\u{e9}"), request("plain.jpg", key: "cafe\u{301}"),
            request("plain.jpg", key: "caf\u{e9}", side: 9),
            request("plain.jpg", key: "caf\u{e9}", form: .png),
        ]
        for request in requests + requests { _ = await store.picture(request) }
        #expect(await counter.value == 4)
    }

    @Test("runs no more than two workers at once")
    func twoWorkers() async throws {
        let log = folder.path + "/log"
        let store = store(
            try folder.worker("echo + >> '\(log)'; sleep 0.05; echo - >> '\(log)'; exit 1"))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask {
                    _ = await store.picture(request("plain.jpg", key: "\(number)"))
                }
            }
        }
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        var (now, most) = (0, 0)
        for line in lines {
            now += line == "+" ? 1 : -1
            most = max(most, now)
        }
        #expect(lines.count == 24 && now == 0)
        #expect((1...2).contains(most))
    }

    @Test("gives up a picture when nobody waits for it any more")
    func cancelled() async throws {
        let mark = folder.path + "/mark"
        let store = store(try folder.worker("echo $$ > '\(mark)'; exec sleep 600", secondsMax: 900))
        let task = Task { await store.picture(request("plain.jpg")) }
        var text = ""
        while !text.hasSuffix("\n") {
            try await Task.sleep(for: .milliseconds(5))
            text = (try? String(contentsOfFile: mark, encoding: .utf8)) ?? ""
        }
        task.cancel()
        #expect(await task.value.reason == "not needed any more")
        let number = try #require(Int32(text.dropLast()))
        #expect(kill(number, 0) != 0)
    }

    @Test("goes on with a picture that somebody else waits for")
    func cancelledByOne() async throws {
        let gate = folder.path + "/gate"
        let jpeg = try PictureFixture.bytes("plain.jpg")
        let frame = folder.path + "/frame"
        try Data(PictureReply.picture(width: 64, height: 48, bytes: jpeg).frame)
            .write(to: URL(fileURLWithPath: frame))
        let counter = PictureTestCounter()
        let store = store(
            try folder.worker(
                "while [ ! -e '\(gate)' ]; do sleep 0.01; done; cat '\(frame)'"),
            counter: counter)
        let first = Task { await store.picture(request("plain.jpg")) }
        let second = Task { await store.picture(request("plain.jpg")) }
        while await store.waitingCount < 2 { await Task.yield() }
        first.cancel()
        try Data().write(to: URL(fileURLWithPath: gate))
        #expect(await second.value.made?.bytes == jpeg)
        #expect(await counter.value == 1)
    }

    // MARK: - The folder

    @Test("finds its pictures again after a new start, and keeps only files there")
    func kept() async throws {
        let counter = PictureTestCounter()
        for _ in 0..<2 {
            let store = store(try PictureFixture.worker(), keeps: true, counter: counter)
            let answer = await store.picture(request("plain.jpg", side: 32))
            #expect(answer.made?.width == 32 && answer.made?.height == 24)
            _ = await store.picture(request("plain.jpg", form: .rgba))
        }
        // The picture once, the pixels each time.
        #expect(await counter.value == 3)
        let thumbs = folder.path + "/thumbs"
        let names = try FileManager.default.contentsOfDirectory(atPath: thumbs)
        #expect(names.count { $0.hasSuffix(".picture") } == 1)
        for name in names { #expect(try mode(thumbs + "/" + name) == 0o600) }
        #expect(try mode(thumbs) == 0o700)
    }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    @Test("throws away a file that is damaged in any place, and makes the picture again")
    func damaged() async throws {
        let thumbs = folder.path + "/thumbs"
        let counter = PictureTestCounter()
        let first = await store(try PictureFixture.worker(), keeps: true, counter: counter)
            .picture(request("plain.jpg"))
        let name = PictureCache.name(PictureIdentity(request("plain.jpg")))
        let url = URL(fileURLWithPath: thumbs + "/" + name)
        let whole = try Data(contentsOf: url)
        var random = SplitMix64(seed: 3)
        let cache = PictureCache(folder: thumbs)
        for round in 0..<60 {
            var bytes = whole
            if round % 3 == 0 {
                bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
            } else {
                let place = round % 3 == 1 ? round : Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            }
            try bytes.write(to: url)
            #expect(cache.picture(PictureIdentity(request("plain.jpg"))) == nil)
            #expect(!FileManager.default.fileExists(atPath: url.path))
        }
        try whole.dropLast().write(to: url)
        let again = await store(try PictureFixture.worker(), keeps: true, counter: counter)
            .picture(request("plain.jpg"))
        #expect(again == first)
        #expect(await counter.value == 2)
        #expect(try Data(contentsOf: url) == whole)
    }

    @Test("keeps nothing in a folder that is a link, and reads nothing from one")
    func linkedFolder() async throws {
        try #require(mkdir(folder.path + "/real", 0o700) == 0)
        try #require(symlink("real", folder.path + "/thumbs") == 0)
        _ = await store(try PictureFixture.worker(), keeps: true).picture(request("plain.jpg"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/real").isEmpty)
    }
}
