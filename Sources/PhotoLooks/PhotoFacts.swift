// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What was read of a picture itself, beside what has a column of its own in a listing (`taken`,
/// `width`, `height`, `camera`). That an item has facts at all says that it was looked at: only then
/// is a picture without `taken` one that tells none.
package struct PhotoFacts: Sendable, Hashable {
    /// Whether the picture says itself that it is a screenshot.
    package var isScreenshot: Bool
    /// Whether `taken` came without a zone and was read in that of the rules.
    package var takenIsZoneless: Bool
    /// What it looks like; nil where that was not seen.
    package var look: PhotoLook?
    /// What the parts of a Live Photo have in common.
    package var liveID: String?

    /// Facts of a picture that was looked at.
    package init(
        isScreenshot: Bool = false, takenIsZoneless: Bool = false, look: PhotoLook? = nil,
        liveID: String? = nil
    ) {
        self.isScreenshot = isScreenshot
        self.takenIsZoneless = takenIsZoneless
        self.look = look
        self.liveID = liveID
    }
}

/// Facts as one plain text, as columns of listings hold them: a digit for the version, one for what
/// is there, the look at fixed places, and the rest.
extension PhotoFacts {
    /// What the second digit says, bit by bit.
    package enum Bit {
        /// A screenshot by its own word.
        package static let screenshot = 1
        /// `taken` without a zone.
        package static let zoneless = 2
        /// There is a look.
        package static let look = 4
        /// Its `small` follows.
        package static let small = 8
    }

    /// Where the values stand.
    package enum Place {
        /// The digit with the bits.
        package static let bits = 1
        /// The mark.
        package static let mark = 2
        /// Two digits.
        package static let detail = mark + PhotoMark.hexCount
        /// Two digits, `ff` for missing.
        package static let brightness = detail + 2
        /// Four digits, `ffff` for missing.
        package static let sharpness = brightness + 2
        /// Four digits.
        package static let sourcePixels = sharpness + 4
        /// Base64.
        package static let small = sourcePixels + 4
        /// How many letters `small` has.
        package static let smallCount = (PhotoLook.smallCount + 2) / 3 * 4
    }

    private static let versionDigit = UInt8(ascii: "1")

    /// Whether the facts that `text` holds have a look.
    package static func hasLook(text: some RandomAccessCollection<UInt8>) -> Bool {
        text.dropFirst(Place.bits).first.map(hasLook(digit:)) ?? false
    }

    /// The same by the digit at `Place.bits` alone.
    package static func hasLook(digit: UInt8) -> Bool {
        HexDigit.value(of: digit).map { Int($0) & Bit.look != 0 } ?? false
    }

    /// The facts that `text` holds; nil if it holds none of this version.
    package init?(text: some RandomAccessCollection<UInt8>) {
        let bytes = Array(text)
        guard bytes.count >= Place.mark, bytes[0] == PhotoFacts.versionDigit,
            let bits = HexDigit.value(of: bytes[Place.bits]).map(Int.init)
        else { return nil }
        self.init(
            isScreenshot: bits & Bit.screenshot != 0, takenIsZoneless: bits & Bit.zoneless != 0)
        var end = Place.mark
        if bits & Bit.look != 0 {
            end = Place.small + (bits & Bit.small != 0 ? Place.smallCount : 0)
            guard bytes.count >= end, let look = PhotoFacts.look(bytes, bits) else { return nil }
            self.look = look
        }
        if end < bytes.count { liveID = String(decoding: bytes[end...], as: UTF8.self) }
    }

    private static func look(_ bytes: [UInt8], _ bits: Int) -> PhotoLook? {
        func number(_ place: Int, _ count: Int) -> Int? {
            HexDigit.number(bytes[place..<place + count]).map { Int($0) }
        }
        guard let mark = PhotoMark(hex: bytes[Place.mark..<Place.detail]),
            let detail = number(Place.detail, 2), detail <= PhotoLook.shareMax,
            let brightness = number(Place.brightness, 2),
            let sharpness = number(Place.sharpness, 4),
            let sourcePixels = number(Place.sourcePixels, 4)
        else { return nil }
        var small: [UInt8]?
        if bits & Bit.small != 0 {
            let letters = String(
                decoding: bytes[Place.small..<Place.small + Place.smallCount], as: UTF8.self)
            guard let values = Base64.bytes(letters), values.count == PhotoLook.smallCount else {
                return nil
            }
            small = values
        }
        return PhotoLook(
            mark: mark, small: small, detail: detail,
            brightness: brightness > PhotoLook.shareMax ? nil : brightness,
            sharpness: sharpness > PhotoLook.sharpnessMax ? nil : sharpness,
            sourcePixels: sourcePixels)
    }

    /// The facts as text.
    package var text: String {
        var bits = 0
        if isScreenshot { bits |= Bit.screenshot }
        if takenIsZoneless { bits |= Bit.zoneless }
        if let look { bits |= Bit.look | (look.small == nil ? 0 : Bit.small) }
        var text: [UInt8] = [PhotoFacts.versionDigit]
        text.reserveCapacity(Place.small + (look?.small == nil ? 0 : Place.smallCount))
        HexDigit.append(UInt64(bits), count: 1, to: &text)
        if let look {
            func add(_ number: Int?, _ count: Int) {
                let known = number.map { UInt64(max(0, $0)) } ?? .max
                HexDigit.append(known, count: count, to: &text)
            }
            let mark = look.mark
            for word in [mark.first, mark.second, mark.third, mark.fourth] {
                HexDigit.append(word, count: 16, to: &text)
            }
            add(look.detail, 2)
            add(look.brightness, 2)
            add(look.sharpness, 4)
            add(min(look.sourcePixels, 0xfffe), 4)
            if let small = look.small { text += Base64.text(small).utf8 }
        }
        if let liveID { text += liveID.utf8 }
        return String(decoding: text, as: UTF8.self)
    }
}
