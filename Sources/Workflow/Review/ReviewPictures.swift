// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import PlanRunner
package import ReviewUI
internal import RuleEngine
package import StateLedger

/// Pictures of items: the thumbnails of drives, and those that the worker makes of files.
package struct ReviewPictures: Sendable {
    private let store: PictureStore
    private let materials: PictureMaterials

    /// Pictures of the items of the drives that `session` knows.
    package init(session: StateSession, rules: LoadedRules) {
        let materials = PictureMaterials(session: session, rules: rules)
        self.materials = materials
        store = PictureStore(folder: Self.folder, worker: .besideProgram()) { request in
            await materials.origin(request)
        }
    }

    /// Where pictures are kept between reviews.
    package static var folder: String? {
        var environment: [String: String] = [:]
        for name in ["XDG_CACHE_HOME", "HOME"] { environment[name] = Environment.folder(name) }
        return PictureCache.usualFolder(environment: environment)
    }

    /// Whether there may be a picture of `item`.
    func canPicture(_ item: RecordedItem) -> Bool {
        !item.isFolder && PictureIcon.mayHavePicture(name: Self.name(item))
    }

    /// A picture of `item` for a browser; nil where there is none.
    package func page(_ item: RecordedItem, longestSide: Int) async -> Picture? {
        guard
            case .picture(let picture) = await picture(
                of: item, longestSide: longestSide, form: .jpeg)
        else { return nil }
        return picture
    }

    /// A picture of `item` in that form.
    package func picture(
        of item: RecordedItem, longestSide: Int, form: PictureForm
    ) async -> PictureAnswer {
        guard canPicture(item) else {
            return .none(reason: String(clause: "no picture is made of such files"))
        }
        let key = await materials.key(item)
        materials.remember(item, key: key)
        return await store.picture(
            PictureRequest(
                key: key, name: Self.name(item), size: item.size, longestSide: longestSide,
                form: form))
    }

    private static func name(_ item: RecordedItem) -> String {
        item.path.split(separator: "/").last.map { String($0) } ?? item.path
    }
}

/// Finds what pictures can be made of: asks the drives that the items lie on.
private final class PictureMaterials: Sendable {
    private let session: StateSession
    private let opening: DriveOpening
    private let wanted = Lock<[String: RecordedItem]>([:])
    private let identities = Lock<[String: String]>([:])
    private let drives = Lock<[String: any PicturingDrive]>([:])

    /// How many items are remembered; a review wants a handful at a time.
    private static let itemsMax = 4_096

    init(session: StateSession, rules: LoadedRules) {
        self.session = session
        opening = session.opening(rules)
    }

    /// What tells the content of `item` from every other one: its drive, its id, its version.
    ///
    /// All profiles share one cache, and a name of a drive means another one elsewhere.
    func key(_ item: RecordedItem) async -> String {
        let identity: String
        if let known = identities.withLock({ $0[item.drive] }) {
            identity = known
        } else {
            let known = (try? await session.ledger.drives()) ?? []
            identity = known.first { $0.name == item.drive }?.identity ?? ""
            identities.withLock { $0[item.drive] = identity }
        }
        let version =
            item.cTag ?? item.hashes.sorted { $0.key < $1.key }.first?.value ?? item.eTag ?? ""
        let parts = [
            identity, item.drive, item.id, version, String(item.size ?? -1),
            String(item.modified ?? -1),
        ]
        return SHA256Text.of(Array(parts.joined(separator: "\u{0}").utf8))
    }

    func remember(_ item: RecordedItem, key: String) {
        wanted.withLock { wanted in
            if wanted.count >= Self.itemsMax { wanted.removeAll() }
            wanted[key] = item
        }
    }

    func origin(_ request: PictureRequest) async -> PictureOrigin {
        guard let item = wanted.withLock({ $0[request.key] }) else {
            return .none(String(clause: "it is not wanted any more"))
        }
        guard let drive = await drive(item.drive) else {
            return .none(String(clause: "the drive cannot be asked for pictures"))
        }
        do throws(DriveError) {
            switch try await drive.picture(of: item.values, longestSide: request.longestSide) {
            case .bytes(let bytes, let mediaType): return .bytes(bytes, mediaType: mediaType)
            case .file(let descriptor): return .file(PictureFile(owning: descriptor))
            case nil: return .none(String(clause: "the drive has no picture of it"))
            }
        } catch {
            return .none(error.message)
        }
    }

    private func drive(_ name: String) async -> (any PicturingDrive)? {
        if let drive = drives.withLock({ $0[name] }) { return drive }
        guard let known = try? await session.ledger.drives().first(where: { $0.name == name }),
            let drive = try? await opening.drive(known) as? any PicturingDrive,
            // Another drive under the same name has other items.
            (try? await drive.identity().description) == known.identity
        else { return nil }
        drives.withLock { $0[name] = drive }
        return drive
    }
}
