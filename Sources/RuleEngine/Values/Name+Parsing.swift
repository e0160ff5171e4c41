// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How ids, names of definitions and names of drives are written.
public enum NameGrammar {
    /// A regular expression (ECMA 262, unanchored) for ids and names of definitions.
    package static let idPattern = "[a-z0-9][a-z0-9_-]{0,63}"
    /// A regular expression (ECMA 262, unanchored) for names of drives.
    package static let drivePattern = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"

    /// Checks an id of a rule or a protection, or the name of a definition.
    public static func checkID(_ text: String) throws(ValueError) {
        guard !isName(text, where: isIDByte) else { return }
        throw ValueError(
            .idInvalid,
            Message(
                "'\(text.quotable)' is not an id; use 1 to 64 of a-z, 0-9, '_' and '-', "
                    + "a letter or digit first"))
    }

    /// Checks the name of a drive.
    public static func checkDrive(_ text: String) throws(ValueError) {
        guard !isName(text, where: { isIDByte($0) || isCapital($0) }) else { return }
        throw ValueError(
            .driveNameInvalid,
            Message(
                "'\(text.quotable)' is not the name of a drive; use 1 to 64 of A-Z, a-z, 0-9, '_' "
                    + "and '-', a letter or digit first"))
    }

    /// Whether `text` is 1 to 64 of the given bytes and begins with a letter or a digit.
    private static func isName(_ text: String, where allows: (UInt8) -> Bool) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "_"), first != UInt8(ascii: "-")
        else { return false }
        return text.utf8.count <= 64 && text.utf8.allSatisfy(allows)
    }

    /// Whether an id may hold the byte.
    private static func isIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Whether the byte is one of `A` to `Z`.
    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}

/// How a rule's `in:` is written: a drive, or a drive and a folder of it.
public enum ScopeGrammar {
    /// The place that `text` names; its drive need not exist, nor be spelled as drives are.
    public static func scope(_ text: String) throws(ValueError) -> Scope {
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        let drive = String(text[..<(colon ?? text.endIndex)])
        guard !drive.isEmpty else {
            throw ValueError(
                .driveNameInvalid,
                Message("'in' begins with the name of a drive"),
                advice: Message("write 'drive' or 'drive:/folder'"))
        }
        guard let colon else { return Scope(drive: drive) }
        let folder = String(text[text.utf8.index(after: colon)...])
        if folder == "/" { return Scope(drive: drive) }
        try PathGrammar.check(folder)
        return Scope(drive: drive, folder: folder)
    }
}

/// How the paths of items are written: `/Photos/2019/a.jpg`.
public enum PathGrammar {
    /// Checks that `text` begins with `/`, does not end with one, and has no empty, `.` or `..`
    /// component.
    public static func check(_ text: String) throws(ValueError) {
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw ValueError(.pathInvalid, Message("a path begins with '/'"))
        }
        guard text.utf8.last != UInt8(ascii: "/") else {
            throw ValueError(.pathInvalid, Message("a path does not end with '/'"))
        }
        guard !text.utf8.contains(0) else {
            throw ValueError(.pathInvalid, Message("a path holds no NUL"))
        }
        let components = text.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for component in components {
            switch String(component) {
            case "": throw ValueError(.pathInvalid, Message("a path has no empty component ('//')"))
            case ".", "..":
                throw ValueError(.pathInvalid, Message("a path has no '.' and no '..' component"))
            default: break
            }
        }
    }
}

/// How a value of `ext` is written: without its dot.
public enum ExtensionGrammar {
    /// Checks that `text` could be an extension.
    public static func check(_ text: String) throws(ValueError) {
        guard !text.isEmpty else {
            throw ValueError(
                .extensionInvalid, Message("an extension is not empty"),
                advice: Message("write 'missing'"))
        }
        guard
            let wrong = text.unicodeScalars.first(where: {
                "./*?[]{}\\".unicodeScalars.contains($0)
            })
        else { return }
        let bare = text.drop { $0 == "*" || $0 == "." }
        if wrong == "." || wrong == "*", !bare.isEmpty,
            !bare.unicodeScalars.contains(where: { "./*?[]{}\\".unicodeScalars.contains($0) })
        {
            throw ValueError(
                .extensionInvalid,
                Message("an extension stands without its dot"),
                advice: Message("write '\(bare.quotable)'"))
        }
        throw ValueError(
            .extensionInvalid, Message("an extension holds no '\(wrong)'; for patterns use 'name'"))
    }
}
