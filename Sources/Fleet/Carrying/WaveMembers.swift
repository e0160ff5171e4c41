// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Text
internal import Wording
internal import Workflow

/// Which drives of a wave are meant.
struct WaveMembers {
    private let plan: FleetPlan
    private let waves: FleetWaves
    private let ground: FleetGround

    /// How many names are answered.
    private static let namedMax = 20

    /// Those of the `waves` of `plan` by `ground`.
    init(_ plan: FleetPlan, _ waves: FleetWaves, _ ground: FleetGround) {
        (self.plan, self.waves, self.ground) = (plan, waves, ground)
    }

    /// The drives of `wave` of those names or ids; all where none is named. Throws where one of them is not of
    /// this wave, with what it is, and which ones are.
    func members(of wave: Int, only names: [String]) throws(Failure) -> [FleetWaves.Member] {
        let all = Array(waves.members(of: wave))
        if names.isEmpty { return all }
        var found: [FleetWaves.Member] = []
        var unknown: [String] = []
        for name in names {
            let meant = all.filter { Self.isCalled(name, $0.drive) }
            if meant.isEmpty { unknown.append(name) }
            let known = Set(found.map(\.drive.key))
            found += meant.filter { !known.contains($0.drive.key) }
        }
        if unknown.isEmpty { return found }
        var why = unknown.prefix(Self.namedMax).map(standing)
        if !all.isEmpty {
            why.append(
                .carryWaveHas(
                    n: all.count, number: wave, names: FleetOwners.text(all.map(\.drive.name))))
        }
        throw Failure(.failed, Phrase.series(why, separator: "; "))
    }

    private static func isCalled(_ name: String, _ drive: FleetDrive) -> Bool {
        drive.name.utf8.elementsEqual(name.utf8) || drive.id == name || drive.key == name
    }

    /// What the drive is that somebody calls `name`, and that is not of the wave.
    private func standing(_ name: String) -> Phrase {
        let shown = VisibleText.escaped(name)
        for number in 1...max(1, waves.count) {
            if waves.members(of: number).contains(where: { Self.isCalled(name, $0.drive) }) {
                return .carryOnlyWave(name: shown, number: number)
            }
        }
        let drive = ground.drives.values.first { Self.isCalled(name, $0) }
        let called = drive?.name ?? name
        switch waves.leftOut.first(where: { $0.name.utf8.elementsEqual(called.utf8) })?.why {
        case .limits?: return .carryOnlyLimits(name: shown)
        case .noID?: return .carryOnlyUnlisted(name: shown)
        case nil: break
        }
        let isPlanned = plan.drives.contains { $0.drive.name.utf8.elementsEqual(called.utf8) }
        return drive != nil || isPlanned
            ? .carryOnlyIdle(name: shown) : .carryOnlyUnknown(name: shown)
    }
}
