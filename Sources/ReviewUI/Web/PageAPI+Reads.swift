// SPDX-License-Identifier: Apache-2.0

internal import HelpPages
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording

extension PageAPI {
    /// The answer to a read; nil if there is nothing at that address.
    func read(
        _ head: RequestHead, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> PageAnswer? {
        let query = PageQuery(head.query)
        if head.path.hasPrefix("/t/") {
            return try await picture(String(head.path.dropFirst(3)), query)
        }
        switch head.path {
        case "/api/state": return .json(try await state(visitor))
        case "/api/queue", "/api/marked", "/api/by-rules": return try await list(head.path, query)
        case "/api/card":
            let id = try query.id()
            let card = try await asking { () async throws(ReviewError) in
                try await session.card(id)
            }
            return .json(await detailed(card))
        case "/api/same-rule":
            let id = try query.id()
            let cards = try await asking { () async throws(ReviewError) in
                try await session.cardsOfSameRule(id)
            }
            return .json(.object([("cards", plain(cards))]))
        case "/api/groups": return .json(try await groups(query))
        case "/api/history":
            let most = try query.number("n", 1...10_000, standard: 200)
            let acts = try await asking { () async throws(ReviewError) in
                try await session.history(most: most)
            }
            return .json(.object([("acts", .list(acts.map(\.page)))]))
        case "/api/plan": return .json(try await plan())
        case "/api/stats", "/api/stats/chart.svg", "/api/stats/share.svg":
            return try await stats(head.path, query)
        case "/api/about": return .json(await about())
        case "/api/help":
            let document = HelpDocument(words: words)
            return .json(.object([("pages", .list(HelpPage.all.map { document.value($0) }))]))
        case "/api/accounts": return .json(await accounts())
        case "/api/sign-in": return .json(await signIn())
        case "/api/export": return try await export()
        case "/api/settings":
            return .json(
                .raw(
                    try await asking { () async throws(ReviewError) in
                        try await services.settings()
                    }))
        case "/api/tier":
            return .json(
                .raw(
                    try await asking { () async throws(ReviewError) in
                        try await services.tiers(words)
                    }))
        case "/api/events": return try await events(head)
        default: return nil
        }
    }

    private func list(
        _ path: String, _ query: PageQuery
    ) async throws(PageRefusal) -> PageAnswer {
        let isQueue = path == "/api/queue"
        let offset = try query.number("offset", 0...10_000_000, standard: 0)
        let most = try query.number(
            "n", 0...(isQueue ? 50 : 1_000), standard: isQueue ? 5 : 100)
        let revision = try await asking { () async throws(ReviewError) in
            try await session.revision()
        }
        let cards = try await asking { () async throws(ReviewError) in
            switch path {
            case "/api/queue": try await session.cards(offset: offset, most: most)
            case "/api/marked": try await session.marked(offset: offset, most: most)
            default: try await session.deletedByRules(offset: offset, most: most)
            }
        }
        return .json(
            .object([
                ("revision", .number(revision)),
                ("cards", isQueue ? await detailed(cards) : plain(cards)),
            ]))
    }

    private func groups(_ query: PageQuery) async throws(PageRefusal) -> JSONValue {
        let offset = try query.number("offset", 0...10_000_000, standard: 0)
        let most = try query.number("n", 0...200, standard: 50)
        let (cards, total) = try await asking { () async throws(ReviewError) in
            try await session.groups(offset: offset, most: most)
        }
        return .object([("total", .number(total)), ("cards", plain(cards))])
    }

    // MARK: Pictures

    private static let pictureTypes: Set<String> = [
        "image/jpeg", "image/png", "image/webp", "image/gif",
    ]

    /// The picture of the item of a card, or of a member of one.
    ///
    /// Made of the bytes here: the page never gets the address of a drive, and nothing but a
    /// picture of pixels is sent, whatever the file is.
    private func picture(
        _ id: String, _ query: PageQuery
    ) async throws(PageRefusal) -> PageAnswer {
        let side = try query.number("side", 16...4_096, standard: 1_024)
        let item = try await asking { () async throws(ReviewError) in
            try await session.item(look: id)
        }
        guard services.canPicture(item),
            let picture = await services.picture(item, side),
            Self.pictureTypes.contains(picture.mediaType)
        else { throw PageRefusal(404, "no-picture", Message("there is no picture of it")) }
        // An address of another version is of a page that is behind: it gets what there is now,
        // but must not keep it under that address.
        let isCurrent = query.text("v").map { $0 == item.pictureVersion } ?? false
        return PageAnswer(
            200, picture.bytes, type: picture.mediaType,
            cache: isCurrent ? "private, max-age=31536000, immutable" : "no-store")
    }

    // MARK: The plan

    private func plan() async throws(PageRefusal) -> JSONValue {
        let preview = try await asking { () async throws(ReviewError) in
            try await services.stagePreview()
        }
        let glance = try await asking { () async throws(ReviewError) in
            try await session.goingAtAGlance(5)
        }
        let rules = preview.rules.map { share in
            JSONValue.object([
                ("rule", .text(share.rule)), ("items", .number(share.items)),
                ("bytes", .number(share.bytes)),
            ])
        }
        return .object([
            ("can_stage", .bool(preview.refusals.isEmpty && preview.items > 0)),
            ("started_at", .instant(preview.startedAt)),
            ("refusals", .texts(words(preview.refusals))), ("items", .number(preview.items)),
            ("bytes", .number(preview.bytes)), ("first_due", .instant(preview.firstDue)),
            ("ways_back", .texts(words(preview.waysBack))), ("largest", plain(glance.largest)),
            ("random", plain(glance.random)), ("blind", plain(glance.blind)),
            ("rules", .list(rules)),
            (
                "waiting",
                .object([
                    ("items", .number(preview.waiting.items)),
                    ("bytes", .number(preview.waiting.bytes)),
                    ("next_due", .instant(preview.nextDue)),
                ])
            ),
        ])
    }

    // MARK: The rest

    private func stats(
        _ path: String, _ query: PageQuery
    ) async throws(PageRefusal) -> PageAnswer {
        let days = try query.number("days", 7...365, standard: 7)
        guard [7, 30, 365].contains(days) else {
            throw PageRefusal(400, "invalid", Message("days is 7, 30 or 365"))
        }
        let isNarrow = try query.number("narrow", 0...1, standard: 0) == 1
        let bytes = try await asking { () async throws(ReviewError) in
            switch path {
            case "/api/stats": try await services.stats(days)
            case "/api/stats/share.svg": try await services.share(days, words)
            default: try await services.chart(days, isNarrow, words)
            }
        }
        return PageAnswer(
            200, bytes, type: path == "/api/stats" ? "application/json" : "image/svg+xml")
    }

    private func about() async -> JSONValue {
        let about = await services.about()
        return .object([
            ("version", .text(services.version)), ("state_file", .text(about.stateFile)),
            ("cache_folder", .text(about.cacheFolder)), ("rules", .text(about.rules)),
            (
                "commands",
                .object([
                    ("export", .text(about.exportCommand)),
                    ("forget", .text(about.forgetCommand)),
                ])
            ), ("drives", .texts(await services.drives())),
        ])
    }

    private func export() async throws(PageRefusal) -> PageAnswer {
        let export = try await asking { () async throws(ReviewError) in
            try await services.export()
        }
        let name = String(
            decoding: export.fileName.utf8.map {
                PageFiles.isNamePart($0) || $0 == UInt8(ascii: ".") ? $0 : UInt8(ascii: "_")
            }, as: UTF8.self)
        return PageAnswer(
            200,
            [
                ("Content-Type", export.mediaType), ("Cache-Control", "no-store"),
                ("Content-Disposition", "attachment; filename=\"\(name)\""),
            ], body: .pieces(export.next))
    }

    private func events(_ head: RequestHead) async throws(PageRefusal) -> PageAnswer {
        let revision = try await asking { () async throws(ReviewError) in
            try await session.revision()
        }
        await hub.announce(revision)
        return PageAnswer(200, body: .events(after: head.value("last-event-id")))
    }
}
