// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// The most waves.
    private static let wavesMax = 20

    /// In which steps the plan of a fleet is carried out; what is wrong is reported.
    mutating func readWaves(_ slot: Slot?, into fleet: inout FleetFile) {
        guard let slot else { return }
        if !fleet.hasSource {
            report(
                .keyMisplaced, Message("'\("waves")' is of fleets with a 'source'"),
                at: place(of: slot))
            return
        }
        guard let fields = fields(slot, FleetWavesKey.self) else { return }
        if let slot = fields[.sizes], let sizes = waveSizes(slot) { fleet.waves.sizes = sizes }
        fleet.waves.soak = parsed(fields[.soak], DurationGrammar.age) ?? fleet.waves.soak
    }

    /// The sizes of waves, each of them more than those before; nil where there are none.
    private mutating func waveSizes(_ slot: Slot) -> [FleetFile.WaveSize]? {
        let slots = oneOrMore(slot)
        if slots.count > Self.wavesMax {
            report(
                .numberTooLarge,
                Message("\(title(of: slot)) has at most \(Self.wavesMax) entries"),
                at: place(of: slot))
            return nil
        }
        var sizes: [FleetFile.WaveSize] = []
        for slot in slots {
            guard let size = waveSize(slot) else { continue }
            if let before = sizes.first(where: { size.isCovered(by: $0) }) {
                report(
                    .numberTooSmall,
                    Message(
                        "'\(size.text)' comes after '\(before.text)' and is no more than that; sizes"
                            + " rise, for each counts the drives of the waves before it too"),
                    at: place(of: slot))
            }
            sizes.append(size)
        }
        return sizes.isEmpty ? nil : sizes
    }

    /// A number of drives, or a percentage of all of them; at least one.
    private mutating func waveSize(_ slot: Slot) -> FleetFile.WaveSize? {
        guard let text = text(slot) else { return nil }
        if text.hasSuffix("%") { return share(slot).map { .percent($0) } }
        return count(slot, atLeast: 1).map { .drives($0) }
    }
}

extension FleetFile.WaveSize {
    /// As it is written.
    fileprivate var text: String {
        switch self {
        case .drives(let number): String(number)
        case .percent(let share): "\(share)%"
        }
    }

    /// Whether a wave of this size has no drives that one of size `other` before it has not, however many
    /// there are. Which is more of a number and a percentage, only the number of all drives tells.
    fileprivate func isCovered(by other: FleetFile.WaveSize) -> Bool {
        switch (self, other) {
        case (.drives(let number), .drives(let before)): number <= before
        case (.percent(let share), .percent(let before)): share <= before
        case (.drives, .percent(let before)): before == 100
        case (.percent, .drives): false
        }
    }
}
