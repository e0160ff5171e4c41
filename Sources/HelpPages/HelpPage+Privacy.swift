// SPDX-License-Identifier: Apache-2.0

internal import Wording

extension HelpPage {
    /// What the program knows of a person, for any rules.
    static let privacy = privacy(PrivacyManifest.everyHost)

    /// What the program knows of a person, where rules make something go to `hosts`.
    package static func privacy(_ hosts: PrivacyManifest.Hosts) -> HelpPage {
        HelpPage(
            name: "privacy", title: .privacyTitle,
            blocks: [
                .paragraph(.privacyLead), .heading(.privacyWho), who, .paragraph(.privacyLocal),
            ]
                + [.heading(.privacyKept), kept, .paragraph(.privacyNoContents)]
                + [.heading(.privacyHosts), sent(hosts)] + ways)
    }

    private static let who = Block.table(
        columns: [.privacyColWho, .privacyColLearns],
        rows: [
            [.privacyWhoAuthors, .privacyWhoAuthorsWhat],
            [.privacyWhoMicrosoft, .privacyWhoMicrosoftWhat],
            [.privacyWhoNotify, .privacyWhoNotifyWhat],
            [.privacyWhoSync, .privacyWhoSyncWhat],
            [.privacyWhoIssuer, .privacyWhoIssuerWhat],
            [.privacyWhoUsers, .privacyWhoUsersWhat], [.privacyWhoRoot, .privacyWhoRootWhat],
        ])

    private static let kept = Block.table(
        columns: [.privacyColWhat, .privacyColWhy, .privacyColWhere, .privacyColUntil],
        rows: PrivacyManifest.kept.map { [$0.what, $0.why, $0.place, $0.until] })

    private static func sent(_ hosts: PrivacyManifest.Hosts) -> Block {
        let rows = PrivacyManifest.sent.compactMap { sent -> [Phrase]? in
            guard let names = hosts[sent.reason] else { return nil }
            let known = names.map { Phrase.verbatim("`\($0)`") }
            return [
                .series(
                    known + (names.isEmpty ? [sent.whom].compactMap(\.self) : []), separator: ", "),
                sent.what,
            ]
        }
        return rows.isEmpty
            ? .paragraph(.privacyHostsNone)
            : .table(columns: [.privacyColHost, .privacyColSent], rows: rows)
    }

    private static let ways: [Block] = [
        .heading(.privacyTake), .paragraph(.privacyTakeText),
        .commands([
            "cleanrules export -o state.json", "cleanrules forget --cache-only",
            "cleanrules logout photos", "cleanrules forget --profile default",
        ]),
        .paragraph(.privacyEraseText), .heading(.privacyGive),
        .bullets([
            .privacyGivePlan, .privacyGiveShare, .privacyGiveBundle, .privacyGiveLog,
        ]),
    ]
}
