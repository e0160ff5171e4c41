// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// Puts conditions and an item's values into the words of a rules file.
struct ConditionWording {
    let item: ItemValues
    let clock: RuleClock
    /// For folders: whether nothing lies below.
    let isEmpty: Bool?

    /// The condition as a person would write it, on one line.
    func text(_ condition: Condition) -> String {
        switch condition {
        case .everything: "everything: true"
        case .all: "all of"
        case .any: "any of"
        case .none: "none of"
        case .defined(let names): "is: \(list(names))"
        case .test(let test): "\(test.field.rawValue): \(list(test.alternatives.map { text($0) }))"
        }
    }

    /// What the item has in `field`; nil where it is missing.
    func actual(_ field: Field) -> String? {
        switch field {
        case .name, .nameRegex: return name
        case .path, .pathRegex: return item.path
        case .ext: return fileExtension
        case .kind: return kind?.rawValue
        case .mime: return item.mime
        case .size: return item.size.map { ByteCountText.exact($0) }
        case .empty:
            if item.type == .folder { return isEmpty.map(String.init) }
            return item.size.map { String($0 == 0) }
        case .age: return age([item.created, item.modified].compactMap { $0 }.max())
        case .modifiedAge: return age(item.modified)
        case .createdAge: return age(item.created)
        case .takenAge: return age(item.taken)
        case .accessedAge: return age(item.accessed)
        case .knownFor: return age(item.firstSeen)
        case .modified: return item.modified?.description
        case .created: return item.created?.description
        case .taken: return item.taken?.description
        case .accessed: return item.accessed?.description
        case .depth: return String(item.path.utf8.count { $0 == UInt8(ascii: "/") } - 1)
        case .shared: return item.shared.map(String.init)
        case .owner:
            let known = [item.owner, item.ownerAddress].compactMap { $0 }
            return known.isEmpty ? nil : known.joined(separator: ", ")
        case .width: return item.width.map(String.init)
        case .height: return item.height.map(String.init)
        case .camera: return item.camera
        case .album: return item.albums.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") }
        case .sharpness: return item.photo?.look?.sharpness.map(String.init)
        case .brightness: return item.photo?.look?.brightness.map(String.init)
        case .detail: return (item.photo?.look?.detail).map(String.init)
        case .screenshot:
            return ScreenshotSign.isScreenshot(name: name, camera: item.camera, item.photo)
                .map(String.init)
        case .drive: return item.drive
        }
    }

    private var name: String {
        String(item.path[(item.path.lastIndex(of: "/") ?? item.path.startIndex)...].dropFirst())
    }

    private var fileExtension: String? {
        let folded = Normalization.folded(name)
        guard let dot = folded.lastIndex(of: "."), dot != folded.startIndex else { return nil }
        let text = folded[dot...].dropFirst()
        return text.isEmpty ? nil : String(text)
    }

    private var kind: ItemKind? {
        if item.type == .folder { return nil }
        if let kind = item.mime.flatMap({ KindTable.kind(ofMIME: $0) }) { return kind }
        guard let fileExtension else { return .other }
        return KindTable.extensions.first {
            $0.extensions.split(separator: " ").contains { $0 == fileExtension }
        }?
        .kind ?? .other
    }

    /// An age in whole days and hours, with the date it is counted from.
    private func age(_ date: Timestamp?) -> String? {
        guard let date else { return nil }
        let seconds = clock.now.secondsSinceEpoch - date.secondsSinceEpoch
        let (days, hours) = (abs(seconds) / 86_400, abs(seconds) % 86_400 / 3_600)
        let sign = seconds < 0 ? "-" : ""
        let length = days > 0 ? "\(days)d" + (hours > 0 ? " \(hours)h" : "") : "\(hours)h"
        return "\(sign)\(length) (\(date))"
    }

    private func list(_ texts: [String]) -> String {
        texts.count == 1 ? texts[0] : "[" + texts.joined(separator: ", ") + "]"
    }

    private func text(_ value: TestValue) -> String {
        switch value {
        case .present: "present"
        case .missing: "missing"
        case .glob(let glob): "\"\(glob.text)\""
        case .regularExpression(let expression): "'\(expression.pattern)'"
        case .fileExtension(let text): text
        case .kind(let kind): kind.rawValue
        case .driveName(let name): name
        case .number(let comparison): text(comparison) { "\($0)" }
        case .age(let comparison): text(comparison) { "\($0.amount)\($0.unit.rawValue)" }
        case .date(.before(let bound)): "before \(text(bound))"
        case .date(.since(let bound)): "since \(text(bound))"
        case .date(.between(let from, let to)): "\(text(from))..\(text(to))"
        case .flag(let flag): String(flag)
        }
    }

    private func text<Bound>(
        _ comparison: Comparison<Bound>, _ write: (Bound) -> String
    ) -> String {
        switch comparison {
        case .over(let bound): "over \(write(bound))"
        case .under(let bound): "under \(write(bound))"
        case .between(let low, let high): "\(write(low))..\(write(high))"
        case .exactly(let bound): write(bound)
        }
    }

    private func text(_ bound: DateBound) -> String {
        switch bound {
        case .instant(let instant): instant.description
        case .day(let day): day.text
        }
    }
}
