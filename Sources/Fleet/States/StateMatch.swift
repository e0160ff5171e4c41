// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// Which drive of an inventory is in which state: the one that has its id, whatever it is called
/// there.
struct StateMatch: Sendable {
    /// By state: the drives whose listings are taken, in the order of their names.
    private(set) var taken: [[TakenDrive]]
    /// The drives of the inventory of which there is no listing, and why.
    private(set) var leftOut: [(name: String, why: Message)] = []
    /// How many drives that states have listed are none of the inventory.
    private(set) var foreignCount = 0

    /// Where a drive was found.
    private typealias Place = (state: Int, drive: KeptDrive)

    /// Matches the drives of `owners` with those of `survey`; what is wrong with those that
    /// `isMeant` does not take is nobody's concern. Throws where two states have one drive: which
    /// of them tells what there is, nobody knows.
    init(
        _ survey: StateSurvey, _ owners: FleetOwners, isMeant: (String) -> Bool = { _ in true }
    ) throws(Failure) {
        taken = survey.states.map { _ in [] }
        var places: [[UInt8]: [Place]] = [:]
        for (number, state) in survey.states.enumerated() {
            for drive in state.note.drives {
                places[drive.volume, default: []].append((number, drive))
            }
        }
        for name in owners.names {
            guard let id = owners.driveIDs[Array(name.utf8)] else {
                if isMeant(name) {
                    leave(name, Message("the inventory does not say its '\("drive_id")'"))
                }
                continue
            }
            let found = places.removeValue(forKey: KeptDrive.volume(ofDrive: id)) ?? []
            try take(name, found, survey, isMeant: isMeant(name))
        }
        for place in places.values.joined() where place.drive.obstacle != .unlisted {
            foreignCount += 1
        }
        for number in taken.indices {
            taken[number].sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
    }

    /// Takes the drive `name` from where it was `found`, or says why not.
    private mutating func take(
        _ name: String, _ found: [Place], _ survey: StateSurvey, isMeant: Bool
    ) throws(Failure) {
        // What is known of a drive outlives its listing, and copies make drives known of which none
        // is kept.
        let listed = found.filter { $0.drive.obstacle != .unlisted }
        guard let first = listed.first else {
            if isMeant { leave(name, Self.nowhere(found.first, survey)) }
            return
        }
        if let other = listed.first(where: { $0.state != first.state }) {
            if isMeant { throw Self.twice(name, first.state, other.state, survey) }
            return
        }
        // Under an earlier name of the drive, the state keeps an earlier listing.
        let last = listed.map(\.drive.listed).max()
        let newest = listed.filter { $0.drive.listed == last }
        let state = VisibleText.escaped(survey.states[first.state].profile.name)
        guard newest.count == 1, let place = newest.first else {
            if isMeant {
                leave(
                    name,
                    Message(
                        "the state '\(state)' has it under several names of one time; list it"
                            + " again with"
                            + " 'cleanrules sync'"))
            }
            return
        }
        if place.drive.obstacle == .unfinished {
            if isMeant {
                leave(
                    name,
                    Message(
                        "its listing in the state '\(state)' is not finished; 'cleanrules sync'"
                            + " goes on"
                            + " with it"))
            }
            return
        }
        taken[place.state].append(TakenDrive(name: name, drive: place.drive))
    }

    private mutating func leave(_ name: String, _ why: Message) { leftOut.append((name, why)) }

    private static func nowhere(_ place: Place?, _ survey: StateSurvey) -> Message {
        guard let place else { return Message("no state that can be read has it") }
        let name = VisibleText.escaped(survey.states[place.state].profile.name)
        return Message(
            "the state '\(name)' knows it, and keeps no listing of it; list it with 'cleanrules"
                + " sync'"
        )
    }

    private static func twice(
        _ name: String, _ one: Int, _ other: Int, _ survey: StateSurvey
    ) -> Failure {
        Failure(
            .failed,
            Message(
                "drive '\(VisibleText.escaped(name))' is in two states,"
                    + " '\(VisibleText.escaped(survey.states[one].profile.name))' and"
                    + " '\(VisibleText.escaped(survey.states[other].profile.name))'; leave one"
                    + " of them"
                    + " out of '\("profiles")', or the drive with '--without'"))
    }
}

/// What is said of drives that no state tells of.
enum StateGaps {
    /// Says of each of `gaps` why.
    static func warn(_ gaps: [(name: String, why: Message)]) {
        for (name, why) in gaps.prefix(StateSurvey.namedMax) {
            Host.warn(
                .clause(Message("drive '\(VisibleText.escaped(name))' is left out: \(why)")))
        }
        if gaps.count > StateSurvey.namedMax {
            Host.warn(.lineAndMore(n: gaps.count - StateSurvey.namedMax))
        }
    }

    /// Says that items of `drives` wait for their deletion by other plans: what a plan over all of
    /// them takes for a copy that stays may be one.
    static func warn(waitingOn drives: [TakenDrive]) {
        let count = drives.reduce(0) { $0 + $1.drive.waiting }
        if count > 0 { Host.warn(.fleetStatesWaiting(n: count)) }
    }

    /// Throws where there are any, all of which have been named.
    static func demandNone(_ names: [String]) throws(Failure) {
        if names.isEmpty { return }
        throw Failure(
            .failed,
            Message(
                "no state tells what there is on \(names.count) drives of the inventory:"
                    + " \(FleetOwners.text(names)); list them with 'cleanrules sync', or leave"
                    + " them out"
                    + " with '--without'"))
    }
}
