// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import Text

/// Tests of what was read of pictures, over the rows of a batch.
extension Batch {
    /// What is not known is unknown: nobody has looked, or there was too little to see.
    func judge(_ test: LookTest, into target: Mask) {
        let photos = program.listing.photo
        for row in 0..<count {
            let text = photos.slice(first + row)
            guard let value = test.value.number(in: text) else {
                unsafe target[row] = Truth.unknown.rawValue
                continue
            }
            unsafe target[row] = (test.intervals.holds(value) ? Truth.yes : .no).rawValue
        }
    }

    func judge(screenshot values: Set<Bool>, into target: Mask) {
        let listing = program.listing
        for row in 0..<count {
            guard let isScreenshot = ScreenshotSign.isScreenshot(listing, first + row) else {
                unsafe target[row] = Truth.unknown.rawValue
                continue
            }
            unsafe target[row] = (values.contains(isScreenshot) ? Truth.yes : .no).rawValue
        }
    }

    func judgeLookedAt(into target: Mask) {
        let listing = program.listing
        for row in 0..<count {
            let isKnown =
                listing.drives[listing.drive(first + row)].kind != .local
                || !listing.photo.slice(first + row).isEmpty
            unsafe target[row] = (isKnown ? Truth.yes : .no).rawValue
        }
    }
}

extension LookTest.Value {
    /// The number in what a listing holds of a picture; nil where it has none.
    func number(in text: TextSlice) -> Int64? {
        guard let value = PhotoText(text) else { return nil }
        return switch self {
        case .sharpness: value.sharpness
        case .brightness: value.brightness
        case .detail: value.detail
        }
    }
}

/// What a listing holds of one picture that has a look, read at its fixed places.
struct PhotoText {
    private let text: TextSlice

    /// Nil where `text` holds no look.
    init?(_ text: TextSlice) {
        guard text.count >= PhotoFacts.Place.small,
            let bits = unsafe HexDigit.value(of: text.start[PhotoFacts.Place.bits]),
            Int(bits) & PhotoFacts.Bit.look != 0
        else { return nil }
        self.text = text
    }

    /// The mark.
    var mark: PhotoMark? {
        unsafe PhotoMark(hex: digits(PhotoFacts.Place.mark, PhotoMark.hexCount))
    }

    /// How much there is to see.
    var detail: Int64? { number(PhotoFacts.Place.detail, 2, most: PhotoLook.shareMax) }
    /// How bright it is.
    var brightness: Int64? { number(PhotoFacts.Place.brightness, 2, most: PhotoLook.shareMax) }
    /// How sharp it is.
    var sharpness: Int64? { number(PhotoFacts.Place.sharpness, 4, most: PhotoLook.sharpnessMax) }

    /// Whether the small picture is there.
    var hasSmall: Bool {
        guard let bits = unsafe HexDigit.value(of: text.start[PhotoFacts.Place.bits]) else {
            return false
        }
        return Int(bits) & PhotoFacts.Bit.small != 0
            && text.count >= PhotoFacts.Place.small + PhotoFacts.Place.smallCount
    }

    /// The small picture; nil without one.
    var small: [UInt8]? {
        if !hasSmall { return nil }
        return unsafe Base64.bytes(
            digits(PhotoFacts.Place.small, PhotoFacts.Place.smallCount),
            count: PhotoLook.smallCount)
    }

    /// What tells most small pictures apart.
    var smallHash: Int {
        var hasher = Hasher()
        if hasSmall {
            unsafe hasher.combine(
                bytes: UnsafeRawBufferPointer(
                    digits(PhotoFacts.Place.small, PhotoFacts.Place.smallCount)))
        }
        return hasher.finalize()
    }

    /// Whether the small pictures and the detail are the same, as texts, which have one form.
    func showsTheSame(as other: PhotoText) -> Bool {
        guard hasSmall, other.hasSmall, detail == other.detail else { return false }
        return unsafe digits(PhotoFacts.Place.small, PhotoFacts.Place.smallCount)
            .elementsEqual(other.digits(PhotoFacts.Place.small, PhotoFacts.Place.smallCount))
    }

    private func number(_ place: Int, _ count: Int, most: Int) -> Int64? {
        guard let number = unsafe HexDigit.number(digits(place, count)), number <= UInt64(most)
        else {
            return nil
        }
        return Int64(number)
    }

    private func digits(_ place: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: text.start + place, count: count)
    }
}
