// SPDX-License-Identifier: Apache-2.0

/// What kind of value a field is tested against.
public enum ValueForm: String, Sendable, Hashable, CaseIterable {
    /// A glob on a name.
    case nameGlob = "name glob"
    /// A glob on a path.
    case pathGlob = "path glob"
    /// A glob on a text.
    case textGlob = "glob"
    /// A PCRE2 expression.
    case regularExpression = "regular expression"
    /// An extension without its dot.
    case fileExtension = "extension"
    /// One of the kinds.
    case kind = "kind"
    /// A size with its unit.
    case size = "size"
    /// A plain number.
    case count = "number"
    /// An age with its unit.
    case age = "age"
    /// A date.
    case date = "date"
    /// `true` or `false`.
    case flag = "true or false"
    /// The name of a drive.
    case driveName = "drive name"
}

/// One row of the vocabulary: everything that help, schema, checks and tests say of a field.
public struct FieldDescription: Sendable {
    /// The field; its raw value is the key.
    public let field: Field
    /// What it is tested against.
    public let form: ValueForm
    /// Whether `present` and `missing` are tests of it.
    public let takesPresence: Bool
    /// The kinds of drive that supply it; a listing supplies every field.
    public let suppliers: Set<DriveKind>
    /// One line for people.
    public let summary: String
    /// A value that is valid.
    public let example: String
}

/// The one table of fields: decoder, schema, reference, checks and tests read it.
public enum Vocabulary {
    /// All fields, in the order of the reference.
    public static let fields: [FieldDescription] = Field.allCases.map { describe($0) }

    /// The description of `field`.
    public static func description(of field: Field) -> FieldDescription { describe(field) }

    private static let all = Set(DriveKind.allCases)
    private static let withoutDataset = all.subtracting([.dataset])
    private static let withoutLocal: Set<DriveKind> = [.onedrive, .listing, .memory]
    private static let local: Set<DriveKind> = [.local, .listing, .memory]

    // One row a field; a switch, so that no field can be forgotten.
    private static func describe(_ field: Field) -> FieldDescription {
        func row(
            _ form: ValueForm, _ takesPresence: Bool, _ suppliers: Set<DriveKind>,
            _ summary: String, _ example: String
        ) -> FieldDescription {
            FieldDescription(
                field: field, form: form, takesPresence: takesPresence, suppliers: suppliers,
                summary: summary, example: example)
        }
        switch field {
        case .name:
            return row(.nameGlob, false, all, "the last component of the path", "\"*.tmp\"")
        case .path: return row(.pathGlob, false, all, "the whole path", "/Photos/**")
        case .nameRegex:
            return row(
                .regularExpression, false, all, "the last component, found anywhere in it",
                "'^IMG_[0-9]{4}'")
        case .pathRegex:
            return row(
                .regularExpression, false, all, "the whole path, found anywhere in it",
                "'(?i)/cache/'")
        case .ext:
            return row(
                .fileExtension, true, all, "what follows the last dot of the name", "jpg")
        case .kind:
            return row(.kind, true, all, "what the file holds, by MIME type or extension", "image")
        case .mime:
            return row(.textGlob, true, withoutDataset, "the MIME type", "\"video/*\"")
        case .size: return row(.size, true, all, "how many bytes a file has", "over 50MB")
        case .empty:
            return row(.flag, false, all, "a file without bytes, a folder without items", "true")
        case .age:
            return row(
                .age, true, all, "time since the later of created and modified", "over 90d")
        case .modifiedAge: return row(.age, true, all, "time since the last change", "over 1y")
        case .createdAge: return row(.age, true, all, "time since the creation", "under 2w")
        case .takenAge:
            return row(.age, true, withoutDataset, "time since the picture was taken", "over 5y")
        case .accessedAge:
            return row(.age, true, local, "time since the last access", "over 6mo")
        case .knownFor:
            return row(
                .age, true, all, "time since a sync of this state file first saw it", "over 30d")
        case .modified:
            return row(.date, true, all, "the date of the last change", "before 2020-01-01")
        case .created:
            return row(.date, true, all, "the date of the creation", "since 2024-01-01")
        case .taken:
            return row(
                .date, true, withoutDataset, "the date the picture was taken",
                "2023-01-01..2023-12-31")
        case .accessed:
            return row(.date, true, local, "the date of the last access", "before 2022-01-01")
        case .depth:
            return row(.count, false, all, "how many folders stand above the item", "over 3")
        case .shared:
            return row(.flag, true, withoutLocal, "whether it is shared with somebody", "true")
        case .owner:
            return row(
                .textGlob, true, all, "the creator's display name or address", "\"*@example.com\"")
        case .width:
            return row(.count, true, withoutDataset, "pixels across", "over 4000")
        case .height:
            return row(.count, true, withoutDataset, "pixels down", "under 600")
        case .camera:
            return row(.textGlob, true, withoutDataset, "make and model", "\"Canon*\"")
        case .album:
            return row(
                .textGlob, true, withoutDataset, "the names of the albums that it is in",
                "\"Best of*\"")
        case .sharpness:
            return row(
                .count, false, withoutDataset,
                "how sharp a picture is where it is sharpest, 0 to 1000",
                "under 40")
        case .brightness:
            return row(
                .count, false, withoutDataset, "how bright its brightest hundredth is, in per cent",
                "under 10")
        case .detail:
            return row(
                .count, false, withoutDataset, "how much there is to see in it, 0 to 100",
                "under 50")
        case .screenshot:
            return row(.flag, false, withoutDataset, "whether it is a picture of a screen", "true")
        case .drive: return row(.driveName, false, all, "the drive's name in this file", "photos")
        }
    }
}
