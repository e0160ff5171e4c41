// SPDX-License-Identifier: Apache-2.0

internal import Text

/// The clauses in which a drive on Microsoft Graph says what stood in the way.
enum GraphText {
    static let foreignLink = "the service named an address that is not its own; it was not followed"
    static let signInRefused = "the service does not take the sign-in; sign in again"
    static let incomplete = "the service's answer cannot be read"
    static let noAnswer = "the service's answer to a batch leaves it out"
    static let twoAnswers = "the service's answer to a batch speaks of it twice"
    static let throttled = "the service asks to wait"

    static let noDrive = "the service's answer describes no drive"
    static let noOneDrive =
        "this account has no OneDrive: it was never set up, or has no licence for one"
    static let noLicence = "the organisation has no licence for OneDrive"

    static func driveNotFound(_ response: GraphResponse) -> String {
        "the drive is not there, or this account may not see it: \(answer(response))"
    }
    static func driveRefused(_ response: GraphResponse) -> String {
        "this account may not use the drive: \(answer(response))"
    }
    static func siteLocked(_ response: GraphResponse) -> String {
        "the drive is locked by an administrator: \(answer(response))"
    }

    static let foreignItem = "the service answered about another item"
    static let idUnknown = "its id is not known, so it cannot be asked for"
    static let rootSilent = "the drive itself does not answer, so nothing is known of the item"
    static let busy = "too busy: "
    static let contradiction = "the service finds it by one way and not by the other"
    static let notProved =
        "the service does not find it, and nothing proves that it is gone; it is asked for again"
        + " a minute later at the soonest"
    static let noParent = "the service does not say which folder it lies in"
    static let otherDrive = "its folder lies on another drive"
    static let tooDeep = "the folders above it have no end"
    static let folderMissing = "a folder above it cannot be found"

    static let contentBroken = "its content did not come through to the end"
    static let contentRefused = "the service gives no address at which its content can be read"
    static let contentAddress = "the service names no safe address for its content"
    static let infected = "the service says that its content is infected"
    static let notAsListed = "its content is not what the drive lists"
    static let changedMeanwhile = "changed while it was read"

    static let locked = "it is locked: open in an application, or checked out"
    static let tagRefused =
        "the service refuses the tag that it gives the item itself; if that stays so, "
        + "set 'if_match: false' for the drive"
    static let tagMalformed = "the service does not take the item's tag"
    static let modifiedSays = "the service says that it has changed"
    static let noPermanent = "this kind of account has no permanent deletion"
    static let folderUnclear = "the folder still lists items that are gone"
    static let noEnd = "the service's list has no end"
    static let takenOut = "it was taken out of quarantine"
    static let stillMoving = "the service may still be moving it"
    static let seenTooSoon =
        "the service still shows it in its place, which says little within a minute of its deletion"
    static let nameOfFile = "something that is no ordinary folder has its name"

    static func refused(_ response: GraphResponse) -> String {
        "it may not be changed, or is kept by a retention policy: \(answer(response))"
    }
    static func unreadable(_ reason: String) -> String {
        "its content cannot be compared: \(reason)"
    }
    static func noFolder(_ name: String, _ reason: String) -> String {
        "the folder '\(name)': \(reason)"
    }
    static func notRestorable(_ place: String) -> String {
        "this program cannot take items of this account out of the recycle bin; "
            + "bring it back by hand from \(place)"
    }
    static func restoreRefused(_ place: String) -> String {
        "the sign-in does not allow it: restoring needs the permission Files.ReadWrite.All; "
            + "sign in with 'cleanrules login --restore', or bring the item back by hand from \(place)"
    }
    static let otherAccount = "it was deleted from another drive"
    static let folderFirst =
        "the folder that it lay in is gone; bring that back first, or the item by hand"

    /// The longest part of a message of the service that is shown, in characters.
    private static let messageCountMax = 160

    /// What the service answered, with what support would ask for.
    static func answer(_ response: GraphResponse) -> String {
        let error = response.error
        var notes: [String] = []
        if let code = error.codes.last.flatMap(plain) { notes.append(code) }
        if let id = response.requestID.flatMap(plain) { notes.append("request \(id)") }
        var text = "the service answered \(response.status)"
        if !notes.isEmpty { text += " (\(notes.joined(separator: ", ")))" }
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
