// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Glibc
internal import Messages
internal import StateLedger
internal import Text
internal import Threads
internal import Wording
internal import Workflow

/// A state of a fleet, and which drives it has.
struct SurveyedState: Sendable {
    /// Where it is.
    let profile: FleetProfile
    /// What was found in it.
    let note: StateNote
    /// Whether that was found earlier, and holds.
    let isNoted: Bool
}

/// Which drives the states of a fleet have, without their listings. A state that has not changed
/// since it was read is not opened.
struct StateSurvey: Sendable {
    /// The states, in the order of their paths.
    let states: [SurveyedState]
    /// Those that cannot be read, and why.
    let unread: [(name: String, why: Message)]

    /// Looks at `profiles`, `jobs` at once; notes about them may lie in `folder`. Throws where it
    /// is to stop.
    static func of(
        _ profiles: [FleetProfile], _ folder: SnapshotFolder, jobs: Int,
        options: LedgerOptions = LedgerOptions(), stop: @escaping @Sendable () -> Ending?
    ) async throws(Failure) -> StateSurvey {
        let found = await FleetRun.each(profiles, most: jobs) { profile in
            await BlockingCall.value { () -> Result<SurveyedState, Failure> in
                if let ending = stop() { return .failure(Failure(ending)) }
                return Result { () throws(Failure) in try look(profile, folder, options) }
            }
        }
        if let ending = stop() { throw Failure(ending) }
        var states: [SurveyedState] = []
        var unread: [(name: String, why: Message)] = []
        for (profile, result) in zip(profiles, found) {
            switch result {
            case .success(let state): states.append(state)
            case .failure(let failure): unread.append((profile.name, failure.clause ?? .plain("")))
            }
        }
        return StateSurvey(states: states, unread: unread)
    }

    private static func look(
        _ profile: FleetProfile, _ folder: SnapshotFolder, _ options: LedgerOptions
    ) throws(Failure) -> SurveyedState {
        let begun = Int64(time(nil))
        let stamps = StateNote.stamps(of: profile.path)
        if let stamps, let note = StateNote(path: folder.notePath(of: profile.path)),
            note.isSettled, note.stamps == stamps
        {
            return SurveyedState(profile: profile, note: note, isNoted: true)
        }
        let drives: [KeptListings.Drive]
        do throws(LedgerError) {
            drives = try KeptListings.read(profile.path, options: options) {
                kept throws(LedgerError) in
                try kept.drives()
            }
        } catch {
            throw Failure(error)
        }
        let note = StateNote(
            stamps: stamps, begun: begun, drives: drives.map { KeptDrive($0) })
        return SurveyedState(profile: profile, note: note, isNoted: false)
    }

    /// How many things of a kind are named.
    static let namedMax = 20

    /// Says which states cannot be read.
    func warn() {
        for (name, why) in unread.prefix(Self.namedMax) {
            Host.warn(
                .clause(
                    Message("the state '\(VisibleText.escaped(name))' is left out: \(why)")))
        }
        if unread.count > Self.namedMax {
            Host.warn(.lineAndMore(n: unread.count - Self.namedMax))
        }
    }
}
