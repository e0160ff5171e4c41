// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import ReviewUI

/// The folder of pictures, and the room in memory.
@Suite("Kept pictures")
struct PictureCacheTests {
    private let folder: PictureTestFolder
    private let cache: PictureCache

    init() throws {
        folder = try PictureTestFolder()
        cache = PictureCache(folder: folder.path + "/a/b/thumbs")
    }

    private func identity(_ number: Int) -> PictureIdentity {
        PictureIdentity(request(key: "\(number)"))
    }

    private func keep(_ number: Int, lastUse: Int, byteCount: Int = 1_000) throws {
        let bytes = [0xff, 0xd8, 0xff] + [UInt8](repeating: UInt8(number), count: byteCount)
        cache.keep(Picture(bytes: bytes, mediaType: "image/jpeg"), identity(number))
        try setUse(PictureCache.name(identity(number)), lastUse)
    }

    private func setUse(_ name: String, _ seconds: Int) throws {
        let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
        try #require(utimensat(AT_FDCWD, cache.folder + "/" + name, times, 0) == 0)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: cache.folder).sorted()
    }

    @Test("come back as they were, with sizes or without")
    func roundTrip() {
        let pictures = [
            Picture(bytes: [0xff, 0xd8, 0xff, 9], mediaType: "image/jpeg", width: 7, height: 9),
            Picture(bytes: Array("GIF89a".utf8), mediaType: "image/gif"),
        ]
        for (number, picture) in pictures.enumerated() {
            cache.keep(picture, identity(number))
            #expect(cache.picture(identity(number)) == picture)
        }
        #expect(cache.picture(identity(7)) == nil)
    }

    @Test("are not mixed up when two have files of one name")
    func collision() throws {
        try keep(1, lastUse: 1)
        try FileManager.default.moveItem(
            atPath: cache.folder + "/" + PictureCache.name(identity(1)),
            toPath: cache.folder + "/" + PictureCache.name(identity(2)))
        #expect(cache.picture(identity(2)) == nil)
    }

    @Test("go in the order of their last use when there is too much of them")
    func sweep() throws {
        let now = 1_000_000_000
        for number in 0..<6 { try keep(number, lastUse: now - number * 100) }
        // Used again now, by being shown.
        #expect(cache.picture(identity(5)) != nil)
        var small = cache
        small.byteCountMax = 3_500
        let removal = small.sweep(now: Int(time(nil)))
        #expect(removal.count == 5 && removal.failureCount == 0)
        let fresh = PictureCache(folder: cache.folder)
        #expect(fresh.picture(identity(5)) != nil)
    }

    @Test("stay when there is room, and go when nobody has looked at them for long")
    func idle() throws {
        let now = 2_000_000_000
        try keep(1, lastUse: now - 10)
        try keep(2, lastUse: now - cache.idleSecondsMax + 5)
        try keep(3, lastUse: now - cache.idleSecondsMax - 5)
        #expect(cache.sweep(now: now).count == 1)
        #expect(cache.picture(identity(3)) == nil)
        #expect(cache.picture(identity(2)) != nil)
    }

    @Test("are swept once a week")
    func weekly() throws {
        let now = 2_000_000_000
        try keep(1, lastUse: now - cache.idleSecondsMax - 5)
        cache.sweepIfDue(now: now)
        try keep(2, lastUse: now - cache.idleSecondsMax - 5)
        try setUse("swept", now)
        cache.sweepIfDue(now: now + 6 * 86_400)
        #expect(try names().contains(PictureCache.name(identity(2))))
        cache.sweepIfDue(now: now + 8 * 86_400)
        #expect(try !names().contains(PictureCache.name(identity(2))))
    }

    @Test("go all together, and nothing else with them")
    func erase() throws {
        try keep(1, lastUse: 1)
        try keep(2, lastUse: 1)
        cache.sweep(now: 2)
        let own = PictureCache.name(identity(1))
        let others = ["letter.txt", "swept.txt", own + "x", String(own.dropFirst())]
        for name in others {
            try Data([1]).write(to: URL(fileURLWithPath: cache.folder + "/" + name))
        }
        // What a process left behind that was killed while it wrote.
        let left = own + PictureFolder.unfinished + "1-1"
        try Data([1]).write(to: URL(fileURLWithPath: cache.folder + "/" + left))
        cache.sweep(now: Int(time(nil)))
        #expect(try names().contains(left))
        let removal = cache.erase()
        #expect(removal.failureCount == 0)
        #expect(try names() == others.sorted())
        for name in others { try FileManager.default.removeItem(atPath: cache.folder + "/" + name) }
        cache.erase()
        #expect(!FileManager.default.fileExists(atPath: cache.folder))
        #expect(cache.erase() == PictureCache.Removal())
    }

    @Test("lie where the user's other caches lie")
    func usualFolder() {
        func folder(_ environment: [String: String]) -> String? {
            PictureCache.usualFolder(environment: environment)
        }
        #expect(folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/cleanrules/thumbs")
        #expect(folder(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache/cleanrules/thumbs")
        #expect(folder(["HOME": "h"]) == nil && folder([:]) == nil)
    }

    @Test("take no more memory than there is room for, and the last used stay")
    func memory() {
        var memory = PictureMemory(byteCountMax: 10_000)
        func answer(_ count: Int) -> PictureAnswer {
            .picture(Picture(bytes: [UInt8](repeating: 1, count: count), mediaType: "image/png"))
        }
        memory.keep(answer(3_000), for: identity(1))
        memory.keep(answer(3_000), for: identity(2))
        #expect(memory.answer(identity(1)) != nil)
        memory.keep(answer(5_000), for: identity(3))
        #expect(
            !memory.holds(identity(2)) && memory.holds(identity(1)) && memory.holds(identity(3)))
        memory.keep(answer(20_000), for: identity(4))
        #expect(!memory.holds(identity(4)) && memory.holds(identity(3)))
        memory.keep(answer(1), for: identity(3))
        memory.keep(answer(4_000), for: identity(5))
        #expect(memory.holds(identity(1)) && memory.holds(identity(5)))
        for number in 0..<1_000 { memory.keep(.none(reason: "no"), for: identity(number)) }
        #expect(!memory.holds(identity(0)) && memory.holds(identity(999)))
    }
}
