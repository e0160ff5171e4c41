// SPDX-License-Identifier: Apache-2.0

package import Text
internal import Wording

/// What is kept of a person, what for, where and how long, and what goes to which host.
///
/// The page on privacy shows it and `cleanrules privacy --format json` writes it; tests hold it against
/// the tables of the state file, the files that a whole way through the program leaves, and the
/// addresses in a log of its requests.
package enum PrivacyManifest {
    /// Something that is kept.
    package struct Kept: Sendable {
        /// Its name in documents.
        package let id: String
        let what: Phrase
        let why: Phrase
        let place: Phrase
        let until: Phrase
        /// The commands that erase it.
        let erasedBy: [String]
        /// The tables of the state file that hold it.
        package var tables: [String] = []
        /// The files that hold it, as patterns of a shell.
        package var files: [String] = []
    }

    /// Something that leaves this machine.
    package struct Sent: Sendable {
        /// What makes it leave.
        package enum Reason: String, Sendable, CaseIterable {
            /// A person, or an application, signs in to a OneDrive.
            case signIn = "sign-in"
            /// A OneDrive is listed and changed.
            case graph
            /// Contents of files of a OneDrive are compared or shown.
            case contents
            /// The rules ask for messages.
            case message
            /// A person redeems a code of an issuer, or asks it what was granted.
            case issuer
        }

        /// What makes it leave.
        package let reason: Reason
        let what: Phrase
        /// Whom it goes to where no host is known beforehand.
        let whom: Phrase?
    }

    /// Hosts by what makes something go there, as rules name them; what is missing is not asked for.
    package typealias Hosts = [Sent.Reason: [String]]

    /// The names of files that the program writes by itself begin here.
    private static let state = "$XDG_STATE_HOME/cleanrules/"

    /// Everything that is kept.
    package static let kept = [
        Kept(
            id: "listing", what: .privacyListing, why: .privacyListingWhy, place: .privacyInState,
            until: .privacyListingUntil, erasedBy: ["forget --cache-only", "forget"],
            tables: ["drive", "catalog_part", "hash_cache", "feed", "feed_page"],
            files: stateFiles),
        Kept(
            id: "plans", what: .privacyPlans, why: .privacyPlansWhy, place: .privacyInState,
            until: .privacyPlansUntil, erasedBy: ["forget"], tables: ["plan", "plan_piece"],
            files: stateFiles),
        Kept(
            id: "decisions", what: .privacyActs, why: .privacyActsWhy, place: .privacyInState,
            until: .privacyUntilForget, erasedBy: ["forget"],
            tables: [
                "decision", "review_act", "ruling", "staged_item", "quota", "group_decision",
            ],
            files: stateFiles),
        Kept(
            id: "looks", what: .privacyLooks, why: .privacyLooksWhy, place: .privacyInState,
            until: .privacyLooksUntil,
            erasedBy: ["photos --forget", "forget --cache-only", "forget"],
            tables: ["look", "small", "pair"], files: stateFiles),
        Kept(
            id: "unlike", what: .privacyUnlike, why: .privacyUnlikeWhy, place: .privacyInState,
            until: .privacyUntilForget, erasedBy: ["forget"], tables: ["unlike"],
            files: stateFiles),
        Kept(
            id: "history", what: .privacyHistory, why: .privacyHistoryWhy, place: .privacyInState,
            until: .privacyHistoryUntil, erasedBy: ["forget"], tables: ["history"],
            files: stateFiles),
        Kept(
            id: "settings", what: .privacySettings, why: .privacySettingsWhy,
            place: .privacyInState, until: .privacyUntilForget, erasedBy: ["forget"],
            tables: ["setting"], files: stateFiles),
        Kept(
            id: "events", what: .privacyEvents, why: .privacyEventsWhy, place: .privacyInState,
            until: .privacyEventsUntil, erasedBy: ["forget"], tables: ["event"],
            files: stateFiles),
        Kept(
            id: "hints", what: .privacyHints, why: .privacyHintsWhy, place: .privacyHintsWhere,
            until: .privacyHintsUntil, erasedBy: ["forget"],
            files: [state + "accounts/hints*"]),
        Kept(
            id: "grants", what: .privacyGrants, why: .privacyGrantsWhy, place: .privacyInState,
            until: .privacyUntilForget, erasedBy: ["forget"],
            tables: ["tier_anchor", "tier_policy", "entitlement", "redemption"],
            files: stateFiles),
        Kept(
            id: "logs", what: .privacyLogs, why: .privacyLogsWhy, place: .privacyLogsWhere,
            until: .privacyLogsUntil, erasedBy: [], files: [".cleanrules/sync/*"]),
        Kept(
            id: "heard", what: .privacyHeard, why: .privacyLogsWhy, place: .privacyInState,
            until: .privacyUntilForget, erasedBy: ["forget"],
            tables: ["sync_device", "sync_line", "sync_log", "sync_arrival", "sync_use"],
            files: stateFiles),
        Kept(
            id: "backups", what: .privacyBackups, why: .privacyBackupsWhy,
            place: .privacyBackupsWhere, until: .privacyBackupsUntil, erasedBy: ["forget"],
            files: [state + "*/backups/*"]),
        Kept(
            id: "upgrade", what: .privacyUpgrade, why: .privacyUpgradeWhy,
            place: .privacyUpgradeWhere, until: .privacyUpgradeUntil, erasedBy: ["forget"],
            files: [state + "*/state.sqlite.before-v*", state + "*/state.sqlite.damaged-*"]),
        Kept(
            id: "edits", what: .privacyEdits, why: .privacyEditsWhy, place: .privacyEditsWhere,
            until: .privacyEditsUntil, erasedBy: ["rules fmt"], files: [state + "@edits/*"]),
        Kept(
            id: "tokens", what: .privacyTokens, why: .privacyTokensWhy, place: .privacyTokensWhere,
            until: .privacyTokensUntil, erasedBy: ["logout", "forget"],
            files: [state + "accounts/tokens.json*", state + "accounts/tokens.lock"]),
        Kept(
            id: "pictures", what: .privacyPictures, why: .privacyPicturesWhy,
            place: .privacyPicturesWhere, until: .privacyPicturesUntil,
            erasedBy: ["forget --cache-only", "forget"],
            files: ["$XDG_CACHE_HOME/cleanrules/thumbs/*"]),
        Kept(
            id: "bin", what: .privacyBin, why: .privacyBinWhy, place: .privacyBinWhere,
            until: .privacyBinUntil, erasedBy: [],
            files: ["$XDG_DATA_HOME/Trash/*", ".cleanrules/quarantine/*"]),
        Kept(
            id: "files", what: .privacyFiles, why: .privacyFilesWhy, place: .privacyFilesWhere,
            until: .privacyFilesUntil, erasedBy: []),
    ]

    /// The state file of each profile and what lies beside it, but earlier states.
    private static let stateFiles = [
        "", "-wal", "-shm", "-journal", ".run", ".restored", ".paused",
    ]
    .map { state + "*/state.sqlite" + $0 }

    /// The hosts of all clouds of Microsoft, for rules that nobody named.
    package static let everyHost: Hosts = [
        .signIn: [
            "login.microsoftonline.com", "login.microsoftonline.us", "login.chinacloudapi.cn",
        ],
        .graph: [
            "graph.microsoft.com", "graph.microsoft.us", "dod-graph.microsoft.us",
            "microsoftgraph.chinacloudapi.cn",
        ],
        .contents: [], .message: [], .issuer: [],
    ]

    /// Everything that can leave this machine.
    package static let sent = [
        Sent(reason: .signIn, what: .privacySignIn, whom: nil),
        Sent(reason: .graph, what: .privacyGraph, whom: nil),
        Sent(reason: .contents, what: .privacyContents, whom: .privacyContentsHost),
        Sent(reason: .message, what: .privacyMessage, whom: .privacyMessageHost),
        Sent(reason: .issuer, what: .privacyIssuer, whom: .privacyIssuerHost),
    ]

    /// The manifest for programs, in English; `hosts` are those that rules name, or every one.
    package static func document(_ hosts: Hosts) -> JSONValue {
        .object([
            ("format", .number(1)),
            ("telemetry", .bool(false)),
            ("kept", .list(kept.map(\.value))),
            (
                "sent",
                .list(
                    sent.compactMap { sent in hosts[sent.reason].map { sent.value($0) } })
            ),
        ])
    }
}

extension PrivacyManifest.Kept {
    fileprivate var value: JSONValue {
        .object([
            ("id", .text(id)), ("what", .text(HelpText.plain(what, .english))),
            ("why", .text(HelpText.plain(why, .english))),
            ("where", .text(HelpText.plain(place, .english))),
            ("until", .text(HelpText.plain(until, .english))),
            ("erased_by", .texts(erasedBy)), ("tables", .texts(tables)), ("files", .texts(files)),
        ])
    }
}

extension PrivacyManifest.Sent {
    fileprivate func value(_ hosts: [String]) -> JSONValue {
        .object([
            ("reason", .text(reason.rawValue)), ("what", .text(HelpText.plain(what, .english))),
            ("hosts", .texts(hosts)),
            ("to", .text(whom.map { HelpText.plain($0, .english) })),
        ])
    }
}
