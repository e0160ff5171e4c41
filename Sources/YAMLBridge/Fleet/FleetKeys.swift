// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// The keys of a fleet file.
enum FleetKey: String, KeyVocabulary {
    case version, rules, work, graph, users, sites, drives, inventory, source
    case acrossOwners = "across_owners"
    case atOnce = "at_once"
    case caps, waves, lines

    static let mappingName = Message("the fleet file")
}

/// The keys of a fleet's `graph`.
enum FleetGraphKey: String, KeyVocabulary {
    case tenant
    case clientID = "client_id"
    case nationalCloud = "national_cloud"
    case graphURL = "graph_url"
    case loginURL = "login_url"
    case licences, share
    case workingHours = "working_hours"

    static let mappingName = Message("'\("graph")'")
}

/// The keys of `graph: {working_hours: …}`.
enum FleetHoursKey: String, KeyVocabulary {
    case from, to, days, share

    static let mappingName = Message("'\("working_hours")'")
}

/// The keys of a fleet's `users`.
enum FleetUsersKey: String, KeyVocabulary {
    case list, file, group, query, except

    static let mappingName = Message("'\("users")'")
}

/// The keys of a fleet's `source`.
enum FleetSourceKey: String, KeyVocabulary {
    case kind, files, libraries, profiles

    static let mappingName = Message("'\("source")'")
}

/// The keys of a fleet's `caps`.
enum FleetCapsKey: String, KeyVocabulary {
    case drive, day, wave
    case stopWhen = "stop_when"

    static let mappingName = Message("'\("caps")'")
}

/// The keys of `caps: {drive: …}`.
enum FleetDriveCapKey: String, KeyVocabulary {
    case items, bytes

    static let mappingName = Message("'\("drive")'")
}

/// The keys of `caps: {day: …}`.
enum FleetDayCapKey: String, KeyVocabulary {
    case items, bytes, drives

    static let mappingName = Message("'\("day")'")
}

/// The keys of `caps: {wave: …}`.
enum FleetWaveCapKey: String, KeyVocabulary {
    case items, bytes

    static let mappingName = Message("'\("wave")'")
}

/// The keys of `caps: {stop_when: …}`.
enum FleetStopKey: String, KeyVocabulary {
    case changed, failed, undone

    static let mappingName = Message("'\("stop_when")'")
}

/// The keys of a fleet's `waves`.
enum FleetWavesKey: String, KeyVocabulary {
    case sizes, soak

    static let mappingName = Message("'\("waves")'")
}
