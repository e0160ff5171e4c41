// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text

/// The clauses in which a drive on Microsoft Graph says what stood in the way.
enum GraphText {
    static let foreignLink = String(
        clause: "the service named an address that is not its own; it was not followed")
    static let signInRefused = String(
        clause: "the service does not take the sign-in; sign in again")
    static let incomplete = String(clause: "the service's answer cannot be read")
    static let noAnswer = String(clause: "the service's answer to a batch leaves it out")
    static let twoAnswers = String(clause: "the service's answer to a batch speaks of it twice")
    static let throttled = String(clause: "the service asks to wait")

    static let noDrive = String(clause: "the service's answer describes no drive")
    static let noOneDrive =
        String(
            clause: "this account has no OneDrive: it was never set up, or has no licence for one")
    static let noLicence = String(clause: "the organisation has no licence for OneDrive")

    static func driveNotFound(_ response: GraphResponse) -> String {
        String(
            clause: "the drive is not there, or this account may not see it: \(answer(response))")
    }
    static func driveRefused(_ response: GraphResponse) -> String {
        String(clause: "this account may not use the drive: \(answer(response))")
    }
    static func siteLocked(_ response: GraphResponse) -> String {
        String(clause: "the drive is locked by an administrator: \(answer(response))")
    }

    static let foreignItem = String(clause: "the service answered about another item")
    static let idUnknown = String(clause: "its id is not known, so it cannot be asked for")
    static let rootSilent = String(
        clause: "the drive itself does not answer, so nothing is known of the item")
    static func busy(_ why: String) -> String { String(clause: "too busy: \(why)") }
    static func isBusy(_ text: String) -> Bool { text.hasPrefix(busy("")) }
    static let contradiction = String(
        clause: "the service finds it by one way and not by the other")
    static let notProved =
        String(
            clause: "the service does not find it, and nothing proves that it is gone; it"
                + " is asked for again a minute later at the soonest")
    static let noParent = String(clause: "the service does not say which folder it lies in")
    static let otherDrive = String(clause: "its folder lies on another drive")
    static let tooDeep = String(clause: "the folders above it have no end")
    static let folderMissing = String(clause: "a folder above it cannot be found")

    static let contentBroken = String(clause: "its content did not come through to the end")
    static let contentRefused = String(
        clause: "the service gives no address at which its content can be read")
    static let contentAddress = String(clause: "the service names no safe address for its content")
    static let infected = String(clause: "the service says that its content is infected")
    static let notAsListed = String(clause: "its content is not what the drive lists")
    static let changedMeanwhile = String(clause: "changed while it was read")

    static func locked(_ answer: String) -> String {
        String(clause: "it is locked: open in an application, or checked out: \(answer)")
    }
    static let tagRefused =
        String(
            clause: "the service refuses the tag that it gives the item itself; if that stays so, "
                + "set 'if_match: false' for the drive")
    static let tagMalformed = String(clause: "the service does not take the item's tag")
    static let touched = String(
        clause: "somebody has brought it back, or changed something about it, meanwhile")
    static let feedUnread = String(
        clause: "what has changed on the drive since its listing could not be read")
    static let modifiedSays = String(clause: "the service says that it has changed")
    static let noPermanent = String(clause: "this kind of account has no permanent deletion")
    static let folderUnclear = String(clause: "the folder still lists items that are gone")
    static let albumsUntold = String(
        clause: "the service tells of no albums here, so that nothing is known of them")
    static let albumsSilent = String(
        clause: "the service, which told of albums before, tells of none here now")
    static let albumsTooMany = String(
        clause: "there are more albums than are read, of which there are 2,000 at most")
    static let otherAlbums = String(clause: "it was put into an album, or taken out of one")
    static func albumUnread(_ name: String) -> String {
        String(clause: "the album '\(name)' cannot be read")
    }
    static let noEnd = String(clause: "the service's list has no end")
    static func otherContent(_ path: String) -> String {
        String(clause: "there is something at '\(path)' again, with another content than it had")
    }
    static let takenOut = String(clause: "it was taken out of quarantine")
    static let stillMoving = String(clause: "the service may still be moving it")
    static let seenTooSoon =
        String(
            clause: "the service still shows it in its place, which says little within a"
                + " minute of its deletion"
        )
    static let nameOfFile = String(clause: "something that is no ordinary folder has its name")

    static func refused(_ response: GraphResponse) -> String { kept(answer(response)) }
    static func kept(_ answer: String) -> String {
        String(clause: "it may not be changed, or is kept by a retention policy: \(answer)")
    }
    /// How what `locked` and `refused` say begins, whatever the service answered.
    static func beginning(_ refusal: ServiceRefusal) -> String {
        switch refusal {
        case .kept: kept("")
        case .locked: locked("")
        }
    }
    static func unreadable(_ reason: String) -> String {
        String(clause: "its content cannot be compared: \(reason)")
    }
    static func noFolder(_ name: String, _ reason: String) -> String {
        String(clause: "the folder '\(name)': \(reason)")
    }
    static func notRestorable(_ place: String) -> String {
        String(
            clause: "this program cannot take items of this account out of the recycle bin; "
                + "bring it back by hand from \(place)")
    }
    static func restoreRefused(_ place: String, _ login: String) -> String {
        String(
            clause: "the sign-in does not allow it: restoring needs the permission"
                + " Files.ReadWrite.All; sign in with '\(login) --restore', or"
                + " bring the item back by hand from \(place)"
        )
    }
    static let otherAccount = String(clause: "it was deleted from another drive")
    static let folderFirst =
        String(
            clause: "the folder that it lay in is gone; bring that back first, or the item by hand")

    /// The longest part of a message of the service that is shown, in characters.
    private static let messageCountMax = 160

    /// What the service answered, with what support would ask for.
    static func answer(_ response: GraphResponse) -> String {
        let error = response.error
        let status = response.status
        let id = response.requestID.flatMap(plain)
        var text =
            switch (error.codes.last.flatMap(plain), id) {
            case (let code?, let id?):
                String(clause: "the service answered \(status) (\(code), request \(id))")
            case (let code?, nil): String(clause: "the service answered \(status) (\(code))")
            case (nil, let id?): String(clause: "the service answered \(status) (request \(id))")
            case (nil, nil): String(clause: "the service answered \(status)")
            }
        if let message = error.message.map(oneLine), !message.isEmpty { text += ": \(message)" }
        return text
    }

    /// `text` if it is short and of the characters that codes and ids have.
    private static func plain(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte)
                || (97...122).contains(byte) || byte == 0x2d || byte == 0x2e || byte == 0x5f
        }
        return isPlain && !text.isEmpty && text.utf8.count <= 80 ? text : nil
    }

    /// The beginning of `text` in one line, without a full stop.
    private static func oneLine(_ text: String) -> String {
        var line = VisibleText.line(String(text.prefix(messageCountMax)), most: .max)
        while line.hasSuffix(".") || line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}
