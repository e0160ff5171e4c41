// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PhotoLooks
internal import RuleEngine

/// That one item of a test looks like another.
struct Likeness {
    /// The item's path.
    var path: String
    /// The path of the other one.
    var other: String
    /// Where that stands.
    var place: SourceRange
}

extension FileDecoder {
    /// What is said of an item's picture.
    mutating func readPicture(_ fields: Fields<TestItemKey>, into item: inout ItemValues) {
        let sharpness = count(fields[.sharpness], atMost: Int64(PhotoLook.sharpnessMax))
        let brightness = count(fields[.brightness], atMost: Int64(PhotoLook.shareMax))
        let detail = count(fields[.detail], atMost: Int64(PhotoLook.shareMax))
        let isScreenshot = flag(fields[.screenshot])
        let hasLook = sharpness != nil || brightness != nil || detail != nil
        guard hasLook || isScreenshot != nil || fields[.looksLike] != nil else { return }
        item.photo = PhotoFacts(isScreenshot: isScreenshot ?? false)
        var look = TestPicture.look(of: item.path)
        look.sharpness = sharpness.map { Int($0) }
        look.brightness = brightness.map { Int($0) }
        look.detail = detail.map { Int($0) } ?? PhotoLook.shareMax
        item.photo?.look = look
    }

    /// Gives items that look alike one picture, and those that they look like.
    mutating func giveLooks(to items: inout [TestItem], _ likenesses: [Likeness]) {
        let paths = items.map(\.item.path)
        var others: [String: String] = [:]
        for likeness in likenesses {
            guard paths.contains(likeness.other) else {
                report(
                    .valueUnknown,
                    Message(
                        "'looks_like' names the path of an item of the same test, and there is no"
                            + " '\(likeness.other.quotable)'")
                        + suggestion.hint(for: likeness.other, among: paths),
                    at: likeness.place)
                continue
            }
            others[likeness.path] = likeness.other
        }
        let shown = Set(others.values)
        for index in items.indices {
            let path = items[index].item.path
            guard others[path] != nil || shown.contains(path) else { continue }
            var origin = path
            // A chain that leads back to itself has as many steps as there are items at most.
            for _ in items { origin = others[origin] ?? origin }
            let picture = TestPicture.look(of: origin)
            var facts = items[index].item.photo ?? PhotoFacts()
            var look = facts.look ?? picture
            (look.mark, look.small) = (picture.mark, picture.small)
            facts.look = look
            items[index].item.photo = facts
        }
    }
}

/// Pictures for tests: one for each path, and unlike all others.
private enum TestPicture {
    static func look(of path: String) -> PhotoLook {
        var state = path.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return mixed ^ mixed >> 31
        }
        let mark = PhotoMark(next(), next(), next(), next())
        let small = (0..<PhotoLook.smallCount).map { _ in UInt8(truncatingIfNeeded: next()) }
        return PhotoLook(
            mark: mark, small: small, detail: PhotoLook.shareMax, brightness: nil,
            sharpness: nil, sourcePixels: 0)
    }
}
