// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import StateLedger
internal import Text
internal import Workflow
internal import YAMLBridge

/// A state that a fleet plans from.
struct FleetProfile: Sendable, Hashable {
    /// The state file, absolute and without links.
    let path: String
    /// How people know it.
    let name: String
}

extension FleetSource {
    /// What the state file in the folder of a profile is called.
    private static let stateName = "state.sqlite"

    /// The profiles of the source, in the order of their paths; throws where there are none, or
    /// something else is among them.
    func profiles() throws(Failure) -> [FleetProfile] {
        guard let pattern = file.source?.files.text else { throw Failure(.invalidRules) }
        var found: [FleetProfile] = []
        var known: Set<[UInt8]> = []
        for path in try FilePattern(pattern, from: folder).paths() {
            let state = try Self.state(at: path, called: name(of: path))
            // One that is reached in several ways is one.
            let place = MachinePath.canonical(state) ?? state
            guard known.insert(Array(place.utf8)).inserted else { continue }
            found.append(FleetProfile(path: place, name: name(of: state)))
        }
        if !found.isEmpty { return found }
        let looked = MachinePath.resolve(pattern, from: folder)
        throw Failure(
            .failed,
            Message(
                "there is no profile '\(VisibleText.escaped(looked))', where the fleet file has"
                    + " those"
                    + " of its source; say as 'profiles' where they are: folders with a"
                    + " 'state.sqlite', or state files"))
    }

    /// The state file that `path` is, or holds.
    private static func state(at path: String, called name: String) throws(Failure) -> String {
        guard FileBytes.isFolder(path) else { return path }
        let state = path + "/" + stateName
        if StateCompanions.isThere(state: state) { return state }
        throw Failure(
            .failed,
            Message(
                "'\(VisibleText.escaped(name))' is no profile: there is no 'state.sqlite' in it;"
                    + " name as 'profiles' folders of profiles alone, or state files"))
    }
}
