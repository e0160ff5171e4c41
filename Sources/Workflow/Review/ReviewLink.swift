// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import POSIX

/// Hands the one-time address of the review page to a browser.
///
/// The address lets in whoever opens it first, and everybody on the machine can read the arguments
/// of a process. So the browser is given the name of a file that only this person can read, which
/// leads on to the address. It goes when the link is used up.
package final class ReviewLink: Sendable {
    /// The file, in a folder of its own.
    private let file: String

    /// Asks the desktop to open `address`; nil where that cannot be asked.
    package init?(opening address: String) {
        guard let file = Self.write(Self.page(address)) else { return nil }
        self.file = file
        if !BrowserLaunch.open("file://" + file) { return nil }
    }

    deinit { remove() }

    /// Takes the file away.
    package func remove() {
        unlink(file)
        rmdir(MachinePath.folder(of: file))
    }

    /// How old, in seconds, a file is that no running review has just made.
    private static let leftoverSeconds = 60

    /// Takes away the files of reviews that ended without taking them away themselves.
    package static func eraseLeftovers() {
        for place in Set([PrivateFolder.sharedPlace, PrivateFolder.place]) {
            eraseLeftovers(in: place)
        }
    }

    private static func eraseLeftovers(in place: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where name.hasPrefix(PrivateFolder.prefix) && name.utf8.count == 17 {
            let file = "\(place)/\(name)/open.html"
            var status = stat()
            // Where everybody may make a link, it may lead to a folder with such a file of its own.
            guard lstat("\(place)/\(name)", &status) == 0, status.st_uid == geteuid(),
                status.st_mode & S_IFMT == S_IFDIR, lstat(file, &status) == 0,
                status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG,
                time(nil) - status.st_mtim.tv_sec > leftoverSeconds
            else { continue }
            unlink(file)
            rmdir(MachinePath.folder(of: file))
        }
    }

    private static func page(_ address: String) -> String {
        // The address consists of letters, digits and the signs of addresses only.
        """
        <!doctype html><meta charset="utf-8"><title>cleanrules</title>
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0; url=\(address)">
        """
    }

    /// Writes `text` into a file of a folder that nobody else can enter; its path.
    private static func write(_ text: String) -> String? {
        guard let folder = PrivateFolder.make() else { return nil }
        let path = folder + "/open.html"
        do throws(SystemError) {
            let file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
            try SystemCall.write(Array(text.utf8), to: file.number)
            return path
        } catch {
            // Nobody else can enter the folder: what lies there is this program's.
            unlink(path)
            rmdir(MachinePath.folder(of: path))
            return nil
        }
    }
}
