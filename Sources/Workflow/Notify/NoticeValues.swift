// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import HTTPTransport
package import RuleEngine
internal import Text
package import Wording

/// The values that stand elsewhere than in the rules, and whether all is there that sending needs.
package struct NoticeValues {
    /// Where paths count from.
    private let folder: String

    /// The values of rules that lie in `folder`.
    package init(folder: String) { self.folder = folder }

    /// The value, from where it stands; nil where it cannot be had, or is none for a header.
    func text(of value: NotificationTarget.Value) -> String? {
        line(of: value).flatMap { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? $0 : nil }
    }

    /// The same where it may hold blanks and any letters, as what people sign in with does; no
    /// control characters.
    func password(of value: NotificationTarget.Value) -> String? {
        line(of: value).flatMap { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? $0 : nil }
    }

    private func line(of value: NotificationTarget.Value) -> String? {
        guard value.isForNotices else { return nil }
        switch value {
        case .plain(let text): return text
        case .environment(let name): return Environment.value(name)
        case .file(let path): return Self.line(ofFile: MachinePath.resolve(path, from: folder))
        }
    }

    /// The first line of the file at `path`, which only this user can reach.
    private static func line(ofFile path: String) -> String? {
        guard let bytes = try? SecretFile.bytes(path, ending: NotificationTarget.Value.fileEnding)
        else { return nil }
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
    }

    // MARK: What is missing

    /// What lacks before anything can be sent to a target.
    package struct Lack: Sendable {
        /// What is missing, as a word for programs.
        package let code: String
        /// The same for people.
        package let why: Phrase
    }

    /// What lacks for `target`, without asking anybody; nil where all is there.
    package func lack(for target: NotificationTarget) -> Lack? {
        if let mail = target.mail, mail.isForProgram { return programLack(target.address) }
        guard let address = text(of: target.address) else { return missing("url") }
        if let user = target.mail?.user, text(of: user) == nil { return missing("user") }
        if let key = target.key {
            let value = target.mail == nil ? text(of: key) : password(of: key)
            if value == nil { return missing("key") }
        }
        guard target.mail != nil else {
            return ServiceAddress.origin(of: address) == nil
                ? Lack(code: "no_address", why: .notifyNoAddress) : nil
        }
        if MailServer(address) == nil { return Lack(code: "no_address", why: .notifyNoServer) }
        return MailTransport.isPossible ? nil : Lack(code: "no_mail", why: .notifyNoMail)
    }

    private func missing(_ name: String) -> Lack {
        Lack(code: "no_value", why: .notifyNoValue(name: name))
    }

    /// Whoever could change the program could have it do anything.
    private func programLack(_ address: NotificationTarget.Value) -> Lack? {
        guard case .plain(let path) = address else { return missing("sendmail") }
        guard let why = FoundRules.doubt(aboutProgram: path) else { return nil }
        return Lack(
            code: "no_program",
            why: .notifyNoProgram(path: VisibleText.escaped(path), why: Phrase.clause(why)))
    }
}
