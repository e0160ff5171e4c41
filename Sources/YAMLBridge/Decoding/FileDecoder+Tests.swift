// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// A test with its small listing.
    mutating func test(_ slot: Slot) -> RuleTest? {
        guard let fields = fields(slot, TestKey.self) else { return nil }
        let name = fields[.name].flatMap { text($0) } ?? ""
        let now = required(.now, in: fields).flatMap { instant($0) }
        let elements = list(fields[.items]) ?? []
        var likenesses: [Likeness] = []
        var items = elements.compactMap { testItem($0, &likenesses) }
        giveLooks(to: &items, likenesses)
        if elements.isEmpty {
            warn(.testEmpty, Message("a test without items shows nothing"), at: fields.place)
        }
        guard let now else { return nil }
        return RuleTest(name: name, now: now, items: items, location: fields.place)
    }

    /// An instant that must not be missing.
    private mutating func instant(_ slot: Slot) -> Timestamp? {
        parsed(slot) { text throws(ValueError) -> Timestamp in
            if let instant = try Timestamp.parse(text) { return instant }
            throw ValueError(.dateOutOfRange, Message("'now' lies in the years 1601 to 9999"))
        }
    }

    /// One item with its expectation.
    private mutating func testItem(
        _ slot: Slot, _ likenesses: inout [Likeness]
    ) -> TestItem? {
        let fields = self.fields(slot, TestItemKey.self) { name in
            TestItemKey.derived.contains(name)
                ? Message("'\(name)' follows from the item's path, type and size; leave it out")
                : nil
        }
        guard let fields else { return nil }
        let path = parsed(required(.path, in: fields)) { text throws(ValueError) -> String in
            try PathGrammar.check(text)
            return text
        }
        let expect = word(required(.expect, in: fields), Verdict.self)
        let by = fields[.by].flatMap { text($0) }
        if let by, let slot = fields[.by] {
            names.idUses.append(NameUse(name: by, place: place(of: slot)))
        }
        var item = ItemValues(path: path ?? "/")
        readMetadata(fields, into: &item)
        readContent(fields, into: &item)
        readPicture(fields, into: &item)
        if let slot = fields[.looksLike], let other = text(slot) {
            likenesses.append(Likeness(path: item.path, other: other, place: place(of: slot)))
        }
        let ages = ages(fields)
        guard path != nil, let expect else { return nil }
        return TestItem(
            item: item, ages: ages, expect: expect, by: by, location: fields.place)
    }

    /// The item's place, dates and owner.
    private mutating func readMetadata(
        _ fields: Fields<TestItemKey>, into item: inout ItemValues
    ) {
        item.drive = given(fields[.drive])
        if let drive = item.drive, let slot = fields[.drive] {
            names.driveUses.append(NameUse(name: drive, place: place(of: slot)))
        }
        item.id = given(fields[.id])
        item.type = word(fields[.type], ItemType.self) ?? .file
        item.created = date(fields[.created])
        item.modified = date(fields[.modified])
        item.taken = date(fields[.taken])
        item.accessed = date(fields[.accessed])
        item.firstSeen = date(fields[.firstSeen])
        item.shared = flag(fields[.shared])
        item.owner = given(fields[.owner])
        item.ownerAddress = given(fields[.ownerAddress])
        item.isShortcut = flag(fields[.shortcut]) ?? false
        item.link = given(fields[.link])
        item.eTag = given(fields[.eTag])
        item.cTag = given(fields[.cTag])
    }

    /// What the item holds.
    private mutating func readContent(_ fields: Fields<TestItemKey>, into item: inout ItemValues) {
        item.size = parsed(fields[.size], SizeGrammar.size)
        item.mime = given(fields[.mime])
        item.width = count(fields[.width])
        item.height = count(fields[.height])
        item.camera = given(fields[.camera])
        item.albums = fields[.album].map { slot in oneOrMore(slot).compactMap { given($0) } }
        if let slot = fields[.hashes], let hashes = self.fields(slot, HashesKey.self) {
            item.quickXor = given(hashes[.quickxor])
            item.sha1 = given(hashes[.sha1])
            item.sha256 = given(hashes[.sha256])
        }
        item.sha256 = hash(fields[.hash]) ?? item.sha256
    }

    /// The ages, to be counted back from the test's `now`.
    private mutating func ages(_ fields: Fields<TestItemKey>) -> [Field: Age] {
        let keys: [(TestItemKey, Field)] = [
            (.age, .age), (.modifiedAge, .modifiedAge), (.createdAge, .createdAge),
            (.takenAge, .takenAge), (.accessedAge, .accessedAge), (.knownFor, .knownFor),
        ]
        var ages: [Field: Age] = [:]
        for (key, field) in keys {
            ages[field] = parsed(fields[key], DurationGrammar.age)
        }
        return ages
    }

    /// A SHA-256 in hex.
    mutating func hash(_ slot: Slot?) -> String? {
        parsed(slot) { text throws(ValueError) -> String in
            guard text.utf8.count == 64, text.allSatisfy({ $0.isHexDigit && $0.isASCII }) else {
                throw ValueError(
                    .hashInvalid, Message("'\(text.quotable)' is no SHA-256"),
                    advice: Message("write its 64 hex digits"))
            }
            return text
        }
    }

    /// A text; an empty one counts as missing, as in a listing.
    private mutating func given(_ slot: Slot?) -> String? {
        guard let slot, let text = text(slot), !text.isEmpty else { return nil }
        return text
    }

    /// An instant; a year before 1601 counts as missing, as in a listing.
    private mutating func date(_ slot: Slot?) -> Timestamp? {
        parsed(slot) { text throws(ValueError) in try Timestamp.parse(text) }.flatMap { $0 }
    }
}
