// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import RuleEngine
internal import Wording
internal import Workflow

/// When a plan over all drives of a fleet was made, and what has judged its parts. It lies beside the plan,
/// which is the same whatever makes it, and nothing goes by it.
struct FleetMade: Codable {
    /// What has judged the parts.
    enum Judge: String, Codable {
        case local
        case spark
    }

    private let engine: Judge
    private let seconds: Int64
    private static let bytesMax = 4_096

    private static func path(in folder: PartFolder) -> String { folder.path + "/made.json" }

    /// Keeps that `engine` has made the plan in `folder` just now. What cannot be kept is not said later.
    static func keep(_ engine: FleetEngine, in folder: PartFolder) {
        let judge: Judge = engine == .local ? .local : .spark
        let made = FleetMade(engine: judge, seconds: SystemClock.now().secondsSinceEpoch)
        guard let bytes = try? JSONEncoder().encode(made) else { return }
        try? PartFolder.write(Array(bytes), to: path(in: folder))
    }

    private static func read(in folder: PartFolder) -> FleetMade? {
        guard let bytes = try? PartFolder.read(path(in: folder), most: bytesMax) else { return nil }
        return try? JSONDecoder().decode(FleetMade.self, from: Data(bytes))
    }

    /// That the plan of that id in `folder` is there already, since when, and what makes another one.
    static func line(_ id: String, in folder: PartFolder) -> Phrase {
        guard let made = read(in: folder) else { return .fleetPlanThere(name: id) }
        let when = Moment.exact(Timestamp(secondsSinceEpoch: made.seconds))
        switch made.engine {
        case .local: return .fleetPlanThereLocal(name: id, when: when)
        case .spark: return .fleetPlanThereSpark(name: id, when: when)
        }
    }
}
