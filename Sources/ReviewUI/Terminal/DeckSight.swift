// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What the person had before their eyes when a key was typed.
struct DeckSight: Sendable {
    /// What a key that decides may be about.
    enum Scene: Sendable, Hashable {
        /// Nothing that can be decided.
        case nothing
        /// A card, and how things stand with its members.
        case card(String, members: [Verdict])
        /// The question whether no copy of that card is to be left.
        case lastCopy(String)
        /// A list, by a number that no other list has.
        case list(Int)
    }

    /// What is drawn, and since when.
    private var drawn: (scene: Scene, at: UInt64)?

    /// Takes what was drawn just now.
    mutating func draw(_ scene: Scene, at now: UInt64) {
        if drawn?.scene != scene { drawn = (scene, now) }
    }

    /// Whether `scene` could be seen when a key was typed at that instant.
    func showed(_ scene: Scene, at typed: UInt64) -> Bool {
        guard let drawn, scene != .nothing else { return false }
        return drawn.scene == scene && drawn.at <= typed
    }
}
