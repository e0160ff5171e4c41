// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger

extension RuleFile {
    /// Whether some rule or protection goes by what pictures show or say of themselves, as far as that
    /// has to be looked at first.
    var asksWhatPicturesShow: Bool {
        if groupsPictures { return true }
        if [Field.sharpness, .brightness, .detail, .screenshot].contains(where: tests) {
            return true
        }
        let isLocal = drives.isEmpty || drives.contains { $0.kind == .local }
        return isLocal && [Field.taken, .width, .height, .camera].contains(where: tests)
    }

    /// Whether some rule tests how sharp a picture is.
    var testsSharpness: Bool { tests(.sharpness) }

    /// Whether some rule goes by which of several pictures is the sharpest.
    var prefersSharp: Bool {
        rules.contains { rule in
            if rule.isEnabled, case .similar(let similar)? = rule.selection {
                return similar.preferences.contains(.order(.sharpest))
            }
            return false
        }
    }

    /// Whether some rule is about pictures that look alike.
    var groupsPictures: Bool {
        rules.contains { rule in
            if rule.isEnabled, case .similar? = rule.selection { return true }
            return false
        }
    }
}

extension PlanHead.Looks {
    /// The counts of a plan.
    init(_ counts: LookCoverage.Counts) {
        self.init(
            eligible: Int64(counts.eligible), looked: Int64(counts.looked),
            unreadable: Int64(counts.unreadable), version: Int64(PhotoLook.version))
    }
}

extension PhotoPairs {
    /// The pairs that the state keeps of the pictures of `items`; nil where the listing has looks of its
    /// own besides, so that a plan has to find out by itself.
    init?(_ items: LoadedItems, kept: [KeptPair]) {
        let listing = items.listing
        let numbers = Column<UInt32>(repeating: 0, count: listing.count)
        var places: [Int64: UInt32] = [:]
        for row in 0..<listing.count where !listing.photo.slice(row).isEmpty {
            guard let number = items.lookNumbers[row] else { return nil }
            guard let look = listing.photoFacts(row)?.look, look.detail >= PhotoLook.detailMin
            else {
                continue
            }
            let place = places[number] ?? UInt32(truncatingIfNeeded: places.count)
            places[number] = place
            numbers[row] = place + 1
        }
        let found = kept.compactMap { pair -> FoundPair? in
            guard let one = places[pair.a], let other = places[pair.b],
                let turn = PhotoOrientation(rawValue: pair.turn + 1)
            else { return nil }
            return FoundPair(
                first: Int(min(one, other)), second: Int(max(one, other)),
                pair: PhotoPair(
                    marks: pair.bits, turn: turn, correlation: pair.correlation,
                    block: pair.block))
        }
        self.init(numbers: numbers, lookCount: places.count, found: found)
    }
}
