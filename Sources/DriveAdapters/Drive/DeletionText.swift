// SPDX-License-Identifier: Apache-2.0

internal import Messages
import RuleEngine

/// The clauses in which drives say why an item was not deleted or brought back.
enum DeletionText {
    static let folderNotEmpty = String(clause: "the folder is not empty")
    static let deletedForGood = String(clause: "it was deleted for good")
    static let notInQuarantine = String(clause: "it was not put in quarantine")
    static let otherInQuarantine = String(
        clause: "something else lies in quarantine under its name there")
    static let editedInQuarantine =
        String(
            clause: "it was edited in quarantine, so it stays there; 'cleanrules restore'"
                + " brings it back"
        )
    static let placeUnknown = String(clause: "it is not known where it went")
    static let copiesMissing = String(clause: "fewer copies are known than have to stay")
    static let notAPath = String(clause: "not a path of this drive")
    static let notText = String(clause: "a name that is not UTF-8 cannot be asked for")
    static let special = String(
        clause: "something that is neither file nor folder stands in its place")
    static let otherKind = String(clause: "something of another kind stands in its place")
    static let otherItem = String(clause: "another item stands in its place")
    static let otherDevice = String(clause: "it lies on another file system now")
    static let otherSize = String(clause: "its size has changed")
    static let modified = String(clause: "it was modified")
    static let touched = String(
        clause: "it was changed since, though its size and date are what they were")
    static let ownFile = String(clause: "this program uses the file itself")
    static let folderReplaced = String(
        clause: "another folder stands in the place of the one that it lay in")
    static let folderMoved = String(clause: "the folder that it lay in was moved at that moment")
    static let moved = String(clause: "it was moved or renamed, or a folder above it was")
    static let foreignTag = String(clause: "its tag is none of this drive")
    static let tooLittleKnown = String(
        clause: "too little is known of it to tell whether it is the same")
    static let folderOutOfReach =
        String(
            clause: "it is not found, and the folder that it lay in is not there, or on"
                + " another file system: a disk may not be mounted")
    static let mountPoint = String(clause: "something is mounted on it")
    static let linkOnTheWay = String(clause: "a folder on the way to it is a symbolic link")
    static let mountOnTheWay = String(clause: "a folder on the way to it is a mount point")
    static let planName = String(clause: "the plan's name cannot name a folder")

    static let quarantineElsewhere = String(
        clause: "it lies on another file system than /.cleanrules")
    static let noTrash = String(clause: "its file system has no trash that it could be moved into")

    static let noRootPath = String(
        clause: "the kernel does not tell where the root of the drive is")
    static let noTrashName = String(clause: "no free name for it was found in the trash")
    static let outOfReach = String(clause: "it cannot be moved within its file system")
    static let swapped = String(clause: "another item took its place while it was moved")
    static let filledMeanwhile = String(clause: "the folder was filled while it was moved")

    static func keptAside(_ what: String, _ place: String) -> String {
        String(clause: "\(what), and could not be moved back; it lies in \(place)")
    }
    static func liesIn(_ what: String, _ place: String) -> String {
        String(clause: "\(what); it lies in \(place)")
    }
    static func leftAside(_ name: String) -> String {
        String(
            clause:
                "another item took its place while it was deleted; it lies beside it as '\(name)'")
    }
    static func leftInFolder(_ name: String) -> String {
        String(clause: "\(folderMoved); it lies in that folder now as '\(name)'")
    }
    static func noLonger(in place: String) -> String {
        String(
            clause: "it is no longer in \(place); whoever emptied that has removed it, or"
                + " has moved it elsewhere"
        )
    }
    static func notTold(at path: String) -> String {
        String(
            clause: "what lies at '\(path)' is not as it was when it was deleted, and may be"
                + " another item; look at it, and move it back yourself"
        )
    }
    static func editedSince(_ why: String) -> String {
        String(clause: "it was written to since it was deleted, and \(why)")
    }
    static func noFolder(_ reason: String) -> String {
        String(clause: "the folder that it lay in cannot be made: \(reason)")
    }
    static func placeUnreachable(_ place: String, _ reason: String) -> String {
        String(clause: "\(place) cannot be opened: \(reason)")
    }
    static func targetGone(_ place: String) -> String {
        String(clause: "\(place) was removed meanwhile")
    }
    static func nameTaken(_ name: String) -> String { String(clause: "'\(name)' is in the way") }
    static func noNote(_ reason: String) -> String {
        String(clause: "the trash takes no note of it: \(reason)")
    }
    static func foreignQuarantine(_ path: String) -> String {
        String(clause: "'\(path)' belongs to another account, or others can write to it")
    }
    static func noQuarantine(_ reason: String) -> String {
        String(clause: "no folder can be made in /.cleanrules/quarantine: \(reason)")
    }
    static func noTrash(_ reason: String) -> String { String(clause: "\(noTrash): \(reason)") }
    static func copyGone(_ path: String) -> String { String(clause: "the copy '\(path)' is gone") }
    static func copyChanged(_ path: String) -> String {
        String(clause: "the copy '\(path)' has changed")
    }
    static func copyDiffers(_ path: String) -> String {
        String(clause: "the copy '\(path)' differs from it")
    }
    static func copyChanging(_ path: String) -> String {
        String(clause: "it or the copy '\(path)' has changed while they were compared")
    }
    static func copyUnreadable(_ path: String, _ reason: String) -> String {
        String(clause: "the copy '\(path)' cannot be compared: \(reason)")
    }
    static func noCopy(_ path: String) -> String {
        String(clause: "the copy '\(path)' is no copy of its own, but the same data")
    }
}

extension ItemChange {
    /// What `changes` mean, one clause.
    static func clause(of changes: Set<ItemChange>) -> String {
        if changes.contains(.type) { return DeletionText.otherKind }
        if changes.contains(.identity) { return DeletionText.otherItem }
        if changes.contains(.size) { return DeletionText.otherSize }
        if changes.contains(.place) { return DeletionText.moved }
        return String(clause: "it has changed")
    }
}

extension DeletionOrder {
    /// Why the plan's name cannot be that of a folder in quarantine; nil if it can.
    ///
    /// Plan ids are short and plain; anything else was not written by this program.
    var planFault: String? {
        guard method == .quarantine else { return nil }
        let isPlain = plan.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".")
        }
        let isFolderName = !plan.isEmpty && plan.utf8.count <= 100 && plan.utf8.first != 46
        return isPlain && isFolderName ? nil : DeletionText.planName
    }
}

extension ItemValues {
    /// Whether it lies on the drive of that name, as far as it says.
    func isOn(_ drive: String) -> Bool {
        self.drive.map { $0.utf8.elementsEqual(drive.utf8) } ?? true
    }
}
