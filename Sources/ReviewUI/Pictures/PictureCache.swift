// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Text

/// Pictures in a folder of their own, which only their owner can read.
///
/// A file is written whole or not at all, and thrown away when anything about it is not right.
/// What goes wrong costs the time to make a picture again, and is said to nobody.
package struct PictureCache: Sendable {
    /// The folder.
    package let folder: String
    /// How many bytes a sweep leaves.
    package var byteCountMax: Int64 = 500_000_000
    /// After how many seconds without use a sweep takes a picture.
    package var idleSecondsMax = 90 * 86_400

    /// The pictures in `folder`, which need not be there yet.
    package init(folder: String) {
        self.folder = folder
    }

    /// Where the pictures of this user lie, by the XDG base directory specification; nil where
    /// nothing tells.
    package static func usualFolder(environment: [String: String]) -> String? {
        let above =
            if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { cache } else {
                environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
            }
        return above.map { $0 + "/cleanrules/thumbs" }
    }

    private static let ending = ".picture"
    private static let sweepMark = "swept"
    private static let sweepSeconds = 7 * 86_400
    /// After how many seconds a file that is being written was forgotten by its writer.
    private static let forgottenSeconds = 3_600
    static let fileByteMax = 16 << 20

    // MARK: - One picture

    /// The picture under `identity`, which counts as used now.
    func picture(_ identity: PictureIdentity) -> Picture? {
        guard let place = PictureFolder(folder, makes: false) else { return nil }
        let name = PictureCache.name(identity)
        guard let bytes = place.read(name, byteCountMax: PictureCache.fileByteMax) else {
            return nil
        }
        guard let entry = PictureEntry(file: bytes) else {
            place.remove(name)
            return nil
        }
        // Another picture of the same name in the folder: as rare as it is harmless.
        guard entry.identity == identity.bytes else { return nil }
        place.touch(name)
        return entry.picture
    }

    /// Keeps `picture` under `identity`.
    func keep(_ picture: Picture, _ identity: PictureIdentity) {
        let file = PictureEntry(identity: identity.bytes, picture: picture).file
        guard file.count <= PictureCache.fileByteMax,
            let place = PictureFolder(folder, makes: true)
        else { return }
        place.write(file, PictureCache.name(identity))
    }

    /// The name of the file of `identity`: two hashes of it.
    static func name(_ identity: PictureIdentity) -> String {
        var first = PictureChecksum()
        var second = PictureChecksum(0x9e37_79b9_7f4a_7c15)
        first.add(identity.bytes)
        second.add(identity.bytes)
        return [first, second].map { HexDigits.text($0.value, atLeast: 16) }.joined() + ending
    }

    // MARK: - All of them

    /// What was taken away.
    package struct Removal: Sendable, Hashable {
        /// So many pictures.
        package var count = 0
        /// So many bytes.
        package var byteCount: Int64 = 0
        /// How many files could not be taken away.
        package var failureCount = 0
    }

    /// Sweeps, if that was not done for a week.
    package func sweepIfDue(now: Int) {
        guard let place = PictureFolder(folder, makes: false) else { return }
        if let last = place.status(PictureCache.sweepMark)?.modified, last <= now,
            now - last < PictureCache.sweepSeconds
        {
            return
        }
        sweep(now: now)
    }

    /// Takes away the pictures that were not used for long, and then those whose last use is
    /// longest ago until the rest has room. O(n log n) in the number of pictures.
    @discardableResult
    package func sweep(now: Int) -> Removal {
        var removal = Removal()
        guard let place = PictureFolder(folder, makes: false) else { return removal }
        var left: Int64 = 0
        for file in files(place).sorted(by: { $0.status.modified > $1.status.modified }) {
            let age = now - file.status.modified
            let isOwn = file.name.hasSuffix(PictureCache.ending)
            let fits = age <= idleSecondsMax && left + file.status.size <= byteCountMax
            if isOwn ? fits : age < PictureCache.forgottenSeconds {
                left += file.status.size
            } else {
                remove(file, from: place, &removal)
            }
        }
        place.write([], PictureCache.sweepMark)
        return removal
    }

    /// Takes all pictures away, and the folder with them if nothing else lies in it.
    @discardableResult
    package func erase() -> Removal {
        var removal = Removal()
        guard let place = PictureFolder(folder, makes: false) else { return removal }
        for file in files(place) { remove(file, from: place, &removal) }
        place.remove(PictureCache.sweepMark)
        rmdir(folder)
        return removal
    }

    private func remove(
        _ file: (name: String, status: PictureFolder.Status), from place: borrowing PictureFolder,
        _ removal: inout Removal
    ) {
        if place.remove(file.name) {
            removal.count += 1
            removal.byteCount += file.status.size
        } else {
            removal.failureCount += 1
        }
    }

    /// The files of this program in the folder; others are none of its business.
    private func files(
        _ place: borrowing PictureFolder
    ) -> [(name: String, status: PictureFolder.Status)] {
        var files: [(String, PictureFolder.Status)] = []
        for name in place.names() where PictureCache.isOwn(name) {
            if let status = place.status(name) { files.append((name, status)) }
        }
        return files
    }

    private static func isOwn(_ name: String) -> Bool {
        let digits = name.utf8.prefix(32)
        let rest = name.dropFirst(32)
        return digits.count == 32
            && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            && (rest == ending || rest.hasPrefix(ending + PictureFolder.unfinished))
    }
}
