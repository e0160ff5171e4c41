// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension ReviewCard {
    /// The card as the page gets it.
    ///
    /// `memberDetails` are those of the members, in their order; `canPictureMember` tells of which of
    /// them there may be a picture.
    func json(
        canPicture: Bool, details: ReviewDetails? = nil, memberDetails: [MemberDetails] = [],
        canPictureMember: (RecordedItem) -> Bool = { _ in false }, words: Words
    ) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .text(id)), ("drive", .text(item.drive)), ("path", .text(item.path)),
            ("name", .text(name)), ("folder", .text(folder)), ("type", .text(item.type)),
            ("kind", .text(icon.rawValue)), ("size", .number(item.size)),
            ("modified", item.modifiedJSON), ("rule", .text(entry.reviewed.rule)),
            ("reason", .text(entry.reason.rawValue)), ("verdict", .text(entry.verdict.rawValue)),
        ]
        let address = "/t/\(id)?v=\(item.pictureVersion)"
        members += [
            ("picture", canPicture ? .text(address) : .null),
            ("large", canPicture ? .text("\(address)&side=2048") : .null),
            ("last_copy", .bool(isLastCopy)), ("others_of_rule", .number(othersOfRule)),
            ("next_of_rule", .number(nextOfRule)),
            (
                "members",
                .list(
                    self.members.enumerated().map { place, member in
                        member.json(
                            canPicture: canPictureMember(member.item),
                            memberDetails.indices.contains(place) ? memberDetails[place] : nil,
                            words)
                    })
            ), ("decided", .text(decided?.rawValue)),
            ("act", .number(act)), ("blind", .bool(isBlind)), ("items", .number(undecidedItems)),
        ]
        if isGroup { members.append(("group", groupJSON)) }
        if let shot { members.append(("shot", .text(shot))) }
        if let device {
            members.append(("device", .text(device)))
            members.append(("decided_at", .instant(decidedAt)))
        }
        if let details { members.append(("details", details.json(words))) }
        return .object(members)
    }

    private var icon: PictureIcon {
        PictureIcon.kind(forName: name, type: item.isFolder ? .folder : .file)
    }

    /// What the page gets of the group as a whole.
    private var groupJSON: JSONValue {
        .object([
            ("kind", .text(entry.kind.rawValue)), ("leader", .number(leader)),
            ("going", .number(goers.count)), ("bytes", .number(bytesWon)),
            ("marks", .number(marksApart)), ("to_open", .number(groupsToOpen)),
        ])
    }
}

extension ReviewMember {
    /// The member as the page gets it.
    fileprivate func json(
        canPicture: Bool, _ details: MemberDetails?, _ words: Words
    ) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .text(id)), ("look", .text(look)), ("drive", .text(item.drive)),
            ("path", .text(item.path)), ("size", .number(item.size)),
            ("modified", item.modifiedJSON), ("verdict", .text(verdict.rawValue)),
            ("open", .bool(isOpen)),
        ]
        let address = "/t/\(look)?v=\(item.pictureVersion)"
        members += [
            ("picture", canPicture ? .text(address) : .null),
            ("large", canPicture ? .text("\(address)&side=2048") : .null),
        ]
        if let shot = shot(details) {
            members += [("shot", .text(shot)), ("bytes", .number(bytes))]
        }
        if let likeness { members.append(("like", likeness.json)) }
        if let details { members.append(("details", details.json(words))) }
        return .object(members)
    }
}

extension Likeness {
    /// The likeness as the page gets it: the correlation in thousandths.
    fileprivate var json: JSONValue {
        .object([
            ("marks", .number(marks)),
            ("correlation", .number(correlation.map { Int64(($0 * 1_000).rounded()) })),
        ])
    }
}

extension MemberDetails {
    /// The details as the page gets them.
    fileprivate func json(_ words: Words) -> JSONValue {
        .object([
            ("taken", .instant(taken)), ("width", .number(width)), ("height", .number(height)),
            ("camera", .text(camera)), ("album", .text(albums?.joined(separator: ", "))),
            ("shared", .bool(isShared)), ("sharpness", .number(sharpness)),
            ("stays", .text(stays.map { words($0) })), ("free", .bool(isFree)),
            ("decided", .text(decided.map { words($0) })),
        ])
    }
}

extension RecordedItem {
    /// When it was changed, as the page gets it.
    fileprivate var modifiedJSON: JSONValue {
        .instant(modified.map { Timestamp(secondsSinceEpoch: $0) })
    }

    /// What tells the pictures of two contents apart, and says nothing about the drive.
    var pictureVersion: String {
        var sum = PictureChecksum()
        for text in [cTag ?? eTag ?? "", "\(size ?? -1)", "\(modified ?? -1)", path] {
            sum.add(text.utf8)
            sum.add([0])
        }
        return String(sum.value, radix: 16)
    }
}

extension ReviewDetails {
    /// The details as the page gets them.
    fileprivate func json(_ words: Words) -> JSONValue {
        .object([
            ("taken", .instant(taken)), ("created", .instant(created)),
            ("width", .number(width)), ("height", .number(height)), ("camera", .text(camera)),
            ("album", .text(album)), ("shared", .bool(isShared)), ("rule_text", .text(ruleText)),
            ("reason_text", .text(words(reasonText))), ("place", .text(place)),
            ("conditions", .list(conditions.map(\.json))),
        ])
    }
}

extension ReviewCondition {
    /// The condition as the page gets it.
    fileprivate var json: JSONValue {
        let outcome =
            switch outcome {
            case .yes: "true"
            case .no: "false"
            case .unknown: "unknown"
            }
        return .object([
            ("outcome", .text(outcome)), ("text", .text(text)), ("actual", .text(actual)),
            ("depth", .number(depth)), ("exception", .bool(isException)),
        ])
    }
}
