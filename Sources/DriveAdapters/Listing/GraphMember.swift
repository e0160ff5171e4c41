// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The objects of a driveItem whose members are read.
enum GraphObject {
    case item, fileSystemInfo, parentReference, photo, image, video, file, hashes, createdBy, user
    case specialFolder

    /// The members that mean something, by their names.
    var members: [(key: StaticString, member: GraphMember)] {
        switch self {
        case .item: GraphObject.itemMembers
        case .fileSystemInfo: GraphObject.fileSystemInfoMembers
        case .parentReference: GraphObject.parentReferenceMembers
        case .photo: GraphObject.photoMembers
        case .image: GraphObject.imageMembers
        case .video: GraphObject.videoMembers
        case .file: GraphObject.fileMembers
        case .hashes: GraphObject.hashesMembers
        case .createdBy: GraphObject.createdByMembers
        case .user: GraphObject.userMembers
        case .specialFolder: GraphObject.specialFolderMembers
        }
    }

    /// The member that `key` names, if it means something.
    func member(_ key: TextSlice) -> GraphMember? {
        for (name, member) in members where key.equals(name) { return member }
        return nil
    }

    private static let itemMembers: [(key: StaticString, member: GraphMember)] = [
        ("id", .text(.id)), ("name", .text(.name)), ("size", .number(.size)),
        ("eTag", .text(.eTag)), ("cTag", .text(.cTag)), ("createdDateTime", .date(.created)),
        ("lastModifiedDateTime", .date(.modified)), ("fileSystemInfo", .object(.fileSystemInfo)),
        ("parentReference", .object(.parentReference)), ("createdBy", .object(.createdBy)),
        ("file", .object(.file)), ("image", .object(.image)), ("photo", .object(.photo)),
        ("video", .object(.video)), ("folder", .facet(.folder)), ("package", .facet(.package)),
        ("remoteItem", .facet(.remoteItem)), ("deleted", .facet(.deleted)),
        ("root", .facet(.root)), ("shared", .facet(.shared)),
        ("malware", .facet(.malware)), ("bundle", .facet(.bundle)),
        ("specialFolder", .object(.specialFolder)),
    ]
    private static let fileSystemInfoMembers: [(key: StaticString, member: GraphMember)] = [
        ("createdDateTime", .date(.infoCreated)), ("lastModifiedDateTime", .date(.infoModified)),
    ]
    private static let parentReferenceMembers: [(key: StaticString, member: GraphMember)] = [
        ("id", .text(.parentID)), ("path", .text(.parentPath)),
        ("driveId", .text(.parentDrive)),
    ]
    private static let photoMembers: [(key: StaticString, member: GraphMember)] = [
        ("takenDateTime", .date(.taken)), ("cameraMake", .text(.make)),
        ("cameraModel", .text(.model)),
    ]
    private static let imageMembers: [(key: StaticString, member: GraphMember)] = [
        ("width", .number(.imageWidth)), ("height", .number(.imageHeight)),
    ]
    private static let videoMembers: [(key: StaticString, member: GraphMember)] = [
        ("width", .number(.videoWidth)), ("height", .number(.videoHeight)),
        ("duration", .number(.duration)),
    ]
    private static let fileMembers: [(key: StaticString, member: GraphMember)] = [
        ("mimeType", .text(.mime)), ("hashes", .object(.hashes)),
    ]
    private static let hashesMembers: [(key: StaticString, member: GraphMember)] = [
        ("quickXorHash", .text(.quickXor)), ("sha1Hash", .text(.sha1)),
        ("sha256Hash", .text(.sha256)),
    ]
    private static let createdByMembers: [(key: StaticString, member: GraphMember)] = [
        ("user", .object(.user))
    ]
    private static let userMembers: [(key: StaticString, member: GraphMember)] = [
        ("displayName", .text(.owner)), ("email", .text(.ownerAddress)),
    ]
    private static let specialFolderMembers: [(key: StaticString, member: GraphMember)] = [
        ("name", .text(.specialFolder))
    ]
}

/// What a member of a driveItem must be, and where it goes.
enum GraphMember {
    /// Its text.
    case text(Text)
    /// Its whole number.
    case number(Number)
    /// Its timestamp.
    case date(Date)
    /// Only that it is there.
    case facet(GraphFacets)
    /// Its own members.
    case object(GraphObject)

    /// Members that are texts; raw values number the texts of a `GraphItem`.
    enum Text: Int, CaseIterable {
        case id, name, eTag, cTag, parentID, parentPath, make, model, mime
        case quickXor, sha1, sha256, owner, ownerAddress, parentDrive, specialFolder
    }

    /// Members that are whole numbers; raw values number those of a `GraphItem`.
    enum Number: Int, CaseIterable {
        case size, imageWidth, imageHeight, videoWidth, videoHeight, duration
    }

    /// Members that are timestamps; raw values number those of a `GraphItem`.
    enum Date: Int, CaseIterable {
        case created, modified, infoCreated, infoModified, taken
    }
}

/// The facets whose presence alone says what a driveItem is.
struct GraphFacets: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let folder = GraphFacets(rawValue: 1)
    static let package = GraphFacets(rawValue: 2)
    static let remoteItem = GraphFacets(rawValue: 4)
    static let deleted = GraphFacets(rawValue: 8)
    static let root = GraphFacets(rawValue: 16)
    static let shared = GraphFacets(rawValue: 32)
    static let malware = GraphFacets(rawValue: 64)
    static let bundle = GraphFacets(rawValue: 128)
    static let file = GraphFacets(rawValue: 256)
    /// The folder object itself is one that the service made; what lies in it is ordinary.
    static let specialFolder = GraphFacets(rawValue: 512)
    /// The Personal Vault, which locks itself and then looks empty.
    static let vault = GraphFacets(rawValue: 1_024)
    /// The parent lies on another drive.
    static let foreign = GraphFacets(rawValue: 2_048)
    /// The name cannot stand in a path.
    static let unnamed = GraphFacets(rawValue: 4_096)
}

/// The members of one driveItem, as far as they mean something; borrowed from what is parsed.
struct GraphItem {
    /// The facets that are there.
    var facets: GraphFacets = []
    private var texts = [TextSlice](repeating: .empty, count: GraphMember.Text.allCases.count)
    private var numbers = [Int64](
        repeating: Missing.number, count: GraphMember.Number.allCases.count)
    private var dates = [Int64](repeating: Missing.date, count: GraphMember.Date.allCases.count)

    /// A text, empty if it is missing.
    subscript(text: GraphMember.Text) -> TextSlice {
        get { texts[text.rawValue] }
        set { texts[text.rawValue] = newValue }
    }

    /// A whole number, or `Missing.number`.
    subscript(number: GraphMember.Number) -> Int64 {
        get { numbers[number.rawValue] }
        set { numbers[number.rawValue] = newValue }
    }

    /// Seconds since 1970, or `Missing.date`.
    subscript(date: GraphMember.Date) -> Int64 {
        get { dates[date.rawValue] }
        set { dates[date.rawValue] = newValue }
    }

    /// Forgets everything.
    mutating func clear() {
        facets = []
        for index in texts.indices { texts[index] = .empty }
        for index in numbers.indices { numbers[index] = Missing.number }
        for index in dates.indices { dates[index] = Missing.date }
    }

    /// The item as a row, without its place.
    func record(camera: TextSlice) -> ItemRecord {
        func first(_ date: Int64, _ other: Int64) -> Int64 {
            date == Missing.date ? other : date
        }
        func first(_ number: GraphMember.Number, _ other: GraphMember.Number) -> Int64 {
            self[number] == Missing.number ? self[other] : self[number]
        }
        var record = ItemRecord()
        record.name = self[.name]
        record.id = self[.id]
        record.flags = flags
        record.size = self[.size]
        record.created = first(self[.infoCreated], self[.created])
        record.modified = first(self[.infoModified], self[.modified])
        record.taken = self[.taken]
        record.width = first(.imageWidth, .videoWidth)
        record.height = first(.imageHeight, .videoHeight)
        record.duration = self[.duration]
        record.mime = self[.mime]
        record.owner = self[.owner]
        record.ownerAddress = self[.ownerAddress]
        record.camera = camera
        record.eTag = self[.eTag]
        record.cTag = self[.cTag]
        record.quickXor = self[.quickXor]
        record.sha1 = self[.sha1]
        record.sha256 = self[.sha256]
        return record
    }

    private var flags: ItemFlags {
        var flags: ItemFlags = .sharedKnown
        if facets.contains(.shared) { flags.insert(.shared) }
        if facets.contains(.remoteItem) {
            flags.insert(.shortcut)
            // A shortcut to a folder leads to items that this listing does not hold.
            if facets.contains(.folder) { flags.formUnion([.folder, .neverEmpty]) }
        } else {
            if facets.contains(.folder) { flags.insert(.folder) }
            if facets.contains(.package) { flags.formUnion([.folder, .neverEmpty]) }
        }
        return flags
    }
}
